/**
 * What only another process, another attempt or another issue of an order would show: an outcome that comes too late, a
 * wait that a peer asked for, news that look like earlier news.
 */
import { assert, it } from "@effect/vitest"
import { OutboundOrder, WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import { Ownership } from "../../src/connection/Ownership.ts"
import * as DeliveryBook from "../../src/delivery/DeliveryBook.ts"
import { Dispatch } from "../../src/delivery/Dispatch.ts"
import { Intents } from "../../src/delivery/Intents.ts"
import { Reports } from "../../src/delivery/Reports.ts"
import { Database } from "../../src/store/Database.ts"
import * as Books from "../support/Books.ts"
import { onBothDatabases } from "../support/Databases.ts"
import { order } from "../support/Orders.ts"
import { type Options, pass, until, type World, world } from "../support/World.ts"

const number = order("SO-1").orderNumber
const create = (w: World, of = order("SO-1")) =>
  Effect.flatMap(Dispatch, (dispatch) => dispatch.call(w.link, WarehouseV1.CreateOutboundOrder, of, ""))
const cancel = (w: World) =>
  Effect.flatMap(Dispatch, (dispatch) => dispatch.call(w.link, WarehouseV1.CancelOutboundOrder, { orderNumber: number }, ""))
const ask = (w: World) =>
  Effect.flatMap(Dispatch, (dispatch) => dispatch.call(w.link, WarehouseV1.GetOutboundOrders, { orderNumbers: [number] }, ""))
const report = (status: Partial<OutboundOrder.OutboundStatus> & Pick<OutboundOrder.OutboundStatus, "status">) =>
  Effect.flatMap(Reports, (reports) =>
    reports.take("wh", {
      _tag: "OutboundStatusChanged",
      status: { orderNumber: number, peerStatus: status.status, warehouseCode: "WH-1", ...status }
    }))
const times = (w: World, operation: string) => w.warehouse.calls.filter((call) => call === operation).length

onBothDatabases("what comes again", (fresh) => {
  const inWorld = (title: string, options: Options, test: (w: World) => Effect.Effect<unknown, unknown, any>) =>
    it.effect(title, () => Effect.flatMap(Effect.promise(fresh), (database) => world(database, options, test as never)))

  inWorld("a word that was told before is news when it brings a tracking number (D1-369)", {}, (w) =>
    Effect.gen(function*() {
      yield* create(w)
      yield* report({ status: "SENDING", peerStatus: "PACKED" })
      yield* report({ status: "SENDING", peerStatus: "LOADED" })
      yield* report({ status: "SENDING", peerStatus: "PACKED" })
      assert.strictEqual((yield* Books.outbound(w.link.scope))?.peer_status, "LOADED")
      yield* report({ status: "SENDING", peerStatus: "PACKED", trackingNumber: "T-9" })
      assert.strictEqual((yield* Books.outbound(w.link.scope))?.tracking_number, "T-9")
    }))

  inWorld("words of an order are news again once it is issued again (D1-369 D1-389)", {}, (w) =>
    Effect.gen(function*() {
      w.warehouse.manners.tellsNumbers = false
      yield* create(w)
      yield* report({ status: "SENDING", peerStatus: "PACKED" })
      yield* cancel(w)
      yield* create(w)
      yield* pass(3000)
      yield* report({ status: "SENDING", peerStatus: "LOADED" })
      yield* report({ status: "SENDING", peerStatus: "PACKED" })
      assert.strictEqual((yield* Books.outbound(w.link.scope))?.peer_status, "PACKED")
    }))

  inWorld("a create that was asked to wait for 40 s waits for 40 s (U-21)", {}, (w) =>
    Effect.gen(function*() {
      w.warehouse.plan("createOutboundOrder", { slowDown: "40 seconds" })
      yield* Effect.forkScoped(Effect.exit(create(w)))
      yield* until(Effect.sync(() => times(w, "createOutboundOrder") === 1))
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
      Object.assign(w.warehouse.orders[0]!, { status: "SUCCESS", peerStatus: "GONE", trackingNumber: "T-1" })
      assert.strictEqual((yield* ask(w))[0]?.status, "SUCCESS")
    }))

  inWorld("an outcome is stored for the attempt and the process that it belongs to, and for no other", { isIdle: true }, (w) =>
    Effect.gen(function*() {
      const db = yield* Database
      const ownership = yield* Ownership
      const book = DeliveryBook.make({ db, ownership, passesDead: () => false })
      yield* db.transaction(book.put({
        id: "d-1",
        connection: "books",
        scope: w.link.scope,
        entity: "outbound:SO-1",
        operation: "receiveOutboundStatus",
        contentSealed: "",
        isState: false,
        failure: null,
        payloadSealed: null
      }))
      const claim = Effect.map(db.transaction(book.claim("books", 1)), ([row]) => row)
      const stateOf = Effect.map(db.one("select state, attempt from delivery where id = 'd-1'"), (row) => [row?.state, row?.attempt])
      const first = (yield* claim)!
      yield* book.reclaim(first, false)
      const second = (yield* claim)!
      assert.deepStrictEqual(yield* stateOf, ["InFlight", 2])
      yield* db.transaction(book.settle(first, { state: "Dead" }))
      assert.deepStrictEqual(yield* stateOf, ["InFlight", 2], "of an earlier attempt")
      yield* db.transaction(book.settle({ ...second, epoch: Number(second.epoch) - 1 }, { state: "Dead" }))
      assert.deepStrictEqual(yield* stateOf, ["InFlight", 2], "of an earlier process")
      yield* db.transaction(book.settle(second, { state: "Pending" }))
      yield* db.query("delete from node")
      assert.isUndefined(yield* claim, "a process that was struck out claims nothing")
    }))
})
