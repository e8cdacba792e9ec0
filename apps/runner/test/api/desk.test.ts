/**
 * The orders at the desk by the admin API and the command line: which are held, why, since when, and what a person decides.
 */
import { assert } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { TestClock } from "effect/testing"
import * as MetricsAnswer from "../../src/http/MetricsAnswer.ts"
import { commands } from "../cli/CommandWorld.ts"
import { onBothDatabases } from "../support/Databases.ts"
import * as Desk from "../support/DeskWorld.ts"
import * as FakeShop from "../support/FakeShop.ts"
import { inWorldOn, type World } from "../support/World.ts"
import * as AdminWorld from "./AdminWorld.ts"

const minute = 60_000

onBothDatabases("the list of the order desk", (fresh) => {
  const inWorld = inWorldOn(fresh)
  const withShop = (title: string, stock: Partial<Desk.Stock>, test: (w: World, shop: FakeShop.Shop) => Effect.Effect<unknown, unknown, any>) => {
    const shop = FakeShop.shop()
    inWorld(title, Desk.options(shop, stock), (w) => test(w, shop))
  }

  /** One order that is placed, one without stock, one that is not paid, and one without a receiver, a second apart. */
  const fill = (shop: FakeShop.Shop) =>
    Effect.gen(function*() {
      for (const [number, what] of [
        ["S-1", Desk.order({ A: 1 })],
        ["S-2", Desk.order({ A: 5 })],
        ["S-3", Desk.order({ A: 1 }, { phase: "unpaid" })],
        ["S-4", Desk.order({ A: 1 }, { receiver: { isMasked: true } })]
      ] as const) {
        yield* Desk.buy(shop, number, what)
        yield* TestClock.adjust(1000)
      }
    })

  withShop("shows state, cause, reason, parts and time of each order, the longest in its state first", { North: { A: 2 } }, (w, shop) =>
    Effect.gen(function*() {
      yield* fill(shop)
      const client = yield* AdminWorld.client(w)
      const numbers = (query: Parameters<typeof client.desk.list>[0]["query"]) => Effect.map(client.desk.list({ query }), ({ items }) => items.map(({ number }) => number))
      const { items } = yield* client.desk.list({ query: {} })
      assert.deepStrictEqual(items.map(({ cause, number, scope, state }) => [number, scope, state, cause]), [
        ["S-1", FakeShop.scope, "placed", undefined],
        ["S-2", FakeShop.scope, "held", "stock"],
        ["S-3", FakeShop.scope, "waiting", undefined],
        ["S-4", FakeShop.scope, "held", "masked"]
      ])
      const [placed, held, , masked] = items
      assert.deepStrictEqual([placed!.parts, held!.parts], [[{ number: "S-1", warehouse: "North", state: "accepted" }], []])
      assert.strictEqual(placed!.rule, "all")
      assert.include(held!.because, "lacks 4 of \"A\"")
      assert.include(held!.remedy, "crossdock books enter")
      assert.isTrue(held!.dueAt !== undefined && masked!.dueAt === undefined && placed!.remedy === undefined)
      assert.deepStrictEqual(yield* numbers({ state: "held" }), ["S-2", "S-4"])
      assert.deepStrictEqual(yield* numbers({ cause: "stock" }), ["S-2"])
      assert.deepStrictEqual(yield* numbers({ shop: "acc-9", state: "waiting" }), ["S-3"])
      assert.strictEqual((yield* Effect.flip(client.desk.list({ query: { shop: "nobody" } })))._tag, "NotFound")
      const pages: Array<string> = []
      let after: string | undefined
      do {
        const page = yield* client.desk.list({ query: { limit: 1, ...(after !== undefined && { after }) } })
        pages.push(...page.items.map(({ number }) => number))
        after = page.next
      } while (after !== undefined)
      assert.deepStrictEqual(pages, ["S-1", "S-2", "S-3", "S-4"])
    }))

  withShop("keeps the time since which an order is held for a cause, however often it is decided", { North: { A: 2 } }, (w, shop) =>
    Effect.gen(function*() {
      yield* fill(shop)
      const client = yield* AdminWorld.client(w)
      const since = (number: string) =>
        Effect.map(client.desk.list({ query: {} }), ({ items }) => DateTime.toEpochMillis(items.find((one) => one.number === number)!.since))
      const first = yield* since("S-2")
      yield* Desk.later(5 * minute)
      assert.strictEqual(yield* since("S-2"), first)
      const gauges = (yield* MetricsAnswer.metrics).split("\n").filter((line) => line.startsWith("crossdock_desk_"))
      assert.include(gauges, "crossdock_desk_orders{state=\"held\",cause=\"stock\"} 1")
      assert.include(gauges, "crossdock_desk_orders{state=\"placed\",cause=\"\"} 1")
      const oldest = Number(gauges.find((line) => line.startsWith("crossdock_desk_oldest_seconds{state=\"held\",cause=\"stock\"}"))!.split(" ").at(-1))
      assert.isAtLeast(oldest, 300)
      yield* client.desk.hold({ params: { number: "S-2" }, query: {}, payload: { reason: "the buyer asks to wait", who: "Ada" } })
      const held = yield* since("S-2")
      assert.isAbove(held, first)
      yield* TestClock.adjust(minute)
      yield* client.desk.hold({ params: { number: "S-2" }, query: {}, payload: { reason: "still", who: "Ada" } })
      assert.strictEqual(yield* since("S-2"), held)
    }))

  withShop("is printed with what to do, and orders are held and released by their number", { North: { A: 2 } }, (w, shop) =>
    Effect.gen(function*() {
      const { run } = yield* commands(w)
      assert.match((yield* run("desk", "ls")).out, /^no such orders at the desk/)
      yield* fill(shop)
      const listed = yield* run("desk", "ls", "--state", "held")
      assert.match(listed.out, /S-2 +platform:acc-9:fake:1 +held +stock .*lacks 4 of "A"[^]*S-4 .*masked[^]*what to do\n {2}stock: nothing, if goods are to come.*\n {2}masked: wait/)
      assert.notInclude(listed.out, "S-1")
      assert.match((yield* run("desk", "ls", "--cause", "masked", "--shop", "acc-9", "--json")).out, /"remedy": "wait until the shop/)
      assert.match((yield* run("desk", "ls", "--limit", "1")).out, /more: --after /)
      assert.match((yield* run("desk", "hold", "S-3", "--reason", "ask the buyer", "--as", "Ada")).out, /order S-3 is held; release it with/)
      assert.match((yield* run("desk", "ls", "--cause", "person")).out, /S-3 .*Ada \(admin token\): ask the buyer[^]*crossdock desk release S-3/)
      assert.match((yield* run("desk", "release", "S-3", "--as", "Ada")).out, /order S-3 is released/)
      yield* Desk.settle
      assert.deepStrictEqual((yield* Desk.stateOf("S-3"))[0], "waiting")
      const refused = yield* run("desk", "hold", "S-1", "--reason", "too late")
      assert.deepStrictEqual([refused.code === 0, refused.err.includes("the order is placed; only an order of which something is not at a warehouse yet can be held")], [false, true])
      yield* Desk.buy(shop, "S-5", Desk.order({ A: 1 }, { isFulfilledByPlatform: true }))
      assert.deepStrictEqual((yield* Desk.stateOf("S-5"))[0], "done")
      for (const decision of [["hold", "S-5", "--reason", "too late"], ["release", "S-5"]]) {
        const late = yield* run("desk", ...decision)
        assert.deepStrictEqual([late.code === 0, late.err.includes("the order is done; only an order")], [false, true], decision[0])
      }
      assert.include((yield* run("desk", "release", "S-9")).err, "there is no order at the desk \"S-9\"")
      const shown = yield* run("orders", "show", "S-3", "--kind", "platform_order")
      assert.match(shown.out, /Ada \(admin token\) +held +ask the buyer[^]*Ada \(admin token\) +released/)
    }))

  withShop("counts orders by cause and reason, and holds and releases several that are selected, counted first (F6)", { North: { A: 2 } }, (w, shop) =>
    Effect.gen(function*() {
      yield* fill(shop)
      yield* Desk.buy(shop, "S-6", Desk.order({ A: 5 }))
      const client = yield* AdminWorld.client(w)
      const { items } = yield* client.desk.causes({ query: {} })
      assert.deepStrictEqual(items.map(({ cause, count, newest, state }) => [state, cause, count, newest.number]), [["held", "stock", 2, "S-6"], ["held", "masked", 1, "S-4"]])
      assert.include(items[0]!.because, "lacks 4 of \"A\"")
      assert.deepStrictEqual((yield* client.desk.causes({ query: { shop: "acc-9" } })).items, items)
      const { run } = yield* commands(w)
      assert.match((yield* run("desk", "ls", "--by", "cause")).out, /^2 +held +stock .* S-6 .*lacks 4/m)

      const counted = yield* run("desk", "hold", "--text", "LACKS 4", "--reason", "the goods are gone", "--as", "Ada")
      assert.match(counted.out, /^2 orders would be held\n[^]*S-2 [^]*S-6 /)
      assert.include(counted.err, "repeat with --yes to hold them")
      assert.deepStrictEqual((yield* client.desk.list({ query: { cause: "person" } })).items, [])
      const held = yield* run("desk", "hold", "--text", "LACKS 4", "--reason", "the goods are gone", "--as", "Ada", "--yes")
      assert.strictEqual(held.out, "2 of 2 orders are held")
      assert.strictEqual((yield* run("desk", "hold", "--text", "LACKS 4", "--reason", "the goods are gone", "--yes")).out, "0 of 0 orders are held")
      // What a person holds already keeps its reason; otherwise whoever releases these orders would release it too.
      const all = yield* client.desk.holdAll({ payload: { shop: "acc-9", reason: "stocktaking", isConfirmed: true } })
      assert.deepInclude(all, { count: 2, held: 2, isDone: true })
      assert.deepStrictEqual((yield* client.desk.list({ query: { cause: "person" } })).items.map(({ because, number }) => `${number} ${because}`).toSorted().slice(0, 1), ["S-2 Ada (admin token): the goods are gone"])
      assert.deepInclude(yield* client.desk.releaseAll({ payload: { cause: "person", text: "stocktaking", isConfirmed: true } }), { released: 2 })
      assert.deepStrictEqual((yield* client.desk.list({ query: { cause: "person" } })).items.map(({ number }) => number).toSorted(), ["S-2", "S-6"])
      yield* Desk.settle
      assert.deepInclude(yield* client.desk.holdAll({ payload: { cause: "person", reason: "asked for" } }), { count: 2, isDone: false })
      assert.strictEqual((yield* Effect.flip(client.desk.holdAll({ payload: { reason: "all", isConfirmed: true } })))._tag, "Invalid")
      for (const words of [["hold", "--reason", "which"], ["hold", "S-2", "--all", "--reason", "both"]]) assert.strictEqual((yield* run("desk", ...words)).code, 2)

      assert.match((yield* run("desk", "release", "--cause", "person", "--text", "nothing like it")).out, /^0 orders are held for person/)
      assert.match((yield* run("desk", "release", "--cause", "person", "--text", "goods are GONE", "--yes", "--as", "Ada", "--reason", "found")).out, /^2 of 2 orders/)
      yield* Desk.settle
      assert.deepStrictEqual((yield* client.desk.list({ query: { cause: "stock" } })).items.map(({ number }) => number).toSorted(), ["S-2", "S-6"])
      assert.match((yield* run("orders", "show", "S-2", "--kind", "platform_order")).out, /Ada \(admin token\) +held +the goods are gone[^]*Ada \(admin token\) +released +found/)
    }))
})
