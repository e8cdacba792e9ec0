/**
 * What a person decides about a create while its peer cannot be asked: refused unless it is confirmed, marked, asked for as soon as the
 * peer answers again, and an alarm if the peer then shows the contrary.
 */
import { assert, describe, it } from "@effect/vitest"
import { WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { Connections } from "../../src/connection/Connections.ts"
import { Dispatch } from "../../src/contracts/warehouse/Dispatch.ts"
import * as IntentCounts from "../../src/engine/IntentCounts.ts"
import * as MetricsAnswer from "../../src/http/MetricsAnswer.ts"
import * as BlindDecisions from "../../src/intents/BlindDecisions.ts"
import { Intents } from "../../src/intents/Intents.ts"
import { Database } from "../../src/store/Database.ts"
import { onBothDatabases } from "../support/Databases.ts"
import { order } from "../support/Orders.ts"
import { during, inWorldOn, nothingOwed, pass, until, type World } from "../support/World.ts"

const create = (w: World) => Effect.flatMap(Dispatch, (dispatch) => dispatch.call(w.link, WarehouseV1.CreateOutboundOrder, order("SO-1"), ""))
const cancel = (w: World) => Effect.flatMap(Dispatch, (dispatch) => dispatch.call(w.link, WarehouseV1.CancelOutboundOrder, { orderNumber: order("SO-1").orderNumber }, ""))
const first = Effect.flatMap(Database, (db) => Effect.map(db.one("select i.id, i.state from intent i join entity e on e.id = i.entity where e.generation = 1"), (row) => row!))
const newest = Effect.flatMap(Database, (db) => Effect.map(db.one("select i.state, e.generation from intent i join entity e on e.id = i.entity order by e.generation desc"), (row) => row!))
const history = Effect.flatMap(Database, (db) => Effect.map(db.query("select who, what, detail from history order by id"), (rows) => rows.map((row) => `${row.who} ${row.what} ${row.detail ?? ""}`)))
const counted = Effect.flatMap(Database, (db) => Effect.map(db.query(IntentCounts.blindDecisions), (rows) => rows.map(({ n, state }) => `${state} ${n}`)))

type Said = "Delivered" | "Pending" | "Dead"
const decide = (decision: Said, more: { readonly peerNumber?: string; readonly isConfirmed?: boolean } = {}) =>
  Effect.flatMap(Intents, (intents) => Effect.flatMap(first, ({ id }) => intents.decide(id, { decision, who: "Ada", ...more })))
const codeOf = (work: ReturnType<typeof decide>) =>
  Effect.match(work, { onFailure: (error) => error._tag === "Refusal" ? error.code : error._tag, onSuccess: () => "taken" })
const sent = (w: World) => w.warehouse.calls.filter((call) => call === "createOutboundOrder").length
const queries = (w: World) => w.warehouse.calls.filter((call) => call === "getOutboundOrders").length

const cut = Array.from({ length: 10_000 }, () => "unreachable" as const)

/** The create was made at the warehouse or lost, and no query is answered. */
const inDoubt = (w: World, how: "lose-answer" | "lose-request") =>
  Effect.gen(function*() {
    w.warehouse.plan("createOutboundOrder", how)
    w.warehouse.plan("getOutboundOrders", ...cut)
    yield* Effect.flip(during(create(w)))
    assert.strictEqual((yield* first).state, "Doubtful")
  })

onBothDatabases("a decision about a create whose warehouse cannot be asked", (fresh) => {
  const inWorld = inWorldOn(fresh)

  for (const decision of ["Pending", "Dead", "Delivered"] as const) {
    inWorld(`refuses ${decision} with NOT_ASKED, and takes it when it is confirmed`, { isIdle: true, server: { callerDeadline: "1 second" } }, (w) =>
      Effect.gen(function*() {
        yield* inDoubt(w, "lose-answer")
        const number = decision === "Delivered" ? { peerNumber: "W-1" } : {}
        assert.strictEqual(yield* codeOf(decide(decision, number)), "NOT_ASKED")
        assert.deepStrictEqual([(yield* first).state, sent(w), w.erp.received.length], ["Doubtful", 1, 0])
        assert.strictEqual(yield* codeOf(decide(decision, { ...number, isConfirmed: true })), "taken")
        assert.strictEqual((yield* first).state, decision)
        assert.isTrue((yield* history).some((line) => line.includes("decided without an answer") && line.includes("could not be asked")), (yield* history).join("\n"))
      }))
  }

  inWorld("raises an alarm and tells the ERP when the warehouse shows an order that was given up", {}, (w) =>
    Effect.gen(function*() {
      yield* inDoubt(w, "lose-answer")
      yield* decide("Dead", { isConfirmed: true })
      yield* nothingOwed
      assert.deepStrictEqual(w.erp.received.map(({ content }) => content.phase), ["failed"])
      assert.deepStrictEqual(yield* counted, ["asking 1"])
      assert.include(yield* MetricsAnswer.metrics, `crossdock_blind_decisions{connection="wh",is="asking"} 1`)
      w.warehouse.plan("getOutboundOrders")
      yield* until(Effect.map(first, ({ state }) => state === "Delivered"))
      yield* until(Effect.sync(() => w.erp.received.length === 2))
      assert.deepStrictEqual(w.erp.received.map(({ content }) => content.phase), ["failed", "open"])
      assert.lengthOf((yield* history).filter((line) => line.startsWith("runner alarm") && line.includes("Ada gave up")), 1)
      assert.deepStrictEqual([yield* counted, sent(w)], [["wrong 1"], 1])
      assert.include(yield* MetricsAnswer.metrics, `crossdock_blind_decisions{connection="wh",is="wrong"} 1`)
      yield* decide("Delivered")
      assert.deepStrictEqual(yield* counted, [])
    }))

  inWorld("ends when the warehouse turns out not to answer such a question, and its number is free", {}, (w) =>
    Effect.gen(function*() {
      yield* inDoubt(w, "lose-request")
      yield* decide("Dead", { isConfirmed: true })
      assert.deepStrictEqual(yield* counted, ["asking 1"])
      w.warehouse.plan("getOutboundOrders", ...Array.from({ length: 100 }, () => "unsupported" as const))
      yield* until(Effect.map(counted, (rows) => rows.length === 0))
      assert.isTrue((yield* history).some((line) => line.startsWith("runner decided") && line.includes("cannot be asked")))
      assert.strictEqual((yield* Effect.flip(during(create(w)))).code, "GIVEN_UP")
      yield* during(create(w))
      assert.deepStrictEqual([sent(w), (yield* newest).state], [2, "Delivered"])
    }))

  inWorld("stays given up if the order was created again while the warehouse was asked", {}, (w) =>
    Effect.gen(function*() {
      yield* inDoubt(w, "lose-answer")
      yield* decide("Dead", { isConfirmed: true })
      assert.strictEqual((yield* Effect.flip(during(create(w)))).code, "GIVEN_UP")
      const before = queries(w)
      w.warehouse.plan("getOutboundOrders", { after: "works" }, ...cut)
      yield* until(Effect.sync(() => queries(w) > before))
      const again = yield* Effect.forkChild(Effect.exit(create(w)))
      yield* until(Effect.map(newest, ({ generation }) => generation === 2), 500, 50)
      yield* pass(5000)
      assert.strictEqual((yield* first).state, "Dead")
      yield* Fiber.interrupt(again)
    }))

  inWorld("asks about it although there are many at connections that are paused or gone", { connections: [{ id: "books-2", plugin: "erp-fake" }] }, (w) =>
    Effect.gen(function*() {
      const db = yield* Database
      yield* inDoubt(w, "lose-answer")
      yield* Effect.flatMap(Connections, (connections) => connections.pause("books-2", "a test"))
      for (const connection of ["books-2", "gone"]) {
        for (let at = 0; at < 16; at++) {
          yield* db.query("insert into blind_decision (entity, intent, connection, decision, who, at, due_at) values ($1, $2, $3, 'Dead', 'Ada', 0, 0)", [at + (connection === "gone" ? 1000 : 2000), `${connection} ${at}`, connection])
        }
      }
      yield* decide("Dead", { isConfirmed: true })
      w.warehouse.plan("getOutboundOrders")
      yield* until(Effect.map(first, ({ state }) => state === "Delivered"))
    }))

  inWorld("asks at once when another call to the warehouse is answered again", {}, (w) =>
    Effect.gen(function*() {
      yield* inDoubt(w, "lose-answer")
      yield* decide("Dead", { isConfirmed: true })
      yield* pass(400_000, 2000)
      w.warehouse.plan("getOutboundOrders")
      const before = queries(w)
      yield* pass(20_000, 1000)
      assert.strictEqual(queries(w), before)
      yield* Effect.flatMap(Dispatch, (dispatch) => during(dispatch.call(w.link, WarehouseV1.ListWarehouses, {}, "")))
      yield* until(Effect.map(first, ({ state }) => state === "Delivered"), 3000)
    }))

  inWorld("ends without an alarm when the warehouse shows nothing until the end of its visibility delay", {}, (w) =>
    Effect.gen(function*() {
      yield* inDoubt(w, "lose-request")
      yield* decide("Dead", { isConfirmed: true })
      w.warehouse.plan("getOutboundOrders")
      yield* until(Effect.map(counted, (rows) => rows.length === 0))
      const asked = queries(w)
      yield* pass(600_000, 5000)
      assert.deepStrictEqual([queries(w), (yield* first).state], [asked, "Dead"])
      assert.deepStrictEqual((yield* history).filter((line) => line.includes(" alarm ")), [])
    }))

  inWorld("raises an alarm when the warehouse does not have what a person said was there", {}, (w) =>
    Effect.gen(function*() {
      yield* inDoubt(w, "lose-request")
      yield* decide("Delivered", { peerNumber: "W-77", isConfirmed: true })
      w.warehouse.plan("getOutboundOrders")
      yield* until(Effect.map(counted, (rows) => rows[0] === "wrong 1"))
      assert.isTrue((yield* history).some((line) => line.startsWith("runner alarm") && line.includes("does not show the order")))
      yield* Effect.flatMap(Intents, (intents) => Effect.flatMap(first, ({ id }) => intents.reopen(id, "Ada")))
      assert.deepStrictEqual(yield* counted, [])
    }))

  inWorld("lets a create of the same number ask first, and sends nothing that is there", {}, (w) =>
    Effect.gen(function*() {
      yield* inDoubt(w, "lose-answer")
      yield* decide("Dead", { isConfirmed: true })
      assert.strictEqual((yield* Effect.flip(during(create(w)))).code, "GIVEN_UP")
      yield* Effect.exit(during(create(w)))
      assert.deepInclude(yield* newest, { state: "Doubtful", generation: 2 })
      w.warehouse.plan("getOutboundOrders")
      yield* until(Effect.map(newest, ({ state }) => state === "Delivered"))
      assert.deepStrictEqual([sent(w), w.warehouse.live("SO-1").length], [1, 1])
    }))

  inWorld("refuses to send an order that the ERP wants cancelled, unless it is confirmed", { server: { callerDeadline: "1 second" } }, (w) =>
    Effect.gen(function*() {
      yield* inDoubt(w, "lose-request")
      yield* Effect.flip(during(cancel(w)))
      assert.strictEqual(yield* codeOf(decide("Pending")), "CANCEL_WANTED")
      assert.strictEqual(sent(w), 1)
    }))
})

describe("BlindDecisions.endingOf", () => {
  const cases: ReadonlyArray<readonly [title: string, given: readonly ["Delivered" | "Pending" | "Dead", found: boolean, waited: number], ending: BlindDecisions.Ending | undefined]> = [
    ["an order that was given up and is there", ["Dead", true, 0], "wrong"],
    ["one that is not there yet", ["Dead", false, 1999], undefined],
    ["one that is not there at the end of the delay", ["Dead", false, 2000], "right"],
    ["one that is said to be there and is", ["Delivered", true, 0], "right"],
    ["one that is said to be there and may become visible", ["Delivered", false, 1999], undefined],
    ["one that is said to be there and is not", ["Delivered", false, 2000], "wrong"],
    ["one that was sent again", ["Pending", false, 0], "sent"]
  ]
  it.each(cases)("decides about %s", (_, [decision, isFound, waited], ending) => {
    assert.strictEqual(BlindDecisions.endingOf(decision, { answeredAt: 1000, now: 1000 + waited, delay: 2000, isFound }), ending)
  })
})
