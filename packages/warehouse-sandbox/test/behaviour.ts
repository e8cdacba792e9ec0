/**
 * What the sandbox does, whatever its database: one suite for both dialects.
 */
import { AdapterError, InboundOrder, OutboundOrder, Quantity, Sku, SqlStorage, WarehouseV1 } from "@crossdock/core"
import { assert, layer } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/testing/TestClock"
import { sandbox } from "../src/Adapter.ts"
import { storedRecords as booksOf } from "../src/StoredRecords.ts"
import { magicSkus } from "../src/MagicSkus.ts"
import { counted, inbound, open, order, settings } from "./fixtures.ts"
import { steps } from "./steps.ts"

/** The reason an operation failed with, as tag and code or phase. */
const reasonOf = <A>(work: Effect.Effect<A, AdapterError.AdapterError>) =>
  Effect.map(Effect.flip(work), ({ reason }) =>
    "fault" in reason && reason.fault !== undefined
      ? `${reason._tag} ${reason.fault.code}`
      : reason._tag === "TransportFailed"
      ? `${reason._tag} ${reason.phase}`
      : reason._tag)

/** Whole counts as numbers. */
const pieces = (...counts: ReadonlyArray<Quantity.QuantityOrZero | undefined>) => counts.map((count) => count && Quantity.toNumber(count))

const words = (found: ReadonlyArray<OutboundOrder.OutboundReport>) => found.map((each) => each.status)

