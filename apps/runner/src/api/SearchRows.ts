/**
 * Finds what has a number or an id, or begins with what was typed. Each statement begins at an index of the number, and reads a bounded
 * number of rows from there, however many there are.
 */
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as ContractRegistry from "../ContractRegistry.ts"
import type { Database, DatabaseFailed, Row, Value } from "../store/Database.ts"
import type { Seen } from "./CallerLinks.ts"

/** Rows that are read from where the typed text begins. Texts with the same beginning follow each other in the alphabet of any language. */
export const walked = 60

/** The same for an account that is limited to links, because most of them may belong to others. Of its own, as many are returned. */
export const walkedOfAll = 2000

/** The most statements that are joined to one. */
const joined = 50

/** Where numbers stand in an index. */
interface Place {
  /** What the number is to what is found. */
  readonly by: string
  readonly table: string
  readonly column: string
  /** The columns that are read as `a`, `b` and `c`. */
  readonly read: readonly [a: string, b?: string, c?: string]
  /** The columns before it in the index, with their values. */
  readonly fixed?: Readonly<Record<string, string>>
  /** SQL for the links one of which an account has to see, read as columns of the row. Default: that of the order with the id `a`. */
  readonly links?: readonly [string, ...ReadonlyArray<string>]
}

/** A row that was found. */
export interface Hit {
  readonly by: string
  /** The number or id that was found. */
  readonly matched: string
  readonly a: string | number
  readonly b: string | null
  readonly c: string | null
}

const selectedOf = ({ by, column, read: [a, b = "null", c = "null"] }: Place): string => `select '${by}' as found_by, ${column} as matched, ${a} as a, ${b} as b, ${c} as c from`

/** Reads from several places. `condition` is about the column of the numbers, and its parameters are `before`. */
const readFrom = (db: Database["Service"], places: ReadonlyArray<Place>, before: ReadonlyArray<Value>, statement: (selected: string, from: string, place: Place) => string) =>
  Effect.gen(function*(): Effect.fn.Return<ReadonlyArray<Hit>, DatabaseFailed> {
    const found: Array<Row> = []
    for (let at = 0; at < places.length; at += joined) {
      const params = [...before]
      const parts = places.slice(at, at + joined).map((place, index) => {
        const fixed = Object.entries(place.fixed ?? {}).map(([column, value]) => `${column} = $${params.push(value)} and `).join("")
        return `select * from (${statement(selectedOf(place), `${place.table} where ${fixed}${place.column}`, place)}) u${index}`
      })
      found.push(...(yield* db.query(parts.join(" union all "), params)))
    }
    return found.map((row): Hit => ({ by: row.found_by, matched: row.matched, a: row.a, b: row.b, c: row.c }))
  })

/** SQL: a row `w` belongs to one of the links, which are parameters after the first `before`. */
const isOf = ({ links = ["(select o.scope from entity o where o.id = w.a)"] }: Place, scopes: ReadonlyArray<string>, before: number): string => {
  // No link has an empty scope.
  const these = scopes.length === 0 ? "('')" : `(${scopes.map((_, at) => `$${before + at + 1}`).join(", ")})`
  return `(${links.map((link) => `${link} in ${these}`).join(" or ")})`
}

/** Reads from the places of one link, and from those at which links stand beside each other. The latter statement has `scopes` as its last parameters. */
const ofLinks = (
  db: Database["Service"], places: ReadonlyArray<Place>, before: ReadonlyArray<Value>, scopes: ReadonlyArray<string> | undefined,
  statement: (selected: string, from: string, place: Place, isOfLinks?: string) => string
) => {
  const [others, shared] = scopes === undefined ? [places, []] : Arr.partition(places, (place) => place.fixed?.scope === undefined ? Result.fail(place) : Result.succeed(place))
  return Effect.zipWith(
    readFrom(db, others, before, statement),
    readFrom(db, shared, [...before, ...scopes ?? []], (selected, from, place) => statement(selected, from, place, isOf(place, scopes ?? [], before.length))),
    (one, other) => [...one, ...other]
  )
}

/** What begins with a text, of what belongs to one of the links. Undefined: of all. */
export const beginning = (db: Database["Service"], places: ReadonlyArray<Place>, typed: string, scopes?: ReadonlyArray<string>) =>
  ofLinks(db, places, [typed, [...typed].length], scopes, (selected, from, { column }, isOfLinks) => {
    const first = (rows: number) => `select * from (${selected} ${from} >= $1 order by ${column} limit ${rows}) w where substr(w.matched, 1, $2) = $1`
    return isOfLinks === undefined ? first(walked) : `select * from (${first(walkedOfAll)} and ${isOfLinks} limit ${walked}) f`
  })

/** Whether more may begin with the text than was read. */
export const isCut = (found: ReadonlyArray<Pick<Hit, "by">>): boolean => {
  const counts = new Map<string, number>()
  for (const { by } of found) counts.set(by, (counts.get(by) ?? 0) + 1)
  return [...counts.values()].some((count) => count >= walked)
}

/** With more texts it is worth asking first which places have any number at all, because most kinds of orders are at few connections. */
const mostTextsInEmptyPlaces = 5

