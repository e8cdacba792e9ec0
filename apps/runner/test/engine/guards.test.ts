/**
 * What only another process, another attempt or another issue of an order would show: an outcome that comes too late, a
 * wait that a peer asked for, news that look like earlier news.
 */
import { assert } from "@effect/vitest"
import { AdapterError, OutboundOrder, Transport, WarehouseV1 } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Connections, type Sender } from "../../src/connection/Connections.ts"
import * as SendGuard from "../../src/connection/SendGuard.ts"
import { NodeLeases, sure } from "../../src/connection/NodeLeases.ts"
import * as DeliveryStore from "../../src/outbox/DeliveryStore.ts"
import * as DeliveryContents from "../../src/outbox/DeliveryContents.ts"
import { Dispatch } from "../../src/contracts/warehouse/Dispatch.ts"
import * as Entities from "../../src/records/Entities.ts"
import * as Endpoint from "../../src/outbox/Endpoint.ts"
import { Intents } from "../../src/intents/Intents.ts"
import { OrderContents } from "../../src/intents/OrderContents.ts"
import * as Push from "../../src/outbox/Push.ts"
import { Reports } from "../../src/contracts/warehouse/Reports.ts"
import { Database } from "../../src/store/Database.ts"
import { Vault } from "../../src/store/Vault.ts"
import { claim, settle } from "../support/Claiming.ts"
import * as Books from "../support/Books.ts"
import { onBothDatabases } from "../support/Databases.ts"
import { order } from "../support/Orders.ts"
import { delivery, owe } from "../support/Owed.ts"
import { inWorldOn, pass, until, type World } from "../support/World.ts"

const number = order("SO-1").orderNumber
const create = (w: World, of = order("SO-1")) =>
  Effect.flatMap(Dispatch, (dispatch) => dispatch.call(w.link, WarehouseV1.CreateOutboundOrder, of, ""))
const cancel = (w: World) =>
  Effect.flatMap(Dispatch, (dispatch) => dispatch.call(w.link, WarehouseV1.CancelOutboundOrder, { orderNumber: number }, ""))
const ask = (w: World) =>
  Effect.flatMap(Dispatch, (dispatch) => dispatch.call(w.link, WarehouseV1.GetOutboundOrders, { orders: [{ orderNumber: number }] }, ""))
const report = (told: Partial<OutboundOrder.OutboundStatus> & Pick<OutboundOrder.OutboundStatus, "phase">) =>
  Effect.flatMap(Reports, (reports) =>
    reports.take("wh", {
      _tag: "OutboundStatusChanged",
      status: { orderNumber: number, status: told.phase, warehouseCode: "WH-1", ...told }
    }))
const intent = Effect.flatMap(Database, (db) => db.one("select state, attempt, due_at from intent"))
const times = (w: World, operation: string) => w.warehouse.calls.filter((call) => call === operation).length

