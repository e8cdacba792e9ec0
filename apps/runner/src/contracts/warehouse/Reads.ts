/**
 * Serves the reads of an ERP. If the stored state is fresh enough, it comes from the database, and otherwise from the peer, whose
 * response also updates the database. Numbers, warehouses and SKUs are those of the ERP.
 */
import { type InboundOrder, InboundOrder as Inbound, OutboundOrder, Sku, type WarehouseV1 } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { ConnectedLink } from "../../Composition.ts"
import { pollIntervalOf } from "../../connection/PollingDefaults.ts"
import type { Mapping } from "../../mapping/NameMapping.ts"
import type { DatabaseFailed, Row } from "../../store/Database.ts"
import { Events } from "./Events.ts"
import { peerNumber } from "../../records/GenerationRules.ts"
import * as GenerationStore from "../../records/GenerationStore.ts"
import * as ListReads from "./ListReads.ts"
import { type ReadFailed, type Refreshed, whole } from "./QueryBatches.ts"
import * as Refresh from "./Refresh.ts"
import type { Shown } from "./Refresh.ts"
import { type Answer, answered } from "./ReadAnswers.ts"
import type { OrderKind } from "./OrderKinds.ts"
import { isUnsent, refusalOf, unsettled } from "../../intents/UnsettledCreateErrors.ts"
import { codeAtPeer } from "./WarehouseCodes.ts"
import { services, type WarehouseServices } from "./WarehouseServices.ts"

export class Reads extends Context.Service<Reads, ListReads.ListReads & {
  readonly outbound: (
    link: ConnectedLink,
    asked: typeof WarehouseV1.GetOutboundOrders.payload.Type
  ) => Answer<typeof WarehouseV1.GetOutboundOrders>
  readonly inbound: (
    link: ConnectedLink,
    asked: typeof WarehouseV1.GetInboundOrders.payload.Type
  ) => Answer<typeof WarehouseV1.GetInboundOrders>
  /** Asks the peer for orders of one kind and stores the response. The poller calls it for open orders. */
  readonly refresh: { readonly [K in OrderKind]: (link: ConnectedLink, rows: ReadonlyArray<Row>) => Effect.Effect<Refreshed<unknown>, ReadFailed> }
  /** Reads an order that this runner did not create from the peer, and stores it under the ERP's number `own`. */
  readonly adopt: { readonly [K in OrderKind]: (link: ConnectedLink, numberSent: string, own: string) => Effect.Effect<void, ReadFailed> }
}>()("@crossdock/runner/contracts/warehouse/Reads") {
  static readonly layer = Layer.effect(Reads, Effect.suspend(() => make))
}

/** Returns false if the peer may have a newer generation of the order than the row describes. */
const isOfNewest = (row: Row): boolean => row.generation >= (row.newest_generation ?? 1)
/** Returns true if there is no report about the newest generation of the order. */
const isUnsaid = (row: Row): boolean => row.phase === null || !isOfNewest(row)

const time = (millis: number | null) => millis === null ? undefined : DateTime.makeUnsafe(millis)

const outboundAnswer = Effect.fnUntraced(function*(mapping: Mapping["Service"], link: ConnectedLink, row: Row) {
  const code = row.warehouse_code ??
    (row.peer_warehouse_code === null ? undefined : yield* mapping.toErp(link, "warehouse", row.peer_warehouse_code))
  const shippedAt = time(row.shipped_at)
  const deliveredAt = time(row.delivered_at)
  const theirs = GenerationStore.peerNumberOf(row)
  return {
    orderNumber: OutboundOrder.OrderNumber.make(row.number),
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
  } satisfies OutboundOrder.OutboundReport
})

/** Returns true if the peer may show the order of this create. In a later generation, it may show an earlier order instead. */
const mayBeShown = (create: Row): boolean => !isUnsent(create) && create.generation === 1

/** Fails like a repeat of the create would, if the caller asks for this order alone. */
const refusedWhere = ([first]: ReadonlyArray<readonly [number: string, create: Row]>, isAlone: boolean) =>
  first !== undefined && isAlone ? Effect.fail(refusalOf(first[1], "body")) : Effect.void

