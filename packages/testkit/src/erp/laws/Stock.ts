/**
 * The laws about figures of stock: what a balance consists of, and that movements, storage locations and batches agree with it.
 */
import { BooksV1 } from "@crossdock/books"
import * as BigDecimal from "effect/BigDecimal"
import * as Effect from "effect/Effect"
import { assert, equal } from "../../Assertions.ts"
import { both, having, type Laws } from "../../Law.ts"
import { ask, call, type LawContext } from "../LawContext.ts"
import { can, type SuiteFixture } from "../SuiteFixture.ts"

type ErpLaws = Laws<LawContext, SuiteFixture<unknown>>
type Figure = BigDecimal.BigDecimal
type BatchStock = typeof BooksV1.ListBatchStock.success.Type["items"][number]
type Balance = typeof BooksV1.ListStockBalances.success.Type["items"][number]

const sum = (figures: ReadonlyArray<Figure>): Figure => figures.reduce((one, other) => BigDecimal.sum(one, other), BigDecimal.make(0n, 0))

const same = (found: Figure, promised: Figure, message: string): void =>
  equal(BigDecimal.format(BigDecimal.normalize(found)), BigDecimal.format(BigDecimal.normalize(promised)), message)

/** Compares a figure with its parts, if the ERP tells the figure and each of them. */
const consistsOf = (total: Figure | undefined, parts: ReadonlyArray<Figure | undefined>, message: string): void => {
  const told = parts.filter((part) => part !== undefined)
  if (total !== undefined && told.length === parts.length) same(sum(told), total, message)
}

const limit = 100

export const balanceLaws: ErpLaws = {
  "listStockBalances/sums": [
    "U-80",
    "listStockBalances tells a total that is what is available, reserved and unavailable together",
    having(can.list("listStockBalances"), Effect.fnUntraced(function*(context: LawContext, question) {
      const { items } = yield* ask(context, BooksV1.ListStockBalances, { ...question, limit })
      assert(items.length > 0, "no balance is read")
      for (const each of items) {
        const of = `of ${each.sku} in ${each.warehouseName}`
        consistsOf(each.total, [each.available, each.reserved, each.unavailable], `available, reserved and unavailable ${of}`)
        consistsOf(each.reserved, [each.reservedForOrders, each.reservedForFirstLeg, each.reservedForTransfers, each.reservedForAssembly], `the causes of what is reserved ${of}`)
        consistsOf(each.inTransit, transitOf(each), `the causes of what is in transit ${of}`)
      }
    }))
  ]
}

const transitOf = (each: Balance) => [
  each.inTransitOfPurchases,
  each.inTransitOfFirstLeg,
  each.inTransitOfTransfers,
  each.inTransitOfAssembly,
  each.inTransitOfReturns,
  each.inTransitOfManualOrders
]

export const movementLaws: ErpLaws = {
  "listStockMovements/sums": [
    "E-202 E-203",
    "listStockMovements tells what was before, the change, and their sum",
    having(can.list("listStockMovements"), Effect.fnUntraced(function*(context: LawContext, question) {
      const { items } = yield* ask(context, BooksV1.ListStockMovements, { ...question, limit })
      assert(items.length > 0, "no movement is read")
      for (const each of items) {
        consistsOf(each.after, [each.before, each.change], `before and change of movement ${each.id}`)
        consistsOf(each.inTransitAfter, [each.inTransitBefore, each.inTransitChange], `what was in transit before, and its change, of movement ${each.id}`)
      }
    }))
  ],
  "listStockMovements/ids": [
    "E-211",
    "listStockMovements tells movements with ids that differ, and the same ids when it is asked again",
    having(can.list("listStockMovements"), Effect.fnUntraced(function*(context: LawContext, question) {
      const idsOf = Effect.map(ask(context, BooksV1.ListStockMovements, { ...question, limit }), ({ items }) => items.map(({ id }) => id))
      const ids = yield* idsOf
      equal(new Set(ids).size, ids.length, "ids that differ")
      equal(yield* idsOf, ids, "the ids of the second reading")
    }))
  ]
}

interface Part {
  readonly sku: string
  readonly warehouseName: string
  readonly total: Figure
}

