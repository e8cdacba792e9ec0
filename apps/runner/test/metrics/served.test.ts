import { assert, it } from "@effect/vitest"
import { type AnyPlugin, defineRunner } from "@crossdock/config"
import * as Effect from "effect/Effect"
import { metrics } from "../../src/http/MetricsAnswer.ts"
import { onBothDatabases } from "../support/Databases.ts"
import { envelope, live } from "../support/Live.ts"
import * as Peers from "../support/Peers.ts"
import { orderContent } from "../support/Wire.ts"

/** The served calls of all links and operations with a code. Counters are of the process, so that other tests count with them. */
const count = (code: string) =>
  Effect.map(metrics, (text) =>
    [...text.matchAll(new RegExp(`^crossdock_served_calls_total\\{[^}]*code="${code}"[^}]*\\} (\\S+)$`, "gm"))].reduce((sum, [, value]) => sum + Number(value), 0))

onBothDatabases("calls of links", (fresh) => {
  it.live("are counted by link, operation and stable code, also those that no contract reached (F4)", () =>
    Effect.scoped(Effect.gen(function*() {
      const { plugin } = Peers.warehouse()
      const erp = Peers.erp()
      const composition = defineRunner<ReadonlyArray<AnyPlugin>>({
        plugins: [plugin, erp.plugin],
        connections: [{ id: "books", plugin: "erp-fake", settings: {} }, { id: "wh", plugin: plugin.id, callsPerSecond: 1000, settings: {} }],
        links: [{ erp: "books", peer: "wh", protocol: "warehouse", id: "acc-1", secretKey: "secret-key-1" }]
      })
      yield* live(yield* Effect.promise(fresh), composition, (w) =>
        Effect.gen(function*() {
          const [good, missing] = [yield* count("OK"), yield* count("MEMBER_MISSING")]
          yield* w.call({ body: envelope("createOrder", orderContent("SO-1")) })
          for (let time = 0; time < 3; time++) yield* w.call({ body: envelope("createOrder", { orderNumber: "SO-2" }) })
          assert.deepStrictEqual([(yield* count("OK")) - good, (yield* count("MEMBER_MISSING")) - missing], [1, 3])
          const text = yield* metrics
          assert.match(text, /^crossdock_served_calls_total\{(?=.*link="[^"]+")(?=.*operation="createOutboundOrder").*code="OK".*\} \d/m)
          assert.match(text, /^crossdock_served_call_duration_seconds_count\{(?=.*operation="createOutboundOrder")[^}]*\} \d/m)
        }))
    })))
})
