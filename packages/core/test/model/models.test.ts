import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { TestSchema } from "effect/testing"
import { inspect } from "node:util"
import * as ErpV1 from "../../src/ErpV1.ts"
import * as UnannouncedReturn from "../../src/model/UnannouncedReturn.ts"
import * as InboundOrder from "../../src/model/InboundOrder.ts"
import * as InboundPhase from "../../src/model/InboundPhase.ts"
import { CalendarDate } from "../../src/model/Line.ts"
import { Money, Price } from "../../src/model/Money.ts"
import * as OutboundOrder from "../../src/model/OutboundOrder.ts"
import * as OutboundPhase from "../../src/model/OutboundPhase.ts"
import { personal } from "../../src/model/Personal.ts"
import { PlatformOrder } from "../../src/model/PlatformOrder.ts"
import { PlatformProduct } from "../../src/model/PlatformProduct.ts"
import { Document } from "../../src/model/Document.ts"
import { TrackedParcel } from "../../src/model/PlatformShipment.ts"
import { Product } from "../../src/model/Product.ts"
import * as Quantity from "../../src/model/Quantity.ts"
import { Sku } from "../../src/model/Sku.ts"
import { StockBalance } from "../../src/model/StockBalance.ts"
import { StockLevel } from "../../src/model/StockLevel.ts"
import { ShippingChannel, WarehouseRecord } from "../../src/model/Warehouse.ts"
import * as PlatformV1 from "../../src/PlatformV1.ts"
import * as WarehouseV1 from "../../src/WarehouseV1.ts"

const models: Readonly<Record<string, Schema.Codec<unknown, unknown>>> = {
  Sku,
  Quantity: Quantity.Quantity,
  Count: Quantity.QuantityOrZero,
  Money,
  Price,
  CalendarDate,
  WarehouseRecord,
  ShippingChannel,
  OrderNumber: OutboundOrder.OrderNumber,
  Receiver: OutboundOrder.Receiver,
  OutboundLine: OutboundOrder.OutboundLine,
  OutboundOrder: OutboundOrder.OutboundOrder,
  OutboundPhase: OutboundPhase.OutboundPhase,
  OutboundStatus: OutboundOrder.OutboundStatus,
  AsnNumber: InboundOrder.AsnNumber,
  PackingLine: InboundOrder.PackingLine,
  InboundOrder: InboundOrder.InboundOrder,
  InboundPhase: InboundPhase.InboundPhase,
  InboundStatus: InboundOrder.InboundStatus,
  InboundProgress: InboundOrder.InboundProgress,
  UnannouncedReturn: UnannouncedReturn.UnannouncedReturn,
  StockLevel,
  StockBalance,
  Product,
  PlatformOrder,
  PlatformProduct,
  Document,
  TrackedParcel,
  personal: personal("label")
}

const runs = { seed: 1, runs: 50, maxDiscards: 200_000 }

describe("a model", () => {
  it.effect.each(Object.entries(models))("gives back what it was given: %s", ([, model]) =>
    new TestSchema.Asserts(model).verifyRoundTripEffect(runs))

  const operations = [WarehouseV1.contract, ErpV1.contract, PlatformV1.contract].flatMap((contract) => Object.values(contract.operations))
    .filter(({ name }) => name !== "subscribe" && name !== "renew" && name !== "setShopAccess")

  it.effect.each(operations)("of an operation gives back what it was given: $name", ({ payload, success }) =>
    Effect.gen(function*() {
      for (const schema of [payload, success] as ReadonlyArray<Schema.Codec<unknown, unknown>>) {
        yield* new TestSchema.Asserts(schema).verifyRoundTripEffect(runs)
      }
    }))

  it.effect("of an operation that holds an address gives it back as text", () =>
    Effect.gen(function*() {
      const payload = { subscriptionId: "s-1", callbackUrl: "https://runner.example/callbacks/a" }
      const decoded = yield* Schema.decodeEffect(WarehouseV1.RenewSubscription.payload)(payload)
      assert.deepStrictEqual(yield* Schema.encodeEffect(WarehouseV1.RenewSubscription.payload)(decoded), payload)
      yield* Effect.flip(Schema.decodeEffect(WarehouseV1.Subscribe.payload)({ callbackUrl: "no address" }))
    }))

  it.effect("survives being stored as JSON text", () =>
    Effect.gen(function*() {
      const codec = Schema.toCodecJson(InboundOrder.InboundProgress)
      const samples = yield* Arbitrary.sampleEffect(Arbitrary.schema(InboundOrder.InboundProgress), { count: 20, seed: 1 })
      for (const sample of samples) {
        const text = JSON.stringify(yield* Schema.encodeEffect(codec)(sample))
        assert.isTrue(Schema.toEquivalence(codec)(yield* Schema.decodeEffect(codec)(JSON.parse(text)), sample))
      }
    }))
})

