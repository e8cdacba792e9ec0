/**
 * What every call about a served shop passes: deadlines, limits, repeats, and the record of what is not forwarded.
 */
import { AdapterError, PlatformV1 } from "@crossdock/core"
import { assert, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Schema from "effect/Schema"
import { Connections } from "../../src/connection/Connections.ts"
import { Database } from "../../src/store/Database.ts"
import { onBothDatabases } from "../support/Databases.ts"
import { type Live, live, soon } from "../support/Live.ts"
import * as Shop from "../support/Shop.ts"

const window = { updateTimeStart: 1_772_330_584_000, updateTimeEnd: 1_772_330_585_000, pageNo: 1, pageSize: 10 }
const ready = { onlineOrderId: "SO-1", trackingNumber: "T-1", platformLogisticsCode: "SBX-POST" }

/** A platform that offers nothing beyond what it must, and answers each query when it is told to. */
const slow = () => {
  const seen = { calls: 0 }
  const gate = Deferred.makeUnsafe<void>()
  let fails: AdapterError.Reason | undefined
  const plugin = PlatformV1.plugin({
    id: "platform-slow",
    settings: Schema.Struct({ orders: Schema.optionalKey(Schema.Number) }),
    limits: { ordersPerQuery: 2 },
    offers: [],
    make: () =>
      Effect.succeed({
        handlers: {
          getOrders: () =>
            Effect.gen(function*() {
              seen.calls++
              if (fails !== undefined) return yield* Effect.fail(fails)
              yield* Deferred.await(gate)
              return { items: [] }
            })
        }
      })
  })
  return { plugin, seen, gate, fail: (reason: AdapterError.Reason) => void (fails = reason) }
}

onBothDatabases("a call about a served shop", (fresh) => {
  const served = (title: string, test: (w: Live) => Effect.Effect<unknown, unknown, any>, options: Shop.Options = {}) =>
    it.live(title, () =>
      Effect.gen(function*() {
        yield* live(yield* Effect.promise(fresh), Shop.composition(options), test as never)
      }))

  for (const [doubtfulAnswer, status] of [["body", 200], ["503", 503]] as const) {
    served(`is answered DOUBTFUL with HTTP ${status} when the outcome is not known by the deadline (P-396 U-141)`, (w) =>
      Effect.gen(function*() {
        yield* Shop.place({ onlineOrderId: "SO-1", goods: [{ sku: "FAIL_ONCE", quantity: 1 }] })
        const answer = yield* Shop.call(w, "readyToShip", ready)
        assert.deepStrictEqual([answer.status, answer.body], [status, { success: false, message: "DOUBTFUL: outcome not known yet; ask again with the same number" }])
      }), { server: { callerDeadline: "300 millis", doubtfulAnswer } })
  }

  served("that repeats one which is still running has its effect once, and both get its answer (P-396 U-124)", (w) =>
    Effect.gen(function*() {
      yield* Shop.place({ onlineOrderId: "SO-1", goods: [{ sku: "LOST_ANSWER", quantity: 1 }] })
      const answers = yield* Effect.all(Array.from({ length: 20 }, () => Shop.call(w, "readyToShip", ready)), { concurrency: "unbounded" })
      assert.deepStrictEqual([...new Set(answers.map(Shop.codeOf))], ["ok"])
      const db = yield* Database
      const [sent] = yield* db.query("select count(*) as n from attempt where kind = 'create'")
      assert.strictEqual(Number(sent!.n), 1)
    }))

  served("is answered by the deadline although the platform does not answer (U-123)", (w) =>
    Effect.gen(function*() {
      assert.strictEqual(Shop.codeOf(yield* Shop.call(w, "getOrder", window)), "NO_ANSWER")
    }), { plugin: slow().plugin, server: { callerDeadline: "200 millis" } })

  const full = slow()
  served("is refused when too many of its link are waiting, and nothing is done with it", (w) =>
    Effect.gen(function*() {
      const before = full.seen.calls
      const first = yield* Effect.forkChild(Shop.call(w, "getOrder", window))
      yield* soon(Effect.sync(() => full.seen.calls === before + 1))
      const second = yield* Shop.call(w, "getOrder", window)
      assert.deepStrictEqual([second.status, Shop.codeOf(second), second.headers["retry-after"]], [503, "OVERLOADED", "1"])
      Deferred.doneUnsafe(full.gate, Effect.void)
      assert.strictEqual(Shop.codeOf(yield* Fiber.join(first)), "ok")
      assert.strictEqual(full.seen.calls, before + 1)
    }), { plugin: full.plugin, server: { callsAtOncePerLink: 1 } })

  served("is refused as NOT_SUPPORTED where the platform does not offer it", (w) =>
    Effect.gen(function*() {
      for (const [method, content] of [["initLogistics", {}], ["readyToShip", ready], ["getPlatformWarehouse", {}], ["updateInventory", { onlineItemId: "P-1", onlineStock: 1 }]] as const) {
        assert.strictEqual(Shop.codeOf(yield* Shop.call(w, method, content)), "NOT_SUPPORTED", method)
      }
    }), { plugin: slow().plugin })

  for (const [reason, code, calls] of [
    [new AdapterError.PeerUnavailable({ status: 502 }), "PLATFORM_UNAVAILABLE", 3],
    [new AdapterError.TransportFailed({ phase: "connect", cause: "refused" }), "NOT_SENT", 3],
    [new AdapterError.ResponseInvalid({ cause: "html" }), "ANSWER_INVALID", 3],
    [new AdapterError.CredentialRejected({ fault: { code: "NO", message: "no" } }), "CONNECTION_PAUSED", 1],
    [new AdapterError.FaultUnlisted({ fault: { code: "", message: "odd" } }), "PLATFORM_FAULT", 1]
  ] as const) {
    const failing = slow()
    failing.fail(reason)
    served(`that reads is repeated briefly after ${reason._tag} where that may help, and then answered ${code}`, (w) =>
      Effect.gen(function*() {
        const before = failing.seen.calls
        const { body } = yield* Shop.call(w, "getOrder", window)
        assert.match(body.message, new RegExp(`^${code}: `))
        assert.notInclude(body.message, "warehouse")
        assert.strictEqual(failing.seen.calls - before, calls)
      }), { plugin: failing.plugin })
  }

  for (const [methodReplay, code] of [["count", "SHIPMENT_NOT_FOUND"], ["strict", "METHOD_REPLAY"]] as const) {
    served(`that repeats the signed text of another method is answered ${code} with methodReplay ${methodReplay} (U-124)`, (w) =>
      Effect.gen(function*() {
        yield* Shop.place({ onlineOrderId: "SO-1" })
        const content = { onlineOrderId: "SO-1", trackNumber: "T-1", trackingNumber: "T-1", platformLogisticsCode: "SBX-POST" }
        yield* Shop.call(w, "getTrackingInfo", content)
        assert.strictEqual(Shop.codeOf(yield* Shop.call(w, "cancelLogisticsOrder", content)), code)
        assert.include(w.lines.join("\n"), "repeats the signature and content of an earlier one with another method")
      }), { server: { methodReplay } })
  }

  served("has its unread members, and the headers that are not forwarded, recorded under its link", (w) =>
    Effect.gen(function*() {
      const headers = { refreshToken: "r3fresh", authorJson: JSON.stringify([{ authorKey: "k", authorValue: "v4lue" }]) }
      for (let times = 0; times < 2; times++) yield* Shop.call(w, "initLogistics", { invented: 1 }, { headers })
      assert.match((yield* Shop.call(w, "initLogistics", {}, { headers: { authorJson: "{}" } })).body.message, /^HEADER_INVALID: /)
      yield* (yield* Connections).storeDrift
      const db = yield* Database
      const rows = yield* db.query("select place, path, times from drift where scope = $1 order by path", [Shop.scope])
      assert.deepStrictEqual(rows.map(({ path, place, times }) => [place, path, Number(times)]), [["headers", "/authorJson", 1], ["initLogistics", "/invented", 2], ["headers", "/refreshToken", 1]])
      for (const secret of ["r3fresh", "v4lue"]) assert.notInclude(w.lines.join("\n") + JSON.stringify(rows), secret)
    }))
})
