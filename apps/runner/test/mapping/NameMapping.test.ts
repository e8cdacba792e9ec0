import { assert, it } from "@effect/vitest"
import { type InboundOrder, type OutboundOrder, Quantity, Sku, WarehouseV1 } from "@crossdock/core"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { Connections } from "../../src/connection/Connections.ts"
import { Dispatch } from "../../src/contracts/warehouse/Dispatch.ts"
import { Database } from "../../src/store/Database.ts"
import { type Kind, Mapping } from "../../src/mapping/NameMapping.ts"
import { onBothDatabases } from "../support/Databases.ts"
import { asn, order } from "../support/Orders.ts"
import * as Peers from "../support/Peers.ts"
import { inWorldOn, nothingOwed, type Options, until, type World, world } from "../support/World.ts"

const put = (w: World, kind: Kind, ...rows: ReadonlyArray<readonly [ours: string, theirs: string]>) =>
  Effect.flatMap(Mapping, (mapping) =>
    mapping.set(w.link.scope, kind, rows.map(([ours, theirs]) => ({ ours, theirs, source: "person" }))))

const line = (more: Partial<OutboundOrder.OutboundLine>): OutboundOrder.OutboundLine => ({ ...order("any").lines[0], ...more })
const sku = Sku.Sku.make

const mapped = (w: World, more: Partial<OutboundOrder.OutboundOrder> = {}) =>
  Effect.flatMap(Mapping, (mapping) => mapping.outboundOrder(w.link, order("SO-1", more)))

const mappedAsn = (w: World, more: Partial<InboundOrder.InboundOrder> = {}) =>
  Effect.flatMap(Mapping, (mapping) => mapping.inboundOrder(w.link, asn("ASN-1", more)))

const several: Options = { links: [{ id: "acc-1", prefix: "A-" }, { id: "acc-2", prefix: "B-" }] }

