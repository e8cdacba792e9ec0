/** Lists, stock, inbound orders and products on recorded conversations. */
import { Decimal, Drift, Product, Quantity, StockLevel, type Transport, WarehouseV1 } from "@crossdock/core"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { measure } from "../../src/operations/UpsertProduct.ts"
import { asnNumbers, asnOf, inboundOrdersOf, open, replay, repliesOf, scripted, spoiled, warehouseCode } from "../replay.ts"

const {
  CancelInboundOrders,
  CreateInboundOrder,
  GetInboundOrders,
  ListChannels,
  ListStock,
  ListWarehouses,
  UpsertProduct
} = WarehouseV1

const login = repliesOf("listWarehouses/two").slice(0, 2)
const drifting = <A, E>(effect: Effect.Effect<A, E>) =>
  Effect.gen(function*() {
    const found: Array<Drift.Finding> = []
    const report = (finding: Drift.Finding) => Effect.sync(() => void found.push(finding))
    return { answer: yield* effect.pipe(Effect.provideService(Drift.Drift, { report })), found }
  })

describe("lists", () => {
  it.effect("warehouses with code and name (D1-031 D1-032)", () =>
    Effect.gen(function*() {
      const { done, warehouse } = yield* replay("listWarehouses/two")
      assert.deepStrictEqual(yield* warehouse.call(ListWarehouses, {}), { items: [
        { code: "WH", name: "Warehouse" },
        { code: "WH-1", name: "Warehouse WH-1" }
      ] })
      yield* done
    }))

  it.effect("a warehouse without a code and a carrier without one cannot be named: left out and reported", () =>
    Effect.gen(function*() {
      const [place] = (repliesOf("listWarehouses/two")[2]!.body as { result: ReadonlyArray<object> }).result
      const [carrier] = (repliesOf("listChannels/all")[2]!.body as { result: ReadonlyArray<object> }).result
      const answers = (result: unknown) => [...login, { status: 200, body: { id: 0, result } }]
      const places = yield* drifting(Effect.flatMap(open(scripted(answers([{ ...place, code: null }]))), (each) => each.call(ListWarehouses, {})))
      assert.deepStrictEqual([places.answer.items.length, places.found.length], [0, 1])
      const nameless = { ...carrier, "carrier_product.": { id: 1, code: null } }
      const channels = yield* drifting(Effect.flatMap(open(scripted(answers([nameless]))), (each) => each.call(ListChannels, {})))
      assert.deepStrictEqual([channels.answer.items.length, channels.found.length], [0, 1])
    }))

  it.effect("one record that cannot be read hides no other, and is reported (D1-268 D1-271)", () =>
    Effect.gen(function*() {
      for (const [name, operation] of [["listWarehouses/two", ListWarehouses], ["listChannels/all", ListChannels]] as const) {
        const replies = repliesOf(name)
        const { answer, found } = yield* drifting(Effect.flatMap(
          open(scripted([...login, spoiled(replies[2]!, 0, { id: null })])),
          (each) => each.call(operation, {})
        ))
        assert.strictEqual(answer.items.length, 1, name)
        assert.deepStrictEqual(found.map(({ path, message }) => [path, message]), [["/0", "a record that cannot be read was left out"]])
      }
    }))

  it.effect("channels with code, name and carrier (D1-035 D1-036 D1-040)", () =>
    Effect.gen(function*() {
      const { done, warehouse } = yield* replay("listChannels/all")
      assert.deepStrictEqual(yield* warehouse.call(ListChannels, {}), { items: [
        { code: "DHL-STD", name: "DHL - [DHL-STD] Item DHL-STD", carrierName: "DHL" },
        { code: "UPS-EXP", name: "UPS - [UPS-EXP] Item UPS-EXP", carrierName: "UPS" }
      ] })
      yield* done
    }))

  it.effect("a warehouse that Tryton does not have is named", () =>
    Effect.gen(function*() {
      const { warehouse } = yield* replay("listChannels/unknown-warehouse")
      const { reason } = yield* Effect.flip(warehouse.call(ListChannels, { warehouseCode: "NO-SUCH-WH" }))
      assert.isTrue(reason._tag === "Rejected" && reason.fault.code === "UNKNOWN_WAREHOUSE")
    }))
})

const { figure } = StockLevel

