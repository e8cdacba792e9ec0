/**
 * The kinds of records of what callers of document 3 create in an ERP. The ERP keeps them, so a record is closed once the ERP has
 * accepted it.
 */
import { BooksV1 } from "@crossdock/books"
import { InboundPhase } from "@crossdock/core"
import { type KindRow, numberAt } from "../../records/Kinds.ts"

/** The phase of an inbound order that was cancelled. */
export const cancelled = "cancelled"

export const inboundOrder: KindRow = {
  kind: "erp_inbound",
  create: BooksV1.SubmitInboundOrder.name,
  isEnded: (phase) => InboundPhase.isEnded(phase as InboundPhase.InboundPhase),
  isInboundOrder: true,
  peerNumberIn: numberAt("asnNumber"),
  tables: ["erp_inbound_order"]
}

export const transfer: KindRow = {
  kind: "erp_transfer",
  create: BooksV1.CreateTransferOrder.name,
  isEnded: () => true,
  peerNumberIn: numberAt("transferNumber")
}

export const stockMove: KindRow = {
  kind: "erp_move",
  create: BooksV1.MoveStock.name,
  isEnded: () => true,
  peerNumberIn: () => undefined
}