onBothDatabases("mapping", (fresh) => {
  const inWorld = inWorldOn(fresh)

  inWorld("without rows everything keeps its name", {}, (w) =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* mapped(w), { payload: order("SO-1"), unmatched: [] })
      assert.deepStrictEqual(yield* mappedAsn(w), { payload: asn("ASN-1"), unmatched: [] })
      const mapping = yield* Mapping
      for (const kind of ["warehouse", "channel", "sku", "platform", "shop", "asnType"] as const) {
        assert.strictEqual(yield* mapping.toPeer(w.link, kind, "X"), "X")
        assert.strictEqual(yield* mapping.toErp(w.link, kind, "X"), "X")
      }
    }))

  inWorld("each kind has a table of its own, for both directions", {}, (w) =>
    Effect.gen(function*() {
      const kinds = ["warehouse", "channel", "sku", "platform", "shop", "asnType"] as const
      for (const kind of kinds) yield* put(w, kind, ["same", `their-${kind}`])
      const { payload } = yield* mapped(w, {
        warehouseCode: "same",
        channelCode: "same",
        platform: "same",
        shopName: "same",
        lines: [line({ erpSku: "same", sku: sku("other") })]
      })
      assert.deepStrictEqual(
        [payload.warehouseCode, payload.channelCode, payload.platform, payload.shopName, payload.lines[0].sku as string],
        ["their-warehouse", "their-channel", "their-platform", "their-shop", "their-sku"]
      )
      assert.strictEqual(payload.lines[0].erpSku, "same")
      const inbound = yield* mappedAsn(w, {
        warehouseCode: "same",
        type: "same",
        lines: [{ sku: sku("same"), quantity: Quantity.of(1) }],
        packing: [{ sku: sku("same") }, { boxNumber: 1 }]
      })
      assert.deepStrictEqual([inbound.payload.warehouseCode, inbound.payload.type], ["their-warehouse", "their-asnType"])
      assert.deepStrictEqual(inbound.payload.packing, [{ sku: sku("their-sku") }, { boxNumber: 1 }])
      assert.strictEqual(inbound.payload.lines[0].sku, sku("their-sku"))
      const mapping = yield* Mapping
      for (const kind of kinds) assert.strictEqual(yield* mapping.toErp(w.link, kind, `their-${kind}`), "same")
    }))

  inWorld("a SKU is found by the ERP's name first, then by the name that the ERP thinks the warehouse has", {}, (w) =>
    Effect.gen(function*() {
      const lines = [line({ erpSku: "E-1", sku: sku("S-1") }), line({ erpSku: "E-2", sku: sku("S-2") }), line({ erpSku: "E-3", sku: sku("S-3") })] as const
      yield* put(w, "sku", ["E-1", "by-erp"], ["S-1", "by-sku"], ["S-2", "by-sku"])
      const { payload, unmatched } = yield* mapped(w, { lines })
      assert.deepStrictEqual(payload.lines.map((each) => each.sku as string), ["by-erp", "by-sku", "S-3"])
      assert.deepStrictEqual(unmatched, [])
    }))

  inWorld("with required mapping every name that has no row is told with its place, and none is guessed (D1-403)", { links: [{ mapping: "required" }] }, (w) =>
    Effect.gen(function*() {
      yield* put(w, "sku", ["E-2", "T-2"])
      const lines = [line({ erpSku: "E-1" }), line({ erpSku: "E-2" }), line({ erpSku: "e-2" })] as const
      assert.deepStrictEqual((yield* mapped(w, { lines })).unmatched, [
        { kind: "sku", name: "E-1", path: "/lines/0/erpSku" },
        { kind: "sku", name: "e-2", path: "/lines/2/erpSku" }
      ])
      assert.deepStrictEqual((yield* mappedAsn(w)).unmatched.map(({ name, path }) => [name, path]), [["SKU-1", "/lines/0/sku"], ["SKU-2", "/lines/1/sku"]])
    }))

  const required = (which: Partial<Record<"warehouse" | "channel" | "sku", "required">>): Options => ({ links: [{ mapping: which }] })

  inWorld("a warehouse is required by itself: an order and an announcement with one that has no row are held (D1-403)", required({ warehouse: "required" }), (w) =>
    Effect.gen(function*() {
      yield* put(w, "warehouse", ["EU-1", "WH-1"])
      assert.deepStrictEqual((yield* mapped(w, { warehouseCode: "TYPO" })).unmatched, [{ kind: "warehouse", name: "TYPO", path: "/warehouseCode" }])
      assert.deepStrictEqual((yield* mappedAsn(w, { warehouseCode: "TYPO" })).unmatched, [{ kind: "warehouse", name: "TYPO", path: "/warehouseCode" }])
      assert.deepStrictEqual((yield* mapped(w, { warehouseCode: "EU-1", channelCode: "NONE" })).unmatched, [])
      const dispatch = yield* Dispatch
      const create = dispatch.call(w.link, WarehouseV1.CreateOutboundOrder, order("SO-1", { warehouseCode: "TYPO" }), "")
      const refused = yield* Effect.flip(create)
      assert.deepStrictEqual(refused.places, ["/warehouseCode"])
      assert.deepStrictEqual([refused.code, refused.message], ["HELD", "/warehouseCode: \"TYPO\" has no row in the mapping table; it is sent when the mapping of this link has the name"])
      assert.deepStrictEqual(w.warehouse.orders, [])
      assert.deepStrictEqual((yield* (yield* Mapping).unmatched(w.link.scope)).map(({ kind, name, side }) => [kind, name, side]), [["warehouse", "TYPO", "erp"]])
      yield* put(w, "warehouse", ["TYPO", "WH-1"])
      yield* create
      assert.deepStrictEqual(w.warehouse.orders.map((held) => held.order.warehouseCode), ["WH-1"])
    }))

  inWorld("a channel is required by itself (D1-403)", required({ channel: "required" }), (w) =>
    Effect.gen(function*() {
      yield* put(w, "channel", ["DHL", "STD"])
      assert.deepStrictEqual((yield* mapped(w, { channelCode: "UPS" })).unmatched, [{ kind: "channel", name: "UPS", path: "/channelCode" }])
      assert.deepStrictEqual((yield* mapped(w, { channelCode: "DHL", warehouseCode: "TYPO" })).unmatched, [])
      assert.deepStrictEqual((yield* mappedAsn(w, { warehouseCode: "TYPO" })).unmatched, [])
    }))

  inWorld("SKUs are required by themselves, as by the word alone (D1-403)", required({ sku: "required" }), (w) =>
    Effect.gen(function*() {
      assert.deepStrictEqual((yield* mapped(w, { warehouseCode: "TYPO", channelCode: "UPS" })).unmatched.map(({ kind }) => kind), ["sku"])
    }))

  const sheet = (w: World, ...skus: ReadonlyArray<string>) => {
    w.warehouse.orders.push({ orderNumber: "held", warehouseOrderNumber: "P", phase: "open", status: "", order: order("held", { lines: skus.map((name) => line({ sku: sku(name) })) as never }) } as never)
    return Effect.flatMap(Dispatch, (dispatch) => dispatch.call(w.link, WarehouseV1.ListStock, { warehouseCode: "WH-1", limit: 10 }, ""))
  }

  const findings = Effect.gen(function*() {
    yield* (yield* Connections).storeDrift
    return (yield* (yield* Database).query("select scope, place, path from drift")).map((row) => [row.scope, row.place, row.path])
  })

  inWorld("stock that no link of the connection has a name for is a finding; the rest is told, and another link's goods are nobody's business (D1-402)", several, (w) =>
    Effect.gen(function*() {
      const mapping = yield* Mapping
      yield* put(w, "sku", ["E-9", "SHARED"])
      yield* mapping.set(w.composed.links[1]!.scope, "sku", [{ ours: "X", theirs: "OTHER", source: "person" }])
      const page = yield* sheet(w, "A-S-1", "B-S-1", "SHARED", "OTHER", "S-1")
      assert.deepStrictEqual(page.items.map((level) => level.sku as string), ["S-1", "E-9"])
      assert.deepStrictEqual((yield* mapping.unmatched(w.link.scope)).map(({ kind, name, side, times }) => [kind, name, side, times]), [["sku", "S-1", "warehouse", 1]])
      assert.deepStrictEqual(yield* findings, [["wh", "syncInventory", "/items/sku"]])
      yield* put(w, "sku", ["E-1", "S-1"])
      assert.deepStrictEqual(yield* mapping.unmatched(w.link.scope), [])
    }))

  inWorld("with required SKUs stock without a row is told under the name that the warehouse has, and is a finding", required({ sku: "required" }), (w) =>
    Effect.gen(function*() {
      yield* put(w, "sku", ["E-1", "T-1"])
      const page = yield* sheet(w, "T-1", "T-2")
      assert.deepStrictEqual(page.items.map((level) => level.sku as string), ["E-1", "T-2"])
      assert.deepStrictEqual((yield* (yield* Mapping).unmatched(w.link.scope)).map(({ name, side }) => [name, side]), [["T-2", "warehouse"]])
    }))

  inWorld("without rows and prefixes all stock is told, and nothing is found", {}, (w) =>
    Effect.gen(function*() {
      const page = yield* sheet(w, "T-1", "T-2")
      assert.deepStrictEqual(page.items.map((level) => level.sku as string), ["T-1", "T-2"])
      assert.deepStrictEqual(yield* (yield* Mapping).unmatched(w.link.scope), [])
    }))

  inWorld("an order that is held lets the others pass (D1-403)", { links: [{ mapping: "required" }] }, (w) =>
    Effect.gen(function*() {
      const dispatch = yield* Dispatch
      const mapping = yield* Mapping
      yield* put(w, "sku", ["E-2", "T-2"])
      const create = (number: string, erpSku: string) =>
        dispatch.call(w.link, WarehouseV1.CreateOutboundOrder, order(number, { lines: [line({ erpSku })] }), "")
      for (const number of ["SO-1", "SO-2"]) assert.strictEqual((yield* Effect.flip(create(number, "E-1"))).code, "HELD")
      yield* create("SO-3", "E-2")
      assert.deepStrictEqual(w.warehouse.orders.map((held) => held.orderNumber), ["SO-3"])
      assert.deepStrictEqual((yield* mapping.unmatched(w.link.scope)).map(({ kind, name, times }) => [kind, name, times]), [["sku", "E-1", 2]])
      yield* put(w, "sku", ["E-1", "T-1"])
      assert.deepStrictEqual(yield* mapping.unmatched(w.link.scope), [])
      yield* create("SO-1", "E-1")
      assert.deepStrictEqual(w.warehouse.orders.map((held) => held.order.lines[0].sku as string), ["T-2", "T-1"])
    }))

  inWorld("a row that is changed or removed counts from then on", {}, (w) =>
    Effect.gen(function*() {
      const mapping = yield* Mapping
      const there = () => mapping.toPeer(w.link, "warehouse", "W")
      yield* put(w, "warehouse", ["W", "one"])
      assert.strictEqual(yield* there(), "one")
      yield* put(w, "warehouse", ["W", "two"])
      assert.strictEqual(yield* there(), "two")
      assert.deepStrictEqual(yield* mapping.list(w.link.scope, "warehouse"), [{ ours: "W", theirs: "two", source: "person" }])
      assert.isTrue(yield* mapping.remove(w.link.scope, "warehouse", "W"))
      assert.isFalse(yield* mapping.remove(w.link.scope, "warehouse", "W"))
      assert.strictEqual(yield* there(), "W")
    }))

  inWorld("a table that cannot be written whole is not written at all", {}, (w) =>
    Effect.gen(function*() {
      const mapping = yield* Mapping
      const rows = [{ ours: "A", theirs: "a", source: "file" }, { ours: "B", theirs: null as never, source: "file" }]
      assert.isTrue((yield* Effect.exit(mapping.set(w.link.scope, "sku", rows)))._tag === "Failure")
      assert.deepStrictEqual(yield* mapping.list(w.link.scope, "sku"), [])
      assert.strictEqual(yield* mapping.toPeer(w.link, "sku", "A"), "A")
    }))

  inWorld("the names of two links never meet: SKUs, tables, and who owns what (D1-402)", several, (w) =>
    Effect.gen(function*() {
      const mapping = yield* Mapping
      const [first, second] = w.composed.links as unknown as readonly [World["link"], World["link"]]
      yield* put(w, "sku", ["E-9", "SHARED"])
      assert.deepStrictEqual(
        [yield* mapping.toPeer(first, "sku", "S-1"), yield* mapping.toPeer(second, "sku", "S-1")],
        ["A-S-1", "B-S-1"]
      )
      assert.deepStrictEqual([yield* mapping.toErp(first, "sku", "A-S-1"), yield* mapping.toErp(first, "sku", "B-S-1")], ["S-1", "B-S-1"])
      assert.deepStrictEqual([yield* mapping.toPeer(first, "sku", "E-9"), yield* mapping.toPeer(second, "sku", "E-9")], ["SHARED", "B-E-9"])
      const [ofFirst, ofSecond] = [yield* mapping.stockNames(first, [second]), yield* mapping.stockNames(second, [first])]
      const owned = ["A-S-1", "B-S-1", "SHARED", "S-1"].map((name) => [ofFirst(name).sku, ofSecond(name).sku])
      assert.deepStrictEqual(owned, [["S-1", undefined], [undefined, "S-1"], ["E-9", undefined], [undefined, undefined]])
    }))

  inWorld("a returned order is named to the warehouse as it was sent there (D1-402)", several, (w) =>
    Effect.gen(function*() {
      const dispatch = yield* Dispatch
      yield* dispatch.call(w.link, WarehouseV1.CreateOutboundOrder, order("SO-1"), "")
      yield* dispatch.call(w.link, WarehouseV1.CreateInboundOrder, asn("ASN-1", { type: "SALE_RETURN", orderNumber: "SO-1" }), "")
      assert.strictEqual(w.warehouse.asns[0]?.order.orderNumber, w.warehouse.orders[0]?.orderNumber)
    }))

  inWorld("what the warehouse tells comes back under the ERP's names", {}, (w) =>
    Effect.gen(function*() {
      const dispatch = yield* Dispatch
      yield* put(w, "warehouse", ["W", "WH-1"])
      yield* put(w, "channel", ["C", "STD"])
      yield* put(w, "sku", ["E-1", "T-1"], ["SKU-1", "T-1"])
      const warehouses = yield* dispatch.call(w.link, WarehouseV1.ListWarehouses, {}, "")
      const channels = yield* dispatch.call(w.link, WarehouseV1.ListChannels, { warehouseCode: "W" }, "")
      assert.deepStrictEqual([warehouses.items[0]?.code, channels.items[0]?.code, channels.items[0]?.warehouseCode], ["W", "C", "W"])
      yield* dispatch.call(w.link, WarehouseV1.CreateOutboundOrder, order("SO-1", { warehouseCode: "W", channelCode: "C" }), "")
      assert.deepStrictEqual([w.warehouse.orders[0]?.order.warehouseCode, w.warehouse.orders[0]?.order.channelCode], ["WH-1", "STD"])
      const stock = yield* dispatch.call(w.link, WarehouseV1.ListStock, { warehouseCode: "W", limit: 10 }, "")
      assert.deepStrictEqual(stock.items.map((level) => level.warehouseCode), ["W"])
      yield* dispatch.call(w.link, WarehouseV1.CreateInboundOrder, asn("ASN-1", { warehouseCode: "W" }), "")
      Object.assign(w.warehouse.orders[0]!, { phase: "shipped", status: "SHIPPED", trackingNumber: "T" })
      w.warehouse.asns[0]!.phase = "receiving"
      w.warehouse.asns[0]!.received.set("T-1", { good: 1, bad: 0 })
      yield* until(Effect.sync(() => w.erp.received.length === 2))
      yield* nothingOwed
      assert.deepStrictEqual(w.erp.received.map(({ content }) => content.warehouseCode), ["W", "W"])
      yield* dispatch.call(w.link, WarehouseV1.UpsertProduct, { sku: sku("E-1"), erpSku: "E-1", title: "Thing" } as never, "")
      // As the lines of orders: by the ERP's SKU, then by what it takes for the warehouse's.
      yield* dispatch.call(w.link, WarehouseV1.UpsertProduct, { sku: sku("W-1"), erpSku: "E-1", title: "Thing" } as never, "")
      assert.deepStrictEqual(w.warehouse.products, ["T-1", "T-1"])
    }))

  it.effect("the tables outlive a restart", () =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(fresh)
      const peers = { warehouse: Peers.warehouse(), erp: Peers.erp() }
      yield* world(database, { peers }, (w) => put(w, "sku", ["E-1", "T-1"]))
      yield* world(database, { peers }, (w) =>
        Effect.gen(function*() {
          assert.strictEqual(yield* (yield* Mapping).toPeer(w.link, "sku", "E-1"), "T-1")
        }))
    }))

  inWorld("a table that is being read while a row is set is read again", {}, (w) =>
    Effect.gen(function*() {
      const db = yield* Database
      const [isRead, mayGoOn] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      // The rows are read, and do not arrive before the change is stored.
      const late = Database.of({
        ...db,
        query: (text, params) => {
          const rows = db.query(text, params)
          return text.startsWith("select ours, theirs from mapping")
            ? Effect.tap(rows, () => Effect.andThen(Deferred.succeed(isRead, undefined), Deferred.await(mayGoOn)))
            : rows
        }
      })
      const mapping = yield* Effect.map(Layer.build(Layer.fresh(Mapping.layer)), (context) => Context.get(context, Mapping)).pipe(
        Effect.provideService(Database, late)
      )
      const reading = yield* Effect.forkChild(mapping.toPeer(w.link, "sku", "E-1"))
      yield* Deferred.await(isRead)
      yield* mapping.set(w.link.scope, "sku", [{ ours: "E-1", theirs: "W-1", source: "person" }])
      yield* Deferred.succeed(mayGoOn, undefined)
      yield* Fiber.join(reading)
      assert.strictEqual(yield* mapping.toPeer(w.link, "sku", "E-1"), "W-1")
    }))
})
