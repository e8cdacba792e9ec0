/**
 * Plugins that are right for one call at a time and wrong for several at once. The suite must see it in memory, which is what authors run.
 */
import { assert, describe, it } from "vitest"
import { limit } from "../linked.ts"
import { renewsForItself } from "./oauth.ts"
import * as Plugins from "./Plugins.ts"

const order = "src/operations/CreateOutboundOrder.ts"

const keepsOrderInVariable: ReadonlyArray<Plugins.Edit> = [
  [order, "  return Effect.fnUntraced(function*(order) {\n", `  const look = call({ route: "GET /orders", response: Schema.Struct({}) })
  let current: OutboundOrder.OutboundOrder
  return Effect.fnUntraced(function*(order) {
    current = order
    yield* Effect.ignore(look({ query: { reference: [order.orderNumber] } }))
`],
  [order, "toWire(order, yield* WholePieces.fromLines(order.lines))", "toWire(current, yield* WholePieces.fromLines(current.lines))"]
]

const brokenBy = (kind: "warehouse", protocol: "http-json" | "http-json-oauth", edits: ReadonlyArray<Plugins.Edit>) => {
  const [right, wrong] = Plugins.results(kind, protocol, [{ edits: [] }, { edits }])
  assert.deepStrictEqual(right!.broken, [])
  return wrong!.broken.map(({ law }) => law)
}

describe("the suite in memory", () => {
  it("sees that a warehouse plugin mixes up the orders of concurrent calls (plugin-author.md 1.2)", () => {
    assert.deepStrictEqual(brokenBy("warehouse", "http-json", keepsOrderInVariable), ["createOutboundOrder/at-one-time", "getOutboundOrders/all-found"])
  }, limit)

  it("sees that each of several calls renews the expired token for itself (plugin-author.md 1.2)", () => {
    assert.deepStrictEqual(brokenBy("warehouse", "http-json-oauth", renewsForItself), ["credentials/lapse"])
  }, limit)
})
