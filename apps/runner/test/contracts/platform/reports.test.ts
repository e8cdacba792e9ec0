/**
 * Orders that a platform sends by itself.
 */
import type { AnyPlugin } from "@crossdock/config"
import { AdapterError, type PlatformV1 } from "@crossdock/core"
import { assert } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { TestClock } from "effect/testing"
import { Connections } from "../../../src/connection/Connections.ts"
import * as OrderReads from "../../../src/contracts/platform/OrderReads.ts"
import * as OrderSync from "../../../src/contracts/platform/OrderSync.ts"
import { ShopStates } from "../../../src/contracts/platform/ShopStates.ts"
import { Outbox } from "../../../src/outbox/Outbox.ts"
import { IncomingEvents } from "../../../src/records/IncomingEvents.ts"
import { Database } from "../../../src/store/Database.ts"
import { onBothDatabases } from "../../support/Databases.ts"
import * as FakeShop from "../../support/FakeShop.ts"
import * as Peers from "../../support/Peers.ts"
import { during, inWorldOn, nothingOwed, type World } from "../../support/World.ts"

const take = (event: PlatformV1.Event, raw?: string) => Effect.flatMap(IncomingEvents, (events) => during(events.take("shop", event, raw)))
const push = (order: FakeShop.Order) => take({ _tag: "OrderPushed", order }, `the message of ${order.onlineOrderId}`)
const tell = (onlineOrderId: string) => take({ _tag: "OrderChanged", onlineOrderId })
const rows = (text: string) => Effect.flatMap(Database, (db) => Effect.map(db.query(text), (found) => found.map((row) => Object.values(row))))
const states = rows("select number, peer_status from entity where kind = 'platform_order' order by number")
const waiting = Effect.map(rows("select number from order_reread order by number"), (found) => found.flat())
const round = Effect.flatMap(Connections, (connections) => during(OrderSync.round(connections.linkOf(FakeShop.scope)!)))
const dueIn = Effect.gen(function*() {
  const now = yield* Clock.currentTimeMillis
  return (yield* rows("select due_at from order_reread order by number")).map(([at]) => Number(at) - now)
})
const down = new AdapterError.PeerUnavailable({ status: 503 })

