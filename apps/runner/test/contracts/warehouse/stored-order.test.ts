/** Orders that an earlier release stored: read as they are stored today, and the same order when they are asked for again. */
import { OutboundOrder, WarehouseV1 } from "@crossdock/core"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { createHash } from "node:crypto"
import { Dispatch } from "../../../src/contracts/warehouse/Dispatch.ts"
import { payloadPlace } from "../../../src/intents/IntentStore.ts"
import * as StoredOrderUpgrade from "../../../src/contracts/warehouse/StoredOrderUpgrade.ts"
import { Database } from "../../../src/store/Database.ts"
import { Vault } from "../../../src/store/Vault.ts"
import { onBothDatabases } from "../../support/Databases.ts"
import { order } from "../../support/Orders.ts"
import { inWorldOn, type World } from "../../support/World.ts"

/** An order as it was stored before amounts named their currency. */
const earlier = {
  orderNumber: "SO-1",
  onlineOrderId: "P-SO-1",
  shopName: "Shop",
  warehouseCode: "WH-1",
  channelCode: "STD",
  platform: "OTHER",
  freight: "4.50",
  packageType: "NORMAL",
  cashOnDelivery: { amount: "1.00", currency: "VND" },
  receiver: { name: "Ada", phone: "+31", email: "", country: "NL", state: "", city: "Amsterdam", address1: "Singel 1", postalCode: "" },
  lines: [{ sku: "SKU-1", erpSku: "E-1", name: "Thing", quantity: 2, amount: "10.00", shippingPrice: "1.00" }],
  totalPrice: "24.50",
  currency: "EUR",
  insuranceValue: 100
}

const decode = Schema.decodeUnknownEffect(OutboundOrder.OutboundOrder)
const encode = Schema.encodeEffect(OutboundOrder.OutboundOrder)

describe("an order that an earlier release stored", () => {
  it.effect("has its currency on each amount, and nothing where it had an empty text", () =>
    Effect.gen(function*() {
      const today = yield* encode(yield* decode(StoredOrderUpgrade.outbound(earlier)))
      const { email: _email, postalCode: _postalCode, state: _state, ...receiver } = earlier.receiver
      const { amount: _amount, ...line } = earlier.lines[0]!
      const { currency: _currency, ...rest } = earlier
      const money = (amount: string) => ({ amount, currency: "EUR" })
      assert.deepStrictEqual<unknown>(today, {
        ...rest,
        receiver,
        freight: money("4.50"),
        totalPrice: money("24.50"),
        insuranceValue: money("100"),
        lines: [{ ...line, price: { ...money("10.00"), per: "line" }, shippingPrice: money("1.00") }]
      })
      assert.deepStrictEqual(StoredOrderUpgrade.outbound(today), today)
      const labelled = yield* decode(StoredOrderUpgrade.outbound({ ...today as object, packageType: "OWN_PACKAGE", trackingNumber: "T-1", label: "JVBERi0=" }))
      assert.deepStrictEqual(labelled.documents?.map(({ format, kind, source }) => [kind, format, source._tag === "Content" && Redacted.value(source.base64)]), [["label", "PDF", "JVBERi0="]])
    }))

  it.effect("names no currency where none was stored", () =>
    Effect.gen(function*() {
      const { currency: _currency, ...unnamed } = earlier
      const today = yield* decode(StoredOrderUpgrade.outbound(unnamed))
      assert.deepStrictEqual([today.freight?.currency, today.lines[0].price?.currency, today.insuranceValue?.currency], [undefined, undefined, undefined])
    }))

  it("is whatever was stored where that is no order", () => {
    for (const other of [null, 3, "text", ["list"], { lines: 3, receiver: null }]) {
      assert.deepStrictEqual(StoredOrderUpgrade.outbound(other), other)
    }
  })
})

onBothDatabases("an order that an earlier release stored", (fresh) => {
  const inWorld = inWorldOn(fresh)
  const create = (w: World, asked = order("SO-1")) =>
    Effect.flatMap(Dispatch, (dispatch) => dispatch.call(w.link, WarehouseV1.CreateOutboundOrder, asked, ""))

  /** Writes what was asked as the release before would have. */
  const asBefore = Effect.gen(function*() {
    const db = yield* Database
    const vault = yield* Vault
    const [row] = yield* db.query("select i.id, i.entity, c.asked_sealed from intent i join intent_content c on c.entity = i.entity")
    const { freight, lines: [{ price, ...line }], ...rest } = JSON.parse(yield* vault.open(payloadPlace(row!.id, "asked"), row!.asked_sealed))
    const text = JSON.stringify({ ...rest, freight: freight.amount, lines: [{ ...line, amount: price.amount }] })
    yield* db.query("update intent_content set asked_sealed = $2 where entity = $1", [row!.entity, vault.seal(payloadPlace(row!.id, "asked"), text)])
    yield* db.query("update intent set digest = $2 where entity = $1", [row!.entity, createHash("sha256").update(text, "utf8").digest("hex")])
  })

  inWorld("is met by the same order that is asked for today (D1-328)", {}, (w) =>
    Effect.gen(function*() {
      const first = yield* create(w)
      yield* asBefore
      assert.deepStrictEqual(yield* create(w), first)
      assert.strictEqual(w.warehouse.orders.length, 1)
    }))

  inWorld("differs from another one at the place of the difference alone (D1-388)", {}, (w) =>
    Effect.gen(function*() {
      yield* create(w)
      yield* asBefore
      const refusal = yield* Effect.flip(create(w, { ...order("SO-1"), shopName: "Other shop" }))
      assert.deepStrictEqual([refusal.code, refusal.places], ["DIFFERENT_CONTENT", ["/shopName"]])
    }))
})
