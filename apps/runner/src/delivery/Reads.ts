/**
 * Serves the reads of an ERP. If the stored state is fresh enough, it comes from the database, and otherwise from the peer, whose
 * response also updates the database. Numbers, warehouses and SKUs are those of the ERP.
 */
import { type InboundOrder, InboundOrder as Inbound, OutboundOrder, Sku, WarehouseV1 } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { ConnectedLink } from "../Composition.ts"
import { Connections } from "../connection/Connections.ts"
import { Mapping } from "../mapping/Mapping.ts"
import { Database, type Row } from "../store/Database.ts"
import * as History from "../store/History.ts"
import { Vault } from "../store/Vault.ts"
import { Events } from "./Events.ts"
import * as Generations from "./Generations.ts"
import * as Known from "./Known.ts"
import * as ListReads from "./ListReads.ts"
import * as LongKeys from "./LongKeys.ts"
import * as OpenOrders from "./OpenOrders.ts"
import * as OrderContents from "./OrderContents.ts"
import { eachStored, type Failed, type Part, type ReadFailed, type Refreshed, whole } from "./QueryParts.ts"
import * as QueryParts from "./QueryParts.ts"
import { type Answer, answered, brieflyOver } from "./ReadRetry.ts"
import * as Receiving from "./Receiving.ts"
import { isUnsent, refusalOf, unsettled } from "./Unsettled.ts"

export class Reads extends Context.Service<Reads, {
  readonly outbound: (
    link: ConnectedLink,
    asked: typeof WarehouseV1.GetOutboundOrders.payload.Type
  ) => Answer<typeof WarehouseV1.GetOutboundOrders>
  readonly inbound: (
    link: ConnectedLink,
    asked: typeof WarehouseV1.GetInboundOrders.payload.Type
  ) => Answer<typeof WarehouseV1.GetInboundOrders>
  readonly warehouses: (link: ConnectedLink) => Answer<typeof WarehouseV1.ListWarehouses>
  readonly channels: (
    link: ConnectedLink,
    asked: typeof WarehouseV1.ListChannels.payload.Type
  ) => Answer<typeof WarehouseV1.ListChannels>
  readonly stock: (
    link: ConnectedLink,
    asked: typeof WarehouseV1.ListStock.payload.Type
  ) => Answer<typeof WarehouseV1.ListStock>
  /** Asks the peer for the open orders of a connection and stores the response. The poller calls it. */
  readonly refreshOutbound: (link: ConnectedLink, rows: ReadonlyArray<Row>) => Effect.Effect<Refreshed<OutboundOrder.OutboundStatus>, ReadFailed>
  readonly refreshInbound: (link: ConnectedLink, rows: ReadonlyArray<Row>) => Effect.Effect<Refreshed<InboundOrder.InboundStatus>, ReadFailed>
}>()("@crossdock/runner/delivery/Reads") {
  static readonly layer = Layer.effect(Reads, Effect.suspend(() => make))
}

/** The number of statuses of one response that are stored concurrently. Each has its own transaction; concurrent ones share a commit. */
const storedAtOnce = 8

/** Makes the optional field with a column's values, by the number that the peer knows. It is absent if all values are unknown. */
const named = <Name extends string>(name: Name, rows: ReadonlyArray<Row>, column: string): { readonly [K in Name]?: Record<string, string> } => {
  const known = rows.flatMap((row) => (typeof row[column] === "string" && row[column] !== "" ? [[row.number_sent, row[column]]] : []))
  return (known.length === 0 ? {} : { [name]: Object.fromEntries(known) }) as { readonly [K in Name]?: Record<string, string> }
}

/** Returns false if the peer may have a newer generation of the order than the row describes. */
const isOfNewest = (row: Row): boolean => row.generation >= (row.newest_generation ?? 1)
/** Returns true if there is no report about the newest generation of the order. */
const isUnsaid = (row: Row): boolean => row.phase === null || !isOfNewest(row)

const time = (millis: number | null) => millis === null ? undefined : DateTime.makeUnsafe(millis)

