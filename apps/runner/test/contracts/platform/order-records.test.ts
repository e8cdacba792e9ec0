/**
 * One record of each order, whether it was pulled or pushed.
 */
import { assert, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { Connections } from "../../../src/connection/Connections.ts"
import { type Decision, decide, farAhead, timeOfChange } from "../../../src/contracts/platform/OrderMerge.ts"
import * as OrderContent from "../../../src/contracts/platform/OrderContent.ts"
import * as OrderKinds from "../../../src/contracts/platform/OrderKinds.ts"
import * as OrderRecords from "../../../src/contracts/platform/OrderRecords.ts"
import { ShopStates } from "../../../src/contracts/platform/ShopStates.ts"
import { Outbox } from "../../../src/outbox/Outbox.ts"
import { Database } from "../../../src/store/Database.ts"
import { Vault } from "../../../src/store/Vault.ts"
import { onBothDatabases } from "../../support/Databases.ts"
import * as FakeShop from "../../support/FakeShop.ts"
import { inWorldOn, nothingOwed } from "../../support/World.ts"

const table: ReadonlyArray<readonly [string, Parameters<typeof decide>, Decision]> = [
  ["an unknown order is stored", [undefined, { at: 5, digest: "a" }, "push"], "store"],
  ["equal content changes nothing", [{ at: 5, digest: "a" }, { at: 5, digest: "a" }, "pull"], "repeat"],
  ["equal content changes nothing, whatever the time of receipt", [{ at: 5, digest: "a" }, { at: 9, digest: "a" }, "push"], "repeat"],
  ["a later change replaces the order", [{ at: 5, digest: "a" }, { at: 6, digest: "b" }, "push"], "store"],
  ["an earlier change that is pulled makes the runner ask", [{ at: 5, digest: "a" }, { at: 4, digest: "b" }, "pull"], "ask"],
  ["an earlier change that is pushed makes the runner ask", [{ at: 5, digest: "a" }, { at: 4, digest: "b" }, "push"], "ask"],
  ["what the shop says when it is asked counts, whatever its time", [{ at: 5, digest: "a" }, { at: 4, digest: "b" }, "asked"], "store"],
  ["the shop is asked again while it may not show what is stored", [{ at: 5, digest: "a" }, { at: 4, digest: "b" }, "asked", false], "ask"],
  ["with the same time the answer of the shop replaces the order", [{ at: 5, digest: "a" }, { at: 5, digest: "b" }, "asked", false], "store"],
  ["with the same time a pull replaces the order", [{ at: 5, digest: "a" }, { at: 5, digest: "b" }, "pull"], "store"],
  ["with the same time a push makes the runner ask", [{ at: 5, digest: "a" }, { at: 5, digest: "b" }, "push"], "ask"]
]

it.each(table)("%s (P-395)", (_, given, decision) => assert.strictEqual(decide(...given), decision))

it("cuts a time of change that is far ahead to the time of receipt", () => {
  const limit = 1000 + farAhead
  const cases = [[null, 1000, false], [900, 900, false], [limit, limit, false], [limit + 1, 1000, true], [4_922_899_200_000, 1000, true]] as const
  for (const [told, at, isAhead] of cases) assert.deepStrictEqual(timeOfChange(told, 1000), { at, isAhead })
})

onBothDatabases("the record of a shop's order", (fresh) => {
  const inWorld = inWorldOn(fresh)

  const storing = Effect.gen(function*() {
    const db = yield* Database
    const link = (yield* Connections).linkOf(FakeShop.scope)!
    const records = yield* OrderRecords.make
    return {
      link,
      records,
      store: (by: "pull" | "push", order: FakeShop.Order) =>
        Effect.flatMap(Clock.currentTimeMillis, (at) => db.transaction(records.store(link, OrderContent.encoded(order)!, { by, at })))
    }
  })

  const rows = (text: string) => Effect.flatMap(Database, (db) => Effect.map(db.query(text), (found) => found.map((row) => Object.values(row))))

  inWorld("is one for an order that was pulled and pushed, and the ERP is told once (P-364)", { ...FakeShop.options(FakeShop.shop()), isIdle: true }, () =>
    Effect.gen(function*() {
      const { records, store } = yield* storing
      const order = FakeShop.order("A-1", 1000)
      assert.deepStrictEqual([yield* store("push", order), yield* store("pull", order), yield* store("push", order)], ["store", "repeat", "repeat"])
      assert.deepStrictEqual(yield* rows("select scope, kind, number, number_sent, phase, peer_status, is_open from entity"), [[FakeShop.scope, "platform_order", "A-1", "A-1", "open", "PAID", 1]])
      assert.deepStrictEqual(yield* rows("select connection, entity, operation, is_state, state from delivery"), [["books", `${FakeShop.scope} platform_order:A-1`, "receivePlatformOrder", 1, "Pending"]])
      assert.deepStrictEqual(yield* records.get(FakeShop.scope, "A-1"), order)
      assert.isUndefined(yield* records.get(FakeShop.scope, "A-2"))
    }))

  inWorld("keeps the later content, and a later state replaces one that the ERP has not received (P-395)", { ...FakeShop.options(FakeShop.shop()), isIdle: true }, () =>
    Effect.gen(function*() {
      const { records, store } = yield* storing
      yield* store("pull", FakeShop.order("A-1", 1000))
      assert.strictEqual(yield* store("push", FakeShop.order("A-1", 3000, { status: "SHIPPED" })), "store")
      assert.strictEqual(yield* store("pull", FakeShop.order("A-1", 2000, { status: "PACKED" })), "ask")
      assert.strictEqual((yield* records.get(FakeShop.scope, "A-1"))?.status, "SHIPPED")
      assert.deepStrictEqual(yield* rows("select state, cause from delivery order by seq"), [["Cancelled", "superseded"], ["Pending", null]])
    }))

  inWorld("stays as it is when other content of the same time is pushed, which is kept in its history (P-395)", { ...FakeShop.options(FakeShop.shop()), isIdle: true }, () =>
    Effect.gen(function*() {
      const { records, store } = yield* storing
      yield* store("pull", FakeShop.order("A-1", 1000))
      assert.strictEqual(yield* store("push", FakeShop.order("A-1", 1000, { status: "SHIPPED" })), "ask")
      assert.strictEqual((yield* records.get(FakeShop.scope, "A-1"))?.status, "PAID")
      assert.strictEqual(yield* store("pull", FakeShop.order("A-1", 1000, { status: "SHIPPED" })), "store")
      assert.deepStrictEqual(yield* rows("select what from history order by id"), [["status"], ["repeat"], ["status"]])
    }))

  inWorld("at a receiver takes a change after one whose time was far ahead, and leaves an earlier one out (P-395)", { ...FakeShop.options(FakeShop.shop()), isIdle: true }, () =>
    Effect.gen(function*() {
      const { records } = yield* storing
      const db = yield* Database
      const receive = (at: number, order: FakeShop.Order) => db.transaction(records.receive("receiver:one:w-1", OrderContent.encoded(order)!, { by: "push", at }))
      assert.strictEqual(yield* receive(1e9, FakeShop.order("A-1", 1e12)), "store")
      assert.strictEqual(yield* receive(2e9, FakeShop.order("A-1", 9e8, { status: "CANCELLED" })), "store")
      assert.strictEqual(yield* receive(2e9, FakeShop.order("A-1", 8e8, { status: "PACKED" })), "outdated")
      assert.deepStrictEqual(yield* rows("select peer_status from entity"), [["CANCELLED"]])
    }))

  inWorld("is the same whatever the order of the members in the platform's message, to the last digit of its numbers (P-364)", { ...FakeShop.options(FakeShop.shop()), isIdle: true }, () =>
    Effect.gen(function*() {
      const { link, records, store } = yield* storing
      const order = (raw: string) => FakeShop.order("A-1", 1000, { raw: Redacted.make(raw) })
      const first = order(`{"id":1,"lines":[{"a":1,"b":90071992547409931}]}`)
      const same = order(`{ "lines": [{"b": 90071992547409931, "a": 1}], "id": 1 }`)
      assert.deepStrictEqual([yield* store("pull", first), yield* store("push", same), yield* store("pull", same)], ["store", "repeat", "repeat"])
      assert.deepStrictEqual(yield* records.changed(link, [OrderContent.encoded(same)!]), [])
      assert.deepStrictEqual(yield* records.get(FakeShop.scope, "A-1"), first)
      assert.strictEqual(yield* store("pull", order(`{"id":1,"lines":[{"a":1,"b":90071992547409932}]}`)), "store")
      assert.deepStrictEqual([yield* store("pull", order("<order/>")), yield* store("pull", order("<order/>")), yield* store("pull", order("<order />"))], ["store", "repeat", "store"])
    }))

  inWorld("goes by the time of receipt if the platform tells none (P-395)", { ...FakeShop.options(FakeShop.shop()), isIdle: true }, () =>
    Effect.gen(function*() {
      const { link, records } = yield* storing
      const db = yield* Database
      const store = (at: number, status: string) => db.transaction(records.store(link, OrderContent.encoded(FakeShop.order("A-1", undefined, { status }))!, { by: "push", at }))
      assert.deepStrictEqual([yield* store(10, "NEW"), yield* store(20, "PAID"), yield* store(15, "LATE")], ["store", "store", "ask"])
    }))

  inWorld("is closed with the order", { ...FakeShop.options(FakeShop.shop()), isIdle: true }, () =>
    Effect.gen(function*() {
      const { store } = yield* storing
      yield* store("pull", FakeShop.order("A-1", 1000, { phase: "closed", trackingNumber: "T-1", shippedAt: DateTime.makeUnsafe(900) }))
      assert.deepStrictEqual(yield* rows("select phase, is_open, tracking_number, shipped_at from entity"), [["closed", 0, "T-1", 900]])
    }))

  inWorld("has the end that its status tells, also if a plugin of an earlier release tells only that it is closed (P-045)", { ...FakeShop.options(FakeShop.shop()), isIdle: true }, () =>
    Effect.gen(function*() {
      const { records, store } = yield* storing
      for (const [number, phase, status] of [["A-1", "closed", "COMPLETED"], ["A-2", "closed", "CANCELLED"], ["A-3", "closed", "REFUNDED"], ["A-4", "finished", "SHIPPED"], ["A-5", "onHold", "HOLD"]] as const) {
        yield* store("pull", FakeShop.order(number, 1000, { phase, status }))
      }
      const expected = [["A-1", "finished", 0], ["A-2", "cancelled", 0], ["A-3", "closed", 0], ["A-4", "finished", 0], ["A-5", "onHold", 1]]
      assert.deepStrictEqual(yield* rows("select number, phase, is_open from entity order by number"), expected)
      const read = yield* Effect.forEach(expected, ([number]) => records.get(FakeShop.scope, String(number)))
      assert.deepStrictEqual(read.map((order) => order?.phase), expected.map(([, phase]) => phase))
    }))

  inWorld("that an earlier release has stored as closed is read with the end that its status tells (P-045)", { ...FakeShop.options(FakeShop.shop()), isIdle: true }, () =>
    Effect.gen(function*() {
      const { records, store } = yield* storing
      const db = yield* Database
      const vault = yield* Vault
      const cases = [["COMPLETED", "finished"], ["Cancelled", "cancelled"], ["REFUNDED", "closed"]] as const
      for (const [status, phase] of cases) {
        yield* store("pull", FakeShop.order(status, 1000, { phase: "open", status }))
        const row = yield* db.one("select p.entity, p.content_sealed from platform_order p join entity e on e.id = p.entity where e.number = $1", [status])
        const place = OrderKinds.contentPlace(FakeShop.scope, status)
        const content = { ...JSON.parse(yield* vault.open(place, row?.content_sealed)), phase: "closed" }
        yield* db.query("update platform_order set content_sealed = $2 where entity = $1", [row?.entity, vault.seal(place, JSON.stringify(content))])
        assert.strictEqual((yield* records.get(FakeShop.scope, status))?.phase, phase)
      }
    }))

  inWorld("has no personal data that can be read without the key (P-380)", { ...FakeShop.options(FakeShop.shop()), isIdle: true }, () =>
    Effect.gen(function*() {
      const { store } = yield* storing
      yield* store("push", FakeShop.order("A-1", 1000, { receiver: { name: Redacted.make("Ada Example") } }))
      // Encrypted text is Base64, which may have any word without a blank.
      for (const table of ["entity", "platform_order", "history", "delivery", "delivery_content"]) {
        assert.notInclude(JSON.stringify(yield* rows(`select * from ${table}`)), "Ada Example", table)
      }
    }))

  inWorld("is told to the ERP with the ERP's own names of the shop (P-383, P-384)", FakeShop.options(FakeShop.shop()), (w) =>
    Effect.gen(function*() {
      const { store } = yield* storing
      yield* store("pull", FakeShop.order("A-1", 1000))
      yield* nothingOwed
      yield* store("pull", FakeShop.order("A-1", 2000, { status: "SHIPPED" }))
      yield* nothingOwed
      assert.deepStrictEqual(w.erp.received.map(({ content: { onlineOrderId, platform, shopId, status } }) => [platform, shopId, onlineOrderId, status]), [
        ["fake", "1", "A-1", "PAID"],
        ["fake", "1", "A-1", "SHIPPED"]
      ])
    }))
})

onBothDatabases("the address of a shop's order", (fresh) => {
  const inWorld = inWorldOn(fresh)

  inWorld("is the one that the ERP has announced, as long as its host is allowed, and is looked up for each attempt (P-385)", { ...FakeShop.options(FakeShop.shop()), isIdle: true }, (w) =>
    Effect.gen(function*() {
      const db = yield* Database
      const connections = yield* Connections
      const link = connections.linkOf(FakeShop.scope)!
      const states = yield* ShopStates
      const records = yield* OrderRecords.make
      yield* Effect.forkScoped((yield* Outbox).run)
      const send = (onlineOrderId: string) =>
        Effect.andThen(db.transaction(records.store(link, OrderContent.encoded(FakeShop.order(onlineOrderId, 1000))!, { by: "pull", at: 1000 })), nothingOwed)
      yield* send("A-1")
      yield* states.announce(link, { isLocked: false, callbackUrl: new URL("https://erp.example/orders?key=1") })
      w.erp.planFor("A-2", "unavailable")
      yield* send("A-2")
      yield* connections.putLink({ ...link, entrances: link.entrances.map((entrance) => ({ ...entrance, shop: { ...entrance.shop!, webHookHosts: [] } })) })
      yield* send("A-3")
      assert.deepStrictEqual(w.erp.attempts.map(({ sendTo, text }) => [JSON.parse(text).onlineOrderId, sendTo?.href]), [
        ["A-1", undefined],
        ["A-2", "https://erp.example/orders?key=1"],
        ["A-2", "https://erp.example/orders?key=1"],
        ["A-3", undefined]
      ])
    }))
})
