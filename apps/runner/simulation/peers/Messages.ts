/** What a provider reports in these worlds, and how the ERP at the other end knows it again. */
import { InboundOrder, OutboundOrder, Sku, type WarehouseV1 } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import type * as History from "../../../../faults/oracle/History.ts"

export interface Report extends History.Message {
  readonly event: WarehouseV1.Event
}

/** Milliseconds since 1970; only that it grows matters. */
const begin = Date.UTC(2026, 0, 1)

/** One piece more of an inbound order. */
export const batch = (entity: string, sequence: number, isLast: boolean): Report => ({
  key: `${entity} B-${sequence}`,
  entity,
  sequence,
  isState: false,
  event: {
    _tag: "InboundProgressed",
    progress: {
      asnNumber: InboundOrder.AsnNumber.make(entity),
      warehouseCode: "WH-1",
      status: isLast ? "FINISHED" : "RECEIVING",
      peerStatus: isLast ? "FINISHED" : "RECEIVING",
      updatedAt: DateTime.makeUnsafe(begin + sequence * 1000),
      batchNo: `B-${sequence}`,
      lines: [{ sku: Sku.Sku.make("SKU-1"), received: 1, good: 1, bad: 0 }]
    }
  }
})

/** An order on its way; the last step ships it. */
export const step = (entity: string, sequence: number, isLast: boolean, warehouseOrderNumber?: string): Report => ({
  key: `${entity} STEP-${sequence}`,
  entity,
  sequence,
  isState: !isLast,
  event: {
    _tag: "OutboundStatusChanged",
    status: {
      orderNumber: OutboundOrder.OrderNumber.make(entity),
      ...(warehouseOrderNumber !== undefined && { warehouseOrderNumber }),
      warehouseCode: "WH-1",
      status: isLast ? "SUCCESS" : "SENDING",
      peerStatus: `STEP-${sequence}`,
      ...(isLast && { trackingNumber: `TRK-${entity}` })
    }
  }
})

export interface Told {
  readonly orderNumber?: string
  readonly asnNumber?: string
  readonly batchNo?: string
  readonly peerStatus: string
  readonly status: string
  readonly lines?: ReadonlyArray<{ readonly received: number }>
}

export const pieces = ({ lines = [] }: Told): number => lines.reduce((sum, { received }) => sum + received, 0)

/** Behind every step that an order can take before. */
const afterAll = 1000

/** Which message an ERP has before it. */
export const known = (told: Told): Omit<History.Message, "isState"> & { readonly status: string } => {
  const entity = String(told.asnNumber ?? told.orderNumber)
  const part = told.asnNumber === undefined ? told.peerStatus : String(told.batchNo)
  const { status } = told
  const sequence = status === "CANCEL" ? afterAll : Number(/\d+$/.exec(part)?.[0] ?? 0)
  return { key: `${entity} ${part}`, entity, sequence, status }
}
