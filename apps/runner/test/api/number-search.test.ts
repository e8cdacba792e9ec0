/**
 * Orders and ASNs found by any of their numbers, with what shares a number with them and what happened in the order of time.
 */
import { BooksV1 } from "@crossdock/books"
import { AdapterError, Quantity, Sku, StockLevel, WarehouseV1 } from "@crossdock/core"
import { platformSandboxOpen } from "@crossdock/platform-sandbox"
import { assert } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { TestClock } from "effect/testing"
import { hash } from "node:crypto"
import { Connections } from "../../src/connection/Connections.ts"
import { Dispatch as ErpDispatch } from "../../src/contracts/books/Dispatch.ts"
import { Dispatch } from "../../src/contracts/warehouse/Dispatch.ts"
import * as WarehouseJobs from "../../src/contracts/warehouse/Jobs.ts"
import * as Entities from "../../src/records/Entities.ts"
import { Database } from "../../src/store/Database.ts"
import { commands } from "../cli/CommandWorld.ts"
import * as AnnouncingErp from "../support/AnnouncingErp.ts"
import { onBothDatabases } from "../support/Databases.ts"
import * as Desk from "../support/DeskWorld.ts"
import * as FakeShop from "../support/FakeShop.ts"
import { asn, order } from "../support/Orders.ts"
import * as Shop from "../support/Shop.ts"
import { during, inWorldOn, nothingOwed, type Options, until, type World } from "../support/World.ts"
import * as AdminWorld from "./AdminWorld.ts"

const create = (link: World["link"], number: string, more: Parameters<typeof order>[1] = {}) =>
  Effect.flatMap(Dispatch, (dispatch) => during(dispatch.call(link, WarehouseV1.CreateOutboundOrder, order(number, more), "")))

const ship = (w: World, number: string, trackingNumber: string) =>
  Effect.gen(function*() {
    Object.assign(w.warehouse.orders.find((one) => one.orderNumber === number)!, { phase: "shipped", status: "SHIPPED", trackingNumber })
    const told = () => w.erp.received.filter(({ content }) => content.phase === "shipped").length
    const before = told()
    yield* until(Effect.sync(() => told() > before))
    yield* nothingOwed
  })

const numbersOf = (rows: ReadonlyArray<{ readonly kind: string; readonly number: string }>) => rows.map(({ kind, number }) => `${kind} ${number}`).toSorted()

const isInOrder = (rows: ReadonlyArray<{ readonly at: DateTime.Utc }>) => {
  const times = rows.map(({ at }) => DateTime.toEpochMillis(at))
  assert.deepStrictEqual(times, times.toSorted((a, b) => a - b))
}

const { figure } = StockLevel

const movement = (id: string, documentNumber: string, at: number) => ({
  id,
  sku: Sku.Sku.make("SKU-1"),
  warehouseName: "Main",
  type: "RECEIVED",
  documentNumber,
  before: figure(0),
  change: figure(3),
  after: figure(3),
  operator: "Kim",
  at: DateTime.makeUnsafe(at)
})

