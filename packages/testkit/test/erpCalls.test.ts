/**
 * The laws of `erp/v1` about calls: a right plugin keeps them, each wrong one breaks the law about what is wrong with it, and what
 * the fixture lacks is told.
 */
import * as AdapterError from "@crossdock/core/AdapterError"
import * as Effect from "effect/Effect"
import { assert, describe, it } from "vitest"
import * as Conformance from "../src/erp/BooksConformance.ts"
import { failureRules, type FaultName } from "../src/FaultInjection.ts"
import { settings } from "./rightErp.ts"
import * as Right from "./rightErpCalls.ts"
import * as Wrong from "./wrongErpCalls.ts"
import { careless, isOf } from "./wrongErp.ts"

const outcomes = (plugin: ReturnType<typeof Right.plugin>, name: string) => {
  const { fixture, layer } = Right.peer()
  const report = Conformance.check({ plugin, settings, fixture, layer, maxBusyMillis: 1500 }, (law) => law.startsWith(`${name}/`))
  return Effect.runPromise(Effect.map(report, ({ laws }) => laws.map(({ law, outcome }) => [law, outcome] as const)))
}

const brokenBy = async (plugin: ReturnType<typeof Right.plugin>, name: string) =>
  (await outcomes(plugin, name)).flatMap(([law, outcome]) => (outcome === "broken" ? [law] : []))

const faults = Object.keys(failureRules) as ReadonlyArray<FaultName>

/** What `receiveShipments` promises beside the message that arrives. */
const ofShipments: ReadonlyArray<string> = ["difference", "versions", "end", "documents"].map((law) => `receiveShipments/${law}`)

/** The laws about the records of orders and stock: those that are neither about faults nor about an answer alone. */
const ofRecords = Conformance.lawsOf({ plugin: Right.plugin(), fixture: Right.peer().fixture }).map(({ name }) => name).filter((law) =>
  law === "receiveInboundProgress/booked-once" || law === "receiveReturn/booked-once" || ofShipments.includes(law) ||
  Right.names.some((name) => law.startsWith(`${name}/`) && law !== `${name}/answers` && !faults.some((fault) => law === `${name}/${fault}`)))

describe("an ERP plugin", () => {
  it.each(Right.names)("that is right in everything keeps every law of %s", async (name) => {
    const kept = await outcomes(Right.plugin(), name)
    assert.deepStrictEqual(kept.filter(([, outcome]) => outcome !== "held"), [])
    assert.includeMembers(kept.map(([law]) => law), [`${name}/answers`, ...faults.map((fault) => `${name}/${fault}`)])
  })

  it.each(Wrong.all.map((wrong) => [wrong.message, wrong] as const))("that %s breaks the laws about it", async (_, { breaks, changes, options }) => {
    const broken = await Promise.all([...new Set(breaks.map((law) => law.split("/")[0]!))].map((name) => brokenBy(Right.plugin(changes, options), name)))
    assert.sameMembers(broken.flat().filter((law) => ofRecords.includes(law)), [...breaks])
  })

  it("has no law of its records that cannot be broken", () => {
    const broken = new Set(Wrong.all.flatMap(({ breaks }) => breaks))
    assert.deepStrictEqual(ofRecords.filter((law) => !broken.has(law)), [])
  })

  it.each(Right.names)("that never answers %s breaks the law that it answers", async (name) => {
    const failing = Right.plugin((each, call) => (payload) =>
      each === name ? Effect.andThen(call(payload), Effect.fail(new AdapterError.ResponseInvalid({ cause: "?" }))) : call(payload))
    assert.include(await brokenBy(failing, name), `${name}/answers`)
  })

  it.each(Right.names.flatMap((name) => faults.map((fault) => [name, fault] as const)))("that misjudges %s under the fault %s breaks the law about it", async (name, fault) => {
    const is = isOf[fault]!
    const lying = Right.plugin((each, call) => (payload) =>
      each === name ? Effect.mapError(call(payload), (reason) => (is(reason) ? careless(fault) : reason)) : call(payload))
    assert.deepStrictEqual(await brokenBy(lying, name), [`${name}/${fault}`])
  })

  it("that offers an operation for which the fixture has no payload is not proven", async () => {
    const { fixture, layer } = Right.peer()
    const { calls: _, lists: __, ...rest } = fixture
    const report = await Effect.runPromise(Conformance.check({ plugin: Right.plugin(), settings, fixture: rest, layer }, (law) => law.startsWith("listStockBalances")))
    assert.isFalse(report.laws.some(({ outcome }) => outcome === "held"))
    assert.include(JSON.stringify(report), "calls: listStockBalances")
    assert.include(JSON.stringify(report), "lists: listStockBalances")
  })

  it("whose fixture shows neither the messages that arrived nor the batches that were booked is not proven", () => {
    const { fixture } = Right.peer()
    const { progress: _, received: __, ...rest } = fixture
    const namesOf = (given: typeof rest) => Conformance.lawsOf({ plugin: Right.plugin(), fixture: given }).map(({ name }) => name)
    assert.include(namesOf(rest), "receiveInboundProgress/fixture")
    assert.notInclude(namesOf(fixture), "receiveInboundProgress/fixture")
  })
})
