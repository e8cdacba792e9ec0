/**
 * Handlers for outbound and inbound orders: the newest ones, and everything known about one number.
 */
import { Quantity } from "@crossdock/core"
import * as Arr from "effect/Array"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { HttpApiBuilder } from "effect/http-api"
import * as Option from "effect/Option"
import { Connections } from "../connection/Connections.ts"
import { Creates } from "../intents/CreateEntry.ts"
import * as Entities from "../records/Entities.ts"
import { peerNumberOf } from "../records/GenerationStore.ts"
import { entityOf, Kinds, type KindRow } from "../records/Kinds.ts"
import * as OpenOrders from "../records/OpenOrders.ts"
import * as UntakenOrders from "../records/UntakenOrders.ts"
import { Database, parameters, type Row } from "../store/Database.ts"
import * as StoredCounts from "../store/StoredCounts.ts"
import { Vault } from "../store/Vault.ts"
import { connectionNamed, defaultLimit, fromCursor, instant, linkNamed, member, notFound, pageOf, stored, toCursor } from "./Responses.ts"
import { who as whoCalls } from "./Who.ts"
import * as CallerLinks from "./CallerLinks.ts"
import { Api, type Order, type OrderDetail } from "@crossdock/admin-api"
import { columns, toDelivery } from "./DeliveryRows.ts"
import * as ShippedPieces from "../desk/ShippedPieces.ts"
import { decisionOf, sentence } from "./DeskDecisions.ts"
import { hidingOf, historyOf, opened, toIntent, withContents } from "./IntentRows.ts"
import * as NumberChain from "./NumberChain.ts"
import * as OrderErasure from "./OrderErasure.ts"
import * as OrderList from "./OrderList.ts"
import * as OrderParcels from "./OrderParcels.ts"
import * as OrderSearch from "./OrderSearch.ts"
import * as OrderSentence from "./OrderSentence.ts"
import * as OrderSummary from "./OrderSummary.ts"
import * as SearchRows from "./SearchRows.ts"

const newest = [Number.MAX_SAFE_INTEGER, "~", "~", "~"] as const

/** History entries that need a person's attention. */
const isConflict: ReadonlySet<string> = new Set(["conflict", "late", "alarm"])

const readCount = (text: string): number | string => StoredCounts.plain(Quantity.of(text))

const mostDeliveries = 200

const toOrder = (row: Row, look: OpenOrders.Look | undefined): Order => ({
  kind: row.kind,
  scope: row.scope,
  connection: row.connection,
  number: row.number,
  generation: row.generation,
  ...member("phase", row.phase as string | null),
  ...member("status", row.peer_status as string | null),
  ...member("intent", row.intent as Order["intent"] | null),
  ...member("trackingNumber", row.tracking_number as string | null),
  ...member("lookAt", look, ({ is, since }) => ({ is, since: instant(since) })),
  createdAt: instant(row.created_at),
  updatedAt: instant(row.updated_at)
})

/** When the parts of an order of the desk left their warehouses, by their numbers. */
const partTimesOf = (db: Database["Service"], entity: number) =>
  Effect.map(
    db.query("select p.number, e.shipped_at, e.delivered_at from desk_part p join entity e on e.id = p.record where p.entity = $1", [entity]),
    (rows) => Object.fromEntries(rows.map((row) => [row.number as string, { ...member("shippedAt", row.shipped_at as number | null, instant), ...member("deliveredAt", row.delivered_at as number | null, instant) }]))
  )

