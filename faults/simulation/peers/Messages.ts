/** What a provider reports in these worlds, and how the ERP at the other end knows it again. */
import { InboundOrder, OutboundOrder, type OutboundPhase, Quantity, Sku, type WarehouseV1 } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import type * as History from "../../oracle/History.ts"

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
      phase: isLast ? "received" : "receiving",
      status: isLast ? "FINISHED" : "RECEIVING",
      updatedAt: DateTime.makeUnsafe(begin + sequence * 1000),
      batchNo: `B-${sequence}`,
      lines: [{ sku: Sku.Sku.make("SKU-1"), received: Quantity.of(1), good: Quantity.of(1), bad: Quantity.zero }]
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
      phase: isLast ? "shipped" : "open",
      status: `STEP-${sequence}`,
      ...(isLast && { trackingNumber: `TRK-${entity}` })
    }
  }
})

/** What a warehouse says of one issue of an order, in words that tell which it is. */
export const wordOf = (issue: string, phase: OutboundPhase.OutboundPhase, step: number): string =>
  `${issue} ${phase === "cancelled" ? "CANCELED" : `STEP-${step}`}`

/** The same as a report. */
export const issue = (entity: string, number: string, phase: "open" | "shipped" | "cancelled", at: number): Report => {
  const word = wordOf(number, phase, at)
  return {
    ...ofIssue(entity, word),
    isState: phase !== "shipped",
    event: {
      _tag: "OutboundStatusChanged",
      status: {
        orderNumber: OutboundOrder.OrderNumber.make(entity),
        warehouseOrderNumber: number,
        warehouseCode: "WH-1",
        phase,
        status: word,
        ...(phase === "shipped" && { trackingNumber: `TRK-${number}` })
      }
    }
  }
}

/** A batch under the name that the warehouse gives it; a query may have told of its goods before. */
export const named = (entity: string, sku: string, sequence: number, isLast: boolean): Report => {
  const { event, ...message } = batch(entity, sequence, isLast)
  if (event._tag !== "InboundProgressed") throw new Error("no batch")
  const lines = event.progress.lines.map((line) => ({ ...line, sku: Sku.Sku.make(sku) }))
  return { ...message, sequence: 0, isState: true, key: `${entity} ${entity}-${sequence}`, event: { ...event, progress: { ...event.progress, batchNo: `${entity}-${sequence}`, lines } } }
}

export interface Told {
  readonly orderNumber?: string
  readonly warehouseOrderNumber?: string
  readonly asnNumber?: string
  readonly batchNo?: string
  readonly status: string
  readonly phase: string
  readonly trackingNumber?: string
  readonly lines?: ReadonlyArray<{ readonly received: number }>
}

export const pieces = ({ lines = [] }: Told): number => lines.reduce((sum, { received }) => sum + received, 0)

/** Behind every step that an order can take before. */
const afterAll = 1000

/** Later issues come after all of an earlier one. */
const ofIssue = (entity: string, word: string): Omit<History.Message, "isState"> => {
  const [issue = "", step = ""] = word.split(" ")
  const at = /\d+$/.exec(step)?.[0]
  return { key: `${entity} ${word}`, entity, issue, sequence: Number(/\d+$/.exec(issue)?.[0] ?? 0) * 100 + (at === undefined ? 99 : Number(at)) }
}

/** Which message an ERP has before it; `prefix`: what stands before its numbers at the warehouse. */
export const known = (told: Told, prefix = ""): Omit<History.Message, "isState"> & Pick<History.Kept, "hasParcel" | "isNumbered" | "pieces"> & { readonly phase: string } => {
  const entity = prefix + String(told.asnNumber ?? told.orderNumber)
  const { status, warehouseOrderNumber: issue = "" } = told
  if (told.asnNumber === undefined && status.includes(" ")) return { ...ofIssue(entity, status), isNumbered: issue !== "", hasParcel: told.trackingNumber !== undefined, phase: told.phase }
  // That its cancel was carried out, the runner says in a word of its own.
  if (status === "CANCELLED") return { ...ofIssue(entity, `${issue} ${status}`), phase: told.phase, ...(issue === "" && { sequence: Number.NaN }) }
  const part = told.asnNumber === undefined ? told.status : String(told.batchNo)
  const { phase } = told
  const sequence = phase === "cancelled" ? afterAll : Number(/\d+$/.exec(part)?.[0] ?? 0)
  return { key: `${entity} ${part}`, entity, sequence, phase, ...(told.asnNumber === undefined ? { hasParcel: told.trackingNumber !== undefined } : { pieces: pieces(told) }) }
}
