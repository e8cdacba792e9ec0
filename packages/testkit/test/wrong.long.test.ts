/**
 * The suite tests itself: each wrong plugin breaks exactly the laws that are about what is wrong with it, and every law
 * is broken by one of them.
 */
import * as Effect from "effect/Effect"
import { assert, describe, it } from "vitest"
import * as Conformance from "../src/warehouse/Conformance.ts"
import * as Right from "./correct-plugin.ts"
import * as Wrong from "./wrong-plugins.ts"

const brokenBy = ({ changes, peer, settings = Right.settings }: Wrong.Wrong, only?: (law: string) => boolean): Promise<ReadonlyArray<string>> => {
  const { fixture, layer } = Right.peer(undefined, peer)
  const report = Conformance.check({ plugin: Right.plugin(changes), settings, fixture, layer, maxBusyMillis: 1500 }, only)
  return Effect.runPromise(Effect.map(report, ({ laws }) => laws.filter(({ outcome }) => outcome === "broken").map(({ law }) => law)))
}

describe("a plugin that", () => {
  it.each(Wrong.all.map((wrong) => [wrong.message, wrong] as const))("%s", async (_, wrong) => {
    assert.deepStrictEqual((await brokenBy(wrong)).toSorted(), wrong.breaks.toSorted())
  })
})

describe("a plugin that, of all laws about one operation,", () => {
  it.each(Wrong.lies.map((wrong) => [wrong.message, wrong] as const))("%s", async (_, wrong) => {
    assert.deepStrictEqual(await brokenBy(wrong, (law) => law.startsWith(`${wrong.operation}/`)), wrong.breaks)
  })
})

describe("the suite", () => {
  it("has no law that cannot be broken", () => {
    const { fixture } = Right.peer()
    const laws = Conformance.lawsOf({ plugin: Right.plugin(), fixture }).filter(({ skipped }) => skipped === undefined).map(({ name }) => name)
    const broken = new Set([...Wrong.all, ...Wrong.lies].flatMap(({ breaks }) => breaks))
    assert.deepStrictEqual(laws.filter((law) => !broken.has(law)), [])
  })
})