const details = Effect.gen(function*() {
  const db = yield* Database
  const shippedPieces = yield* ShippedPieces.make
  const vault = yield* Vault
  const kinds = yield* Kinds
  const creates = yield* Creates
  const entities = Entities.make(db)
  const connections = yield* Connections
  // Read for each request, because connections and links change at run time.
  const erps = () => connections.all.filter(({ plugin }) => connections.contracts.takesDeliveries(plugin)).map(({ id }) => id)
  const warehouses = () => connections.all.filter(({ plugin }) => connections.contracts.takesCreates(plugin))
  /** Undefined: the order needs no attention, or is not at the warehouse yet. */
  const lookOf = (row: Row, now: number) =>
    row.scope.startsWith("receiver:") ? undefined : OpenOrders.lookAt(kinds, row, warehouses().find(({ id }) => id === row.connection), now)

  /** Everything known about a number in one scope; undefined if nothing is. */
  const detailOf = Effect.fnUntraced(function*({ hasBatches, kind, namedIn, queues = [] }: KindRow, scope: string, number: string) {
    const entity = entityOf(kind, number)
    const row = yield* entities.get(scope, kind, number)
    const intentRows = yield* db.query(
      `${withContents} where e.scope = $1 and e.kind = $2 and e.number = $3 order by e.generation desc`,
      [scope, kind, number]
    )
    const first = row ?? intentRows[0]
    if (first === undefined) return undefined
    const hide = yield* hidingOf(vault, creates, intentRows)
    const intents = intentRows.map((one) => toIntent(kinds, one, hide))
    const history = yield* historyOf(db, { scope, kind, number }, hide)
    const parcels = yield* OrderParcels.of(db, scope, kind, number)
    const lines = yield* db.query(
      `select l.*, e.generation from entity e join inbound_line l on l.entity = e.id where e.scope = $1 and e.kind = $2 and e.number = $3
       order by e.generation desc, l.sku`,
      [scope, kind, number]
    )
    const about = [entity, ...queues.map((queue) => entityOf(queue, number))].map((name) => `${scope} ${name}`)
    const owed = yield* Effect.forEach(erps(), (erp) =>
      db.query(
        `select ${columns} from delivery d where d.connection = $1 and d.entity in (${parameters(about.length, 2)}) order by d.seq limit ${mostDeliveries}`,
        [erp, ...about]
      ))
    const deliveries = owed.flat().map(toDelivery)
    const peerNumber: string | undefined = row === undefined ? undefined : peerNumberOf(row)
    const look = row === undefined || (intents[0] !== undefined && intents[0].state !== "Delivered")
      ? undefined
      : lookOf(row, yield* Clock.currentTimeMillis)
    const desk = row === undefined ? undefined : yield* decisionOf(db, shippedPieces, row.id)
    const generation = Math.max(row?.generation ?? 0, intents[0]?.generation ?? 0)
    const detail: Omit<OrderDetail, "sentences"> = {
      ...toOrder({ ...first, kind, scope, number, generation, intent: intents[0]?.state, phase: row?.phase, peer_status: row?.peer_status }, look),
      ...member("numberSent", first.number_sent as string | null),
      isOpen: row === undefined ? ["Pending", "InFlight", "Doubtful"].includes(first.state) : row.is_open === 1,
      ...member("warehouseCode", row?.warehouse_code as string | null),
      ...member("peerWarehouseCode", row?.peer_warehouse_code as string | null),
      ...member("peerNumber", peerNumber),
      ...member("carrierName", row?.carrier_name as string | null),
      ...member("failedReason", row?.failed_reason as string | null, hide),
      ...member("trackingUrl", row?.tracking_url as string | null),
      ...member("shippedAt", row?.shipped_at as number | null, instant),
      ...member("deliveredAt", row?.delivered_at as number | null, instant),
      ...member("finishedAt", row?.finished_at as number | null, instant),
      ...member("checkedAt", row === undefined || row.checked_at === 0 ? undefined : row.checked_at as number, instant),
      ...member("batches", hasBatches === true ? row?.batches as number | undefined : undefined),
      ...member("desk", desk),
      message: OrderSummary.message({
        desk: desk && sentence(desk),
        isClosed: row?.is_open === 0,
        intent: intents[0],
        phase: row?.phase ?? undefined,
        status: row?.peer_status ?? undefined,
        peerNumber,
        trackingNumber: row?.tracking_number ?? undefined,
        failedReason: row?.failed_reason === null || row?.failed_reason === undefined ? undefined : hide(row.failed_reason),
        lookAt: look && { is: look.is, since: instant(look.since) },
        deliveries
      }),
      intents,
      history,
      conflicts: history.filter(({ what }) => isConflict.has(what)),
      parcels,
      lines: lines.map((line) => ({
        generation: line.generation,
        sku: line.sku,
        ...member("name", line.name as string | null),
        ...member("estimated", line.estimated as string | null, readCount),
        received: readCount(line.received),
        good: readCount(line.good),
        bad: readCount(line.bad)
      })),
      deliveries
    }
    const named = namedIn === undefined ? [] : yield* Effect.forEach(intentRows, (one) =>
      Effect.map(Effect.option(opened(vault, one)), Option.match({ onNone: () => [], onSome: ({ asked }) => namedIn(asked) })))
    const partTimes = desk === undefined || row === undefined ? {} : yield* partTimesOf(db, row.id)
    return { detail: { ...detail, sentences: OrderSentence.of({ ...detail, partTimes }) }, named: named.flat() }
  })

  return { detailOf, lookOf, warehouses }
})

