/**
 * What a provider reports in these runs, and how the ERP at the other end knows it again. A batch adds goods, so each
 * must arrive; a step of an order is a state, and a later one makes it pointless.
 */
import type { Known } from "@crossdock/e2e/support/http.ts"
import type { Message } from "../oracle/History.ts"

export interface Report extends Message {
  readonly method: "pushAsnInfo" | "pushOrderInfo"
  /** The segment of the callback's path. */
  readonly door: "receiveAsn" | "receiveOdo"
  readonly content: Readonly<Record<string, unknown>>
  /** The connection of the provider that reports it; absent: the first. */
  readonly by?: "other-house"
}

/** Milliseconds since 1970; only that it grows matters. */
const begin = 1_772_330_584_000

/** One piece more of an inbound order. */
export const batch = (entity: string, sequence: number, isLast = false): Report => ({
  method: "pushAsnInfo",
  door: "receiveAsn",
  key: `${entity} B-${sequence}`,
  entity,
  sequence,
  isState: false,
  content: {
    asnNumber: entity,
    warehouseCode: "WH-1",
    wmsStatus: isLast ? "FINISHED" : "RECEIVING",
    updateTime: begin + sequence * 1000,
    batchNo: `B-${sequence}`,
    skuList: [{ sku: "SKU-1", receivedQuantity: 1, goodQuantity: 1, badQuantity: 0 }]
  }
})

/** An order on its way; the last step ships it. */
export const step = (entity: string, sequence: number, isLast: boolean): Report => ({
  method: "pushOrderInfo",
  door: "receiveOdo",
  key: `${entity} STEP-${sequence}`,
  entity,
  sequence,
  isState: !isLast,
  content: {
    orderNumber: entity,
    warehouseCode: "WH-1",
    wmsStatus: `STEP-${sequence}`,
    status: isLast ? "SUCCESS" : "SENDING",
    trackNumber: isLast ? `TRK-${entity}` : ""
  }
})

/** Which message an ERP has before it. */
export const known = (method: string, content: Known): Omit<Message, "isState"> & { readonly status: string } => {
  const entity = String(method === "pushAsnInfo" ? content.asnNumber : content.orderNumber)
  const part = String(method === "pushAsnInfo" ? content.batchNo : content.wmsStatus)
  const status = String(method === "pushAsnInfo" ? content.wmsStatus : content.status)
  return { key: `${entity} ${part}`, entity, sequence: Number(/\d+$/.exec(part)?.[0] ?? 0), status }
}
