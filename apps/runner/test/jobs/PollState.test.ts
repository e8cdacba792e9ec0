/**
 * What is stored of the polls of a connection whose links are polled on their own.
 */
import { AdapterError } from "@crossdock/core"
import { assert } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import { TestClock } from "effect/testing"
import { Connections } from "../../src/connection/Connections.ts"
import { StoredConnections } from "../../src/connection/StoredConnections.ts"
import * as PollState from "../../src/jobs/PollState.ts"
import { Database } from "../../src/store/Database.ts"
import { onBothDatabases } from "../support/Databases.ts"
import * as FakeShop from "../support/FakeShop.ts"
import { inWorldOn } from "../support/World.ts"

const scopeOf = (shopId: string) => `platform:acc-9:fake:${shopId}:${shopId}`
const options = FakeShop.options(FakeShop.shop(), { isIdle: true })
const linked = (shopId: string) => ({ protocol: "platform" as const, peer: "shop", id: "acc-9", shop: { platform: "fake", shopId, onlineShopId: shopId } })

const state = Effect.flatMap(Database, (db) =>
  Effect.map(db.one("select polled_at, poll_failing_since, poll_failure from connection_state where id = 'shop'"), (row) => [row?.polled_at, row?.poll_failing_since, row?.poll_failure]))

/** Ends a round a second later; `failure` is the message of the shop, undefined if the round succeeded. */
const ended = Effect.fnUntraced(function*(shopId: string, track: string, failure?: string) {
  yield* TestClock.adjust(1000)
  const round = PollState.begin()
  round.hasAsked = true
  if (failure !== undefined) PollState.failedRound(round, Cause.fail(new AdapterError.AdapterError({ adapter: "shop", operation: "getOrders", reason: new AdapterError.Rejected({ fault: { code: failure, message: "" } }) })))
  yield* PollState.end("shop", round, { scope: scopeOf(shopId), track })
})

onBothDatabases("the polls of a connection with two links", (fresh) => {
  const inWorld = inWorldOn(fresh)
  const test = (title: string, work: Effect.Effect<unknown, unknown, any>) => inWorld(title, { ...options, links: [{}, linked("1"), linked("2")] }, () => work)

  test("fail until the link and the track that failed succeed again, whatever the others do", Effect.gen(function*() {
    yield* ended("1", "changes", "DOWN")
    yield* ended("2", "changes")
    yield* ended("1", "backfill")
    const [polledAt, since, because] = yield* state
    assert.deepStrictEqual([polledAt, since], [3000, 1000])
    assert.match(String(because), /^link platform:acc-9:fake:1:1 \(changes\): getOrders: .*DOWN/)
    yield* ended("2", "backfill", "SLOW")
    yield* ended("1", "changes", "STILL DOWN")
    const [, sinceThen, becauseThen] = yield* state
    assert.strictEqual(sinceThen, 1000)
    assert.match(String(becauseThen), /STILL DOWN.*; 1 more of its polls fail$/)
    yield* ended("1", "changes")
    const [, later, other] = yield* state
    assert.strictEqual(later, 4000)
    assert.match(String(other), /^link platform:acc-9:fake:2:2 \(backfill\): .*SLOW/)
    yield* ended("2", "backfill")
    assert.deepStrictEqual(yield* state, [7000, null, null])
  }))

  test("do not fail because of a link that was removed", Effect.gen(function*() {
    const connections = yield* Connections
    yield* ended("1", "changes", "DOWN")
    yield* connections.removeLink(scopeOf("1"))
    yield* ended("2", "changes")
    assert.deepStrictEqual(yield* state, [2000, null, null])
  }))

  test("that succeed leave nothing that shows later, also while another link is removed", Effect.gen(function*() {
    yield* ended("1", "changes", "DOWN")
    // What the removal of a link does that has failed as well.
    yield* Effect.flatMap(Database, (db) => db.query("update connection_state set poll_failing_since = null, poll_failure = null"))
    yield* ended("1", "changes")
    yield* ended("2", "changes", "SLOW")
    const [, since, because] = yield* state
    assert.strictEqual(since, 3000)
    assert.notInclude(String(because), "more of its polls")
  }))

  test("do not fail any more when the link that failed is removed by an operator", Effect.gen(function*() {
    const connections = yield* StoredConnections
    yield* connections.addLink({ ...linked("3"), erp: "books", secretKey: "secret-key-1" })
    yield* ended("3", "changes", "DOWN")
    assert.include(String((yield* state)[2]), "DOWN")
    yield* connections.removeLink(scopeOf("3"))
    assert.deepStrictEqual(yield* state, [null, null, null])
    assert.lengthOf(yield* Effect.flatMap(Database, (db) => db.query("select 1 from poll_failure")), 0)
  }))
})