/** The scopes to search. The scope of a removed link is used as it is written, if the account sees it. */
const scopesNamed = (seen: CallerLinks.Seen, text: string | undefined): Effect.Effect<ReadonlyArray<string>, Effect.Error<ReturnType<typeof linkNamed>>> =>
  text === undefined
    ? Effect.succeed([...seen.links, ...seen.receivers].map(({ scope }) => scope))
    : text.includes(":")
    ? Effect.succeed([text].filter(seen.sees))
    : Effect.map(linkNamed(seen, text), ({ scope }) => [scope])

const hint = "it is no order number, number at a warehouse, tracking number or batch number that this runner knows; `crossdock orders ls` lists the newest orders, and --link also accepts a removed link"

export const layer = HttpApiBuilder.group(Api, "orders", Effect.fnUntraced(function*(handlers) {
  const db = yield* Database
  const kinds = yield* Kinds
  const connections = yield* Connections
  const { detailOf, lookOf, warehouses } = yield* details
  const chain = yield* NumberChain.make(detailOf)
  const eraseOrder = yield* OrderErasure.make

  const kindsNamed = (kind: string | undefined): Effect.Effect<ReadonlyArray<KindRow>, ReturnType<typeof notFound>> => {
    if (kind === undefined) return Effect.succeed(kinds.all)
    const named = kinds.of(kind)
    return named === undefined
      ? Effect.fail(notFound("kind", kind, `this runner has the kinds ${kinds.all.map((one) => one.kind).join(", ")}`))
      : Effect.succeed([named])
  }

  const warehouseOf = ({ id }: { readonly id: string }) => ({ connection: id, links: connections.links.filter(({ peer }) => peer === id).map(({ scope }) => scope) })

  /** A page of orders. Those that an index of their own leads to are read through it. */
  const page = Effect.fnUntraced(function*(asked: OrderSearch.Asked, { after, limit = defaultLimit, toLookAt }: { readonly after?: string; readonly limit?: number; readonly toLookAt?: boolean }) {
    const from = yield* OrderSearch.withNames(db, yield* fromCursor(after, newest))
    const now = yield* Clock.currentTimeMillis
    const isSearch = [asked.ids, asked.state, asked.cause, asked.warehouse].some((one) => one !== undefined) || (toLookAt !== true && !OrderList.leads(asked))
    const { next, rows } = isSearch ? yield* OrderSearch.find(db, asked, from, limit + 1) : {
      next: undefined,
      rows: yield* db.query(...OrderList.statement({ ...asked, lookAt: toLookAt === true ? OpenOrders.condition(kinds, warehouses(), now) : undefined, after: from, rows: limit + 1 }))
    }
    const states = yield* OrderSearch.statesOf(db, rows.slice(0, limit).map(({ id }) => Number(id)))
    const shown = (row: Row): Order => ({
      ...toOrder(row, row.intent === null || row.intent === "Delivered" ? lookOf(row, now) : undefined),
      ...member("state", states.get(Number(row.id))?.state),
      ...member("cause", states.get(Number(row.id))?.cause)
    })
    const found = pageOf(rows, limit, shown, OrderSearch.positionOf)
    if (next === undefined || found.next !== undefined) return found
    return { ...found, next: toCursor(asked.scopes === undefined ? next : yield* OrderSearch.withoutNames(db, next)) }
  })

  return handlers.handleAll({
    list: ({ query }) =>
      stored(Effect.gen(function*() {
        yield* kindsNamed(query.kind)
        const seen = yield* CallerLinks.seen(connections)
        const scopes = query.link === undefined ? seen.scopes : yield* scopesNamed(seen, query.link)
        const few = yield* OrderList.few(db, { kind: query.kind, scopes })
        const begun = query.q === undefined ? undefined : yield* SearchRows.beginning(db, SearchRows.ofOrders(seen), query.q.trim(), seen.scopes)
        const asked: OrderSearch.Asked = {
          ids: begun && Arr.dedupe(begun.map(({ a }) => Number(a))),
          kind: query.kind,
          scopes: few ?? scopes,
          hasFew: few !== undefined,
          ...(query.open === true && { hasFewOpen: yield* OrderList.openIsFew(db) }),
          phase: query.phase,
          from: query.since && DateTime.toEpochMillis(query.since),
          until: query.until && DateTime.toEpochMillis(query.until),
          open: query.open,
          state: query.state,
          cause: query.cause,
          warehouse: query.warehouse === undefined ? undefined : warehouseOf(yield* connectionNamed(seen, query.warehouse))
        }
        const found = yield* page(asked, query)
        const total = query.total === true ? yield* OrderSearch.count(db, asked, newest) : undefined
        const whole = { ...found, ...member("total", total, ({ count, isMore }) => ({ count, isMore: isMore || (begun !== undefined && SearchRows.isCut(begun)) })) }
        if (query.toLookAt !== true || query.after !== undefined || query.kind !== undefined && query.kind !== "platform_order") return whole
        const untaken = scopes?.length === 0 ? [] : yield* UntakenOrders.listed(db.query, query.limit ?? defaultLimit, scopes)
        return { ...whole, untaken: untaken.map((one) => ({ ...one, firstAt: instant(one.firstAt), lastAt: instant(one.lastAt) })) }
      })),
    show: ({ params: { number }, query }) =>
      stored(Effect.gen(function*() {
        const seen = yield* CallerLinks.seen(connections)
        const scopes = yield* scopesNamed(seen, query.link)
        const found = yield* chain({ number, scopes, seen, kinds: yield* kindsNamed(query.kind), chainKinds: kinds.all, showsChain: false })
        return found ?? (yield* Effect.fail(notFound("order", number, hint)))
      })),
    erase: ({ params: { number }, payload: { isConfirmed = false, reason, who }, query }) =>
      stored(Effect.gen(function*() {
        const seen = yield* CallerLinks.seen(connections)
        return yield* eraseOrder({ number, scopes: yield* scopesNamed(seen, query.link), kinds: yield* kindsNamed(query.kind), reason, who: yield* whoCalls(who), isConfirmed })
      }))
  })
}))

export const asns = HttpApiBuilder.group(Api, "asns", Effect.fnUntraced(function*(handlers) {
  const kinds = yield* Kinds
  const connections = yield* Connections
  const chain = yield* NumberChain.make((yield* details).detailOf)
  const inbound = kinds.all.filter(({ isInboundOrder }) => isInboundOrder === true)

  return handlers.handleAll({
    show: ({ params: { number }, query }) =>
      stored(Effect.gen(function*() {
        const seen = yield* CallerLinks.seen(connections)
        const scopes = yield* scopesNamed(seen, query.link)
        const found = yield* chain({ number, scopes, seen, kinds: inbound, chainKinds: inbound, showsChain: true })
        return found ?? (yield* Effect.fail(notFound("inbound order", number, hint)))
      }))
  })
}))