/** The places at which any number stands. */
const inUse = Effect.fnUntraced(function*(db: Database["Service"], places: ReadonlyArray<Place>): Effect.fn.Return<ReadonlyArray<Place>, DatabaseFailed> {
  const params: Array<Value> = []
  const parts = places.flatMap(({ column, fixed, table }, at) => {
    if (fixed === undefined) return []
    const conditions = Object.entries(fixed).map(([name, value]) => `${name} = $${params.push(value)}`)
    return [`select ${at} as n from (select 1 as is_one from ${table} where ${conditions.join(" and ")} and ${column} is not null order by ${column} limit 1) u${at}`]
  })
  const used = new Set<number>()
  for (let at = 0; at < parts.length; at += joined) {
    // Not one template, because the tests would take most other statements for it.
    for (const row of yield* db.query(parts.slice(at, at + joined).join(" union all "), params)) used.add(Number(row.n))
  }
  return places.filter(({ fixed }, at) => fixed === undefined || used.has(at))
})

/** What is one of these texts, of what belongs to one of the links. Undefined: of all. */
export const exact = Effect.fnUntraced(function*(db: Database["Service"], all: ReadonlyArray<Place>, texts: ReadonlyArray<string>, scopes?: ReadonlyArray<string>): Effect.fn.Return<ReadonlyArray<Hit>, DatabaseFailed> {
  const places = texts.length > mostTextsInEmptyPlaces ? yield* inUse(db, all) : all
  return yield* ofLinks(db, places, texts, scopes, (selected, from, _place, isOfLinks) => {
    const first = (rows: number) => `${selected} ${from} in (${texts.map((_, at) => `$${at + 1}`).join(", ")}) limit ${rows}`
    const most = walked * texts.length
    return isOfLinks === undefined ? first(most) : `select * from (${first(Math.max(walkedOfAll, most))}) w where ${isOfLinks} limit ${most}`
  })
})

/** The kinds of records that the links and connections of a contract have. */
const kindsOf = new Map(ContractRegistry.all.map(({ contract, kinds = [] }) => [contract.id as string, kinds.map(({ kind }) => kind)]))

/** Where the numbers of the orders stand that an account sees. `a` is the row of the order. */
export const ofOrders = ({ all, links }: Pick<Seen, "all" | "links">): ReadonlyArray<Place> => [
  ...links.flatMap(({ contract, scope }) =>
    (kindsOf.get(contract) ?? []).map((kind): Place => ({ by: "number", table: "entity", column: "number", read: ["id"], fixed: { scope, kind } }))),
  ...all.flatMap(({ id: connection, plugin }) => (kindsOf.get(plugin.contract) ?? []).flatMap((kind): ReadonlyArray<Place> => [
    { by: "numberSent", table: "entity", column: "number_sent", read: ["id"], fixed: { connection, kind } },
    { by: "peerNumber", table: "entity", column: "peer_number", read: ["id"], fixed: { connection, kind } }
  ])),
  { by: "onlineOrderId", table: "entity", column: "online_number", read: ["id"] },
  { by: "displayNumber", table: "entity", column: "display_number", read: ["id"] },
  { by: "partNumber", table: "desk_part", column: "number", read: ["entity"] },
  { by: "trackingNumber", table: "parcel", column: "tracking_number", read: ["entity"] },
  { by: "trackingNumber", table: "desk_parcel", column: "tracking_number", read: ["entity"] },
  { by: "trackingNumber", table: "desk_part", column: "tracking_number", read: ["entity"] }
]

/** `b` is the link of a delivery. */
export const ofDeliveries: ReadonlyArray<Place> = [{ by: "id", table: "delivery", column: "id", read: ["seq", "scope", "state"], links: ["w.b"] }]

/** `b` is the link or connection of a call, `c` the link whose caller waited for it. */
export const ofCalls: ReadonlyArray<Place> = [{ by: "requestId", table: "call", column: "request_id", read: ["id", "scope", "on_behalf_of"], links: ["w.b", "w.c"] }]

/** `b` is the link that has the SKU. */
export const ofSkus = (scopes: ReadonlyArray<string>): ReadonlyArray<Place> => [
  { by: "sku", table: "published_stock", column: "sku", read: ["sku", "scope"], links: ["w.b"] },
  { by: "sku", table: "desk_need", column: "sku", read: ["sku", "(select e.scope from entity e where e.id = desk_need.entity)"], links: ["w.b"] },
  ...scopes.flatMap((scope): ReadonlyArray<Place> => [
    { by: "sku", table: "mapping", column: "ours", read: ["ours", "scope"], fixed: { scope, kind: "sku" }, links: ["w.b"] },
    { by: "peerSku", table: "mapping", column: "theirs", read: ["ours", "scope"], fixed: { scope, kind: "sku" }, links: ["w.b"] }
  ])
]

/** The rows of orders by their ids. */
export const orders = (db: Database["Service"], ids: ReadonlyArray<number>) =>
  Effect.map(
    ids.length === 0 ? Effect.succeed<ReadonlyArray<Row>>([]) : db.query(
      `select e.id, e.scope, e.kind, e.number, e.generation, e.phase, e.created_at from entity e where e.id in (${ids.map((_, at) => `$${at + 1}`).join(", ")})`,
      ids
    ),
    (rows) => new Map(rows.map((row) => [Number(row.id), row]))
  )

/** The times of calls and deliveries, with what happened. */
export const times = Effect.fnUntraced(function*(db: Database["Service"], table: "call" | "delivery", ids: ReadonlyArray<number>): Effect.fn.Return<ReadonlyMap<number, Row>, DatabaseFailed> {
  if (ids.length === 0) return new Map()
  const places = ids.map((_, at) => `$${at + 1}`).join(", ")
  const rows = yield* db.query(
    table === "call"
      ? `select id as n, at, direction, operation, code as state, scope, on_behalf_of from call where id in (${places})`
      : `select seq as n, created_at as at, connection, operation, state, scope, entity from delivery where seq in (${places})`,
    ids
  )
  return new Map(rows.map((row) => [Number(row.n), row]))
})
