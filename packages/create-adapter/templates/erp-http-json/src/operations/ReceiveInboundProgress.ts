/**
 * `receiveInboundProgress` as `POST /receipts`. Acme counts each batch number once.
 */
import { type InboundOrder, InboundPhase, Quantity } from "@crossdock/core"
import * as Schema from "effect/Schema"

const Optional = Schema.optionalKey(Schema.String)
const Count = Schema.optionalKey(Quantity.QuantityOrZero)

export const route = "POST /receipts"

export const body = Schema.Struct({
  receipt: Schema.String,
  batch: Optional,
  warehouse: Optional,
  state: InboundPhase.InboundPhase,
  warehouseReceipt: Optional,
  finishedAt: Schema.optionalKey(Schema.DateTimeUtcFromString),
  updatedAt: Schema.DateTimeUtcFromString,
  items: Schema.Array(
    Schema.Struct({
      item: Schema.String,
      name: Optional,
      estimated: Count,
      received: Quantity.QuantityOrZero,
      good: Count,
      bad: Count,
      unit: Optional,
      lot: Optional
    })
  )
})

export const toWire = (progress: InboundOrder.InboundProgress): typeof body.Type => ({
  receipt: progress.asnNumber,
  ...(progress.batchNo !== undefined && { batch: progress.batchNo }),
  ...(progress.warehouseCode !== undefined && { warehouse: progress.warehouseCode }),
  state: progress.phase,
  ...(progress.referenceNumber !== undefined && { warehouseReceipt: progress.referenceNumber }),
  ...(progress.finishedAt && { finishedAt: progress.finishedAt }),
  updatedAt: progress.updatedAt,
  items: progress.lines.map(({ sku, ...line }) => ({ item: sku, ...line }))
})
