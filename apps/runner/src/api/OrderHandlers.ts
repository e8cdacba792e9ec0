/**
 * Handlers for outbound and inbound orders: the newest ones, and everything known about one number.
 */
import { Quantity } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { HttpApiBuilder } from "effect/http-api"
import * as Contracts from "../Contracts.ts"
import { Connections } from "../connection/Connections.ts"
import { peerNumberOf } from "../delivery/Generations.ts"
import * as OpenOrders from "../delivery/OpenOrders.ts"
import { Database, type Row } from "../store/Database.ts"
import * as History from "../store/History.ts"
import * as StoredCounts from "../store/StoredCounts.ts"
import { Vault } from "../store/Vault.ts"
import { defaultLimit, fromCursor, instant, linkNamed, member, notFound, pageOf, stored, where } from "./Responses.ts"
import { Api, type Order, type OrderDetail } from "./Definition.ts"
import { columns, toDelivery } from "./DeliveryRows.ts"
import { hidingOf, historyOf, operationOf, toIntent } from "./IntentRows.ts"
import * as OrderSummary from "./OrderSummary.ts"

type Kind = "outbound" | "inbound"

const newest = [Number.MAX_SAFE_INTEGER, "~", "~", "~"] as const

/** History entries that need a person's attention. */
const isConflict: ReadonlySet<string> = new Set(["conflict", "late", "alarm"])

const readCount = (text: string): number | string => StoredCounts.plain(Quantity.of(text))

const mostDeliveries = 200

/** One row per order. For an order that never reached the peer it is the newest intent. `$1` to `$4` are the cursor. */
const parts: Readonly<Record<Kind, string>> = {
  outbound: `select cast('outbound' as text) as kind, scope, order_number as number, connection, generation, phase, peer_status,
      tracking_number, is_open, created_at, updated_at, absent_since, '${operationOf.outbound}' as operation, 'outbound:' || order_number as entity
    from outbound`,
  inbound: `select cast('inbound' as text) as kind, scope, asn_number as number, connection, generation, phase, peer_status,
      null as tracking_number, is_open, created_at, updated_at, absent_since, '${operationOf.inbound}' as operation, 'inbound:' || asn_number as entity
    from inbound`
}

const onlyIntent = (kind: Kind): string => {
  const [table, number, from] = kind === "outbound" ? ["outbound", "order_number", 10] : ["inbound", "asn_number", 9]
  return `select cast('${kind}' as text) as kind, i.scope, substr(i.entity, ${from}) as number, i.connection, i.generation,
      null as phase, null as peer_status, null as tracking_number,
      case when i.state in ('Pending', 'InFlight', 'Doubtful') then 1 else 0 end as is_open,
      i.created_at, i.updated_at, cast(null as bigint) as absent_since, i.operation, i.entity
    from intent i where i.operation = '${operationOf[kind]}'
      and i.state in ('Pending', 'InFlight', 'Doubtful', 'Dead', 'Cancelled') -- what was Delivered has its row
      and not exists (select 1 from ${table} o where o.scope = i.scope and o.${number} = substr(i.entity, ${from}))
      and not exists (select 1 from intent j where j.scope = i.scope and j.operation = i.operation and j.entity = i.entity
        and j.generation > i.generation)`
}

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

