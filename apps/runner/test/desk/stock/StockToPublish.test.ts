/**
 * Which articles a shop is told of.
 */
import { Decimal, type PlatformProduct, StockLevel } from "@crossdock/core"
import { assert, describe, it } from "@effect/vitest"
import * as StockToPublish from "../../../src/desk/stock/StockToPublish.ts"

const { figure } = StockLevel
const hour = 3_600_000

type Pieces = Readonly<Record<string, number>>

const figures = (pieces: Pieces) => Object.entries(pieces).map(([location, available]) => ({ location, available: figure(available) }))
const text = (pieces: Pieces) => StockToPublish.textOf(figures(pieces))
const shows = (pieces: Pieces): Partial<PlatformProduct.PlatformProduct> => ({ stockByLocation: Object.entries(pieces).map(([locationId, available]) => ({ locationId, available: figure(available) })) })

describe("the figures of an article", () => {
  it.each([
    ["stay as they are if the shop knows nothing", { N: 1 }, undefined, undefined, { N: 1 }],
    ["stay as they are if the shop was told of the same locations", { N: 1 }, { N: 9 }, undefined, { N: 1 }],
    ["have 0 for a location that is not published any more", { N: 1 }, { N: 1, S: 2 }, undefined, { N: 1, S: 0 }],
    ["have 0 for a location of a call that failed", {}, undefined, { S: 2 }, { S: 0 }],
    ["leave out a location that was set to 0", { N: 1 }, { N: 1, S: 0 }, undefined, { N: 1 }]
  ] as const)("%s", (_, published, confirmed, tried, expected) =>
    assert.deepStrictEqual(
      StockToPublish.textOf(StockToPublish.withDropped(figures(published), { confirmed: confirmed && text(confirmed), tried: tried && text(tried) })),
      text(expected)
    ))
})

describe("a shop", () => {
  const article = { productId: "P", sku: "A" }
  const known = { sku: "A", confirmed: text({ N: 5 }), confirmedAt: 0, tried: undefined, triedAt: 0, isRefused: false }
  const asked: StockToPublish.Asked = { figures: figures({ N: 5 }), known, article, before: undefined, readAt: 10, now: 20, reconcileEvery: hour }
  const refused = { ...known, tried: text({ N: 5 }), isRefused: true }

  const cases: ReadonlyArray<readonly [title: string, change: Partial<StockToPublish.Asked>, is: string]> = [
    ["is told of an article that it does not know", { known: undefined }, "due"],
    ["is not told what it has taken", {}, "no"],
    ["is told other figures", { figures: figures({ N: 4 }) }, "due"],
    ["is not told again of a location that was set to 0 and is not published any more", { known: { ...known, confirmed: text({ N: 5, S: 0 }) } }, "no"],
    ["is told again after a call that failed", { known: { ...known, tried: text({ N: 5 }) } }, "again"],
    ["is not told what it has refused", { known: refused }, "no"],
    ["is told what it has refused after a while", { known: refused, now: hour }, "due"],
    ["is told other figures than it has refused", { known: refused, figures: figures({ N: 4 }) }, "due"],
    ["that shows no stock is told again after a while", { now: hour }, "due"],
    ["that shows what it was told is not told again", { article: { ...article, ...shows({ N: 5, W: 9 }) }, now: hour }, "no"],
    ["that shows the sum of what it was told is not told again", { article: { ...article, stock: figure(5) }, now: hour }, "no"],
    ["that leaves out a location is told again after a while", { article: { ...article, ...shows({ W: 5 }) }, now: hour }, "due"],
    ["that shows more is told again", { article: { ...article, ...shows({ N: 6 }) } }, "due"],
    ["that shows more, as it was before it was told, is not told again", { article: { ...article, ...shows({ N: 6 }) }, known: { ...known, confirmedAt: 10 } }, "no"],
    ["that shows less is not told again, because an order may be on its way", { article: { ...article, ...shows({ N: 3 }) } }, "no"],
    ["that shows less and has changed since the time before is not told again", { article: { ...article, ...shows({ N: 3 }) }, before: { ...article, ...shows({ N: 4 }) } }, "no"],
    ["that shows less, the same as the time before, is told again", { article: { ...article, ...shows({ N: 3 }) }, before: { ...article, ...shows({ N: 3 }) } }, "due"]
  ]
  it.each(cases)("%s", (_, change, is) => assert.strictEqual(StockToPublish.dueOf({ ...asked, ...change }), is))

  it("gets figures of which no digit is lost", () => assert.strictEqual(StockToPublish.textOf([{ location: "N", available: Decimal.fromText("1.50")! }]), "[[\"N\",\"1.50\"]]"))
})
