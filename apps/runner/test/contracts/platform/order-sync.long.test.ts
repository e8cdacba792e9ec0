/**
 * The orders of a shop reach the ERP: what changed, once each, whatever happens while it is read.
 */
import { AdapterError } from "@crossdock/core"
import { assert, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { TestClock } from "effect/testing"
import { Connections } from "../../../src/connection/Connections.ts"
import * as PlatformJobs from "../../../src/contracts/platform/Jobs.ts"
import { ShopStates } from "../../../src/contracts/platform/ShopStates.ts"
import * as OrderSync from "../../../src/contracts/platform/OrderSync.ts"
import type { Name } from "../../../src/engine/Failpoint.ts"
import * as Jobs from "../../../src/jobs/Jobs.ts"
import { Outbox } from "../../../src/outbox/Outbox.ts"
import { Database } from "../../../src/store/Database.ts"
import { onBothDatabases } from "../../support/Databases.ts"
import * as FakeShop from "../../support/FakeShop.ts"
import * as Peers from "../../support/Peers.ts"
import { during, inWorldOn, nothingOwed, until, type World, world } from "../../support/World.ts"

const hour = 3_600_000
const minute = 60_000

const link = Effect.map(Connections, (connections) => connections.linkOf(FakeShop.scope)!)
const round = Effect.flatMap(link, (of) => during(OrderSync.round(of)))
const backfillSince = (since: number) =>
  Effect.flatMap(link, (of) => Effect.andThen(OrderSync.backfill(of, since), during(OrderSync.backfillRound(of), 600_000)))
const rows = (text: string) => Effect.flatMap(Database, (db) => Effect.map(db.query(text), (found) => found.map((row) => Object.values(row))))
const stored = Effect.map(rows("select number from entity where kind = 'platform_order'"), (found) => found.map(([number]) => String(number)).toSorted())
const told = (w: World) => w.erp.received.map(({ content }) => `${content.onlineOrderId} ${content.status}`)
const pollFailure = Effect.map(rows("select poll_failure from connection_state where id = 'shop'"), ([row]) => row?.[0])

/** Numbers with as many digits as needed to sort them. */
const numbers = (count: number) => Array.from({ length: count }, (_, index) => `A-${String(index).padStart(4, "0")}`)

onBothDatabases("orders of a shop", (fresh) => {
  const inWorld = inWorldOn(fresh)
  const withShop = (title: string, test: (w: World, shop: FakeShop.Shop) => Effect.Effect<unknown, unknown, any>, limits = {}) => {
    const shop = FakeShop.shop(limits)
    inWorld(title, FakeShop.options(shop, { isIdle: true }), (w) => test(w, shop))
  }

  withShop("reach the ERP once, and again when they change (P-383, P-384, P-362)", (w, shop) =>
    Effect.gen(function*() {
      yield* Effect.forkScoped((yield* Outbox).run)
      yield* Effect.forkScoped(Jobs.run(PlatformJobs.jobs))
      yield* shop.change("A-1")
      yield* until(Effect.sync(() => w.erp.received.length === 1))
      yield* shop.change("A-2")
      yield* shop.change("A-1", { status: "SHIPPED" })
      yield* until(Effect.sync(() => w.erp.received.length === 3))
      yield* TestClock.adjust(minute)
      yield* nothingOwed
      assert.sameMembers(told(w), ["A-1 PAID", "A-2 PAID", "A-1 SHIPPED"])
      assert.deepStrictEqual(yield* rows("select name, connection from job order by name"), [["backfill", FakeShop.scope], ["orders", FakeShop.scope]])
    }))

  withShop("are asked for by windows that overlap (P-219)", (_, shop) =>
    Effect.gen(function*() {
      const begun = yield* Clock.currentTimeMillis
      yield* round
      yield* shop.change("A-1")
      const changed = yield* Clock.currentTimeMillis
      yield* TestClock.adjust(minute)
      yield* round
      yield* round
      const windows = shop.asked.map(({ updatedFrom, updatedTo }) => [updatedFrom, updatedTo].map((at) => DateTime.toEpochMillis(at!)))
      assert.deepStrictEqual(windows[0]?.map((at) => at - begun), [-10 * minute, 0])
      assert.strictEqual(windows.at(-1)?.[0], changed - 10 * minute)
      assert.deepStrictEqual(yield* stored, ["A-1"])
    }))

  const queue = (...numbers: ReadonlyArray<string>) =>
    Effect.flatMap(Database, (db) => Effect.forEach(numbers, (number) => db.query("insert into order_reread (scope, number, due_at, since) values ($1, $2, 0, 0)", [FakeShop.scope, number])))
  const untaken = rows("select scope, kind, number from untaken_order order by number")
  const queued = Effect.map(rows("select number from order_reread order by number"), (found) => found.flat())

  withShop("are not queued under a number that no message can carry, which is reported", (_, shop) =>
    Effect.gen(function*() {
      for (const number of ["A-1", "BAD\nNUMBER", " "]) {
        shop.put(FakeShop.order(number, 0))
        shop.unreadable.add(number)
      }
      yield* round
      assert.deepStrictEqual(yield* queued, ["A-1"])
      shop.unreadable.clear()
      yield* TestClock.adjust("1 minute")
      yield* round
      assert.deepStrictEqual([yield* stored, yield* queued], [["A-1"], []])
      yield* Effect.flatMap(Connections, (connections) => connections.storeDrift)
      assert.include(JSON.stringify(yield* rows("select message from drift")), "control character, or has more than 255 characters; the order is not stored")
      assert.deepStrictEqual(yield* untaken, [[FakeShop.scope, "unwritable", " "], [FakeShop.scope, "unwritable", "BAD\\u000aNUMBER"]])
    }))

  withShop("are read by number although one of them cannot be asked for, which is reported", (_, shop) =>
    Effect.gen(function*() {
      const all = numbers(20)
      for (const number of all) shop.put(FakeShop.order(number, -1e9))
      shop.refuses.set("A-ODD", new AdapterError.RequestInvalid({ path: "/onlineOrderIds/0", message: "cannot be written" }))
      // An earlier release queued numbers with control characters too.
      yield* queue(...all, "A-ODD", "OLD\u0001")
      yield* round
      assert.deepStrictEqual([yield* stored, yield* queued], [all, []])
      yield* Effect.flatMap(Connections, (connections) => connections.storeDrift)
      const messages = (yield* rows("select message from drift")).flat().join("\n")
      for (const text of ["the order is not read", "it is not asked for again"]) assert.include(messages, text)
      assert.isBelow(shop.asked.length, 14)
    }))

  withShop("are read by number although the shop refuses the question for one of them, which is asked for later", (_, shop) =>
    Effect.gen(function*() {
      for (const number of ["A-1", "A-2", "A-3"]) shop.put(FakeShop.order(number, -1e9))
      yield* queue("A-1", "A-2", "A-3")
      shop.refuses.set("A-1", new AdapterError.Rejected({ fault: { code: "", message: "one of these orders cannot be shown" } }))
      yield* round
      assert.deepStrictEqual([yield* stored, yield* queued], [["A-2", "A-3"], ["A-1"]])
      assert.deepStrictEqual(yield* untaken, [[FakeShop.scope, "refused", "A-1"]])
      shop.refuses.clear()
      yield* TestClock.adjust("1 minute")
      yield* round
      assert.deepStrictEqual([yield* stored, yield* untaken], [["A-1", "A-2", "A-3"], []])
    }))

  withShop("of the past are read by a backfill, with more of them than a page has (P-219)", (w, shop) =>
    Effect.gen(function*() {
      const now = yield* Clock.currentTimeMillis
      const all = numbers(250)
      for (const [index, number] of all.entries()) shop.put(FakeShop.order(number, now - 60 * hour + index * 10 * minute))
      yield* round
      assert.deepStrictEqual(yield* stored, [])
      yield* backfillSince(now - 72 * hour)
      assert.deepStrictEqual(yield* stored, all)
      assert.isTrue(shop.asked.every(({ updatedFrom, updatedTo }) => DateTime.toEpochMillis(updatedTo!) - DateTime.toEpochMillis(updatedFrom!) <= 24 * hour))
      assert.deepStrictEqual(yield* rows("select orders, ended_at is null as open from order_sync where track = 'backfill'").pipe(Effect.map((found) => found.map(([count, open]) => [Number(count), Boolean(open)]))), [[250, false]])
      const { length } = shop.asked
      yield* Effect.flatMap(link, (of) => during(OrderSync.backfillRound(of)))
      assert.lengthOf(shop.asked, length)
      assert.lengthOf(w.erp.received, 0)
    }))

  for (const sort of ["ascending", "descending"] as const) {
    withShop(`are not lost when pages shift while they are read, ${sort}`, (_, shop) =>
      Effect.gen(function*() {
        const now = yield* Clock.currentTimeMillis
        const all = numbers(60)
        // Half of them changed within one second, so their part has several pages.
        for (const [index, number] of all.entries()) shop.put(FakeShop.order(number, index < 30 ? now - 20 * hour : now - 30 * hour + index * minute))
        shop.manners.page = 7
        shop.manners.sort = sort
        // An order of an earlier page changes after each of the first queries, so the ones behind it move up.
        shop.manners.after = (query) => {
          const number = all[query * 3]
          if (query < 18 && number !== undefined) shop.put(FakeShop.order(number, now + query, { status: "CHANGED" }))
        }
        yield* backfillSince(now - 40 * hour)
        yield* TestClock.adjust(minute)
        yield* round
        assert.deepStrictEqual(yield* stored, all)
        assert.deepStrictEqual((yield* rows("select number from entity where peer_status = 'CHANGED'")).length, [...shop.orders.values()].filter(({ status }) => status === "CHANGED").length)
      }))
  }

  withShop("are not lost when pages of one moment shift, however often they are read", (_, shop) =>
    Effect.gen(function*() {
      const now = yield* Clock.currentTimeMillis
      const all = numbers(40)
      for (const number of all) shop.put(FakeShop.order(number, now - 20 * hour))
      shop.manners.page = 7
      let changed = 0
      // In the first passes an order of the first page changes before the second or the third is read.
      shop.manners.after = () => {
        const cursor = Number(shop.asked.at(-1)?.cursor ?? 0)
        if (cursor === 7 && changed < 3) shop.put(FakeShop.order(all[changed++]!, now, { status: "CHANGED" }))
      }
      yield* backfillSince(now - 21 * hour)
      assert.strictEqual(changed, 3)
      assert.deepStrictEqual(yield* stored, all)
    }))

  withShop("are read once each, although they change meanwhile, if the plugin says that its cursor is stable (contract.md 2)", (_, shop) =>
    Effect.gen(function*() {
      const now = yield* Clock.currentTimeMillis
      const all = numbers(70)
      for (const [index, number] of all.entries()) shop.put(FakeShop.order(number, now - 20 * hour + index * minute))
      Object.assign(shop.manners, { page: 7, hasStableCursor: true })
      // An order of an earlier page changes after each of the first queries, which moves it to the end.
      shop.manners.after = (query) => {
        if (query < 5) shop.put(FakeShop.order(all[query]!, now - minute + query, { status: "CHANGED" }))
      }
      yield* backfillSince(now - 21 * hour)
      assert.deepStrictEqual(yield* stored, all)
      // 74 records on pages of 7, and one query for what changed since.
      assert.isAtMost(shop.asked.length, 12)
    }), { hasStableCursor: true })

  withShop("are read in few queries if the shop has empty pages before it has any order of a window", (_, shop) =>
    Effect.gen(function*() {
      const now = yield* Clock.currentTimeMillis
      const all = numbers(60)
      // Pages of old orders come first, and each query goes through them.
      for (const [index, number] of all.entries()) shop.put(FakeShop.order(number, index < 50 ? now - 900 * hour : now - 40 * hour + index * minute))
      shop.manners.filtersPages = true
      shop.manners.page = 6
      yield* backfillSince(now - 48 * hour)
      assert.deepStrictEqual(yield* stored, all.slice(50))
      // Two or three windows, each of which has ten pages that are read until two passes are equal.
      assert.isAtMost(shop.asked.length, 90)
      const [[span]] = (yield* rows("select span from order_sync where track = 'backfill'")) as [[unknown]]
      assert.strictEqual(Number(span), 24 * hour)
    }))

  withShop("that changed in the same moment are read on several pages", (_, shop) =>
    Effect.gen(function*() {
      const now = yield* Clock.currentTimeMillis
      const all = numbers(230)
      for (const number of all) shop.put(FakeShop.order(number, now - minute))
      yield* round
      assert.deepStrictEqual(yield* stored, all)
    }))

  withShop("that cannot be read do not keep the others back, and are read by their numbers later", (_, shop) =>
    Effect.gen(function*() {
      for (const number of ["A-1", "A-2", "A-3"]) yield* shop.change(number)
      shop.unreadable.add("A-2")
      yield* round
      assert.deepStrictEqual(yield* stored, ["A-1", "A-3"])
      assert.deepStrictEqual(yield* rows("select number from order_reread"), [["A-2"]])
      yield* Effect.flatMap(Connections, (connections) => connections.storeDrift)
      assert.include(JSON.stringify(yield* rows("select message from drift")), "could not be read")
      // Long after, when no window contains it any more.
      yield* TestClock.adjust(30 * hour)
      yield* round
      shop.unreadable.clear()
      yield* TestClock.adjust(2 * hour)
      yield* round
      assert.deepStrictEqual(yield* stored, ["A-1", "A-2", "A-3"])
      assert.deepStrictEqual(yield* rows("select number from order_reread"), [])
    }))

  withShop("are read again from the start of a part if the shop forgets a cursor", (_, shop) =>
    Effect.gen(function*() {
      const now = yield* Clock.currentTimeMillis
      const all = numbers(230)
      for (const number of all) shop.put(FakeShop.order(number, now - minute))
      shop.manners.after = () => {
        if (shop.asked.at(-1)?.cursor === "100") {
          shop.failures.push(new AdapterError.Rejected({ fault: { code: "CURSOR_EXPIRED", message: "begin again" } }))
          shop.manners.after = () => {}
        }
      }
      yield* round
      assert.include(String(yield* pollFailure), "CURSOR_EXPIRED")
      yield* round
      assert.deepStrictEqual(yield* stored, all)
      assert.isNull(yield* pollFailure)
    }))

  withShop("are stored even if the pages do not end, and the poll is shown as failed until they do (U-84)", (_, shop) =>
    Effect.gen(function*() {
      yield* shop.change("A-1")
      shop.manners.repeatsCursor = true
      yield* round
      assert.include(String(yield* pollFailure), "promised shape")
      assert.deepStrictEqual(yield* stored, ["A-1"])
      assert.isAtMost(shop.asked.length, 4)
      shop.manners.repeatsCursor = false
      yield* round
      assert.isNull(yield* pollFailure)
    }))

  withShop("are not read while the shop is locked, and what was stored before still reaches the ERP (P-157)", (w, shop) =>
    Effect.gen(function*() {
      const states = yield* ShopStates
      const announce = (isLocked: boolean) => Effect.flatMap(link, (of) => states.announce(of, { isLocked, callbackUrl: new URL("https://erp.example/orders") }))
      yield* shop.change("A-1")
      yield* round
      yield* announce(true)
      yield* shop.change("A-2")
      const { length } = shop.asked
      yield* round
      yield* backfillSince((yield* Clock.currentTimeMillis) - hour)
      assert.lengthOf(shop.asked, length)
      yield* Effect.forkScoped((yield* Outbox).run)
      yield* nothingOwed
      assert.deepStrictEqual(told(w), ["A-1 PAID"])
      yield* announce(false)
      yield* round
      yield* nothingOwed
      assert.deepStrictEqual(told(w), ["A-1 PAID", "A-2 PAID"])
    }))

  withShop("are read although the address that the ERP has announced cannot be decrypted", (_, shop) =>
    Effect.gen(function*() {
      const states = yield* ShopStates
      yield* Effect.flatMap(link, (of) => states.announce(of, { isLocked: false, callbackUrl: new URL("https://erp.example/orders") }))
      yield* Effect.flatMap(Database, (db) => db.query("update shop_state set callback_sealed = 'v1.damaged'"))
      yield* shop.change("A-1")
      yield* round
      assert.deepStrictEqual([yield* stored, yield* states.isLocked(FakeShop.scope)], [["A-1"], false])
    }))

  withShop("are stored in the order of their numbers, so that nodes which store the same ones do not block each other", (_, shop) =>
    Effect.gen(function*() {
      for (const number of ["A-2", "A-3", "A-1"]) yield* shop.change(number)
      yield* round
      assert.deepStrictEqual(yield* rows("select number from entity where kind = 'platform_order' order by id"), [["A-1"], ["A-2"], ["A-3"]])
    }))

  withShop("wait for a connection that is paused", (_, shop) =>
    Effect.gen(function*() {
      const connections = yield* Connections
      yield* shop.change("A-1")
      yield* connections.pause("shop", "a test")
      yield* round
      assert.lengthOf(shop.asked, 0)
      yield* connections.resume("shop")
      yield* round
      assert.deepStrictEqual(yield* stored, ["A-1"])
    }))
})

/** Ends a process at this place, when it comes there for the second time. */
const endingAt = (place: Name) => {
  let passed = 0
  return (name: Name) => {
    if (name === place && ++passed === 2) throw new Error(`the process ends at ${place}`)
  }
}

onBothDatabases("a sync that is interrupted", (fresh) => {
  it.effect.each(["sync.before-commit", "sync.committed"] as const)("at %s misses no order and tells of none in the wrong order (P-364)", (place) =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(fresh)
      const shop = FakeShop.shop()
      const peers = { warehouse: Peers.warehouse(), erp: Peers.erp() }
      const inProcess = <A, E>(failpoint: (name: Name) => void, work: Effect.Effect<A, E, any>) =>
        world(database, { ...FakeShop.options(shop, { isIdle: true }), peers, failpoint }, () =>
          Effect.andThen(Effect.flatMap(Outbox, ({ run }) => Effect.forkScoped(run)), work as Effect.Effect<A, E>))
      const all = numbers(40)
      for (const [index, number] of all.entries()) shop.put(FakeShop.order(number, index < 20 ? -hour : index * minute - 3 * hour))
      shop.manners.page = 6
      yield* inProcess(() => {}, Effect.flatMap(link, (of) => OrderSync.backfill(of, -4 * hour)))
      for (let processes = 0; processes < 30; processes++) {
        yield* inProcess(endingAt(place), Effect.flatMap(link, (of) => during(Effect.andThen(OrderSync.backfillRound(of), OrderSync.round(of)))))
        yield* TestClock.adjust(1000)
        yield* shop.change(all[(processes * 7) % all.length]!, { status: `CHANGED-${processes}` })
      }
      yield* inProcess(() => {}, Effect.gen(function*() {
        yield* Effect.flatMap(link, (of) => during(Effect.andThen(OrderSync.backfillRound(of), OrderSync.round(of))))
        yield* nothingOwed
        assert.deepStrictEqual(yield* stored, all)
        assert.deepStrictEqual(yield* rows("select ended_at is null as open from order_sync where track = 'backfill'").pipe(Effect.map((found) => found.map(([open]) => Boolean(open)))), [false])
      }))
      for (const [number, order] of shop.orders) {
        const received = peers.erp.received.filter(({ content }) => content.onlineOrderId === number).map(({ content }) => content)
        const times = received.map(({ modifiedAt }) => Date.parse(modifiedAt))
        assert.deepStrictEqual(times, times.toSorted((a, b) => a - b), number)
        assert.strictEqual(received.at(-1)?.status, order.status, number)
      }
    }))

  it.effect("by another node that took it over stores nothing of its page", () =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(fresh)
      const shop = FakeShop.shop()
      yield* world(database, FakeShop.options(shop, { isIdle: true }), () =>
        Effect.gen(function*() {
          yield* round
          yield* shop.change("A-1")
          const db = yield* Database
          // What the other node stores while the shop answers this one.
          const other = db.query("update order_sync set version = version + 1")
          const context = yield* Effect.context<never>()
          shop.manners.answering = Effect.provideContext(Effect.orDie(other), context)
          yield* round
          assert.deepStrictEqual(yield* stored, [])
          assert.isNull(yield* pollFailure)
          shop.manners.answering = Effect.void
          yield* round
          assert.deepStrictEqual(yield* stored, ["A-1"])
        }))
    }))
})
