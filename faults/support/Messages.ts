/**
 * The reports of a provider and the orders of a shop in these runs, and how the ERP identifies them. A batch adds goods, so each
 * must arrive; a state of an order is replaced by a later one.
 */
import type { Name as Protocol } from "@crossdock/e2e/support/exchanges.ts"
import type { Known } from "@crossdock/e2e/support/http.ts"
import type { Message } from "../oracle/History.ts"

export interface Report extends Message {
  readonly method: "pushAsnInfo" | "pushOrderInfo"
  /** The last segment of the callback path. */
  readonly door: "receiveAsn" | "receiveOdo"
  readonly content: Readonly<Record<string, unknown>>
  /** The connection of the reporting provider. Default: the first. */
  readonly by?: "other-house"
}

/** Milliseconds since 1970; only its order matters. */
const begin = 1_772_330_584_000

/** Reports another received piece of an inbound order. */
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

/** Reports a state of an order; the last one is shipped. */
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

/** The states of an order at a provider that gives each issue its own number. */
export const steps = ["ACCEPTED", "PICKING", "PACKED", "SHIPPED"] as const
const cancelled = "CANCELLED"
/** More than the number of states of an order. */
const ofIssue = 10

/** Reports a state of one issue of an order; the numbers of issues increase. */
const ofOrder = (entity: string, issue: string, wmsStatus: string): Omit<Message, "isState"> => {
  const step = wmsStatus === cancelled ? ofIssue - 1 : Math.max(0, steps.findIndex((each) => each === wmsStatus))
  // Only the provider's number identifies the issue.
  return { key: `${entity} ${issue} ${wmsStatus}`, entity, issue, sequence: Number(/^BW-(\d+)$/.exec(issue)?.[1] ?? 0) * ofIssue + step }
}

/** The report of a provider about one issue of an order. */
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

/** A batch that the provider numbers. A query may have found its pieces before, so it need not lead to a delivery. */
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

/** One state of an order of a shop. */
export interface ShopState extends Message {
  readonly isLast: boolean
}

/** The shop of an order and its number there. Two merchants have shops of their own, with the same numbers. */
export const inShop = (entity: string): { readonly shop?: string; readonly number: string } => {
  const [, shop, number = entity] = /^([NS])-(.*)$/.exec(entity) ?? []
  return { ...(shop !== undefined && { shop }), number }
}

/** The state of an order of a shop after so many changes; the last one closes it. */
export const shopState = (entity: string, sequence: number, isLast: boolean): ShopState => ({
  key: `${entity} STEP-${sequence}`,
  entity,
  sequence,
  isState: true,
  isLast
})

/** Maps the states of the protocols to those of the oracle. */
const phases: Readonly<Record<string, string>> = {
  SENDING: "open",
  SUCCESS: "shipped",
  CANCEL: "cancelled",
  FAILED: "failed",
  NEW: "announced",
  RECEIVING: "receiving",
  FINISHED: "received",
  DELETED: "cancelled",
  CLOSED: "closed",
  WAIT_AUDIT: "open"
}

export const phaseOf = (word: unknown): string => phases[String(word)] ?? String(word)

type Told = Omit<Message, "isState"> & { readonly phase: string; readonly pieces?: number; readonly hasParcel?: boolean }

/** What an ERP knows of the messages of one method. */
interface Kind {
  readonly protocol: Protocol
  /** Identifies a message. */
  readonly told: (content: Known, prefix: string) => Told
  /** What a success repeats of it. */
  readonly confirms?: (content: Known) => Readonly<Record<string, unknown>>
}

const lastNumber = (text: string): number => Number(/\d+$/.exec(text)?.[0] ?? 0)

/** The messages that the runner sends to an ERP. Each has a row here, and the oracle judges all of them alike. */
const kinds: Readonly<Record<string, Kind>> = {
  pushAsnInfo: {
    protocol: "warehouse-envelope",
    told: ({ asnNumber, batchNo, skuList, wmsStatus }, prefix) => {
      const entity = `${prefix}${asnNumber}`
      const part = String(batchNo)
      const pieces = (skuList as ReadonlyArray<{ readonly receivedQuantity: number }>).reduce((sum, line) => sum + Number(line.receivedQuantity), 0)
      return { key: `${entity} ${part}`, entity, sequence: lastNumber(part), phase: phaseOf(wmsStatus), pieces }
    }
  },
  pushOrderInfo: {
    protocol: "warehouse-envelope",
    told: ({ orderNumber, status, trackNumber = "", warehouseOrderNumber, wmsStatus }, prefix) => {
      const entity = `${prefix}${orderNumber}`
      const [issue, part] = [String(warehouseOrderNumber ?? ""), String(wmsStatus)]
      const [phase, hasParcel] = [phaseOf(status), trackNumber !== ""]
      return part.startsWith("STEP-")
        ? { key: `${entity} ${part}`, entity, sequence: lastNumber(part), phase, hasParcel }
        : { ...ofOrder(entity, issue, part), phase, hasParcel }
    }
  },
  // An order of a shop tells itself whose it is, so that one of another merchant is not taken for an own one of the same number.
  pushOrder: {
    protocol: "platform-envelope",
    told: ({ erpOrderStatus, onlineOrderInfo, onlineOrderStatus }, prefix) => {
      const name = String(JSON.parse(onlineOrderInfo.orderJson).number)
      const entity = name.startsWith(prefix) ? name : `${name}, which is not of ${prefix}`
      const part = String(onlineOrderStatus)
      return { key: `${entity} ${part}`, entity, sequence: lastNumber(part), phase: phaseOf(erpOrderStatus) }
    },
    confirms: ({ onlineOrderId, shopId }) => ({ onlineOrderId, shopId })
  }
}

const kindOf = (method: string): Kind => {
  const kind = kinds[method]
  if (kind === undefined) throw new Error(`the ERP knows no method ${method}`)
  return kind
}

/** The protocol that has a message to an ERP. */
export const protocolOf = (method: string): Protocol => kindOf(method).protocol

/** Identifies a message that an ERP received; `prefix` is the prefix of its numbers at the provider. */
export const known = (method: string, content: Known, prefix = ""): Told => kindOf(method).told(content, prefix)

/** The answer by which an ERP accepts a message. */
export const successOf = (method: string, content: Known): Readonly<Record<string, unknown>> => ({ success: "true", ...kindOf(method).confirms?.(content) })

/** The order of a create. */
export const orderNumberOf = (content: string): string => String(JSON.parse(content).orderNumber)

/** The orders for which a call asks the provider. */
export const ordersAskedFor = (method: string, content: string): ReadonlyArray<string> =>
  method === "getOrder" ? [orderNumberOf(content)] : method === "getOrderList" ? JSON.parse(content).orderNumberList.map(String) : []
