/**
 * Two nodes that both want to know what became of a create: one of them asks, and what is learned counts once, for the
 * attempt that it is about.
 */
import { assert } from "@effect/vitest"
import { WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import { Dispatch } from "../../../src/contracts/warehouse/Dispatch.ts"
import { type Node, withNodes } from "../../support/Nodes.ts"
import { order } from "../../support/Orders.ts"
import { during, pass, until } from "../../support/World.ts"

const create = ({ link, on }: Node) =>
  on(Effect.exit(Effect.flatMap(Dispatch, (dispatch) => dispatch.call(link, WarehouseV1.CreateOutboundOrder, order("SO-1"), ""))))

withNodes("an absence that a slow node saw before the order was sent again does not count for that attempt (U-141)", ({ db, join, warehouse }) =>
  Effect.gen(function*() {
    const [a, b] = [yield* join("a"), yield* join("b", { isIdle: true })]
    const questions = () => warehouse.calls.filter((call) => call === "getOutboundOrders").length
    const asked = Effect.map(db.one("select absences, queries, state, attempt from intent"), (row) => row!)
    warehouse.plan("createOutboundOrder", "lose-request", "lose-answer")
    yield* during(create(a))
    yield* until(Effect.map(asked, (row) => row.absences === 1))
    yield* pass(3000)
    const before = questions()
    warehouse.plan("getOutboundOrders", "slow")
    yield* Effect.forkChild(create(b))
    yield* until(Effect.sync(() => questions() === before + 1))
    warehouse.hide(true)
    yield* Effect.forkChild(create(a))
    yield* until(Effect.sync(() => warehouse.orders.length === 1))
    yield* pass(1100)
    assert.deepInclude(yield* asked, { state: "Doubtful", attempt: 2, absences: 0 })
    yield* Effect.forkChild(create(a))
    yield* pass(500)
    assert.lengthOf(warehouse.live("SO-1"), 1)
    warehouse.hide(false)
    yield* until(Effect.map(asked, (row) => row.state === "Delivered"))
    assert.lengthOf(warehouse.live("SO-1"), 1)
  }), { server: { callerDeadline: "500 millis" } })

withNodes("one of two nodes asks what became of a create, and the gaps between its questions grow as at one node (U-141)", ({ join, warehouse }) =>
  Effect.gen(function*() {
    const a = yield* join("a")
    yield* join("b")
    warehouse.plan("createOutboundOrder", "lose-request")
    yield* during(create(a))
    const questions = () => warehouse.calls.filter((call) => call === "getOutboundOrders").length
    // After 2 s, 10 s and 30 s; the next one comes two minutes later.
    yield* pass(60_000, 200)
    assert.strictEqual(questions(), 3)
  }), { server: { callerDeadline: "500 millis" } })
