/**
 * Splits queries for orders into parts. If a peer refuses a part because of one order, the runner finds that order by halving the
 * part, and asks for it alone from then on. An order that is refused or cannot be stored does not block the others.
 */
import type { AdapterError } from "@crossdock/core"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import { groupsOf } from "../../engine/Groups.ts"
import type { DatabaseFailed, Row } from "../../store/Database.ts"

export type ReadFailed = AdapterError.AdapterError | DatabaseFailed

/** The result of a query: the orders that the peer returned, and those for which the query or the write failed. */
export interface Refreshed<Status> {
  readonly found: ReadonlyArray<Status>
  readonly failed: ReadonlyArray<Failed>
}

export interface Failed {
  /** The ERP's number. */
  readonly number: string
  readonly error: ReadFailed
}

export interface Part {
  readonly at: { readonly warehouseCode?: string }
  readonly rows: ReadonlyArray<Row>
}

/** The maximum number of splits in one round, to find the order that the peer refuses. */
const mostSplits = 16
/** The maximum number of orders that are asked for alone. */
const mostApart = 1000

/** Returns true if the failure comes from this row and the database works. */
const isOfRow = (error: DatabaseFailed): boolean => error.diagnosis.is === "other"

/** Returns true if the peer responded and its error is about the requested orders. */
const isAboutContent = (error: ReadFailed): error is AdapterError.AdapterError =>
  error._tag === "AdapterError" &&
  ["Rejected", "FaultUnlisted", "ResponseInvalid", "RequestInvalid"].includes(error.reason._tag)

/** Stores one result. A failure of this row is added to `failed`, so that it does not block the others. */
export const eachStored = (number: string, failed: Array<Failed>, store: Effect.Effect<void, DatabaseFailed>) =>
  Effect.catchIf(store, isOfRow, (error) => Effect.sync(() => void failed.push({ number, error })))

/** Fails if the query failed for one of the orders. Use it to respond to a caller. */
export const whole = <Status>(work: Effect.Effect<Refreshed<Status>, ReadFailed>): Effect.Effect<ReadonlyArray<Status>, ReadFailed> =>
  Effect.flatMap(work, ({ failed: [first], found }) => first === undefined ? Effect.succeed(found) : Effect.fail(first.error))

export const make = () => {
  /** Orders that a peer refused. They are asked for alone from then on. */
  const apart = new Set<string>()
  const apartKey = (row: Row): string => `${row.scope} ${row.number_sent}`
  const setApart = ({ rows: [row] }: Part): void => {
    if (apart.size >= mostApart) apart.clear()
    if (row !== undefined) apart.add(apartKey(row))
  }

  /**
   * Queries part by part. A refused part is halved until the refused order is found. If the peer is unavailable, the rest is
   * not asked for. Returns the failures with their orders.
   */
  const each = (parts: ReadonlyArray<Part>, ask: (part: Part) => Effect.Effect<ReadonlyArray<Failed>, ReadFailed>): Effect.Effect<ReadonlyArray<Failed>, ReadFailed> =>
    Effect.gen(function*() {
      const failed: Array<Failed> = []
      const left = [...parts]
      let splits = 0
      for (let part = left.shift(); part !== undefined; part = left.shift()) {
        const result = yield* Effect.result(ask(part))
        if (result._tag === "Success") {
          failed.push(...result.success)
          if (part.rows.length === 1) apart.delete(apartKey(part.rows[0]!))
          continue
        }
        const error = result.failure
        if (!isAboutContent(error)) return yield* Effect.fail(error)
        const half = Math.ceil(part.rows.length / 2)
        if (part.rows.length > 1 && splits++ < mostSplits) {
          left.unshift({ ...part, rows: part.rows.slice(0, half) }, { ...part, rows: part.rows.slice(half) })
          continue
        }
        if (part.rows.length === 1) setApart(part)
        failed.push(...part.rows.map((row) => ({ number: row.number, error })))
      }
      return failed
    })

  /** Splits rows into parts of one warehouse each, with at most as many rows as the peer accepts in one query. */
  const partsOf = (rows: ReadonlyArray<Row>, size: number): ReadonlyArray<Part> => {
    const codeOf = (row: Row): string => row.peer_warehouse_code ?? ""
    const placeOf = (code: string) => code === "" ? {} : { warehouseCode: code }
    const isAlone = (row: Row): boolean => apart.has(apartKey(row))
    const groups = groupsOf(rows.filter((row) => !isAlone(row)), codeOf)
    return [
      ...[...groups].flatMap(([code, group]) => Arr.chunksOf(group, size).map((some) => ({ at: placeOf(code), rows: some }))),
      ...rows.filter(isAlone).map((row) => ({ at: placeOf(codeOf(row)), rows: [row] }))
    ]
  }

  return { partsOf, each }
}
