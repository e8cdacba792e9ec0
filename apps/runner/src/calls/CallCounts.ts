/**
 * Counts calls by minute, connection or link, operation and outcome until they are stored.
 */
import type { CountRow } from "./CallStore.ts"
import type { LoggedCall } from "./LoggedCall.ts"

const minute = 60_000
/** Beyond it, further kinds of calls are counted without their operation and code. */
const mostKinds = 5000

export interface CallCounts {
  readonly add: (call: Pick<LoggedCall, "at" | "code" | "direction" | "millis" | "operation" | "scope">) => void
  /** Takes out what was counted. */
  readonly take: () => ReadonlyArray<CountRow>
  /** Counts again what could not be stored. */
  readonly giveBack: (rows: ReadonlyArray<CountRow>) => void
  readonly size: () => number
}

type Counted = { -readonly [Name in keyof CountRow]: CountRow[Name] }

export const make = (): CallCounts => {
  let counted = new Map<string, Counted>()
  const add = (row: CountRow): void => {
    const key = `${row.minute} ${row.scope} ${row.direction} ${row.operation} ${row.code}`
    const known = counted.get(key)
    if (known !== undefined) {
      known.calls += row.calls
      known.millis += row.millis
    } else if (counted.size < mostKinds || row.code === "other") counted.set(key, { ...row })
    else add({ ...row, operation: "", code: "other" })
  }
  return {
    add: ({ at, code, direction, millis, operation = "", scope }) =>
      add({ minute: Math.floor(at / minute), scope, direction, operation, code, calls: 1, millis: Math.max(0, Math.round(millis)) }),
    take: () => {
      const rows = [...counted.values()]
      counted = new Map()
      return rows
    },
    giveBack: (rows) => rows.forEach(add),
    size: () => counted.size
  }
}
