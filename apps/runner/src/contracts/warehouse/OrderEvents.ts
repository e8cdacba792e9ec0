/**
 * The events of orders that others may react to (`outbox/Reactions.ts`), when they are stored.
 */
import type { UnannouncedReturn, InboundOrder, OutboundOrder } from "@crossdock/core"
import type { FulfilmentRecord } from "../../fulfilment/ShippedGoods.ts"
import type { ConnectedLink } from "../../Composition.ts"
import type { Row } from "../../store/Database.ts"
import type { Reported } from "./InboundIssues.ts"
import type { Message } from "./ParcelMessages.ts"
import type { Decision } from "./ReportDecision.ts"
import type * as ReceivingRules from "./ReceivingRules.ts"

/** What was stored of an order of a link. `row` is the row of the order before the event. */
export type OrderEvent =
  | {
    readonly _tag: "OutboundReported"
    readonly link: ConnectedLink
    readonly row: Row
    /** What every ERP of the link is to be told. */
    readonly messages: ReadonlyArray<Message>
  }
  | {
    /** A report says something new of the goods of an order, whether or not it changes the word for the order. */
    readonly _tag: "FulfilmentChanged"
    readonly link: ConnectedLink
    /** The row as it was before, but for its number. */
    readonly row: Row
    readonly record: FulfilmentRecord.FulfilmentRecord
    readonly status: Pick<OutboundOrder.OutboundReport, "failedReason" | "notShipped" | "phase" | "status" | "warehouseCode">
  }
  | {
    readonly _tag: "GoodsReceived"
    readonly link: ConnectedLink
    readonly row: Row
    readonly reported: Reported & Pick<InboundOrder.InboundProgress, "customerCode" | "updatedAt">
    readonly batch: { readonly batchNo: string; readonly lines: ReadonlyArray<ReceivingRules.Line & ReceivingRules.Details> }
  }
  | {
    /** Goods of an order came back without an announcement, or the warehouse tells more of them. */
    readonly _tag: "GoodsReturned"
    readonly link: ConnectedLink
    readonly row: Row
    /** With the ERP's number of the order. */
    readonly returned: UnannouncedReturn.UnannouncedReturn
  }
  | {
    /** A person decided that an order is not sent. */
    readonly _tag: "OutboundGivenUp"
    readonly link: ConnectedLink
    readonly order: Pick<OutboundOrder.OutboundOrder, "orderNumber" | "warehouseCode">
    readonly code: string
    readonly reason: string
  }

/** The events of a report of an outbound order: what ERPs are to be told, and what is new of its goods. */
export const ofReport = (link: ConnectedLink, { before, record, row, status }: Pick<Decision, "before" | "record" | "row" | "status">, messages: ReadonlyArray<Message>): ReadonlyArray<OrderEvent> => [
  ...(messages.length === 0 ? [] : [{ _tag: "OutboundReported", link, row, messages } as const]),
  ...(record === before && row["phase"] !== null ? [] : [{ _tag: "FulfilmentChanged", link, row, record, status } as const])
]
