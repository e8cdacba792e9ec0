/**
 * The kinds of orders, and what differs between them. Everything else about an order is the same code for each kind.
 */
import { InboundPhase, OutboundPhase, WarehouseV1 } from "@crossdock/core"

export type Kind = "outbound" | "inbound"
export type Phase = OutboundPhase.OutboundPhase | InboundPhase.InboundPhase

export interface KindRules {
  /** The operation that creates an order. */
  readonly create: typeof WarehouseV1.CreateOutboundOrder.name | typeof WarehouseV1.CreateInboundOrder.name
  /** The operation that asks a peer about orders. */
  readonly read: typeof WarehouseV1.GetOutboundOrders.name | typeof WarehouseV1.GetInboundOrders.name
  readonly isEnded: (phase: Phase) => boolean
  /** True if a person should check an order that does not change for long. The goods of an inbound order may travel for weeks. */
  readonly mayStandStill: boolean
}

export const kinds: { readonly [K in Kind]: KindRules } = {
  outbound: {
    create: "createOutboundOrder",
    read: "getOutboundOrders",
    isEnded: (phase) => OutboundPhase.isEnded(phase as OutboundPhase.OutboundPhase),
    mayStandStill: true
  },
  inbound: {
    create: "createInboundOrder",
    read: "getInboundOrders",
    isEnded: (phase) => InboundPhase.isEnded(phase as InboundPhase.InboundPhase),
    mayStandStill: false
  }
}

const required: ReadonlySet<string> = new Set(WarehouseV1.contract.required.map(({ name }) => name))

/** Returns true if a peer that offers these optional operations can be asked about orders of this kind. */
export const mayBeRead = (kind: Kind, offers: ReadonlyArray<string>): boolean => required.has(kinds[kind].read) || offers.includes(kinds[kind].read)

export const all = Object.keys(kinds) as ReadonlyArray<Kind>

/** The kind and number of an order as one text, by which history, reports, intents and deliveries refer to it. */
export const entityOf = (kind: Kind, number: string): string => `${kind}:${number}`

/** Splits such a text. */
export const parse = (entity: string): { readonly kind: Kind; readonly number: string } => {
  const at = entity.indexOf(":")
  return { kind: all.find((kind) => kind === entity.slice(0, at)) ?? "outbound", number: entity.slice(at + 1) }
}

/** SQL for the operation that creates the order of a row of `entity`. */
export const createOf = (row: string): string => `case ${row}.kind ${all.map((kind) => `when '${kind}' then '${kinds[kind].create}'`).join(" ")} end`
