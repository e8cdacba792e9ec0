/**
 * Orders whose next step happens without waiting, on each database.
 */
import type { SqlStorage } from "@crossdock/core"
import { assert, type Vitest } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { inbound, open, order } from "./fixtures.ts"

export const steps = (it: Vitest.MethodsNonLive<SqlStorage.SqlStorage>): void => {
  it.effect("an account may begin without stock", () =>
    Effect.gen(function*() {
      const { stock } = yield* open("empty", { pieces: 0 })
      assert.strictEqual((yield* stock("SKU-1001"))?.total, 0)
    }))

  it.effect("the next batch arrives at once when it is asked for, and the later ones move with it", () =>
    Effect.gen(function*() {
      const { announce, next, received, stock } = yield* open("next-batch", { pieces: 0, receiveAfter: "1 day", batches: 3 })
      yield* announce(inbound("ASN-1", [["SKU-1001", 6]]))
      yield* announce(inbound("ASN-2", [["SKU-1001", 3]]))
      assert.isTrue(yield* next("ASN-1"))
      assert.strictEqual((yield* received("ASN-1"))?.status, "RECEIVING")
      assert.strictEqual((yield* received("ASN-2"))?.status, "ANNOUNCED")
      const level = yield* stock("SKU-1001")
      assert.deepStrictEqual([level?.total, level?.inTransit], [2, 7])
      yield* TestClock.adjust("1 day")
      assert.strictEqual((yield* stock("SKU-1001"))?.total, 5)
      assert.isTrue(yield* next("ASN-1"))
      assert.strictEqual((yield* received("ASN-1"))?.status, "RECEIVED")
      assert.isFalse(yield* next("ASN-1"))
      const last = yield* stock("SKU-1001")
      assert.deepStrictEqual([last?.total, last?.inTransit], [7, 2])
    }))

  it.effect("the next parcel leaves at once when it is asked for, and its goods with it", () =>
    Effect.gen(function*() {
      const { create, next, status, stock } = yield* open("next-parcel", { shipAfter: "1 day", parcelAfter: "1 day" })
      yield* create(order("SO-1", [["SKU-1001", 2], ["PARTIAL", 2]]))
      const phases = Effect.map(status("SO-1"), ([found]) => found?.status)
      assert.isTrue(yield* next("SO-1"))
      assert.strictEqual(yield* phases, "PARTIALLY_SHIPPED")
      assert.strictEqual((yield* stock("SKU-1001"))?.total, 99)
      assert.isTrue(yield* next("SO-1"))
      assert.strictEqual(yield* phases, "SHIPPED")
      const level = yield* stock("SKU-1001")
      assert.deepStrictEqual([level?.total, level?.reserved], [98, 0])
      assert.isFalse(yield* next("SO-1"))
    }))

  it.effect("nothing is next for an order that is unknown, cancelled, or never goes on", () =>
    Effect.gen(function*() {
      const { cancel, create, next } = yield* open("no-next", { shipAfter: "1 day" })
      yield* create(order("SO-1", [["SKU-1001", 1]]))
      yield* cancel("SO-1")
      yield* create(order("SO-2", [["NEVER_SHIPS", 1]]))
      assert.deepStrictEqual(yield* Effect.forEach(["SO-1", "SO-2", "SO-3"], next), [false, false, false])
    }))
}