describe("listStock", () => {
  it.effect("a page with the figures of each zone, and how many pages there are (D1-298)", () =>
    Effect.gen(function*() {
      const { done, warehouse } = yield* replay("listStock/second-page")
      const { items, nextCursor, pageCount } = yield* warehouse.call(ListStock, { warehouseCode, cursor: "2", limit: 2 })
      assert.deepStrictEqual([nextCursor, pageCount], [undefined, 2])
      assert.deepStrictEqual<unknown>(items, [
        {
          warehouseCode,
          sku: "SKU-LATE",
          sellable: figure(0),
          reserved: figure(1),
          pending: figure(0),
          occupied: figure(0),
          total: figure(1),
          inTransit: figure(0)
        },
        {
          warehouseCode,
          sku: "SKU-GONE",
          sellable: figure(1),
          reserved: figure(0),
          pending: figure(0),
          occupied: figure(0),
          total: figure(1),
          inTransit: figure(0)
        }
      ])
      yield* done
    }))
})

describe("stock that cannot be read", () => {
  it.effect("loses no other figure of its page, and is no figure of 0 (D1-297)", () =>
    Effect.gen(function*() {
      const replies = repliesOf("listStock/second-page")
      const sent: Array<Transport.Request> = []
      yield* Effect.flatMap(open(scripted(replies, sent)), (each) => each.call(ListStock, { warehouseCode, cursor: "2", limit: 2 }))
      const figures = sent.flatMap(({ body }, index) => body.includes("product.product.search_read") ? [index] : [])
      assert.isAbove(figures.length, 2)
      for (const index of figures) {
        const { answer, found } = yield* drifting(Effect.flatMap(
          open(scripted(replies.map((reply, at) => at === index ? spoiled(reply, 0, { quantity: null }) : reply))),
          (each) => each.call(ListStock, { warehouseCode, cursor: "2", limit: 2 })
        ))
        assert.deepStrictEqual(answer.items.map(({ sku, total }) => [String(sku), total]), [["SKU-GONE", figure(1)]])
        assert.lengthOf(found, 1)
      }
    }))
})

describe("inbound orders", () => {
  const lines = (received: readonly [number, number], estimated: readonly [number, number]) =>
    ["SKU-1", "SKU-2"].map((sku, index) => ({
      sku,
      name: `Item ${sku}`,
      estimated: Quantity.of(estimated[index]!),
      received: Quantity.of(received[index]!)
    }))

  it.effect.each([
    ["no supplier is set", { supplier: undefined }, [], "NO_SUPPLIER"],
    ["Tryton does not have the supplier", {}, [{ status: 200, body: { id: 0, result: [] } }], "UNKNOWN_SUPPLIER"]
  ] as const)("are refused where %s, and nothing is made", ([, written, answers, code]) =>
    Effect.gen(function*() {
      const known = repliesOf("createInboundOrder/announced").slice(0, 5)
      const warehouse = yield* open(scripted([...known, ...answers]), written)
      const error = yield* Effect.flip(warehouse.call(CreateInboundOrder, asnOf("G-1")))
      assert.strictEqual(error.reason._tag === "Rejected" && error.reason.fault.code, code)
    }))

  it.effect.each([["announced", "G-1"], ["held", "G-1"], ["arrived-twice", "G-5"]])("made once: %s (D1-328)", ([name, asnNumber]) =>
    Effect.gen(function*() {
      const { done, warehouse } = yield* replay(`createInboundOrder/${name}`)
      assert.match((yield* warehouse.call(CreateInboundOrder, asnOf(asnNumber!))).referenceNumber!, /^\d+$/)
      yield* done
    }))

  it.effect("one that was made stands although its number cannot be read", () =>
    Effect.gen(function*() {
      const replies = repliesOf("createInboundOrder/announced")
      const warehouse = yield* open(scripted([...replies.slice(0, -1), { status: 503, body: "<html>" }]))
      assert.deepStrictEqual(yield* warehouse.call(CreateInboundOrder, asnOf("G-1")), {})
    }))

  it.effect("totals over all shipments of a number; an unknown number is absent", () =>
    Effect.gen(function*() {
      const { done, warehouse } = yield* replay("getInboundOrders/in-two-parts")
      const { items: [announced, inParts, none] } = yield* warehouse.call(GetInboundOrders, {
        inboundOrders: inboundOrdersOf("G-1", "G-2", "G-NONE"),
        warehouseCode
      })
      assert.isUndefined(none)
      assert.deepInclude(announced!, { phase: "announced", status: "draft" })
      assert.deepStrictEqual<unknown>(announced!.lines, lines([0, 0], [10, 4]))
      assert.deepInclude(inParts!, { phase: "receiving", status: "done, draft" })
      assert.deepStrictEqual<unknown>(inParts!.lines, lines([6, 0], [10, 4]))
      yield* done
    }))

  it.effect("a shipment that cannot be read hides no other number, and its own is in progress (D1-307 U-18)", () =>
    Effect.gen(function*() {
      const replies = repliesOf("getInboundOrders/in-two-parts")
      const over = scripted(replies.map((reply, at) => at === 2 ? spoiled(reply, 0, { state: null }) : reply))
      const { answer, found } = yield* drifting(Effect.flatMap(open(over), (each) =>
        each.call(GetInboundOrders, { inboundOrders: inboundOrdersOf("G-1", "G-2"), warehouseCode })))
      assert.deepStrictEqual<unknown>(answer.items[0], { asnNumber: "G-1", phase: "receiving", status: "unreadable", lines: [] })
      assert.deepInclude(answer.items[1]!, { phase: "receiving", status: "done, draft" })
      assert.deepStrictEqual(found.map(({ message }) => message), ["a shipment under G-1 cannot be read; taken as in progress"])
    }))

  it.effect("fractions are totals as Tryton has them, and one that is negative is taken as 0", () =>
    Effect.gen(function*() {
      const replies = repliesOf("getInboundOrders/in-two-parts")
      const isMove = (reply: (typeof replies)[number]) => JSON.stringify(reply).includes("product.")
      const at = replies.findIndex(isMove)
      const over = scripted(replies.map((reply, index) => index === at ? spoiled(spoiled(reply, 0, { quantity: 0.1 }), 1, { quantity: -2 }) : reply))
      const { answer, found } = yield* drifting(Effect.flatMap(open(over), (each) =>
        each.call(GetInboundOrders, { inboundOrders: inboundOrdersOf("G-1", "G-2"), warehouseCode })))
      assert.deepStrictEqual(answer.items[0]!.lines.map(({ estimated }) => estimated), [Quantity.of("0.1"), Quantity.zero])
      assert.deepStrictEqual(found.map(({ path }) => path), ["/1/quantity"])
    }))

  it.effect("a cancel answers each number for itself (D1-312 D1-313 D1-316)", () =>
    Effect.gen(function*() {
      const { done, warehouse } = yield* replay("cancelInboundOrders/each-for-itself")
      const { items: [three, four, none] } = yield* warehouse.call(CancelInboundOrders, {
        asnNumbers: asnNumbers("G-3", "G-4", "G-NONE"),
        warehouseCode
      })
      assert.deepStrictEqual<unknown>(three, { asnNumber: "G-3" })
      assert.match(four!.failure!, /^shipment \d+ for G-4 is received: goods have come in$/)
      assert.strictEqual(none!.failure, "Tryton has no shipment for G-NONE")
      yield* done
    }))
})

