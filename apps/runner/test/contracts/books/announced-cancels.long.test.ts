/**
 * Cancels of inbound orders that the runner has announced: nothing is asked of the warehouse that the ERP would refuse, and what the
 * warehouse has cancelled is cancelled at the ERP too, or somebody learns that it is not.
 */
import { BooksV1 } from "@crossdock/books"
import { AdapterError, InboundOrder, Quantity, Sku } from "@crossdock/core"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Connections } from "../../../src/connection/Connections.ts"
import { Dispatch } from "../../../src/contracts/books/Dispatch.ts"
import type { Refusal } from "../../../src/engine/Refusal.ts"
import { Database } from "../../../src/store/Database.ts"
import * as AnnouncingErp from "../../support/AnnouncingErp.ts"
import { onBothDatabases } from "../../support/Databases.ts"
import * as Peers from "../../support/Peers.ts"
import { during, inWorldOn, nothingOwed, type Options, pass, until, type World, world } from "../../support/World.ts"

const { PeerUnavailable, Rejected } = AdapterError

const worldOf = (options: Options = {}) => {
  const fake = AnnouncingErp.books()
  return {
    fake,
    options: {
      ...options,
      server: { callerDeadline: "5 seconds" },
      plugins: [fake.plugin],
      connections: [{ id: "own", plugin: "announcing-erp" }],
      links: [{ copyTo: ["own"], warehouseNames: { Main: "WH-1" } }, { erp: "own", protocol: "open-api", id: "app-1" }]
    } satisfies Options
  }
}

const called = (operation: typeof BooksV1.SubmitInboundOrder | typeof BooksV1.CancelInboundOrder, payload: object) =>
  Effect.gen(function*() {
    const link = (yield* Connections).linkOf("open-api:app-1")!
    return yield* (yield* Dispatch).call(link, operation as any, payload as never, { content: "{}", digest: "d-1" }) as Effect.Effect<unknown, Refusal>
  })
const submit = called(BooksV1.SubmitInboundOrder, { warehouseName: "Main", customNumber: "C-1", sendsToWarehouse: true, lines: [{ sku: Sku.Sku.make("SKU-1"), expected: Quantity.of(3) }] })
const cancel = called(BooksV1.CancelInboundOrder, { asnNumber: InboundOrder.AsnNumber.make("ASN-1") })

/** The order is at the ERP and at the warehouse. */
const arranged = (w: World) =>
  Effect.gen(function*() {
    yield* during(submit)
    yield* until(Effect.sync(() => w.warehouse.asns.length === 1))
    yield* nothingOwed
  })

const phases = (w: Pick<World, "warehouse">, { orders }: AnnouncingErp.AnnouncingErp) => [w.warehouse.asns[0]?.phase, orders[0]?.phase]
const cancelsAt = ({ warehouse }: World) => warehouse.calls.filter((call) => call === "cancelInboundOrders").length
const asked = ({ asked }: AnnouncingErp.AnnouncingErp) => asked.filter(([operation]) => operation === "cancelInboundOrder").length
const waiting = Effect.flatMap(Database, (db) => Effect.map(db.query("select id from intent where cancel_at is not null"), (rows) => rows.length))
const unavailable: AnnouncingErp.Behaviour = { fails: new PeerUnavailable({ status: 503 }) }

