/**
 * The laws of listStock: every SKU once, on pages that end.
 */
import { StockLevel, StockPages, WarehouseV1 } from "@crossdock/core"
import * as Sku from "@crossdock/core/model/Sku"
import * as BigDecimal from "effect/BigDecimal"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { fail, equal, assert, sameMembers } from "../../Assertions.ts"
import { both, having, type Laws } from "../../Law.ts"
import { underFault } from "../../FaultInjection.ts"
import { type LawContext, call, newOrder } from "../LawContext.ts"
import { can, type PeerStock, type StockFigure, type SuiteFixture } from "../SuiteFixture.ts"

type StockFixture = NonNullable<SuiteFixture<unknown>["stock"]>

const list = WarehouseV1.ListStock
type Page = typeof list.success.Type

/** A peer of a test has fewer pages; more means that the pages do not end. */
const mostPages = 200

const firstPage = (context: LawContext, { warehouseCode }: StockFixture, limit: number) => call(context, list, { warehouseCode, limit })

/** Reads the pages from the first to the first one without `nextCursor`. */
const walk = Effect.fnUntraced(function*(
  context: LawContext,
  stock: StockFixture,
  limit: number,
  skus?: readonly [Sku.Sku, ...Array<Sku.Sku>],
  between: (page: number) => Effect.Effect<void, unknown, unknown> = () => Effect.void
) {
  const seen: Array<StockLevel.StockLevel> = []
  const asked = { warehouseCode: stock.warehouseCode, limit, ...(skus && { skus }) }
  let cursor: string | undefined
  for (let page = 1; page <= mostPages; page++) {
    const { items, nextCursor }: Page = yield* call(context, list, { ...asked, ...(cursor !== undefined && { cursor }) })
    assert(items.length <= limit, `page ${page} has ${items.length} records, more than the limit ${limit}`)
    seen.push(...items)
    if (nextCursor === undefined) return seen
    yield* between(page)
    cursor = nextCursor
  }
  return fail(`after ${mostPages} pages none was the last one; the last page has no nextCursor`)
})

const skusOf = (levels: ReadonlyArray<{ readonly sku: string }>): ReadonlyArray<string> => levels.map(({ sku }) => sku)

/** A page size that gives at least three pages. */
const sizeFor = (levels: ReadonlyArray<unknown>): number => Math.max(1, Math.floor(levels.length / 3))

const shown = (figure: StockLevel.Figure): string => BigDecimal.format(figure)

const figures: ReadonlyArray<StockFigure> = [...StockLevel.partsOfTotal, "total", "inTransit"]

/** Asserts that the SKUs are the peer's, and that each quantity that both the plugin and the peer give is the same. */
const sameFigures = (found: ReadonlyArray<StockLevel.StockLevel>, held: ReadonlyArray<PeerStock>): void => {
  const atPeer = new Map(held.map((level) => [level.sku, level]))
  const reported = new Map<string, StockLevel.StockLevel>(found.map((level) => [level.sku, level]))
  const line = (sku: string, valueOf: (figure: StockFigure) => string | undefined) => {
    const shared = figures.filter((name) => reported.get(sku)?.[name] !== undefined && atPeer.get(sku)?.[name] !== undefined)
    return [sku, ...shared.map((name) => `${name} ${valueOf(name)}`)].join(", ")
  }
  sameMembers(
    found.map((level) => line(level.sku, (name) => level[name] && shown(level[name]))),
    held.map((level) => line(level.sku, (name) => level[name] === undefined ? undefined : shown(StockLevel.figure(level[name])))),
    "the quantities of each SKU"
  )
}

/** Asserts that the parts add up to the total if all are reported, and to no more than the total if some are. */
const addsUp = (level: StockLevel.StockLevel): void => {
  const { sku, total } = level
  if (total === undefined) return
  const sum = StockLevel.sumOfParts(level)
  const sumIs = `${sku}: ${StockLevel.partsOfTotal.filter((name) => level[name] !== undefined).join(" + ")} is ${shown(sum)}`
  if (StockLevel.partsOfTotal.every((name) => level[name] !== undefined)) {
    return assert(BigDecimal.equals(sum, total), `${sumIs}, and total is ${shown(total)}`)
  }
  const isBelowZero = StockLevel.partsOfTotal.some((name) => level[name] !== undefined && BigDecimal.isNegative(level[name]))
  assert(isBelowZero || !BigDecimal.isGreaterThan(sum, total), `${sumIs}, which is more than total, ${shown(total)}`)
}

/** Sellable and reserved pieces together; undefined if `reserved` is not reported. */
const goodOf = ({ reserved, sellable }: StockLevel.StockLevel): string | undefined => reserved && shown(BigDecimal.sum(sellable, reserved))