onBothDatabases("an order that a platform sends", (fresh) => {
  const inWorld = inWorldOn(fresh)
  const withShop = (title: string, test: (w: World, shop: FakeShop.Shop) => Effect.Effect<unknown, unknown, any>, limits = {}) => {
    const shop = FakeShop.shop(limits)
    inWorld(title, FakeShop.options(shop, { isIdle: true }), (w) => test(w, shop))
  }

  withShop("is stored before it is confirmed, and the ERP is told (P-363, P-383)", (w, shop) =>
    Effect.gen(function*() {
      yield* push(FakeShop.order("A-1", 1000))
      assert.deepStrictEqual(yield* states, [["A-1", "PAID"]])
      assert.lengthOf(shop.asked, 0)
      yield* Effect.forkScoped((yield* Outbox).run)
      yield* nothingOwed
      assert.deepStrictEqual(w.erp.received.map(({ content }) => [content.onlineOrderId, content.shopId]), [["A-1", "1"]])
    }))

  const shared = FakeShop.shop()
  const linked = (id: string, shopId: string, onlineShopId: string) => ({ protocol: "platform" as const, peer: "shop", id, shop: { platform: "fake", shopId, onlineShopId } })
  inWorld("and that is of another shop on the same account reaches the ERP of that shop alone (U-147)", {
    ...FakeShop.options(shared, { isIdle: true }),
    links: [{}, linked("acc-8", "8", "x"), linked("acc-9", "9", "y")]
  }, () =>
    Effect.gen(function*() {
      const of = (number: string, onlineShopId: string) => FakeShop.order(number, 1000, { onlineShopId })
      yield* push(of("A-1", "x"))
      shared.put(of("A-4", "x"))
      yield* tell("A-4")
      assert.deepStrictEqual(yield* waiting, [])
      for (const one of [of("A-2", "x"), of("A-3", "y")]) shared.put(one)
      yield* TestClock.adjust(5000)
      const connections = yield* Connections
      for (const { protocol, scope } of connections.links.flatMap(({ entrances: [entrance], scope }) => entrance === undefined ? [] : [{ protocol: entrance.protocol, scope }])) {
        if (protocol === "platform") yield* during(OrderSync.round(connections.linkOf(scope)!))
      }
      assert.deepStrictEqual(yield* rows("select scope, number from entity where kind = 'platform_order' order by number"), [
        ["platform:acc-8:fake:8:x", "A-1"],
        ["platform:acc-8:fake:8:x", "A-2"],
        ["platform:acc-9:fake:9:y", "A-3"],
        ["platform:acc-8:fake:8:x", "A-4"]
      ])
    }))

  withShop("and that is read as well is stored once (P-364)", (_, shop) =>
    Effect.gen(function*() {
      const order = FakeShop.order("A-1", 1000)
      shop.put(order)
      yield* TestClock.adjust(5000)
      yield* push(order)
      yield* round
      yield* push(order)
      assert.deepStrictEqual((yield* rows("select state from delivery")).length, 1)
    }))

  withShop("again with a later change updates the order and makes no second one (P-237)", (_, shop) =>
    Effect.gen(function*() {
      yield* push(FakeShop.order("A-1", 1000))
      yield* push(FakeShop.order("A-1", 2000, { status: "PACKED" }))
      yield* push(FakeShop.order("A-1", 2000, { status: "PACKED" }))
      assert.deepStrictEqual(yield* states, [["A-1", "PACKED"]])
      assert.lengthOf(yield* rows("select id from entity"), 1)
      assert.lengthOf(shop.asked, 0)
    }))

  withShop("with other content and the same time makes the runner read it (P-395)", (_, shop) =>
    Effect.gen(function*() {
      shop.put(FakeShop.order("A-1", 1000, { status: "PACKED" }))
      yield* push(FakeShop.order("A-1", 1000))
      yield* push(FakeShop.order("A-1", 1000, { status: "ODD" }))
      assert.deepStrictEqual(yield* states, [["A-1", "PACKED"]])
      assert.deepStrictEqual(yield* waiting, [])
    }))

  withShop("and that has to be read is read later if the shop does not answer now (P-395)", (_, shop) =>
    Effect.gen(function*() {
      shop.put(FakeShop.order("A-1", 1000, { status: "PACKED" }))
      yield* push(FakeShop.order("A-1", 1000))
      shop.failures.push(down)
      yield* push(FakeShop.order("A-1", 1000, { status: "ODD" }))
      assert.deepStrictEqual([yield* states, yield* waiting], [[["A-1", "PAID"]], ["A-1"]])
      yield* round
      assert.deepStrictEqual([yield* states, yield* waiting], [[["A-1", "PACKED"]], []])
    }))

  withShop("with a time of change far ahead is stored and reported, and a later change of the shop still counts, whoever tells of it (P-395)", (_, shop) =>
    Effect.gen(function*() {
      const far = Date.UTC(2126, 0)
      yield* TestClock.adjust("1 hour")
      const now = yield* Clock.currentTimeMillis
      for (const number of ["A-1", "A-2", "A-3"]) yield* push(FakeShop.order(number, far))
      yield* Effect.flatMap(Connections, (connections) => connections.storeDrift)
      assert.include(JSON.stringify(yield* rows("select message from drift")), "ahead of this runner")
      assert.deepStrictEqual(yield* rows("select changed_at from platform_order"), [[now], [now], [now]])
      // The clock of the shop is three minutes behind, so what it says now is earlier than the time of receipt.
      yield* TestClock.adjust("1 minute")
      const closed = (number: string) => FakeShop.order(number, now - 120_000, { phase: "cancelled", status: "CANCELLED" })
      for (const number of ["A-1", "A-2", "A-3"]) shop.put(closed(number))
      yield* push(closed("A-1"))
      assert.deepStrictEqual((yield* states)[0], ["A-1", "CANCELLED"])
      yield* tell("A-2")
      yield* round
      yield* TestClock.adjust("1 minute")
      yield* round
      assert.deepStrictEqual(yield* states, [["A-1", "CANCELLED"], ["A-2", "CANCELLED"], ["A-3", "CANCELLED"]])
      assert.deepStrictEqual(yield* waiting, [])
    }))

  withShop("with an earlier change is not stored while the shop may not show what is stored (P-395)", (_, shop) =>
    Effect.gen(function*() {
      yield* TestClock.adjust("1 hour")
      yield* push(FakeShop.order("A-1", 2000, { status: "PACKED" }))
      // A copy of the shop's data that is behind.
      shop.put(FakeShop.order("A-1", 1000))
      yield* push(FakeShop.order("A-1", 1000))
      assert.deepStrictEqual([yield* states, yield* waiting], [[["A-1", "PACKED"]], ["A-1"]])
      shop.put(FakeShop.order("A-1", 2000, { status: "PACKED" }))
      yield* TestClock.adjust("2 minutes")
      yield* round
      assert.deepStrictEqual([yield* states, yield* waiting], [[["A-1", "PACKED"]], []])
    }), { visibilityDelay: "30 seconds" })

  withShop("by its number alone is read", (_, shop) =>
    Effect.gen(function*() {
      shop.put(FakeShop.order("A-1", -1e9))
      yield* tell("A-1")
      assert.deepStrictEqual([yield* states, yield* waiting], [[["A-1", "PAID"]], []])
    }))

  withShop("by its number is read later if the shop does not answer, or does not show it yet", (_, shop) =>
    Effect.gen(function*() {
      shop.failures.push(down)
      yield* tell("A-1")
      yield* tell("A-2")
      yield* tell("NEVER")
      assert.deepStrictEqual(yield* waiting, ["A-1", "A-2", "NEVER"])
      shop.put(FakeShop.order("A-1", -1e9))
      shop.put(FakeShop.order("A-2", -1e9))
      yield* TestClock.adjust(60_000)
      yield* round
      assert.deepStrictEqual([yield* states, yield* waiting], [[["A-1", "PAID"], ["A-2", "PAID"]], []])
    }))

  withShop("by a number that the shop does not show yet is read as long as it may take until the shop shows it", (_, shop) =>
    Effect.gen(function*() {
      yield* tell("A-1")
      assert.isAbove((yield* dueIn)[0]!, 20_000)
      yield* round
      assert.deepStrictEqual(yield* waiting, ["A-1"])
      // The platform tells of it once more, so the time until it is shown begins again.
      yield* TestClock.adjust(25_000)
      yield* tell("A-1")
      yield* TestClock.adjust(10_000)
      yield* Effect.flatMap(Database, (db) => db.query("update order_reread set due_at = 0"))
      yield* round
      assert.deepStrictEqual(yield* waiting, ["A-1"])
      shop.put(FakeShop.order("A-1", -1e9))
      yield* TestClock.adjust(60_000)
      yield* round
      assert.deepStrictEqual([yield* states, yield* waiting], [[["A-1", "PAID"]], []])
    }), { visibilityDelay: "30 seconds" })

  withShop("by a number that the shop never shows is forgotten, and that is reported", () =>
    Effect.gen(function*() {
      yield* tell("NEVER")
      yield* TestClock.adjust(60_000)
      yield* round
      assert.deepStrictEqual(yield* waiting, [])
      yield* Effect.flatMap(Connections, (connections) => connections.storeDrift)
      assert.include(JSON.stringify(yield* rows("select message from drift")), "the shop does not know an order")
    }))

  withShop("and that the shop cannot show is tried less and less often, whoever tells of it", (_, shop) =>
    Effect.gen(function*() {
      shop.put(FakeShop.order("A-1", -1e9))
      shop.unreadable.add("A-1")
      yield* tell("A-1")
      for (const pause of [10_000, 20_000, 40_000, 80_000]) {
        yield* TestClock.adjust(pause)
        yield* round
      }
      const [pause] = yield* dueIn
      assert.isAbove(pause!, 60_000)
      yield* tell("A-1")
      const { length } = shop.asked
      yield* round
      assert.lengthOf(shop.asked.slice(length).filter(({ onlineOrderIds }) => onlineOrderIds !== undefined), 0)
      assert.isAbove((yield* dueIn)[0]!, 60_000)
    }))

  withShop("by its number stays to be read if the platform tells of it while the shop answers", (_, shop) =>
    Effect.gen(function*() {
      shop.put(FakeShop.order("A-1", -1e9))
      const context = yield* Effect.context<IncomingEvents>()
      // The answer that is on its way does not have the change of which the platform tells.
      shop.manners.answering = Effect.gen(function*() {
        shop.manners.answering = Effect.void
        yield* TestClock.adjust(1)
        shop.failures.push(down)
        yield* Effect.flatMap(IncomingEvents, (events) => events.take("shop", { _tag: "OrderChanged", onlineOrderId: "A-1" }))
      }).pipe(Effect.orDie, Effect.provideContext(context))
      yield* Effect.flatMap(Connections, (connections) => during(Effect.flatMap(OrderReads.make, (reads) => reads.byNumber(connections.linkOf(FakeShop.scope)!, ["A-1"]))))
      assert.deepStrictEqual([yield* states, yield* waiting], [[["A-1", "PAID"]], ["A-1"]])
    }))

  withShop("is kept while the shop is locked, and one by its number is read after that (P-157)", (_, shop) =>
    Effect.gen(function*() {
      const link = (yield* Connections).linkOf(FakeShop.scope)!
      const announce = (isLocked: boolean) => Effect.flatMap(ShopStates, (of) => of.announce(link, { isLocked, callbackUrl: new URL("https://erp.example/orders") }))
      shop.put(FakeShop.order("A-2", -1e9))
      yield* announce(true)
      yield* push(FakeShop.order("A-1", 1000))
      yield* tell("A-2")
      assert.deepStrictEqual([yield* states, shop.asked.length], [[["A-1", "PAID"]], 0])
      yield* announce(false)
      yield* round
      assert.deepStrictEqual(yield* states, [["A-1", "PAID"], ["A-2", "PAID"]])
    }))

  withShop("has its exact message in the history, encrypted", () =>
    Effect.gen(function*() {
      yield* push(FakeShop.order("A-1", 1000))
      const [[what, raw]] = (yield* rows("select what, raw_sealed from history")) as [[unknown, unknown]]
      assert.strictEqual(what, "status")
      assert.match(String(raw), /^v1\./)
    }))

  withShop("under a number that is too long is refused and reported", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(push(FakeShop.order("A".repeat(256), 1000)))
      assert.strictEqual((error as AdapterError.Reason)._tag, "RequestInvalid")
      assert.deepStrictEqual(yield* states, [])
    }))
})

