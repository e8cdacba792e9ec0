/**
 * Plugins whose tokens lapse: the right one renews through `Credentials`, the wrong ones do not.
 */
import { AdapterError, Credentials } from "@crossdock/core"
import * as Effect from "effect/Effect"
import { assert, describe, it } from "vitest"
import * as InMemoryCredentials from "../src/InMemoryCredentials.ts"
import * as Conformance from "../src/warehouse/Conformance.ts"
import * as Right from "./correct-plugin.ts"
import { type Gate, gate } from "./tokenGate.ts"

type Handler = (payload: never) => Effect.Effect<unknown, AdapterError.Reason>

type Guard = <A>(call: Effect.Effect<A, AdapterError.Reason>) => Effect.Effect<A, AdapterError.Reason>

const brokenBy = async (guardOf: (gate: Gate) => Guard): Promise<ReadonlyArray<string>> => {
  const tokens = gate()
  const guard = guardOf(tokens)
  const { fixture, layer } = Right.peer()
  const plugin = Right.plugin({
    handlers: (right) =>
      Object.fromEntries(Object.entries(right).map(([name, handler]) => [name, (payload: never) => guard((handler as Handler)(payload))])) as Partial<Right.Handlers>
  })
  const report = Conformance.check({ plugin, settings: Right.settings, fixture: { ...fixture, tokenExpiry: tokens.expiry }, layer, maxBusyMillis: 1500 }, (law) => law.startsWith("credentials/"))
  const { laws } = await Effect.runPromise(report)
  assert.strictEqual(laws.length, 2)
  return laws.filter(({ outcome }) => outcome !== "held").map(({ law }) => law)
}

describe("of the laws about tokens that lapse, a plugin that", () => {
  it("renews through Credentials breaks none", async () => {
    assert.deepStrictEqual(
      await brokenBy((tokens) => {
        const using = Credentials.makeCredentialedCall(InMemoryCredentials.make(tokens.first), { renew: () => tokens.renew })
        return (call) => using((held) => Effect.andThen(tokens.checks(held), call))
      }),
      []
    )
  })

  it("keeps its token for ever breaks all", async () => {
    assert.deepStrictEqual(
      await brokenBy((tokens) => (call) => Effect.andThen(tokens.checks(tokens.first), call)),
      ["credentials/lapse", "credentials/lapse-create"]
    )
  })

  it("renews for each call by itself breaks the one about calls at once", async () => {
    assert.deepStrictEqual(
      await brokenBy((tokens) => {
        let held = tokens.first
        const renewed = Effect.tap(tokens.renew, (obtained) => Effect.sync(() => held = obtained))
        return (call) =>
          Effect.andThen(
            Effect.catch(Effect.suspend(() => tokens.checks(held)), () => Effect.andThen(renewed, Effect.suspend(() => tokens.checks(held)))),
            call
          )
      }),
      ["credentials/lapse"]
    )
  })
})

describe("a plugin with `authorization`", () => {
  const check = (authorization?: Right.Changes["authorization"]) => {
    const { fixture, layer } = Right.peer()
    const plugin = Right.plugin({ ...(authorization && { authorization }) })
    return Effect.runPromise(Conformance.check({ plugin, settings: Right.settings, fixture, layer }, (law) => law.startsWith("authorization/")))
  }
  const observed = (operations: ReadonlyArray<{ readonly operation: string; readonly observed: string }>) =>
    operations.find(({ operation }) => operation === "authorization")?.observed

  it("is observed in the report beside the operations", async () => {
    const { laws, operations } = await check()
    assert.deepStrictEqual(laws.filter(({ outcome }) => outcome !== "held").map(({ law }) => law), [])
    assert.strictEqual(observed(operations), "works")
  })

  it("is broken where it takes every code", async () => {
    const { operations } = await check(() => ({ exchange: (_, { params }) => Effect.succeed({ values: params }) }))
    assert.strictEqual(observed(operations), "broken")
  })
})
