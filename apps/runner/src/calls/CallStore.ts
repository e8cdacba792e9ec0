/**
 * The rows of the log of calls: how they are added, and how old ones are removed.
 */
import * as Effect from "effect/Effect"
import type { Database, DatabaseFailed, Row, Value } from "../store/Database.ts"
import { lengths } from "../store/migrations/CallPoints.ts"
import type { Unit } from "../store/UnitOfWork.ts"
import { ok } from "./LoggedCall.ts"
import * as RecordNumbers from "./RecordNumbers.ts"

export interface CallRow {
  readonly id: number
  readonly at: number
  readonly direction: "in" | "out"
  readonly scope: string
  readonly onBehalfOf: string | null
  readonly protocol: string
  /** Of the contract. A call that was refused before has the method of its protocol, and "" if that is no name. */
  readonly operation: string
  readonly numbers: ReadonlyArray<string>
  readonly code: string
  readonly status: number | null
  readonly millis: number
  readonly requestId: string | null
  readonly traceId: string | null
  readonly content: string | null
  readonly size: number
}

/** The counts of one minute, scope, operation and outcome. */
export interface CountRow {
  readonly minute: number
  readonly scope: string
  readonly direction: "in" | "out"
  readonly operation: string
  readonly code: string
  readonly calls: number
  readonly millis: number
}

export interface Batch {
  readonly calls: ReadonlyArray<CallRow>
  readonly counts: ReadonlyArray<CountRow>
}

/** How many ids one millisecond has. An id stays an exact number until the year 2039. */
export const idsPerMilli = 4096
const hourMillis = 3_600_000

/** The first id of a time. */
export const firstIdOf = (at: number): number => at * idsPerMilli

/** Makes the ids of one process. Two processes may make the same one, and the later of them then makes another. */
export const idsFrom = (start: number): ((at: number) => number) => {
  let next = start
  return (at) => firstIdOf(at) + (next = (next + 1) % idsPerMilli)
}

const callColumns = "id, at, direction, scope, on_behalf_of, protocol, operation, number, code, status, millis, request_id, trace_id, content_sealed, size"
const types = ["bigint", "bigint", "text", "text", "text", "text", "text", "text", "text", "bigint", "bigint", "text", "text", "text", "bigint"]
const countTypes = ["bigint", "text", "text", "text", "text", "bigint", "bigint"]

const callOf = (row: CallRow): ReadonlyArray<Value> => [
  row.id, row.at, row.direction, row.scope, row.onBehalfOf, row.protocol, row.operation, RecordNumbers.firstOf(row.numbers) ?? null,
  row.code, row.status, row.millis, row.requestId, row.traceId, row.content, row.size
]

const countOf = (row: CountRow): ReadonlyArray<Value> => [row.minute, row.scope, row.direction, row.operation, row.code, row.calls, row.millis]

const placesOf = (count: number): string => Array.from({ length: count }, (_, at) => `$${at + 1}`).join(", ")
const arraysOf = (all: ReadonlyArray<string>): string => all.map((type, at) => `$${at + 1}::${type}[]`).join(", ")
const callText = `insert into call (${callColumns}) values (${placesOf(types.length)})`
const numberText = "insert into call_number (number, call_id) values ($1, $2)"
const columnsOf = (rows: ReadonlyArray<ReadonlyArray<Value>>, count: number): ReadonlyArray<ReadonlyArray<Value>> =>
  Array.from({ length: count }, (_, at) => rows.map((row) => row[at]!))

const countColumns = "minute, scope, direction, operation, code, calls, millis"
const addCount = "on conflict (minute, scope, direction, operation, code) do update set calls = call_count.calls + excluded.calls, millis = call_count.millis + excluded.millis"
const countText = `insert into call_count (${countColumns}) values (${placesOf(countTypes.length)}) ${addCount}`
const addSize = "on conflict (hour) do update set bytes = call_size.bytes + excluded.bytes"
const sizeText = `insert into call_size (hour, bytes) values ($1, $2) ${addSize}`

/** Bytes by the hour in which the calls began, oldest first, so that two nodes lock the rows in the same order. */
const sizesOf = (calls: ReadonlyArray<Pick<CallRow, "at" | "size">>): ReadonlyArray<readonly [hour: number, bytes: number]> => {
  const sizes = new Map<number, number>()
  for (const { at, size } of calls) sizes.set(Math.floor(at / hourMillis), (sizes.get(Math.floor(at / hourMillis)) ?? 0) + size)
  return [...sizes].toSorted(([a], [b]) => a - b)
}

/** The order in which two nodes lock the rows of counts. */
const sorted = (counts: ReadonlyArray<CountRow>): ReadonlyArray<CountRow> => {
  const keyOf = ({ code, direction, minute, operation, scope }: CountRow) => JSON.stringify([minute, scope, direction, operation, code])
  return counts.toSorted((a, b) => keyOf(a) < keyOf(b) ? -1 : 1)
}

const pointTypes = ["bigint", "bigint", "text", "text", "bigint", "bigint", "bigint"]
const pointColumns = "minutes, point, scope, direction, calls, failed, millis"
const addPoint = `on conflict (minutes, point, scope, direction) do update set
  calls = call_point.calls + excluded.calls, failed = call_point.failed + excluded.failed, millis = call_point.millis + excluded.millis`
const pointText = `insert into call_point (${pointColumns}) values (${placesOf(pointTypes.length)}) ${addPoint}`

