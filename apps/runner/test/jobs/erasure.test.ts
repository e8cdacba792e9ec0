/**
 * What is left of a person once an order is erased: nothing that names them, and every figure.
 */
import { assert } from "@effect/vitest"
import { Decimal, OutboundOrder, UnannouncedReturn, WarehouseV1 } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Latch from "effect/Latch"
import * as Redacted from "effect/Redacted"
import { Connections } from "../../src/connection/Connections.ts"
import { Dispatch } from "../../src/contracts/warehouse/Dispatch.ts"
import { Events } from "../../src/contracts/warehouse/Events.ts"
import { Reports } from "../../src/contracts/warehouse/Reports.ts"
import { Erasure } from "../../src/jobs/Erasure.ts"
import * as ErasureList from "../../src/store/ErasureList.ts"
import { PersonalData } from "../../src/jobs/PersonalData.ts"
import { Database } from "../../src/store/Database.ts"
import * as AdminWorld from "../api/AdminWorld.ts"
import { commands } from "../cli/CommandWorld.ts"
import { onBothDatabases } from "../support/Databases.ts"
import * as World from "../support/DeskWorld.ts"
import * as FakeShop from "../support/FakeShop.ts"
import { order as erpOrder } from "../support/Orders.ts"
import * as Peers from "../support/Peers.ts"
import * as Traces from "../support/Traces.ts"
import { during, inWorldOn, nothingOwed, pass, until, type World as Runner } from "../support/World.ts"

const words = ["Ada Example", "Singel 1", "1012 AA", "1012%20AA", "ring twice", "192.0.2.7"]

const order = World.order({ A: 1 }, { buyerMessage: Redacted.make("ring twice"), raw: Redacted.make("{\"buyer\":\"Ada Example\",\"ip\":\"192.0.2.7\"}") })
const completed = { phase: "finished", status: "COMPLETED" } as const

/** Every order has last changed so many days earlier. */
const aged = (days: number) => Effect.flatMap(Database, (db) =>
  Effect.forEach(["entity", "intent"], (table) => db.query(`update ${table} set updated_at = updated_at - $1`, [days * 86_400_000])))

const audit = Effect.flatMap(Database, (db) =>
  Effect.map(db.query("select detail from history where subject = 'runner erasure'"), (rows) => rows.map(({ detail }) => String(detail)).join("\n")))

/** An order that a warehouse has refused at first, quoting the address, and then shipped. */
const shipped = (shop: FakeShop.Shop, w: Runner, number: string) =>
  Effect.gen(function*() {
    w.warehouse.plan("createOutboundOrder", { refuses: "no such street: Singel 1" })
    yield* World.buy(shop, number, order)
    yield* World.later(60_000)
    const [part, place] = (yield* World.partsOf(number)).find((one) => one.endsWith("accepted"))!.split(" ")
    yield* World.report(place === "North" ? World.north : World.south, part!, { trackingNumber: `T-${number}`, trackingUrl: "https://carrier.example/T?to=1012%20AA" })
  })

const finished = (shop: FakeShop.Shop, w: Runner, number: string) =>
  Effect.gen(function*() {
    yield* shipped(shop, w, number)
    yield* pass(2000, 500)
    yield* shop.change(number, { ...order, ...completed })
    yield* World.sync
    yield* World.settle
  })

const erase = (w: Runner, number: string, more: { readonly isConfirmed?: boolean } = { isConfirmed: true }) =>
  Effect.flatMap(AdminWorld.client(w), (client) => client.orders.erase({ params: { number }, query: {}, payload: { reason: "request 77", who: "Kim", ...more } }))

const figures = Effect.flatMap(Database, (db) =>
  Effect.all([
    db.query("select kind, number, phase, tracking_number, is_open from entity order by id"),
    db.query("select entity, tracking_number from parcel order by entity, tracking_number"),
    db.query("select number, state, lines from desk_part order by number"),
    db.query("select id, state from delivery order by seq"),
    World.stock
  ]))

