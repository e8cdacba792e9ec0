/**
 * The kinds of records of what callers of document 3 create in an ERP. The ERP keeps them, so a record is closed once the ERP has
 * accepted it.
 */
import { BooksV1 } from "@crossdock/books"
import { InboundPhase } from "@crossdock/core"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { KindRow } from "../../records/Kinds.ts"

/** The phase of an inbound order that was cancelled. */
export const cancelled = "cancelled"

const submitted = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Struct({ asnNumber: Schema.NonEmptyString })))
const transferred = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Struct({ transferNumber: Schema.NonEmptyString })))

export const inboundOrder: KindRow = {
  kind: "erp_inbound",
  create: BooksV1.SubmitInboundOrder.name,
  isEnded: (phase) => InboundPhase.isEnded(phase as InboundPhase.InboundPhase),
  mayStandStill: false,
  isInboundOrder: true,
  peerNumberIn: (result) => Option.getOrUndefined(submitted(result))?.asnNumber,
  tables: ["erp_inbound_order"]
}

export const transfer: KindRow = {
  kind: "erp_transfer",
  create: BooksV1.CreateTransferOrder.name,
  isEnded: () => true,
  mayStandStill: false,
  peerNumberIn: (result) => Option.getOrUndefined(transferred(result))?.transferNumber
}

export const stockMove: KindRow = {
  kind: "erp_move",
  create: BooksV1.MoveStock.name,
  isEnded: () => true,
  mayStandStill: false,
  peerNumberIn: () => undefined
}
