/**
 * Reads many rows of an index a bounded number at a time. A database in this process keeps everything else waiting while it carries out a
 * statement, and a million rows take a second. What is counted in slices is not of one moment, which figures for people need not be.
 */
import * as Effect from "effect/Effect"
import type { Row, Value } from "./DatabaseDriver.ts"

/** Rows of one slice. */
export const atOnce = 10_000

type Query<E> = (text: string, params?: ReadonlyArray<Value>) => Effect.Effect<ReadonlyArray<Row>, E>

export interface Rows {
  /** What is read of each row, from what, and where; `$1` and so on are `params`. */
  readonly columns: string
  readonly from: string
  readonly where: string
  readonly params: ReadonlyArray<Value>
  /** The columns that tell rows apart, in the order of an index whose columns before these have one value. Both are numbers. */
  readonly key: readonly [string, string]
}

/** Returns the rows of `aggregate` over `r`, which are the rows of a slice, for each slice in turn. `rest` is what follows, such as a `group by`. */
export const each = Effect.fnUntraced(function*<E>(query: Query<E>, aggregate: string, { columns, from, key: [first, second], params, where }: Rows, rest = ""): Effect.fn.Return<ReadonlyArray<Row>, E> {
  const found: Array<Row> = []
  let last: ReadonlyArray<Value> = [Number.MIN_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]
  const [a, b] = [params.length + 1, params.length + 2]
  const slice = `from ${from} where ${where} and (${first}, ${second}) > ($${a}, $${b}) order by ${first}, ${second}`
  while (true) {
    const values = [...params, ...last]
    // Not one template, because the tests would take most other statements for it.
    found.push(...(yield* query(["select", aggregate, "from (select", columns, slice, `limit ${atOnce}) r`, rest].join(" "), values)))
    const [end] = yield* query(["select", first, "as first,", second, "as second", slice, `limit 1 offset ${atOnce - 1}`].join(" "), values)
    if (end === undefined) return found
    last = [Number(end.first), Number(end.second)]
    yield* Effect.yieldNow
  }
})
