/**
 * listStock: every record once, on pages that end.
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

/** No peer of a test has more pages. */
const mostPages = 200

const pageOf = (context: LawContext, { warehouseCode }: StockFixture, page: number, pageSize: number) =>
  call(context, list, { warehouseCode, page, pageSize })

/** Reads the pages from 1 to the one that says that it is the last. */
const walk = Effect.fnUntraced(function*(
  context: LawContext,
  stock: StockFixture,
  pageSize: number,
  skus?: readonly [Sku.Sku, ...Array<Sku.Sku>],
  between: (page: number) => Effect.Effect<void, unknown, unknown> = () => Effect.void
) {
  const seen: Array<StockLevel.StockLevel> = []
  for (let page = 1; page <= mostPages; page++) {
    const { warehouseCode } = stock
    const { isLast, items } = yield* call(context, list, { warehouseCode, page, pageSize, ...(skus && { skus }) })
    assert(items.length <= pageSize, `page ${page} holds ${items.length} records; ${pageSize} were asked for`)
    seen.push(...items)
    if (isLast) return seen
    yield* between(page)
  }
  return fail(`${mostPages} pages and no end`)
})

const skusOf = (levels: ReadonlyArray<{ readonly sku: string }>): ReadonlyArray<string> => levels.map(({ sku }) => sku)

/** Three pages or more. */
const sizeFor = (levels: ReadonlyArray<unknown>): number => Math.max(1, Math.floor(levels.length / 3))

const shown = (figure: StockLevel.Figure): string => BigDecimal.format(figure)

const figures: ReadonlyArray<StockFigure> = [...StockLevel.parts, "total", "inTransit"]

/** Claims that the SKUs are those of the books, and that each figure that is told and that the books hold is theirs. */
const sameFigures = (found: ReadonlyArray<StockLevel.StockLevel>, held: ReadonlyArray<PeerStock>): void => {
  const inBooks = new Map(held.map((level) => [level.sku, level]))
  const told = new Map<string, StockLevel.StockLevel>(found.map((level) => [level.sku, level]))
  const line = (sku: string, valueOf: (figure: StockFigure) => string | undefined) => {
    const shared = figures.filter((name) => told.get(sku)?.[name] !== undefined && inBooks.get(sku)?.[name] !== undefined)
    return [sku, ...shared.map((name) => `${name} ${valueOf(name)}`)].join(", ")
  }
  sameMembers(
    found.map((level) => line(level.sku, (name) => level[name] && shown(level[name]))),
    held.map((level) => line(level.sku, (name) => level[name] === undefined ? undefined : shown(StockLevel.figure(level[name])))),
    "figures"
  )
}

/** Claims that the parts do not contradict the total: they are it where all are told, and no more than it where some are. */
const addsUp = (level: StockLevel.StockLevel): void => {
  const { sku, total } = level
  if (total === undefined) return
  const sum = StockLevel.sumOfParts(level)
  const sumIs = `${sku}: ${StockLevel.parts.filter((name) => level[name] !== undefined).join(" + ")} is ${shown(sum)}`
  if (StockLevel.parts.every((name) => level[name] !== undefined)) {
    return assert(BigDecimal.equals(sum, total), `${sumIs}, and total is ${shown(total)}`)
  }
  const isBelowZero = StockLevel.parts.some((name) => level[name] !== undefined && BigDecimal.isNegative(level[name]))
  assert(isBelowZero || !BigDecimal.isGreaterThan(sum, total), `${sumIs}, which is more than total, ${shown(total)}`)
}

/** What is in the building and good, promised or not; undefined where `reserved` is not told. */
const goodOf = ({ reserved, sellable }: StockLevel.StockLevel): string | undefined => reserved && shown(BigDecimal.sum(sellable, reserved))

