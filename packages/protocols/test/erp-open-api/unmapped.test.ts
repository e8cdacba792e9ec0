/**
 * What the messages of document 3 have no member for: each row is reported when it is left out.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { UnmappedFields } from "../../src/erp-open-api/index.ts"
import { atNow, calls, joined, type Name, profile } from "./support.ts"

const rowsOf = (method: string) => UnmappedFields.rows.filter((row) => row.method === method).map(({ place }) => place)

describe("data without a member", () => {
  it("is asked for by the deprecated list of balances alone, beside units, which are refused", () => {
    assert.deepStrictEqual(UnmappedFields.rows.map(({ method, place, side }) => [method, side, place]), [
      ["CREATE_ASN_ORDER", "asked", "/lines/*/unit"],
      ...["withCombinations", "withEmpty", "inOriginalCurrency", "withCosts"].map((name) => ["QUERY_SIMPLE_LIST_INVENTORY", "asked", `/${name}`])
    ])
  })

  it.effect("is left out and reported", () =>
    atNow(Effect.gen(function*() {
      const { client, kept } = joined({ client: { profile: profile({ inventoryList: "v1" }) } })
      yield* client.listStockBalances({ ...calls.listStockBalances.payload, warehouseNames: ["Main"] } as never)
      assert.sameMembers(kept.findings.map(({ path }) => path), [...rowsOf("QUERY_SIMPLE_LIST_INVENTORY"), "/serviceType"])
    })))

  it.effect.each(Object.keys(calls) as ReadonlyArray<Name>)("is not reported of %s, whose samples have every member that its messages carry", (name) =>
    atNow(Effect.gen(function*() {
      const { client, kept } = joined()
      yield* client[name](calls[name].payload as never)
      assert.deepStrictEqual(kept.findings, [])
    })))
})
