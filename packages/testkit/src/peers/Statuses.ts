/**
 * Converts records of a `WarehouseStore` to the models of core, for peers of document 1 and 2.
 */
import { InboundOrder, type InboundPhase, OutboundOrder, type OutboundPhase, Quantity, Sku } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import type { InboundRecord, OutboundRecord } from "./WarehouseStore.ts"

const outboundPhases: Readonly<Record<OutboundRecord["state"], readonly [OutboundPhase.OutboundPhase, word: string]>> = {
  open: ["open", "PICKING"],
  "part-shipped": ["open", "PARTLY_SHIPPED"],
  shipped: ["shipped", "SHIPPED"],
  delivered: ["delivered", "DELIVERED"],
  cancelled: ["cancelled", "CANCELLED"],
  failed: ["failed", "EXCEPTION"]
}

const inboundPhases: Readonly<Record<InboundRecord["state"], readonly [InboundPhase.InboundPhase, word: string]>> = {
  announced: ["announced", "NEW"],
  receiving: ["receiving", "RECEIVING"],
  finished: ["received", "FINISHED"],
  cancelled: ["cancelled", "DELETED"]
}

export const outboundStatus = (record: OutboundRecord): OutboundOrder.OutboundStatus => {
  const [phase, word] = record.isClosedShort === true ? ["closedShort", "CLOSED_SHORT"] as const : outboundPhases[record.state]
  const parcel = record.parcels.at(-1)
  const { fields } = record
  return {
    orderNumber: OutboundOrder.OrderNumber.make(fields.orderNumber),
    warehouseOrderNumber: record.number,
    phase,
    status: record.word ?? word,
    ...(fields.warehouseCode !== undefined && { warehouseCode: fields.warehouseCode }),
    ...(fields.onlineOrderId !== undefined && { onlineOrderId: fields.onlineOrderId }),
    ...(parcel && {
      carrierName: parcel.carrierName,
      trackingNumber: parcel.trackingNumber,
      shippedAt: DateTime.makeUnsafe(parcel.shippedAt),
      ...(parcel.deliveredAt !== undefined && { deliveredAt: DateTime.makeUnsafe(parcel.deliveredAt) }),
      lines: parcel.lines.map(({ quantity, sku }) => ({ sku: Sku.Sku.make(sku), quantity: Quantity.of(quantity) }))
    }),
    ...(record.reason !== undefined && { failedReason: record.reason })
  }
}

export const inboundStatus = ({ finishedAt, lines, number, state, fields, word }: InboundRecord): InboundOrder.InboundStatus => ({
  asnNumber: InboundOrder.AsnNumber.make(fields.asnNumber),
  phase: inboundPhases[state][0],
  status: word ?? inboundPhases[state][1],
  referenceNumber: number,
  ...(fields.warehouseCode !== undefined && { warehouseCode: fields.warehouseCode }),
  ...(finishedAt !== undefined && { finishedAt: DateTime.makeUnsafe(finishedAt) }),
  lines: lines.map(({ bad, estimated, good, received, sku, ...line }) => ({
    ...line,
    sku: Sku.Sku.make(sku),
    estimated: Quantity.of(estimated),
    received: Quantity.of(received),
    good: Quantity.of(good),
    bad: Quantity.of(bad)
  }))
})

/** The totals received so far, as a report without a batch number. */
export const inboundProgress = (record: InboundRecord, updatedAt: number): InboundOrder.InboundProgress => ({
  ...inboundStatus(record),
  updatedAt: DateTime.makeUnsafe(updatedAt)
})