/** An ERP that takes no orders of shops: it reads them itself. */
const readingErp: AnyPlugin = { ...Peers.erp().plugin, id: "erp-reading", offers: [] }

onBothDatabases("an order that a platform sends for an ERP that takes none", (fresh) => {
  const inWorld = inWorldOn(fresh)
  const withShop = (title: string, test: (shop: FakeShop.Shop) => Effect.Effect<unknown, unknown, any>) => {
    const shop = FakeShop.shop()
    const { links, ...options } = FakeShop.options(shop, { isIdle: true, plugins: [readingErp], connections: [{ id: "reading", plugin: readingErp.id }] })
    inWorld(title, { ...options, links: links!.map((link) => ({ ...link, ...(link.peer === "shop" && { erp: "reading" }) })) }, () => test(shop))
  }
  const refused = (told: ReturnType<typeof tell>) => Effect.map(Effect.flip(told), (error) => (error as AdapterError.FaultUnlisted).fault.code)

  withShop("is read at once, and nothing is kept that nobody would read", (shop) =>
    Effect.gen(function*() {
      shop.put(FakeShop.order("A-1", -1e9))
      yield* tell("A-1")
      assert.deepStrictEqual([yield* states, yield* waiting], [[["A-1", "PAID"]], []])
    }))

  withShop("has to be sent again if it cannot be read now", (shop) =>
    Effect.gen(function*() {
      const connections = yield* Connections
      const link = connections.linkOf(FakeShop.scope)!
      const announce = (isLocked: boolean) => Effect.flatMap(ShopStates, (of) => of.announce(link, { isLocked, callbackUrl: new URL("https://erp.example/orders") }))
      assert.strictEqual(yield* refused(tell("A-1")), "NOT_READ")
      shop.put(FakeShop.order("A-1", -1e9))
      shop.failures.push(down)
      assert.strictEqual(yield* refused(tell("A-1")), "NOT_READ")
      shop.unreadable.add("A-1")
      assert.strictEqual(yield* refused(tell("A-1")), "NOT_READ")
      shop.unreadable.clear()
      yield* announce(true)
      assert.strictEqual(yield* refused(tell("A-1")), "NOT_READ")
      yield* announce(false)
      yield* connections.pause("shop", "a test")
      assert.strictEqual(yield* refused(tell("A-1")), "NOT_READ")
      yield* connections.resume("shop")
      assert.deepStrictEqual([yield* states, yield* waiting], [[], []])
      yield* tell("A-1")
      assert.deepStrictEqual([yield* states, yield* waiting], [[["A-1", "PAID"]], []])
    }))

  withShop("with other content and the same time has to be sent again if it cannot be read now (P-395)", (shop) =>
    Effect.gen(function*() {
      shop.put(FakeShop.order("A-1", 1000, { status: "PACKED" }))
      yield* push(FakeShop.order("A-1", 1000))
      shop.failures.push(down)
      assert.strictEqual(yield* refused(push(FakeShop.order("A-1", 1000, { status: "ODD" }))), "NOT_READ")
      assert.deepStrictEqual([yield* states, yield* waiting], [[["A-1", "PAID"]], []])
      yield* push(FakeShop.order("A-1", 1000, { status: "ODD" }))
      assert.deepStrictEqual(yield* states, [["A-1", "PACKED"]])
    }))
})