export const listStockLaws: Laws<LawContext, SuiteFixture<unknown>> = {
  "listStock/every-page": [
    "D1-291 D1-294 D1-298 D1-299",
    "the pages from 1 to the last hold every SKU once",
    having(can.stock, Effect.fnUntraced(function*(context: LawContext, stock) {
      const held = yield* stock.levels
      assert(held.length >= 3, "fixture.stock: the peer has fewer than 3 SKUs, which do not make three pages")
      const found = yield* walk(context, stock, sizeFor(held))
      sameMembers(skusOf(found), skusOf(held), "SKUs on all pages")
    }))
  ],
  "listStock/figures": [
    "D1-116 D1-117 D1-122 D1-129 D1-130 D1-297",
    "the figures of every SKU that are told are the peer's",
    having(can.stock, Effect.fnUntraced(function*(context: LawContext, stock) {
      const held = yield* stock.levels
      const found = yield* walk(context, stock, 1000)
      sameFigures(found, held)
      for (const { warehouseCode } of found) equal(warehouseCode, stock.warehouseCode, "the warehouse of a figure")
    }))
  ],
  "listStock/formula": [
    "D1-122 D1-123 D1-125 D1-127 D1-129",
    "what is sellable, reserved, occupied, unsellable and pending is the total, and no piece is told twice",
    having(can.stock, Effect.fnUntraced(function*(context: LawContext, stock) {
      for (const level of yield* walk(context, stock, 1000)) addsUp(level)
    }))
  ],
  "listStock/promised": [
    "D1-122 D1-125",
    "what an order is promised is not sellable any more once it is reserved, and the peer has no more goods than before",
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
        equal(after.get(sku), good, `sellable and reserved of ${sku} together, after an order that was promised some`)
      }
    }))
  ],
  "listStock/behind-the-end": [
    "D1-294 U-84",
    "behind the last page there is no record",
    having(can.stock, Effect.fnUntraced(function*(context: LawContext, stock) {
      const held = yield* stock.levels
      const answer = yield* Effect.result(pageOf(context, stock, held.length + 7, 1))
      if (answer._tag === "Success") equal(skusOf(answer.success.items), [], "SKUs behind the end")
    }))
  ],
  "listStock/page-count": [
    "D1-296",
    "the number of pages, where it is told, is that of the peer's stock",
    having(can.stock, Effect.fnUntraced(function*(context: LawContext, stock) {
      const held = yield* stock.levels
      const size = sizeFor(held)
      const { pageCount } = yield* pageOf(context, stock, 1, size)
      if (pageCount !== undefined) equal(pageCount, Math.ceil(held.length / size), "pages")
    }))
  ],
  "listStock/of-skus": [
    "D1-293",
    "asked for some SKUs it tells of these and of no other",
    having(can.stock, Effect.fnUntraced(function*(context: LawContext, stock) {
      const [first, second] = skusOf(yield* stock.levels).map((sku) => Sku.Sku.make(sku))
      for (const skus of [[first!], [first!, second!]] as const) {
        sameMembers(skusOf(yield* walk(context, stock, 100, [...skus])), skus, "SKUs")
      }
    }))
  ],
  "listStock/since": [
    "U-43",
    "asked for what changed since a moment it leaves out nothing that did",
    having(both(can.setStock, can.stock), Effect.fnUntraced(function*(context: LawContext, [{ figure, set }, stock]) {
      const [first] = yield* stock.levels
      const { sku } = first!
      yield* context.time.pass("2 seconds")
      const updatedSince = yield* DateTime.now
      yield* context.time.pass("2 seconds")
      yield* set(sku, 4711)
      const { items } = yield* call(context, list, { warehouseCode: stock.warehouseCode, updatedSince, page: 1, pageSize: 1000 })
      const held = yield* changed(stock, sku, figure, 4711)
      sameFigures(items.filter((item) => item.sku === sku), [held])
    }))
  ],
  "listStock/odd-figures": [
    "D1-132 U-80",
    "a figure below zero is told as it is",
    having(both(can.setBelowZero, can.stock), Effect.fnUntraced(function*(context: LawContext, [set, stock]) {
      const [, second] = yield* stock.levels
      const { sellable, sku } = second!
      yield* set(sku, -3)
      // Whoever cannot read it breaks this law, and not those after it.
      yield* Effect.addFinalizer(() => Effect.orDie(set(sku, sellable)))
      const { items } = yield* call(context, list, { warehouseCode: stock.warehouseCode, skus: [Sku.Sku.make(sku)], page: 1, pageSize: 10 })
      sameFigures(items, [yield* changed(stock, sku, "sellable", -3)])
    }))
  ],
  "listStock/unknown-warehouse": [
    "D1-008 D1-292",
    "of a warehouse that the peer does not have it tells no figures of another",
    having(can.stock, Effect.fnUntraced(function*(context: LawContext) {
      const answer = yield* Effect.result(call(context, list, { warehouseCode: context.fresh("no-warehouse"), page: 1, pageSize: 10 }))
      if (answer._tag === "Success") equal(skusOf(answer.success.items), [], "SKUs of a warehouse that is not there")
      else assert(answer.failure.reason._tag !== "RequestInvalid", "it fails as RequestInvalid; the request is one that can be made")
    }))
  ],
  "listStock/empty-page": [
    "D1-294 D1-298",
    "an empty page in the middle is not taken for the end",
    having(both(can.injection("empty-page", "listStock"), can.stock), Effect.fnUntraced(function*(context: LawContext, [injection, stock]) {
      const held = yield* stock.levels
      const found = yield* underFault(injection, "any", walk(context, stock, sizeFor(held)))
      sameMembers(skusOf(found), skusOf(held), "SKUs on all pages")
    }))
  ],
  "listStock/endless-pages": [
    "D1-300 U-84",
    "pages that never end do not keep a call from ending, and are not told as a whole",
    having(both(can.injection("endless-pages", "listStock"), can.stock), Effect.fnUntraced(function*(context: LawContext, [injection, stock]) {
      const held = yield* stock.levels
      yield* underFault(injection, "any", guarded(context, stock, held))
    }))
  ],
  "listStock/repeated-page": [
    "D1-300 U-84",
    "a page that comes again is not told as a further one without end",
    having(both(can.injection("repeated-page", "listStock"), can.stock), Effect.fnUntraced(function*(context: LawContext, [injection, stock]) {
      const held = yield* stock.levels
      yield* underFault(injection, "any", guarded(context, stock, held))
    }))
  ],
  "listStock/moving": [
    "D1-298",
    "goods that are added while the pages are read make no other SKU disappear",
    having(both(can.addStock, can.stock), Effect.fnUntraced(function*(context: LawContext, [add, stock]) {
      const held = yield* stock.levels
      const added = context.fresh("0-added")
      const found = yield* walk(context, stock, sizeFor(held), undefined, (page) => (page === 1 ? add(added) : Effect.void))
      const seen = new Set(skusOf(found))
      equal(skusOf(held).filter((sku) => !seen.has(sku)), [], "SKUs that were there all the time and are not told")
    }))
  ],
  "listStock/bad-record": [
    "D1-297",
    "one record that cannot be read loses no other of its page",
    having(both(can.injection("bad-record", "listStock"), can.stock), Effect.fnUntraced(function*(context: LawContext, [injection, stock]) {
      const held = yield* stock.levels
      const { items } = yield* underFault(injection, "any", pageOf(context, stock, 1, 1000))
      const seen = new Set(skusOf(items))
      const missing = skusOf(held).filter((sku) => !seen.has(sku))
      assert(missing.length <= 1, `${missing.length} of ${held.length} records are left out because one cannot be read`)
    }))
  ]
}

/** The books of a SKU, of which a figure was set. */
const changed = Effect.fnUntraced(function*(stock: StockFixture, sku: string, figure: StockFigure, value: number) {
  const held = (yield* stock.levels).find((level) => level.sku === sku)
  assert(held?.[figure] === value, `fixture.stock: ${figure} of ${sku} was set to ${value}, and the books say ${held?.[figure]}`)
  return held
})

/** The walk of whoever reads stock: it ends with an error where the pages repeat, or it has everything. */
const guarded = Effect.fnUntraced(function*(context: LawContext, stock: StockFixture, held: ReadonlyArray<{ readonly sku: string }>) {
  const seen: Array<string> = []
  const { warehouseCode } = stock
  const walked = StockPages.walk(
    (asked) => Effect.mapError(call(context, list, asked), ({ reason }) => reason),
    { warehouseCode, pageSize: sizeFor(held), maxPages: mostPages },
    (items) => Effect.sync(() => void seen.push(...skusOf(items)))
  )
  const end = yield* Effect.result(walked)
  if (end._tag === "Failure") return equal(end.failure._tag, "ResponseInvalid", "how pages that do not end are told")
  sameMembers(seen, skusOf(held), "SKUs on pages that are told as whole")
})