/** Converts what a peer shows of an order that is not stored to the ERP's names. */
const ownOutbound = Effect.fnUntraced(function*(mapping: Mapping["Service"], link: ConnectedLink, { row, status }: Shown<OutboundOrder.OutboundReport>) {
  const warehouseCode = status.warehouseCode && (yield* mapping.toErp(link, "warehouse", status.warehouseCode))
  return {
    ...status,
    orderNumber: OutboundOrder.OrderNumber.make(row.number),
    ...(warehouseCode !== undefined && { warehouseCode })
  } satisfies OutboundOrder.OutboundReport
})

const ownInbound = Effect.fnUntraced(function*(mapping: Mapping["Service"], link: ConnectedLink, { row, status }: Shown<InboundOrder.InboundStatus>) {
  const warehouseCode = row.warehouse_code ??
    (status.warehouseCode === undefined ? undefined : yield* mapping.toErp(link, "warehouse", status.warehouseCode))
  const lines = yield* Effect.forEach(status.lines, (line) =>
    Effect.map(mapping.toErp(link, "sku", line.sku), (sku) => ({ ...line, sku: Sku.Sku.make(sku) })))
  const { warehouseCode: _, ...rest } = status
  return {
    ...rest,
    asnNumber: Inbound.AsnNumber.make(row.number),
    ...(warehouseCode && { warehouseCode }),
    lines
  } satisfies InboundOrder.InboundStatus
})

/** Asks the peer about orders for a caller, and answers with the ERP's names. */
const askedOf = <Status>(
  asked: (link: ConnectedLink, rows: ReadonlyArray<Row>) => Effect.Effect<Refreshed<Shown<Status>>, ReadFailed>,
  own: (link: ConnectedLink, shown: Shown<Status>) => Effect.Effect<Status, DatabaseFailed>
) =>
(link: ConnectedLink, rows: ReadonlyArray<Row>): Effect.Effect<ReadonlyArray<Status>, ReadFailed> =>
  rows.length === 0 ? Effect.succeed([]) : Effect.flatMap(whole(asked(link, rows)), (found) => Effect.forEach(found, (one) => own(link, one)))

/** The same for orders whose create is not settled. The peer may have one that it does not show or refuses to return, so a failure is ignored. */
const unlessRefused = <A>(asked: Effect.Effect<ReadonlyArray<A>, ReadFailed>) => Effect.catchTag(asked, "AdapterError", () => Effect.succeed([]))

/** An order that is not stored, or only as a create. */
const unknownRow = (link: ConnectedLink, number: string, create: Row | undefined, more: Row): Row => ({
  scope: link.scope,
  number,
  number_sent: create?.number_sent ?? link.prefix + number,
  generation: 1,
  peer_number: null,
  warehouse_code: null,
  isUnknown: true,
  ...more
})

