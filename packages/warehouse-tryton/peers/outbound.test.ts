/** Outbound orders against a real Tryton. What is asserted was read from Tryton's own books. */
import { Quantity, WarehouseV1 } from "@crossdock/core"
import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { afterAll, beforeAll } from "vitest"
import { cutAt, type SuiteFixture, fixture, isLeftOut, just, noting, orderNumbers, orderOf, ordersOf, planted, twice, warehouseCode, wire } from "./fixture.ts"

const { CancelOutboundOrder, CreateOutboundOrder, GetOutboundOrders } = WarehouseV1

describe.skipIf(isLeftOut)("outbound orders in Tryton", () => {
  let peer: SuiteFixture
  beforeAll(async () => {
    peer = await fixture("outbound", { "SKU-1": 1000, "SKU-2": 1000, "SKU-FEW": 5 })
  })
  afterAll(() => peer?.server.stop())

  const books = () => peer.books
  const held = (reference: string) => Effect.promise(() => books().shipmentsByReference(reference))
  const find = (warehouse: WarehouseV1.OpenConnection, ...numbers: ReadonlyArray<string>) =>
    warehouse.call(GetOutboundOrders, { orders: ordersOf(...numbers), warehouseCode })
  const cancelled = (warehouse: WarehouseV1.OpenConnection, number: string) =>
    warehouse.call(CancelOutboundOrder, { orderNumber: orderNumbers(number)[0], warehouseCode })

  it.live("an order is a shipment that Tryton has assigned, with everything the warehouse needs (D1-272 D1-273)", () =>
    Effect.gen(function*() {
      const warehouse = yield* peer.open()
      const order = orderOf("O-1", { "SKU-1": 3, "SKU-2": 2 })
      const { warehouseOrderNumber } = yield* warehouse.call(CreateOutboundOrder, order)
      const [shipment, second] = yield* held("O-1")
      assert.isUndefined(second)
      assert.strictEqual(shipment!.number, warehouseOrderNumber)
      assert.deepInclude(shipment!, {
        state: "assigned",
        warehouseCode,
        carrierService: "DHL-STD",
        customer: planted.name,
        plannedDate: new Date().toISOString().slice(0, 10)
      })
      assert.deepStrictEqual(shipment!.lines.map(({ quantity, sku }) => [sku, quantity]), [["SKU-1", 3], ["SKU-2", 2]])
      assert.deepStrictEqual(shipment!.contacts.toSorted(), [`email ${planted.email}`, `phone ${planted.phone}`])
      for (const part of [planted.address1, planted.address2, planted.postalCode, "Berlin", "DE"]) {
        assert.include(shipment!.address, part)
      }
    }))

  it.live("an order that is asked for twice is one shipment, and the repeat gets its number (D1-328)", () =>
    Effect.gen(function*() {
      const warehouse = yield* peer.open()
      const first = yield* warehouse.call(CreateOutboundOrder, orderOf("O-2"))
      const again = yield* (yield* peer.open()).call(CreateOutboundOrder, orderOf("O-2"))
      assert.deepStrictEqual(again, first)
      assert.lengthOf(yield* held("O-2"), 1)
    }))

  it.live("a request that reaches Tryton twice leaves one shipment, and no draft for a worker to act on (D1-328)", () =>
    Effect.gen(function*() {
      const { warehouseOrderNumber } = yield* (yield* peer.open({ over: twice("model.stock.shipment.out.create") })).call(CreateOutboundOrder, orderOf("O-2-twice"))
      const left = yield* held("O-2-twice")
      assert.deepStrictEqual(left.map(({ number, state }) => [number, state]), [[warehouseOrderNumber, "assigned"]])
    }))

  it.live("wherever the line breaks, the failure is truthful and a repeat ends with one shipment (D1-328 D1-381)", () =>
    Effect.gen(function*() {
      const sent: Array<string> = []
      yield* (yield* peer.open({ over: noting(sent) })).call(CreateOutboundOrder, orderOf("O-3"))
      assert.isAbove(sent.length, 10)
      const warehouse = yield* peer.open()
      for (const [index, method] of sent.entries()) {
        for (const when of ["before", "after"] as const) {
          const number = `O-3-${index}-${when}`
          const broken = yield* peer.open({ over: cutAt(index, when) })
          const error = yield* Effect.flip(broken.call(CreateOutboundOrder, orderOf(number)))
          const left = (yield* held(number)).filter(({ state }) => state !== "cancelled")
          assert.isTrue(error.mayHaveApplied || left.length === 0, `${when} ${method}: ${left.length} shipments, and "no effect"`)
          // what is not assigned was never accepted, so a query does not show it
          const seen = yield* find(warehouse, number)
          assert.deepStrictEqual(seen.items.map(({ status }) => status), left.map(({ state }) => state).filter((state) => state === "assigned"))
          const { warehouseOrderNumber } = yield* warehouse.call(CreateOutboundOrder, orderOf(number))
          const now = yield* held(number)
          assert.deepStrictEqual(now.map((shipment) => [shipment.number, shipment.state]), [[warehouseOrderNumber, "assigned"]], `${when} ${method}`)
          assert.deepStrictEqual(now[0]!.lines.map(({ quantity, sku }) => [sku, quantity]), [["SKU-1", 3]])
        }
      }
    }), 240_000)

  it.live("a draft that was left behind is written over with what is asked for now (D1-389)", () =>
    Effect.gen(function*() {
      const sent: Array<string> = []
      yield* (yield* peer.open({ over: noting(sent) })).call(CreateOutboundOrder, orderOf("O-4"))
      const wait = sent.indexOf("model.stock.shipment.out.wait")
      yield* Effect.flip((yield* peer.open({ over: cutAt(wait, "before") })).call(CreateOutboundOrder, orderOf("O-4-x")))
      assert.deepStrictEqual((yield* held("O-4-x")).map(({ state }) => state), ["draft"])
      const corrected = orderOf("O-4-x", { "SKU-2": 7 }, { channelCode: "UPS-EXP" })
      yield* (yield* peer.open()).call(CreateOutboundOrder, corrected)
      const [shipment, second] = yield* held("O-4-x")
      assert.isUndefined(second)
      assert.deepInclude(shipment!, { state: "assigned", carrierService: "UPS-EXP" })
      assert.deepStrictEqual(shipment!.lines.map(({ quantity, sku }) => [sku, quantity]), [["SKU-2", 7]])
    }))

  it.live("too little stock: refused with the SKU named and nothing made; accepted under the same number after a restock", () =>
    Effect.gen(function*() {
      const warehouse = yield* peer.open()
      const error = yield* Effect.flip(warehouse.call(CreateOutboundOrder, orderOf("O-5", { "SKU-1": 1, "SKU-FEW": 9 })))
      assert.isTrue(error.reason._tag === "Rejected" && error.reason.fault.code === "OUT_OF_STOCK")
      assert.include(JSON.stringify(error.reason), "SKU-FEW (4 missing)")
      assert.deepStrictEqual(yield* held("O-5"), [])
      yield* Effect.promise(() => books().restock(warehouseCode, { "SKU-FEW": 10 }))
      yield* warehouse.call(CreateOutboundOrder, orderOf("O-5", { "SKU-1": 1, "SKU-FEW": 9 }))
      assert.deepStrictEqual((yield* held("O-5")).map(({ state }) => state), ["assigned"])
    }))

  it.live("goods that vanish while the order is made: the shipment is cancelled before the order is refused", () =>
    Effect.gen(function*() {
      yield* Effect.promise(() => books().setStock(warehouseCode, { "SKU-GONE": 4 }))
      const over = just("model.stock.shipment.out.assign_try", () => books().setStock(warehouseCode, { "SKU-GONE": 1 }))
      const error = yield* Effect.flip((yield* peer.open({ over })).call(CreateOutboundOrder, orderOf("O-6", { "SKU-GONE": 4 })))
      assert.isTrue(error.reason._tag === "Rejected" && error.reason.fault.message.includes("SKU-GONE (3 missing)"))
      assert.deepStrictEqual((yield* held("O-6")).map(({ state }) => state), ["cancelled"])
    }))

  it.live("an order that may wait stays in Tryton until goods arrive", () =>
    Effect.gen(function*() {
      yield* Effect.promise(() => books().setStock(warehouseCode, { "SKU-LATE": 1 }))
      const warehouse = yield* peer.open({ written: { whenShort: "wait" } })
      yield* warehouse.call(CreateOutboundOrder, orderOf("O-7", { "SKU-LATE": 3 }))
      assert.deepStrictEqual((yield* held("O-7")).map(({ state }) => state), ["waiting"])
      const { items: [status] } = yield* find(warehouse, "O-7")
      assert.deepInclude(status!, { phase: "open", status: "waiting" })
    }))

  it.live("a SKU, a warehouse and a channel that Tryton does not have are named, and nothing is made", () =>
    Effect.gen(function*() {
      const warehouse = yield* peer.open()
      const parties = yield* Effect.promise(() => books().countOf("party.party"))
      for (const [order, name] of [
        [orderOf("O-8", { "SKU-1": 1, "NO-SUCH-SKU": 1 }), "NO-SUCH-SKU"],
        [orderOf("O-8", undefined, { warehouseCode: "NO-SUCH-WH" }), "NO-SUCH-WH"],
        [orderOf("O-8", undefined, { channelCode: "NO-SUCH-CH" }), "NO-SUCH-CH"]
      ] as const) {
        const error = yield* Effect.flip(warehouse.call(CreateOutboundOrder, order))
        assert.strictEqual(error.reason._tag, "Rejected")
        assert.include(JSON.stringify(error.reason), name)
      }
      assert.deepStrictEqual(yield* held("O-8"), [])
      assert.strictEqual(yield* Effect.promise(() => books().countOf("party.party")), parties)
    }))

  it.live("an own label and cash on delivery cannot be expressed, and nothing is sent", () =>
    Effect.gen(function*() {
      const sent: Array<string> = []
      const warehouse = yield* peer.open({ over: noting(sent) })
      const own = { packageType: "OWN_PACKAGE", trackingNumber: "T", label: "JVBERi0=" }
      const cash = { cashOnDelivery: { amount: "1.00", currency: "EUR" } }
      for (const changed of [own, cash]) {
        const error = yield* Effect.flip(warehouse.call(CreateOutboundOrder, orderOf("O-9", undefined, changed)))
        assert.strictEqual(error.reason._tag, "RequestInvalid")
      }
      assert.deepStrictEqual(sent, [])
    }))

  it.live("a cancelled order is cancelled in Tryton, however often it is cancelled (D1-254)", () =>
    Effect.gen(function*() {
      const warehouse = yield* peer.open()
      yield* warehouse.call(CreateOutboundOrder, orderOf("O-10"))
      yield* cancelled(warehouse, "O-10")
      yield* cancelled(warehouse, "O-10")
      assert.deepStrictEqual((yield* held("O-10")).map(({ state }) => state), ["cancelled"])
      assert.deepStrictEqual((yield* find(warehouse, "O-10")).items.map(({ phase }) => phase), ["cancelled"])
    }))

  it.live("an order issued again after its cancel is a new shipment, and the query means that one (D1-389)", () =>
    Effect.gen(function*() {
      const warehouse = yield* peer.open()
      const first = yield* warehouse.call(CreateOutboundOrder, orderOf("O-11"))
      yield* cancelled(warehouse, "O-11")
      const second = yield* warehouse.call(CreateOutboundOrder, orderOf("O-11", { "SKU-2": 1 }))
      assert.notStrictEqual(second.warehouseOrderNumber, first.warehouseOrderNumber)
      assert.deepStrictEqual((yield* held("O-11")).map(({ state }) => state), ["cancelled", "assigned"])
      const { items: [status, more] } = yield* find(warehouse, "O-11")
      assert.isUndefined(more)
      assert.deepStrictEqual([status!.phase, status!.warehouseOrderNumber], ["open", second.warehouseOrderNumber])
    }))

  it.live("a shipment that left is not cancelled, and the reason says so", () =>
    Effect.gen(function*() {
      const warehouse = yield* peer.open()
      yield* warehouse.call(CreateOutboundOrder, orderOf("O-12"))
      const [shipment] = yield* held("O-12")
      yield* Effect.promise(() => books().ship(shipment!.id, "TRK-12"))
      const error = yield* Effect.flip(cancelled(warehouse, "O-12"))
      assert.isTrue(error.reason._tag === "Rejected" && error.reason.fault.message.includes("done"))
      assert.deepStrictEqual((yield* held("O-12")).map(({ state }) => state), ["done"])
    }))

  it.live("a shipment that leaves while it is being cancelled is reported as left", () =>
    Effect.gen(function*() {
      const opened = yield* peer.open()
      yield* opened.call(CreateOutboundOrder, orderOf("O-13"))
      const [shipment] = yield* held("O-13")
      const over = just("model.stock.shipment.out.cancel", () => books().ship(shipment!.id, "TRK-13"))
      const error = yield* Effect.flip(cancelled(yield* peer.open({ over }), "O-13"))
      assert.strictEqual(error.reason._tag, "Rejected")
      assert.deepStrictEqual((yield* held("O-13")).map(({ state }) => state), ["done"])
    }))

  it.live("an order that Tryton does not know cannot be cancelled and is absent from a query", () =>
    Effect.gen(function*() {
      const warehouse = yield* peer.open()
      const error = yield* Effect.flip(cancelled(warehouse, "O-NONE"))
      assert.isTrue(error.reason._tag === "Rejected" && error.reason.fault.code === "UNKNOWN_ORDER")
      assert.deepStrictEqual(yield* find(warehouse, "O-NONE"), { items: [] })
    }))

  it.live("the status follows the work: assigned, picked, packed, done with the latest tracking number (D1-112 D1-256 D1-288)", () =>
    Effect.gen(function*() {
      const warehouse = yield* peer.open()
      yield* warehouse.call(CreateOutboundOrder, orderOf("O-14", { "SKU-1": 2, "SKU-2": 1 }))
      const { id, number } = (yield* held("O-14"))[0]!
      const now = Effect.map(find(warehouse, "O-14", "O-NONE"), ({ items: [status] }) => status!)
      const base = { orderNumber: "O-14", warehouseOrderNumber: number, warehouseCode, carrierName: "DHL", phase: "open" }
      assert.deepStrictEqual<unknown>(yield* now, { ...base, status: "assigned" })
      yield* Effect.promise(() => books().pick(id))
      assert.deepStrictEqual<unknown>(yield* now, { ...base, status: "picked" })
      yield* Effect.promise(() => books().pack(id, "TRK-A", "TRK-B"))
      assert.deepStrictEqual<unknown>(yield* now, { ...base, status: "packed", trackingNumber: "TRK-B" })
      yield* Effect.promise(() => books().done(id))
      const { shippedAt, ...shipped } = yield* now
      assert.deepStrictEqual<unknown>(shipped, {
        ...base,
        phase: "shipped",
        status: "done",
        trackingNumber: "TRK-B",
        lines: [{ sku: "SKU-1", quantity: Quantity.of(2) }, { sku: "SKU-2", quantity: Quantity.of(1) }]
      })
      const [shipment] = yield* held("O-14")
      assert.strictEqual(DateTime.formatIso(shippedAt!), `${shipment!.effectiveDate}T00:00:00.000Z`)
      assert.deepStrictEqual(shipment!.tracking, ["TRK-A", "TRK-B"])
    }))

  it.live("a shipment without a tracking number is in progress, or shipped where the settings say so (D1-256)", () =>
    Effect.gen(function*() {
      const warehouse = yield* peer.open()
      yield* warehouse.call(CreateOutboundOrder, orderOf("O-15"))
      const [shipment] = yield* held("O-15")
      yield* Effect.promise(() => books().ship(shipment!.id))
      const { items: [waits] } = yield* find(warehouse, "O-15")
      assert.deepInclude(waits!, { phase: "open", status: "done" })
      const { items: [reports] } = yield* find(yield* peer.open({ written: { whenUntracked: "report" } }), "O-15")
      assert.deepInclude(reports!, { phase: "shipped", status: "done" })
      assert.isUndefined(reports!.trackingNumber)
    }))

  it.live("the same order asked for four times at once is one shipment; different ones have different numbers", () =>
    Effect.gen(function*() {
      const warehouse = yield* peer.open()
      const same = yield* Effect.forEach([1, 2, 3, 4], () => warehouse.call(CreateOutboundOrder, orderOf("O-16")), { concurrency: 4 })
      assert.lengthOf(new Set(same.map(({ warehouseOrderNumber }) => warehouseOrderNumber)), 1)
      assert.lengthOf(yield* held("O-16"), 1)
      const different = yield* Effect.forEach(
        [1, 2, 3, 4, 5, 6],
        (n) => warehouse.call(CreateOutboundOrder, orderOf(`O-17-${n}`)),
        { concurrency: 6 }
      )
      assert.lengthOf(new Set(different.map(({ warehouseOrderNumber }) => warehouseOrderNumber)), 6)
    }))

  it.live("one number in two warehouses is two orders", () =>
    Effect.gen(function*() {
      yield* Effect.promise(() => books().setUpWarehouse("WH-2", { "SKU-1": 10 }))
      const warehouse = yield* peer.open()
      yield* warehouse.call(CreateOutboundOrder, orderOf("O-18"))
      yield* warehouse.call(CreateOutboundOrder, orderOf("O-18", undefined, { warehouseCode: "WH-2" }))
      const shipments = yield* held("O-18")
      assert.deepStrictEqual(shipments.map((shipment) => shipment.warehouseCode), [warehouseCode, "WH-2"])
      yield* warehouse.call(CancelOutboundOrder, { orderNumber: orderNumbers("O-18")[0], warehouseCode: "WH-2" })
      assert.deepStrictEqual((yield* held("O-18")).map(({ state }) => state), ["assigned", "cancelled"])
    }))

  it.live("a warehouse with one zone for everything accepts without assigning, and refuses what it does not have", () =>
    Effect.gen(function*() {
      yield* Effect.promise(async () => {
        await books().setUpWarehouse("WH-3", { "SKU-ONE": 5 })
        const [place] = await books().search<{ id: number; storage_location: number }>(
          "stock.location",
          [["code", "=", "WH-3"]],
          ["storage_location"]
        )
        const { storage_location } = place!
        await books().call("stock.location.write", [[place!.id], { input_location: storage_location, output_location: storage_location }])
      })
      const warehouse = yield* peer.open()
      const inOneZone = { warehouseCode: "WH-3" }
      yield* warehouse.call(CreateOutboundOrder, orderOf("O-19", { "SKU-ONE": 2 }, inOneZone))
      assert.deepStrictEqual((yield* held("O-19")).map(({ state }) => state), ["waiting"])
      assert.deepStrictEqual((yield* find(warehouse, "O-19")), { items: [] })
      const { items: [seen] } = yield* warehouse.call(GetOutboundOrders, { orders: ordersOf("O-19"), ...inOneZone })
      assert.deepInclude(seen!, { phase: "open", status: "waiting" })
      const error = yield* Effect.flip(warehouse.call(CreateOutboundOrder, orderOf("O-20", { "SKU-ONE": 9 }, inOneZone)))
      assert.include(JSON.stringify(error.reason), "OUT_OF_STOCK")
      const [shipment] = yield* held("O-19")
      yield* Effect.promise(() => books().pack(shipment!.id, "TRK-19").then(() => books().done(shipment!.id)))
      const { items: [status] } = yield* warehouse.call(GetOutboundOrders, { orders: ordersOf("O-19") })
      assert.deepInclude(status!, { phase: "shipped", trackingNumber: "TRK-19" })
    }))

  it.live("a refusal quotes nothing about the receiver", () =>
    Effect.gen(function*() {
      const tooLong = { receiver: { ...planted, country: "DE", state: "B", city: "C", name: `${planted.name}\u0000` } }
      const over = { send: wire.send }
      const exit = yield* Effect.exit((yield* peer.open({ over })).call(CreateOutboundOrder, orderOf("O-21", undefined, tooLong)))
      const shown = JSON.stringify(exit)
      for (const value of Object.values(planted)) assert.notInclude(shown, value)
    }))
})
