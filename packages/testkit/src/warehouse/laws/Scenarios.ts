/**
 * A scenario for each operation, for the laws about faults: the preparation, the call itself, and how the peer's records
 * show whether the peer carried it out.
 */
import { type AdapterError, type InboundOrder, Quantity, WarehouseV1 } from "@crossdock/core"
import * as Sku from "@crossdock/core/model/Sku"
import * as Effect from "effect/Effect"
import { exchanged, granted } from "../../AccountLaws.ts"
import { fail, equal } from "../../Assertions.ts"
import { type LawContext, orderAtPeer, call, created, newAsnNumber, newOrder, newSku, withFault } from "../LawContext.ts"
import type { FaultInjection } from "../../FaultInjection.ts"
import type { CallName, SuiteFixture } from "../SuiteFixture.ts"

export interface PreparedCall {
  readonly call: Effect.Effect<unknown, AdapterError.AdapterError, unknown>
  /** Whether the peer has carried the call out; absent for a read. */
  readonly isDone?: Effect.Effect<boolean, unknown, unknown>
  /** How many records the call has created at the peer. */
  readonly count?: Effect.Effect<number, unknown, unknown>
  /** Asserts that an answer agrees with the peer's records. */
  readonly isRight?: (answer: unknown) => Effect.Effect<void, unknown, unknown>
}

export interface Scenario {
  /** The part that `fixture` lacks, or undefined. */
  readonly lacks: (fixture: SuiteFixture<unknown>) => string | undefined
  readonly prepareCall: (context: LawContext, injection: FaultInjection<unknown>) => Effect.Effect<PreparedCall, unknown, unknown>
}

const nothing = () => undefined
const needs = (name: "inbound" | "products" | "stock" | "authorization" | "subscriptions") => (fixture: SuiteFixture<unknown>) =>
  fixture[name] === undefined ? name : undefined

/** A part of the fixture whose presence was checked when the law was selected. */
const of = <T>(had: T | undefined): T => had ?? fail("fixture lost a part that it had when this law was selected")

const withGoods = (order: InboundOrder.InboundOrder, injection: FaultInjection<unknown>): InboundOrder.InboundOrder =>
  "sku" in injection ? { ...order, lines: [order.lines[0], { sku: Sku.Sku.make(injection.sku), quantity: Quantity.of(1) }] } : order

export const callbackUrl = new URL("https://runner.example/callbacks/1")

const announced = Effect.fnUntraced(function*(context: LawContext, hint: string, injection: FaultInjection<unknown>) {
  const order = withGoods(of(context.fixture.inbound).order(newAsnNumber(context, hint)), injection)
  yield* call(context, WarehouseV1.CreateInboundOrder, order)
  return order
})

const read = <O extends WarehouseV1.AnyOperation>(
  operation: O,
  lacks: Scenario["lacks"],
  payload: (context: LawContext, injection: FaultInjection<unknown>) => Effect.Effect<O["payload"]["Type"], unknown, unknown>
): Scenario => ({
  lacks,
  prepareCall: (context, injection) => Effect.map(payload(context, injection), (asked) => ({ call: call(context, operation, asked) }))
})

