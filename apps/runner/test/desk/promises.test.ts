/**
 * Promises of the desk, each broken by one mutation of the review of 2026-11-25 (engine.md, section 4) that no test noticed then.
 */
import { type ErpStock } from "@crossdock/books"
import { AdapterError, Decimal, ErpV1, PlatformV1, Quantity, Sku, StockLevel } from "@crossdock/core"
import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Latch from "effect/Latch"
import { Connections } from "../../src/connection/Connections.ts"
import { Dispatch as PlatformDispatch } from "../../src/contracts/platform/Dispatch.ts"
import * as OrderSync from "../../src/contracts/platform/OrderSync.ts"
import * as Books from "../../src/desk/Books.ts"
import { Desk } from "../../src/desk/Desk.ts"
import * as DeskRows from "../../src/desk/DeskRows.ts"
import * as StockRows from "../../src/desk/stock/StockRows.ts"
import { Database } from "../../src/store/Database.ts"
import { onBothDatabases } from "../support/Databases.ts"
import * as World from "../support/DeskWorld.ts"
import * as FakeShop from "../support/FakeShop.ts"
import { during, inWorldOn, until, type World as Runner, world } from "../support/World.ts"
import { wrapped } from "../support/WrappedLedger.ts"
import { instead } from "./random/OperationReplacement.ts"

const { lines, partly, release, report, told } = World
const emptied = { phase: "failed", status: "FAILED", failedReason: "the shelf is empty" } as const
const parcel = (trackingNumber: string, pieces: string) =>
  ({ trackingNumber, shippedAt: DateTime.makeUnsafe(0), lines: [{ lineId: "L-1", quantity: Decimal.fromText(pieces)! }] })

describe("the books of the desk", () => {
  const pages = [[["A", "1.5"]], [["B", "2"], ["A", "9"]]] as const
  const connections = {
    invoke: (_: string, __: unknown, { cursor = "0" }: { readonly cursor?: string }) =>
      Effect.succeed({
        items: pages[Number(cursor)]!.map(([sku, pieces], at) => ({ warehouseName: at === 0 ? "North" : "South", sku: Sku.Sku.make(sku), available: StockLevel.figure(pieces) }) as ErpStock.StockBalance),
        ...(cursor === "0" && { nextCursor: "1" })
      })
  } as unknown as Connections["Service"]

  it.effect("are read on all pages, and a part of a piece is not promised (D13, D14)", () =>
    Effect.gen(function*() {
      const available = yield* Books.make(connections, "own").available(["A", "B"], ["North", "South"])
      assert.deepStrictEqual([available("North", "A"), available("North", "B"), available("South", "A"), available("South", "B")], [1, 2, 9, 0])
    }))
})