const outboundReads = ({ connections, db, entities, mapping, peerNumbers }: WarehouseServices, refresh: ReturnType<typeof Refresh.make>["refresh"]["outbound"]) => {
  const askOutbound = askedOf(refresh, (link, shown: Shown<OutboundOrder.OutboundReport>) => ownOutbound(mapping, link, shown))
  return Effect.fnUntraced(function*(link: ConnectedLink, asked: typeof WarehouseV1.GetOutboundOrders.payload.Type) {
    const now = yield* Clock.currentTimeMillis
    const fresh = now - pollIntervalOf(connections, link.peer)
    const known = new Map<string, Row>()
    const open = new Map<string, Row>()
    const namedBy = new Map(asked.orders.map((order) => [order.orderNumber, order]))
    const numbers = [...namedBy.keys()]
    for (const number of numbers) {
      const row = yield* entities.get(link.scope, "outbound", number)
      const create = yield* unsettled(db, link.scope, "outbound", number, row)
      if (create !== undefined) open.set(number, create)
      else if (row !== undefined) known.set(number, row)
    }
    const code = yield* codeAtPeer(mapping, link, asked.warehouseCode)
    const stale = [...known.values()].filter((row) => isUnsaid(row) || row.checked_at < fresh && row.is_open === 1)
    const strangers: Array<Row> = []
    for (const number of numbers) {
      if (open.has(number) || known.has(number)) continue
      const given = peerNumber(namedBy.get(number)?.warehouseOrderNumber, number)
      const named = given === undefined ? "left out" : yield* peerNumbers.ofUnstored(link, "outbound", given)
      // An order that the caller names by the number of another order is not asked for.
      if (named === "elsewhere") continue
      strangers.push(unknownRow(link, number, undefined, { peer_number: named === "passed on" ? given : null, peer_warehouse_code: code ?? null }))
    }
    yield* whole(refresh(link, stale))
    // Orders that were not created through this runner are read from the peer but not stored.
    const told = yield* askOutbound(link, strangers)
    const shown = [...open].flatMap(([number, create]): ReadonlyArray<Row> =>
      mayBeShown(create) ? [unknownRow(link, number, create, { peer_warehouse_code: code ?? null })] : [])
    const seen = yield* unlessRefused(askOutbound(link, shown))
    const answers: Array<OutboundOrder.OutboundReport> = [...told, ...seen]
    for (const number of known.keys()) {
      const row = yield* entities.get(link.scope, "outbound", number)
      if (row !== undefined && !isUnsaid(row)) answers.push(yield* outboundAnswer(mapping, link, row))
      else if (row !== undefined) {
        const theirs = isOfNewest(row) ? GenerationStore.peerNumberOf(row) : undefined
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
    return { items: numbers.flatMap((number) => answerOf.get(number) ?? []) }
  }, answered)
}

const inboundReads = ({ db, entities, mapping }: WarehouseServices, refresh: ReturnType<typeof Refresh.make>["refresh"]["inbound"]) => {
  const askInbound = askedOf(refresh, (link, shown: Shown<InboundOrder.InboundStatus>) => ownInbound(mapping, link, shown))
  return Effect.fnUntraced(function*(link: ConnectedLink, asked: typeof WarehouseV1.GetInboundOrders.payload.Type) {
    const code = (yield* codeAtPeer(mapping, link, asked.warehouseCode)) ?? null
    const rows: Array<Row> = []
    const shown: Array<Row> = []
    const open = new Map<string, Row>()
    for (const number of new Set(asked.inboundOrders.map(({ asnNumber }) => asnNumber))) {
      const row = yield* entities.get(link.scope, "inbound", number)
      const create = yield* unsettled(db, link.scope, "inbound", number, row)
      if (create !== undefined) open.set(number, create)
      if (create !== undefined && !mayBeShown(create)) continue
      const unknown = unknownRow(link, number, create, { peer_warehouse_code: code })
      if (create !== undefined) shown.push(unknown)
      else rows.push(row ?? unknown)
    }
    // The response must have the peer's current totals, so inbound orders are always read from the peer.
    const told = yield* askInbound(link, rows)
    const seen = yield* unlessRefused(askInbound(link, shown))
    const answers = [...told, ...seen]
    const hidden = [...open].filter(([number]) => !seen.some(({ asnNumber }) => asnNumber === number))
    yield* refusedWhere(hidden, answers.length === 0)
    const unsettledAnswers = hidden.map(([number, { state }]): InboundOrder.InboundStatus => ({
      asnNumber: Inbound.AsnNumber.make(number),
      phase: "announced",
      status: String(state).toUpperCase(),
      lines: []
    }))
    return { items: [...answers, ...unsettledAnswers] }
  }, answered)
}

const make = Effect.gen(function*() {
  const used = yield* services
  const { adopt, refresh } = Refresh.make({ ...used, events: yield* Events })
  return Reads.of({ outbound: outboundReads(used, refresh.outbound), inbound: inboundReads(used, refresh.inbound), refresh, adopt, ...ListReads.make(used) })
})
