/**
 * The fixtures under test/fixtures are what a real server says: each conversation is held again and compared. With
 * CROSSDOCK_RECORD=1 they are written anew.
 */
import { Product, WarehouseV1 } from "@crossdock/core"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { afterAll, beforeAll } from "vitest"
import type { TrytonBooks } from "../../../tools/peers/tryton-books.mjs"
import {
  anotherSecond,
  asnNumbers,
  inboundOrdersOf,
  asnOf,
  type SuiteFixture,
  fixture,
  isLeftOut,
  just,
  methodOf,
  orderNumbers,
  ordersOf,
  orderOf,
  twice,
  warehouseCode,
  type Wire,
  wire
} from "./fixture.ts"
import { keep, Recorder } from "./recorder.ts"

const product = Schema.decodeUnknownSync(Product.Product)

type Run = (warehouse: WarehouseV1.OpenConnection) => Effect.Effect<unknown, unknown>

interface Case {
  readonly name: string
  readonly arrange?: (books: TrytonBooks, warehouse: WarehouseV1.OpenConnection) => Promise<unknown>
  readonly over?: (books: TrytonBooks) => Wire
  readonly written?: Readonly<Record<string, unknown>>
  readonly run: Run
}

const create = (number: string, ...rest: [lines?: Readonly<Record<string, number>>, changed?: Readonly<Record<string, unknown>>]): Run =>
(warehouse) => warehouse.call(WarehouseV1.CreateOutboundOrder, orderOf(number, ...rest))
const cancel = (number: string): Run => (warehouse) =>
  warehouse.call(WarehouseV1.CancelOutboundOrder, { orderNumber: orderNumbers(number)[0], warehouseCode })
const query = (...numbers: ReadonlyArray<string>): Run => (warehouse) =>
  warehouse.call(WarehouseV1.GetOutboundOrders, { orders: ordersOf(...numbers), warehouseCode })
const announce = (number: string, lines?: Readonly<Record<string, number>>): Run => (warehouse) =>
  warehouse.call(WarehouseV1.CreateInboundOrder, asnOf(number, lines))

const outbound = async (books: TrytonBooks, number: string) => (await books.shipmentsByReference(number)).at(-1)!.id
const inbound = async (books: TrytonBooks, number: string) => (await books.inboundByReference(number))[0]!.id
const made = (warehouse: WarehouseV1.OpenConnection, ...runs: ReadonlyArray<Run>) =>
  Effect.runPromise(Effect.forEach(runs, (run) => run(warehouse), { discard: true }))

/** Tryton never hears of this method, so what was made before it stays half way. */
const without = (method: string): Wire => ({
  send: (request) => methodOf(request) === method ? Effect.die("cut") : wire.send(request)
})

/** Tryton hears of this method, and nobody hears its answer. */
const lost = (over: Wire, method: string): Wire => ({
  send: (request) => methodOf(request) === method ? Effect.andThen(over.send(request), Effect.die("lost")) : over.send(request)
})

