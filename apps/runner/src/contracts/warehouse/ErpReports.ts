/**
 * The reaction that tells the ERPs of the link: each event of an order owes each a delivery with the ERP's own names of warehouses and
 * SKUs.
 */
import { ErpV1, Quantity, Sku } from "@crossdock/core"
import * as Effect from "effect/Effect"
import type { ConnectedLink } from "../../Composition.ts"
import { Connections } from "../../connection/Connections.ts"
import { Mapping } from "../../mapping/NameMapping.ts"
import { owed } from "../../outbox/Outbox.ts"
import * as Reactions from "../../outbox/Reactions.ts"
import { peerNumber } from "../../records/GenerationRules.ts"
import { Database, type Row } from "../../store/Database.ts"
import { Vault } from "../../store/Vault.ts"
import * as ErpReceivers from "../ErpReceivers.ts"
import * as ClosedShortText from "./ClosedShortText.ts"
import * as Facts from "./PluginFacts.ts"
import type { OrderEvent } from "./OrderEvents.ts"
import type { Message } from "./ParcelMessages.ts"
import * as ReceivingRules from "./ReceivingRules.ts"
import * as WarehouseCodes from "./WarehouseCodes.ts"

type EventOf<Tag extends OrderEvent["_tag"]> = Extract<OrderEvent, { readonly _tag: Tag }>

/**
 * How many pieces are good and bad. The ERP takes received for good plus bad where it is given both, so where received differs from
 * that it is told how many are bad, and the others count as good (U-82).
 */
const conditionOf = (received: Quantity.QuantityOrZero, good: Quantity.QuantityOrZero, bad: Quantity.QuantityOrZero) =>
  Quantity.equals(received, Quantity.sum([good, bad])) ? { good, bad } : { bad: Quantity.min(received, bad) }

/** A status as an ERP is told it, with the ERP's names. */
const outboundTold = (
  { lines, notShipped, parcels, warehouseCode: _warehouseCode, warehouseOrderNumber: _warehouseOrderNumber, ...rest }: Message["status"],
  { code, nameOf, number }: { readonly code: string | undefined; readonly number: string | undefined; readonly nameOf: (sku: string) => string }
) => {
  const named = <Line extends { readonly sku: string }>(all: ReadonlyArray<Line>) => all.map((line) => ({ ...line, sku: Sku.Sku.make(nameOf(line.sku)) }))
  return {
    ...rest,
    ...(code !== undefined && { warehouseCode: code }),
    ...(number !== undefined && { warehouseOrderNumber: number }),
    ...(lines && { lines: named(lines) }),
    ...(notShipped && { notShipped: named(notShipped) }),
    ...(parcels && { parcels: parcels.map((parcel) => ({ ...parcel, ...(parcel.lines && { lines: named(parcel.lines) }) })) })
  }
}

/** The lines of a batch as an ERP is told them. */
const receivedLines = ({ lines }: EventOf<"GoodsReceived">["batch"], nameOf: (sku: string) => string) =>
  lines.map(({ ahead: _ahead, bad, estimated, good, isUnsorted, name, received, sku, ...details }) => ({
    sku: Sku.Sku.make(nameOf(sku)),
    ...(name !== undefined && { name }),
    ...(estimated !== undefined && { estimated }),
    received,
    // Where the peer does not tell good from bad, the ERP knows best what it expects.
    ...(isUnsorted !== true && conditionOf(received, good, bad)),
    ...details
  }))

