/**
 * Finds calls, newest or oldest first. Each condition has an index that ends in the id, which is the order of time.
 */
import * as Effect from "effect/Effect"
import { Connections } from "../connection/Connections.ts"
import { Kinds } from "../records/Kinds.ts"
import * as NumberSearch from "../records/NumberSearch.ts"
import { where } from "../api/Responses.ts"
import { Database, type DatabaseFailed, type Row, type Value } from "../store/Database.ts"
import * as CallStore from "./CallStore.ts"

export interface Wanted {
  readonly number?: string
  readonly scope?: string
  /** One name, or several with commas between them. */
  readonly operation?: string
  readonly code?: string
  readonly refused?: boolean
  readonly direction?: "in" | "out"
  readonly requestId?: string
  readonly traceId?: string
  /** Milliseconds since 1970. */
  readonly since?: number
  readonly until?: number
}

export const columns = "c.id, c.at, c.direction, c.scope, c.on_behalf_of, c.protocol, c.operation, c.number, c.code, c.status, c.millis, c.request_id, c.trace_id"

type Condition = readonly [text: string, ...values: ReadonlyArray<Value>]

/** Most numbers of one order that are searched, and calls that name one of them. */
const mostNumbers = 30
const mostOfNumber = 2000

const placesOf = (values: ReadonlyArray<string>): string => values.map(() => "?").join(", ")

/**
 * One condition leads through its index, and the others are written so that no index serves them: a database that knows nothing of the
 * values could choose the one that most rows have.
 */
const conditionsOf = ({ code, direction, operation, refused, requestId, scope, traceId }: Wanted, isByNumber: boolean): ReadonlyArray<Condition> => {
  const found: Array<Condition> = []
  let isLed = isByNumber
  const add = (column: string, value: string | undefined, more = ""): void => {
    if (value === undefined) return
    found.push([`${isLed ? `c.${column} || ''` : `c.${column}`} = ?${more}`, value])
    isLed = true
  }
  add("request_id", requestId)
  if (traceId !== undefined) found.push(["c.trace_id || '' = ?", traceId])
  if (code === "OK") found.push(["c.code || '' = 'OK'"])
  else add("code", code, " and c.code <> 'OK'")
  if (refused === true && code === undefined) {
    found.push([isLed ? "c.code || '' <> 'OK'" : "c.code <> 'OK'"])
    isLed = true
  }
  add("scope", scope)
  const [first, ...others] = operation?.split(",") ?? []
  if (first === undefined || others.length === 0) add("operation", first)
  else found.push([`c.operation || '' in (${placesOf([first, ...others])})`, first, ...others])
  if (direction !== undefined) found.push(["c.direction = ?", direction])
  return found
}

export interface Page {
  /** The id of the last call of the page before. Default: the first page. */
  readonly after?: number
  /** Default: newest first. */
  readonly isOldestFirst?: boolean
  readonly rows: number
  readonly withContent: boolean
}

/** The statement of a search. `numbers` are those of one order, or what stands for a trace; undefined: calls about any. */
export const statement = (wanted: Wanted, numbers: ReadonlyArray<string> | undefined, { after, isOldestFirst = false, rows, withContent }: Page): readonly [text: string, params: ReadonlyArray<Value>] => {
  const end = wanted.until === undefined ? Number.MAX_SAFE_INTEGER : CallStore.firstIdOf(wanted.until)
  const start = wanted.since === undefined ? undefined : CallStore.firstIdOf(wanted.since)
  const { params, text } = where([
    ["c.id < ?", isOldestFirst ? end : Math.min(end, after ?? end)],
    isOldestFirst ? ["c.id >= ?", Math.max(start ?? 0, (after ?? -1) + 1)] : start === undefined ? undefined : ["c.id >= ?", start],
    numbers === undefined ? undefined : [`c.id in (select n.call_id from call_number n where n.number in (${placesOf(numbers)}) order by n.call_id desc limit ${mostOfNumber})`, ...numbers],
    ...conditionsOf(wanted, numbers !== undefined)
  ])
  return [`select ${columns}${withContent ? ", c.content_sealed" : ""} from call c where ${text} order by c.id ${isOldestFirst ? "asc" : "desc"} limit ${rows}`, params]
}

/** Returns the search of the runner. */
export const make = Effect.gen(function*() {
  const db = yield* Database
  const kinds = yield* Kinds
  const connections = yield* Connections
  const records = NumberSearch.make(db, kinds)

  /** All numbers of the records that have a number, because each system names an order by its own. */
  const numbersOf = Effect.fnUntraced(function*(number: string) {
    const scopes = [...connections.links, ...connections.receivers].map(({ scope }) => scope)
    const found = yield* records(number, { scopes, connections: connections.all.map(({ id }) => id), kinds: kinds.all })
    const numbers = new Set([number])
    for (const { kind, number: own, scope } of found.slice(0, mostNumbers)) {
      numbers.add(own)
      const rows = yield* db.query(
        "select id, number_sent, peer_number from entity where scope = $1 and kind = $2 and number = $3 order by generation desc limit 5",
        [scope, kind, own]
      )
      for (const row of rows) {
        for (const other of [row.number_sent, row.peer_number]) if (typeof other === "string") numbers.add(other)
        const parts = yield* db.query(`select number from desk_part where entity = $1 order by created_at limit ${mostNumbers}`, [row.id])
        for (const part of parts) numbers.add(part.number)
      }
    }
    return [...numbers].slice(0, mostNumbers)
  })

  return Effect.fnUntraced(function*(wanted: Wanted, page: Page): Effect.fn.Return<ReadonlyArray<Row>, DatabaseFailed> {
    const ofTrace = wanted.traceId === undefined ? undefined : [CallStore.traceName(wanted.traceId)]
    const numbers = wanted.number === undefined ? ofTrace : yield* numbersOf(wanted.number)
    return yield* db.query(...statement(wanted, numbers, page))
  })
})