onBothDatabases("what comes again", (fresh) => {
  const inWorld = inWorldOn(fresh)

  inWorld("a word that was told before is news when it brings a tracking number (D1-369)", {}, (w) =>
    Effect.gen(function*() {
      yield* create(w)
      yield* report({ phase: "open", status: "PACKED" })
      yield* report({ phase: "open", status: "LOADED" })
      yield* report({ phase: "open", status: "PACKED" })
      assert.strictEqual((yield* Books.outbound(w.link.scope))?.peer_status, "LOADED")
      yield* report({ phase: "open", status: "PACKED", trackingNumber: "T-9" })
      assert.strictEqual((yield* Books.outbound(w.link.scope))?.tracking_number, "T-9")
    }))

  inWorld("words of an order are news again once it is issued again (D1-369 D1-389)", {}, (w) =>
    Effect.gen(function*() {
      w.warehouse.manners.tellsNumbers = false
      yield* create(w)
      yield* report({ phase: "open", status: "PACKED" })
      yield* cancel(w)
      yield* create(w)
      yield* pass(3000)
      yield* report({ phase: "open", status: "LOADED" })
      yield* report({ phase: "open", status: "PACKED" })
      assert.strictEqual((yield* Books.outbound(w.link.scope))?.peer_status, "PACKED")
    }))

  inWorld("a create that was asked to wait for 40 s waits for 40 s (U-21)", {}, (w) =>
    Effect.gen(function*() {
      w.warehouse.plan("createOutboundOrder", { slowDown: "40 seconds" })
      yield* Effect.forkScoped(Effect.exit(create(w)))
      yield* until(Effect.map(intent, (row) => row?.state === "Pending" && row.attempt === 1))
      // Stored, and not in the memory of this process alone: the next one, or another node, waits as long.
      assert.isAtLeast(Number((yield* intent)?.due_at), 40_000)
      yield* pass(39_000, 500)
      assert.strictEqual(times(w, "createOutboundOrder"), 1)
      yield* until(Effect.sync(() => times(w, "createOutboundOrder") === 2), 3000)
    }))

  inWorld("absences that were counted before a create was sent again do not count for the new attempt (D1-405)", { delivery: { resendUnattended: true } }, (w) =>
    Effect.gen(function*() {
      w.warehouse.plan("createOutboundOrder", "lose-request", "lose-request", "works")
      yield* Effect.forkScoped(Effect.exit(create(w)))
      yield* until(Effect.sync(() => times(w, "createOutboundOrder") === 2), 600_000, 1000)
      const before = times(w, "getOutboundOrders")
      yield* until(Effect.sync(() => times(w, "createOutboundOrder") === 3), 600_000, 1000)
      assert.isAtLeast(times(w, "getOutboundOrders") - before, 2)
    }))

  inWorld("an answer that is older than the poll interval is not given again without asking (U-123)", { isIdle: true }, (w) =>
    Effect.gen(function*() {
      const intents = yield* Intents
      yield* Effect.forkScoped(intents.run)
      yield* create(w)
      yield* ask(w)
      const asked = times(w, "getOutboundOrders")
      yield* ask(w)
      assert.strictEqual(times(w, "getOutboundOrders"), asked)
      yield* pass(11_000, 1000)
      Object.assign(w.warehouse.orders[0]!, { phase: "shipped", status: "GONE", trackingNumber: "T-1" })
      assert.strictEqual((yield* ask(w)).items[0]?.phase, "shipped")
    }))

  inWorld("an outcome is stored for the attempt and the process that it belongs to, and for no other", { isIdle: true }, (w) =>
    Effect.gen(function*() {
      const db = yield* Database
      const ownership = yield* NodeLeases
      const book = DeliveryStore.make({ db, ownership, passesDead: () => false })
      yield* db.transaction(book.put({
        id: "d-1",
        connection: "books",
        scope: w.link.scope,
        entity: "outbound:SO-1",
        operation: "receiveOutboundStatus",
        isState: false,
        trace: null,
        payload: { sealed: "" }
      }))
      const next = Effect.map(claim(book, 1), ([row]) => row)
      const stateOf = Effect.map(db.one("select state, attempt from delivery where id = 'd-1'"), (row) => [row?.state, row?.attempt])
      const first = (yield* next)!
      yield* book.reclaim(first, false)
      const second = (yield* next)!
      assert.deepStrictEqual(yield* stateOf, ["InFlight", 2])
      yield* db.transaction(settle(book, first, { state: "Dead" }))
      assert.deepStrictEqual(yield* stateOf, ["InFlight", 2], "of an earlier attempt")
      yield* db.transaction(settle(book, { ...second, epoch: Number(second.epoch) - 1 }, { state: "Dead" }))
      assert.deepStrictEqual(yield* stateOf, ["InFlight", 2], "of an earlier process")
      yield* book.reclaim(first, true)
      assert.deepStrictEqual(yield* stateOf, ["InFlight", 2], "of an earlier attempt, found late")
      yield* book.reclaim({ ...second, epoch: Number(second.epoch) - 1 }, true)
      assert.deepStrictEqual(yield* stateOf, ["InFlight", 2], "of an earlier process, found late")
      yield* db.transaction(settle(book, second, { state: "Pending" }))
      yield* db.query("delete from node")
      assert.isUndefined(yield* next, "a process that was struck out claims nothing")
    }))

  inWorld("a process that was struck out begins no create", { isIdle: true }, (w) =>
    Effect.gen(function*() {
      const db = yield* Database
      const intents = yield* Intents
      yield* db.query("delete from node")
      yield* Effect.forkScoped(Effect.exit(create(w)))
      yield* until(Effect.map(intent, (row) => row !== undefined))
      yield* Effect.forkScoped(intents.run)
      yield* pass(2000)
      const { attempt, state } = (yield* intent)!
      assert.deepStrictEqual([state, attempt, times(w, "createOutboundOrder")], ["Pending", 0, 0])
    }))

  inWorld("a create whose process was struck out between two tries is not tried again by it", { isIdle: true }, (w) =>
    Effect.gen(function*() {
      const db = yield* Database
      // Its last sign of life is so old that it looks whether it was struck out.
      yield* pass(sure - 100, 700)
      w.warehouse.plan("createOutboundOrder", "unreachable", "works")
      yield* Effect.forkScoped(Effect.exit(create(w)))
      yield* until(Effect.map(db.query("select id from attempt"), (tries) => tries.length === 1), 50, 10)
      yield* db.query("delete from node")
      yield* pass(1000)
      const { attempt, state } = (yield* intent)!
      assert.deepStrictEqual([state, attempt, times(w, "createOutboundOrder")], ["InFlight", 1, 1])
    }))

  /** Claims what is owed and tries it once, with some of what a push stands on changed. */
  const tried = Effect.fnUntraced(function*(more: {
    readonly stillHolds: () => boolean
    readonly surelyHolds?: () => boolean
    readonly deliver?: Sender["deliver"]
  }) {
    const db = yield* Database
    const connections = yield* Connections
    const ownership = yield* NodeLeases
    const vault = yield* Vault
    const book = DeliveryStore.make({ db, ownership, passesDead: () => false })
    const push = Push.make({
      orderContents: yield* OrderContents,
      connections: { ...connections, sender: (id) => Effect.map(connections.sender(id), (sender) => ({ ...sender, ...(more.deliver && { deliver: more.deliver }) })) },
      ownership: { ...ownership, ...(more.surelyHolds && { surelyHolds: more.surelyHolds }), stillHolds: () => Effect.sync(more.stillHolds) },
      gapsOf: () => [0, 1000],
      contents: DeliveryContents.make({ vault, connections, completion: { complete: (_, payload) => Effect.succeed(payload), addressOf: () => Effect.undefined } }),
      settle: (_, settlement) => book.settle({ ...settlement, most: 0, claimedAt: settlement.now })
    })
    const id = yield* owe("SO-1", "T-1")
    const [row] = yield* claim(book, 1)
    assert.deepStrictEqual(yield* push(row!, Endpoint.make("books")), [])
    return [(yield* delivery(id)).state, (yield* Books.attempts(id)).length]
  })

  inWorld("a push whose claim was lost before it began is not sent, and its row is others' business", { isIdle: true }, (w) =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* tried({ stillHolds: () => false }), ["InFlight", 0])
      assert.lengthOf(w.erp.attempts, 0)
    }))

  inWorld("a push whose claim is lost while it waits for a connection does not leave", { isIdle: true }, () =>
    Effect.gen(function*() {
      const mayLeave: Array<boolean | undefined> = []
      const wire = Layer.succeed(Transport.Transport, Transport.Transport.of({
        send: (request) =>
          Effect.suspend(() => {
            const may = request.mayLeave?.()
            mayLeave.push(may)
            return may === true
              ? Effect.succeed({ status: 200, headers: [], body: "" })
              : Effect.fail(new AdapterError.TransportFailed({ phase: "connect", cause: "stopped" }))
          })
      }))
      const transport = Context.get(yield* Layer.build(Layer.provide(SendGuard.layer, wire)), Transport.Transport)
      const deliver: Sender["deliver"] = (operation, { content }) =>
        Effect.mapError(
          Effect.asVoid(transport.send({ method: "POST", url: new URL("http://erp.example/"), headers: [], body: content })),
          (reason) => new AdapterError.AdapterError({ adapter: "books", operation: operation.name, reason })
        )
      const left = yield* tried({ stillHolds: () => mayLeave.length === 0, surelyHolds: () => false, deliver })
      assert.deepStrictEqual([mayLeave, left], [[false], ["InFlight", 0]])
    }))

  inWorld("stores the content of an attempt only under the claim that it was made with (D1-395)", { isIdle: true }, () =>
    Effect.gen(function*() {
      const db = yield* Database
      const book = DeliveryStore.make({ db, ownership: yield* NodeLeases, passesDead: () => false })
      const id = yield* owe("SO-1", "T-1")
      const [row] = yield* claim(book, 1)
      yield* db.query("update delivery set attempt = attempt + 1")
      const fail = settle(book, row!, { state: "Pending" }, "of the first attempt")
      yield* fail
      assert.deepInclude(yield* delivery(id), { content_sealed: "", payload_sealed: row!.payload_sealed })
      yield* db.query("update delivery set attempt = attempt - 1")
      yield* fail
      assert.deepInclude(yield* delivery(id), { content_sealed: "of the first attempt", payload_sealed: null })
    }))

  for (const [asked, least] of [["1 second", 48_000], ["300 seconds", 300_000]] as const) {
    inWorld(`an ERP that is away and asks for ${asked} is tried again no sooner than by the schedule (U-19 U-21)`, {
      delivery: { schedule: [0, "60 seconds"] }
    }, (w) =>
      Effect.gen(function*() {
        w.erp.plan({ awayFor: asked })
        const started = yield* Clock.currentTimeMillis
        const id = yield* owe("SO-1", "T-1")
        yield* until(Effect.map(delivery(id), (row) => row.state === "Pending" && row.attempt === 1))
        assert.isAtLeast(Number((yield* delivery(id)).due_at) - started, least)
      }))
  }

  inWorld("what is owed is looked for when it is committed, and waits for no sweep", {}, (w) =>
    Effect.gen(function*() {
      const db = yield* Database
      yield* pass(1100)
      yield* db.transaction(Effect.andThen(owe("SO-1", "T-1"), pass(200)))
      yield* until(Effect.sync(() => w.erp.received.length === 1), 300)
    }))

  inWorld("two creates that found none with their number before begin the same row, so that only one of them is stored (D1-328)", { isIdle: true }, (w) =>
    Effect.gen(function*() {
      const { begin } = Entities.make(yield* Database)
      const create = { scope: w.link.scope, kind: "outbound", number: "SO-1", generation: undefined, connection: "wh", numberSent: "SO-1", now: 1 }
      const first = yield* begin(create)
      assert.deepStrictEqual(yield* begin(create), first)
      const next = yield* begin({ ...create, generation: 2 })
      assert.deepStrictEqual([first.generation, next.generation, next.first_id], [1, 2, first.id])
    }))

  inWorld("a create gives its time to a row of which nothing was known, and leaves that of an order that the peer has reported", { isIdle: true }, (w) =>
    Effect.gen(function*() {
      const db = yield* Database
      const { begin } = Entities.make(db)
      const create = { scope: w.link.scope, kind: "outbound", number: "SO-1", generation: 1, connection: "wh", numberSent: "SO-1" }
      const createdAfter = (now: number) => Effect.andThen(begin({ ...create, now }), Effect.map(db.one("select created_at from entity"), (row) => row!.created_at))
      assert.deepStrictEqual([yield* createdAfter(1), yield* createdAfter(2)], [1, 2])
      yield* db.query("update entity set is_known = 1")
      assert.strictEqual(yield* createdAfter(3), 2)
    }))

  inWorld("the outcome of an earlier issue changes nothing of what is known of a newer one (D1-389)", { isIdle: true }, (w) =>
    Effect.gen(function*() {
      const db = yield* Database
      const { scope } = w.link
      for (const generation of [2, 1]) {
        for (const [kind, number] of [["outbound", "SO-1"], ["inbound", "ASN-1"]] as const) {
          const row = { scope, kind, number, generation, connection: "wh", numberSent: number, now: generation }
          const { id } = yield* Entities.make(db).begin(row)
          yield* Entities.make(db).accepted({
            intent: { ...row, entity: id },
            warehouseCode: "WH-1",
            peerWarehouseCode: "WH-1",
            peerNumber: `W-${generation}`,
            now: generation
          })
        }
      }
      for (const [kind, number] of [["outbound", "SO-1"], ["inbound", "ASN-1"]] as const) {
        const rows = yield* Books.generations(scope, kind, number)
        assert.deepStrictEqual(rows.map((row) => [row.generation, row.peer_number, row.is_open]), [[2, "W-2", 1], [1, "W-1", 0]])
      }
    }))
})
