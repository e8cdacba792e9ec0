import { assert } from "@effect/vitest"
import { type OutboundOrder, WarehouseV1 } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { Dispatch } from "../../../src/contracts/warehouse/Dispatch.ts"
import { Events } from "../../../src/contracts/warehouse/Events.ts"
import type { Source } from "../../../src/records/ReportSource.ts"
import * as Books from "../../support/Books.ts"
import { onBothDatabases } from "../../support/Databases.ts"
import { order } from "../../support/Orders.ts"
import { during, inWorldOn, nothingOwed, pass, until, type World } from "../../support/World.ts"

const number = order("SO-1").orderNumber
const entity = "outbound:SO-1"
const receiver = { scope: "receiver:sandbox:acc-1", who: "peer" } as const
const linkOf = (w: World) => ({ scope: w.link.scope, link: w.link, who: "peer" }) as const

type Report = Partial<OutboundOrder.OutboundStatus> & Pick<OutboundOrder.OutboundStatus, "phase">

const report = (source: Source, more: Report) =>
  Effect.flatMap(Events, (events) => events.outbound(source, { orderNumber: number, status: more.phase, ...more }))

const create = (w: World, orderNumber = "SO-1") =>
  Effect.flatMap(Dispatch, (dispatch) => dispatch.call(w.link, WarehouseV1.CreateOutboundOrder, order(orderNumber), ""))

const ask = (w: World, ...numbers: ReadonlyArray<string>) =>
  Effect.flatMap(Dispatch, (dispatch) =>
    dispatch.call(w.link, WarehouseV1.GetOutboundOrders, { orders: numbers.map((one) => ({ orderNumber: order(one).orderNumber })) as never }, ""))

const pushed = (w: World) => w.erp.received.map(({ content }) => [content.phase, content.trackingNumber])

const arrived = (w: World, count: number) => until(Effect.sync(() => w.erp.received.length >= count))

/** Lets the warehouse be asked so many times more. */
const polled = (w: World, times: number) =>
  Effect.suspend(() => {
    const count = () => w.warehouse.calls.filter((call) => call === "getOutboundOrders").length
    const enough = count() + times
    return Effect.andThen(until(Effect.sync(() => count() >= enough), 300_000, 1000), nothingOwed)
  })

const shipped = (w: World, trackingNumber: string, at = w.warehouse.orders.length - 1) =>
  Effect.sync(() => {
    Object.assign(w.warehouse.orders[at]!, { phase: "shipped", status: "SHIPPED", trackingNumber })
  })

