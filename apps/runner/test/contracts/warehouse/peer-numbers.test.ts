/**
 * The warehouse's own numbers that callers name, at a warehouse that compares them without regard to case and blanks, and finds orders
 * by them before it looks at the order number.
 */
import { assert } from "@effect/vitest"
import { AdapterError, type InboundOrder, OutboundOrder, WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { ConnectedLink } from "../../../src/Composition.ts"
import { Connections } from "../../../src/connection/Connections.ts"
import { Dispatch } from "../../../src/contracts/warehouse/Dispatch.ts"
import { Database } from "../../../src/store/Database.ts"
import { onBothDatabases } from "../../support/Databases.ts"
import { asn, order } from "../../support/Orders.ts"
import { inWorldOn, type Options, type World } from "../../support/World.ts"

interface Held {
  readonly orderNumber: string
  readonly warehouseOrderNumber: string
  isCancelled: boolean
}

const loosely = (number: string): string => number.trim().toLowerCase()

const looseWarehouse = () => {
  const orders: Array<Held> = []
  /** What it was called with of its own numbers, one entry for each call; undefined: none. */
  const named: Array<unknown> = []
  const returns: Array<InboundOrder.InboundOrder> = []
  const find = (orderNumber: string, theirs: string | undefined) =>
    orders.find((held) => theirs === undefined ? held.orderNumber === orderNumber : loosely(held.warehouseOrderNumber) === loosely(theirs))
  const plugin = WarehouseV1.plugin({
    id: "warehouse-loose",
    settings: Schema.Struct({}),
    limits: { linesPerOrder: 50, ordersPerQuery: 10, visibilityDelay: "2 seconds", pollInterval: "10 minutes" },
    offers: ["createInboundOrder", "getInboundOrders"],
    make: () =>
      Effect.succeed({
        handlers: {
          createOutboundOrder: ({ orderNumber }) =>
            Effect.sync(() => {
              const warehouseOrderNumber = `WO${orders.length + 1}`
              orders.push({ orderNumber, warehouseOrderNumber, isCancelled: false })
              return { warehouseOrderNumber }
            }),
          cancelOutboundOrder: ({ orderNumber, warehouseOrderNumber }) =>
            Effect.suspend(() => {
              named.push(warehouseOrderNumber)
              const held = find(orderNumber, warehouseOrderNumber)
              if (held === undefined) return Effect.fail(new AdapterError.Rejected({ fault: { code: "NOT_FOUND", message: "no such order" } }))
              held.isCancelled = true
              return Effect.succeed({})
            }),
          getOutboundOrders: ({ orders: asked }) =>
            Effect.sync(() => {
              named.push(asked[0].warehouseOrderNumber)
              const items = asked.flatMap(({ orderNumber, warehouseOrderNumber }): ReadonlyArray<OutboundOrder.OutboundStatus> => {
                const held = find(orderNumber, warehouseOrderNumber)
                if (held === undefined) return []
                return [{ orderNumber, phase: held.isCancelled ? "cancelled" : "shipped", status: "SEEN", trackingNumber: `TRACK-${held.orderNumber}` }]
              })
              return { items }
            }),
          createInboundOrder: (inbound: InboundOrder.InboundOrder) => Effect.sync(() => (returns.push(inbound), {})),
          getInboundOrders: (): Effect.Effect<typeof WarehouseV1.GetInboundOrders.success.Type> => Effect.succeed({ items: [] })
        }
      })
  })
  return { named, orders, plugin, returns }
}

const two = { links: [{ id: "acc-a", prefix: "A-" }, { id: "acc-b", prefix: "B-" }] }
const orderNumber = OutboundOrder.OrderNumber.make("NOTMINE")
const spellings = ["WO1", "WO1 ", " WO1", "wo1", "Wo1\t", "WO99"]

const call = <O extends WarehouseV1.AnyOperation>(link: ConnectedLink, operation: O, payload: O["payload"]["Type"]) =>
  Effect.flatMap(Dispatch, (dispatch) => dispatch.call(link, operation, payload, ""))

const findings = Effect.gen(function*() {
  yield* (yield* Connections).storeDrift
  const rows = yield* (yield* Database).query("select scope, place, times from drift order by scope, place")
  return rows.map(({ place, scope, times }) => `${scope} ${place} ${times}`)
})

onBothDatabases("a number of the warehouse that a caller names", (fresh) => {
  const inWorld = (title: string, options: Omit<Options, "plugin">, test: (w: World, warehouse: ReturnType<typeof looseWarehouse>) => Effect.Effect<unknown, unknown, any>) => {
    const made = looseWarehouse()
    inWorldOn(fresh)(title, { ...options, plugin: made.plugin }, (w) => test(w, made))
  }

  inWorld("never reaches the warehouse if it is not stored for the caller's link, however it is spelt (D1-402)", two, (w, warehouse) =>
    Effect.gen(function*() {
      const [first, second] = [w.composed.links[0]!, w.composed.links[1]!]
      assert.deepStrictEqual(yield* call(first, WarehouseV1.CreateOutboundOrder, order("VICTIM")), { warehouseOrderNumber: "WO1" })
      for (const warehouseOrderNumber of spellings) {
        const refusal = yield* Effect.flip(call(second, WarehouseV1.CancelOutboundOrder, { orderNumber, warehouseOrderNumber }))
        assert.deepStrictEqual([warehouseOrderNumber, refusal.code], [warehouseOrderNumber, "ORDER_NOT_FOUND"])
        const asked = { orders: [{ orderNumber, warehouseOrderNumber }] as const }
        assert.deepStrictEqual(yield* call(second, WarehouseV1.GetOutboundOrders, asked), { items: [] })
      }
      assert.deepStrictEqual(new Set(warehouse.named), new Set([undefined]))
      assert.deepStrictEqual(warehouse.orders.map((held) => held.isCancelled), [false])
      assert.deepStrictEqual(yield* findings, [`${second.scope} outbound orders ${spellings.length * 2}`])
    }))

  inWorld("is answered alike whether another link has an order with it or nobody has (D1-402)", two, (w) =>
    Effect.gen(function*() {
      const [first, second] = [w.composed.links[0]!, w.composed.links[1]!]
      yield* call(first, WarehouseV1.CreateOutboundOrder, order("VICTIM"))
      const [foreign, free] = yield* Effect.forEach(["WO1", "WO99"], (warehouseOrderNumber) =>
        Effect.flip(call(second, WarehouseV1.CancelOutboundOrder, { orderNumber, warehouseOrderNumber })))
      assert.deepStrictEqual({ ...foreign }, { ...free })
    }))

  inWorld("finds an order placed before this runner by its order number alone (D1-402)", {}, (w, warehouse) =>
    Effect.gen(function*() {
      warehouse.orders.push({ orderNumber: "NOTMINE", warehouseOrderNumber: "OLD-7", isCancelled: false })
      const asked = { orders: [{ orderNumber, warehouseOrderNumber: "OLD-7" }] as const }
      assert.deepStrictEqual((yield* call(w.link, WarehouseV1.GetOutboundOrders, asked)).items.map((found) => found.trackingNumber), ["TRACK-NOTMINE"])
      yield* call(w.link, WarehouseV1.CancelOutboundOrder, { orderNumber, warehouseOrderNumber: "OLD-7" })
      assert.deepStrictEqual([warehouse.named, warehouse.orders[0]?.isCancelled], [[undefined, undefined], true])
    }))

  inWorld("is passed on where the connection forwards what is not stored, but not if another order has it (D1-402)", { unstoredNumbers: "forward" }, (w, warehouse) =>
    Effect.gen(function*() {
      warehouse.orders.push({ orderNumber: "before", warehouseOrderNumber: "OLD-7", isCancelled: false })
      yield* call(w.link, WarehouseV1.CreateOutboundOrder, order("SO-1"))
      yield* call(w.link, WarehouseV1.CancelOutboundOrder, { orderNumber, warehouseOrderNumber: "OLD-7" })
      const { code } = yield* Effect.flip(call(w.link, WarehouseV1.CancelOutboundOrder, { orderNumber, warehouseOrderNumber: "WO2" }))
      assert.deepStrictEqual([warehouse.named, code, warehouse.orders.map((held) => held.isCancelled)], [["OLD-7"], "ORDER_NOT_FOUND", [true, false]])
    }))

  inWorld("goes with a return only if the order that comes back is one of the link (D1-153)", two, (w, warehouse) =>
    Effect.gen(function*() {
      const [first, second] = [w.composed.links[0]!, w.composed.links[1]!]
      yield* call(first, WarehouseV1.CreateOutboundOrder, order("VICTIM"))
      yield* call(first, WarehouseV1.CreateInboundOrder, { ...asn("BACK"), warehouseOrderNumber: "WO1" })
      for (const [at, warehouseOrderNumber] of spellings.entries()) {
        yield* call(second, WarehouseV1.CreateInboundOrder, { ...asn(`BACK-${at}`), warehouseOrderNumber })
      }
      assert.deepStrictEqual(warehouse.returns.map((sent) => [sent.asnNumber, sent.warehouseOrderNumber]), [
        ["A-BACK", "WO1"],
        ...spellings.map((_, at) => [`B-BACK-${at}`, undefined])
      ])
      assert.deepStrictEqual(yield* findings, [`${second.scope} createInboundOrder ${spellings.length}`])
    }))
})
