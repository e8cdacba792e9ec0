/** Whether an answer is the one that was to come, and what must be held after it. */
import type { Call } from "./Sources.ts"

export interface Checked {
  readonly holds: ReadonlyArray<string>
  readonly errors: number
  /** The first few, in words. */
  readonly told: ReadonlyArray<string>
}

export const checking = () => {
  const holds: Array<string> = []
  const told: Array<string> = []
  let errors = 0
  const wrong = (says: string) => {
    errors++
    if (told.length < 5) told.push(says)
  }
  return {
    wrong,
    answered: (call: Call, status: number, body: string) => {
      if (status !== call.status || !body.includes(call.says)) return wrong(`${call.says} was expected and ${status} ${body.slice(0, 200)} came`)
      if (call.holds !== undefined) holds.push(call.holds)
    },
    result: (): Checked => ({ holds, errors, told })
  }
}
