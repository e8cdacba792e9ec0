/**
 * Every operation as something that can be done while the peer is in trouble: what leads up to it, the call itself, and
 * how the books tell whether it was done.
 */
import { type AdapterError, type InboundOrder, WarehouseV1 } from "@crossdock/core"
import * as Sku from "@crossdock/core/model/Sku"
import * as Effect from "effect/Effect"
import { broken, equal } from "../../Claim.ts"
import { type Bench, booked, call, created, newAsnNumber, newOrder, newSku, troubled } from "../Bench.ts"
import type { Trouble } from "../../Trouble.ts"
import type { Given } from "../Given.ts"

export interface Staged {
  readonly call: Effect.Effect<unknown, AdapterError.AdapterError>
  /** Whether the peer has done it; absent for a read. */
  readonly isDone?: Effect.Effect<boolean, unknown, unknown>
  /** How many the peer has made of what is created. */
  readonly count?: Effect.Effect<number, unknown, unknown>
  /** Claims that an answer is the one that the books give. */
  readonly isRight?: (answer: unknown) => Effect.Effect<void, unknown, unknown>
}

export interface Deed {
  /** What `given` must have; undefined: it has it. */
  readonly lacks: (given: Given<unknown>) => string | undefined
  readonly stage: (bench: Bench, trouble: Trouble<unknown>) => Effect.Effect<Staged, unknown, unknown>
}

const nothing = () => undefined
const needs = (name: "inbound" | "products" | "stock" | "authorization" | "subscriptions") => (given: Given<unknown>) =>
  given[name] === undefined ? name : undefined

/** What the law asked for was checked when it was chosen. */
const of = <T>(had: T | undefined): T => had ?? broken("given lacks what this law was chosen for")

const withGoods = (order: InboundOrder.InboundOrder, trouble: Trouble<unknown>): InboundOrder.InboundOrder =>
  "sku" in trouble ? { ...order, lines: [order.lines[0], { sku: Sku.Sku.make(trouble.sku), quantity: 1 }] } : order

export const callbackUrl = new URL("https://runner.example/callbacks/1")

const announced = Effect.fnUntraced(function*(bench: Bench, hint: string, trouble: Trouble<unknown>) {
  const order = withGoods(of(bench.given.inbound).order(newAsnNumber(bench, hint)), trouble)
  yield* call(bench, WarehouseV1.CreateInboundOrder, order)
  return order
})

const read = <O extends WarehouseV1.AnyOperation>(
  operation: O,
  lacks: Deed["lacks"],
  payload: (bench: Bench, trouble: Trouble<unknown>) => Effect.Effect<O["payload"]["Type"], unknown, unknown>
): Deed => ({
  lacks,
  stage: (bench, trouble) => Effect.map(payload(bench, trouble), (asked) => ({ call: call(bench, operation, asked) }))
})