describe("personal data", () => {
  const planted = {
    name: "Jane Roe",
    phone: "+31 6 1234 5678",
    email: "jane@roe.example",
    address1: "12 Elm Street",
    address2: "2nd floor",
    postalCode: "1012 AB",
    label: "JVBERi0xLjc="
  }
  const { label, ...receiver } = planted
  const encoded = {
    orderNumber: "SO-1",
    onlineOrderId: "P-1",
    shopName: "shop",
    warehouseCode: "NL1",
    channelCode: "STD",
    platform: "other",
    freight: { amount: "4.50", currency: "EUR" },
    packageType: "OWN_PACKAGE",
    trackingNumber: "T-1",
    documents: [{ kind: "label", format: "PDF", source: { _tag: "Content", base64: label } }],
    receiver: { ...receiver, country: "NL", state: "NH", city: "Amsterdam" },
    lines: [{ sku: "SKU-1", erpSku: "E-1", name: "box", quantity: 2, price: { amount: "10.00", per: "piece" }, lot: "L-7", expiresOn: "2026-08-31" }]
  } as const

  /** A JSON replacer of ours could not bring it out either: the value is not a member. */
  const ways: ReadonlyArray<readonly [string, (value: unknown) => string]> = [
    ["JSON.stringify", (value) => JSON.stringify(value)],
    ["inspect", (value) => inspect(value, { depth: 10, showHidden: true, getters: true })],
    ["String", String],
    ["a template", (value) => `${value as string}`],
    ["Object.entries", (value) => JSON.stringify(Object.entries(value as object))],
    ["an error that holds it", (value) => inspect(new Error("refused", { cause: value }), { depth: 10 })]
  ]

  it.effect.each(ways)("of an order is not shown by %s", ([, show]) =>
    Effect.gen(function*() {
      const order = yield* Schema.decodeEffect(OutboundOrder.OutboundOrder)(encoded)
      const texts = [show(order), show(order.receiver), show(order.receiver.name), show([order])]
      for (const text of texts) {
        for (const secret of Object.values(planted)) assert.notInclude(text, secret)
      }
      assert.strictEqual(Redacted.value(order.receiver.name), planted.name)
      assert.deepStrictEqual(yield* Schema.encodeEffect(OutboundOrder.OutboundOrder)(order), encoded)
    }))

  it.effect("is not shown by the error of a schema that refuses an order", () =>
    Effect.gen(function*() {
      const broken = [
        { ...encoded, receiver: { ...encoded.receiver, country: planted.name, phone: [planted.phone] } },
        { ...encoded, receiver: `${planted.name} ${planted.phone}` },
        { ...encoded, lines: [] }
      ]
      for (const each of broken) {
        const error = yield* Effect.flip(Schema.decodeUnknownEffect(OutboundOrder.OutboundOrder, { errors: "all" })(each))
        for (const secret of Object.values(planted)) assert.notInclude(String(error), secret)
      }
    }))

  it.effect("of a platform order is not shown", () =>
    Effect.gen(function*() {
      const order = yield* Schema.decodeEffect(PlatformOrder)({
        platform: "other",
        shopId: "1",
        onlineOrderId: "2",
        createdAt: "2026-03-01T00:00:00.000Z",
        phase: "open",
        status: "paid",
        paymentMethod: "online",
        currency: "EUR",
        total: "4.50",
        freight: "0",
        receiver: {},
        lines: [],
        raw: JSON.stringify(planted)
      })
      for (const [, show] of ways) assert.notInclude(show(order), planted.name)
    }))
})

describe("an outbound order", () => {
  const least = {
    orderNumber: "SO-1",
    warehouseCode: "NL1",
    receiver: { name: "Jane Roe", country: "NL", city: "Amsterdam", address1: "12 Elm Street" },
    lines: [{ sku: "SKU-1", quantity: "1.5", unit: "kg" }]
  } as const

  it.effect("needs a number, a warehouse, a receiver with an address, and lines of goods", () =>
    Effect.gen(function*() {
      const order = yield* Schema.decodeEffect(OutboundOrder.OutboundOrder)(least)
      assert.deepStrictEqual<unknown>(yield* Schema.encodeEffect(OutboundOrder.OutboundOrder)(order), least)
      for (const name of Object.keys(least)) {
        const { [name]: _left, ...rest } = least as Readonly<Record<string, unknown>>
        yield* Effect.flip(Schema.decodeUnknownEffect(OutboundOrder.OutboundOrder)(rest))
      }
    }))
})

describe("the checks of a model", () => {
  const accepts = (schema: Schema.Codec<unknown, unknown>, value: unknown) =>
    Effect.match(Schema.decodeUnknownEffect(schema)(value), { onSuccess: () => true, onFailure: () => false })

  it.effect.each<readonly [string, Schema.Codec<unknown, unknown>, ReadonlyArray<unknown>, ReadonlyArray<unknown>]>([
    ["a SKU is not empty", Sku, ["a", " "], ["", 1, null]],
    ["a country has two capital letters", OutboundOrder.Receiver.fields.country, ["NL", "VN"], ["nl", "NLD", "N1", ""]],
    ["an outbound phase is one of six", OutboundPhase.OutboundPhase, ["open", "shipped", "delivered", "cancelled", "failed", "closedShort"], ["SUCCESS", "Shipped", ""]],
    ["an inbound phase is one of six", InboundPhase.InboundPhase, ["announced", "shipping", "receiving", "received", "cancelled", "closed"], ["DONE", ""]],
    ["a text about a person is not empty", OutboundOrder.Receiver.fields.name, ["Jane"], [""]],
    ["an order has a line", OutboundOrder.OutboundOrder.fields.lines, [], [[]]]
  ])("%s", ([, schema, good, bad]) =>
    Effect.gen(function*() {
      for (const value of good) assert.isTrue(yield* accepts(schema, value), String(value))
      for (const value of bad) assert.isFalse(yield* accepts(schema, value), String(value))
    }))
})
