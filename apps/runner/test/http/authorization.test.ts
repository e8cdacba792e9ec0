import { assert, it } from "@effect/vitest"
import { type AnyPlugin, defineRunner } from "@crossdock/config"
import { WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Authorization from "../../src/connection/Authorization.ts"
import { Connections } from "../../src/connection/Connections.ts"
import { Database } from "../../src/store/Database.ts"
import { onBothDatabases } from "../support/Databases.ts"
import { type Live, live } from "../support/Live.ts"
import * as Peers from "../support/Peers.ts"
import { type TokenPeer, tokenPeer } from "../support/TokenPeer.ts"
import type { RunnerServices } from "../support/World.ts"

const publicUrl = new URL("https://runner.example/crossdock")

const begun = Effect.map(Authorization.begin("wh", publicUrl), ({ url }) => url.searchParams.get("state")!)

const back = (w: Live, query: Readonly<Record<string, string>>, connection = "wh") =>
  w.call({ method: "GET", path: `/oauth/callback/${connection}?${new URLSearchParams(query)}` })

const ask = Effect.flatMap(Connections, (connections) => connections.invoke("wh", WarehouseV1.ListWarehouses, {}))

onBothDatabases("what a peer sends a person back with", (fresh) => {
  const atDoor = (title: string, test: (w: Live, peer: TokenPeer) => Effect.Effect<unknown, unknown, RunnerServices>, authFailureLimit = 100): void =>
    it.live(title, () =>
      Effect.gen(function*() {
        const database = yield* Effect.promise(fresh)
        const peer = tokenPeer()
        const erp = Peers.erp()
        const composition = defineRunner<ReadonlyArray<AnyPlugin>>({
          plugins: [peer.plugin, erp.plugin],
          connections: [{ id: "books", plugin: "erp-fake", settings: {} }, { id: "wh", plugin: "warehouse-token", callsPerSecond: 1000, settings: {} }],
          links: [{ erp: "books", peer: "wh", protocol: "warehouse", id: "acc-1", secretKey: "secret-key-1" }],
          server: { authFailureLimit }
        })
        yield* live(database, composition, (w) => test(w, peer), { publicUrl })
      }))

  atDoor("authorizes the connection once, and one that was paused for want of it runs again", (w) =>
    Effect.gen(function*() {
      const connections = yield* Connections
      const state = yield* begun
      const stored = yield* (yield* Database).one("select * from credential where connection = 'wh'")
      assert.notInclude(JSON.stringify(stored), state)
      yield* connections.pause("wh", "NOT_AUTHORIZED: nobody has authorized this connection yet")
      const answer = yield* back(w, { code: "right-code", state })
      assert.strictEqual(answer.status, 200)
      assert.include(answer.text, "The connection wh is authorized. It was paused and is running again.")
      assert.strictEqual(answer.headers["referrer-policy"], "no-referrer")
      assert.isUndefined(connections.pausedOf("wh"))
      assert.deepStrictEqual(yield* ask, { items: [] })
      assert.strictEqual((yield* back(w, { code: "right-code", state })).status, 400)
      for (const line of w.lines) assert.notMatch(line, new RegExp(`${state}|right-code|access-token`))
    }))

  atDoor("is refused alike for a state that is unknown, late, of an earlier address or of another connection", (w, peer) =>
    Effect.gen(function*() {
      const earlier = yield* begun
      const state = yield* begun
      const refusals = [
        yield* back(w, { code: "right-code" }),
        yield* back(w, { code: "right-code", state: "" }),
        yield* back(w, { code: "right-code", state: "guessed" }),
        yield* back(w, { code: "right-code", state: earlier }),
        yield* back(w, { code: "right-code", state }, "books"),
        yield* back(w, { code: "right-code", state }, "nobody"),
        yield* w.call({ method: "POST", path: `/oauth/callback/wh?code=right-code&state=${state}` })
      ]
      yield* (yield* Database).query("update credential set state_until = 1 where connection = 'wh'")
      refusals.push(yield* back(w, { code: "right-code", state }))
      assert.strictEqual(new Set(refusals.map(({ status, text }) => `${status} ${text}`)).size, 1)
      assert.strictEqual(refusals[0]?.status, 400)
      assert.isNull((yield* (yield* Database).one("select values_sealed from credential"))?.values_sealed)
      assert.strictEqual(peer.seen.calls, 0)
    }))

  atDoor("takes a state of a node whose clock is a little ahead, and none of a clock that was set back", (w) =>
    Effect.gen(function*() {
      const db = yield* Database
      const ahead = (millis: number) => db.query("update credential set state_until = $1 where connection = 'wh'", [Date.now() + Authorization.lasts + millis])
      const state = yield* begun
      yield* ahead(3_600_000)
      assert.strictEqual((yield* back(w, { code: "right-code", state })).status, 400)
      yield* ahead(900)
      assert.strictEqual((yield* back(w, { code: "right-code", state })).status, 200)
    }))

  atDoor("says so when access was not granted or the code is not taken, without the code", (w) =>
    Effect.gen(function*() {
      const denied = yield* back(w, { error: "access_denied", state: yield* begun })
      assert.strictEqual(denied.status, 403)
      const state = yield* begun
      const failed = yield* back(w, { code: "wrong-code-7f3a", state })
      assert.strictEqual(failed.status, 502)
      assert.include(failed.text, "invalid_code")
      assert.notInclude(failed.text, "wrong-code-7f3a")
      assert.strictEqual((yield* back(w, { code: "right-code", state })).status, 400)
      for (const line of w.lines) assert.notInclude(line, "wrong-code-7f3a")
    }))

  atDoor("is counted as a failed authentication, and answered 429 after too many", (w) =>
    Effect.gen(function*() {
      const statuses: Array<number> = []
      for (let tries = 0; tries < 5; tries++) statuses.push((yield* back(w, { code: "x", state: `guess-${tries}` })).status)
      assert.deepStrictEqual(statuses, [400, 400, 400, 429, 429])
      assert.strictEqual((yield* back(w, { code: "right-code", state: yield* begun })).status, 200)
    }), 3)
})
