/**
 * Finds calls, newest or oldest first. Each condition has an index that ends in the id, which is the order of time.
 */
import type { Operation } from "@crossdock/core"
import * as Effect from "effect/Effect"
import { Connections } from "../connection/Connections.ts"
import * as Contracts from "../Contracts.ts"
import { Kinds } from "../records/Kinds.ts"
import * as NumberSearch from "../records/NumberSearch.ts"
import { scopeIn, type Seen } from "../connection/VisibleLinks.ts"
import { type Condition, where } from "../store/Conditions.ts"
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

type Needed = NonNullable<Condition>

/** Most numbers of one order that are searched, and calls that name one of them. */
const mostNumbers = 30
const mostOfNumber = 2000

const placesOf = (values: ReadonlyArray<string>): string => values.map(() => "?").join(", ")

/**
 * One condition leads through its index, and the others are written so that no index serves them: a database that knows nothing of the
 * values could choose the one that most rows have.
 */
const conditionsOf = ({ code, direction, operation, refused, requestId, scope, traceId }: Wanted, isByNumber: boolean): ReadonlyArray<Needed> => {
  const found: Array<Needed> = []
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

/** The operations that change one record of the link for which they are called. What a peer answers to any other may be about several links. */
const changes: ReadonlyArray<string> = [...new Set(Object.values(Contracts.byId).flatMap(({ operations }): ReadonlyArray<Operation.Any> => Object.values(operations))
  .flatMap(({ kind, name }) => kind === "create" || kind === "cancel" ? [name] : []))]

/** The calls of these links: those that their callers made, and the changes at peers that were made for them. Undefined: all calls. */
const ofLinks = (scopes: ReadonlyArray<string> | undefined): Condition => {
  const [own, made] = [scopeIn("c.scope || ''", scopes), scopeIn("c.on_behalf_of", scopes)]
  return own === undefined || made === undefined
    ? undefined
    : [`((c.direction = 'in' and ${own[0]}) or (${made[0]} and c.operation || '' in (${placesOf(changes)})))`, ...own.slice(1), ...made.slice(1), ...changes]
}

/** Whether a call is one of these links. */
export const isOf = (scopes: ReadonlyArray<string> | undefined, { direction, on_behalf_of, operation, scope }: Row): boolean =>
  scopes === undefined || (direction === "in" && scopes.includes(scope)) || (scopes.includes(on_behalf_of) && changes.includes(operation))

export interface Page {
  /** The id of the last call of the page before. Default: the first page. */
  readonly after?: number
  /** Default: newest first. */
  readonly isOldestFirst?: boolean
  readonly rows: number
  readonly withContent: boolean
  /** Only calls of these links. Default: of all. */
  readonly scopes?: ReadonlyArray<string> | undefined
}

/** The statement of a search. `numbers` are those of one order, or what stands for a trace; undefined: calls about any. */
export const statement = (wanted: Wanted, numbers: ReadonlyArray<string> | undefined, { after, isOldestFirst = false, rows, scopes, withContent }: Page): readonly [text: string, params: ReadonlyArray<Value>] => {
  const end = wanted.until === undefined ? Number.MAX_SAFE_INTEGER : CallStore.firstIdOf(wanted.until)
  const start = wanted.since === undefined ? undefined : CallStore.firstIdOf(wanted.since)
  const { params, text } = where([
    ["c.id < ?", isOldestFirst ? end : Math.min(end, after ?? end)],
    isOldestFirst ? ["c.id >= ?", Math.max(start ?? 0, (after ?? -1) + 1)] : start === undefined ? undefined : ["c.id >= ?", start],
    numbers === undefined ? undefined : [`c.id in (select n.call_id from call_number n where n.number in (${placesOf(numbers)}) order by n.call_id desc limit ${mostOfNumber})`, ...numbers],
    ofLinks(scopes),
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
  const numbersOf = Effect.fnUntraced(function*(seen: Seen, number: string) {
    const scopes = [...seen.links, ...seen.receivers].map(({ scope }) => scope)
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

  return Effect.fnUntraced(function*(seen: Seen, wanted: Wanted, page: Omit<Page, "scopes">): Effect.fn.Return<ReadonlyArray<Row>, DatabaseFailed> {
    const ofTrace = wanted.traceId === undefined ? undefined : [CallStore.traceName(wanted.traceId)]
    const numbers = wanted.number === undefined ? ofTrace : yield* numbersOf(seen, wanted.number)
    return yield* db.query(...statement(wanted, numbers, { ...page, scopes: seen.scopes }))
  })
})
