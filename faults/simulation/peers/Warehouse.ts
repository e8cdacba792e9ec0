/**
 * A warehouse that is not idempotent: each create that reaches it makes one more order. It keeps its own books, and
 * works on what it has, step by step.
 */
import { AdapterError, type InboundOrder, type InboundPhase, OutboundOrder, type OutboundPhase, Quantity, Sku, WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { PeerObject } from "../../oracle/Run.ts"
import type { Kernel } from "../kernel/Kernel.ts"
import type { Plan } from "../Plan.ts"
import * as Messages from "./Messages.ts"
import { type Line, refusal } from "./Network.ts"

export interface Held {
  readonly orderNumber: string
  readonly warehouseOrderNumber: string
  readonly madeAt: number
  phase: OutboundPhase.OutboundPhase
  step: number
}

export interface Announced {
  readonly asnNumber: string
  readonly sku: string
  readonly referenceNumber: string
  phase: InboundPhase.InboundPhase
  received: number
}

export interface Warehouse {
  readonly plugin: WarehouseV1.Plugin<any, never, "warehouse-simulated">
  readonly orders: ReadonlyArray<Held>
  readonly asns: ReadonlyArray<Announced>
  readonly objects: () => ReadonlyArray<PeerObject>
}

/** Steps until an order has left. */
export const steps = 3
export const visibilityDelay = 2000

export const make = (
  kernel: Kernel,
  line: Line,
  made: { readonly order: (held: Held) => void; readonly cancelled: (held: Held) => void; readonly asn: (announced: Announced) => void },
  trade: Plan["trade"]
): Warehouse => {
  const orders: Array<Held> = []
  const asns: Array<Announced> = []

  /** By the number that it gave, where it is asked for that. */
  const newest = (number: string, given?: string, lag = 0) => {
    const held = orders.filter(({ madeAt, orderNumber, warehouseOrderNumber }) =>
      orderNumber === number && madeAt <= kernel.now() - lag && (trade === undefined || given === undefined || warehouseOrderNumber === given))
    return held.findLast(({ phase }) => phase !== "cancelled") ?? held.at(-1)
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
    ...(trade?.isMute !== true && { warehouseOrderNumber: held.warehouseOrderNumber }),
    phase: held.phase,
    status: trade !== undefined
      ? Messages.wordOf(held.warehouseOrderNumber, held.phase, held.step)
      : held.phase === "cancelled" ? "CANCELED" : `STEP-${held.step}`,
    ...(held.phase === "shipped" && { trackingNumber: `TRK-${trade === undefined ? held.orderNumber : held.warehouseOrderNumber}` })
  })

  const plugin = WarehouseV1.plugin({
    id: "warehouse-simulated",
    settings: Schema.Struct({}),
    limits: { linesPerOrder: 50, ordersPerQuery: 10, visibilityDelay: `${visibilityDelay} millis`, pollInterval: "3 seconds" },
    offers: ["createInboundOrder", "getInboundOrders", "cancelInboundOrders"],
    make: () =>
      Effect.succeed({
        handlers: {
          createOutboundOrder: ({ orderNumber }: OutboundOrder.OutboundOrder) =>
            exchange(() => {
              const held: Held = { orderNumber, warehouseOrderNumber: `W-${orders.length + 1}`, madeAt: kernel.now(), phase: "open", step: 0 }
              orders.push(held)
              made.order(held)
              return { warehouseOrderNumber: held.warehouseOrderNumber }
            }),
          cancelOutboundOrder: ({ orderNumber, warehouseOrderNumber }: typeof WarehouseV1.CancelOutboundOrder.payload.Type) =>
            exchange(() => {
              const held = newest(orderNumber, warehouseOrderNumber)
              if (held === undefined) return new AdapterError.Rejected({ fault: { code: "NOT_FOUND", message: "no such order" } })
              if (held.phase === "shipped") return new AdapterError.Rejected({ fault: { code: "SHIPPED", message: "the order has left" } })
              if (held.phase !== "cancelled") made.cancelled(held)
              held.phase = "cancelled"
              return {}
            }) as Effect.Effect<typeof WarehouseV1.CancelOutboundOrder.success.Type, AdapterError.Reason>,
          getOutboundOrders: ({ orders: asked }: typeof WarehouseV1.GetOutboundOrders.payload.Type) =>
            exchange(() => ({
              items: asked.flatMap(({ orderNumber, warehouseOrderNumber }) => {
                const held = newest(orderNumber, warehouseOrderNumber, trade?.lag)
                return held === undefined ? [] : [told(held)]
              })
            })),
          createInboundOrder: ({ asnNumber, lines: [line] }: InboundOrder.InboundOrder) =>
            exchange(() => {
              const announced: Announced = { asnNumber, sku: line!.sku, referenceNumber: `R-${asns.length + 1}`, phase: "announced", received: 0 }
              asns.push(announced)
              made.asn(announced)
              return { referenceNumber: announced.referenceNumber }
            }),
          getInboundOrders: ({ inboundOrders }: typeof WarehouseV1.GetInboundOrders.payload.Type) =>
            exchange(() => ({ items: inboundOrders.flatMap(({ asnNumber: number }): ReadonlyArray<InboundOrder.InboundStatus> => {
              const held = asns.findLast(({ asnNumber }) => asnNumber === number)
              return held === undefined ? [] : [{
                asnNumber: number,
                phase: held.phase,
                status: held.phase,
                referenceNumber: held.referenceNumber,
                lines: [{ sku: Sku.Sku.make(held.sku), estimated: Quantity.of(1000), received: Quantity.of(held.received), good: Quantity.of(held.received), bad: Quantity.zero }]
              }]
            }) })),
          cancelInboundOrders: ({ asnNumbers }: typeof WarehouseV1.CancelInboundOrders.payload.Type) =>
            exchange(() => ({ items: asnNumbers.map((asnNumber) => ({ asnNumber, failure: "nobody cancels here" })) }))
        }
      })
  })

  return {
    plugin,
    orders,
    asns,
    objects: () => [
      ...orders.map(({ orderNumber, phase, warehouseOrderNumber }) => ({ entity: orderNumber, phase, issue: warehouseOrderNumber })),
      ...asns.map(({ asnNumber, phase, received }) => ({ entity: asnNumber, phase, pieces: received }))
    ]
  }
}
