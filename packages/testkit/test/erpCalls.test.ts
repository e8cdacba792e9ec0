/**
 * The laws of `erp/v1` about calls: a right plugin keeps them, each wrong one breaks the law about what is wrong with it, and what
 * the fixture lacks is told.
 */
import * as AdapterError from "@crossdock/core/AdapterError"
import * as Effect from "effect/Effect"
import { assert, describe, it } from "vitest"
import * as Conformance from "../src/erp/Conformance.ts"
import { failureRules, type FaultName } from "../src/FaultInjection.ts"
import { settings } from "./rightErp.ts"
import * as Right from "./rightErpCalls.ts"
import { careless, isOf } from "./wrongErp.ts"

const outcomes = (plugin: ReturnType<typeof Right.plugin>, name: string) => {
  const { fixture, layer } = Right.peer()
  const report = Conformance.check({ plugin, settings, fixture, layer, maxBusyMillis: 1500 }, (law) => law.startsWith(`${name}/`))
  return Effect.runPromise(Effect.map(report, ({ laws }) => laws.map(({ law, outcome }) => [law, outcome] as const)))
}

const brokenBy = async (plugin: ReturnType<typeof Right.plugin>, name: string) =>
  (await outcomes(plugin, name)).flatMap(([law, outcome]) => (outcome === "broken" ? [law] : []))

const faults = Object.keys(failureRules) as ReadonlyArray<FaultName>

describe("an ERP plugin", () => {
  it.each(Right.names)("that is right in everything keeps every law of %s", async (name) => {
    const kept = await outcomes(Right.plugin(), name)
    assert.sameDeepMembers(kept, [`${name}/answers`, ...faults.map((fault) => `${name}/${fault}`)].map((law) => [law, "held"] as const))
  })

  it.each(Right.names)("that never answers %s breaks the law that it answers", async (name) => {
    const failing = Right.plugin((each, call) => (payload) =>
      each === name ? Effect.andThen(call(payload), Effect.fail(new AdapterError.ResponseInvalid({ cause: "?" }))) : call(payload))
    assert.deepStrictEqual(await brokenBy(failing, name), [`${name}/answers`])
  })

  it.each(Right.names.flatMap((name) => faults.map((fault) => [name, fault] as const)))("that misjudges %s under the fault %s breaks the law about it", async (name, fault) => {
    const is = isOf[fault]!
    const lying = Right.plugin((each, call) => (payload) =>
      each === name ? Effect.mapError(call(payload), (reason) => (is(reason) ? careless(fault) : reason)) : call(payload))
    assert.deepStrictEqual(await brokenBy(lying, name), [`${name}/${fault}`])
  })

  it("that offers an operation for which the fixture has no payload is not proven", async () => {
    const { fixture, layer } = Right.peer()
    const { calls: _, ...rest } = fixture
    const report = await Effect.runPromise(Conformance.check({ plugin: Right.plugin(), settings, fixture: rest, layer }, (law) => law.startsWith("listStockBalances")))
    assert.isFalse(report.laws.some(({ outcome }) => outcome === "held"))
    assert.include(JSON.stringify(report), "calls: listStockBalances")
  })
})
