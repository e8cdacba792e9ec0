/**
 * Records of a `WarehouseStore` as the models of core: what a peer of document 1 or 2 tells.
 */
import { InboundOrder, OutboundOrder, Sku } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import type { InboundRecord, OutboundRecord } from "./WarehouseStore.ts"

const outboundStates: Readonly<Record<OutboundRecord["state"], readonly [OutboundOrder.OutboundState, word: string]>> = {
  open: ["SENDING", "PICKING"],
  "part-shipped": ["SENDING", "PARTLY_SHIPPED"],
  shipped: ["SUCCESS", "SHIPPED"],
  cancelled: ["CANCEL", "CANCELLED"],
  failed: ["FAILED", "EXCEPTION"]
}

const inboundStates: Readonly<Record<InboundRecord["state"], InboundOrder.InboundState>> = {
  announced: "NEW",
  receiving: "RECEIVING",
  finished: "FINISHED",
  cancelled: "DELETED"
}

export const outboundStatus = (record: OutboundRecord): OutboundOrder.OutboundStatus => {
  const [status, word] = outboundStates[record.state]
  const parcel = record.parcels.at(-1)
  const { fields } = record
  return {
    orderNumber: OutboundOrder.OrderNumber.make(fields.orderNumber),
    warehouseOrderNumber: record.number,
    status,
    peerStatus: record.word ?? word,
    ...(fields.warehouseCode !== undefined && { warehouseCode: fields.warehouseCode }),
    ...(fields.onlineOrderId !== undefined && { onlineOrderId: fields.onlineOrderId }),
    ...(parcel && {
      carrierName: parcel.carrierName,
      trackingNumber: parcel.trackingNumber,
      shippedAt: DateTime.makeUnsafe(parcel.shippedAt),
      lines: parcel.lines.map(({ quantity, sku }) => ({ sku: Sku.Sku.make(sku), quantity }))
    }),
    ...(record.reason !== undefined && { failedReason: record.reason })
  }
}

export const inboundStatus = ({ finishedAt, lines, number, state, fields, word }: InboundRecord): InboundOrder.InboundStatus => ({
  asnNumber: InboundOrder.AsnNumber.make(fields.asnNumber),
  status: inboundStates[state],
  peerStatus: word ?? inboundStates[state],
  referenceNumber: number,
  ...(fields.warehouseCode !== undefined && { warehouseCode: fields.warehouseCode }),
  ...(finishedAt !== undefined && { finishedAt: DateTime.makeUnsafe(finishedAt) }),
  lines: lines.map((line) => ({ ...line, sku: Sku.Sku.make(line.sku) }))
})

/** What has been received, as a report without a batch: totals. */
export const inboundProgress = (record: InboundRecord, updatedAt: number): InboundOrder.InboundProgress => ({
  ...inboundStatus(record),
  updatedAt: DateTime.makeUnsafe(updatedAt)
})