/** Total: a new operation without its deed does not compile. */
export const deeds: Readonly<Record<WarehouseV1.OperationName, Deed>> = {
  createOutboundOrder: {
    lacks: nothing,
    stage: Effect.fnUntraced(function*(bench, trouble) {
      const order = troubled(newOrder(bench, "in-trouble"), trouble)
      const { books } = bench.given
      const before = yield* books.outboundCount
      return {
        call: call(bench, WarehouseV1.CreateOutboundOrder, order),
        isDone: Effect.map(books.outbound(order.orderNumber), (held) => held.length > 0),
        count: Effect.map(books.outboundCount, (count) => count - before),
        isRight: (answer) =>
          Effect.map(booked(bench, order.orderNumber), ({ number }) =>
            equal(answer, { warehouseOrderNumber: number }, "the answer is not the order that the peer holds"))
      }
    })
  },
  cancelOutboundOrder: {
    lacks: nothing,
    stage: Effect.fnUntraced(function*(bench, trouble) {
      const { order, orderNumber } = yield* created(bench, "cancel-in-trouble", (each) => troubled(each, trouble))
      return {
        call: call(bench, WarehouseV1.CancelOutboundOrder, { orderNumber, warehouseCode: order.warehouseCode }),
        isDone: Effect.map(booked(bench, orderNumber), ({ state }) => state === "cancelled")
      }
    })
  },
  getOutboundOrders: read(
    WarehouseV1.GetOutboundOrders,
    nothing,
    Effect.fnUntraced(function*(bench, trouble) {
      const { order } = yield* created(bench, "ask-in-trouble", (each) => troubled(each, trouble))
      return { orderNumbers: [order.orderNumber] as const, warehouseCode: order.warehouseCode }
    })
  ),
  listWarehouses: read(WarehouseV1.ListWarehouses, nothing, () => Effect.succeed({})),
  listChannels: read(WarehouseV1.ListChannels, nothing, () => Effect.succeed({})),
  listStock: read(WarehouseV1.ListStock, needs("stock"), ({ given }) =>
    Effect.succeed({ warehouseCode: of(given.stock).warehouseCode, page: 1, pageSize: 100 })),
  createInboundOrder: {
    lacks: needs("inbound"),
    stage: (bench, trouble) =>
      Effect.sync(() => {
        const inbound = of(bench.given.inbound)
        const order = withGoods(inbound.order(newAsnNumber(bench, "asn-in-trouble")), trouble)
        return {
          call: call(bench, WarehouseV1.CreateInboundOrder, order),
          isDone: Effect.map(inbound.books(order.asnNumber), (held) => held.length > 0),
          count: Effect.map(inbound.books(order.asnNumber), (held) => held.length)
        }
      })
  },
  getInboundOrders: read(
    WarehouseV1.GetInboundOrders,
    needs("inbound"),
    Effect.fnUntraced(function*(bench, trouble) {
      const { asnNumber, warehouseCode } = yield* announced(bench, "ask-asn-in-trouble", trouble)
      return { asnNumbers: [asnNumber] as const, warehouseCode }
    })
  ),
  cancelInboundOrders: {
    lacks: needs("inbound"),
    stage: Effect.fnUntraced(function*(bench, trouble) {
      const { asnNumber, warehouseCode } = yield* announced(bench, "cancel-asn-in-trouble", trouble)
      return {
        call: call(bench, WarehouseV1.CancelInboundOrders, { asnNumbers: [asnNumber], warehouseCode }),
        isDone: Effect.map(of(bench.given.inbound).books(asnNumber), (held) => held[0]?.state === "cancelled"),
        isRight: (answer) => Effect.sync(() => equal(answer, [{ asnNumber }], "the answer does not say that the order is cancelled"))
      }
    })
  },
  upsertProduct: {
    lacks: needs("products"),
    stage: (bench, trouble) =>
      Effect.sync(() => {
        const products = of(bench.given.products)
        const sku = "sku" in trouble ? Sku.Sku.make(trouble.sku) : newSku(bench, "in-trouble")
        return {
          call: call(bench, WarehouseV1.UpsertProduct, products.product(sku)),
          // Goods that bring the trouble exist before they are created.
          ...("sku" in trouble ? {} : { isDone: Effect.map(products.books(sku), (held) => held.length > 0) })
        }
      })
  },
  authorize: {
    lacks: needs("authorization"),
    stage: Effect.fnUntraced(function*(bench) {
      const values = yield* of(bench.given.authorization).entered
      return { call: call(bench, WarehouseV1.Authorize, { values }) }
    })
  },
  subscribe: {
    lacks: needs("subscriptions"),
    stage: (bench) =>
      Effect.sync(() => {
        const url = new URL(`https://runner.example/callbacks/${bench.fresh("subscribe")}`)
        return {
          call: call(bench, WarehouseV1.Subscribe, { callbackUrl: url }),
          isDone: Effect.map(of(bench.given.subscriptions).held, (held) => held.some((each) => each.callbackUrl === url.href))
        }
      })
  },
  renew: {
    lacks: needs("subscriptions"),
    stage: Effect.fnUntraced(function*(bench) {
      const { subscriptionId } = yield* call(bench, WarehouseV1.Subscribe, { callbackUrl })
      return { call: call(bench, WarehouseV1.Renew, { subscriptionId, callbackUrl }) }
    })
  },
  unsubscribe: {
    lacks: needs("subscriptions"),
    stage: Effect.fnUntraced(function*(bench) {
      const { subscriptionId } = yield* call(bench, WarehouseV1.Subscribe, { callbackUrl })
      return {
        call: call(bench, WarehouseV1.Unsubscribe, { subscriptionId }),
        isDone: Effect.map(of(bench.given.subscriptions).held, (held) => held.every((each) => each.id !== subscriptionId))
      }
    })
  }
}
