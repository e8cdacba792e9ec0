/**
 * The creates of the warehouse contract: how intents number, map and settle each of them. A new operation of the kind `create`
 * without an entry does not compile.
 */
import { InboundOrder, OutboundOrder, OutboundPhase, WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import { type AnyEntry, type CreateEntry, entryOf, opaque } from "../../intents/CreateEntry.ts"
import { Statement } from "../../fulfilment/ShippedGoods.ts"
import { unlessLong } from "../../records/KeyLength.ts"
import { kinds } from "./OrderKinds.ts"
import * as StoredFulfilment from "./StoredFulfilment.ts"
import * as StoredOrderUpgrade from "./StoredOrderUpgrade.ts"
import * as Unreadable from "./Unreadable.ts"

export type CreateOperation = Extract<WarehouseV1.AnyOperation, { readonly kind: "create" }>

const numbered = (warehouseOrderNumber: string | undefined) => warehouseOrderNumber === undefined ? {} : { warehouseOrderNumber }

const outbound = entryOf<typeof WarehouseV1.CreateOutboundOrder>({
  operation: WarehouseV1.CreateOutboundOrder,
  kind: kinds.outbound,
  numberOf: (order) => order.orderNumber,
  buyerNumbersOf: ({ displayNumber, onlineOrderId }) => ({ online: unlessLong(onlineOrderId), display: unlessLong(displayNumber) }),
  numbered: (order, number) => ({ ...order, orderNumber: OutboundOrder.OrderNumber.make(number) }),
  upgrade: StoredOrderUpgrade.outbound,
  map: (mapping, link, order) => mapping.outboundOrder(link, order),
  query: (connections, connection, sent) =>
    Effect.map(
      connections.invoke(connection, WarehouseV1.GetOutboundOrders, {
        orders: [{ orderNumber: sent.orderNumber }],
        warehouseCode: sent.warehouseCode
      }, { about: Effect.succeed(sent) }).pipe(Unreadable.refused(connection, WarehouseV1.GetOutboundOrders.name, sent.orderNumber)),
      (found) => {
        const status = found.items.find((one) => one.orderNumber === sent.orderNumber)
        return status && {
          hasEnded: OutboundPhase.endedUnshipped(status.phase) || (status.phase === "closedShort" && Statement.fromStatus(status).statements.every(({ kind }) => kind === "announced")),
          peerNumber: status.warehouseOrderNumber,
          success: numbered(status.warehouseOrderNumber)
        }
      }
    ),
  withdraw: (connections, connection, sent) =>
    connections.invoke(connection, WarehouseV1.CancelOutboundOrder, {
      orderNumber: sent.orderNumber,
      warehouseCode: sent.warehouseCode
    }, { about: Effect.succeed(sent) }).pipe(Effect.map(({ outcome }) => outcome !== "requested")),
  peerNumberAt: "warehouseOrderNumber",
  answered: (_, _asked, theirs) => numbered(theirs),
  accepted: (asked, sent) => ({ warehouseCode: asked.warehouseCode, peerWarehouseCode: sent.warehouseCode }),
  isVoid: (phase, order) =>
    OutboundPhase.endedUnshipped(phase as OutboundPhase.OutboundPhase) || (phase === "closedShort" && order?.tracking_number === null && StoredFulfilment.ofRow(order).keys.length === 0)
})

const inbound = entryOf<typeof WarehouseV1.CreateInboundOrder>({
  operation: WarehouseV1.CreateInboundOrder,
  kind: kinds.inbound,
  numberOf: (order) => order.asnNumber,
  numbered: (order, number) => ({ ...order, asnNumber: InboundOrder.AsnNumber.make(number) }),
  upgrade: StoredOrderUpgrade.inbound,
  map: (mapping, link, order) => mapping.inboundOrder(link, order),
  query: (connections, connection, sent) =>
    Effect.map(
      connections.invoke(connection, WarehouseV1.GetInboundOrders, {
        inboundOrders: [{ asnNumber: sent.asnNumber, ...(sent.type !== undefined && sent.type !== "" && { type: sent.type }) }],
        warehouseCode: sent.warehouseCode
      }, { about: Effect.succeed(sent) }).pipe(Unreadable.refused(connection, WarehouseV1.GetInboundOrders.name, sent.asnNumber)),
      (found) => {
        const status = found.items.find((one) => one.asnNumber === sent.asnNumber)
        return status && {
          hasEnded: status.phase === "cancelled",
          peerNumber: status.referenceNumber,
          success: status.referenceNumber === undefined ? {} : { referenceNumber: status.referenceNumber }
        }
      }
    ),
  withdraw: (connections, connection, sent) =>
    connections.offers(connection).includes("cancelInboundOrders")
      ? connections.invoke(connection, WarehouseV1.CancelInboundOrders, {
        asnNumbers: [sent.asnNumber],
        warehouseCode: sent.warehouseCode
      }, { about: Effect.succeed(sent) })
      : Effect.void,
  peerNumberAt: "referenceNumber",
  answered: (_, _asked, theirs) => theirs === undefined ? {} : { referenceNumber: theirs },
  accepted: (asked, sent) => ({ warehouseCode: asked.warehouseCode, peerWarehouseCode: sent.warehouseCode, type: asked.type }),
  isVoid: (phase) => phase === "cancelled"
})

const entries: { readonly [O in CreateOperation as O["name"]]: CreateEntry<O> } = {
  createOutboundOrder: outbound,
  createInboundOrder: inbound
}

/** The entries as intents take them. */
export const all: ReadonlyArray<AnyEntry> = Object.values(entries).map((entry) => opaque(entry as CreateEntry<CreateOperation>))

export { inbound as createInbound, outbound as createOutbound }