onBothDatabases("events of outbound orders", (fresh) => {
  const inWorld = inWorldOn(fresh)

  inWorld("a phase that the warehouse reports is pushed to the ERP under the ERP's own names (D1-369)", {}, (w) =>
    Effect.gen(function*() {
      yield* create(w)
      yield* shipped(w, "T-1")
      yield* arrived(w, 1)
      const [push] = w.erp.received
      assert.strictEqual(push?.operation, "receiveOutboundStatus")
      assert.deepInclude(push?.content, {
        orderNumber: "SO-1",
        phase: "shipped",
        status: "SHIPPED",
        trackingNumber: "T-1",
        carrierName: "Fake Post",
        warehouseCode: "WH-1",
        warehouseOrderNumber: "W-1"
      })
    }))

  inWorld("the same phase polled again is told once, also while a tracking number is known early (D1-369)", {}, (w) =>
    Effect.gen(function*() {
      yield* create(w)
      Object.assign(w.warehouse.orders[0]!, { status: "PACKED", trackingNumber: "T-1" })
      yield* polled(w, 4)
      assert.deepStrictEqual(pushed(w), [["open", "T-1"]])
      yield* shipped(w, "T-1")
      yield* arrived(w, 2)
      yield* nothingOwed
      assert.deepStrictEqual(pushed(w), [["open", "T-1"], ["shipped", "T-1"]])
    }))

  inWorld("a phase that is reported again when the order has gone on is told once (D1-369)", {}, (w) =>
    Effect.gen(function*() {
      const source = linkOf(w)
      yield* report(source, { phase: "open", status: "PICKED" })
      yield* report(source, { phase: "open", status: "PACKED" })
      assert.strictEqual(yield* report(source, { phase: "open", status: "PICKED" }), "repeat")
      assert.strictEqual((yield* Books.outbound(w.link.scope))?.peer_status, "PACKED")
    }))

  inWorld("an answer that was asked for before the last news takes nothing back (D1-369)", {}, (w) =>
    Effect.gen(function*() {
      yield* create(w)
      const before = yield* Books.outbound(w.link.scope)
      yield* pass(1000)
      yield* report(linkOf(w), { phase: "open", status: "PACKED" })
      const asked = { ...linkOf(w), asOf: before!.updated_at as number }
      assert.strictEqual(yield* report(asked, { phase: "open", status: "PICKED" }), "repeat")
      assert.strictEqual((yield* Books.outbound(w.link.scope))?.peer_status, "PACKED")
      const after = yield* Books.outbound(w.link.scope)
      assert.strictEqual(yield* report({ ...asked, asOf: after!.updated_at as number }, { phase: "open", status: "PICKED" }), "apply")
    }))

  inWorld("C21 a report that comes before its create is known to be accepted stays what it is", {}, (w) =>
    Effect.gen(function*() {
      w.warehouse.plan("createOutboundOrder", "refuse", "lose-answer")
      yield* Effect.exit(create(w))
      const asking = yield* Effect.forkChild(create(w))
      yield* until(Effect.sync(() => w.warehouse.orders.length === 1))
      Object.assign(w.warehouse.orders[0]!, { status: "PACKED" })
      yield* report(linkOf(w), { phase: "open", status: "PACKED", warehouseCode: "WH-1" })
      assert.isUndefined((yield* Books.outbound(w.link.scope))?.warehouse_code ?? undefined)
      yield* during(Fiber.join(asking))
      const kept = yield* Books.outbound(w.link.scope)
      assert.deepStrictEqual([kept?.generation, kept?.peer_status, kept?.warehouse_code], [2, "PACKED", "WH-1"])
      yield* polled(w, 2)
      assert.deepStrictEqual(w.erp.received.map(({ content }) => content.status), ["PACKED"])
    }))

  inWorld("a failure is pushed with its reason (D1-370)", {}, (w) =>
    Effect.gen(function*() {
      yield* create(w)
      Object.assign(w.warehouse.orders[0]!, { phase: "failed", status: "EXCEPTION", failedReason: "lost in the yard" })
      yield* arrived(w, 1)
      assert.deepInclude(w.erp.received[0]?.content, { phase: "failed", status: "EXCEPTION", failedReason: "lost in the yard" })
    }))

  inWorld("a query brings waybill numbers and statuses, in the order in which it asks (D1-327)", {}, (w) =>
    Effect.gen(function*() {
      for (const one of ["SO-1", "SO-2", "SO-3"]) yield* create(w, one)
      yield* shipped(w, "T-1", 0)
      Object.assign(w.warehouse.orders[2]!, { phase: "failed", status: "EXCEPTION", failedReason: "no address" })
      yield* pass(11_000, 1000)
      const answers = yield* ask(w, "SO-3", "SO-1", "SO-9", "SO-2")
      assert.deepStrictEqual(
        answers.items.map((one) => [one.orderNumber as string, one.phase, one.trackingNumber, one.failedReason]),
        [["SO-3", "failed", undefined, "no address"], ["SO-1", "shipped", "T-1", undefined], ["SO-2", "open", undefined, undefined]]
      )
    }))

  inWorld("what is stored is answered while it is younger than the poll interval, and asked for when it is older (D1-327)", {}, (w) =>
    Effect.gen(function*() {
      yield* create(w)
      const { items: [first] } = yield* ask(w, "SO-1")
      const queries = () => w.warehouse.calls.filter((call) => call === "getOutboundOrders").length
      const before = queries()
      yield* shipped(w, "T-1")
      assert.strictEqual(first?.phase, "open")
      assert.strictEqual((yield* ask(w, "SO-1")).items[0]?.phase, "open")
      assert.strictEqual(queries(), before)
      yield* until(Effect.map(ask(w, "SO-1"), ({ items: [answer] }) => answer?.trackingNumber === "T-1"), 15_000)
    }))

  inWorld("another tracking number is a further parcel, stored and delivered, and the order stays shipped (D1-394)", {}, (w) =>
    Effect.gen(function*() {
      yield* create(w)
      const source = linkOf(w)
      const effects = yield* Effect.forEach(["T-1", "T-2", "T-2", "T-1"], (trackingNumber) =>
        report(source, { phase: "shipped", trackingNumber }))
      assert.deepStrictEqual(effects, ["apply", "parcel", "repeat", "repeat"])
      assert.deepStrictEqual(yield* Books.parcels(source.scope), ["T-1", "T-2"])
      yield* arrived(w, 2)
      yield* nothingOwed
      assert.deepStrictEqual(pushed(w), [["shipped", "T-1"], ["shipped", "T-2"]])
      assert.deepStrictEqual(yield* Books.history(source.scope, entity, "conflict"), [])
      const { items: [answer] } = yield* ask(w, "SO-1")
      assert.deepStrictEqual([answer?.phase, answer?.trackingNumber], ["shipped", "T-2"])
    }))

  inWorld("an older parcel in other words does not become the latest again (D1-394)", {}, (w) =>
    Effect.gen(function*() {
      yield* create(w)
      const source = linkOf(w)
      yield* report(source, { phase: "shipped", trackingNumber: "T-1", carrierName: "One" })
      yield* report(source, { phase: "shipped", trackingNumber: "T-2", carrierName: "Two" })
      yield* report(source, { phase: "shipped", trackingNumber: "T-1", carrierName: "One", status: "ARRIVED" })
      const { items: [answer] } = yield* ask(w, "SO-1")
      assert.deepStrictEqual([answer?.trackingNumber, answer?.carrierName, answer?.status], ["T-2", "Two", "ARRIVED"])
    }))

  inWorld("a report of two parcels at once is told as two, in order (D1-394)", {}, (w) =>
    Effect.gen(function*() {
      yield* create(w)
      const source = linkOf(w)
      const both = { parcels: [{ trackingNumber: "T-1" }, { trackingNumber: "T-2" }] } as const
      yield* report(source, { phase: "shipped", trackingNumber: "T-2", ...both })
      assert.strictEqual(yield* report(source, { phase: "shipped", trackingNumber: "T-2", ...both }), "repeat")
      yield* arrived(w, 2)
      yield* nothingOwed
      assert.deepStrictEqual(pushed(w), [["shipped", "T-1"], ["shipped", "T-2"]])
      assert.strictEqual((yield* ask(w, "SO-1")).items[0]?.trackingNumber, "T-2")
    }))

  inWorld("the time of shipping that comes later is told, once", {}, (w) =>
    Effect.gen(function*() {
      yield* create(w)
      const at = { shippedAt: DateTime.makeUnsafe(1_700_000_000_000) }
      const effects = yield* Effect.forEach([{}, at, at, {}], (more) =>
        report(linkOf(w), { phase: "shipped", trackingNumber: "T-1", ...more }))
      assert.deepStrictEqual(effects, ["apply", "apply", "repeat", "repeat"])
      assert.strictEqual((yield* Books.outbound(w.link.scope))?.shipped_at, 1_700_000_000_000)
    }))

  const ends = ["shipped", "cancelled", "failed"] as const
  const states = ["open", ...ends] as const
  const ofEnd = (phase: (typeof states)[number]): Report => ({ phase, ...(phase === "shipped" && { trackingNumber: "T-1" }) })

  for (const end of ends) {
    for (const later of states.filter((state) => state !== end && !(state === "shipped"))) {
      inWorld(`${later} after ${end} moves nothing, is answered, and is recorded as a conflict (D1-260)`, {}, (w) =>
        Effect.gen(function*() {
          yield* create(w)
          for (const source of [receiver, linkOf(w)]) {
            yield* report(source, ofEnd(end))
            assert.strictEqual(yield* report(source, ofEnd(later)), "conflict")
            const row = yield* Books.outbound(source.scope)
            assert.deepStrictEqual([row?.phase, row?.peer_status, row?.is_open], [end, end, 0])
            const [conflict, ...more] = yield* Books.history(source.scope, entity, "conflict")
            assert.include(conflict, later)
            assert.include(conflict, end)
            assert.deepStrictEqual(more, [])
          }
          yield* arrived(w, 1)
          yield* nothingOwed
          assert.deepStrictEqual(w.erp.received.map((push) => push.content.phase), [end])
        }))
    }
    inWorld(`${end} again is a repeat and no conflict (D1-260)`, {}, (w) =>
      Effect.gen(function*() {
        for (const source of [receiver, linkOf(w)]) {
          yield* report(source, ofEnd(end))
          assert.strictEqual(yield* report(source, ofEnd(end)), "repeat")
          assert.deepStrictEqual(yield* Books.history(source.scope, entity, "conflict"), [])
          assert.strictEqual((yield* Books.history(source.scope, entity, "status")).length, 1)
        }
      }))
  }

  for (const end of ["cancelled", "failed"] as const) {
    inWorld(`shipped with a tracking number after ${end} is applied, delivered and alarmed (D1-392)`, {}, (w) =>
      Effect.gen(function*() {
        yield* create(w)
        for (const source of [receiver, linkOf(w)]) {
          yield* report(source, ofEnd(end))
          assert.strictEqual(yield* report(source, { phase: "shipped", trackingNumber: "T-9" }), "revive")
          const row = yield* Books.outbound(source.scope)
          assert.deepStrictEqual([row?.phase, row?.tracking_number], ["shipped", "T-9"])
          assert.deepStrictEqual(yield* Books.parcels(source.scope), ["T-9"])
          assert.strictEqual((yield* Books.history(source.scope, entity, "alarm")).length, 1)
        }
        yield* arrived(w, 2)
        assert.deepStrictEqual(pushed(w), [[end, undefined], ["shipped", "T-9"]])
      }))

    inWorld(`shipped without a tracking number does not leave ${end} (D1-260)`, {}, (w) =>
      Effect.gen(function*() {
        for (const source of [receiver, linkOf(w)]) {
          yield* report(source, ofEnd(end))
          assert.strictEqual(yield* report(source, { phase: "shipped" }), "conflict")
          assert.strictEqual((yield* Books.outbound(source.scope))?.phase, end)
          assert.strictEqual((yield* Books.history(source.scope, entity, "conflict")).length, 1)
        }
      }))
  }

  inWorld("an order that shipped without a tracking number is in progress until the number comes, and told then (D1-257)", {}, (w) =>
    Effect.gen(function*() {
      yield* create(w)
      Object.assign(w.warehouse.orders[0]!, { phase: "shipped", status: "SHIPPED" })
      yield* polled(w, 4)
      assert.notInclude(w.erp.received.map((push) => push.content.phase), "shipped")
      assert.strictEqual((yield* Books.history(w.link.scope, entity, "conflict")).length, 1)
      yield* shipped(w, "T-1")
      yield* until(Effect.sync(() => pushed(w).some(([phase, tracking]) => phase === "shipped" && tracking === "T-1")))
      assert.deepStrictEqual(yield* Books.parcels(w.link.scope), ["T-1"])
    }))

  inWorld("a tracking number that was known before it shipped is that of the parcel (D1-257)", {}, (w) =>
    Effect.gen(function*() {
      yield* create(w)
      yield* report(linkOf(w), { phase: "open", trackingNumber: "T-1" })
      yield* report(linkOf(w), { phase: "shipped" })
      yield* arrived(w, 1)
      yield* until(Effect.sync(() => pushed(w).some(([phase, tracking]) => phase === "shipped" && tracking === "T-1")))
      assert.deepStrictEqual(yield* Books.parcels(w.link.scope), ["T-1"])
    }))

  inWorld("a callback received twice, or thirty times at once, has the effect of one (D1-375)", {}, () =>
    Effect.gen(function*() {
      const effects = yield* Effect.forEach(
        Array.from({ length: 30 }),
        () => report(receiver, { phase: "shipped", trackingNumber: "T-1", shippedAt: DateTime.makeUnsafe(1_700_000_000_000) }),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(effects.filter((effect) => effect !== "repeat"), ["apply"])
      assert.deepStrictEqual(yield* Books.parcels(receiver.scope), ["T-1"])
      assert.strictEqual((yield* Books.history(receiver.scope, entity, "status")).length, 1)
    }))

  inWorld("a receiver stores and emits nothing", {}, (w) =>
    Effect.gen(function*() {
      yield* report(receiver, { phase: "open" })
      yield* report(receiver, { phase: "failed", failedReason: "broken" })
      yield* report(receiver, { phase: "shipped", trackingNumber: "T-1" })
      yield* report(receiver, { phase: "shipped", trackingNumber: "T-2" })
      yield* nothingOwed
      assert.deepStrictEqual(yield* Books.deliveries, [])
      assert.deepStrictEqual(w.erp.attempts, [])
      assert.strictEqual((yield* Books.outbound(receiver.scope))?.phase, "shipped")
    }))

  inWorld("the exact message is kept, sealed, beside what it caused", {}, () =>
    Effect.gen(function*() {
      yield* report({ ...receiver, raw: "{\"exact\": \"text\"}" } as never, { phase: "open" })
      const { Database } = yield* Effect.promise(() => import("../../../src/store/Database.ts"))
      const { Vault } = yield* Effect.promise(() => import("../../../src/store/Vault.ts"))
      const { rawPlace } = yield* Effect.promise(() => import("../../../src/store/History.ts"))
      const row = yield* (yield* Database).one("select raw_sealed from history where what = 'status'")
      assert.strictEqual(
        yield* (yield* Vault).open(rawPlace(receiver.scope, entity), row!.raw_sealed),
        "{\"exact\": \"text\"}"
      )
    }))
})
