/**
 * A warehouse that is not idempotent: each create that reaches it makes one more order. It keeps its own books, and
 * works on what it has, step by step.
 */
import { AdapterError, OutboundOrder, WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { PeerObject } from "../../../../faults/oracle/Run.ts"
import type { Kernel } from "../kernel/Kernel.ts"
import { type Line, refusal } from "./Network.ts"

export interface Held {
  readonly orderNumber: string
  readonly warehouseOrderNumber: string
  readonly madeAt: number
  status: OutboundOrder.OutboundState
  step: number
}

export interface Warehouse {
  readonly plugin: WarehouseV1.Plugin<any, never, "warehouse-simulated">
  readonly orders: ReadonlyArray<Held>
  readonly objects: () => ReadonlyArray<PeerObject>
}

/** Steps until an order has left. */
export const steps = 3
export const visibilityDelay = 2000

export const make = (kernel: Kernel, line: Line, made: (held: Held) => void): Warehouse => {
  const orders: Array<Held> = []

  const newest = (number: string) => {
    const held = orders.filter(({ orderNumber }) => orderNumber === number)
    return held.findLast(({ status }) => status !== "CANCEL") ?? held.at(-1)
  }

  /** The peer's own answer; a refusal of it is an answer too. */
  const exchange = <A>(act: () => A | AdapterError.Reason): Effect.Effect<A, AdapterError.Reason> =>
    Effect.flatMap(
      line.call(({ acts }) => (acts ? act() : undefined)),
      ({ heard, value }): Effect.Effect<A, AdapterError.Reason> => {
        if (heard.fate === "success false") return Effect.fail(refusal)
        return value instanceof AdapterError.Rejected ? Effect.fail(value) : Effect.succeed(value as A)
      }
    )

  const told = (held: Held): OutboundOrder.OutboundStatus => ({
    orderNumber: OutboundOrder.OrderNumber.make(held.orderNumber),
    warehouseOrderNumber: held.warehouseOrderNumber,
    status: held.status,
    peerStatus: held.status === "CANCEL" ? "CANCELED" : `STEP-${held.step}`,
    ...(held.status === "SUCCESS" && { trackingNumber: `TRK-${held.orderNumber}` })
  })

  const plugin = WarehouseV1.plugin({
    id: "warehouse-simulated",
    settings: Schema.Struct({}),
    limits: { linesPerOrder: 50, ordersPerQuery: 10, visibilityDelay, pollInterval: "3 seconds" },
    offers: [],
    make: () =>
      Effect.succeed({
        createOutboundOrder: ({ orderNumber }: OutboundOrder.OutboundOrder) =>
          exchange(() => {
            const held: Held = { orderNumber, warehouseOrderNumber: `W-${orders.length + 1}`, madeAt: kernel.now(), status: "SENDING", step: 0 }
            orders.push(held)
            made(held)
            return { warehouseOrderNumber: held.warehouseOrderNumber }
          }),
        cancelOutboundOrder: ({ orderNumber }: typeof WarehouseV1.CancelOutboundOrder.payload.Type) =>
          exchange(() => {
            const held = newest(orderNumber)
            if (held === undefined) return new AdapterError.Rejected({ fault: { code: "NOT_FOUND", message: "no such order" } })
            if (held.status === "SUCCESS") return new AdapterError.Rejected({ fault: { code: "SHIPPED", message: "the order has left" } })
            held.status = "CANCEL"
            return undefined
          }) as Effect.Effect<void, AdapterError.Reason>,
        getOutboundOrders: ({ orderNumbers }: typeof WarehouseV1.GetOutboundOrders.payload.Type) =>
          exchange(() => orderNumbers.flatMap((number) => {
            const held = newest(number)
            return held === undefined ? [] : [told(held)]
          }))
      })
  })

  return { plugin, orders, objects: () => orders.map(({ orderNumber, status }) => ({ entity: orderNumber, status })) }
}