onBothDatabases("the cancel of an announced inbound order", (fresh) => {
  const inWorld = (title: string, test: (w: World, fake: AnnouncingErp.AnnouncingErp) => Effect.Effect<unknown, unknown, any>) => {
    const { fake, options } = worldOf()
    inWorldOn(fresh)(title, options, (w) => Effect.andThen(arranged(w), test(w, fake)))
  }

  inWorld("asks nothing of the warehouse while the ERP is paused", (w, fake) =>
    Effect.gen(function*() {
      yield* (yield* Connections).pause("own", "a test")
      const refusal = yield* during(Effect.flip(cancel))
      assert.deepStrictEqual([refusal.code, cancelsAt(w), asked(fake), yield* waiting], ["CONNECTION_PAUSED", 0, 0, 0])
    }))

  for (const [phase, code] of [["receiving", "ASN_STATE_INVALID"], ["received", "ASN_STATE_INVALID"], ["closed", "ASN_STATE_INVALID"]] as const) {
    inWorld(`asks nothing of the warehouse if the order is ${phase} at the ERP (E-544 U-105)`, (w, fake) =>
      Effect.gen(function*() {
        fake.orders[0]!.phase = phase
        const refusal = yield* during(Effect.flip(cancel))
        assert.deepStrictEqual([refusal.code, cancelsAt(w), yield* waiting, phases(w, fake)], [code, 0, 0, ["announced", phase]])
      }))
  }

  inWorld("asks nothing of the warehouse if the ERP has goods of the order, whatever its phase (E-544 U-105)", (w, fake) =>
    Effect.gen(function*() {
      const [order] = fake.orders
      fake.orders[0] = { ...order!, lines: order!.lines.map((line) => ({ ...line, received: Quantity.of(1) })) }
      const refusal = yield* during(Effect.flip(cancel))
      assert.deepStrictEqual([refusal.code, cancelsAt(w), yield* waiting, phases(w, fake)], ["ASN_STATE_INVALID", 0, 0, ["announced", "announced"]])
    }))

  inWorld("asks nothing of the warehouse if the ERP cannot be asked, or does not show the order", (w, fake) =>
    Effect.gen(function*() {
      fake.plan("listInboundOrders", ...Array.from({ length: 10 }, () => unavailable))
      assert.strictEqual((yield* during(Effect.flip(cancel))).code, "ERP_UNAVAILABLE")
      fake.plan("listInboundOrders")
      const [order] = fake.orders.splice(0, 1)
      assert.strictEqual((yield* during(Effect.flip(cancel))).code, "NOT_SHOWN")
      assert.deepStrictEqual([cancelsAt(w), yield* waiting], [0, 0])
      fake.orders.push(order!)
      yield* during(cancel)
      assert.deepStrictEqual([phases(w, fake), yield* waiting], [["cancelled", "cancelled"], 0])
    }))

  inWorld("goes on until the ERP has cancelled what the warehouse has, though its caller has gone", (w, fake) =>
    Effect.gen(function*() {
      fake.plan("cancelInboundOrder", ...Array.from({ length: 8 }, () => unavailable))
      const refusal = yield* during(Effect.flip(cancel))
      assert.deepStrictEqual([refusal.code, phases(w, fake), yield* waiting], ["ERP_UNAVAILABLE", ["cancelled", "announced"], 1])
      assert.match(refusal.message, /^the warehouse has cancelled ASN-1, and the ERP not yet; the runner goes on until it has/)
      yield* until(Effect.map(waiting, (count) => count === 0), 3_600_000, 5000)
      assert.deepStrictEqual([phases(w, fake), cancelsAt(w)], [["cancelled", "cancelled"], 1])
    }))

  inWorld("still goes on if the time of a second call ends before the warehouse is asked", (w, fake) =>
    Effect.gen(function*() {
      fake.plan("cancelInboundOrder", ...Array.from({ length: 8 }, () => unavailable))
      yield* during(Effect.flip(cancel))
      assert.deepStrictEqual([phases(w, fake), yield* waiting], [["cancelled", "announced"], 1])
      fake.plan("listInboundOrders", { worksAfter: "10 seconds" })
      yield* during(Effect.flip(cancel))
      yield* pass(20_000, 1000)
      assert.deepStrictEqual([phases(w, fake), yield* waiting], [["cancelled", "announced"], 1])
      yield* until(Effect.map(waiting, (count) => count === 0), 3_600_000, 5000)
      assert.deepStrictEqual(phases(w, fake), ["cancelled", "cancelled"])
    }))

  inWorld("tells its caller and the operator that the ERP keeps what the warehouse has cancelled", (w, fake) =>
    Effect.gen(function*() {
      fake.plan("cancelInboundOrder", { fails: new Rejected({ fault: { code: "ASN_STATE_INVALID", message: "it is locked" } }) })
      const refusal = yield* during(Effect.flip(cancel))
      const message = "the warehouse has cancelled ASN-1, but the ERP keeps it: it is locked"
      assert.deepStrictEqual([refusal.code, refusal.message, yield* waiting], ["ASN_STATE_INVALID", message, 0])
      const notes = yield* (yield* Database).query("select detail from history where what = 'alarm'")
      assert.deepStrictEqual(notes.map(({ detail }) => detail), [message])
      yield* pass(600_000, 10_000)
      assert.strictEqual(asked(fake), 1)
    }))

  inWorld("answers a second cancel as the ERP does, and alarms nobody about an order that is cancelled (U-105)", (w, fake) =>
    Effect.gen(function*() {
      yield* during(cancel)
      assert.deepStrictEqual(phases(w, fake), ["cancelled", "cancelled"])
      fake.plan("cancelInboundOrder", { fails: new Rejected({ fault: { code: "ASN_STATE_INVALID", message: "it is cancelled already" } }) })
      const refusal = yield* during(Effect.flip(cancel))
      assert.deepStrictEqual([refusal.code, refusal.message, yield* waiting], ["ASN_STATE_INVALID", "it is cancelled already", 0])
      assert.lengthOf(yield* (yield* Database).query("select detail from history where what = 'alarm'"), 0)
      fake.plan("cancelInboundOrder")
      yield* during(cancel)
    }))

  inWorld("goes on if nobody knows whether the warehouse has cancelled it", (w, fake) =>
    Effect.gen(function*() {
      w.warehouse.plan("cancelInboundOrders", "lose-request", "lose-request", "lose-request", "lose-request")
      w.warehouse.plan("getInboundOrders", ...Array.from({ length: 8 }, () => "unavailable" as const))
      yield* during(Effect.flip(cancel))
      assert.deepStrictEqual([asked(fake), yield* waiting], [0, 1])
      yield* until(Effect.map(waiting, (count) => count === 0), 3_600_000, 5000)
      assert.deepStrictEqual(phases(w, fake), ["cancelled", "cancelled"])
    }))

  inWorld("goes on if a second call at the same time fails without an answer, whichever began first (suspicion d)", (w, fake) =>
    Effect.gen(function*() {
      // One of them acts and is not answered, the other one does not reach the warehouse.
      w.warehouse.plan("cancelInboundOrders", "hang", ...Array.from({ length: 12 }, () => "unreachable" as const))
      w.warehouse.plan("getInboundOrders", ...Array.from({ length: 30 }, () => "unreachable" as const))
      yield* during(Effect.all([Effect.exit(cancel), Effect.exit(cancel)], { concurrency: "unbounded" }))
      yield* pass(60_000, 1000)
      assert.strictEqual(yield* waiting, 1)
      yield* until(Effect.map(waiting, (count) => count === 0), 3_600_000, 5000)
      assert.deepStrictEqual(phases(w, fake), ["cancelled", "cancelled"])
    }))

  it.effect("goes on after the process has ended between the warehouse and the ERP", () =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(fresh)
      const peers = { warehouse: Peers.warehouse(), erp: Peers.erp() }
      const { fake, options } = worldOf({ peers })
      yield* world(database, options, (w) =>
        Effect.gen(function*() {
          yield* arranged(w)
          fake.plan("cancelInboundOrder", "hangs")
          yield* during(Effect.exit(cancel))
          assert.deepStrictEqual(phases(w, fake), ["cancelled", "announced"])
        }))
      yield* world(database, options, (w) =>
        Effect.gen(function*() {
          yield* until(Effect.map(waiting, (count) => count === 0), 3_600_000, 5000)
          assert.deepStrictEqual(phases(w, fake), ["cancelled", "cancelled"])
        }))
    }))
})
