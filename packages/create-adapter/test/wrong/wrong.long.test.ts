/**
 * Plugins of the templates that are wrong in one way each: the suite names the laws that each breaks.
 */
import { assert, beforeAll, describe, it } from "vitest"
import type { Kind } from "../../src/Choice.ts"
import { limit } from "../linked.ts"
import * as Plugins from "./Plugins.ts"
import * as Erps from "./erps.ts"
import * as Shops from "./shops.ts"
import * as Warehouses from "./warehouses.ts"

const contracts: ReadonlyArray<readonly [kind: Kind, wrongs: ReadonlyArray<Plugins.Wrong>]> = [["platform", Shops.wrongs], ["erp", Erps.wrongs], ["warehouse", Warehouses.wrongs]]

/** The laws about faults: `packages/testkit/test` has wrong plugins for them. */
const isFaultLaw = (law: string): boolean => /\/(?:offline|reset|lose-answer|slow|drip|html|garbage|rate-limit|refuse-unlisted|credential)$/.test(law)

/** What the templates cannot do wrong: `packages/testkit/test` has wrong plugins for these laws. */
const ofEveryPlugin = ["plugin/unoffered", "plugin/opens-again", "plugin/settings-secret"]

/** Laws that are broken with others here. Those of a warehouse are mostly broken alone by a wrong plugin in `packages/testkit/test`. */
const notAlone: Readonly<Record<Kind, ReadonlyArray<string>>> = {
  platform: ofEveryPlugin,
  erp: ofEveryPlugin,
  warehouse: [
    "plugin/limits",
    ...ofEveryPlugin,
    ...["documents", "nothing-to-collect", "twice", "too-many-lines", "settled", "each-write", "similar-numbers", "duplicate"].map((law) => `createOutboundOrder/${law}`),
    ...["cancels", "by-warehouse-number", "twice", "shipped", "unknown", "similar-numbers", "duplicate"].map((law) => `cancelOutboundOrder/${law}`),
    ...["mixed", "too-many", "known-number", "cancelled", "changes-nothing", "similar-numbers"].map((law) => `getOutboundOrders/${law}`),
    ...["every-page", "formula", "promised", "page-count", "of-skus", "since", "endless-pages", "repeated-page", "moving"].map((law) => `listStock/${law}`)
  ]
}

describe.each(contracts)("a wrong %s plugin that", (kind, wrongs) => {
  let results: ReadonlyArray<Plugins.Result> = []
  let right: Plugins.Result | undefined
  beforeAll(() => {
    [right, ...results] = Plugins.results(kind, "http-json", [{ edits: [] }, ...wrongs])
  }, limit)

  it("is wrong in nothing breaks no law", () => {
    assert.deepStrictEqual(right!.broken, [])
    assert.isAbove(right!.held.length, 30)
  })

  it("breaks each law alone, but for those that are named here", () => {
    const alone = new Set(wrongs.flatMap(({ breaks }) => (breaks.length === 1 ? breaks : [])))
    assert.deepStrictEqual(right!.held.filter((law) => !isFaultLaw(law) && !alone.has(law)), notAlone[kind])
  })

  it.each(wrongs.map((each, at) => [each.message, each, at] as const))("%s", (_, { breaks }, at) => {
    assert.deepStrictEqual(results[at]!.broken.map(({ law }) => law).toSorted(), breaks.toSorted(), JSON.stringify(results[at]!.broken))
  })
})
