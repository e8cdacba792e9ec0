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

/** Steps of an order at a provider that gives each issue of it a number of its own. */
export const steps = ["ACCEPTED", "PICKING", "PACKED", "SHIPPED"] as const
const cancelled = "CANCELLED"
/** More than an order has steps. */
const ofIssue = 10

/** One step of one issue of an order; the numbers of issues grow. */
const ofOrder = (entity: string, issue: string, wmsStatus: string): Omit<Message, "isState"> => {
  const step = wmsStatus === cancelled ? ofIssue - 1 : Math.max(0, steps.findIndex((each) => each === wmsStatus))
  // Nothing but a number of the provider says which issue it is.
  return { key: `${entity} ${issue} ${wmsStatus}`, entity, issue, sequence: Number(/^BW-(\d+)$/.exec(issue)?.[1] ?? 0) * ofIssue + step }
}

/** What a provider says of one issue of an order. */
export const issued = (entity: string, issue: string, wmsStatus: (typeof steps)[number] | typeof cancelled): Report => {
  const isEnd = wmsStatus === "SHIPPED"
  return {
    method: "pushOrderInfo",
    door: "receiveOdo",
    ...ofOrder(entity, issue, wmsStatus),
    isState: !isEnd,
    content: {
      orderNumber: entity,
      warehouseOrderNumber: issue,
      warehouseCode: "WH-1",
      wmsStatus,
      status: isEnd ? "SUCCESS" : wmsStatus === cancelled ? "CANCEL" : "SENDING",
      trackNumber: isEnd ? `TRK-${issue}` : ""
    }
  }
}

/** A batch that the provider names itself. What it holds may be known by a query before, so that it stands for nothing alone. */
export const named = (entity: string, sequence: number, sku: string, pieces: number, isLast: boolean): Report => ({
  ...batch(entity, sequence, isLast),
  key: `${entity} ${entity}-${sequence}`,
  sequence: 0,
  isState: true,
  content: {
    ...batch(entity, sequence, isLast).content,
    batchNo: `${entity}-${sequence}`,
    skuList: [{ sku, receivedQuantity: pieces, goodQuantity: pieces, badQuantity: 0 }]
  }
})

/** The words of the wire, as the oracle knows them. */
const phases: Readonly<Record<string, string>> = {
  SENDING: "open",
  SUCCESS: "shipped",
  CANCEL: "cancelled",
  FAILED: "failed",
  NEW: "announced",
  RECEIVING: "receiving",
  FINISHED: "received",
  DELETED: "cancelled",
  CLOSED: "closed"
}

export const phaseOf = (word: unknown): string => phases[String(word)] ?? String(word)

type Told = Omit<Message, "isState"> & { readonly phase: string; readonly pieces?: number }

/** Which message an ERP has before it; `prefix`: what stands before its numbers at the provider. */
export const known = (method: string, content: Known, prefix = ""): Told => {
  if (method === "pushAsnInfo") {
    const entity = `${prefix}${content.asnNumber}`
    const part = String(content.batchNo)
    const pieces = (content.skuList as ReadonlyArray<{ readonly receivedQuantity: number }>).reduce((sum, line) => sum + Number(line.receivedQuantity), 0)
    return { key: `${entity} ${part}`, entity, sequence: Number(/\d+$/.exec(part)?.[0] ?? 0), phase: phaseOf(content.wmsStatus), pieces }
  }
  const entity = `${prefix}${content.orderNumber}`
  const [issue, part] = [String(content.warehouseOrderNumber ?? ""), String(content.wmsStatus)]
  const phase = phaseOf(content.status)
  return part.startsWith("STEP-")
    ? { key: `${entity} ${part}`, entity, sequence: Number(/\d+$/.exec(part)?.[0] ?? 0), phase }
    : { ...ofOrder(entity, issue, part), phase }
}
