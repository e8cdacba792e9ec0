/**
 * Orders are asked for in parts. One that a peer refuses to tell of, or that cannot be stored, holds up none of the
 * others: it is found by halving its part, and asked for alone from then on.
 */
import type { AdapterError } from "@crossdock/core"
import * as Effect from "effect/Effect"
import type { DatabaseFailed, Row } from "../store/Database.ts"

export type ReadFailed = AdapterError.AdapterError | DatabaseFailed

/** What a peer said of some orders, and of which it could not be asked or stored; these hold up no others. */
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

/** How often the parts of one round are halved to find the order that the peer refuses to tell of. */
const mostSplits = 16
/** So many of them are asked for alone from then on. */
const mostApart = 1000

/** The database works, and this row does not. */
const isOfRow = (error: DatabaseFailed): boolean => error.diagnosis.is === "other"

/** The peer answered, and what it said belongs to what it was asked. */
const isAboutContent = (error: ReadFailed): error is AdapterError.AdapterError =>
  error._tag === "AdapterError" &&
  ["Rejected", "FaultUnlisted", "ResponseInvalid", "RequestInvalid"].includes(error.reason._tag)

/** A row that cannot be stored holds up none of the others. */
export const eachStored = (number: string, failed: Array<Failed>, store: Effect.Effect<void, DatabaseFailed>) =>
  Effect.catchIf(store, isOfRow, (error) => Effect.sync(() => void failed.push({ number, error })))

/** Whoever asks for orders is refused where one of them could not be asked for. */
export const whole = <Status>(work: Effect.Effect<Refreshed<Status>, ReadFailed>): Effect.Effect<ReadonlyArray<Status>, ReadFailed> =>
  Effect.flatMap(work, ({ failed: [first], found }) => first === undefined ? Effect.succeed(found) : Effect.fail(first.error))

export interface QueryParts {
  /** Rows of one warehouse each, and no more of them than the peer takes at a time. */
  readonly partsOf: (rows: ReadonlyArray<Row>, size: number) => ReadonlyArray<Part>
  /** Asks part by part, and answers what failed. A peer that is away is not asked on. */
  readonly each: (
    parts: ReadonlyArray<Part>,
    numberOf: (row: Row) => string,
    ask: (part: Part) => Effect.Effect<ReadonlyArray<Failed>, ReadFailed>
  ) => Effect.Effect<ReadonlyArray<Failed>, ReadFailed>
}

export const make = (): QueryParts => {
  /** Orders that a peer refused to tell of: the next time they are asked for alone. */
  const apart = new Set<string>()
  const apartKey = (row: Row): string => `${row.scope} ${row.number_sent}`
  const setApart = ({ rows: [row] }: Part): void => {
    if (apart.size >= mostApart) apart.clear()
    if (row !== undefined) apart.add(apartKey(row))
  }

  /**
   * Asks part by part. One that the peer refuses is halved until the order is found that it refuses to tell of; a peer
   * that is away is not asked on. Answers what failed, and of which order.
   */
  const each = (
    parts: ReadonlyArray<Part>,
    numberOf: (row: Row) => string,
    ask: (part: Part) => Effect.Effect<ReadonlyArray<Failed>, ReadFailed>
  ) =>
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
        failed.push(...part.rows.map((row) => ({ number: numberOf(row), error })))
      }
      return failed
    })

  /** Rows of one warehouse each, and no more of them than the peer takes at a time. */
  const partsOf = (rows: ReadonlyArray<Row>, size: number): ReadonlyArray<Part> => {
    const groups = new Map<string, Array<Row>>()
    const alone = rows.filter((row) => apart.has(apartKey(row)))
    for (const row of rows) {
      if (apart.has(apartKey(row))) continue
      const code = row.peer_warehouse_code ?? ""
      const group = groups.get(code)
      if (group === undefined) groups.set(code, [row])
      else group.push(row)
    }
    const placeOf = (code: string) => code === "" ? {} : { warehouseCode: code }
    return [
      ...[...groups].flatMap(([code, group]) =>
        Array.from({ length: Math.ceil(group.length / size) }, (_, index) => ({
          at: placeOf(code),
          rows: group.slice(index * size, (index + 1) * size)
        }))),
      ...alone.map((row) => ({ at: placeOf(row.peer_warehouse_code ?? ""), rows: [row] }))
    ]
  }

  return { partsOf, each }
}
