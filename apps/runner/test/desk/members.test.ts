/**
 * What a shop tells of an order beside the pieces arrives at the warehouse that ships them, as decision 0045 says of each member.
 */
import { AdapterError, Decimal, type OutboundOrder, Quantity } from "@crossdock/core"
import { assert } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { onBothDatabases } from "../support/Databases.ts"
import * as World from "../support/DeskWorld.ts"
import * as FakeShop from "../support/FakeShop.ts"
import { inWorldOn, type World as Runner } from "../support/World.ts"

/** Orders with this tag are packed by a person. */
const byHand = { name: "by hand", when: { tags: ["fragile", "gift"] }, hold: "pack it by hand" } as const

const at = (text: string) => DateTime.makeUnsafe(text)
const receiver = World.order({}).receiver!

/** The only order that a warehouse has. */
const sent = (w: Runner): OutboundOrder.OutboundOrder => {
  assert.strictEqual(w.warehouse.orders.length, 1)
  return w.warehouse.orders[0]!.order
}

const told = {
  displayNumber: "#1001",
  purchaseOrderNumber: "PO-7",
  pricesIncludeTax: true,
  taxIds: [{ of: "seller", kind: "IOSS", value: Redacted.make("IM0000000000"), country: "NL" }],
  incoterm: "DAP",
  deliveryRequirements: ["signature", "age"]
} as const satisfies World.Order

