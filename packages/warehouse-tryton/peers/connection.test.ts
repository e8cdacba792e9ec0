/** Login, lists, stock and products against a real Tryton. What is asserted was read from Tryton's own books. */
import { type AdapterError, Decimal, Drift, Product, type StockLevel, Transport, WarehouseV1 } from "@crossdock/core"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { afterAll, beforeAll } from "vitest"
import * as Rpc from "../src/Rpc.ts"
import { asnOf, type SuiteFixture, fixture, isLeftOut, noting, orderOf, ordersOf, warehouseCode, wire } from "./fixture.ts"

const { CreateInboundOrder, CreateOutboundOrder, GetOutboundOrders, ListChannels, ListStock, ListWarehouses, UpsertProduct } = WarehouseV1

const decodeProduct = Schema.decodeUnknownSync(Product.Product)

const counted = (level: StockLevel.StockLevel): { readonly sku: string; readonly [figure: string]: number | string } => {
  const { sku, warehouseCode: at, ...figures } = level
  assert.strictEqual(at, warehouseCode)
  const numbers = Object.entries(figures).map(([name, figure]) => [name, Number(Decimal.toText(figure as StockLevel.Figure))])
  return { sku: String(sku), ...Object.fromEntries(numbers) }
}

describe.skipIf(isLeftOut)("a connection to Tryton", () => {
  let peer: SuiteFixture
  beforeAll(async () => {
    peer = await fixture("connection")
  })
  afterAll(() => peer?.server.stop())
  const books = () => peer.books

  it.live("its warehouses are those with a code (D1-031 D1-032)", () =>
    Effect.gen(function*() {
      yield* Effect.promise(() => books().setUpWarehouse("WH-L"))
      const listed = yield* (yield* peer.open()).call(ListWarehouses, {})
      const held = yield* Effect.promise(() =>
        books().search<{ code: string; name: string }>("stock.location", [["type", "=", "warehouse"]], ["code", "name"])
      )
      assert.deepStrictEqual(listed, { items: held.map(({ code, name }) => ({ code, name })) })
      assert.includeMembers(listed.items.map(({ code }) => code), [warehouseCode, "WH-L"])
    }))

  it.live("its channels are its carriers, of one warehouse or of all (D1-035 D1-270)", () =>
    Effect.gen(function*() {
      const warehouse = yield* peer.open()
      const all = yield* warehouse.call(ListChannels, {})
      assert.deepStrictEqual(all.items.map(({ carrierName, code }) => [code, carrierName]), [["DHL-STD", "DHL"], ["UPS-EXP", "UPS"]])
      assert.isTrue(all.items.every((channel) => channel.warehouseCode === undefined))
      const some = yield* warehouse.call(ListChannels, { warehouseCode })
      assert.isTrue(some.items.every((channel) => channel.warehouseCode === warehouseCode))
      const error = yield* Effect.flip(warehouse.call(ListChannels, { warehouseCode: "NO-SUCH-WH" }))
      assert.include(JSON.stringify(error.reason), "NO-SUCH-WH")
    }))

  it.live("a carrier goes by the code of its service, the code of its party, or its id", () =>
    Effect.gen(function*() {
      const held = yield* Effect.promise(() =>
        books().search<{ id: number; "party.": { code: string } }>("carrier", [], ["party.code"])
      )
      for (const [channelBy, codes] of [["party", held.map((row) => row["party."].code)], ["id", held.map(({ id }) => String(id))]] as const) {
        const warehouse = yield* peer.open({ written: { channelBy } })
        assert.deepStrictEqual((yield* warehouse.call(ListChannels, {})).items.map(({ code }) => code), codes)
        yield* warehouse.call(CreateOutboundOrder, orderOf(`C-${channelBy}`, undefined, { channelCode: codes[1] }))
        const [shipment] = yield* Effect.promise(() => books().shipmentsByReference(`C-${channelBy}`))
        assert.strictEqual(shipment!.carrierService, "UPS-EXP")
      }
    }))

  it.live("the pages hold every SKU once, with the figures of Tryton (D1-298 D1-299)", () =>
    Effect.gen(function*() {
      yield* Effect.promise(() => books().setStock(warehouseCode, { "S-1": 11, "S-2": 12, "S-3": 13, "S-4": 0 }))
      const warehouse = yield* peer.open()
      // some assigned, some picked, some announced, some on the ramp
      yield* warehouse.call(CreateOutboundOrder, orderOf("S-A", { "S-1": 4 }))
      yield* warehouse.call(CreateOutboundOrder, orderOf("S-P", { "S-2": 5 }))
      yield* Effect.promise(async () => {
        const [shipment] = await books().shipmentsByReference("S-P")
        await books().pick(shipment!.id)
      })
      yield* warehouse.call(CreateInboundOrder, asnOf("S-N", { "S-3": 6 }))
      yield* warehouse.call(CreateInboundOrder, asnOf("S-R", { "S-3": 7 }))
      yield* Effect.promise(async () => {
        const [shipment] = await books().inboundByReference("S-R")
        await books().receive(shipment!.id)
      })
      const seen: Array<(typeof ListStock.success.Type)["items"][number]> = []
      let cursor: string | undefined
      for (let page = 1;; page++) {
        const answer: typeof ListStock.success.Type = yield* warehouse.call(ListStock, { warehouseCode, ...(cursor !== undefined && { cursor }), limit: 2 })
        seen.push(...answer.items)
        if (answer.nextCursor === undefined) {
          assert.strictEqual(answer.pageCount, page)
          break
        }
        cursor = answer.nextCursor
      }
      const figures = yield* Effect.promise(() => books().stockOf(warehouseCode))
      assert.deepStrictEqual(
        seen.toSorted((a, b) => a.sku < b.sku ? -1 : 1).map(counted),
        figures.map(({ announced, input, onHand, output, sku, storage, unassigned }) => ({
          sku,
          sellable: unassigned,
          reserved: storage - unassigned + output,
          pending: input,
          occupied: 0,
          total: onHand,
          inTransit: announced
        }))
      )
      const level = (sku: string) => counted(seen.find((each) => each.sku === sku)!)
      assert.deepInclude(level("S-1"), { sellable: 7, reserved: 4, total: 11 })
      assert.deepInclude(level("S-2"), { sellable: 7, reserved: 5, total: 12 })
      assert.deepInclude(level("S-3"), { sellable: 13, inTransit: 6, pending: 7, total: 20 })
      const beyond = yield* warehouse.call(ListStock, { warehouseCode, cursor: "9000", limit: 2 })
      assert.deepStrictEqual([beyond.items, beyond.nextCursor], [[], undefined])
    }))

  it.live("stock of some SKUs; one that Tryton does not have is absent, a warehouse it does not have is named (D1-293)", () =>
    Effect.gen(function*() {
      const warehouse = yield* peer.open()
      const skus = ["SKU-2", "NO-SUCH-SKU"] as unknown as NonNullable<typeof ListStock.payload.Type.skus>
      const answer = yield* warehouse.call(ListStock, { warehouseCode, skus, limit: 10 })
      assert.deepStrictEqual(answer.items.map(({ sku }) => String(sku)), ["SKU-2"])
      const error = yield* Effect.flip(warehouse.call(ListStock, { warehouseCode: "NO-SUCH-WH", limit: 10 }))
      assert.include(JSON.stringify(error.reason), "NO-SUCH-WH")
    }))

  it.live("a product is created, updated, and repeated without a second one (D1-323 D1-324 D1-325)", () =>
    Effect.gen(function*() {
      const warehouse = yield* peer.open()
      const product = {
        sku: "NEW-1",
        erpSku: "E-1",
        title: "Blue chair",
        barcode: "4006381333931",
        specifications: "oak",
        weight: "0.125",
        weightUnit: "KG",
        length: "30",
        width: "20.5",
        height: "10",
        dimensionUnit: "cm"
      }
      yield* warehouse.call(UpsertProduct, decodeProduct(product))
      yield* warehouse.call(UpsertProduct, decodeProduct(product))
      const held = Effect.promise(() => books().productsOf("NEW-1"))
      const [made, second] = yield* held
      assert.isUndefined(second)
      assert.deepInclude(made!, { name: "Blue chair", description: "oak", weight: 125, length: 30, width: 20.5, height: 10 })
      assert.deepInclude(made!["weight_uom."]!, { symbol: "g" })
      assert.deepInclude(made!["length_uom."]!, { symbol: "cm" })
      yield* warehouse.call(UpsertProduct, decodeProduct({ ...product, title: "Red chair", weight: "2", barcode: "4006381333948" }))
      const [changed, none] = yield* held
      assert.isUndefined(none)
      assert.strictEqual(changed!.id, made!.id)
      assert.deepInclude(changed!, { name: "Red chair", weight: 2 })
      assert.deepStrictEqual(
        (yield* Effect.promise(() => books().identifiersOf("NEW-1"))).map(({ code }) => code).toSorted(),
        ["4006381333931", "4006381333948"]
      )
      yield* Effect.promise(() => books().restock(warehouseCode, { "NEW-1": 3 }))
      const price = { amount: "10.00", currency: "EUR", per: "piece" }
      const lines = [{ sku: "NEW-1", erpSku: "E-1", name: "Red chair", quantity: 3, price }]
      yield* warehouse.call(CreateOutboundOrder, orderOf("NEW-O", { "NEW-1": 3 }, { lines }))
    }))

  it.live("a product keeps its SKU as its code where Tryton numbers its templates", () =>
    Effect.gen(function*() {
      yield* Effect.promise(async () => {
        const [type] = await books().search<{ id: number }>("ir.sequence.type", [["name", "=", "Template"]], [])
        const sequence_type = type?.id ??
          (await books().search<{ id: number; name: string }>("ir.sequence.type", [["name", "ilike", "%roduct%"]], ["name"]))[0]!.id
        const sequence = await books().create("ir.sequence", { name: "T", sequence_type, prefix: "T" })
        await books().call("product.configuration.write", [[1], { template_sequence: sequence }])
      })
      const warehouse = yield* peer.open()
      yield* warehouse.call(UpsertProduct, decodeProduct({ sku: "NUM-1", erpSku: "E" }))
      yield* warehouse.call(UpsertProduct, decodeProduct({ sku: "NUM-1", erpSku: "E", title: "Later" }))
      assert.deepStrictEqual((yield* Effect.promise(() => books().productsOf("NUM-1"))).map(({ name }) => name), ["Later"])
      yield* Effect.promise(() => books().call("product.configuration.write", [[1], { template_sequence: null }]))
    }))

  it.live("a measure in a unit that Tryton does not list is left out and reported", () =>
    Effect.gen(function*() {
      const found: Array<Drift.Finding> = []
      const report = (finding: Drift.Finding) => Effect.sync(() => void found.push(finding))
      const warehouse = yield* peer.open()
      yield* warehouse.call(UpsertProduct, decodeProduct({ sku: "NEW-2", erpSku: "E-2", weight: "1", weightUnit: "stone", length: "1" })).pipe(
        Effect.provideService(Drift.Drift, { report })
      )
      const [made] = yield* Effect.promise(() => books().productsOf("NEW-2"))
      assert.deepInclude(made!, { name: "E-2", weight: null, length: null })
      assert.deepStrictEqual(found.map(({ path }) => path), ["/weightUnit", "/dimensionUnit"])
    }))

  it.live("calls that come at once share one login; one that ran out is renewed once and the call repeated", () =>
    Effect.gen(function*() {
      const sent: Array<string> = []
      const logins = () => sent.filter((method) => method === "common.db.login").length
      const warehouse = yield* peer.open({ over: noting(sent) })
      yield* Effect.forEach([1, 2, 3, 4, 5], () => warehouse.call(ListWarehouses, {}), { concurrency: 5 })
      assert.strictEqual(logins(), 1)
      yield* Effect.promise(() => books().endSessions())
      yield* Effect.forEach([1, 2, 3], () => warehouse.call(ListWarehouses, {}), { concurrency: 3 })
      assert.strictEqual(logins(), 2)
      yield* Effect.promise(() => books().endSessions())
      yield* warehouse.call(CreateOutboundOrder, orderOf("L-1"))
      assert.lengthOf(yield* Effect.promise(() => books().shipmentsByReference("L-1")), 1)
      assert.strictEqual(logins(), 3)
    }))

  it.live("a wrong password is refused once and not tried again at once; so are a database and a company that are not there", () =>
    Effect.gen(function*() {
      const sent: Array<string> = []
      const over = noting(sent)
      const database = peer.server.freshDatabase("refused")
      const wrong = yield* peer.open({ over, written: { database, password: "not this one" } })
      const refusals: Array<AdapterError.AdapterError> = []
      for (let n = 0; n < 3; n++) refusals.push(yield* Effect.flip(wrong.call(ListWarehouses, {})))
      assert.deepStrictEqual(refusals.map(({ reason }) => reason._tag), ["CredentialRejected", "CredentialRejected", "CredentialRejected"])
      assert.deepStrictEqual(sent, ["common.db.login"])
      const nowhere = yield* Effect.flip((yield* peer.open({ written: { database: "nowhere" } })).call(ListWarehouses, {}))
      assert.strictEqual(nowhere.reason._tag, "CredentialRejected")
      assert.notInclude(JSON.stringify(nowhere), "sqlite")
      const alien = yield* Effect.flip((yield* peer.open({ written: { company: "Nobody Ltd" } })).call(ListWarehouses, {}))
      assert.include(JSON.stringify(alien), "Nobody Ltd")
      const own = yield* peer.open({ written: { company: "Third-party logistics" } })
      assert.isNotEmpty(yield* own.call(ListWarehouses, {}))
    }))

  it.live("what Tryton asks back is answered with yes", () =>
    Effect.gen(function*() {
      const warehouse = yield* peer.open()
      yield* warehouse.call(CreateOutboundOrder, orderOf("W-1"))
      const [shipment] = yield* Effect.promise(() => books().shipmentsByReference("W-1"))
      yield* Effect.promise(() => books().pick(shipment!.id))
      const found: Array<Drift.Finding> = []
      const report = (finding: Drift.Finding) => Effect.sync(() => void found.push(finding))
      const rpc = yield* Rpc.make(peer.settings()).pipe(Effect.provideService(Transport.Transport, wire))
      // moves without an origin: Tryton asks whether that is meant
      yield* rpc.press("stock.shipment.out", "pack", shipment!.id).pipe(Effect.provideService(Drift.Drift, { report }))
      assert.deepStrictEqual((yield* Effect.promise(() => books().shipmentsByReference("W-1"))).map(({ state }) => state), ["packed"])
      assert.isNotEmpty(found)
    }))

  it.live("a server that is gone was reached by nothing (D1-381)", () =>
    Effect.gen(function*() {
      const warehouse = yield* peer.open({ written: { baseUrl: "http://127.0.0.1:1" } })
      const error = yield* Effect.flip(warehouse.call(GetOutboundOrders, { orders: ordersOf("X") }))
      assert.isTrue(error.reason._tag === "TransportFailed" && !error.mayHaveApplied)
    }))
})