onBothDatabases("erasing personal data", (fresh) => {
  const inWorld = inWorldOn(fresh)
  const withShop = (title: string, test: (shop: FakeShop.Shop, w: Runner) => Effect.Effect<unknown, unknown, any>, more: Parameters<typeof World.options>[2] = {}) => {
    const shop = FakeShop.shop()
    inWorld(title, World.options(shop, { North: { A: 9 }, South: { A: 9 } }, more), (w) => test(shop, w))
  }

  withShop("leaves no word of the person in any table, and every figure (issue 25)", (shop, w) =>
    Effect.gen(function*() {
      yield* finished(shop, w, "S-1")
      // A hold that the end of the order has overtaken.
      yield* (yield* Database).query("update desk_order set person = 'Kim: Ada Example has called'")
      const before = yield* Traces.of(words)
      for (const place of ["intent_content.asked", "platform_order", "delivery_content", "entity", "desk_order"]) assert.include(before, place)
      const kept = yield* figures
      const done = yield* erase(w, "S-1")
      assert.isTrue(done.isErased && done.creates > 0 && done.contents === 1 && done.messages > 0 && done.texts > 0, JSON.stringify(done))
      assert.deepStrictEqual(yield* Traces.of(words), [])
      assert.deepStrictEqual(yield* figures, kept)
      const client = yield* AdminWorld.client(w)
      const { items } = yield* client.orders.show({ params: { number: "S-1" }, query: {} })
      assert.include(items[0]!.history.map(({ detail, who }) => `${who}: ${detail}`), "Kim (admin token): personal data erased: request 77")
    }))

  withShop("leaves deliveries that a person may look at, without their messages (issue 25)", (shop, w) =>
    Effect.gen(function*() {
      yield* finished(shop, w, "S-1")
      const client = yield* AdminWorld.client(w)
      const { items: [one] } = yield* client.deliveries.list({ query: { connection: "books", state: "Delivered" } })
      const show = client.deliveries.reveal({ params: { id: one!.id }, payload: { reason: "ticket 7", who: "Ada" } })
      assert.property(yield* show, "content")
      yield* erase(w, "S-1")
      const { content, id, payload } = yield* show
      assert.deepStrictEqual([id, content, payload], [one!.id, undefined, undefined])
    }))

  withShop("removes refunds and returns too that ERPs were told, and the order shows them (issue 25)", (shop, w) =>
    Effect.gen(function*() {
      yield* finished(shop, w, "S-1")
      yield* pass(2000, 500)
      const at = DateTime.makeUnsafe(1000)
      yield* shop.change("S-1", { ...order, ...completed, refunds: [{ refundId: "R-1", at, amount: Decimal.fromText("1")!, currency: "EUR", reason: "Ada Example was not at home", lines: [] }] })
      yield* World.sync
      const db = yield* Database
      const part = yield* db.one("select connection, number_sent from entity where kind = 'outbound' and tracking_number = 'T-S-1'")
      const returned = { returnId: "R-2", orderNumber: part!.number_sent as never, updatedAt: at, lines: [{ ...World.lines({ A: 1 })[0]!, reason: "no such street: Singel 1" }] } satisfies UnannouncedReturn.UnannouncedReturn
      yield* Effect.flatMap(Reports, (reports) => reports.take(part!.connection, { _tag: "ReturnReceived", returned }))
      yield* World.settle
      const client = yield* AdminWorld.client(w)
      const { items } = yield* client.orders.show({ params: { number: "S-1" }, query: {} })
      assert.include(JSON.stringify(items[0]!.deliveries), "receiveRefund")
      const messages = db.query("select operation from delivery d join delivery_content c on c.seq = d.seq where operation in ('receiveRefund', 'receiveReturn') and coalesce(c.payload_sealed, c.content_sealed, '') <> '' order by operation")
      // The ledger books returns too.
      assert.deepStrictEqual((yield* messages).map(({ operation }) => operation), ["receiveRefund", "receiveReturn", "receiveReturn"])
      yield* erase(w, "S-1")
      assert.lengthOf(yield* messages, 0)
      assert.deepStrictEqual(yield* Traces.of(words), [])
    }), { peers: { warehouse: Peers.warehouse(), erp: Peers.erp({}, { offers: ["receivePlatformOrder", "receiveRefund", "receiveReturn"] }) } })

  withShop("leaves another order of the same person alone (issue 25)", (shop, w) =>
    Effect.gen(function*() {
      yield* finished(shop, w, "S-1")
      yield* finished(shop, w, "S-2")
      yield* erase(w, "S-1")
      assert.include(yield* Traces.of(words), "platform_order")
      yield* erase(w, "S-2")
      assert.deepStrictEqual(yield* Traces.of(words), [])
    }))

  withShop("is refused while the order is open, and changes nothing (issue 25)", (shop, w) =>
    Effect.gen(function*() {
      yield* shipped(shop, w, "S-1")
      const before = yield* Traces.of(words)
      const refused = yield* Effect.flip(erase(w, "S-1"))
      assert.strictEqual(refused._tag, "Conflict")
      assert.match((refused as { readonly message: string }).message, /platform_order S-1 .* is not finished/)
      assert.deepStrictEqual(yield* Traces.of(words), before)
    }))

  withShop("only tells what would be erased until it is confirmed (issue 25)", (shop, w) =>
    Effect.gen(function*() {
      yield* finished(shop, w, "S-1")
      const before = yield* Traces.of(words)
      const told = yield* erase(w, "S-1", {})
      assert.isFalse(told.isErased)
      assert.includeMembers(told.records.map(({ kind, number }) => `${kind} ${number}`), ["platform_order S-1"])
      assert.isAbove(told.records.length, 1)
      assert.deepStrictEqual(yield* Traces.of(words), before)
    }))

  withShop("is done again by a job for what arrives afterwards (issue 25)", (shop, w) =>
    Effect.gen(function*() {
      yield* finished(shop, w, "S-1")
      yield* erase(w, "S-1")
      yield* pass(2000, 500)
      yield* shop.change("S-1", { ...order, ...completed, status: "ARCHIVED" })
      yield* World.sync
      yield* World.settle
      assert.include(yield* Traces.of(words), "platform_order")
      assert.strictEqual(yield* Effect.flatMap(PersonalData, ({ erase }) => erase), 1)
      assert.deepStrictEqual(yield* Traces.of(words), [])
      assert.strictEqual(yield* Effect.flatMap(PersonalData, ({ erase }) => erase), 0)
    }))

  withShop("is done again by the job also if a message was being delivered when it first looked (issue 25)", (shop, w) =>
    Effect.gen(function*() {
      yield* finished(shop, w, "S-1")
      yield* erase(w, "S-1")
      yield* pass(2000, 500)
      yield* shop.change("S-1", { ...order, ...completed, status: "ARCHIVED" })
      yield* World.sync
      yield* World.settle
      const db = yield* Database
      const again = Effect.flatMap(PersonalData, ({ erase }) => erase)
      yield* db.query("update delivery set state = 'Pending' where seq = (select max(seq) from delivery)")
      assert.strictEqual(yield* again, 0)
      // Other orders have written many lines since.
      const [row] = yield* db.query("select content from setting where name = 'erasure history'")
      yield* db.query("update setting set content = $1 where name = 'erasure history'", [String(Number(row!.content) + 5000)])
      yield* db.query("update delivery set state = 'Delivered' where state = 'Pending'")
      assert.strictEqual(yield* again, 1)
      assert.deepStrictEqual(yield* Traces.of(words), [])
      assert.strictEqual(yield* again, 0)
    }))

  withShop("is refused if a message to an ERP is written in the same moment, and the message stays (issue 25)", (shop, w) =>
    Effect.gen(function*() {
      yield* finished(shop, w, "S-1")
      const db = yield* Database
      const erasure = yield* Erasure
      const records = yield* erasure.together([{ scope: FakeShop.scope, kind: "platform_order", number: "S-1" }])
      const contents = db.query("select seq, payload_sealed, content_sealed from delivery_content order by seq")
      const kept = yield* contents
      const isWritten = yield* Latch.make()
      const isErasing = yield* Latch.make()
      const message = yield* Effect.forkChild(db.transaction(Effect.gen(function*() {
        yield* db.query("update entity set updated_at = updated_at where number = 'S-1'")
        yield* db.query("update delivery set state = 'Pending' where seq = (select max(seq) from delivery)")
        yield* isWritten.open
        yield* isErasing.await
      })))
      yield* isWritten.await
      const erasing = yield* Effect.forkChild(erasure.erase(records))
      // On SQLite no other transaction begins before this one has ended.
      if (db.dialect === "postgres") yield* until(Effect.map(db.query("select 1 as one from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"), (rows) => rows.length > 0))
      yield* isErasing.open
      yield* Fiber.join(message)
      const done = yield* Fiber.join(erasing)
      assert.deepStrictEqual("creates" in done ? done : done.map(({ is }) => is), ["delivery"])
      assert.deepStrictEqual(yield* contents, kept)
    }))

  withShop("is done again on a restored backup from before it, by the list that the restore carries (issue 25)", (shop, w) =>
    Effect.gen(function*() {
      yield* finished(shop, w, "S-1")
      const db = yield* Database
      const carried = ErasureList.encode([
        { scope: FakeShop.scope, kind: "platform_order", number: "S-1", at: 7, who: "Kim", reason: "request 77" },
        { scope: FakeShop.scope, kind: "platform_order", number: "S-2", at: 8, who: "Kim", reason: "request 78" }
      ])
      const due = Effect.flatMap(PersonalData, ({ erase }) => erase)
      const left = Effect.map(db.one(ErasureList.carriedStatement), (row) => ErasureList.carriedOf(row).map(({ number }) => number))
      yield* db.query(ErasureList.carry, [carried])
      assert.include(yield* Traces.of(words), "platform_order")
      assert.strictEqual(yield* due, 1)
      assert.deepStrictEqual(yield* Traces.of(words), [])
      assert.deepStrictEqual(yield* left, ["S-2"])
      assert.include(yield* audit, "request 77 (again after a restore)")
      assert.strictEqual(yield* due, 0)
      // It is told again after the restore, and erased once it has ended.
      yield* shipped(shop, w, "S-2")
      assert.strictEqual(yield* due, 0)
      yield* pass(2000, 500)
      yield* shop.change("S-2", { ...order, ...completed })
      yield* World.sync
      yield* World.settle
      assert.strictEqual(yield* due, 1)
      assert.deepStrictEqual([yield* Traces.of(words), yield* left], [[], []])
    }))

  withShop("is done by a job once an order has ended for as long as the composition says (issue 25)", (shop, w) =>
    Effect.gen(function*() {
      yield* finished(shop, w, "S-1")
      const due = Effect.flatMap(PersonalData, ({ erase }) => erase)
      yield* aged(29)
      assert.strictEqual(yield* due, 0)
      yield* aged(2)
      assert.isAbove(yield* due, 0)
      assert.deepStrictEqual(yield* Traces.of(words), [])
      assert.strictEqual(yield* due, 0)
      assert.include(yield* audit, "personal data erased of 1 order that had ended before")
    }), { retention: { personalData: "30 days" } })
})

