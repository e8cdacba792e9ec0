/** What the sandbox does, on each database. */
import { AdapterError, Decimal, PlatformV1, Quantity, StockLevel, type SqlStorage } from "@crossdock/core"
import { layer } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import { assert, describe } from "vitest"
import { goods, open, openWithTokens, reasonOf } from "./fixtures.ts"
import { magic } from "./magic.ts"

const { figure } = StockLevel
const number = (value: Decimal.Decimal | undefined) => value && Number(Decimal.toText(value))

/** A window of time, in milliseconds after the shop was opened. */
const windowAfter = (opened: number) => (from: number, to: number) =>
  ({ updatedFrom: DateTime.makeUnsafe(opened + from), updatedTo: DateTime.makeUnsafe(opened + to), limit: 100 })

const minute = 60_000

const codeOf = (reason: AdapterError.Reason): string => ("fault" in reason && reason.fault !== undefined ? `${reason._tag} ${reason.fault.code}` : reason._tag)

export const behaviour = (name: string, storage: Layer.Layer<SqlStorage.SqlStorage>): void => {
  layer(storage, { timeout: 60_000 })(`platform-sandbox on ${name}`, (it) => {
    describe("orders", () => {
      it.effect("arrive as time passes, in turn of buyers and SKUs, until the number of the settings", () =>
        Effect.gen(function*() {
          const shop = yield* open("arrivals", { orders: 3, orderEvery: "1 minute", buyers: ["Ada", "UNPAID"], skus: ["SKU-1001", "LABEL_LINK"] })
          const count = () => Effect.map(shop.call(PlatformV1.GetOrders, windowAfter(shop.opened)(0, 100 * minute)), ({ items }) => items.length)
          assert.strictEqual(yield* count(), 0)
          yield* TestClock.adjust("119 seconds")
          assert.strictEqual(yield* count(), 1)
          yield* TestClock.adjust("1 hour")
          const { items } = yield* shop.call(PlatformV1.GetOrders, windowAfter(shop.opened)(0, 100 * minute))
          assert.deepStrictEqual(items.map(({ status }) => status), ["READY_TO_SHIP", "UNPAID", "READY_TO_SHIP"])
          assert.deepStrictEqual(items.map(({ lines }) => lines.map(({ quantity, sku }) => `${Decimal.toText(quantity)} ${sku}`)), [
            ["1 SKU-1001", "1 LABEL_LINK"],
            ["2 LABEL_LINK", "1 SKU-1001"],
            ["3 SKU-1001", "1 LABEL_LINK"]
          ])
          assert.deepStrictEqual(items.map(({ createdAt }) => DateTime.toEpochMillis(createdAt) - shop.opened), [minute, 2 * minute, 3 * minute])
          assert.strictEqual(Redacted.value(items[0]!.receiver.name!), "Ada")
          assert.deepStrictEqual([...new Set(items.map(({ platform, shopId }) => `${platform} ${shopId}`))], ["sandbox 1"])
        }))

      it.effect("are the same for every connection of an account, and survive a restart", () =>
        Effect.gen(function*() {
          const shop = yield* open("restart", { orders: 1 })
          yield* TestClock.adjust("1 minute")
          const read = (from: typeof shop) => Effect.map(from.call(PlatformV1.GetOrders, windowAfter(shop.opened)(0, 100 * minute)), ({ items }) => items.map(({ onlineOrderId }) => onlineOrderId))
          const before = yield* read(shop)
          assert.strictEqual(before.length, 1)
          assert.deepStrictEqual(yield* read(yield* open("restart", { orders: 1 })), before)
          assert.deepStrictEqual(yield* read(yield* open("another")), [])
        }))

      it.effect("come in pages that miss none, even if an order changes while they are read", () =>
        Effect.gen(function*() {
          const shop = yield* open("pages")
          for (const each of ["A", "B", "C", "D"]) {
            yield* shop.place(each)
            yield* TestClock.adjust("1 second")
          }
          const asked = { ...windowAfter(shop.opened)(0, minute), limit: 2 }
          const first = yield* shop.call(PlatformV1.GetOrders, asked)
          yield* shop.ship("A", "T-A")
          yield* shop.ship("C", "T-C")
          const rest = yield* shop.call(PlatformV1.GetOrders, { ...asked, limit: 100, cursor: first.nextCursor! })
          assert.deepStrictEqual([...first.items, ...rest.items].map(({ onlineOrderId }) => onlineOrderId), ["A", "B", "D", "A", "C"])
          assert.isUndefined(rest.nextCursor)
          const wrong = yield* reasonOf(shop.call(PlatformV1.GetOrders, { ...asked, cursor: "2" }))
          assert.include(AdapterError.describe(wrong), "/cursor")
        }))

      it.effect("are shipped in parts, each piece once, and completed after the delivery", () =>
        Effect.gen(function*() {
          const shop = yield* open("shipping")
          yield* shop.place("O-1")
          yield* shop.ship("O-1", "T-1", { "O-1-1": 1 })
          const part = (yield* shop.order("O-1"))!
          assert.deepStrictEqual([part.status, part.phase, part.trackingNumber], ["PARTIALLY_SHIPPED", "open", "T-1"])
          assert.deepStrictEqual(part.fulfillments?.map(({ lines, trackingNumber }) => [trackingNumber, lines?.map(({ lineId, quantity }) => [lineId, Quantity.toNumber(quantity)])]), [
            ["T-1", [["O-1-1", 1]]]
          ])
          assert.strictEqual(codeOf(yield* reasonOf(shop.ship("O-1", "T-1", { "O-1-1": 1 }))), "Duplicate ALREADY_SHIPPED")
          assert.strictEqual(codeOf(yield* reasonOf(shop.ship("O-1", "T-2", { "O-1-1": 2 }))), "Rejected TOO_MANY")
          assert.strictEqual(codeOf(yield* reasonOf(shop.ship("O-1", "T-2", { "O-9-1": 1 }))), "Rejected UNKNOWN_ITEM")
          yield* TestClock.adjust("1 second")
          yield* shop.ship("O-1", "T-2")
          const whole = (yield* shop.order("O-1"))!
          assert.deepStrictEqual([whole.status, whole.phase, DateTime.toEpochMillis(whole.shippedAt!) - shop.opened], ["SHIPPED", "open", 1000])
          assert.deepStrictEqual(whole.fulfillments?.at(-1)?.lines?.map(({ lineId, quantity }) => [lineId, Quantity.toNumber(quantity)]), [["O-1-1", 1], ["O-1-2", 1]])
          assert.strictEqual(codeOf(yield* reasonOf(shop.ship("O-1", "T-3"))), "Rejected NOTHING_LEFT")
          assert.strictEqual(codeOf(yield* reasonOf(shop.arrange("O-1"))), "Rejected NOTHING_LEFT")
          yield* TestClock.adjust("1 hour")
          const { items: [ended] } = yield* shop.call(PlatformV1.GetOrders, windowAfter(shop.opened)(2000, 100 * minute))
          assert.deepStrictEqual([ended?.status, ended?.phase, DateTime.toEpochMillis(ended!.modifiedAt!) - shop.opened], ["COMPLETED", "finished", 60 * minute + 1000])
          const unknown = [shop.ship("O-0", "T"), shop.arrange("O-0"), shop.recall("O-0", "T"), shop.labels("O-0")] as ReadonlyArray<Effect.Effect<unknown, AdapterError.AdapterError>>
          for (const work of unknown) assert.strictEqual(codeOf(yield* reasonOf(work)), "Rejected ORDER_NOT_FOUND")
          const carrier = shop.call(PlatformV1.ReportOutgoingParcel, { onlineOrderId: "O-1", trackingNumber: "T", providerCode: "DHL" })
          assert.strictEqual(codeOf(yield* reasonOf(carrier)), "Rejected UNKNOWN_PROVIDER")
        }))

      it.effect("of a buyer who has not paid or has cancelled are not shipped, nor those that the platform ships", () =>
        Effect.gen(function*() {
          const shop = yield* open("not-shipped")
          for (const buyer of ["UNPAID", "CANCELS", "BY_PLATFORM"]) yield* shop.place(buyer, { buyer })
          yield* TestClock.adjust("1 minute")
          for (const [id, code] of [["UNPAID", "NOT_SHIPPABLE"], ["CANCELS", "NOT_SHIPPABLE"], ["BY_PLATFORM", "FULFILLED_BY_PLATFORM"]] as const) {
            assert.strictEqual(codeOf(yield* reasonOf(shop.ship(id, "T-1"))), `Rejected ${code}`)
            assert.strictEqual(codeOf(yield* reasonOf(shop.arrange(id))), `Rejected ${code}`)
          }
          yield* shop.place("shipped-before", { buyer: "CANCELS" })
          yield* shop.ship("shipped-before", "T-2")
          yield* TestClock.adjust("1 minute")
          assert.strictEqual((yield* shop.order("shipped-before"))?.status, "SHIPPED")
        }))

      it.effect("are cancelled by their buyer at once, unless everything was shipped or they have ended", () =>
        Effect.gen(function*() {
          const shop = yield* open("cancelled")
          for (const id of ["O-1", "O-2", "O-3"]) yield* shop.place(id)
          yield* shop.ship("O-2", "T-2")
          yield* shop.ship("O-3", "T-3", { "O-3-1": 1 })
          yield* TestClock.adjust("10 seconds")
          const now = shop.opened + 10_000
          for (const id of ["O-1", "O-3"]) yield* shop.cancel(id)
          const { items } = yield* shop.call(PlatformV1.GetOrders, windowAfter(shop.opened)(now - shop.opened, now - shop.opened))
          assert.deepStrictEqual(items.map(({ onlineOrderId, phase, status }) => [onlineOrderId, status, phase]), [["O-1", "CANCELLED", "cancelled"], ["O-3", "CANCELLED", "cancelled"]])
          for (const [id, code] of [["O-1", "NOT_CANCELLABLE"], ["O-2", "NOT_CANCELLABLE"], ["O-9", "ORDER_NOT_FOUND"]] as const) {
            const reason = yield* Effect.flip(shop.cancel(id))
            assert.strictEqual(reason._tag === "Rejected" ? reason.fault.code : reason._tag, code)
          }
        }))
    })

    describe("shipments", () => {
      it.effect("get a tracking number and a PDF, and become the parcel that is shipped under that number", () =>
        Effect.gen(function*() {
          const shop = yield* open("label")
          yield* shop.place("O-1")
          assert.deepStrictEqual(yield* shop.labels("O-1"), { items: [] })
          const { carrierName, trackingNumber } = yield* shop.arrange("O-1")
          assert.strictEqual(carrierName, "Sandbox Post")
          const { items: [label] } = yield* shop.labels("O-1")
          assert.isTrue(label?.source._tag === "Content" && label.trackingNumber === trackingNumber)
          const pdf = Buffer.from(label?.source._tag === "Content" ? Redacted.value(label.source.base64) : "", "base64").toString("latin1")
          assert.match(pdf, /^%PDF-1\.4\n/)
          assert.strictEqual(pdf.indexOf("xref"), Number(/startxref\n(\d+)\n%%EOF\n$/.exec(pdf)?.[1]))
          assert.include(pdf, `(Tracking ${trackingNumber})`)
          assert.strictEqual(codeOf(yield* reasonOf(shop.arrange("O-1"))), "Duplicate SHIPMENT_EXISTS")
          assert.strictEqual((yield* shop.order("O-1"))?.status, "READY_TO_SHIP")
          yield* shop.ship("O-1", trackingNumber)
          const order = (yield* shop.order("O-1"))!
          assert.deepStrictEqual([order.status, order.fulfillments?.length, order.trackingNumber], ["SHIPPED", 1, trackingNumber])
          assert.strictEqual(codeOf(yield* reasonOf(shop.recall("O-1", trackingNumber))), "Rejected ALREADY_SHIPPED")
        }))

      it.effect("hold the items that the call names, and a cancelled one leaves its items to the next", () =>
        Effect.gen(function*() {
          const shop = yield* open("items")
          yield* shop.place("O-1")
          const arrange = (productId: string, pieces: number) =>
            shop.call(PlatformV1.CreateShipment, { onlineOrderId: "O-1", providerCode: "SBX-EXP", providerName: "Sandbox Express", items: [{ productId, quantity: Quantity.of(pieces) }] })
          const { trackingNumber } = yield* arrange("P-1001", 2)
          assert.deepStrictEqual((yield* shop.records).parcels, [{ onlineOrderId: "O-1", trackingNumber, providerCode: "SBX-EXP", isArranged: true, isShipped: false, lines: [{ lineId: "O-1-1", quantity: 2 }] }])
          assert.strictEqual(codeOf(yield* reasonOf(arrange("P-1001", 1))), "Rejected TOO_MANY")
          assert.strictEqual(codeOf(yield* reasonOf(arrange("P-1009", 1))), "Rejected UNKNOWN_ITEM")
          yield* shop.recall("O-1", trackingNumber)
          assert.strictEqual(codeOf(yield* reasonOf(shop.recall("O-1", trackingNumber))), "Rejected SHIPMENT_NOT_FOUND")
          yield* arrange("P-1001", 1)
          yield* shop.arrange("O-1") // the rest
          const { parcels } = yield* shop.records
          assert.deepStrictEqual(parcels.map(({ lines }) => lines), [[{ lineId: "O-1-1", quantity: 1 }], [{ lineId: "O-1-1", quantity: 1 }, { lineId: "O-1-2", quantity: 1 }]])
          assert.strictEqual((yield* shop.call(PlatformV1.GetLabels, { onlineOrderId: "O-1", providerCode: "SBX-EXP" })).items.length, 1)
          assert.strictEqual((yield* shop.labels("O-1")).items.length, 2)
        }))

      it.effect("ship no piece again that has left in another parcel", () =>
        Effect.gen(function*() {
          const shop = yield* open("overlap")
          yield* shop.place("O-1")
          yield* shop.ship("O-1", "T-0", { "O-1-2": 1 })
          const { trackingNumber } = yield* shop.arrange("O-1") // holds both pieces of the first line
          yield* shop.ship("O-1", "T-1", { "O-1-1": 1 })
          assert.strictEqual(codeOf(yield* reasonOf(shop.ship("O-1", trackingNumber))), "Rejected TOO_MANY")
          yield* shop.ship("O-1", trackingNumber, { "O-1-1": 1 })
          assert.strictEqual((yield* shop.order("O-1"))?.status, "SHIPPED")
        }))

      it.effect("are tracked by the order or by their number (U-42)", () =>
        Effect.gen(function*() {
          const shop = yield* open("tracking")
          const track = (asked: typeof PlatformV1.TrackParcel.payload.Type) => Effect.map(shop.call(PlatformV1.TrackParcel, asked), ({ events, phase, status }) => [status, phase, events.length])
          yield* shop.place("O-1")
          yield* shop.place("O-2", { buyer: "CANCELS" })
          assert.deepStrictEqual(yield* track({ onlineOrderId: "O-1" }), ["CREATED", "created", 0])
          const { trackingNumber } = yield* shop.arrange("O-1")
          assert.deepStrictEqual(yield* track({ packageNumber: trackingNumber }), ["CREATED", "created", 1])
          yield* shop.ship("O-1", trackingNumber)
          assert.deepStrictEqual(yield* track({ onlineOrderId: "O-1" }), ["IN_TRANSIT", "inTransit", 2])
          yield* TestClock.adjust("1 hour")
          assert.deepStrictEqual(yield* track({ onlineOrderId: "O-1", packageNumber: trackingNumber }), ["DELIVERED", "delivered", 3])
          assert.deepStrictEqual(yield* track({ onlineOrderId: "O-2" }), ["STOPPED", "cancelled", 0])
          for (const asked of [{ onlineOrderId: "O-9" }, { packageNumber: "T-9" }, { onlineOrderId: "O-1", packageNumber: "T-9" }]) {
            assert.deepStrictEqual(yield* track(asked), ["NOT_FOUND", "notFound", 0])
          }
        }))
    })

    it.effect("concurrent calls for one order arrange one shipment, and ship it once", () =>
      Effect.gen(function*() {
        const [shop, other] = [yield* open("concurrent"), yield* open("concurrent")]
        yield* shop.place("O-1")
        const codes = (works: ReadonlyArray<Effect.Effect<unknown, AdapterError.AdapterError>>) =>
          Effect.map(
            Effect.forEach(works, (work) => Effect.match(work, { onSuccess: () => "done", onFailure: ({ reason }) => codeOf(reason) }), { concurrency: "unbounded" }),
            (all) => [...new Set(all)].map((code) => `${all.filter((each) => each === code).length} ${code}`).toSorted()
          )
        const five = [1, 2, 3, 4, 5].map((at) => (at % 2 === 0 ? shop : other))
        assert.deepStrictEqual(yield* codes(five.map((each) => each.arrange("O-1"))), ["1 done", "4 Duplicate SHIPMENT_EXISTS"])
        const { parcels: [parcel] } = yield* shop.records
        assert.deepStrictEqual(yield* codes(five.map((each) => each.ship("O-1", parcel!.trackingNumber))), ["1 done", "4 Duplicate ALREADY_SHIPPED"])
      }))

    describe("stock", () => {
      it.effect("is kept by location, and orders take from the default one", () =>
        Effect.gen(function*() {
          const shop = yield* open("stock")
          const stock = (productId: string) =>
            Effect.map(shop.call(PlatformV1.ListProducts, { productIds: [productId], limit: 10 }), ({ items: [item] }) =>
              [number(item?.stock), ...(item?.stockByLocation ?? []).map(({ available, locationId }) => `${locationId} ${number(available)}`)])
          const update = (item: object) => shop.call(PlatformV1.UpdateStock, { items: [{ productId: "P-1001", stock: figure(0), ...item }] })
          assert.deepStrictEqual(yield* stock("P-1001"), [100, "SBX-1 50", "SBX-2 50"])
          yield* shop.place("O-1", { goods: goods("SKU-1001", 2) })
          assert.deepStrictEqual(yield* stock("P-1001"), [98, "SBX-1 48", "SBX-2 50"])
          yield* update({ stock: figure(7) })
          assert.deepStrictEqual(yield* stock("P-1001"), [7, "SBX-1 7", "SBX-2 0"])
          yield* update({ stockByLocation: [{ locationId: "SBX-2", available: figure(3) }, { available: figure(1) }] })
          assert.deepStrictEqual(yield* stock("P-1001"), [4, "SBX-1 1", "SBX-2 3"])
          yield* shop.place("O-2", { goods: goods("SKU-1001", 5) })
          assert.deepStrictEqual(yield* stock("P-1001"), [3, "SBX-1 0", "SBX-2 3"])
        }))

      it.effect("of articles that cannot be set is named with the reason, and the others are set", () =>
        Effect.gen(function*() {
          const shop = yield* open("stock-failures")
          const { failures } = yield* shop.call(PlatformV1.UpdateStock, {
            items: [
              { productId: "P-1001", variantId: "V-1001", stock: figure(1) },
              { productId: "P-1", stock: figure(1) },
              { productId: "P-1002", variantId: "V-1001", stock: figure(1) },
              { productId: "P-1003", stock: figure(1), stockByLocation: [{ locationId: "SBX-9", available: figure(1) }] },
              { productId: "P-1004", stock: figure("1.5") },
              { productId: "P-1005", stock: figure(-1) }
            ]
          })
          assert.deepStrictEqual(failures.map(({ locationId, productId, reason }) => [productId, locationId, reason.split(":")[0]]), [
            ["P-1", undefined, "UNKNOWN_ARTICLE"],
            ["P-1002", undefined, "UNKNOWN_VARIANT"],
            ["P-1003", "SBX-9", "UNKNOWN_LOCATION"],
            ["P-1004", "SBX-1", "NOT_PIECES"],
            ["P-1005", "SBX-1", "NOT_PIECES"]
          ])
          const { stock } = yield* shop.records
          const changed = stock.filter(({ available }) => available !== 50)
          assert.deepStrictEqual(changed, [{ productId: "P-1001", location: "SBX-1", available: 1 }, { productId: "P-1001", location: "SBX-2", available: 0 }])
        }))

      it.effect("articles are listed in pages, by ids, and by the time at which their stock changed", () =>
        Effect.gen(function*() {
          const shop = yield* open("products")
          yield* TestClock.adjust("1 minute")
          yield* shop.call(PlatformV1.UpdateStock, { items: [{ productId: "P-1003", stock: figure(1) }] })
          const list = (asked: Partial<typeof PlatformV1.ListProducts.payload.Type>) => shop.call(PlatformV1.ListProducts, { limit: 100, ...asked })
          const ids = (asked: Parameters<typeof list>[0]) => Effect.map(list(asked), ({ items }) => items.map(({ sku }) => sku))
          assert.deepStrictEqual(yield* ids(windowAfter(shop.opened)(1, 10 * minute)), ["SKU-1003"])
          assert.deepStrictEqual(yield* ids({ variantIds: ["V-1002"] }), ["SKU-1002"])
          const { items, nextCursor } = yield* list({ ...windowAfter(shop.opened)(0, 10 * minute), limit: 20 })
          const rest = yield* ids({ ...windowAfter(shop.opened)(0, 10 * minute), cursor: nextCursor! })
          assert.strictEqual(new Set([...items.map(({ sku }) => sku), ...rest]).size, 28)
          assert.include(AdapterError.describe(yield* reasonOf(list({ ...windowAfter(shop.opened)(0, minute), cursor: "x" }))), "/cursor")
        }))
    })

    describe("authorization", () => {
      it.effect("grants tokens for the code sandbox-code, and they are renewed before they expire", () =>
        Effect.gen(function*() {
          const shop = yield* openWithTokens({ account: "tokens", accessFor: "1 hour", refreshFor: "2 hours" }, { code: "sandbox-code" })
          const list = shop.call(PlatformV1.ListLocations, {})
          assert.strictEqual((yield* list).items.length, 2)
          yield* TestClock.adjust("50 minutes")
          yield* list
          yield* TestClock.adjust("100 minutes") // the first refresh token has expired, the second one has not
          yield* list
          yield* TestClock.adjust("3 hours")
          assert.strictEqual((yield* reasonOf(list))._tag, "CredentialRejected")
        }))

      it.effect("refuses another code, a connection that nobody has authorized, tokens of another account, and another key", () =>
        Effect.gen(function*() {
          const wrong = yield* Effect.flip(openWithTokens({ account: "tokens" }, { code: "another" }))
          assert.strictEqual(codeOf(wrong as AdapterError.Reason), "Rejected CODE_UNKNOWN")
          const nobody = yield* openWithTokens({ account: "tokens" }, undefined)
          assert.strictEqual(codeOf(yield* reasonOf(nobody.call(PlatformV1.ListLocations, {}))), "CredentialRejected NOT_AUTHORIZED")
          const keys = [{ secretKey: "another-key" }, { accessId: "another" }]
          for (const key of keys) {
            const shop = yield* open("wrong-key", key)
            assert.strictEqual(codeOf(yield* reasonOf(shop.call(PlatformV1.ListLocations, {}))), "CredentialRejected KEY_UNKNOWN")
          }
        }))
    })

    magic(it)
  })
}