onBothDatabases("an order of a shop", (fresh) => {
  const inWorld = inWorldOn(fresh)
  const withShop = (
    title: string,
    stock: Partial<World.Stock>,
    test: (shop: FakeShop.Shop, w: Runner) => Effect.Effect<unknown, unknown, any>,
    more: Parameters<typeof World.options>[2] = {}
  ) => {
    const shop = FakeShop.shop()
    inWorld(title, World.options(shop, stock, more), (w) => test(shop, w))
  }
  const sent = (w: Runner) => w.warehouse.orders.filter(({ phase }) => phase !== "cancelled").map(({ order }) => `${order.orderNumber} ${Quantity.toNumber(order.lines[0].quantity)}`)
  const due = (number: string) =>
    Effect.gen(function*() {
      const now = yield* Clock.currentTimeMillis
      yield* (yield* Database).query("update desk_order set due_at = $2 where entity = (select id from entity where number = $1 and kind = 'platform_order')", [number, now])
    })

  withShop("that is held after a restore is not placed when it becomes due, but when a person releases it (D3)", { North: { A: 1 } }, (shop, w) =>
    Effect.gen(function*() {
      yield* World.buy(shop, "S-1", World.order({ A: 2 }))
      yield* (yield* Database).query("update desk_order set cause = 'restored', because = 'a backup was restored'")
      yield* World.found("North", "A", 5)
      yield* due("S-1")
      yield* World.settle
      assert.deepStrictEqual([(yield* World.stateOf("S-1")).slice(0, 2), sent(w)], [["held", "restored"], []])
      yield* release("S-1")
      yield* World.later(20_000)
      assert.deepStrictEqual(sent(w), ["S-1 2"])
    }))

  withShop("that is not paid any more is shown as placed while warehouses have a part of it (D4)", { North: { A: 9 } }, (shop) =>
    Effect.gen(function*() {
      yield* World.buy(shop, "S-1", World.order({ A: 3 }))
      yield* report(World.north, "S-1", { trackingNumber: "T-1" })
      yield* World.later(1000)
      yield* World.buy(shop, "S-1", World.order({ A: 5 }, { phase: "unpaid" }))
      assert.deepStrictEqual([yield* World.partsOf("S-1"), (yield* World.stateOf("S-1"))[0]], [["S-1 North shipped"], "placed"])
    }))

  {
    const shop = FakeShop.shop()
    const meanwhile = { before: Effect.void as Effect.Effect<unknown>, happens: Effect.void as Effect.Effect<unknown> }
    const { plugins, ...options } = World.options(shop, { North: { A: 5 } })
    const once = (when: keyof typeof meanwhile) => Effect.suspend(() => {
      const does = meanwhile[when]
      meanwhile[when] = Effect.void
      return Effect.asVoid(does)
    })
    const books = wrapped((allot) => Effect.andThen(once("before"), Effect.andThen(allot, once("happens"))))
    inWorld("keeps nothing reserved of an attempt that another node has given up before its pieces were reserved (D8)", { ...options, plugins: [plugins![0]!, books] }, () =>
      Effect.gen(function*() {
        yield* shop.change("S-1", World.order({ A: 3 }))
        yield* World.sync
        const db = yield* Database
        meanwhile.before = Effect.orDie(Effect.andThen(
          db.query("update desk_part set state = 'unsent'"),
          db.query("update desk_order set version = version + 1, due_at = null")
        ))
        yield* World.round
        assert.deepStrictEqual([yield* World.stock, yield* World.partsOf("S-1")], [{ "North A": [5, 5, 0] }, []])
      }))

    inWorld("that changes while its pieces are reserved is placed as it is then, and nothing else stays reserved (D7)", { ...options, plugins: [plugins![0]!, books] }, (w) =>
      Effect.gen(function*() {
        yield* shop.change("S-1", World.order({ A: 3 }))
        yield* World.sync
        const connections = yield* Connections
        const context = yield* Effect.context<any>()
        meanwhile.happens = Effect.orDie(Effect.provideContext(
          Effect.andThen(shop.change("S-1", World.order({ A: 1 })), OrderSync.round(connections.linkOf(FakeShop.scope)!)) as Effect.Effect<unknown, unknown, any>,
          context
        ))
        yield* World.settle
        yield* World.later(20_000)
        assert.deepStrictEqual(sent(w).map((text) => text.split(" ")[1]), ["1"])
        assert.deepStrictEqual([w.warehouse.orders.length, yield* World.stock], [1, { "North A": [5, 4, 1] }])
      }))
  }

  {
    // The review names D5 by its place alone, between D4 and D7, and says that another place guards the same. What one node stores while
    // another takes its attempt over is guarded twice: by the version of the order, which the other raises before it releases the pieces, and
    // again by what it then stores. So the first node is let go in between, where the first guard stands alone.
    const shop = FakeShop.shop()
    const { plugins, ...options } = World.options(shop, { North: { A: 5 } })
    const [released, ended] = [Latch.makeUnsafe(false), Latch.makeUnsafe(false)]
    let calls = 0
    const books = wrapped((allot) => Effect.suspend(() => {
      calls++
      if (calls === 1) return Effect.andThen(released.await, allot)
      return calls === 2 ? Effect.andThen(allot, Effect.andThen(released.open, ended.await)) : allot
    }))
    inWorld("is not sent by a node whose attempt another one has taken over and released, before that one decides anew (D5)", { ...options, plugins: [plugins![0]!, books] }, (w) =>
      Effect.gen(function*() {
        yield* shop.change("S-1", World.order({ A: 3 }))
        yield* World.sync
        const first = yield* Effect.forkChild(Effect.ensuring(World.round, ended.open))
        yield* until(Effect.sync(() => calls === 1))
        yield* World.round
        yield* Fiber.join(first)
        yield* World.settle
        assert.deepStrictEqual([sent(w), yield* World.partsOf("S-1"), yield* World.stock], [["S-1 3"], ["S-1 North accepted"], { "North A": [5, 2, 3] }])
      }))
  }

  for (const [how, reason] of [
    ["refuse every reservation, because others took the pieces since they were counted", new AdapterError.Rejected({ fault: { code: "STOCK_NOT_ENOUGH", message: "2 of A are not available" } })],
    ["do not answer any reservation", new AdapterError.TransportFailed({ phase: "receive", cause: "lost" })]
  ] as const) {
    const shop = FakeShop.shop()
    let isFailing = true
    const { plugins, ...options } = World.options(shop, { North: { A: 5 } })
    const failing = instead("erp-ledger", ErpV1.SetStockReservation.name, (original) => (payload) => isFailing && payload.lines.length > 0 ? Effect.fail(new AdapterError.AdapterError({ adapter: "erp-ledger", operation: ErpV1.SetStockReservation.name, reason })) : original(payload))
    inWorld(`keeps its number and one attempt while the books ${how} (F16)`, { ...options, plugins: [plugins![0]!, failing(plugins![1]!)] }, (w) =>
      Effect.gen(function*() {
        yield* World.buy(shop, "S-1", World.order({ A: 2 }))
        for (let times = 0; times < 4; times++) yield* World.later(310_000)
        assert.isAtMost((yield* (yield* Database).query("select number from desk_part")).length, 1)
        assert.deepStrictEqual([sent(w), yield* World.stock], [[], { "North A": [5, 5, 0] }])
        isFailing = false
        yield* World.later(310_000)
        assert.deepStrictEqual([sent(w), yield* World.stock], [["S-1 2"], { "North A": [5, 3, 2] }])
      }))
  }

  it.effect("that no rule matches is decided again by itself, so new rules reach it (D10)", () =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(fresh)
      const shop = FakeShop.shop()
      const elsewhere = [{ ...World.usual[0]!, when: { countries: ["DE"] } }]
      yield* world(database, World.options(shop, { North: { A: 5 } }, { rules: elsewhere }), () => World.buy(shop, "S-1", World.order({ A: 1 })))
      yield* world(database, World.options(shop, { North: { A: 5 } }), (w) =>
        Effect.gen(function*() {
          yield* World.settle
          yield* World.later(11 * 60_000)
          assert.deepStrictEqual(sent(w), ["S-1 1"])
        }))
    }))

  withShop("that its warehouse refuses needs its pieces at once, so that shops do not offer them (D11)", { North: { A: 5 } }, (shop, w) =>
    Effect.gen(function*() {
      w.warehouse.plan("createOutboundOrder", "refuse")
      yield* shop.change("S-1", World.order({ A: 2 }))
      yield* World.sync
      yield* World.round
      yield* World.settled
      const needs = yield* (yield* Database).query("select sku, pieces from desk_need")
      assert.deepStrictEqual(needs.map(({ pieces, sku }) => [sku, Number(pieces)]), [["A", 2]])
    }))

  withShop("that a person has released is held by the rules again once it was refused or has changed (D15)", { North: { A: 9 } }, (shop, w) =>
    Effect.gen(function*() {
      w.warehouse.plan("createOutboundOrder", "refuse")
      for (const number of ["S-1", "S-2"]) {
        yield* World.buy(shop, number, World.order({ A: 2 }))
        assert.deepStrictEqual((yield* World.stateOf(number)).slice(0, 2), ["held", "rule"])
        yield* release(number)
      }
      assert.deepStrictEqual([(yield* World.stateOf("S-1")).slice(0, 2), sent(w)], [["held", "refused"], ["S-2 2"]])
      yield* World.later(1000)
      for (const number of ["S-1", "S-2"]) {
        yield* World.buy(shop, number, World.order({ A: 3 }))
        yield* World.settle
        assert.deepStrictEqual((yield* World.stateOf(number)).slice(0, 2), ["held", "rule"], number)
      }
      assert.deepStrictEqual(sent(w), [])
    }), { rules: [{ name: "ask", priority: 9, when: { countries: ["NL"] }, hold: "ask the buyer first" }, ...World.usual] })

  withShop("that is postponed keeps the time at which it has become due meanwhile (D17)", { North: { A: 1 } }, (shop) =>
    Effect.gen(function*() {
      yield* World.buy(shop, "S-1", World.order({ A: 2 }))
      const rows = DeskRows.make(yield* Database)
      const read = (yield* rows.find(FakeShop.scope, "S-1"))!
      yield* rows.becomesDue(read.entity)
      const now = yield* Clock.currentTimeMillis
      assert.isFalse(yield* rows.postpone(read, "the books could not be asked", now + 300_000))
      assert.strictEqual((yield* rows.find(FakeShop.scope, "S-1"))?.dueAt, now)
      assert.isTrue(yield* rows.postpone((yield* rows.find(FakeShop.scope, "S-1"))!, "the books could not be asked", now + 300_000))
    }))

  it.effect("that a person holds keeps the person's reason when the runner starts on a restored backup (D18)", () =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(fresh)
      const shop = FakeShop.shop()
      const options = World.options(shop, { North: { A: 1 } })
      yield* world(database, options, () =>
        Effect.gen(function*() {
          yield* World.buy(shop, "S-1", World.order({ A: 2 }))
          yield* (yield* Desk).hold({ scope: FakeShop.scope, number: "S-1", who: "Ada", reason: "ask the buyer" })
        }))
      yield* world(database, { ...options, restored: true }, () =>
        Effect.gen(function*() {
          yield* due("S-1")
          yield* World.settle
          assert.deepStrictEqual(yield* World.stateOf("S-1"), ["held", "person", "Ada: ask the buyer"])
        }))
    }))

  withShop("whose notice the ERP has already sent as the desk would is done at once (D23)", { North: { A: 5 } }, (shop) =>
    Effect.gen(function*() {
      yield* World.buy(shop, "S-1", World.order({ A: 2 }))
      const link = (yield* Connections).linkOf(FakeShop.scope)!
      yield* during(Effect.flatMap(PlatformDispatch, ({ call }) => call(link, PlatformV1.ReportOutgoingParcel, { onlineOrderId: "S-1", trackingNumber: "T-1", providerCode: "Post" }, { content: "{}", digest: "d" } as never)))
      yield* report(World.north, "S-1", { trackingNumber: "T-1" })
      assert.deepStrictEqual([told(shop), (yield* World.stateOf("S-1"))[0]], [["S-1 T-1 Post"], "done"])
    }))

  withShop("of which two parcels without contents have left has its pieces told once, whatever the order of the reports (D20)", { North: { A: 3 } }, (shop) =>
    Effect.gen(function*() {
      yield* World.buy(shop, "S-1", World.order({ A: 3 }))
      yield* report(World.north, "S-1", partly("T-1"))
      yield* report(World.north, "S-1", partly("T-2"))
      yield* report(World.north, "S-1", { trackingNumber: "T-3", lines: lines({ A: 1 }) })
      yield* World.later(20_000)
      const pieces = shop.notices.flatMap((notice) => notice.lines ?? [{ lineId: "L-1", quantity: Quantity.of(3) }]).reduce((sum, { quantity }) => sum + Quantity.toNumber(quantity)!, 0)
      assert.strictEqual(pieces, 3, told(shop).join("; "))
    }))

  withShop("of which others ship a part loses the newest of its parts, not the one that is nearest to leaving (D25)", { North: { A: 2 }, South: { A: 2 } }, (shop) =>
    Effect.gen(function*() {
      yield* World.buy(shop, "S-1", World.order({ A: 4 }))
      assert.deepStrictEqual(yield* World.partsOf("S-1"), ["S-1 North accepted", "S-1-2 South accepted"])
      yield* World.later(1000)
      yield* World.buy(shop, "S-1", World.order({ A: 4 }, { fulfillments: [parcel("X-1", "2")] }))
      assert.deepStrictEqual(yield* World.partsOf("S-1"), ["S-1 North accepted", "S-1-2 South void"])
    }))

  withShop("of which others have shipped a part of a piece is not sent that piece (D27)", { North: { A: 5 } }, (shop, w) =>
    Effect.gen(function*() {
      yield* World.buy(shop, "S-1", World.order({ A: 2 }, { fulfillments: [parcel("X-1", "1.5")] }))
      assert.deepStrictEqual([sent(w), (yield* World.stateOf("S-1"))[0]], [[], "done"])
    }))

  withShop("that the shop shows as delivered is not placed, although it tells no time of shipment (D28)", { North: { A: 5 } }, (shop, w) =>
    Effect.gen(function*() {
      yield* World.buy(shop, "S-1", World.order({ A: 2 }, { deliveredAt: DateTime.makeUnsafe(0) }))
      assert.deepStrictEqual([sent(w), (yield* World.stateOf("S-1"))[0], yield* World.stock], [[], "done", { "North A": [5, 5, 0] }])
    }))

  withShop("is sent to none of its warehouses if one of them has lost its link (F21)", { North: { A: 2 }, South: { A: 2 } }, (shop, w) =>
    Effect.gen(function*() {
      yield* World.buy(shop, "S-1", World.order({ A: 4 }))
      assert.deepStrictEqual([sent(w), (yield* World.stateOf("S-1")).slice(0, 2)], [[], ["held", "link"]])
      assert.deepStrictEqual(yield* World.stock, { "North A": [2, 2, 0], "South A": [2, 2, 0] })
    }), { composing: (composed) => ({ ...composed, links: composed.links.filter(({ scope }) => scope !== "warehouse:acc-2") }) })

  withShop("that its warehouse has given up and ships nevertheless is told, and what another one was to ship is taken back", { North: { A: 2 }, South: { A: 2 } }, (shop, w) =>
    Effect.gen(function*() {
      yield* World.buy(shop, "S-1", World.order({ A: 2 }))
      yield* report(World.north, "S-1", emptied)
      yield* World.found("North", "A", -2)
      yield* release("S-1")
      assert.deepStrictEqual(sent(w), ["S-1 2", "S-1-2 2"])
      yield* report(World.north, "S-1", { trackingNumber: "T-1", lines: lines({ A: 2 }) })
      yield* World.later(20_000)
      assert.deepStrictEqual([told(shop), yield* World.partsOf("S-1")], [["S-1 T-1 Post"], ["S-1 North shipped", "S-1-2 South void"]])
      assert.strictEqual((yield* World.stateOf("S-1"))[0], "done")
    }))
})

onBothDatabases("what a shop was told of stock", (fresh) => {
  inWorldOn(fresh)("is not confirmed by older figures that the shop took after newer ones (D36)", { isIdle: true }, () =>
    Effect.gen(function*() {
      const rows = StockRows.make(yield* Database)
      const article = { productId: "P-1", variantId: "", sku: "A" }
      yield* rows.told("shop", [{ ...article, figures: "newer", readAt: 200 }], true)
      assert.deepStrictEqual((yield* rows.published("shop")).map(({ confirmed }) => confirmed), ["newer"])
      yield* rows.told("shop", [{ ...article, figures: "older", readAt: 100 }], true)
      assert.deepStrictEqual((yield* rows.published("shop")).map(({ confirmed }) => confirmed), [undefined])
    }))
})