export const behaviour = (name: string, database: Layer.Layer<SqlStorage.SqlStorage>, options: { readonly runs: number }) =>
  layer(database, { timeout: 60_000 })(`warehouse-sandbox on ${name}`, (it) => {
    steps(it)

    it.effect("lists two warehouses, and two channels that serve both", () =>
      Effect.gen(function*() {
        const { call } = yield* open("lists")
        const codes = (records: ReadonlyArray<{ readonly code: string }>) => records.map((record) => record.code)
        assert.deepStrictEqual(codes((yield* call(WarehouseV1.ListWarehouses, {})).items), ["SBX-1", "SBX-2"])
        assert.deepStrictEqual(codes((yield* call(WarehouseV1.ListChannels, {})).items), ["SBX-STD", "SBX-EXP"])
        const ofOne = yield* call(WarehouseV1.ListChannels, { warehouseCode: "SBX-2" })
        assert.deepStrictEqual(ofOne.items.map((channel) => channel.warehouseCode), ["SBX-2", "SBX-2"])
        assert.strictEqual(
          yield* reasonOf(call(WarehouseV1.ListChannels, { warehouseCode: "SBX-3" })),
          "Rejected UNKNOWN_WAREHOUSE"
        )
      }))

    it.effect("begins with 100 pieces of SKU-1001 to SKU-1050 in each warehouse, and pages through them", () =>
      Effect.gen(function*() {
        const { call } = yield* open("begins")
        for (const warehouseCode of ["SBX-1", "SBX-2"]) {
          const pages = yield* Effect.forEach([undefined, "SKU-1020", "SKU-1040", "SKU-1050"], (cursor) =>
            call(WarehouseV1.ListStock, { warehouseCode, ...(cursor && { cursor }), limit: 20 }))
          assert.deepStrictEqual(pages.map((page) => page.items.length), [20, 20, 10, 0])
          assert.deepStrictEqual(pages.map((page) => page.nextCursor), ["SKU-1020", "SKU-1040", undefined, undefined])
          assert.deepStrictEqual(pages.map((page) => page.pageCount), [3, 3, 3, 3])
          const levels = pages.flatMap((page) => page.items)
          assert.deepStrictEqual(
            levels.map((level) => level.sku as string).toSorted(),
            Array.from({ length: 50 }, (_, index) => `SKU-${1001 + index}`)
          )
          for (const level of levels) {
            assert.deepStrictEqual({ ...counted(level), sku: "" }, {
              warehouseCode,
              sku: "",
              sellable: 100,
              reserved: 0,
              unsellable: 0,
              pending: 0,
              occupied: 0,
              total: 100,
              inTransit: 0
            })
          }
        }
        assert.strictEqual(
          yield* reasonOf(call(WarehouseV1.ListStock, { warehouseCode: "SBX-3", limit: 1 })),
          "Rejected UNKNOWN_WAREHOUSE"
        )
      }))

    it.effect("lists only what changed since a moment, by a call or by the time", () =>
      Effect.gen(function*() {
        const { call, create } = yield* open("since")
        yield* TestClock.adjust("1 minute")
        const since = yield* DateTime.now
        const changed = Effect.map(
          call(WarehouseV1.ListStock, { warehouseCode: "SBX-1", updatedSince: since, limit: 10 }),
          ({ items }) => items.map((level) => level.sku as string)
        )
        assert.deepStrictEqual(yield* changed, [])
        yield* create(order("SO-1", [["SKU-1001", 1]]))
        assert.deepStrictEqual(yield* changed, ["SKU-1001"])
        yield* TestClock.adjust("1 second")
        const later = yield* DateTime.now
        yield* TestClock.adjust("2 seconds")
        const shipped = yield* call(WarehouseV1.ListStock, {
          warehouseCode: "SBX-1",
          updatedSince: later,
          limit: 10
        })
        assert.deepStrictEqual(shipped.items.map((level) => level.sku as string), ["SKU-1001"])
      }))

    it.effect("takes an order, picks it, and ships it after two seconds with a tracking number", () =>
      Effect.gen(function*() {
        const { create, status } = yield* open("ships")
        const { warehouseOrderNumber = "" } = yield* create(order("SO-1", [["SKU-1001", 2], ["SKU-1002", 1], ["SKU-1001", 1]]))
        const [fresh] = yield* status("SO-1")
        assert.deepStrictEqual(fresh, {
          orderNumber: OutboundOrder.OrderNumber.make("SO-1"),
          warehouseOrderNumber,
          warehouseCode: "SBX-1",
          onlineOrderId: "shop-SO-1",
          phase: "open",
          status: "NEW"
        })
        yield* TestClock.adjust("700 millis")
        assert.deepStrictEqual(words(yield* status("SO-1")), ["PICKING"])
        yield* TestClock.adjust("1299 millis")
        assert.deepStrictEqual(words(yield* status("SO-1")), ["PICKING"])
        yield* TestClock.adjust("1 millis")
        const [shipped] = yield* status("SO-1")
        assert.strictEqual(shipped?.phase, "shipped")
        assert.strictEqual(shipped?.status, "SHIPPED")
        assert.match(shipped?.trackingNumber ?? "", /^SBX\d+$/)
        assert.strictEqual(shipped?.carrierName, "Sandbox Post")
        assert.deepStrictEqual(shipped?.shippedAt, yield* DateTime.now)
        assert.deepStrictEqual(shipped?.lines?.map((line) => [line.sku, Quantity.toNumber(line.quantity)] as const), [
          [Sku.Sku.make("SKU-1001"), 3],
          [Sku.Sku.make("SKU-1002"), 1]
        ])
      }))

    it.effect("ships under the tracking number and the channel that the order brings", () =>
      Effect.gen(function*() {
        const { create, status } = yield* open("own label")
        const own = { packageType: "OWN_PACKAGE", channelCode: "SBX-EXP" } as const
        assert.strictEqual(yield* reasonOf(create(order("SO-1", [["SKU-1001", 1]], own))), "RequestInvalid")
        yield* create(order("SO-1", [["SKU-1001", 1]], { ...own, trackingNumber: "OWN-1" }))
        yield* create(order("SO-2", [["PARTIAL", 2]], { ...own, trackingNumber: "OWN-2" }))
        yield* create(order("SO-3", [["SKU-1001", 1]], { trackingNumber: "OWN-3" }))
        yield* TestClock.adjust("2 seconds")
        const found = yield* status("SO-1", "SO-2", "SO-3")
        assert.deepStrictEqual(found.map((each) => each.carrierName), ["Sandbox Express", "Sandbox Express", "Sandbox Post"])
        assert.deepStrictEqual(found.slice(0, 2).map((each) => each.trackingNumber), ["OWN-1", "OWN-2"])
        assert.match(found[2]?.trackingNumber ?? "", /^SBX\d+$/)
        yield* TestClock.adjust("2 seconds")
        const [last] = yield* status("SO-2")
        assert.match(last?.trackingNumber ?? "", /^SBX\d+$/)
      }))

    it.effect("reserves stock at the create and takes it at the shipment", () =>
      Effect.gen(function*() {
        const { create, stock } = yield* open("stock")
        yield* create(order("SO-1", [["SKU-1001", 30]]))
        const figures = Effect.map(stock("SKU-1001"), (level) => [level?.sellable, level?.reserved, level?.total])
        assert.deepStrictEqual(yield* figures, [70, 30, 100])
        yield* TestClock.adjust("2 seconds")
        assert.deepStrictEqual(yield* figures, [70, 0, 70])
        yield* create(order("SO-2", [["SKU-1001", 1]]))
        assert.deepStrictEqual(yield* figures, [69, 1, 70])
        assert.strictEqual((yield* stock("SKU-1001", "SBX-2"))?.sellable, 100)
      }))

    it.effect("refuses what is unknown or short, and names it; nothing is booked", () =>
      Effect.gen(function*() {
        const { books, call, create, status } = yield* open("refuses")
        const before = yield* books
        const faults = yield* Effect.forEach([
          order("SO-1", [["SKU-1001", 1]], { warehouseCode: "SBX-9" }),
          order("SO-1", [["SKU-1001", 1]], { channelCode: "SBX-X" }),
          order("SO-1", [["SKU-1001", 1], ["SKU-9999", 1]]),
          order("SO-1", [["SKU-1001", 60], ["SKU-1002", 1], ["SKU-1001", 41]])
        ], (wanted) => Effect.flip(create(wanted)))
        const words = faults.map(({ reason }) => AdapterError.describe(reason))
        assert.match(words[0] ?? "", /^UNKNOWN_WAREHOUSE: \/warehouseCode: SBX-9 .*SBX-1 or SBX-2/)
        assert.match(words[1] ?? "", /^UNKNOWN_CHANNEL: \/logisticsCode: SBX-X .*SBX-STD or SBX-EXP/)
        assert.match(words[2] ?? "", /^UNKNOWN_SKU: \/skuList\/1\/sku: SKU-9999 /)
        assert.match(words[3] ?? "", /^OUT_OF_STOCK: \/skuList\/0\/sku: 101 of SKU-1001 ordered, 100 available/)
        assert.isTrue(faults.every((fault) => fault.reason._tag === "Rejected" && !fault.mayHaveApplied))
        assert.deepStrictEqual(yield* books, before)
        assert.deepStrictEqual(yield* status("SO-1"), [])
        const many = Array.from({ length: 501 }, () => ["SKU-1001", 1] as const)
        assert.strictEqual(
          yield* reasonOf(call(WarehouseV1.CreateOutboundOrder, order("SO-1", [["SKU-1001", 1], ...many]))),
          "RequestInvalid"
        )
      }))

    it.effect("takes an order of 500 lines", () =>
      Effect.gen(function*() {
        const { call, create, stock } = yield* open("long order")
        const skus = Array.from({ length: 450 }, (_, index) => `X-${index}`)
        for (const sku of skus) {
          yield* call(WarehouseV1.UpsertProduct, { sku: Sku.Sku.make(sku), erpSku: sku, warehouseCode: "SBX-1" })
        }
        const lines = skus.map((sku) => [sku, 2] as const)
        yield* Effect.flatMap(Effect.succeed(inbound("ASN-1", [["SKU-1001", 1], ...lines])), (asn) =>
          call(WarehouseV1.CreateInboundOrder, asn))
        yield* TestClock.adjust("4 seconds")
        const base = Array.from({ length: 49 }, (_, index) => [`SKU-${1001 + index}`, 1] as const)
        yield* create(order("SO-1", [["SKU-1050", 1], ...base, ...lines]))
        assert.strictEqual((yield* stock("X-449"))?.reserved, 2)
        yield* TestClock.adjust("2 seconds")
        assert.strictEqual((yield* stock("X-449"))?.total, 0)
        assert.strictEqual((yield* stock("SKU-1001"))?.total, 100)
      }))

    it.effect("answers a live number with Duplicate, and gives an ended one a new warehouse number", () =>
      Effect.gen(function*() {
        const { books, cancel, create, status } = yield* open("again")
        const wanted = order("SO-1", [["SKU-1001", 10]])
        const first = yield* create(wanted)
        const again = yield* Effect.flip(create(wanted))
        assert.strictEqual(AdapterError.describe(again.reason), `ORDER_EXISTS: SO-1 exists already, as ${first.warehouseOrderNumber}`)
        assert.strictEqual(again.reason._tag, "Duplicate")
        yield* cancel("SO-1")
        assert.deepStrictEqual((yield* status("SO-1")).map((each) => each.phase), ["cancelled"])
        const second = yield* create(wanted)
        assert.notStrictEqual(second.warehouseOrderNumber, first.warehouseOrderNumber)
        const [now] = yield* status("SO-1")
        assert.strictEqual(now?.warehouseOrderNumber, second.warehouseOrderNumber)
        yield* TestClock.adjust("2 seconds")
        assert.strictEqual(yield* reasonOf(create(wanted)), "Duplicate ORDER_EXISTS")

        yield* create(order("SO-2", [["FAILS_LATER", 1]]))
        yield* TestClock.adjust("2 seconds")
        yield* create(order("SO-2", [["SKU-1001", 1]]))
        assert.deepStrictEqual(
          (yield* books).outbound.map((each) => [each.orderNumber, each.isCancelled]),
          [["SO-1", true], ["SO-1", false], ["SO-2", false], ["SO-2", false]]
        )
      }))

    it.effect("cancels before the shipment and frees the stock, as often as it is asked", () =>
      Effect.gen(function*() {
        const { call, cancel, create, status, stock } = yield* open("cancels")
        const { warehouseOrderNumber } = yield* create(order("SO-1", [["SKU-1001", 100]]))
        assert.strictEqual(yield* reasonOf(create(order("SO-2", [["SKU-1001", 1]]))), "Rejected OUT_OF_STOCK")
        yield* cancel("SO-1")
        yield* cancel("SO-1")
        yield* TestClock.adjust("1 minute")
        assert.deepStrictEqual(words(yield* status("SO-1")), ["CANCELLED"])
        assert.isUndefined((yield* status("SO-1"))[0]?.trackingNumber)
        const level = yield* stock("SKU-1001")
        assert.deepStrictEqual([level?.sellable, level?.reserved], [100, 0])
        yield* create(order("SO-2", [["SKU-1001", 1]]))
        yield* TestClock.adjust("2 seconds")
        assert.strictEqual(yield* reasonOf(cancel("SO-2")), "Rejected ALREADY_SHIPPED")
        assert.strictEqual(yield* reasonOf(cancel("SO-3")), "Rejected NOT_FOUND")
        const orderNumber = OutboundOrder.OrderNumber.make("SO-1")
        const cancelAs = (more: object) => call(WarehouseV1.CancelOutboundOrder, { orderNumber, ...more })
        yield* cancelAs({ warehouseCode: "SBX-1", warehouseOrderNumber })
        assert.strictEqual(yield* reasonOf(cancelAs({ warehouseCode: "SBX-2" })), "Rejected NOT_FOUND")
        assert.strictEqual(yield* reasonOf(cancelAs({ warehouseOrderNumber: "SBO-1" })), "Rejected NOT_FOUND")
      }))

    it.effect("leaves out of a query what it does not know, or what another warehouse has", () =>
      Effect.gen(function*() {
        const { call, create, status } = yield* open("absent")
        yield* create(order("SO-1", [["SKU-1001", 1]]))
        yield* create(order("SO-2", [["SKU-1001", 1]], { warehouseCode: "SBX-2" }))
        const found = yield* status("SO-2", "SO-0", "SO-1", "SO-2")
        assert.deepStrictEqual(found.map((each) => each.orderNumber as string), ["SO-2", "SO-1"])
        const there = yield* call(WarehouseV1.GetOutboundOrders, {
          orders: [{ orderNumber: OutboundOrder.OrderNumber.make("SO-1") }, { orderNumber: OutboundOrder.OrderNumber.make("SO-2") }],
          warehouseCode: "SBX-2"
        })
        assert.deepStrictEqual(there.items.map((each) => each.orderNumber as string), ["SO-2"])
      }))

    it.effect("receives an inbound order in two batches, whose totals raise the stock once", () =>
      Effect.gen(function*() {
        const { announce, create, received, stock } = yield* open("receives")
        const { referenceNumber } = yield* announce(
          inbound("ASN-1", [["SKU-1001", 5], ["SKU-1002", 4], ["SKU-1001", 2]])
        )
        const first = yield* received("ASN-1")
        assert.deepStrictEqual([first?.phase, first?.status, first?.referenceNumber], ["announced", "ANNOUNCED", referenceNumber])
        assert.deepStrictEqual(
          first?.lines.map((line) => [line.sku as string, ...pieces(line.estimated, line.received)]),
          [["SKU-1001", 7, 0], ["SKU-1002", 4, 0]]
        )
        const figures = Effect.map(stock("SKU-1001"), (level) => [level?.sellable, level?.inTransit, level?.total])
        assert.deepStrictEqual(yield* figures, [100, 7, 100])
        yield* TestClock.adjust("2 seconds")
        const second = yield* received("ASN-1")
        assert.strictEqual(second?.phase, "receiving")
        assert.isUndefined(second?.finishedAt)
        assert.deepStrictEqual(second?.lines.map((line) => pieces(line.received, line.good, line.bad)), [[4, 4, 0], [2, 2, 0]])
        assert.deepStrictEqual(yield* figures, [104, 3, 104])
        yield* create(order("SO-1", [["SKU-1002", 102]])) // writes the first batch onto the shelf
        assert.deepStrictEqual(yield* figures, [104, 3, 104])
        yield* TestClock.adjust("2 seconds")
        const third = yield* received("ASN-1")
        assert.deepStrictEqual([third?.phase, third?.finishedAt], ["received", yield* DateTime.now])
        assert.deepStrictEqual(third?.lines.flatMap((line) => pieces(line.received)), [7, 4])
        assert.deepStrictEqual(yield* figures, [107, 0, 107])
        yield* TestClock.adjust("1 hour")
        assert.deepStrictEqual(yield* received("ASN-1"), third)
        assert.deepStrictEqual(yield* figures, [107, 0, 107])
      }))

    it.effect("cancels an inbound order before it arrives, and says why not afterwards", () =>
      Effect.gen(function*() {
        const { announce, call, recall, received, stock } = yield* open("recalls")
        const wanted = inbound("ASN-1", [["SKU-1001", 5]])
        const first = yield* announce(wanted)
        assert.strictEqual(yield* reasonOf(announce(wanted)), "Duplicate ORDER_EXISTS")
        assert.isUndefined(yield* recall("ASN-1"))
        assert.isUndefined(yield* recall("ASN-1"))
        yield* TestClock.adjust("1 hour")
        assert.strictEqual((yield* received("ASN-1"))?.phase, "cancelled")
        assert.strictEqual((yield* stock("SKU-1001"))?.inTransit, 0)
        const second = yield* announce(wanted)
        assert.notStrictEqual(second.referenceNumber, first.referenceNumber)
        yield* TestClock.adjust("2 seconds")
        const answers = yield* call(WarehouseV1.CancelInboundOrders, {
          asnNumbers: [InboundOrder.AsnNumber.make("ASN-1"), InboundOrder.AsnNumber.make("ASN-2")]
        })
        assert.match(answers.items[0]?.failure ?? "", /^ALREADY_RECEIVED: /)
        assert.match(answers.items[1]?.failure ?? "", /^NOT_FOUND: /)
        yield* TestClock.adjust("1 hour")
        assert.strictEqual(yield* reasonOf(announce(wanted)), "Duplicate ORDER_EXISTS")
        assert.strictEqual((yield* stock("SKU-1001"))?.total, 105)
        assert.strictEqual(
          yield* reasonOf(announce(inbound("ASN-3", [["SKU-9999", 1]]))),
          "Rejected UNKNOWN_SKU"
        )
        assert.strictEqual(
          yield* reasonOf(announce(inbound("ASN-3", [["SKU-1001", 1]], { warehouseCode: "SBX-9" }))),
          "Rejected UNKNOWN_WAREHOUSE"
        )
      }))

    it.effect("gives a new product empty shelves, once", () =>
      Effect.gen(function*() {
        const { announce, books, call, create, stock } = yield* open("products")
        const upsert = (sku: string, more = {}) =>
          call(WarehouseV1.UpsertProduct, { sku: Sku.Sku.make(sku), erpSku: `E-${sku}`, ...more })
        yield* upsert("NEW-1")
        yield* upsert("NEW-1", { title: "renamed" })
        yield* upsert("NEW-2", { warehouseCode: "SBX-2" })
        yield* upsert("NEVER_SHIPS")
        assert.strictEqual((yield* books).stock.length, 103)
        assert.strictEqual(yield* reasonOf(create(order("SO-1", [["NEW-1", 1]]))), "Rejected OUT_OF_STOCK")
        assert.strictEqual(yield* reasonOf(create(order("SO-1", [["NEW-2", 1]]))), "Rejected UNKNOWN_SKU")
        assert.strictEqual(yield* reasonOf(upsert("NEW-3", { warehouseCode: "SBX-3" })), "Rejected UNKNOWN_WAREHOUSE")
        yield* announce(inbound("ASN-1", [["NEW-1", 3]]))
        yield* TestClock.adjust("4 seconds")
        yield* upsert("NEW-1")
        assert.strictEqual((yield* stock("NEW-1"))?.sellable, 3)
        yield* create(order("SO-1", [["NEW-1", 3]]))
      }))

    it.effect("a create that fails without effect leaves nothing, and FAIL_ONCE and its kin only the first time", () =>
      Effect.gen(function*() {
        const { announce, books, call, create, status } = yield* open("fails")
        const rows = [
          ["FAIL_ONCE", "PeerUnavailable", true],
          ["UNREACHABLE_ONCE", "TransportFailed connect", true],
          ["RATE_LIMITED_ONCE", "RateLimited TOO_MANY_REQUESTS", true],
          ["REJECTED", "Rejected BAD_ADDRESS", false],
          ["OUT_OF_STOCK", "Rejected OUT_OF_STOCK", false],
          ["UNLISTED_FAULT", "FaultUnlisted E-4711", false]
        ] as const
        for (const [sku, reason, isOnce] of rows) {
          const wanted = order(`SO-${sku}`, [["SKU-1001", 1], [sku, 1]])
          assert.strictEqual(yield* reasonOf(create(wanted)), reason)
          assert.deepStrictEqual(yield* status(`SO-${sku}`), [])
          if (!isOnce) {
            assert.strictEqual(yield* reasonOf(create(wanted)), reason)
            continue
          }
          yield* create(wanted)
          assert.strictEqual(yield* reasonOf(create(wanted)), "Duplicate ORDER_EXISTS")
          assert.strictEqual(yield* reasonOf(create(order(`SO-${sku}-2`, [[sku, 1]]))), reason)
          assert.strictEqual(yield* reasonOf(announce(inbound(`ASN-${sku}`, [[sku, 1]]))), reason)
          yield* announce(inbound(`ASN-${sku}`, [[sku, 1]]))
          const product = { sku: Sku.Sku.make(sku), erpSku: sku }
          assert.strictEqual(yield* reasonOf(call(WarehouseV1.UpsertProduct, product)), reason)
          yield* call(WarehouseV1.UpsertProduct, product)
        }
        assert.strictEqual((yield* books).outbound.length, 3)
      }))

    it.effect("a create whose answer is lost has booked one order", () =>
      Effect.gen(function*() {
        const { announce, books, create, received, status } = yield* open("lost")
        const rows = [
          ["LOST_ANSWER", "TransportFailed receive"],
          ["LOST_AND_HIDDEN", "TransportFailed receive"],
          ["ERROR_PAGE", "PeerUnavailable"],
          ["GARBLED_ANSWER", "ResponseInvalid"]
        ] as const
        for (const [sku, reason] of rows) {
          const error = yield* Effect.flip(create(order(sku, [[sku, 1]])))
          assert.strictEqual(yield* reasonOf(Effect.fail(error)), reason)
          assert.isTrue(error.mayHaveApplied)
          assert.strictEqual((yield* status(sku)).length, sku === "LOST_AND_HIDDEN" ? 0 : 1)
          assert.strictEqual(yield* reasonOf(create(order(sku, [[sku, 1]]))), "Duplicate ORDER_EXISTS")
          assert.strictEqual(yield* reasonOf(announce(inbound(sku, [[sku, 1]]))), reason)
          assert.strictEqual((yield* received(sku))?.phase, "announced")
        }
        yield* TestClock.adjust("600 millis")
        assert.strictEqual((yield* status("LOST_AND_HIDDEN")).length, 1)
        assert.strictEqual((yield* books).outbound.length, 4)
        assert.strictEqual((yield* books).inbound.length, 4)
      }))

    it.effect("SLOW_30S answers after 30 s and is booked at once", () =>
      Effect.gen(function*() {
        const { create, status } = yield* open("slow")
        const before = yield* Clock.currentTimeMillis
        const call = yield* Effect.forkChild(create(order("SO-1", [["SLOW_30S", 1]])))
        while ((yield* status("SO-1")).length === 0) yield* Effect.yieldNow
        assert.strictEqual(yield* Clock.currentTimeMillis, before)
        assert.isUndefined(call.pollUnsafe())
        while (call.pollUnsafe() === undefined) {
          yield* TestClock.adjust("1 second")
          yield* status("SO-1")
        }
        const { warehouseOrderNumber } = yield* Fiber.join(call)
        assert.isAtLeast((yield* Clock.currentTimeMillis) - before, 30_000)
        assert.strictEqual((yield* status("SO-1"))[0]?.warehouseOrderNumber, warehouseOrderNumber)
      }))

    it.effect("NEVER_SHIPS stays in picking, FAILS_LATER fails with a reason, both give the stock back", () =>
      Effect.gen(function*() {
        const { cancel, create, status, stock } = yield* open("ends")
        yield* create(order("SO-1", [["NEVER_SHIPS", 1], ["SKU-1001", 10]]))
        yield* create(order("SO-2", [["FAILS_LATER", 1], ["SKU-1001", 20]]))
        assert.strictEqual((yield* stock("SKU-1001"))?.reserved, 30)
        yield* TestClock.adjust("300 days")
        const [first, second] = yield* status("SO-1", "SO-2")
        assert.deepStrictEqual([first?.phase, first?.status], ["open", "PICKING"])
        assert.deepStrictEqual([second?.phase, second?.status], ["failed", "FAILED"])
        assert.match(second?.failedReason ?? "", /^PICKING_FAILED: /)
        assert.isUndefined(second?.trackingNumber)
        assert.strictEqual((yield* stock("SKU-1001"))?.reserved, 10)
        yield* cancel("SO-1")
        assert.strictEqual(yield* reasonOf(cancel("SO-2")), "Rejected ALREADY_FAILED")
        const level = yield* stock("SKU-1001")
        assert.deepStrictEqual([level?.sellable, level?.reserved, level?.total], [100, 0, 100])
      }))

    it.effect("PARTIAL leaves in two parcels with a tracking number each", () =>
      Effect.gen(function*() {
        const { cancel, create, status, stock } = yield* open("parcels")
        yield* create(order("SO-1", [["PARTIAL", 1], ["SKU-1001", 5]]))
        yield* TestClock.adjust("2 seconds")
        const [first] = yield* status("SO-1")
        assert.deepStrictEqual([first?.phase, first?.status], ["open", "PARTIALLY_SHIPPED"])
        assert.deepStrictEqual(first?.lines?.map((line) => [line.sku as string, Quantity.toNumber(line.quantity)]), [["PARTIAL", 1], ["SKU-1001", 3]])
        assert.strictEqual((yield* stock("SKU-1001"))?.total, 97)
        assert.strictEqual((yield* stock("SKU-1001"))?.reserved, 2)
        assert.strictEqual(yield* reasonOf(cancel("SO-1")), "Rejected ALREADY_SHIPPED")
        yield* TestClock.adjust("2 seconds")
        const [second] = yield* status("SO-1")
        assert.strictEqual(second?.phase, "shipped")
        assert.deepStrictEqual(second?.lines?.map((line) => [line.sku as string, Quantity.toNumber(line.quantity)]), [["SKU-1001", 2]])
        assert.notStrictEqual(second?.trackingNumber, first?.trackingNumber)
        assert.strictEqual((yield* stock("SKU-1001"))?.total, 95)
      }))

    it.effect("CANCEL_REFUSED takes no cancel, CANCEL_LOST takes it and loses the answer", () =>
      Effect.gen(function*() {
        const { cancel, create, status } = yield* open("cancel answers")
        yield* create(order("SO-1", [["CANCEL_REFUSED", 1]]))
        yield* create(order("SO-2", [["CANCEL_LOST", 1]]))
        assert.strictEqual(yield* reasonOf(cancel("SO-1")), "Rejected CANCEL_REFUSED")
        assert.strictEqual(yield* reasonOf(cancel("SO-2")), "TransportFailed receive")
        yield* cancel("SO-2")
        yield* TestClock.adjust("2 seconds")
        assert.deepStrictEqual(words(yield* status("SO-1", "SO-2")), ["SHIPPED", "CANCELLED"])
      }))

    it.effect("DAMAGED arrives half damaged, SHORT ends CLOSED, NEVER_ARRIVES stays on the way", () =>
      Effect.gen(function*() {
        const { announce, recall, received, stock } = yield* open("arrivals")
        yield* announce(inbound("ASN-1", [["DAMAGED", 1], ["SKU-1001", 5]]))
        yield* announce(inbound("ASN-2", [["SHORT", 1], ["SKU-1002", 5]]))
        yield* announce(inbound("ASN-3", [["NEVER_ARRIVES", 1], ["SKU-1003", 5]]))
        assert.deepStrictEqual((yield* stock("SKU-1002"))?.inTransit, 5)
        yield* TestClock.adjust("1 hour")
        const [first, second, third] = yield* Effect.forEach(["ASN-1", "ASN-2", "ASN-3"], received)
        const figures = (status: InboundOrder.InboundStatus | undefined) =>
          status?.lines.map((line) => pieces(line.received, line.good, line.bad))
        assert.deepStrictEqual([first?.phase, second?.phase, third?.phase], ["received", "closed", "shipping"])
        assert.deepStrictEqual(figures(first), [[1, 0, 1], [5, 2, 3]])
        assert.deepStrictEqual(figures(second), [[0, 0, 0], [4, 4, 0]])
        assert.deepStrictEqual(figures(third), [[0, 0, 0], [0, 0, 0]])
        assert.isDefined(second?.finishedAt)
        const level = yield* stock("SKU-1001")
        assert.deepStrictEqual([level?.sellable, level?.unsellable, level?.total, level?.inTransit], [102, 3, 105, 0])
        assert.deepStrictEqual((yield* stock("SKU-1002"))?.inTransit, 0)
        assert.deepStrictEqual((yield* stock("SKU-1003"))?.inTransit, 5)
        assert.isUndefined(yield* recall("ASN-3"))
        assert.deepStrictEqual((yield* stock("SKU-1003"))?.inTransit, 0)
      }))

    it.effect("magic SKUs are products without a shelf: they stand in no stock list and never run out", () =>
      Effect.gen(function*() {
        const { books, call, create } = yield* open("magic")
        yield* create(order("SO-1", [["NEVER_SHIPS", 1_000_000]]))
        const skus = magicSkus.map((magic) => Sku.Sku.make(magic.sku))
        const listed = yield* call(WarehouseV1.ListStock, {
          warehouseCode: "SBX-1",
          skus: skus as unknown as readonly [Sku.Sku],
          limit: 100
        })
        assert.deepStrictEqual(listed, { items: [], pageCount: 0 })
        assert.deepStrictEqual((yield* books).movements, [])
      }))

    it.effect("two accounts never meet, two connections of one account do", () =>
      Effect.gen(function*() {
        const ours = yield* open("ours")
        const theirs = yield* open("theirs")
        const wanted = order("SO-1", [["SKU-1001", 100]])
        const first = yield* ours.create(wanted)
        const second = yield* theirs.create(wanted)
        assert.notStrictEqual(first.warehouseOrderNumber, second.warehouseOrderNumber)
        yield* ours.announce(inbound("ASN-1", [["SKU-1002", 1]]))
        yield* theirs.cancel("SO-1")
        yield* ours.call(WarehouseV1.UpsertProduct, { sku: Sku.Sku.make("NEW"), erpSku: "NEW" })
        yield* TestClock.adjust("1 hour")
        assert.deepStrictEqual(words(yield* ours.status("SO-1")), ["SHIPPED"])
        assert.deepStrictEqual(words(yield* theirs.status("SO-1")), ["CANCELLED"])
        assert.isUndefined(yield* theirs.received("ASN-1"))
        assert.match((yield* theirs.recall("ASN-1")) ?? "", /^NOT_FOUND/)
        assert.isUndefined(yield* theirs.stock("NEW"))
        assert.strictEqual((yield* theirs.stock("SKU-1001"))?.sellable, 100)
        assert.strictEqual((yield* ours.stock("SKU-1001"))?.sellable, 0)

        const reopened = yield* open("ours", { shipAfter: "1 hour" })
        assert.deepStrictEqual(words(yield* reopened.status("SO-1")), ["SHIPPED"])
        assert.strictEqual((yield* reopened.stock("SKU-1001"))?.sellable, 0)
        assert.deepStrictEqual(yield* reopened.books, yield* ours.books)
      }))

    it.effect("the delays are the settings of the connection that created the order", () =>
      Effect.gen(function*() {
        const quick = yield* open("delays", { pickAfter: "0 millis", shipAfter: "10 millis", receiveAfter: "1 second", batches: 3 })
        yield* quick.create(order("SO-1", [["SKU-1001", 1]]))
        yield* quick.announce(inbound("ASN-1", [["SKU-1001", 3]]))
        assert.deepStrictEqual(words(yield* quick.status("SO-1")), ["PICKING"])
        yield* TestClock.adjust("10 millis")
        assert.deepStrictEqual(words(yield* quick.status("SO-1")), ["SHIPPED"])
        const seen: Array<number | undefined> = []
        for (let batch = 0; batch < 3; batch++) {
          yield* TestClock.adjust("1 second")
          seen.push(...pieces((yield* quick.received("ASN-1"))?.lines[0]?.received))
        }
        assert.deepStrictEqual(seen, [1, 2, 3])
      }))

    it.effect("creates at one time share the stock and the numbers: none is sold or taken twice", () =>
      Effect.gen(function*() {
        const { books, create } = yield* open("crowd")
        const all = { concurrency: "unbounded" } as const
        const sold = yield* Effect.forEach(Array.from({ length: 20 }, (_, index) => index), (index) =>
          Effect.result(create(order(`SO-${index}`, [["SKU-1001", 10]]))), all)
        assert.strictEqual(sold.filter((each) => each._tag === "Success").length, 10)
        const same = yield* Effect.forEach(Array.from({ length: 10 }), () =>
          Effect.result(create(order("SO-same", [["SKU-1002", 1]]))), all)
        assert.strictEqual(same.filter((each) => each._tag === "Success").length, 1)
        const { outbound, stock } = yield* books
        assert.strictEqual(outbound.length, 11)
        assert.strictEqual(new Set(outbound.map((each) => each.number)).size, 11)
        assert.deepStrictEqual(
          stock.filter((each) => each.reserved > 0).map((each) => [each.sku, each.good, each.reserved]),
          [["SKU-1001", 100, 100], ["SKU-1002", 100, 1]]
        )
      }))

    it.effect("connections that open at one time make one set of tables and one stock", () =>
      Effect.gen(function*() {
        const storage = yield* SqlStorage.SqlStorage
        const apart = SqlStorage.SqlStorage.of({ ...storage, prefix: "apart_" })
        const opened = Effect.provideService(
          Effect.scoped(Effect.provide(WarehouseV1.Warehouse, sandbox.layer(settings({ account: "apart" })), { local: true })),
          SqlStorage.SqlStorage,
          apart
        )
        yield* Effect.forEach(Array.from({ length: 8 }), () => opened, { concurrency: "unbounded" })
        assert.strictEqual((yield* booksOf(apart, "apart")).stock.length, 100)
      }))

    it.effect("a database that breaks at any statement leaves no half of anything, and says that it may have happened", () =>
      Effect.gen(function*() {
        const storage = yield* SqlStorage.SqlStorage
        const account = "breaks"
        const { announce, books: read, cancel, create } = yield* open(account)
        yield* create(order("SO-0", [["SKU-1001", 1]]))
        yield* announce(inbound("ASN-0", [["SKU-1001", 2]]))
        let left = Number.POSITIVE_INFINITY
        const frail = SqlStorage.SqlStorage.of({
          ...storage,
          query: (text, params) =>
            left-- > 0 ? storage.query(text, params) : Effect.fail(new SqlStorage.StorageFailed({ cause: "disk full" }))
        })
        const broken = yield* Effect.provideService(open(account), SqlStorage.SqlStorage, frail)
        yield* TestClock.adjust("2 seconds")
        const attempts = [
          () => broken.create(order("SO-1", [["SKU-1001", 1], ["SKU-1002", 2]])),
          () => broken.announce(inbound("ASN-1", [["SKU-1001", 1]])),
          () => broken.create(order("SO-2", [["FAIL_ONCE", 1]])),
          () => broken.recall("ASN-1"),
          () => broken.cancel("SO-1")
        ]
        for (const attempt of attempts) {
          let failures = 0
          for (let statements = 0;; statements++) {
            const before = yield* read
            left = statements
            const outcome = yield* Effect.result(Effect.asVoid(attempt() as Effect.Effect<unknown, AdapterError.AdapterError>))
            left = Number.POSITIVE_INFINITY
            if (outcome._tag === "Success") break
            const { reason } = outcome.failure
            if (reason._tag === "PeerUnavailable") continue // FAIL_ONCE has failed as it should
            failures++
            assert.strictEqual(reason._tag, "TransportFailed")
            assert.isTrue(outcome.failure.mayHaveApplied)
            assert.deepStrictEqual(yield* read, before)
          }
          assert.isAtLeast(failures, 3)
        }
        assert.strictEqual(yield* reasonOf(cancel("SO-0")), "Rejected ALREADY_SHIPPED")
      }))

    const Line = Schema.Tuple([Schema.Literals(["SKU-1001", "SKU-1002"]), Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 70 }))])
    const which = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 5 }))
    const Step = Schema.Union([
      Schema.TaggedStruct("create", {
        which,
        lines: Schema.NonEmptyArray(Line),
        magic: Schema.Literals(["", "", "PARTIAL", "NEVER_SHIPS", "FAILS_LATER", "LOST_ANSWER", "CANCEL_LOST"]),
        warehouseCode: Schema.Literals(["SBX-1", "SBX-2"])
      }),
      Schema.TaggedStruct("cancel", { which }),
      Schema.TaggedStruct("announce", {
        which,
        lines: Schema.NonEmptyArray(Line),
        magic: Schema.Literals(["", "", "DAMAGED", "SHORT", "NEVER_ARRIVES"]),
        warehouseCode: Schema.Literals(["SBX-1", "SBX-2"])
      }),
      Schema.TaggedStruct("recall", { which }),
      Schema.TaggedStruct("wait", { millis: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2500 })) })
    ])
    let run = 0

    it.effect.prop(
      "whatever is asked in whatever order, no stock is negative and none appears or vanishes",
      { steps: Schema.Array(Step).check(Schema.isMaxLength(40)) },
      Effect.fnUntraced(function*({ steps }) {
        const { announce, call, cancel, create, recall, received, status, books } = yield* open(`random ${++run}`)
        const asns = new Map<string, ReadonlyArray<number>>()
        const levels = Effect.map(
          Effect.forEach(["SBX-1", "SBX-2"], (warehouseCode) =>
            call(WarehouseV1.ListStock, { warehouseCode, limit: 1000 })),
          (pages) => pages.flatMap((page) => page.items)
        )
        for (const step of steps) {
          const magic = "magic" in step && step.magic !== "" ? [[step.magic, 1] as const] : []
          if (step._tag === "create") {
            yield* Effect.result(create(order(`SO-${step.which}`, [...step.lines, ...magic], { warehouseCode: step.warehouseCode })))
          } else if (step._tag === "cancel") yield* Effect.result(cancel(`SO-${step.which}`))
          else if (step._tag === "announce") {
            yield* Effect.result(announce(inbound(`ASN-${step.which}`, [...step.lines, ...magic], { warehouseCode: step.warehouseCode })))
          } else if (step._tag === "recall") yield* recall(`ASN-${step.which}`)
          else yield* TestClock.adjust(step.millis)

          for (const { inTransit, reserved, sellable, total, unsellable } of (yield* levels).map(counted)) {
            for (const figure of [sellable, reserved, unsellable, inTransit]) assert.isAtLeast(figure!, 0)
            assert.strictEqual(total, sellable! + reserved! + unsellable!)
          }
          for (const asnNumber of ["ASN-1", "ASN-2", "ASN-3", "ASN-4", "ASN-5"]) {
            const found = yield* received(asnNumber)
            if (found === undefined) continue
            for (const line of found.lines) {
              const [received, estimated, good, bad] = pieces(line.received, line.estimated, line.good, line.bad)
              assert.isAtMost(received!, estimated!)
              assert.strictEqual(received, good! + bad!)
            }
            const counts = found.lines.map((line) => Quantity.toNumber(line.received)!)
            const earlier = asns.get(found.referenceNumber!) ?? []
            earlier.forEach((count, index) => assert.isAtLeast(counts[index] ?? 0, count))
            asns.set(found.referenceNumber!, counts)
          }
        }
        // In the end: what there was, and what was received, less what was shipped, as the orders themselves tell it.
        yield* TestClock.adjust("1 day")
        const expected = new Map<string, number>()
        const add = (warehouseCode: string, sku: string, pieces: number) => {
          const key = `${warehouseCode} ${sku}`
          expected.set(key, (expected.get(key) ?? 100) + pieces)
        }
        const { inbound: announced, outbound } = yield* books
        for (const { isCancelled, plan, warehouseCode } of outbound) {
          const { failure, parcels } = JSON.parse(plan)
          if (isCancelled || failure !== undefined) continue
          for (const parcel of parcels) {
            if (parcel.leavesAt === Number.MAX_SAFE_INTEGER) continue
            for (const line of parcel.lines) add(warehouseCode, line.sku, -line.quantity)
          }
        }
        for (const { isCancelled, plan, warehouseCode } of announced) {
          if (isCancelled) continue
          for (const batch of JSON.parse(plan).batches) {
            for (const line of batch.lines) add(warehouseCode, line.sku, line.good + line.bad)
          }
        }
        const statuses = yield* status("SO-1", "SO-2", "SO-3", "SO-4", "SO-5")
        assert.isTrue(statuses.every((each) => each.phase !== "shipped" || each.trackingNumber !== undefined))
        for (const level of (yield* levels).map(counted)) {
          assert.strictEqual(level.total, expected.get(`${level.warehouseCode} ${level.sku}`) ?? 100)
        }
      }),
      { timeout: 60_000, arbitrary: { runs: options.runs, concurrency: 1 } }
    )
  })