onBothDatabases("what a shop tells of an order", (fresh) => {
  const inWorld = inWorldOn(fresh)
  const withShop = (title: string, test: (shop: FakeShop.Shop, w: Runner) => Effect.Effect<unknown, unknown, any>) => {
    const shop = FakeShop.shop()
    inWorld(title, World.options(shop, { North: { A: 9, B: 9 } }), (w) => test(shop, w))
  }

  withShop("reaches the warehouse as it was told: numbers, tax ids, incoterm, and what the carrier must ask for (0040)", (shop, w) =>
    Effect.gen(function*() {
      yield* World.buy(shop, "S-1", World.order({ A: 1 }, told))
      const { deliveryRequirements, displayNumber, incoterm, pricesIncludeTax, purchaseOrderNumber, taxIds } = sent(w)
      assert.deepStrictEqual({ deliveryRequirements, displayNumber, incoterm, pricesIncludeTax, purchaseOrderNumber, taxIds: taxIds?.map(({ value, ...rest }) => ({ ...rest, value: Redacted.value(value) })) }, {
        ...told,
        deliveryRequirements: [...told.deliveryRequirements],
        taxIds: [{ of: "seller", kind: "IOSS", value: "IM0000000000", country: "NL" }]
      })
    }))

  withShop("reaches the warehouse with the receiver: company, door, kind of address and pick-up point (0040)", (shop, w) =>
    Effect.gen(function*() {
      yield* World.buy(shop, "S-1", World.order({ A: 1 }, {
        receiver: { ...receiver, company: Redacted.make("Example B.V."), instructions: Redacted.make("leave it at the porter"), addressType: "business", pickupPointId: "PP-1" }
      }))
      const { addressType, company, instructions, pickupPointId } = sent(w).receiver
      assert.deepStrictEqual(
        [Redacted.value(company!), Redacted.value(instructions!), addressType, pickupPointId],
        ["Example B.V.", "leave it at the porter", "business", "PP-1"]
      )
    }))

  withShop("keeps the time to ship apart from the time to arrive (0040)", (shop, w) =>
    Effect.gen(function*() {
      yield* World.buy(shop, "S-1", World.order({ A: 1 }, { shipBefore: at("2026-12-01T00:00:00Z"), deliverBefore: at("2026-12-05T00:00:00Z") }))
      const { promisedAt, shipBefore } = sent(w)
      assert.deepStrictEqual([shipBefore, promisedAt].map((time) => time && DateTime.formatIso(time)), ["2026-12-01T00:00:00.000Z", "2026-12-05T00:00:00.000Z"])
    }))

  withShop("reaches the warehouse with each line: what the buyer chose, and a gift without its price (0040)", (shop, w) =>
    Effect.gen(function*() {
      const { lines = [] } = World.order({ A: 1, B: 1 })
      yield* World.buy(shop, "S-1", World.order({}, {
        lines: [
          { ...lines[0]!, customization: [{ name: "engraving", value: Redacted.make("for Ada") }] },
          { ...lines[1]!, isGift: true, giftMessage: Redacted.make("many happy returns") }
        ]
      }))
      const [chosen, gift] = sent(w).lines
      assert.deepStrictEqual(chosen.customization?.map(({ name, value }) => [name, Redacted.value(value)]), [["engraving", "for Ada"]])
      assert.deepStrictEqual([chosen.price && Decimal.toText(chosen.price.amount), chosen.declaredValue], ["2.50", undefined])
      assert.deepStrictEqual(
        [gift?.price, gift?.declaredValue && Decimal.toText(gift.declaredValue.amount), gift?.giftMessage && Redacted.value(gift.giftMessage)],
        [undefined, "2.50", "many happy returns"]
      )
    }))

  const sold = FakeShop.shop()
  const customs = { A: { hsCode: "6912.00", originCountry: "CN" }, B: { hsCode: "9405.11", originCountry: "DE" } }
  const withCustoms = { books: "ledger", rules: World.usual, customs }
  inWorld("reaches the warehouse with what customs are told: of the shop, else of the table of articles (0066)", World.options(sold, { North: { A: 9, B: 9, C: 9 } }, { desk: withCustoms }), (w) =>
    Effect.gen(function*() {
      const { lines = [] } = World.order({ A: 1, B: 1, C: 1 })
      yield* World.buy(sold, "S-1", World.order({}, { lines: [{ ...lines[0]!, originCountry: "PT" }, lines[1]!, lines[2]!] }))
      assert.deepStrictEqual(sent(w).lines.map(({ hsCode, originCountry }) => [hsCode, originCountry]), [["6912.00", "PT"], ["9405.11", "DE"], [undefined, undefined]])
    }))

  withShop("that is changed after it was placed is placed anew: the buyer chose something else (0040)", (shop, w) =>
    Effect.gen(function*() {
      const { lines = [] } = World.order({ A: 1 })
      const chosen = (value: string) => World.order({}, { lines: [{ ...lines[0]!, customization: [{ name: "engraving", value: Redacted.make(value) }] }] })
      yield* World.buy(shop, "S-1", chosen("for Ada"))
      yield* World.buy(shop, "S-1", chosen("for Grace"))
      assert.deepStrictEqual(w.warehouse.orders.at(-1)!.order.lines[0].customization?.map(({ value }) => Redacted.value(value)), ["for Grace"])
    }))

  withShop("gets back with each parcel: its page, its carrier by name, and when it left (0040)", (shop) =>
    Effect.gen(function*() {
      yield* World.buy(shop, "S-1", World.order({ A: 1 }))
      yield* World.report(World.north, "S-1", { trackingNumber: "T-1", trackingUrl: "https://post.example/T-1", shippedAt: at("2026-12-01T10:00:00Z") })
      const [notice] = shop.notices
      assert.deepStrictEqual(
        [notice?.carrierName, notice?.trackingUrl, notice?.shippedAt && DateTime.formatIso(notice.shippedAt)],
        ["Post", "https://post.example/T-1", "2026-12-01T10:00:00.000Z"]
      )
    }))

  const atLocations = (title: string, test: (shop: FakeShop.Shop, w: Runner) => Effect.Effect<unknown, unknown, any>) => {
    const shop = FakeShop.shop()
    const publish = [{ shop: "acc-9", location: "LOC-N", warehouses: ["North"] }, { shop: "acc-9", location: "LOC-S", warehouses: ["South"] }]
    inWorld(title, World.options(shop, { North: { A: 9, B: 9 }, South: { A: 9, B: 9 } }, { desk: { books: "ledger", rules: World.usual, stock: { publish } } }), (w) => test(shop, w))
  }

  atLocations("leaves from the location that the shop names, a line from its own; what nobody has written down narrows nothing (0040)", (shop) =>
    Effect.gen(function*() {
      const { lines = [] } = World.order({ A: 1, B: 1 })
      yield* World.buy(shop, "S-1", World.order({ A: 1 }, { locationId: "LOC-S" }))
      yield* World.buy(shop, "S-2", World.order({}, { locationId: "LOC-S", lines: [lines[0]!, { ...lines[1]!, locationId: "LOC-N" }] }))
      yield* World.buy(shop, "S-3", World.order({ A: 1 }, { locationId: "LOC-X" }))
      assert.deepStrictEqual(yield* Effect.forEach(["S-1", "S-2", "S-3"], World.partsOf), [
        ["S-1 South accepted"], ["S-2 North accepted", "S-2-2 South accepted"], ["S-3 North accepted"]
      ])
    }))

  atLocations("is told of each parcel with its location and its number in the order, which a repeat keeps (0040)", (shop) =>
    Effect.gen(function*() {
      const { lines = [] } = World.order({ A: 2, B: 1 })
      yield* World.buy(shop, "S-1", World.order({}, { lines: [{ ...lines[0]!, locationId: "LOC-N" }, { ...lines[1]!, locationId: "LOC-S" }] }))
      shop.noticeFailures.push(new AdapterError.Rejected({ fault: { code: "NO", message: "not now" } }))
      yield* World.report(World.south, "S-1-2", { trackingNumber: "T-2" })
      yield* World.report(World.north, "S-1", World.partly("T-1", { A: 1 }))
      yield* World.report(World.north, "S-1", { trackingNumber: "T-3", lines: World.lines({ A: 1 }) })
      yield* World.release("S-1")
      assert.deepStrictEqual(shop.notices.map(({ locationId, parcelNumber, trackingNumber }) => [trackingNumber, locationId, parcelNumber]).toSorted(), [
        ["T-1", "LOC-N", 2], ["T-2", "LOC-S", 1], ["T-2", "LOC-S", 1], ["T-3", "LOC-N", 3]
      ])
    }))

  const sentTo = (w: Runner) => Object.fromEntries(w.warehouse.orders.map(({ order }) => [order.orderNumber, order]))

  const bundled = FakeShop.shop()
  inWorld("is shipped with each bundle from one warehouse, which is told what belongs together (0040)", World.options(bundled, { North: { A: 9, C: 9 }, South: { A: 1, B: 1 } }), (w) =>
    Effect.gen(function*() {
      const { lines = [] } = World.order({ A: 1, B: 1, C: 1 })
      const bundle = { id: "SET-1", title: "Set", quantity: Quantity.of(1) }
      yield* World.buy(bundled, "S-1", World.order({}, { lines: lines.map((line, at) => at < 2 ? { ...line, bundle } : line) }))
      assert.deepStrictEqual(Object.values(sentTo(w)).map(({ lines: told, orderNumber }) => [String(orderNumber), told.map(({ bundleId, sku }) => [sku, bundleId])]).toSorted(), [
        ["S-1", [["C", undefined]]], ["S-1-2", [["A", "SET-1"], ["B", "SET-1"]]]
      ])
    }))

  const taxed = FakeShop.shop()
  inWorld("is told to warehouses with the tax of each line, of which parts have their share (0040, 0035)", World.options(taxed, { North: { A: 1, B: 1 }, South: { A: 2 } }), (w) =>
    Effect.gen(function*() {
      const { lines = [] } = World.order({ A: 3, B: 1 })
      yield* World.buy(taxed, "S-1", World.order({}, { lines: [{ ...lines[0]!, tax: Decimal.fromText("1.00")! }, { ...lines[1]!, tax: Decimal.fromText("0.20")!, isGift: true }] }))
      assert.deepStrictEqual(Object.values(sentTo(w)).map(({ lines: told, orderNumber }) => [String(orderNumber), told.map(({ tax }) => tax && `${Decimal.toText(tax.amount)} ${tax.currency}`)] as const).toSorted(), [
        ["S-1", ["0.33 EUR", undefined]], ["S-1-2", ["0.67 EUR"]]
      ])
    }))

  const whole = FakeShop.shop()
  const asked = { books: "ledger", rules: [{ name: "whole", place: { at: [World.north], split: false } }], packingSlipNotes: { "acc-9": "thank you" } }
  inWorld("is to leave at once if its rule does not split it, with the note of its shop (0040)", World.options(whole, { North: { A: 9 } }, { desk: asked }), (w) =>
    Effect.gen(function*() {
      yield* World.buy(whole, "S-1", World.order({ A: 1 }))
      const { packingSlipNote, shipsComplete } = sent(w)
      assert.deepStrictEqual([shipsComplete, packingSlipNote && Redacted.value(packingSlipNote)], [true, "thank you"])
    }))

  withShop("tells people why the shop holds or has cancelled an order (0040)", (shop) =>
    Effect.gen(function*() {
      yield* World.buy(shop, "S-1", World.order({ A: 1 }, { phase: "onHold", status: "HOLD", holdReason: "the address is checked" }))
      assert.deepStrictEqual(yield* World.stateOf("S-1"), ["waiting", undefined, "the shop holds the order (HOLD): the address is checked"])
      yield* World.buy(shop, "S-1", World.order({ A: 1 }, { phase: "cancelled", status: "VOID", cancelReason: "bought twice" }))
      assert.deepStrictEqual(yield* World.stateOf("S-1"), ["closed", undefined, "the shop cancelled the order (VOID): bought twice"])
    }))

  const shop = FakeShop.shop()
  inWorld("decides which rule is for it: one of its tags (0040)", World.options(shop, { North: { A: 9 } }, { rules: [byHand, ...World.usual] }), () =>
    Effect.gen(function*() {
      yield* World.buy(shop, "S-1", World.order({ A: 1 }, { tags: ["wholesale", "gift"] }))
      yield* World.buy(shop, "S-2", World.order({ A: 1 }, { tags: ["wholesale"] }))
      assert.deepStrictEqual([(yield* World.stateOf("S-1")).slice(0, 2), (yield* World.stateOf("S-2"))[0]], [["held", "rule"], "placed"])
    }))
})
