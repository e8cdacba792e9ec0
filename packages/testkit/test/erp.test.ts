/**
 * The suite of `erp/v1` over a plugin that is right, and over plugins that are wrong in one way each.
 */
import * as Effect from "effect/Effect"
import { assert, describe, it } from "vitest"
import * as Conformance from "../src/erp/BooksConformance.ts"
import { BooksV1Suite } from "../src/index.ts"
import * as Right from "./rightErp.ts"
import * as Wrong from "./wrongErp.ts"

const { fixture, layer } = Right.peer()

BooksV1Suite.suite({ plugin: Right.plugin(), settings: Right.settings, fixture, layer, report: { name: "crossdock-conformance-erp" } })

const brokenBy = ({ changes, only, settings = Right.settings }: Wrong.Wrong): Promise<ReadonlyArray<string>> => {
  const peer = Right.peer()
  const report = Conformance.check({ plugin: Right.plugin(changes), settings, fixture: peer.fixture, layer: peer.layer, maxBusyMillis: 1500 }, only)
  return Effect.runPromise(Effect.map(report, ({ laws }) => laws.filter(({ outcome }) => outcome === "broken").map(({ law }) => law)))
}

describe("an ERP plugin that", () => {
  it.each([...Wrong.all, ...Wrong.lies].map((wrong) => [wrong.message, wrong] as const))("%s", async (_, wrong) => {
    assert.deepStrictEqual((await brokenBy(wrong)).toSorted(), wrong.breaks.toSorted())
  })

  it("is right in everything is wrong in nothing, and no law cannot be broken", () => {
    const laws = Conformance.lawsOf({ plugin: Right.plugin(), fixture }).filter(({ skipped }) => skipped === undefined).map(({ name }) => name)
    const broken = new Set([...Wrong.all, ...Wrong.lies].flatMap(({ breaks }) => breaks))
    assert.deepStrictEqual(laws.filter((law) => !broken.has(law)), [])
  })
})
