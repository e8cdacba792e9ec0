/**
 * How warehouses are asked about orders, by the numbers that were sent to them.
 */
import { type AdapterError, InboundOrder, OutboundOrder, WarehouseV1 } from "@crossdock/core"
import type { Effect } from "effect/Effect"
import type { CallOptions, Connections } from "../../connection/Connections.ts"
import * as GenerationStore from "../../records/GenerationStore.ts"
import * as Facts from "./PluginFacts.ts"
import type { Part } from "./QueryBatches.ts"

/** What a warehouse answers when it is asked about orders. */
interface Answer<Status> {
  readonly items: ReadonlyArray<Status>
  /** The numbers of orders that are there and could not be read. */
  readonly unreadable?: ReadonlyArray<string>
}

/** How a warehouse is asked about orders of one kind. */
export interface Query<Status> {
  /** The most orders of one call. */
  readonly most: (peer: string) => number
  readonly ask: (peer: string, part: Part, options?: CallOptions) => Effect<Answer<Status>, AdapterError.AdapterError>
  /** The number that was sent to the warehouse. */
  readonly numberOf: (status: Status) => string
}

/** The member with a value that may be unknown. */
const known = <Name extends string>(name: Name, value: string | null | undefined): { readonly [K in Name]?: string } =>
  (value ? { [name]: value } : {}) as { readonly [K in Name]?: string }

export const of = (connections: Connections["Service"]): {
  readonly outbound: Query<OutboundOrder.OutboundReport>
  readonly inbound: Query<InboundOrder.InboundStatus>
} => ({
  outbound: {
    most: (peer) => Facts.limitsOf(connections, peer).ordersPerQuery,
    ask: (peer, { at, rows }, options) =>
      connections.invoke(peer, WarehouseV1.GetOutboundOrders, {
        orders: rows.map((row) => ({
          orderNumber: OutboundOrder.OrderNumber.make(row.number_sent),
          ...known("warehouseOrderNumber", GenerationStore.peerNumberOf(row))
        })) as never,
        ...at
      }, options),
    numberOf: ({ orderNumber }) => orderNumber
  },
  inbound: {
    most: (peer) => {
      const { asnsPerQuery, ordersPerQuery } = Facts.limitsOf(connections, peer)
      return asnsPerQuery ?? ordersPerQuery
    },
    ask: (peer, { at, rows }, options) =>
      connections.invoke(peer, WarehouseV1.GetInboundOrders, {
        inboundOrders: rows.map((row) => ({
          asnNumber: InboundOrder.AsnNumber.make(row.number_sent),
          ...known("referenceNumber", row.peer_number),
          ...known("type", row.type)
        })) as never,
        ...at
      }, options),
    numberOf: ({ asnNumber }) => asnNumber
  }
})
