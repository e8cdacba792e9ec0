/**
 * Plugins of the templates that are wrong in one way each: the suite names the laws that each breaks.
 */
import { assert, beforeAll, describe, it } from "vitest"
import type { Kind } from "../../src/Choice.ts"
import { limit } from "../linked.ts"
import * as Plugins from "./Plugins.ts"
import * as Erps from "./erps.ts"
import * as Shops from "./shops.ts"

const contracts: ReadonlyArray<readonly [kind: Kind, wrongs: ReadonlyArray<Plugins.Wrong>]> = [["platform", Shops.wrongs], ["erp", Erps.wrongs]]

describe.each(contracts)("a wrong %s plugin that", (kind, wrongs) => {
  let results: ReadonlyArray<Plugins.Result> = []
  let right: Plugins.Result | undefined
  beforeAll(() => {
    [right, ...results] = Plugins.results(kind, "http-json", [{ edits: [] }, ...wrongs])
  }, limit)

  it("is wrong in nothing breaks no law", () => {
    assert.deepStrictEqual(right!.broken, [])
    assert.isAbove(right!.held, 30)
  })

  it.each(wrongs.map((each, at) => [each.message, each, at] as const))("%s", (_, { breaks }, at) => {
    assert.deepStrictEqual(results[at]!.broken.map(({ law }) => law).toSorted(), breaks.toSorted(), JSON.stringify(results[at]!.broken))
  })
})