/** Compares the sum of the parts of each balance with it. Parts of SKUs or warehouses that were not asked for are left out. */
const addUp = Effect.fnUntraced(function*(context: LawContext, parts: ReadonlyArray<Part>, what: string) {
  assert(parts.length > 0, `no ${what} is read`)
  const places = new Map(parts.map(({ sku, warehouseName }) => [JSON.stringify([sku, warehouseName]), { sku, warehouseName }]))
  for (const { sku, warehouseName } of places.values()) {
    const own = parts.filter((part) => part.sku === sku && part.warehouseName === warehouseName)
    const { items } = yield* ask(context, BooksV1.ListStockBalances, { skus: [sku], warehouseNames: [warehouseName], withEmpty: true, limit })
    equal(items.length, 1, `balances of ${sku} in ${warehouseName}`)
    same(sum(own.map(({ total }) => total)), items[0]!.total, `the total of every ${what} of ${sku} in ${warehouseName}`)
  }
})

const balances = can.list("listStockBalances")

export const locationLaws: ErpLaws = {
  "listStorageLocationStock/adds-up": [
    "U-80",
    "listStorageLocationStock tells stock that adds up to the balance of the warehouse",
    having(both(can.list("listStorageLocationStock"), balances), Effect.fnUntraced(function*(context: LawContext, [question]) {
      const { items } = yield* ask(context, BooksV1.ListStorageLocationStock, { ...question, limit })
      yield* addUp(context, items, "storage location")
    }))
  ]
}

/** Moves all pieces of a record of batch stock to another location. */
const moveAll = (context: LawContext, { available, batchNo, locationCode, sku, warehouseName }: Pick<BatchStock, "available" | "batchNo" | "locationCode" | "sku" | "warehouseName">, toLocationCode: string) =>
  call(context, BooksV1.MoveStock, {
    moves: [{ sku, warehouseName, batchNo: batchNo!, fromLocationCode: locationCode!, toLocationCode, quantity: available, reason: "while a list is read" }]
  })

export const batchLaws: ErpLaws = {
  "listBatchStock/shift": [
    "U-117",
    "listBatchStock has each record that stays on exactly one page, although one of the first page leaves the list before the next page is read",
    having(both(can.list("listBatchStock"), both(can.keepsPages, can.call("moveStock"))), Effect.fnUntraced(function*(context: LawContext, [question]) {
      const nameOf = ({ batchNo, locationCode, sku, warehouseName }: BatchStock) => `${sku} of ${batchNo} at ${warehouseName} ${locationCode}`
      const whole = (yield* ask(context, BooksV1.ListBatchStock, { ...question, limit })).items.map(nameOf)
      const half = Math.ceil(whole.length / 2)
      const first = yield* ask(context, BooksV1.ListBatchStock, { ...question, limit: half })
      const leaving = first.items.find(({ available, batchNo, locationCode, total }) => batchNo !== undefined && locationCode !== undefined && total.value > 0n && BigDecimal.equals(available, total))
      assert(leaving !== undefined, "no record of the first page can be moved as a whole")
      const shelf = context.fresh("shelf")
      yield* moveAll(context, leaving, shelf)
      const found: Array<string> = []
      for (let cursor = first.nextCursor; cursor !== undefined && found.length <= limit;) {
        const page = yield* ask(context, BooksV1.ListBatchStock, { ...question, limit: half, cursor })
        found.push(...page.items.map(nameOf))
        cursor = page.nextCursor
      }
      yield* moveAll(context, { ...leaving, locationCode: shelf }, leaving.locationCode!)
      const seen = first.items.map(nameOf)
      equal(found.filter((name) => whole.includes(name)), whole.filter((name) => !seen.includes(name)), "the records of the pages behind the first")
    }))
  ],
  "listBatchStock/adds-up": [
    "U-80",
    "listBatchStock tells stock that adds up to the balance of the warehouse",
    having(both(can.list("listBatchStock"), balances), Effect.fnUntraced(function*(context: LawContext, [question]) {
      const { items } = yield* ask(context, BooksV1.ListBatchStock, { ...question, limit })
      yield* addUp(context, items, "batch")
      for (const { available, batchNo, locationCode, reserved = BigDecimal.make(0n, 0), sku, total } of items) {
        const used = BigDecimal.sum(available, reserved)
        assert(BigDecimal.isLessThanOrEqualTo(used, total), `more is available and reserved than there is of batch ${batchNo} of ${sku} at ${locationCode}`)
      }
    }))
  ]
}