/** The rows of the points in which the minutes are, in the order in which two nodes lock them. */
const pointsOf = (counts: ReadonlyArray<CountRow>): ReadonlyArray<ReadonlyArray<Value>> => {
  const points = new Map<string, [minutes: number, point: number, scope: string, direction: string, calls: number, failed: number, millis: number]>()
  for (const minutes of lengths) {
    for (const { calls, code, direction, millis, minute, scope } of counts) {
      const point = Math.floor(minute / minutes)
      const key = JSON.stringify([minutes, point, scope, direction])
      const row = points.get(key) ?? [minutes, point, scope, direction, 0, 0, 0]
      row[4] += calls
      row[5] += code === ok ? 0 : calls
      row[6] += millis
      points.set(key, row)
    }
  }
  return [...points].toSorted(([a], [b]) => a < b ? -1 : 1).map(([, row]) => row)
}

/** What stands for a trace among the numbers that lead to calls. */
export const traceName = (traceId: string): string => `trace ${traceId}`

/** What leads to a call: the numbers that it names, and its trace. */
const namesOf = ({ numbers, traceId }: CallRow): ReadonlyArray<string> => traceId === null ? numbers : [...numbers, traceName(traceId)]

/** Adds the rows of a batch. */
export const addition: Unit<Batch, void> = {
  name: "calls",
  key: () => "",
  isOneBatchAtATime: true,
  sqlite: (run, { calls, counts }) => {
    for (const call of calls) {
      run(callText, callOf(call))
      for (const number of namesOf(call)) run(numberText, [number, call.id])
    }
    for (const size of sizesOf(calls)) run(sizeText, size)
    for (const count of counts) run(countText, countOf(count))
    for (const point of pointsOf(counts)) run(pointText, point)
  },
  postgres: (inputs) => {
    const calls = inputs.flatMap((one) => one.calls)
    const counts = sorted(inputs.flatMap((one) => one.counts))
    const numbers = calls.flatMap((call) => namesOf(call).map((number): ReadonlyArray<Value> => [number, call.id]))
    return {
      statements: [
        { text: `insert into call (${callColumns}) select * from unnest(${arraysOf(types)})`, values: columnsOf(calls.map(callOf), types.length) },
        { text: "insert into call_number (number, call_id) select * from unnest($1::text[], $2::bigint[])", values: columnsOf(numbers, 2) },
        { text: `insert into call_size (hour, bytes) select * from unnest($1::bigint[], $2::bigint[]) ${addSize}`, values: columnsOf(sizesOf(calls), 2) },
        { text: `insert into call_count (${countColumns}) select * from unnest(${arraysOf(countTypes)}) ${addCount}`, values: columnsOf(counts.map(countOf), countTypes.length) },
        { text: `insert into call_point (${pointColumns}) select * from unnest(${arraysOf(pointTypes)}) ${addPoint}`, values: columnsOf(pointsOf(counts), pointTypes.length) }
      ],
      outs: () => inputs.map(() => undefined)
    }
  }
}

/** Rows of one transaction, which other writers wait for. */
const atOnce = 200

/**
 * Removes calls that began before a time, and the oldest ones until the rest is not larger than `bytes`. Returns how many were removed,
 * and whether there are more.
 */
export const remove = (db: Database["Service"], before: number, bytes: number): Effect.Effect<{ readonly removed: number; readonly isDone: boolean }, DatabaseFailed> =>
  db.transaction(Effect.gen(function*() {
    const total = yield* db.one("select coalesce(sum(bytes), 0) as bytes from call_size")
    const excess = Number(total?.bytes ?? 0) - bytes
    const oldest = yield* db.query(`select id, at, size from call order by id limit ${atOnce}${db.forUpdateSkipLocked}`)
    const rows: Array<Row> = []
    let freed = 0
    for (const row of oldest) {
      if (Number(row.at) >= before && freed >= excess) break
      freed += Number(row.size)
      rows.push(row)
    }
    if (rows.length === 0) return { removed: 0, isDone: true }
    const ids = Array.from({ length: atOnce }, (_, at) => Number(rows[Math.min(at, rows.length - 1)]!.id))
    const these = `(${placesOf(atOnce)})`
    yield* db.query(`delete from call_number where call_id in ${these}`, ids)
    yield* db.query(`delete from call where id in ${these}`, ids)
    for (const [hour, size] of sizesOf(rows.map((row) => ({ at: Number(row.at), size: Number(row.size) })))) {
      yield* db.query("update call_size set bytes = bytes - $2 where hour = $1", [hour, size])
    }
    yield* db.query("delete from call_size where bytes <= 0")
    return { removed: rows.length, isDone: rows.length < atOnce }
  }))

/** Removes counts of before a time, a bounded number at once. Returns whether there are no more. */
export const removeCounts = (db: Database["Service"], before: number): Effect.Effect<boolean, DatabaseFailed> =>
  Effect.gen(function*() {
    const minute = Math.floor(before / 60_000)
    // There are few of them, and the last of a time is removed although its counts were removed before.
    for (const minutes of lengths) yield* db.query("delete from call_point where minutes = $1 and point < $2", [minutes, Math.floor(minute / minutes)])
    const first = yield* db.one("select min(minute) as minute from call_count")
    const oldest = first?.minute === null || first === undefined ? minute : Number(first.minute)
    if (oldest >= minute) return true
    const until = Math.min(minute, oldest + 60)
    yield* db.query("delete from call_count where minute < $1", [until])
    return until >= minute
  })

/**
 * Removes the messages of calls that name one of these numbers, and of those that name more than are stored; what else is known of the
 * calls stays. Returns how many were removed.
 */
export const eraseMessages = (db: Database["Service"], numbers: ReadonlyArray<string>): Effect.Effect<number, DatabaseFailed> =>
  numbers.length === 0 ? Effect.succeed(0) : Effect.map(
    db.query(`update call set content_sealed = null where content_sealed is not null and id in (select call_id from call_number where number in (${placesOf(numbers.length + 1)})) returning id`, [...numbers, RecordNumbers.more]),
    (rows) => rows.length
  )
