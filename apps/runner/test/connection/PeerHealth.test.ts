import { AdapterError } from "@crossdock/core"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { TestClock } from "effect/testing"
import * as PeerHealth from "../../src/connection/PeerHealth.ts"
import { type Database, DatabaseFailed } from "../../src/store/Database.ts"
import type { Versions } from "../../src/store/Versions.ts"

const unreachable = new AdapterError.AdapterError({ adapter: "wh", operation: "createOutboundOrder", reason: new AdapterError.TransportFailed({ phase: "connect", cause: "gone" }) })

it.effect("what a database that is away has not stored of a peer is stored once it is back (F3)", () =>
  Effect.scoped(Effect.gen(function*() {
    const stored: Array<string> = []
    let isAway = false
    const query = (text: string) =>
      Effect.suspend(() => {
        if (isAway) return Effect.fail(new DatabaseFailed({ isUniqueViolation: false, cause: "away" }))
        if (/^(?:insert into poll_failure|delete)/.test(text)) stored.push(text.slice(0, 6))
        return Effect.succeed([])
      })
    const db = { query, transaction: (work: Effect.Effect<unknown, unknown>) => work } as unknown as Database["Service"]
    const versions = { onChange: () => Effect.void, raise: () => Effect.asVoid(query("raise")) } as unknown as Versions["Service"]
    const health = yield* PeerHealth.make(db, versions)
    yield* Effect.exit(health.observed("wh", "createOutboundOrder", Effect.fail(unreachable)))
    yield* TestClock.adjust(1)
    assert.deepStrictEqual(stored, ["insert"])
    isAway = true
    yield* health.observed("wh", "createOutboundOrder", Effect.succeed({}))
    yield* TestClock.adjust("1 minute")
    assert.deepStrictEqual(stored, ["insert"])
    isAway = false
    yield* TestClock.adjust("5 seconds")
    assert.deepStrictEqual(stored, ["insert", "delete"])
    yield* Effect.exit(health.observed("wh", "createOutboundOrder", Effect.fail(unreachable)))
    yield* TestClock.adjust(1)
    assert.deepStrictEqual(stored, ["insert", "delete", "insert"])
  })))
