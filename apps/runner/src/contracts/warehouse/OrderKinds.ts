/**
 * The kinds of records of the warehouse contract: outbound and inbound orders.
 */
import { InboundPhase, OutboundPhase, WarehouseV1 } from "@crossdock/core"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { type KindRow, numberAt } from "../../records/Kinds.ts"
import * as BatchNames from "./BatchNames.ts"

export type OrderKind = "outbound" | "inbound"

interface OrderKindRow extends KindRow {
  readonly kind: OrderKind
  readonly create: typeof WarehouseV1.CreateOutboundOrder.name | typeof WarehouseV1.CreateInboundOrder.name
  /** The operation that asks a warehouse about orders. */
  readonly read: WarehouseV1.AnyOperation
}

const namedByOutbound = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Struct({ onlineOrderId: Schema.NonEmptyString })))
const named = Schema.optionalKey(Schema.NonEmptyString)
const namedByInbound = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Struct({ customNumber: named, orderNumber: named, onlineOrderId: named })))

export const kinds: { readonly [K in OrderKind]: OrderKindRow } = {
  outbound: {
    kind: "outbound",
    create: WarehouseV1.CreateOutboundOrder.name,
    read: WarehouseV1.GetOutboundOrders,
    isEnded: (phase) => OutboundPhase.isNoLongerOpen(phase as OutboundPhase.OutboundPhase),
    mayStandStill: true,
    isPolled: (offers) => mayBeRead("outbound", offers),
    peerNumberIn: numberAt("warehouseOrderNumber"),
    otherNumbers: {
      onlineOrderId: (places) => `select n.id, n.online_number as asked from entity n where n.online_number in (${places.join(", ")}) and n.kind = 'outbound'`,
      displayNumber: (places) => `select n.id, n.display_number as asked from entity n where n.display_number in (${places.join(", ")}) and n.kind = 'outbound'`,
      trackingNumber: (places) => `select p.entity as id, p.tracking_number as asked from parcel p where p.tracking_number in (${places.join(", ")})`
    },
    namedIn: (asked) => Option.match(namedByOutbound(asked), { onNone: () => [], onSome: ({ onlineOrderId }) => [onlineOrderId] }),
    queues: ["returns"],
    tables: ["parcel"]
  },
  inbound: {
    kind: "inbound",
    create: WarehouseV1.CreateInboundOrder.name,
    read: WarehouseV1.GetInboundOrders,
    isEnded: (phase) => InboundPhase.isEnded(phase as InboundPhase.InboundPhase),
    // The goods may travel for weeks, so standing still is no finding.
    isPolled: (offers) => mayBeRead("inbound", offers),
    hasBatches: true,
    isInboundOrder: true,
    peerNumberIn: numberAt("referenceNumber"),
    otherNumbers: { batchNo: BatchNames.recordsWith },
    namedIn: (asked) => Option.match(namedByInbound(asked), { onNone: () => [], onSome: ({ customNumber, onlineOrderId, orderNumber }) => [customNumber, orderNumber, onlineOrderId].filter((number) => number !== undefined) }),
    tables: ["inbound_line"]
  }
}

export const all: ReadonlyArray<OrderKindRow> = Object.values(kinds)

const required: ReadonlySet<string> = new Set(WarehouseV1.contract.required.map(({ name }) => name))

/** Returns true if a warehouse that offers these optional operations can be asked about orders of this kind. */
export const mayBeRead = (kind: OrderKind, offers: ReadonlyArray<string>): boolean =>
  required.has(kinds[kind].read.name) || offers.includes(kinds[kind].read.name)
