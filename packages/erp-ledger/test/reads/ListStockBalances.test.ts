/** The balances of warehouses. */
import { type ErpStock } from "@crossdock/books"
import { Decimal } from "@crossdock/core"
import { assert, describe, it as plainIt } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { reached } from "../../src/reads/ListStockBalances.ts"
import { balances, day, noon, onBothDatabases, open, pagesOf } from "./support.ts"

/** Members of a record as texts. */
const told = (record: ErpStock.StockBalance | undefined, ...names: ReadonlyArray<keyof ErpStock.StockBalance>): ReadonlyArray<unknown> =>
  names.map((name) => {
    const value = record?.[name]
    return typeof value === "object" && "scale" in value ? Decimal.toText(value) : value
  })

const skusOf = ({ items }: { readonly items: ReadonlyArray<ErpStock.StockBalance> }) => items.map(({ sku, warehouseName }) => `${warehouseName} ${sku}`)

onBothDatabases("listStockBalances", (it) => {
  it.effect("tells every figure of a balance, and what follows from them (E-157 E-160 E-161)", () =>
    Effect.gen(function*() {
      const { add, listStockBalances } = yield* open()
      yield* add("product", { sku: "A", name: "Lamp" })
      yield* add("balance", ...balances("1", {
        sku: "A", total: 100, unavailable: 5, reserved_order: 10, reserved_first_leg: 1, reserved_transfer: 2, reserved_assembly: 3,
        transit_purchase: 1, transit_first_leg: 2, transit_transfer: 4, transit_assembly: 8, transit_return: 16, transit_manual: 32
      }))
      const { items: [record], total } = yield* listStockBalances({ warehouseNames: ["One"], limit: 10 })
      assert.strictEqual(total, 1)
      assert.deepStrictEqual(told(record, "sku", "name", "warehouseName", "warehouseId", "warehouseCode"), ["A", "Lamp", "One", "1", "W-1"])
      assert.deepStrictEqual(
        told(record, "total", "unavailable", "reserved", "available", "reservedForOrders", "reservedForFirstLeg", "reservedForTransfers", "reservedForAssembly"),
        ["100", "5", "16", "79", "10", "1", "2", "3"]
      )
      assert.deepStrictEqual(
        told(record, "inTransit", "inTransitOfPurchases", "inTransitOfFirstLeg", "inTransitOfTransfers", "inTransitOfAssembly", "inTransitOfReturns", "inTransitOfManualOrders"),
        ["63", "1", "2", "4", "8", "16", "32"]
      )
    }))

  it.effect("leaves out products without stock unless they are asked for (E-588 E-589)", () =>
    Effect.gen(function*() {
      const { add, listStockBalances } = yield* open()
      yield* add("balance", ...balances("1", { sku: "empty" }, { sku: "held", total: 1 }, { sku: "coming", transit_purchase: 1 }))
      const asked = { warehouseNames: ["One"], limit: 10 } as const
      assert.deepStrictEqual(skusOf(yield* listStockBalances(asked)), ["One held", "One coming"])
      assert.deepStrictEqual(skusOf(yield* listStockBalances({ ...asked, withEmpty: false })), ["One held", "One coming"])
      assert.deepStrictEqual(skusOf(yield* listStockBalances({ ...asked, withEmpty: true })), ["One empty", "One held", "One coming"])
    }))

  it.effect.each([[true, undefined], [false, undefined], [true, ["A0", "B1", "B3", "C0"]], [false, ["A0", "B1", "B3", "C0"]]] as const)(
    "reads each record on exactly one page, with empty ones: %s, of SKUs: %j (U-117)",
    ([withEmpty, skus]) =>
      Effect.gen(function*() {
        const { add, listStockBalances } = yield* open()
        const rows = (letter: string, count: number) => Array.from({ length: count }, (_, index) => ({ sku: `${letter}${index}`, total: index % 3 }))
        yield* add("balance", ...balances("1", ...rows("A", 7)), ...balances("2", ...rows("B", 5)), ...balances("3", ...rows("C", 1)))
        const asked = { warehouseNames: ["Three", "One", "Two", "One"], withEmpty, ...(skus && { skus }) } as const
        const whole = yield* listStockBalances({ ...asked, limit: 1000 })
        const isMeant = (sku: string, at: number) => (withEmpty || at % 3 > 0) && (skus === undefined || skus.includes(sku as "A0"))
        const expected = [["One", "A", 7], ["Two", "B", 5], ["Three", "C", 1]].flatMap(([name, letter, count]) =>
          Array.from({ length: Number(count) }, (_, at) => at).flatMap((at) => isMeant(`${letter}${at}`, at) ? [`${name} ${letter}${at}`] : []))
        assert.deepStrictEqual(skusOf(whole), expected)
        for (const limit of [1, 2, 3, 4, 12]) {
          const pages = yield* pagesOf((cursor) => listStockBalances({ ...asked, limit, ...(cursor !== undefined && { cursor }) }))
          assert.deepStrictEqual(pages.flatMap(skusOf), expected, `pages of ${limit}`)
          assert.deepStrictEqual(pages.map(({ total }) => total), pages.map(() => expected.length))
          assert.isTrue(pages.slice(0, -1).every(({ items }) => items.length === limit))
          const numbered = yield* Effect.forEach(pages, (_, at) => listStockBalances({ ...asked, limit, cursor: String(at + 1) }))
          assert.deepStrictEqual(numbered.map(skusOf), pages.map(skusOf), `numbered pages of ${limit}`)
        }
      })
  )

  it.effect("refuses what is no cursor, and has nothing behind the last record (A072)", () =>
    Effect.gen(function*() {
      const { add, listStockBalances } = yield* open()
      yield* add("balance", ...balances("1", { sku: "A", total: 1 }))
      const behind = (...key: ReadonlyArray<string | number>) => Buffer.from(JSON.stringify(key)).toString("base64url")
      for (const cursor of [behind("balance", "1", "7"), behind("balance", "9", "0"), behind("combination", "3", "Z")]) {
        assert.deepStrictEqual(yield* listStockBalances({ warehouseNames: ["One"], limit: 10, cursor }), { items: [], total: 1 })
      }
      assert.deepStrictEqual(yield* listStockBalances({ warehouseNames: ["One"], limit: 10, cursor: "2147483648" }), { items: [], total: 1 })
      for (const cursor of ["0", "-1", "1.5", "x", "", "9".repeat(20), behind("balance", "1"), behind("balance", "1", 1), behind("balance", "1", "-1"), behind("balance", "1", "9".repeat(20)), behind("balance", "1\0", "1")]) {
        const refused = yield* Effect.flip(listStockBalances({ warehouseNames: ["One"], limit: 10, cursor }))
        assert.strictEqual(refused._tag === "RequestInvalid" && refused.path, "/cursor", cursor)
      }
    }))

  it.effect("refuses a name that no warehouse has, and a query without a name unless the settings allow it (E-580 U-112)", () =>
    Effect.gen(function*() {
      const { listStockBalances } = yield* open()
      const unknown = yield* Effect.flip(listStockBalances({ warehouseNames: ["One", "Four"], limit: 10 }))
      assert.strictEqual(unknown._tag === "Rejected" && unknown.fault.code, "WAREHOUSE_NOT_EXIST")
      const missing = yield* Effect.flip(listStockBalances({ limit: 10 }))
      assert.strictEqual(missing._tag === "RequestInvalid" && missing.path, "/warehouseNames")
      const all = yield* open({ allWarehouses: true })
      yield* all.add("balance", ...balances("1", { sku: "A", total: 1 }), ...balances("3", { sku: "C", total: 1 }))
      assert.deepStrictEqual(skusOf(yield* all.listStockBalances({ limit: 10 })), ["One A", "Three C"])
    }))

  it.effect("names the groups of a warehouse, entered ones by their ids (E-163 E-164)", () =>
    Effect.gen(function*() {
      const { add, listStockBalances } = yield* open({
        warehouses: [{ id: "1", name: "One", code: "W-1", groups: ["North", "East"] }, { id: "2", name: "Two", code: "W-2" }]
      })
      yield* add("document", { kind: "group", number: "7", warehouse: "", status: "", created_at: 0, content: "{\"kind\":\"warehouseGroup\",\"id\":\"7\",\"name\":\"East\",\"warehouseNames\":[\"One\"]}" })
      yield* add("balance", ...balances("1", { sku: "A", total: 1 }), ...balances("2", { sku: "A", total: 1 }))
      const { items: [one, two] } = yield* listStockBalances({ warehouseNames: ["One", "Two"], limit: 10 })
      assert.deepStrictEqual(one?.warehouseGroups?.map(({ name }) => name), ["East", "North"])
      assert.strictEqual(one?.warehouseGroups?.[0]?.id, "7")
      assert.match(one?.warehouseGroups?.[1]?.id ?? "", /^[1-9]\d*$/)
      assert.deepStrictEqual(two?.warehouseGroups, [])
    }))

  const value = { total_cost: "0", unavailable_cost: "0", reserved_cost: "0", transit_cost: "0", total_goods: "0", unavailable_goods: "0", reserved_goods: "0", transit_goods: "0" }
  const costs = ["currency", "totalCost", "availableCost", "unavailableCost", "reservedCost", "inTransitCost", "totalValue", "availableValue", "unavailableValue", "reservedValue", "inTransitValue"] as const

  it.effect("tells costs only if they are asked for, in the base currency of the books (E-172 E-591 E-592 E-593 U-110)", () =>
    Effect.gen(function*() {
      const { add, listStockBalances } = yield* open()
      yield* add("document", { kind: "rate", number: "USD", warehouse: "", status: "", created_at: 0, content: "{\"kind\":\"exchangeRate\",\"currency\":\"USD\",\"rate\":\"7.25\"}" })
      yield* add("balance", ...balances("1", { sku: "A", total: 10 }, { sku: "B", total: 10 }, { sku: "C", total: 10 }))
      yield* add(
        "balance_value",
        { warehouse: "1", sku: "A", currency: "CNY", ...value, total_cost: "100.50", unavailable_cost: "10.5", reserved_cost: "20", transit_cost: "7", total_goods: "80" },
        { warehouse: "1", sku: "A", currency: "USD", ...value, total_cost: "1.00001", transit_goods: "2" },
        { warehouse: "1", sku: "B", currency: "EUR", ...value, total_cost: "1" }
      )
      const asked = { warehouseNames: ["One"], limit: 10 } as const
      const { items: [untold] } = yield* listStockBalances(asked)
      assert.deepStrictEqual(told(untold, ...costs), costs.map(() => undefined))
      const { items: [converted, unknownRate, priceless] } = yield* listStockBalances({ ...asked, withCosts: true })
      assert.deepStrictEqual(told(converted, ...costs), ["CNY", "107.7501", "77.2501", "10.5", "20", "7", "80", "80", "0", "0", "14.5000"])
      assert.deepStrictEqual(told(unknownRate, ...costs), costs.map(() => undefined))
      assert.deepStrictEqual(told(priceless, ...costs), ["CNY", ...costs.slice(1).map(() => "0")])
    }))

  it.effect("tells costs in the currency in which they arose, unless there are several (E-590)", () =>
    Effect.gen(function*() {
      const { add, listStockBalances } = yield* open()
      yield* add("balance", ...balances("1", { sku: "A", total: 10 }, { sku: "B", total: 10 }, { sku: "C", total: 10 }))
      yield* add(
        "balance_value",
        { warehouse: "1", sku: "A", currency: "USD", ...value, total_cost: "12.3456" },
        { warehouse: "1", sku: "A", currency: "CNY", ...value },
        { warehouse: "1", sku: "B", currency: "USD", ...value, total_cost: "1" },
        { warehouse: "1", sku: "B", currency: "EUR", ...value, total_cost: "1" }
      )
      const { items } = yield* listStockBalances({ warehouseNames: ["One"], limit: 10, withCosts: true, inOriginalCurrency: true })
      assert.deepStrictEqual(items.map((record) => told(record, "currency", "totalCost")), [["USD", "12.3456"], [undefined, undefined], ["CNY", "0"]])
    }))

  it.effect("tells what was sold in the last days of the zone of the connection, and its averages (E-178 E-183 E-184 E-189)", () =>
    Effect.gen(function*() {
      // In this zone it is the next day already.
      yield* TestClock.setTime(noon + day / 2 - 1)
      const { add, listStockBalances } = yield* open({}, "UTC+8")
      const today = Math.floor(noon / day) + 1
      yield* add("balance", ...balances("1", { sku: "A", total: 1 }, { sku: "B", total: 1 }))
      yield* add("sale", ...[[0, 1], [2, 2], [3, 4], [6, 8], [14, 16], [29, 32], [59, 64], [89, 128], [90, 256], [-1, 512]].map(([ago = 0, quantity = 0]) =>
        ({ warehouse: "1", sku: "A", day: today - ago, quantity })))
      yield* add("sale", { warehouse: "2", sku: "A", day: today, quantity: 1000 })
      const { items: [sold, unsold] } = yield* listStockBalances({ warehouseNames: ["One"], limit: 10 })
      assert.deepStrictEqual(told(sold, "sold3Days", "sold7Days", "sold15Days", "sold30Days", "sold60Days", "sold90Days"), ["3", "15", "31", "63", "127", "255"])
      assert.deepStrictEqual(
        told(sold, "soldPerDay3Days", "soldPerDay7Days", "soldPerDay15Days", "soldPerDay30Days", "soldPerDay60Days", "soldPerDay90Days"),
        ["1.00", "2.14", "2.07", "2.10", "2.12", "2.83"]
      )
      assert.deepStrictEqual(told(unsold, "sold90Days", "soldPerDay90Days"), ["0", "0.00"])
    }))

  it.effect("adds combinations if they are asked for, as many as their parts make (E-586 E-587)", () =>
    Effect.gen(function*() {
      const { add, listStockBalances } = yield* open()
      const combination = (sku: string, parts: Readonly<Record<string, number>>) => ({
        kind: "combination",
        number: sku,
        warehouse: "",
        status: "",
        created_at: 0,
        content: JSON.stringify({ kind: "combination", sku, name: `Set ${sku}`, parts: Object.entries(parts).map(([part, quantity]) => ({ sku: part, quantity })) })
      })
      yield* add("document", combination("S-1", { A: 2, B: 1 }), combination("S-2", { A: 1, missing: 1 }))
      yield* add(
        "balance",
        ...balances("1", { sku: "A", total: 9, unavailable: 1, reserved_order: 1 }, { sku: "B", total: 5, reserved_order: 0, unavailable: 0 }),
        ...balances("2", { sku: "A", total: 1 })
      )
      const asked = { warehouseNames: ["One", "Two"], limit: 10 } as const
      assert.deepStrictEqual(skusOf(yield* listStockBalances(asked)), ["One A", "One B", "Two A"])
      const found = yield* listStockBalances({ ...asked, withCombinations: true, withCosts: true })
      assert.deepStrictEqual(skusOf(found), ["One A", "One B", "Two A", "One S-1"])
      assert.deepStrictEqual(told(found.items[3], "name", "available", "total", "reserved", "warehouseCode"), ["Set S-1", "3", "3", "0", "W-1"])
      const all = yield* pagesOf((cursor) => listStockBalances({ ...asked, limit: 2, withCombinations: true, withEmpty: true, ...(cursor !== undefined && { cursor }) }))
      assert.deepStrictEqual(all.flatMap(skusOf), ["One A", "One B", "Two A", "One S-1", "One S-2", "Two S-1", "Two S-2"])
      const one = yield* listStockBalances({ ...asked, skus: ["S-2", "B"], withCombinations: true, withEmpty: true })
      assert.deepStrictEqual(skusOf(one), ["One B", "One S-2", "Two S-2"])
    }))
})