export const reaction = Effect.gen(function*() {
  const connections = yield* Connections
  const mapping = yield* Mapping
  const db = yield* Database
  const codes = WarehouseCodes.make({ db, vault: yield* Vault, mapping })

  const told = Effect.fnUntraced(function*({ link, row }: EventOf<"OutboundReported">, { isArrival, isState, status }: Message) {
    const receivers = ErpReceivers.all(link).filter((erp) => !isArrival || Facts.knowsDelivered(connections, erp))
    if (receivers.length === 0) return []
    const { sku: nameOf } = yield* mapping.erpNames(link)
    const code = yield* codes.forErp(link, row, status.warehouseCode)
    const number = peerNumber(status.warehouseOrderNumber ?? row.peer_number, row.number_sent)
    return receivers.map((connection) => owed({
      connection,
      ...ErpReceivers.about(link, "outbound", status.orderNumber),
      operation: ErpV1.ReceiveOutboundStatus,
      payload: outboundTold(Facts.knowsClosedShort(connections, connection) ? status : ClosedShortText.withoutPhase(status), { code, number, nameOf }),
      isState
    }))
  })

  const outboundReported = (event: EventOf<"OutboundReported">) =>
    Effect.map(Effect.forEach(event.messages, (message) => told(event, message)), (messages) => messages.flat())

  /** Who is told of received goods: the ERP whose order the runner has announced, or every ERP of the link. */
  const receiversOf = Effect.fnUntraced(function*(link: ConnectedLink, row: Row) {
    const erps = ErpReceivers.all(link)
    if (Object.keys(link.warehouseNames).length === 0) return erps
    const intent = yield* db.one("select put_by from intent where entity = $1", [row.id])
    return intent !== undefined && erps.includes(intent.put_by) ? [String(intent.put_by)] : erps
  })

  /** Received goods are sent in a state that the message may carry, and always as a batch. */
  const goodsReceived = Effect.fnUntraced(function*({ batch, link, reported, row }: EventOf<"GoodsReceived">) {
    const { warehouseCode, ...rest } = reported
    const names = yield* mapping.erpNames(link)
    const code = yield* codes.forErp(link, row, warehouseCode)
    const lines = receivedLines(batch, names.sku)
    return (yield* receiversOf(link, row)).map((connection) => owed({
      connection,
      ...ErpReceivers.about(link, "inbound", row.number),
      operation: ErpV1.ReceiveInboundProgress,
      payload: {
        asnNumber: row.number,
        ...rest,
        ...(typeof row.type === "string" && row.type !== "" && { type: row.type }),
        phase: reported.phase === "cancelled" && Facts.knowsCancelled(connections, connection) ? reported.phase : ReceivingRules.told(reported.phase),
        ...(code !== undefined && { warehouseCode: code }),
        lines,
        batchNo: batch.batchNo
      }
    }))
  })

  const goodsReturned = Effect.fnUntraced(function*({ link, returned, row }: EventOf<"GoodsReturned">) {
    const receivers = ErpReceivers.all(link).filter((erp) => ErpReceivers.offers(connections, erp, ErpV1.ReceiveReturn.name))
    if (receivers.length === 0) return []
    const { warehouseCode, warehouseOrderNumber, ...rest } = returned
    const names = yield* mapping.erpNames(link)
    const code = yield* codes.forErp(link, warehouseCode === undefined ? row : { ...row, warehouse_code: null }, warehouseCode)
    const number = peerNumber(warehouseOrderNumber ?? row.peer_number, row.number_sent)
    return receivers.map((connection) => owed({
      connection,
      // In a queue of its own, because a message takes the place of the waiting states of its queue.
      ...ErpReceivers.about(link, "returns", row.number),
      operation: ErpV1.ReceiveReturn,
      payload: {
        ...rest,
        ...(code !== undefined && { warehouseCode: code }),
        ...(number !== undefined && { warehouseOrderNumber: number }),
        lines: returned.lines.map((line) => ({ ...line, sku: Sku.Sku.make(names.sku(line.sku)) }))
      }
    }))
  })

  const outboundGivenUp = ({ code, link, order: { orderNumber, warehouseCode }, reason }: EventOf<"OutboundGivenUp">) =>
    ErpReceivers.all(link).map((connection) => owed({
      connection,
      ...ErpReceivers.about(link, "outbound", orderNumber),
      operation: ErpV1.ReceiveOutboundStatus,
      payload: { orderNumber, warehouseCode, phase: "failed", status: code, failedReason: reason }
    }))

  return Reactions.owing<OrderEvent>({
    OutboundReported: outboundReported,
    GoodsReceived: goodsReceived,
    GoodsReturned: goodsReturned,
    OutboundGivenUp: (event) => Effect.succeed(outboundGivenUp(event))
  })
})
