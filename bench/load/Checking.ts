/** Checks an answer against the expected one, and collects what must be stored after it. */
import type { Call } from "./Sources.ts"

export interface Checked {
  readonly holds: ReadonlyArray<string>
  readonly errors: number
  /** The first few, as messages. */
  readonly told: ReadonlyArray<string>
}

export const checking = () => {
  const holds: Array<string> = []
  const told: Array<string> = []
  let errors = 0
  const wrong = (message: string) => {
    errors++
    if (told.length < 5) told.push(message)
  }
  return {
    wrong,
    answered: (call: Call, status: number, body: string) => {
      if (status !== call.status || !body.includes(call.expected)) return wrong(`${call.expected} was expected and ${status} ${body.slice(0, 200)} came`)
      if (call.holds !== undefined) holds.push(call.holds)
    },
    result: (): Checked => ({ holds, errors, told })
  }
}
