/**
 * Plugins that open a connection too late or never.
 */
import { assert } from "@effect/vitest"
import { AdapterError, WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Connections } from "../../src/connection/Connections.ts"
import { onBothDatabases } from "../support/Databases.ts"
import { during, inWorldOn, pass } from "../support/World.ts"

/** A warehouse whose session is opened in this way and is counted while it is held. */
const vendor = (open: (attempt: number) => Effect.Effect<void, AdapterError.Reason>) => {
  const seen = { attempts: 0, held: 0 }
  const plugin = WarehouseV1.plugin({
    id: "warehouse-vendor",
    settings: Schema.Struct({}),
    limits: { linesPerOrder: 1, ordersPerQuery: 1 },
    offers: ["listWarehouses"],
    make: () =>
      Effect.gen(function*() {
        const attempt = ++seen.attempts
        yield* Effect.acquireRelease(Effect.tap(open(attempt), () => Effect.sync(() => void seen.held++)), () => Effect.sync(() => void seen.held--))
        return {
          handlers: {
            createOutboundOrder: () => Effect.die("not asked for"),
            cancelOutboundOrder: () => Effect.die("not asked for"),
            getOutboundOrders: () => Effect.succeed({ items: [] }),
            listWarehouses: () => Effect.succeed({ items: [{ code: "WH-1", name: "One" }] })
          }
        }
      })
  })
  return { plugin, seen }
}

const listed = Effect.flatMap(Connections, (connections) => connections.invoke("wh", WarehouseV1.ListWarehouses, {}))
const reasonOf = Effect.map(Effect.flip(listed), (error) => (error as AdapterError.AdapterError).reason)

onBothDatabases("a plugin that opens a connection", (fresh) => {
  const inWorld = inWorldOn(fresh)

  const hanging = vendor((attempt) => attempt === 1 ? Effect.uninterruptible(Effect.never) : Effect.void)
  inWorld("and hangs where it cannot be interrupted keeps nobody waiting longer than the limit, and the next call opens it again", { plugin: hanging.plugin, isIdle: true }, () =>
    Effect.gen(function*() {
      hanging.seen.attempts = 0
      assert.deepInclude(yield* during(reasonOf, 20_000), { _tag: "TransportFailed", phase: "connect" })
      assert.lengthOf((yield* during(listed, 20_000)).items, 1)
    }))

  const late = vendor((attempt) => attempt === 1 ? Effect.uninterruptible(Effect.sleep("15 seconds")) : Effect.void)
  inWorld("and finishes after the limit keeps nothing of that attempt open", { plugin: late.plugin, isIdle: true }, () =>
    Effect.gen(function*() {
      late.seen.attempts = 0
      assert.deepInclude(yield* during(reasonOf, 12_000), { _tag: "TransportFailed", phase: "connect" })
      yield* pass(10_000)
      assert.strictEqual(late.seen.held, 0)
      late.seen.attempts = 1
      yield* listed
      assert.strictEqual(late.seen.held, 1)
    }))
})