const make = Effect.gen(function*() {
  const db = yield* Database
  const vault = yield* Vault
  const connections = yield* Connections
  const mapping = yield* Mapping
  const events = yield* Events
  const generations = Generations.make(db, connections)
  const briefly = brieflyOver(connections)

  const { each, partsOf } = QueryParts.make()

  const outboundAnswer = Effect.fnUntraced(function*(link: ConnectedLink, row: Row) {
    const code = row.warehouse_code ??
      (row.peer_warehouse_code === null ? undefined : yield* mapping.toErp(link, "warehouse", row.peer_warehouse_code))
    const shippedAt = time(row.shipped_at)
    const deliveredAt = time(row.delivered_at)
    const theirs = Generations.peerNumberOf("outbound", row)
    return {
      orderNumber: OutboundOrder.OrderNumber.make(row.order_number),
      ...(theirs !== undefined && { warehouseOrderNumber: theirs }),
      ...(code && { warehouseCode: code as string }),
      phase: row.phase,
      status: row.peer_status ?? row.phase,
      ...(row.carrier_name !== null && { carrierName: row.carrier_name as string }),
      ...(row.tracking_number !== null && { trackingNumber: row.tracking_number as string }),
      ...(row.failed_reason !== null && { failedReason: row.failed_reason as string }),
      ...(row.tracking_url !== null && { trackingUrl: row.tracking_url as string }),
      ...(shippedAt !== undefined && { shippedAt }),
      ...(deliveredAt !== undefined && { deliveredAt })
    } satisfies OutboundOrder.OutboundStatus
  })

  const askOutbound = (link: ConnectedLink, { at, rows }: Part) => {
    const numbers = rows.flatMap((row) => {
      const theirs = Generations.peerNumberOf("outbound", row)
      return theirs === undefined ? [] : [[row.number_sent, theirs]]
    })
    return briefly(link, connections.warehouse(link.peer, WarehouseV1.GetOutboundOrders, {
      orderNumbers: rows.map((row) => OutboundOrder.OrderNumber.make(row.number_sent)) as never,
      ...at,
      ...(numbers.length > 0 && { warehouseOrderNumbers: Object.fromEntries(numbers) })
    }, { about: OrderContents.of(db, vault, link.scope, rows.map((row) => History.outbound(row.order_number))) }))
  }

  /** Handles an order that the peer does not show. It may be hidden for a while; after that, a person has to check. */
  const notShown = Effect.fnUntraced(function*(link: ConnectedLink, table: "outbound" | "inbound", row: Row, now: number) {
    if (row.isUnknown === true) return
    const visibilityDelay = connections.get(link.peer)?.visibilityDelay ?? 60_000
    if (!(yield* OpenOrders.notShown(db.query, table, row, { now, visibilityDelay }))) return
    const entity = table === "outbound" ? History.outbound(row.order_number) : History.inbound(row.asn_number)
    yield* History.record(db, vault, {
      scope: link.scope,
      entity,
      who: "peer",
      what: "alarm",
      detail: "the warehouse accepted this order but does not show it; look it up there"
    })
    yield* Effect.logWarning("the warehouse does not show an order that it accepted").pipe(
      Effect.annotateLogs({ connection: link.peer, scope: link.scope, entity })
    )
  })

  /** Stops polling an inbound order that has ended and that the peer no longer shows. */
  const closed = (link: ConnectedLink, row: Row, now: number) =>
    db.query("update inbound set checked_at = $3, is_open = 0 where scope = $1 and asn_number = $2", [link.scope, row.asn_number, now])

  /** Reports a number that is too long for the database as drift, and returns true, so that the order is left out of the response. */
  const isLeftOut = Effect.fnUntraced(function*(link: ConnectedLink, kind: "outbound" | "inbound", row: Row, place: string | undefined) {
    if (place === undefined) return false
    yield* connections.drift(link.peer).report(LongKeys.finding(kind === "outbound" ? "getOutboundOrders answer" : "getInboundOrders answer", place))
    if (row.isUnknown === true) return true
    const [column, number] = kind === "outbound" ? ["order_number", row.order_number] : ["asn_number", row.asn_number]
    yield* OpenOrders.shown(db.query, kind, row)
    yield* db.query(`update ${kind} set checked_at = $3 where scope = $1 and ${column} = $2`, [link.scope, number, yield* Clock.currentTimeMillis])
    return true
  })

  /** Reads the orders from the peer and applies the response, with the ERP's numbers. */
  const refreshOutbound = Effect.fnUntraced(function*(link: ConnectedLink, rows: ReadonlyArray<Row>) {
    const found: Array<OutboundOrder.OutboundStatus> = []
    const failed = yield* each(partsOf(rows, connections.limits(link.peer).ordersPerQuery), (row) => row.order_number, Effect.fnUntraced(function*(part) {
      const unstored: Array<Failed> = []
      const askedAt = yield* Clock.currentTimeMillis
      const answer = yield* askOutbound(link, part)
      const asked = new Map(part.rows.map((row) => [row.number_sent as string, row]))
      const answeredNumbers = new Set<string>(answer.map(({ orderNumber }) => orderNumber))
      yield* Effect.forEach(answer, (status) =>
        eachStored(asked.get(status.orderNumber)?.order_number ?? "", unstored, Effect.gen(function*() {
          const row = asked.get(status.orderNumber)
          if (row === undefined || (yield* isLeftOut(link, "outbound", row, LongKeys.ofOutbound(status)))) return
          const own = { ...status, orderNumber: OutboundOrder.OrderNumber.make(row.order_number) }
          yield* events.outbound({ scope: link.scope, link, who: "peer", asOf: row.updated_at, askedAt }, own)
          yield* OpenOrders.shown(db.query, "outbound", row)
          found.push(own)
        })), { concurrency: storedAtOnce, discard: true })
      const now = yield* Clock.currentTimeMillis
      for (const row of part.rows) {
        if (!answeredNumbers.has(row.number_sent)) {
          yield* notShown(link, "outbound", row, now)
        }
      }
      return unstored
    }))
    return { found, failed }
  })

  const outboundRow = (link: ConnectedLink, number: string) =>
    db.one(`select outbound.*, ${Known.newestOutbound} from outbound where scope = $1 and order_number = $2`, [link.scope, number])

  const outbound = Effect.fnUntraced(function*(link: ConnectedLink, asked: typeof WarehouseV1.GetOutboundOrders.payload.Type) {
    const now = yield* Clock.currentTimeMillis
    const fresh = now - (connections.get(link.peer)?.pollInterval ?? 60_000)
    const known = new Map<string, Row>()
    const open = new Map<string, Row>()
    const numbers = [...new Set(asked.orderNumbers)]
    for (const number of numbers) {
      const row = yield* outboundRow(link, number)
      const create = yield* unsettled(db, link.scope, "createOutboundOrder", History.outbound(number), row)
      if (create !== undefined) open.set(number, create)
      else if (row !== undefined) known.set(number, row)
    }
    const stale = numbers.flatMap((number): ReadonlyArray<Row> => {
      if (open.has(number)) return []
      const row = known.get(number)
      if (row === undefined) return [{ scope: link.scope, order_number: number, number_sent: link.prefix + number, generation: 1, warehouse_order_number: asked.warehouseOrderNumbers?.[number] ?? null, peer_warehouse_code: null, isUnknown: true }]
      return isUnsaid(row) || row.checked_at < fresh && row.is_open === 1 ? [row] : []
    })
    const code = asked.warehouseCode === undefined ? undefined : yield* mapping.toPeer(link, "warehouse", asked.warehouseCode)
    const unknown = stale.filter((row) => row.isUnknown).map((row): Row => ({ ...row, peer_warehouse_code: code ?? null }))
    // A number that belongs to another stored order, of any link, is not asked for.
    const strangers: Array<Row> = []
    for (const row of unknown) {
      if (row.warehouse_order_number === null || !(yield* generations.isKnown(link.peer, row.warehouse_order_number))) strangers.push(row)
    }
    yield* whole(refreshOutbound(link, stale.filter((row) => !row.isUnknown)))
    // Orders that were not created through this runner are read from the peer but not stored.
    const told = strangers.length === 0 ? [] : yield* askedOnly(link, strangers)
    const shown = [...open].flatMap(([number, create]): ReadonlyArray<Row> =>
      mayBeShown(create) ? [{ order_number: number, number_sent: create.number_sent, warehouse_order_number: null, peer_warehouse_code: code ?? null }] : [])
    // The warehouse may have an order that it does not show or refuses to return, so a failure here is ignored.
    const seen = shown.length === 0 ? [] : yield* Effect.catchTag(askedOnly(link, shown), "AdapterError", () => Effect.succeed([]))
    const answers: Array<OutboundOrder.OutboundStatus> = [...told, ...seen]
    for (const number of known.keys()) {
      const row = yield* outboundRow(link, number)
      if (row !== undefined && !isUnsaid(row)) answers.push(yield* outboundAnswer(link, row))
      else if (row !== undefined) {
        const theirs = isOfNewest(row) ? Generations.peerNumberOf("outbound", row) : undefined
        answers.push({
          orderNumber: OutboundOrder.OrderNumber.make(number),
          phase: "open",
          // That polls do not find the order is newer information than its acceptance.
          status: row.absent_since !== null && row.absent_since >= row.updated_at ? "NOT_SHOWN" : isOfNewest(row) ? "ACCEPTED" : "SENT",
          ...(theirs !== undefined && { warehouseOrderNumber: theirs })
        })
      }
    }
    const isSeen = new Set<string>(seen.map(({ orderNumber }) => orderNumber))
    const hidden = [...open].filter(([number]) => !isSeen.has(number))
    yield* refusedWhere(hidden, answers.length === 0)
    for (const [number, { state }] of hidden) {
      answers.push({ orderNumber: OutboundOrder.OrderNumber.make(number), phase: "open", status: String(state).toUpperCase() })
    }
    // The first result for a number wins. The list is reversed so that the map keeps it.
    const answerOf = new Map(answers.toReversed().map((answer) => [answer.orderNumber, answer]))
    return numbers.flatMap((number) => answerOf.get(number) ?? [])
  }, answered)

  /** Returns true if the peer may show the order of this create. In a later generation, it may show an earlier order instead. */
  const mayBeShown = (create: Row): boolean => !isUnsent(create) && create.generation === 1

  /** Fails like a repeat of the create would, if the caller asks for this order alone. */
  const refusedWhere = ([first]: ReadonlyArray<readonly [number: string, create: Row]>, isAlone: boolean) =>
    first !== undefined && isAlone ? Effect.fail(refusalOf(first[1], "body")) : Effect.void

  const askedOnly = Effect.fnUntraced(function*(link: ConnectedLink, rows: ReadonlyArray<Row>) {
    const found: Array<OutboundOrder.OutboundStatus> = []
    const failed = yield* each(partsOf(rows, connections.limits(link.peer).ordersPerQuery), (row) => row.order_number, Effect.fnUntraced(function*(part) {
      const asked = new Map(part.rows.map((row) => [row.number_sent as string, row]))
      for (const status of yield* askOutbound(link, part)) {
        const row = asked.get(status.orderNumber)
        if (row === undefined) continue
        const warehouseCode = status.warehouseCode && (yield* mapping.toErp(link, "warehouse", status.warehouseCode))
        found.push({
          ...status,
          orderNumber: OutboundOrder.OrderNumber.make(row.order_number),
          ...(warehouseCode !== undefined && { warehouseCode })
        })
      }
      return []
    }))
    return { found, failed }
  }, whole)

  const ownInbound = Effect.fnUntraced(function*(link: ConnectedLink, status: InboundOrder.InboundStatus, row: Row) {
    const warehouseCode = row.warehouse_code ??
      (status.warehouseCode === undefined ? undefined : yield* mapping.toErp(link, "warehouse", status.warehouseCode))
    const lines = yield* Effect.forEach(status.lines, (line) =>
      Effect.map(mapping.toErp(link, "sku", line.sku), (sku) => ({ ...line, sku: Sku.Sku.make(sku) })))
    const { warehouseCode: _, ...rest } = status
    return {
      ...rest,
      asnNumber: Inbound.AsnNumber.make(row.asn_number),
      ...(warehouseCode && { warehouseCode }),
      lines
    } satisfies InboundOrder.InboundStatus
  })

  const refreshInbound = Effect.fnUntraced(function*(link: ConnectedLink, rows: ReadonlyArray<Row>) {
    const limits = connections.limits(link.peer)
    const found: Array<InboundOrder.InboundStatus> = []
    const failed = yield* each(partsOf(rows, limits.asnsPerQuery ?? limits.ordersPerQuery), (row) => row.asn_number, Effect.fnUntraced(function*(part) {
      const unstored: Array<Failed> = []
      const askedAt = yield* Clock.currentTimeMillis
      const answer = yield* briefly(link, connections.warehouse(link.peer, WarehouseV1.GetInboundOrders, {
        asnNumbers: part.rows.map((row) => Inbound.AsnNumber.make(row.number_sent)) as never,
        ...named("referenceNumbers", part.rows, "reference_number"),
        ...named("types", part.rows, "type"),
        ...part.at
      }, { about: OrderContents.of(db, vault, link.scope, part.rows.map((row) => History.inbound(row.asn_number))) }))
      const asked = new Map(part.rows.map((row) => [row.number_sent as string, row]))
      const answeredNumbers = new Set<string>(answer.map(({ asnNumber }) => asnNumber))
      yield* Effect.forEach(answer, (status) => eachStored(asked.get(status.asnNumber)?.asn_number ?? "", unstored, Effect.gen(function*() {
        const row = asked.get(status.asnNumber)
        if (row === undefined || (yield* isLeftOut(link, "inbound", row, LongKeys.ofInbound(status)))) return
        if (row.isUnknown !== true) {
          const effect = yield* events.inboundTotals(
            { scope: link.scope, link, who: "peer", askedAt },
            { ...status, asnNumber: Inbound.AsnNumber.make(row.asn_number) }
          )
          if (effect === "other issue") {
            answeredNumbers.delete(status.asnNumber)
            return
          }
          yield* OpenOrders.shown(db.query, "inbound", row)
        }
        found.push(yield* ownInbound(link, status, row))
      })), { discard: true })
      const now = yield* Clock.currentTimeMillis
      for (const row of part.rows) {
        if (!answeredNumbers.has(row.number_sent)) {
          yield* Receiving.isEnd(row.phase) ? closed(link, row, now) : notShown(link, "inbound", row, now)
        }
      }
      return unstored
    }))
    return { found, failed }
  })

  const inbound = Effect.fnUntraced(function*(link: ConnectedLink, asked: typeof WarehouseV1.GetInboundOrders.payload.Type) {
    const code = asked.warehouseCode === undefined ? null : yield* mapping.toPeer(link, "warehouse", asked.warehouseCode)
    const rows: Array<Row> = []
    const shown: Array<Row> = []
    const open = new Map<string, Row>()
    for (const number of new Set(asked.asnNumbers)) {
      const row = yield* db.one("select * from inbound where scope = $1 and asn_number = $2", [link.scope, number])
      const create = yield* unsettled(db, link.scope, "createInboundOrder", History.inbound(number), row)
      if (create !== undefined) open.set(number, create)
      if (create !== undefined && !mayBeShown(create)) continue
      const unknown = {
        scope: link.scope,
        asn_number: number,
        number_sent: create?.number_sent ?? link.prefix + number,
        generation: 1,
        reference_number: null,
        warehouse_code: null,
        peer_warehouse_code: code,
        isUnknown: true
      }
      if (create !== undefined) shown.push(unknown)
      else rows.push(row ?? unknown)
    }
    // The response must have the peer's current totals, so inbound orders are always read from the peer.
    const told = yield* whole(refreshInbound(link, rows))
    const seen = yield* Effect.catchTag(whole(refreshInbound(link, shown)), "AdapterError", () => Effect.succeed([]))
    const answers = [...told, ...seen]
    const hidden = [...open].filter(([number]) => !seen.some(({ asnNumber }) => asnNumber === number))
    yield* refusedWhere(hidden, answers.length === 0)
    return [
      ...answers,
      ...hidden.map(([number, { state }]): InboundOrder.InboundStatus => ({
        asnNumber: Inbound.AsnNumber.make(number),
        phase: "announced",
        status: String(state).toUpperCase(),
        lines: []
      }))
    ]
  }, answered)

  return Reads.of({
    outbound,
    inbound,
    refreshOutbound,
    refreshInbound,
    ...ListReads.make({ db, connections, mapping })
  })
})