const cases: ReadonlyArray<Case> = [
  { name: "listWarehouses/two", run: (warehouse) => warehouse.call(WarehouseV1.ListWarehouses, {}) },
  { name: "listChannels/all", run: (warehouse) => warehouse.call(WarehouseV1.ListChannels, {}) },
  { name: "listChannels/unknown-warehouse", run: (warehouse) => warehouse.call(WarehouseV1.ListChannels, { warehouseCode: "NO-SUCH-WH" }) },
  { name: "createOutboundOrder/accepted", run: create("F-1", { "SKU-1": 3, "SKU-2": 2 }) },
  { name: "createOutboundOrder/priced", written: { currency: "EUR" }, run: create("F-PRICED", { "SKU-1": 2 }) },
  { name: "createOutboundOrder/held", run: create("F-1", { "SKU-1": 3, "SKU-2": 2 }) },
  { name: "createOutboundOrder/out-of-stock", run: create("F-2", { "SKU-1": 1, "SKU-2": 999 }) },
  {
    name: "createOutboundOrder/waiting",
    arrange: (books) => books.setStock(warehouseCode, { "SKU-LATE": 1 }),
    written: { whenShort: "wait" },
    run: create("F-3", { "SKU-LATE": 3 })
  },
  { name: "createOutboundOrder/unknown-sku", run: create("F-4", { "SKU-1": 1, "NO-SUCH-SKU": 1 }) },
  { name: "createOutboundOrder/unknown-warehouse", run: create("F-4", undefined, { warehouseCode: "NO-SUCH-WH" }) },
  { name: "createOutboundOrder/unknown-channel", run: create("F-4", undefined, { channelCode: "NO-SUCH-CH" }) },
  {
    name: "createOutboundOrder/short-at-last",
    arrange: (books) => books.setStock(warehouseCode, { "SKU-GONE": 4 }),
    over: (books) => just("model.stock.shipment.out.assign_try", () => books.setStock(warehouseCode, { "SKU-GONE": 1 })),
    run: create("F-5", { "SKU-GONE": 4 })
  },
  {
    name: "createOutboundOrder/half-made",
    arrange: async () => {
      const broken = await Effect.runPromise(peer.open({ over: without("model.stock.shipment.out.wait") }))
      await Effect.runPromiseExit(create("F-6")(broken))
    },
    run: create("F-6")
  },
  { name: "cancelOutboundOrder/assigned", arrange: (_, warehouse) => made(warehouse, create("F-7")), run: cancel("F-7") },
  { name: "cancelOutboundOrder/cancelled-before", run: cancel("F-7") },
  { name: "cancelOutboundOrder/unknown", run: cancel("F-NONE") },
  {
    name: "cancelOutboundOrder/shipped",
    arrange: async (books, warehouse) => {
      await made(warehouse, create("F-8"))
      await books.ship(await outbound(books, "F-8"), "TRK-8")
    },
    run: cancel("F-8")
  },
  {
    name: "cancelOutboundOrder/changed-meanwhile",
    arrange: async (_, warehouse) => {
      await made(warehouse, create("F-9"))
      await Effect.runPromise(anotherSecond)
    },
    over: (books) => just("model.stock.shipment.out.cancel", async () => books.ship(await outbound(books, "F-9"), "TRK-9")),
    run: cancel("F-9")
  },
  {
    name: "getOutboundOrders/packed-in-two",
    arrange: async (books, warehouse) => {
      await made(warehouse, create("F-10", { "SKU-1": 2, "SKU-2": 1 }), create("F-11"))
      await books.ship(await outbound(books, "F-10"), "TRK-A", "TRK-B")
      await books.pick(await outbound(books, "F-11"))
    },
    run: query("F-10", "F-11", "F-NONE")
  },
  {
    name: "getOutboundOrders/issued-again",
    arrange: (_, warehouse) => made(warehouse, create("F-12"), cancel("F-12"), create("F-12"), create("F-13"), cancel("F-13")),
    run: query("F-12", "F-13")
  },
  {
    name: "getOutboundOrders/half-made",
    arrange: async () => {
      const broken = await Effect.runPromise(peer.open({ over: without("model.stock.shipment.out.wait") }))
      await Effect.runPromiseExit(create("F-14")(broken))
    },
    run: query("F-14")
  },
  {
    name: "getOutboundOrders/untracked",
    arrange: async (books, warehouse) => {
      await made(warehouse, create("F-15"))
      await books.ship(await outbound(books, "F-15"))
    },
    run: query("F-15")
  },
  {
    name: "listStock/second-page",
    run: (warehouse) => warehouse.call(WarehouseV1.ListStock, { warehouseCode, cursor: "2", limit: 2 })
  },
  { name: "createInboundOrder/announced", run: announce("G-1") },
  { name: "createInboundOrder/held", run: announce("G-1") },
  {
    name: "getInboundOrders/in-two-parts",
    arrange: async (books, warehouse) => {
      await made(warehouse, announce("G-2"))
      await books.receivePart(await inbound(books, "G-2"), { "SKU-1": 6 })
    },
    run: (warehouse) => warehouse.call(WarehouseV1.GetInboundOrders, { inboundOrders: inboundOrdersOf("G-1", "G-2", "G-NONE"), warehouseCode })
  },
  {
    name: "cancelInboundOrders/each-for-itself",
    arrange: async (books, warehouse) => {
      await made(warehouse, announce("G-3"), announce("G-4"))
      await books.receive(await inbound(books, "G-4"))
    },
    run: (warehouse) => warehouse.call(WarehouseV1.CancelInboundOrders, { asnNumbers: asnNumbers("G-3", "G-4", "G-NONE"), warehouseCode })
  },
  {
    name: "upsertProduct/created",
    run: (warehouse) =>
      warehouse.call(
        WarehouseV1.UpsertProduct,
        product({ sku: "NEW-1", erpSku: "E-1", title: "Chair", barcode: "4006381333931", weight: "0.125", weightUnit: "KG" })
      )
  },
  {
    name: "upsertProduct/updated",
    run: (warehouse) => warehouse.call(WarehouseV1.UpsertProduct, product({ sku: "NEW-1", erpSku: "E-1", title: "Armchair", specifications: "oak" }))
  },
  {
    name: "getOutboundOrders/unassigned",
    arrange: async (_, warehouse) => {
      const broken = await Effect.runPromise(peer.open({ over: without("model.stock.shipment.out.assign_try") }))
      await Effect.runPromiseExit(create("F-17")(broken))
      await made(warehouse, create("F-18"))
    },
    run: query("F-17", "F-18")
  },
  {
    name: "createOutboundOrder/arrived-twice",
    over: () => twice("model.stock.shipment.out.create"),
    run: create("F-19")
  },
  {
    name: "createOutboundOrder/lost-and-arrived-twice",
    arrange: async () => {
      const broken = await Effect.runPromise(peer.open({ over: lost(twice("model.stock.shipment.out.create"), "model.stock.shipment.out.create") }))
      await Effect.runPromiseExit(create("F-20")(broken))
    },
    run: create("F-20")
  },
  { name: "createInboundOrder/arrived-twice", over: () => twice("model.stock.shipment.in.create"), run: announce("G-5") }
]