describe("upsertProduct", () => {
  const product = Schema.decodeUnknownSync(Product.Product)

  it.effect("it is created where it does not exist and updated where it does (D1-323 D1-324)", () =>
    Effect.gen(function*() {
      const created = yield* replay("upsertProduct/created")
      yield* created.warehouse.call(
        UpsertProduct,
        product({ sku: "NEW-1", erpSku: "E-1", title: "Chair", barcode: "4006381333931", weight: "0.125", weightUnit: "KG" })
      )
      yield* created.done
      const updated = yield* replay("upsertProduct/updated")
      yield* updated.warehouse.call(UpsertProduct, product({ sku: "NEW-1", erpSku: "E-1", title: "Armchair", specifications: "oak" }))
      yield* updated.done
    }))

  const units = [
    { id: 2, symbol: "kg", digits: 2 },
    { id: 3, symbol: "g", digits: 2 },
    { id: 5, symbol: "lb", digits: 2 },
    { id: 12, symbol: "m", digits: 2 },
    { id: 14, symbol: "cm", digits: 2 },
    { id: 15, symbol: "mm", digits: 2 }
  ]
  it.each([
    ["1.5", "kg", 1.5, 2, true],
    ["1.50", "KG", 1.5, 2, true],
    ["0.125", "kg", 125, 3, true],
    ["0.0012", "m", 1.2, 15, true],
    ["0.001", "cm", 0.01, 15, true],
    ["7.125", "cm", 71.25, 15, true],
    ["0.0000126", "m", 0.01, 15, false],
    ["1.239", "lb", 1.24, 5, false]
  ])("%s %s is %s of unit %s; exactly: %s", (text, symbol, value, unit, isExact) => {
    assert.deepStrictEqual(measure(units, Decimal.fromText(text)!, symbol), { value, unit, isExact })
  })
  it("a unit that Tryton does not list has no measure", () => {
    assert.isUndefined(measure(units, Decimal.fromText("1")!, "stone"))
  })
})