/** An order of an ERP, without a desk. */
const create = (link: Runner["link"], number: string, more: Parameters<typeof erpOrder>[1] = {}) =>
  Effect.flatMap(Dispatch, (dispatch) => during(dispatch.call(link, WarehouseV1.CreateOutboundOrder, erpOrder(number, more), "")))

/** The warehouse reports the newest of the orders that it has. */
const reported = ({ warehouse }: Runner, link: Runner["link"], orderNumber: string, phase: "cancelled" | "shipped") =>
  Effect.flatMap(Events, (events) => during(events.outbound({ scope: link.scope, link, who: "peer" }, {
    orderNumber: OutboundOrder.OrderNumber.make(orderNumber), warehouseOrderNumber: warehouse.orders.at(-1)!.warehouseOrderNumber, phase, status: phase.toUpperCase(), ...(phase === "shipped" && { trackingNumber: `T-${orderNumber}` })
  })))

onBothDatabases("erasing an order of an ERP", (fresh) => {
  const inWorld = inWorldOn(fresh)

  inWorld("leaves what is issued anew under its number alone until that has ended too (issue 25)", {}, (w) =>
    Effect.gen(function*() {
      yield* create(w.link, "SO-1")
      yield* reported(w, w.link, "SO-1", "cancelled")
      yield* nothingOwed
      yield* erase(w, "SO-1")
      assert.deepStrictEqual(yield* Traces.of(["Ada Example"]), [])
      yield* pass(1000)
      yield* create(w.link, "SO-1", { remark: Redacted.make("ring twice") })
      const due = Effect.flatMap(PersonalData, ({ erase: again }) => again)
      yield* due
      yield* nothingOwed
      assert.include(yield* Traces.of(["Ada Example"]), "intent_content.asked")
      assert.deepStrictEqual(w.warehouse.orders.map(({ order: { receiver } }) => Redacted.value(receiver.name)), ["Ada Example", "Ada Example"])
      yield* reported(w, w.link, "SO-1", "shipped")
      yield* nothingOwed
      yield* due
      assert.deepStrictEqual(yield* Traces.of(["Ada Example"]), [])
    }))

  inWorld("leaves no words of a peer in what was found wrong (issue 25)", {}, (w) =>
    Effect.gen(function*() {
      const db = yield* Database
      yield* create(w.link, "SO-1")
      yield* reported(w, w.link, "SO-1", "cancelled")
      yield* nothingOwed
      yield* db.query(
        "insert into finding (id, since, node, code, severity, place, message, next) values ('x', 1, '', 'PEER_FAILS', 'error', 'connection wh', 'refused: Ada Example has moved', 'ask Ada Example')"
      )
      assert.include(yield* Traces.of(["Ada Example"]), "finding")
      yield* erase(w, "SO-1")
      assert.deepStrictEqual(yield* Traces.of(["Ada Example"]), [])
    }))

  inWorld("leaves the order of another merchant with the same number alone (issue 25)", { links: [{ prefix: "A-" }, { id: "acc-2", secretKey: "secret-key-2", prefix: "B-" }] }, (w) =>
    Effect.gen(function*() {
      const [first, second] = (yield* Connections).links
      for (const link of [first!, second!]) {
        yield* create(link, "SO-1")
        yield* reported(w, link, "SO-1", "cancelled")
      }
      yield* nothingOwed
      const refused = yield* Effect.flip(erase(w, "SO-1"))
      assert.match((refused as { readonly message: string }).message, /several orders have the number "SO-1".*warehouse:acc-1.*warehouse:acc-2/)
      const client = yield* AdminWorld.client(w)
      yield* client.orders.erase({ params: { number: "SO-1" }, query: { link: first!.scope }, payload: { reason: "request 77", isConfirmed: true } })
      const db = yield* Database
      const shown = yield* Effect.forEach([first!, second!], ({ scope }) =>
        Effect.flatMap(db.one("select i.id from intent i join entity e on e.id = i.entity where e.scope = $1", [scope]), (row) =>
          client.intents.reveal({ params: { id: String(row!.id) }, payload: { reason: "ticket 7", who: "Ada" } })))
      assert.deepStrictEqual(shown.map(({ asked }) => JSON.stringify(asked).includes("Ada Example")), [false, true])
    }))
})

const shop = FakeShop.shop()

inWorldOn(async () => ({ filename: ":memory:" }))("crossdock erase shows what it would erase, and erases with --yes (issue 25)", World.options(shop, { North: { A: 9 }, South: { A: 9 } }), (w) =>
  Effect.gen(function*() {
    const { run } = yield* commands(w)
    yield* finished(shop, w, "S-1")
    const shown = yield* run("erase", "S-1", "--reason", "request 77")
    assert.strictEqual(shown.code, 0, shown.err)
    assert.include(shown.out, "would be erased")
    assert.include(shown.err, "repeat with --yes")
    const done = yield* run("erase", "T-S-1", "--reason", "request 77", "--as", "Kim", "--yes")
    assert.strictEqual(done.code, 0, done.err)
    assert.deepStrictEqual(yield* Traces.of(words), [])
    const unknown = yield* run("erase", "S-9", "--reason", "request 77")
    assert.strictEqual(unknown.code, 1)
    assert.include(unknown.err, "there is no order")
  }))