export const layer = HttpApiBuilder.group(Api, "orders", Effect.fnUntraced(function*(handlers) {
  const db = yield* Database
  const vault = yield* Vault
  const connections = yield* Connections
  // Read for each request, because connections and links change at run time.
  const erps = () => connections.all.filter(({ plugin }) => Contracts.isErp(plugin)).map(({ id }) => id)
  const scopes = () => [...connections.links, ...connections.receivers].map(({ scope }) => scope)

  const warehouses = () => connections.all.filter(({ plugin }) => Contracts.isWarehouse(plugin))
  /** Undefined: the order needs no attention, or is not at the warehouse yet. */
  const lookOf = (row: Row, kind: Kind, now: number) =>
    row.scope.startsWith("receiver:") ? undefined : OpenOrders.lookAt(row, kind, warehouses().find(({ id }) => id === row.connection), now)

  /** Everything known about a number in one scope; undefined if nothing is. */
  const detailOf = Effect.fnUntraced(function*(kind: Kind, scope: string, number: string) {
    const entity = kind === "outbound" ? History.outbound(number) : History.inbound(number)
    const [table, numberColumn] = kind === "outbound" ? ["outbound", "order_number"] : ["inbound", "asn_number"]
    const row = yield* db.one(`select * from ${table} where scope = $1 and ${numberColumn} = $2`, [scope, number])
    const intentRows = yield* db.query(
      "select * from intent where scope = $1 and operation = $2 and entity = $3 order by generation desc",
      [scope, operationOf[kind], entity]
    )
    const first = row ?? intentRows[0]
    if (first === undefined) return undefined
    const hide = yield* hidingOf(vault, intentRows)
    const intents = intentRows.map((one) => toIntent(one, hide))
    const history = yield* historyOf(db, scope, entity, hide)
    const parcels = kind === "inbound" ? [] : yield* db.query(
      "select * from parcel where scope = $1 and order_number = $2 order by seen_at, tracking_number",
      [scope, number]
    )
    const lines = kind === "outbound" ? [] : yield* db.query(
      "select * from inbound_line where scope = $1 and asn_number = $2 order by generation desc, sku",
      [scope, number]
    )
    const owed = yield* Effect.forEach(erps(), (erp) =>
      db.query(
        `select ${columns} from delivery d where d.connection = $1 and d.entity = $2 order by d.seq limit ${mostDeliveries}`,
        [erp, `${scope} ${entity}`]
      ))
    const deliveries = owed.flat().map(toDelivery)
    const peerNumber: string | undefined = row === undefined ? undefined : peerNumberOf(kind, row)
    const look = row === undefined || (intents[0] !== undefined && intents[0].state !== "Delivered")
      ? undefined
      : lookOf(row, kind, yield* Clock.currentTimeMillis)
    const generation = Math.max(row?.generation ?? 0, intents[0]?.generation ?? 0)
    const detail: OrderDetail = {
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
      ...member("batches", kind === "inbound" ? row?.batches as number | undefined : undefined),
      message: OrderSummary.message({
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
      parcels: parcels.map((parcel) => ({
        generation: parcel.generation,
        trackingNumber: parcel.tracking_number,
        ...member("carrierName", parcel.carrier_name as string | null),
        ...member("trackingUrl", parcel.tracking_url as string | null),
        ...member("shippedAt", parcel.shipped_at as number | null, instant),
        ...member("deliveredAt", parcel.delivered_at as number | null, instant),
        seenAt: instant(parcel.seen_at)
      })),
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
    return detail
  })

  /** The scopes to search. The scope of a removed link is used as it is written. */
  const scopesNamed = (text: string | undefined) =>
    text === undefined
      ? Effect.succeed(scopes())
      : text.includes(":")
      ? Effect.succeed([text])
      : Effect.map(linkNamed(connections, text), ({ scope }) => [scope])

  return handlers.handleAll({
    list: ({ query }) =>
      stored(Effect.gen(function*() {
        const limit = query.limit ?? defaultLimit
        const now = yield* Clock.currentTimeMillis
        const [createdAt, kind, scope, number] = yield* fromCursor(query.after, newest)
        const link = query.link === undefined ? undefined : yield* scopesNamed(query.link)
        const { params, text } = where([
          ["created_at <= ? and (created_at < ? or (kind, scope, number) < (?, ?, ?))", createdAt, createdAt, kind, scope, number],
          link === undefined ? undefined : ["scope = ?", link[0] ?? ""],
          query.open === undefined ? undefined : ["is_open = ?", query.open ? 1 : 0],
          query.toLookAt === true ? OpenOrders.condition(warehouses(), now) : undefined
        ])
        const kinds = query.kind === undefined ? ["outbound", "inbound"] as const : [query.kind]
        // Each part reads at most one page through its index, so that the merge stays small.
        const pages = kinds.flatMap((one) => query.toLookAt === true ? [parts[one]] : [parts[one], onlyIntent(one)]).map((part, at) =>
          `select * from (select * from (${part}) r${at} where ${text}
             order by created_at desc, scope desc, number desc limit ${limit + 1}) p${at}`)
        const rows = yield* db.query(
          `select o.*, (select state from intent i where i.scope = o.scope and i.operation = o.operation and i.entity = o.entity
             order by i.generation desc limit 1) as intent
           from (${pages.join(" union all ")}) o
           order by created_at desc, kind desc, scope desc, number desc limit ${limit + 1}`,
          params
        )
        const shown = (row: Row) => toOrder(row, row.intent === null || row.intent === "Delivered" ? lookOf(row, row.kind, now) : undefined)
        return pageOf(rows, limit, shown, (row) => [Number(row.created_at), row.kind, row.scope, row.number])
      })),
    show: ({ params, query }) =>
      stored(Effect.gen(function*() {
        const kinds = query.kind === undefined ? ["outbound", "inbound"] as const : [query.kind]
        const found: Array<OrderDetail> = []
        for (const scope of yield* scopesNamed(query.link)) {
          for (const kind of kinds) {
            const detail = yield* detailOf(kind, scope, params.number)
            if (detail !== undefined) found.push(detail)
          }
        }
        return found.length > 0
          ? { items: found }
          : yield* Effect.fail(notFound("order", params.number, "this runner has no such order; `crossdock orders ls` lists the newest, and --link also accepts a removed link"))
      }))
  })
}))
