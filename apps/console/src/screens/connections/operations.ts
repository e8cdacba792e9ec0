/**
 * How the calls of a connection went, by operation.
 */
import type { Answer } from "../../api/Answer.ts"

type Count = Answer<"/admin/calls/counts">["items"][number]

export interface Operation {
  readonly operation: string
  readonly direction: Count["direction"]
  readonly calls: number
  readonly failed: number
  readonly meanMillis: number
  /** The most frequent code that is not OK. */
  readonly worst: string | undefined
}

/** One row for each operation and direction, the most failures first. */
export const operationsOf = (counts: ReadonlyArray<Count>): ReadonlyArray<Operation> => {
  const rows = new Map<string, Array<Count>>()
  for (const each of counts) {
    const key = `${each.direction} ${each.operation}`
    rows.set(key, [...rows.get(key) ?? [], each])
  }
  return [...rows.values()].flatMap((of) => {
    const [first] = of
    if (first === undefined) return []
    const sum = (part: (each: Count) => number) => of.reduce((total, each) => total + part(each), 0)
    const calls = sum((each) => each.calls)
    const refused = of.filter(({ code }) => code !== "OK")
    const byCode = new Map<string, number>()
    for (const { calls: n, code } of refused) byCode.set(code, (byCode.get(code) ?? 0) + n)
    return [{
      operation: first.operation,
      direction: first.direction,
      calls,
      failed: refused.reduce((total, each) => total + each.calls, 0),
      meanMillis: calls === 0 ? 0 : Math.round(sum((each) => each.millis) / calls),
      worst: [...byCode].toSorted(([, a], [, b]) => b - a)[0]?.[0]
    }]
  }).toSorted((a, b) => b.failed - a.failed || b.calls - a.calls)
}