/** A new operation without a scenario fails to compile. */
export const scenarios: Readonly<Record<CallName, Scenario>> = {
  createOutboundOrder: {
    lacks: nothing,
    prepareCall: Effect.fnUntraced(function*(context, injection) {
      const order = withFault(newOrder(context, "under-fault"), injection)
      const { records } = context.fixture
      const before = yield* records.outboundCount
      return {
        call: call(context, WarehouseV1.CreateOutboundOrder, order),
        isDone: Effect.map(records.outbound(order.orderNumber), (held) => held.length > 0),
        count: Effect.map(records.outboundCount, (count) => count - before),
        isRight: (answer) =>
          Effect.map(orderAtPeer(context, order.orderNumber), ({ number }) =>
            equal({ warehouseOrderNumber: number, ...answer as object }, { warehouseOrderNumber: number }, "the answer, compared with the order that the peer holds"))
      }
    })
  },
  cancelOutboundOrder: {
    lacks: nothing,
    prepareCall: Effect.fnUntraced(function*(context, injection) {
      const { order, orderNumber } = yield* created(context, "cancel-under-fault", (each) => withFault(each, injection))
      return {
        call: call(context, WarehouseV1.CancelOutboundOrder, { orderNumber, warehouseCode: order.warehouseCode }),
        isDone: Effect.andThen(context.fixture.actions?.grantCancels ?? Effect.void, Effect.map(orderAtPeer(context, orderNumber), ({ state }) => state === "cancelled"))
      }
    })
  },
  getOutboundOrders: read(
    WarehouseV1.GetOutboundOrders,
    nothing,
    Effect.fnUntraced(function*(context, injection) {
      const { order } = yield* created(context, "ask-under-fault", (each) => withFault(each, injection))
      return { orders: [{ orderNumber: order.orderNumber }] as const, warehouseCode: order.warehouseCode }
    })
  ),
  listWarehouses: read(WarehouseV1.ListWarehouses, nothing, () => Effect.succeed({})),
  listChannels: read(WarehouseV1.ListChannels, nothing, () => Effect.succeed({})),
  listStock: read(WarehouseV1.ListStock, needs("stock"), ({ fixture }) =>
    Effect.succeed({ warehouseCode: of(fixture.stock).warehouseCode, limit: 100 })),
  createInboundOrder: {
    lacks: needs("inbound"),
    prepareCall: (context, injection) =>
      Effect.sync(() => {
        const inbound = of(context.fixture.inbound)
        const order = withGoods(inbound.order(newAsnNumber(context, "asn-under-fault")), injection)
        return {
          call: call(context, WarehouseV1.CreateInboundOrder, order),
          isDone: Effect.map(inbound.records(order.asnNumber), (held) => held.length > 0),
          count: Effect.map(inbound.records(order.asnNumber), (held) => held.length)
        }
      })
  },
  getInboundOrders: read(
    WarehouseV1.GetInboundOrders,
    needs("inbound"),
    Effect.fnUntraced(function*(context, injection) {
      const { asnNumber, warehouseCode } = yield* announced(context, "ask-asn-under-fault", injection)
      return { inboundOrders: [{ asnNumber }] as const, warehouseCode }
    })
  ),
  cancelInboundOrders: {
    lacks: needs("inbound"),
    prepareCall: Effect.fnUntraced(function*(context, injection) {
      const { asnNumber, warehouseCode } = yield* announced(context, "cancel-asn-under-fault", injection)
      return {
        call: call(context, WarehouseV1.CancelInboundOrders, { asnNumbers: [asnNumber], warehouseCode }),
        isDone: Effect.map(of(context.fixture.inbound).records(asnNumber), (held) => held[0]?.state === "cancelled"),
        isRight: (answer) => Effect.sync(() => equal(answer, { items: [{ asnNumber }] }, "the answer for the cancelled inbound order"))
      }
    })
  },
  upsertProduct: {
    lacks: needs("products"),
    prepareCall: (context, injection) =>
      Effect.sync(() => {
        const products = of(context.fixture.products)
        const sku = "sku" in injection ? Sku.Sku.make(injection.sku) : newSku(context, "under-fault")
        return {
          call: call(context, WarehouseV1.UpsertProduct, products.product(sku)),
          // A product whose SKU injects the fault exists before the call.
          ...("sku" in injection ? {} : { isDone: Effect.map(products.records(sku), (held) => held.length > 0) })
        }
      })
  },
  authorization: {
    lacks: needs("authorization"),
    prepareCall: Effect.fnUntraced(function*(context) {
      return { call: exchanged(context, yield* granted(context, of(context.fixture.authorization))) }
    })
  },
  subscribe: {
    lacks: needs("subscriptions"),
    prepareCall: (context) =>
      Effect.sync(() => {
        const url = new URL(`https://runner.example/callbacks/${context.fresh("subscribe")}`)
        return {
          call: call(context, WarehouseV1.Subscribe, { callbackUrl: url }),
          isDone: Effect.map(of(context.fixture.subscriptions).held, (held) => held.some((each) => each.callbackUrl === url.href))
        }
      })
  },
  renew: {
    lacks: needs("subscriptions"),
    prepareCall: Effect.fnUntraced(function*(context) {
      const { subscriptionId } = yield* call(context, WarehouseV1.Subscribe, { callbackUrl })
      return { call: call(context, WarehouseV1.RenewSubscription, { subscriptionId, callbackUrl }) }
    })
  },
  unsubscribe: {
    lacks: needs("subscriptions"),
    prepareCall: Effect.fnUntraced(function*(context) {
      const { subscriptionId } = yield* call(context, WarehouseV1.Subscribe, { callbackUrl })
      return {
        call: call(context, WarehouseV1.Unsubscribe, { subscriptionId }),
        isDone: Effect.map(of(context.fixture.subscriptions).held, (held) => held.every((each) => each.id !== subscriptionId))
      }
    })
  }
}