let peer: SuiteFixture

describe.skipIf(isLeftOut)("fixtures", () => {
  beforeAll(async () => {
    peer = await fixture("fixtures")
  })
  afterAll(() => peer?.server.stop())

  for (const { arrange, name, over, run, written } of cases) {
    it.live(name, () =>
      Effect.gen(function*() {
        const helper = yield* peer.open()
        if (arrange !== undefined) yield* Effect.promise(() => arrange(peer.books, helper))
        const recorder = new Recorder(over?.(peer.books) ?? wire)
        yield* Effect.exit(run(yield* peer.open({ over: recorder, ...(written && { written }) })))
        const { found, kept } = keep(name, recorder.calls)
        assert.deepStrictEqual(found, kept)
      }))
  }

  it.live("faults", () =>
    Effect.gen(function*() {
      const recorder = new Recorder()
      const post = (body: unknown, authorization?: string, database = peer.database) =>
        recorder.send({
          method: "POST",
          url: new URL(`${peer.server.url}/${database}/`),
          headers: [["content-type", "application/json"], ...(authorization === undefined ? [] : [["authorization", authorization] as const])],
          body: JSON.stringify(body)
        })
      const { admin } = peer.server
      const login = { id: 0, method: "common.db.login", params: [admin.user, { password: admin.password }, "en"] }
      const [userId, key] = (JSON.parse((yield* wire.send({
        method: "POST",
        url: new URL(`${peer.server.url}/${peer.database}/`),
        headers: [["content-type", "application/json"]],
        body: JSON.stringify(login)
      })).body) as { result: [number, string] }).result
      const session = `Session ${btoa(`${admin.user}:${userId}:${key}`)}`
      yield* post(login, undefined, "nowhere")
      yield* post({ ...login, params: [admin.user, { password: "wrong" }, "en"] })
      yield* post({ id: 0, method: "model.stock.location.search", params: [[], 0, 1, null, {}] })
      yield* post({ id: 0, method: "model.stock.location.nonsense", params: [{}] }, session)
      yield* post({ id: 0, method: "model.stock.shipment.out.create", params: [[{ reference: "X" }], { company: 1 }] }, session)
      yield* post({ id: 0, method: "model.nonsense.read", params: [[1], ["id"], {}] }, session)
      yield* create("F-16")(yield* peer.open())
      const id = yield* Effect.promise(() => outbound(peer.books, "F-16"))
      yield* Effect.promise(() => peer.books.pick(id))
      yield* post({ id: 0, method: "model.stock.shipment.out.pack", params: [[id], { company: 1 }] }, session)
      const stale = { [`stock.shipment.out,${id}`]: "5" }
      yield* post({ id: 0, method: "model.stock.shipment.out.cancel", params: [[id], { company: 1, _timestamp: stale }] }, session)
      const { found, kept } = keep("faults/all", recorder.calls)
      assert.deepStrictEqual(found, kept)
    }))
})