describe("reached", () => {
  const counts = [["1", 3], ["2", 0], ["3", 5], ["4", 1]] as const
  const behind = (warehouse: string) => ({ of: "balance", warehouse, behind: "0" }) as const

  plainIt.each([
    [{ offset: 0 }, 3, ["1"]],
    [{ offset: 0 }, 4, ["1", "3"]],
    [{ offset: 2 }, 3, ["1+2", "3"]],
    [{ offset: 3 }, 5, ["3"]],
    [{ offset: 7 }, 5, ["3+4", "4"]],
    [{ offset: 9 }, 5, []],
    [{ offset: 2 ** 40 }, 5, []],
    [behind("1"), 3, ["1>0", "3"]],
    [behind("2"), 5, ["2>0", "3"]],
    [behind("3"), 2, ["3>0", "4"]],
    [behind("4"), 5, ["4>0"]],
    [behind("5"), 5, []]
  ] as const)("from %j are the warehouses that have %i rows for certain", (start, most, expected) => {
    const found = reached(counts.map(([id, count]) => [{ id }, count]), start, most)
    assert.deepStrictEqual(found.map(({ behind: position, offset, warehouse: { id } }) => `${id}${offset === undefined ? "" : `+${offset}`}${position === undefined ? "" : `>${position}`}`), [...expected])
  })
})