export const listStockLaws: Laws<LawContext, SuiteFixture<unknown>> = {
  "listStock/every-page": [
    "D1-291 D1-294 D1-298 D1-299",
    "lists every SKU once on the pages from the first to the last",
    having(can.stock, Effect.fnUntraced(function*(context: LawContext, stock) {
      const held = yield* stock.levels
      assert(held.length >= 3, "fixture.stock.levels has fewer than 3 SKUs; the law needs at least 3 pages")
      const found = yield* walk(context, stock, sizeFor(held))
      sameMembers(skusOf(found), skusOf(held), "SKUs on all pages")
    }))
  ],
  "listStock/figures": [
    "D1-116 D1-117 D1-122 D1-129 D1-130 D1-297",
    "reports the peer's quantities of every SKU",
    having(can.stock, Effect.fnUntraced(function*(context: LawContext, stock) {
      const held = yield* stock.levels
      const found = yield* walk(context, stock, 1000)
      sameFigures(found, held)
      for (const { warehouseCode } of found) equal(warehouseCode, stock.warehouseCode, "warehouseCode of a stock level")
    }))
  ],
  "listStock/formula": [
    "D1-122 D1-123 D1-125 D1-127 D1-129",
    "reports a total that is the sum of sellable, reserved, occupied, unsellable and pending, with no piece counted twice",
    having(can.stock, Effect.fnUntraced(function*(context: LawContext, stock) {
      for (const level of yield* walk(context, stock, 1000)) addsUp(level)
    }))
  ],
  "listStock/promised": [
    "D1-122 D1-125",
    "moves pieces from sellable to reserved for an order, without changing the sum of both",
    having(can.stock, Effect.fnUntraced(function*(context: LawContext, stock) {
      const order = newOrder(context, "promised")
      const [first, ...rest] = new Set(order.lines.map(({ sku }) => sku))
      const look = Effect.gen(function*() {
        const found = yield* walk(context, stock, 1000, [first!, ...rest])
        const held = (yield* stock.levels).filter(({ sku }) => found.some((level) => level.sku === sku))
        sameFigures(found, held)
        return new Map(found.map((level) => [level.sku, goodOf(level)]))
      })
      const before = yield* look
      yield* call(context, WarehouseV1.CreateOutboundOrder, order)
      const after = yield* look
      for (const [sku, good] of before) {
        equal(after.get(sku), good, `sellable plus reserved of ${sku}, after an order that reserves some`)
      }
    }))
  ],
  "listStock/cursor-again": [
    "D1-298 U-84",
    "returns the same page when a cursor is used again, also on another node",
    having(can.stock, Effect.fnUntraced(function*(context: LawContext, stock) {
      const { warehouseCode } = stock
      const limit = sizeFor(yield* stock.levels)
      const { nextCursor: cursor } = yield* firstPage(context, stock, limit)
      assert(cursor !== undefined, `the first ${limit} records are not all, and their page has no nextCursor`)
      const asked = { warehouseCode, limit, cursor }
      const page = skusOf((yield* call(context, list, asked)).items)
      equal(skusOf((yield* call(context, list, asked)).items), page, "SKUs of the page when its cursor is used again")
      const elsewhere = yield* context.open
      equal(skusOf((yield* context.time.during(elsewhere.call(list, asked))).items), page, "SKUs of the page when another node reads it")
    }))
  ],
  "listStock/page-count": [
    "D1-296",
    "returns the right number of pages, if it returns one",
    having(can.stock, Effect.fnUntraced(function*(context: LawContext, stock) {
      const held = yield* stock.levels
      const size = sizeFor(held)
      const { pageCount } = yield* firstPage(context, stock, size)
      if (pageCount !== undefined) equal(pageCount, Math.ceil(held.length / size), "pageCount")
    }))
  ],
  "listStock/of-skus": [
    "D1-293",
    "returns only the SKUs that were asked for",
    having(can.stock, Effect.fnUntraced(function*(context: LawContext, stock) {
      const [first, second] = skusOf(yield* stock.levels).map((sku) => Sku.Sku.make(sku))
      for (const skus of [[first!], [first!, second!]] as const) {
        sameMembers(skusOf(yield* walk(context, stock, 100, [...skus])), skus, "SKUs")
      }
    }))
  ],
  "listStock/since": [
    "U-43",
    "returns every SKU that changed since the given time",
    having(both(can.setStock, can.stock), Effect.fnUntraced(function*(context: LawContext, [{ figure, set }, stock]) {
      const [first] = yield* stock.levels
      const { sku } = first!
      yield* context.time.pass("2 seconds")
      const updatedSince = yield* DateTime.now
      yield* context.time.pass("2 seconds")
      yield* set(sku, 4711)
      const { items } = yield* call(context, list, { warehouseCode: stock.warehouseCode, updatedSince, limit: 1000 })
      const held = yield* changed(stock, sku, figure, 4711)
      sameFigures(items.filter((item) => item.sku === sku), [held])
    }))
  ],
  "listStock/odd-figures": [
    "D1-132 U-80",
    "reports a negative quantity unchanged",
    having(both(can.setBelowZero, can.stock), Effect.fnUntraced(function*(context: LawContext, [set, stock]) {
      const [, second] = yield* stock.levels
      const { sellable, sku } = second!
      yield* set(sku, -3)
      // A plugin that cannot read the negative quantity must break this law only, and not the later ones.
      yield* Effect.addFinalizer(() => Effect.orDie(set(sku, sellable)))
      const { items } = yield* call(context, list, { warehouseCode: stock.warehouseCode, skus: [Sku.Sku.make(sku)], limit: 10 })
      sameFigures(items, [yield* changed(stock, sku, "sellable", -3)])
    }))
  ],
  "listStock/unknown-warehouse": [
    "D1-008 D1-292",
    "returns no stock of other warehouses when the peer does not have the warehouse",
    having(can.stock, Effect.fnUntraced(function*(context: LawContext) {
      const answer = yield* Effect.result(call(context, list, { warehouseCode: context.fresh("no-warehouse"), limit: 10 }))
      if (answer._tag === "Success") equal(skusOf(answer.success.items), [], "SKUs listed for an unknown warehouse")
      else assert(answer.failure.reason._tag !== "RequestInvalid", "it failed as RequestInvalid; the request is valid, the peer only lacks the warehouse")
    }))
  ],
  "listStock/empty-page": [
    "D1-294 D1-298",
    "continues after an empty page in the middle",
    having(both(can.injection("empty-page", "listStock"), can.stock), Effect.fnUntraced(function*(context: LawContext, [injection, stock]) {
      const held = yield* stock.levels
      const found = yield* underFault(injection, "any", walk(context, stock, sizeFor(held)))
      sameMembers(skusOf(found), skusOf(held), "SKUs on all pages")
    }))
  ],
  "listStock/endless-pages": [
    "D1-300 U-84",
    "ends a call when the peer's pages never end, and does not report them as complete",
    having(both(can.injection("endless-pages", "listStock"), can.stock), Effect.fnUntraced(function*(context: LawContext, [injection, stock]) {
      const held = yield* stock.levels
      yield* underFault(injection, "any", guarded(context, stock, held))
    }))
  ],
  "listStock/repeated-page": [
    "D1-300 U-84",
    "does not report a repeated page as further pages without end",
    having(both(can.injection("repeated-page", "listStock"), can.stock), Effect.fnUntraced(function*(context: LawContext, [injection, stock]) {
      const held = yield* stock.levels
      yield* underFault(injection, "any", guarded(context, stock, held))
    }))
  ],
  "listStock/moving": [
    "D1-298",
    "lists every other SKU when goods are added while the pages are read",
    having(both(can.addStock, can.stock), Effect.fnUntraced(function*(context: LawContext, [add, stock]) {
      const held = yield* stock.levels
      const added = context.fresh("0-added")
      const found = yield* walk(context, stock, sizeFor(held), undefined, (page) => (page === 1 ? add(added) : Effect.void))
      const seen = new Set(skusOf(found))
      equal(skusOf(held).filter((sku) => !seen.has(sku)), [], "SKUs that are missing although the peer had them all the time")
    }))
  ],
  "listStock/bad-record": [
    "D1-297",
    "lists every other SKU of a page when one record cannot be parsed",
    having(both(can.injection("bad-record", "listStock"), can.stock), Effect.fnUntraced(function*(context: LawContext, [injection, stock]) {
      const held = yield* stock.levels
      const { items } = yield* underFault(injection, "any", firstPage(context, stock, 1000))
      const seen = new Set(skusOf(items))
      const missing = skusOf(held).filter((sku) => !seen.has(sku))
      assert(missing.length <= 1, `${missing.length} of ${held.length} records are left out; only one of them cannot be parsed`)
    }))
  ]
}

/** The peer's stock of a SKU after a quantity was set. */
const changed = Effect.fnUntraced(function*(stock: StockFixture, sku: string, figure: StockFigure, value: number) {
  const held = (yield* stock.levels).find((level) => level.sku === sku)
  assert(held?.[figure] === value, `fixture.stock: ${figure} of ${sku} was set to ${value}, but levels returns ${held?.[figure]}`)
  return held
})

/** Reads stock as the runner does: the walk fails if the pages repeat, or it returns every SKU. */
const guarded = Effect.fnUntraced(function*(context: LawContext, stock: StockFixture, held: ReadonlyArray<{ readonly sku: string }>) {
  const seen: Array<string> = []
  const { warehouseCode } = stock
  const walked = StockPages.forEachPage(
    (asked) => Effect.mapError(call(context, list, asked), ({ reason }) => reason),
    { warehouseCode, limit: sizeFor(held), maxPages: mostPages },
    (items) => Effect.sync(() => void seen.push(...skusOf(items)))
  )
  const end = yield* Effect.result(walked)
  // Through a bridge of two protocols, the bridge chooses the reason.
  if (end._tag === "Failure") return
  sameMembers(seen, skusOf(held), "SKUs on pages that are reported as complete")
})
