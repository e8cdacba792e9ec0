import { assert, it } from "@effect/vitest"
import { type InboundOrder, type OutboundOrder, Sku, WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import { Dispatch } from "../../src/delivery/Dispatch.ts"
import { type Kind, Mapping } from "../../src/mapping/Mapping.ts"
import { onBothDatabases } from "../support/Databases.ts"
import { asn, order } from "../support/Orders.ts"
import * as Peers from "../support/Peers.ts"
import { nothingOwed, type Options, until, type World, world } from "../support/World.ts"

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
  const inWorld = (title: string, options: Options, test: (w: World) => Effect.Effect<unknown, unknown, any>) =>
    it.effect(title, () => Effect.flatMap(Effect.promise(fresh), (database) => world(database, options, test as never)))

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
        lines: [{ sku: sku("same"), quantity: 1 }],
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

  inWorld("D1-403 with required mapping every name that has no row is told with its place, and none is guessed", { links: [{ mapping: "required" }] }, (w) =>
    Effect.gen(function*() {
      yield* put(w, "sku", ["E-2", "T-2"])
      const lines = [line({ erpSku: "E-1" }), line({ erpSku: "E-2" }), line({ erpSku: "e-2" })] as const
      assert.deepStrictEqual((yield* mapped(w, { lines })).unmatched, [
        { kind: "sku", name: "E-1", path: "/skuList/0/erpSku" },
        { kind: "sku", name: "e-2", path: "/skuList/2/erpSku" }
      ])
      assert.deepStrictEqual((yield* mappedAsn(w)).unmatched.map(({ name, path }) => [name, path]), [["SKU-1", "/skuList/0/sku"], ["SKU-2", "/skuList/1/sku"]])
    }))

  inWorld("D1-403 an order that is held lets the others pass", { links: [{ mapping: "required" }] }, (w) =>
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

  inWorld("D1-402 the names of two links never meet: SKUs, tables, and who owns what", several, (w) =>
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
      const owned = yield* Effect.forEach(["A-S-1", "B-S-1", "SHARED", "S-1"], (name) =>
        Effect.all([mapping.isOurs(first, name), mapping.isOurs(second, name)]))
      assert.deepStrictEqual(owned, [[true, false], [false, true], [true, false], [false, false]])
    }))

  inWorld("D1-402 a returned order is named to the warehouse as it was sent there", several, (w) =>
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
      assert.deepStrictEqual([warehouses[0]?.code, channels[0]?.code, channels[0]?.warehouseCode], ["W", "C", "W"])
      yield* dispatch.call(w.link, WarehouseV1.CreateOutboundOrder, order("SO-1", { warehouseCode: "W", channelCode: "C" }), "")
      assert.deepStrictEqual([w.warehouse.orders[0]?.order.warehouseCode, w.warehouse.orders[0]?.order.channelCode], ["WH-1", "STD"])
      const stock = yield* dispatch.call(w.link, WarehouseV1.ListStock, { warehouseCode: "W", page: 1, pageSize: 10 }, "")
      assert.deepStrictEqual(stock.items.map((level) => level.warehouseCode), ["W"])
      yield* dispatch.call(w.link, WarehouseV1.CreateInboundOrder, asn("ASN-1", { warehouseCode: "W" }), "")
      Object.assign(w.warehouse.orders[0]!, { status: "SUCCESS", peerStatus: "SHIPPED", trackingNumber: "T" })
      w.warehouse.asns[0]!.status = "RECEIVING"
      w.warehouse.asns[0]!.received.set("T-1", { good: 1, bad: 0 })
      yield* until(Effect.sync(() => w.erp.received.length === 2))
      yield* nothingOwed
      assert.deepStrictEqual(w.erp.received.map(({ content }) => content.warehouseCode), ["W", "W"])
      yield* dispatch.call(w.link, WarehouseV1.UpsertProduct, { sku: sku("E-1"), erpSku: "E-1", title: "Thing" } as never, "")
      assert.deepStrictEqual(w.warehouse.products, ["T-1"])
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
})