onBothDatabases("a search by number", (fresh) => {
  const inWorld = inWorldOn(fresh)

  inWorld("finds an order by the number that was sent, the warehouse's own and a parcel's", { links: [{ prefix: "A-" }] }, (w) =>
    Effect.gen(function*() {
      const client = yield* AdminWorld.client(w)
      yield* create(w.link, "SO-0")
      yield* create(w.link, "SO-1")
      yield* ship(w, "A-SO-1", "T-9")
      const shown = (number: string, query = {}) => client.orders.show({ params: { number }, query })
      const own = yield* shown("SO-1")
      for (const [number, by] of [["A-SO-1", "numberSent"], ["W-2", "peerNumber"], ["T-9", "trackingNumber"]] as const) {
        const { items, related, timeline } = yield* shown(number)
        assert.deepStrictEqual(items, [{ ...own.items[0]!, foundBy: by }], number)
        assert.deepStrictEqual([related, timeline], [[], own.timeline])
      }
      assert.isUndefined(own.items[0]!.foundBy)
      assert.strictEqual((yield* Effect.flip(shown("T-9", { kind: "inbound" })))._tag, "NotFound")
      assert.strictEqual((yield* Effect.flip(shown("T-8")))._tag, "NotFound")
    }))

  inWorld("finds an order by the number that the buyer knows, and the one that the shop shows to people (M3)", {}, (w) =>
    Effect.gen(function*() {
      const client = yield* AdminWorld.client(w)
      yield* create(w.link, "SO-0")
      yield* create(w.link, "SO-1", { displayNumber: "#1001" })
      const shown = (number: string) => client.orders.show({ params: { number }, query: {} })
      for (const [number, by] of [["P-SO-1", "onlineOrderId"], ["#1001", "displayNumber"]] as const) {
        const { items } = yield* shown(number)
        assert.deepStrictEqual(items.map(({ foundBy, number: own }) => [own, foundBy]), [["SO-1", by]])
      }
      assert.strictEqual((yield* Effect.flip(shown("#1002")))._tag, "NotFound")
    }))

  inWorld("creates an order whose numbers are too long to be found by, and finds it by its own", {}, (w) =>
    Effect.gen(function*() {
      const long = Array.from({ length: 80 }, (_, at) => hash("sha512", String(at), "base64")).join("")
      yield* create(w.link, "SO-1", { displayNumber: long, onlineOrderId: long })
      const client = yield* AdminWorld.client(w)
      assert.deepStrictEqual((yield* client.orders.show({ params: { number: "SO-1" }, query: {} })).items.map(({ number }) => number), ["SO-1"])
    }))

  const shop = FakeShop.shop()
  inWorld("finds an order of a shop by the number that the shop shows to people (M3)", Desk.options(shop, { North: { A: 9 } }), (w) =>
    Effect.gen(function*() {
      yield* Desk.buy(shop, "S-1", Desk.order({ A: 1 }, { displayNumber: "#77" }))
      const client = yield* AdminWorld.client(w)
      const { items, related } = yield* client.orders.show({ params: { number: "#77" }, query: {} })
      assert.deepStrictEqual(numbersOf([...items, ...related]), ["outbound S-1", "platform_order S-1"])
      assert.strictEqual(items[0]?.foundBy, "displayNumber")
    }))

  inWorld("lists the candidates if orders of two links have the same number at their shops (M3)", { links: [{ prefix: "A-" }, { id: "acc-2", secretKey: "secret-key-2", prefix: "B-" }] }, (w) =>
    Effect.gen(function*() {
      const client = yield* AdminWorld.client(w)
      const [first, second] = (yield* Connections).links
      yield* create(first!, "SO-1", { onlineOrderId: "W-20" })
      yield* create(second!, "SO-2", { onlineOrderId: "W-20" })
      const { items, related } = yield* client.orders.show({ params: { number: "W-20" }, query: {} })
      assert.deepStrictEqual([items, numbersOf(related)], [[], ["outbound SO-1", "outbound SO-2"]])
    }))

  inWorld("tells what was said in the order of time, with who said it, without personal data", {}, (w) =>
    Effect.gen(function*() {
      const client = yield* AdminWorld.client(w)
      yield* create(w.link, "SO-1")
      yield* TestClock.adjust(5000)
      yield* ship(w, "SO-1", "T-1")
      const { timeline } = yield* client.orders.show({ params: { number: "T-1" }, query: {} })
      isInOrder(timeline)
      const said = timeline.map(({ what, who }) => `${who} ${what}`)
      for (const one of ["erp asked", "peer status", "books message"]) assert.include(said, one)
      assert.isBelow(said.indexOf("erp asked"), said.lastIndexOf("books message"))
      assert.isTrue(timeline.every(({ kind, number, scope }) => kind === "outbound" && number === "SO-1" && scope === w.link.scope))
      assert.notInclude(JSON.stringify(timeline), "Ada Example")
    }))

  inWorld("lists the candidates if orders of several links have the number", { links: [{ prefix: "A-" }, { id: "acc-2", secretKey: "secret-key-2", prefix: "B-" }] }, (w) =>
    Effect.gen(function*() {
      const client = yield* AdminWorld.client(w)
      const [first, second] = (yield* Connections).links
      yield* create(first!, "SO-1")
      yield* create(second!, "SO-2")
      yield* ship(w, "A-SO-1", "T-1")
      yield* ship(w, "B-SO-2", "T-1")
      const { items, related, timeline } = yield* client.orders.show({ params: { number: "T-1" }, query: {} })
      assert.deepStrictEqual([items, timeline], [[], []])
      assert.deepStrictEqual(related.map(({ by, number, shared }) => [number, shared, by]).toSorted(), [["SO-1", "T-1", "trackingNumber"], ["SO-2", "T-1", "trackingNumber"]])
      const one = yield* client.orders.show({ params: { number: "T-1" }, query: { link: second!.scope } })
      assert.deepStrictEqual(numbersOf(one.items), ["outbound SO-2"])
      const { run } = yield* commands(w)
      const listed = yield* run("orders", "show", "T-1")
      assert.match(listed.out, /several records have this number.*\n\ncandidates\n.*\n.*outbound +SO-[12] .*tracking number/)
      assert.strictEqual(listed.code, 0)
    }))

  inWorld("does not take an order of another link with the same number for the same one", { links: [{ prefix: "A-" }, { id: "acc-2", secretKey: "secret-key-2", prefix: "B-" }] }, (w) =>
    Effect.gen(function*() {
      const client = yield* AdminWorld.client(w)
      const [first, second] = (yield* Connections).links
      yield* create(first!, "SO-1")
      yield* create(second!, "SO-1")
      const { items, related, timeline } = yield* client.orders.show({ params: { number: "SO-1" }, query: { link: first!.scope } })
      assert.deepStrictEqual([items.length, related], [1, []])
      assert.isTrue(timeline.every(({ scope }) => scope === first!.scope))
      assert.lengthOf((yield* client.orders.show({ params: { number: "SO-1" }, query: {} })).items, 2)
    }))

  const withShop: Options = {
    plugins: [platformSandboxOpen],
    connections: [{ id: "shop", plugin: platformSandboxOpen.id, settings: { orders: 0 } }],
    links: [{}, { peer: "shop", protocol: "platform", id: "acc-2", secretKey: "secret-key-2", shop: Shop.shop }]
  }
  inWorld("follows an order from the parcel to the order of the shop and the notice to it", withShop, (w) =>
    Effect.gen(function*() {
      const client = yield* AdminWorld.client(w)
      const shop = (yield* Connections).links.find(({ peer }) => peer === "shop")!
      const entities = Entities.make(yield* Database)
      for (const [kind, number] of [["platform_order", "P-SO-1"], ["fulfillment", "P-SO-1:T-1"], ["platform_order", "P-SO-2"]] as const) {
        yield* entities.reported({ scope: shop.scope, link: shop, who: "peer" }, kind, number, 0)
      }
      yield* create(w.link, "SO-1")
      yield* ship(w, "SO-1", "T-1")
      const { items, related } = yield* client.orders.show({ params: { number: "T-1" }, query: {} })
      assert.deepStrictEqual(numbersOf(items), ["outbound SO-1"])
      assert.deepStrictEqual(numbersOf(related), ["fulfillment P-SO-1:T-1", "platform_order P-SO-1"])
      assert.deepInclude(related.find(({ kind }) => kind === "platform_order"), { shared: "P-SO-1", by: "number", scope: shop.scope })
    }))

  {
    const fake = AnnouncingErp.books()
    const options: Options = {
      plugins: [fake.plugin],
      connections: [{ id: "own", plugin: "announcing-erp" }],
      links: [{ copyTo: ["own"], warehouseNames: { Main: "WH-1" } }, { erp: "own", protocol: "open-api", id: "app-1" }]
    }
    inWorld("shows an ASN from the ERP's order to the booked batch, by each of its numbers", options, (w) =>
      Effect.gen(function*() {
        const client = yield* AdminWorld.client(w)
        const caller = (yield* Connections).linkOf("open-api:app-1")!
        const draft: typeof BooksV1.SubmitInboundOrder.payload.Type = {
          warehouseName: "Main",
          customNumber: "C-1",
          sendsToWarehouse: true,
          lines: [{ sku: Sku.Sku.make("SKU-1"), expected: Quantity.of(10) }]
        }
        yield* during(Effect.flatMap(ErpDispatch, (dispatch) => dispatch.call(caller, BooksV1.SubmitInboundOrder, draft, { content: "signed", digest: "d-1" })))
        yield* until(Effect.sync(() => w.warehouse.asns.length === 1))
        yield* nothingOwed
        w.warehouse.asns[0]!.phase = "receiving"
        w.warehouse.asns[0]!.received.set("SKU-1", { good: 3, bad: 0 })
        yield* (yield* Database).query("update entity set checked_at = -1000000")
        yield* during(WarehouseJobs.pollOnce("wh"))
        yield* nothingOwed
        const batchNo = fake.received.find(({ operation }) => operation === "receiveInboundProgress")!.content.batchNo
        fake.movements.push(movement("m-2", "ASN-1", 2000), movement("m-1", "ASN-1", 1000), movement("m-3", "ASN-2", 3000))
        const shown = (number: string) => client.asns.show({ params: { number }, query: {} })
        for (const number of ["C-1", "ASN-1", "R-1", batchNo]) {
          const { bookings, items, notes, related, timeline } = yield* shown(number)
          assert.deepStrictEqual(numbersOf(items), ["erp_inbound C-1", "inbound ASN-1"], number)
          assert.deepStrictEqual([related, notes], [[], []])
          const atWarehouse = items.find(({ kind }) => kind === "inbound")!
          assert.include(atWarehouse.deliveries.map(({ operation }) => operation), "receiveInboundAnnouncement")
          assert.deepStrictEqual(atWarehouse.lines.map(({ estimated, received, sku }) => [sku, estimated, received]), [["SKU-1", 10, 3]])
          assert.deepStrictEqual(bookings.map(({ connection, id }) => [connection, id]), [["own", "m-1"], ["own", "m-2"]])
          isInOrder(timeline)
          assert.includeMembers(timeline.map(({ kind, what }) => `${kind} ${what}`), ["erp_inbound asked", "inbound asked", "inbound batch", "inbound message"])
        }
        assert.strictEqual((yield* Effect.flip(shown("C-2")))._tag, "NotFound")
        const { run } = yield* commands(w)
        const { items: found } = yield* client.search.many({ payload: { numbers: ["nobody", batchNo, "ASN-1"] } })
        assert.deepStrictEqual(found.map(({ hits }) => hits[0] && `${hits[0].matchedBy} ${hits[0].id}`), [undefined, "batchNo ASN-1", "number ASN-1"])
        const printed = yield* run("asns", "show", batchNo)
        assert.match(printed.out, /found by its +batch number[^]*moved in the books\n[^]*Kim +ASN-1\n[^]*in the order of time\n/)
        fake.plan("listStockMovements", { fails: new AdapterError.Rejected({ fault: { code: "LOCKED", message: "the books are locked" } }) })
        const unread = yield* shown("ASN-1")
        assert.match(unread.notes.join(), /the movements in own could not be read: .*the books are locked/)
        assert.lengthOf(unread.items, 2)
      }))
  }

  {
    const shop = FakeShop.shop()
    inWorld("goes from the order of a shop to its parts and parcels, and back by the number of a part or a parcel", Desk.options(shop, { North: { A: 2 }, South: { A: 2 } }), (w) =>
      Effect.gen(function*() {
        const client = yield* AdminWorld.client(w)
        yield* Desk.buy(shop, "S-1", Desk.order({ A: 3 }))
        yield* TestClock.adjust(1000)
        Object.assign(w.warehouse.orders.find(({ orderNumber }) => orderNumber === "S-1-2")!, { phase: "shipped", status: "SHIPPED", trackingNumber: "T-2" })
        yield* until(Effect.flatMap(Database, (db) => Effect.map(db.one("select 1 as is_there from entity where number = 'S-1-2' and pieces is not null"), (row) => row !== undefined)))
        yield* Desk.settle
        const shown = (number: string, kind?: string) => client.orders.show({ params: { number }, query: kind === undefined ? {} : { kind } })
        const whole = ["fulfillment S-1:T-2", "outbound S-1", "outbound S-1-2", "platform_order S-1"]
        for (const number of ["S-1", "S-1-2", "T-2"]) {
          const { items, related, timeline } = yield* shown(number)
          assert.deepStrictEqual(numbersOf([...items, ...related]), whole, number)
          isInOrder(timeline)
          assert.includeMembers(timeline.map(({ kind, what, who }) => `${kind} ${who} ${what}`), ["platform_order runner decided", "outbound peer status"], number)
        }
        for (const [number, by] of [["S-1-2", "partNumber"], ["T-2", "trackingNumber"]] as const) {
          const { items: [found] } = yield* shown(number, "platform_order")
          assert.deepStrictEqual([found!.number, found!.foundBy], ["S-1", by])
        }
        const { items: [found] } = yield* shown("S-1", "platform_order")
        const { explanation, parcels, parts, rule } = found!.desk!
        assert.deepStrictEqual([rule, explanation.map(({ outcome }) => outcome), parts.map(({ number, state }) => `${number} ${state}`)], ["all", ["chosen"], ["S-1 accepted", "S-1-2 shipped"]])
        assert.deepStrictEqual(parcels, [{ part: "S-1-2", trackingNumber: "T-2", carrierName: "Fake Post", state: "told", lines: [{ line: "L-1", sku: "A", pieces: 1 }] }])
        const { run } = yield* commands(w)
        assert.match((yield* run("orders", "show", "T-2", "--kind", "platform_order")).out, /found by its +tracking number[^]*parcels for the shop\n.*\n +T-2 +S-1-2 +Fake Post +told +1 A/)
        const log = yield* run("ledger", "log", "--document", "T-2", "--since", "1970-01-01")
        assert.match(log.out, / A +South .* S-1-2(\n|$)/, log.err)
        assert.match((yield* run("ledger", "log", "--document", "T-3")).out, /^no movements/)
        assert.match((yield* run("orders", "ls", "--kind", "platform_order")).out, /S-1 +platform_order +platform:acc-9:fake:1/)
      }))
  }

  inWorld("shows an outbound order by an ASN command as little as an ASN of another number", {}, (w) =>
    Effect.gen(function*() {
      const client = yield* AdminWorld.client(w)
      yield* create(w.link, "SO-1")
      yield* Effect.flatMap(Dispatch, (dispatch) => during(dispatch.call(w.link, WarehouseV1.CreateInboundOrder, asn("ASN-1"), "")))
      for (const number of ["SO-1", "ASN-2"]) assert.strictEqual((yield* Effect.flip(client.asns.show({ params: { number }, query: {} })))._tag, "NotFound")
      assert.deepStrictEqual(numbersOf((yield* client.asns.show({ params: { number: "ASN-1" }, query: {} })).items), ["inbound ASN-1"])
    }))
})
