/**
 * What warehouses tell of parcels beside numbers and contents: weight, cost, expected arrival and serial numbers. It is kept, and told to
 * ERPs once it is known.
 */
import { assert } from "@effect/vitest"
import { Decimal, ErpV1, Money, OutboundOrder, Quantity, Sku, WarehouseV1 } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Dispatch } from "../../../src/contracts/warehouse/Dispatch.ts"
import { Events } from "../../../src/contracts/warehouse/Events.ts"
import { Outbox } from "../../../src/outbox/Outbox.ts"
import { Database } from "../../../src/store/Database.ts"
import * as AdminWorld from "../../api/AdminWorld.ts"
import { onBothDatabases } from "../../support/Databases.ts"
import * as DeskWorld from "../../support/DeskWorld.ts"
import * as FakeShop from "../../support/FakeShop.ts"
import { order } from "../../support/Orders.ts"
import { during, inWorldOn, nothingOwed, type World } from "../../support/World.ts"

const { orderNumber } = order("SO-1")
const weight = Decimal.fromText("1.250")!
const goods = { sku: Sku.Sku.make("SKU-1"), quantity: Quantity.of(2) }
const detailed = { ...goods, lot: "L-1", serialNumbers: ["S-1", "S-2"] }
const shipped = { phase: "shipped", status: "SHIPPED", trackingNumber: "T-1" } as const
const measured = { weight, weightUnit: "kg", cost: Money.of("4.50", "EUR"), estimatedDeliveryAt: DateTime.makeUnsafe("2026-03-30T12:00:00Z") }
const asJson = { weight: "1.250", weightUnit: "kg", cost: { amount: "4.50", currency: "EUR" }, estimatedDeliveryAt: "2026-03-30T12:00:00.000Z" }

const report = (w: World, told: Partial<OutboundOrder.OutboundReport>) =>
  Effect.flatMap(Events, (events) => during(events.outbound({ scope: w.link.scope, link: w.link, who: "peer" }, { orderNumber, warehouseCode: "WH-1", phase: "open", status: "PACKING", ...told })))

const create = (w: World) => Effect.flatMap(Dispatch, (dispatch) => during(dispatch.call(w.link, WarehouseV1.CreateOutboundOrder, order("SO-1"), "")))
const pushed = (w: World) => Effect.as(nothingOwed, w.erp.received).pipe(Effect.map((all) => all.map(({ content }) => content as any)))
const shown = (w: World) => Effect.flatMap(AdminWorld.client(w), (client) => Effect.map(client.orders.show({ params: { number: "SO-1" }, query: {} }), ({ items: [one] }) => one!.parcels))

/** What the books are to be told of parcels. */
const toldBooks = Effect.gen(function*() {
  const [outbox, db] = [yield* Outbox, yield* Database]
  const rows = yield* db.query("select d.*, c.content_sealed, c.payload_sealed from delivery d join delivery_content c on c.seq = d.seq where d.operation = 'receiveShipments' and d.state = 'Pending'")
  const payloads = yield* Effect.forEach(rows, (row) => Effect.map(outbox.reveal(row as never), ({ payload }) => payload))
  return payloads.map((payload) => Schema.decodeUnknownSync(Schema.fromJsonString(ErpV1.ReceiveShipments.payload))(payload).parcels!)
})

onBothDatabases("what is told of a parcel", (fresh) => {
  const inWorld = inWorldOn(fresh)

  inWorld("goes to the ERP with the parcel, and a late report without it erases nothing (0040)", {}, (w) =>
    Effect.gen(function*() {
      yield* report(w, { ...shipped, ...measured, lines: [detailed] })
      yield* report(w, { ...shipped, trackingUrl: "https://track.example/T-1", lines: [goods] })
      const messages = yield* pushed(w)
      assert.lengthOf(messages, 2)
      for (const message of messages) assert.deepInclude(message, { ...asJson, trackingNumber: "T-1" })
      for (const { lines } of messages) assert.deepStrictEqual(lines, [{ sku: "SKU-1", quantity: 2, lot: "L-1", serialNumbers: ["S-1", "S-2"] }])
      const [parcel] = yield* shown(w)
      assert.deepInclude(parcel, { trackingNumber: "T-1", weight: "1.250 kg", cost: "4.50 EUR", serialNumbers: ["S-1", "S-2"], estimatedDeliveryAt: measured.estimatedDeliveryAt })
    }))

  inWorld("is told when it comes late, once, and an expected arrival alone is not (0040)", {}, (w) =>
    Effect.gen(function*() {
      yield* report(w, { ...shipped, lines: [goods] })
      const { estimatedDeliveryAt, ...others } = measured
      yield* report(w, { ...shipped, estimatedDeliveryAt, lines: [goods] })
      assert.lengthOf(yield* pushed(w), 1)
      yield* report(w, { ...shipped, ...others })
      yield* report(w, { ...shipped, ...others, weight: Decimal.fromText("1.25")! })
      const messages = yield* pushed(w)
      assert.lengthOf(messages, 2)
      assert.deepInclude(messages[1], asJson)
      yield* report(w, { ...shipped, lines: [{ ...goods, serialNumbers: ["S-1"] }] })
      assert.deepStrictEqual((yield* pushed(w)).slice(2).map(({ lines }) => lines[0].serialNumbers), [["S-1"]])
    }))

  inWorld("waits for the number of a parcel that its warehouse knows by an id (0040)", {}, (w) =>
    Effect.gen(function*() {
      yield* create(w)
      const parcel = { parcelId: "P-1", lines: [detailed], ...measured }
      yield* report(w, { phase: "shipped", status: "SHIPPED", parcels: [parcel] })
      assert.deepStrictEqual((yield* pushed(w)).flatMap(({ phase, trackingNumber }) => phase === "open" ? [] : [trackingNumber]), [])
      const [unnumbered] = yield* shown(w)
      assert.deepInclude(unnumbered, { parcelId: "P-1", weight: "1.250 kg" })
      assert.notProperty(unnumbered, "trackingNumber")
      yield* report(w, { phase: "shipped", status: "SHIPPED", parcels: [{ parcelId: "P-1", trackingNumber: "T-1" }] })
      const messages = (yield* pushed(w)).filter(({ phase }) => phase === "shipped")
      assert.lengthOf(messages, 1)
      assert.deepInclude(messages[0], { ...asJson, trackingNumber: "T-1", parcelId: "P-1" })
      assert.deepStrictEqual((yield* shown(w)).map(({ parcelId, trackingNumber }) => [parcelId, trackingNumber]), [["P-1", "T-1"]])
    }))

  const shop = FakeShop.shop()
  inWorld("goes to the books by parcel, also without a number, and later news of it as well (0040)", { ...DeskWorld.options(shop, { North: { A: 20 } }), isIdle: true }, () =>
    Effect.gen(function*() {
      const lines = [{ ...DeskWorld.lines({ A: 2 })[0]!, serialNumbers: ["S-1", "S-2"] }]
      const told = Effect.map(toldBooks, (all) => all.map(([parcel]) => [parcel!.lines[0]!.serialNumbers, parcel!.cost?.amount.value]))
      yield* DeskWorld.reported(DeskWorld.north, "E-1", { parcels: [{ parcelId: "P-1", lines }] })
      assert.deepStrictEqual(yield* told, [[["S-1", "S-2"], undefined]])
      yield* DeskWorld.reported(DeskWorld.north, "E-1", { parcels: [{ parcelId: "P-1", ...measured }] })
      assert.deepStrictEqual(yield* told, [[["S-1", "S-2"], 450n]])
    }))

  inWorld("reaches the shop once a parcel has a number, and the desk says so until then (0040)", DeskWorld.options(shop, { North: { A: 20 } }), () =>
    Effect.gen(function*() {
      yield* DeskWorld.buy(shop, "S-1", DeskWorld.order({ A: 2 }))
      const lines = DeskWorld.lines({ A: 2 })
      yield* DeskWorld.report(DeskWorld.north, "S-1", { parcels: [{ parcelId: "P-1", lines }] })
      assert.deepStrictEqual(shop.notices, [])
      assert.deepStrictEqual(yield* DeskWorld.stateOf("S-1"), ["placed", undefined, "2 of \"A\" of order S-1 left in a parcel without a tracking number; the shop is told once the warehouse reports one"])
      assert.deepStrictEqual((yield* DeskWorld.stock)["North A"], [18, 18, 0])
      yield* DeskWorld.report(DeskWorld.north, "S-1", { parcels: [{ parcelId: "P-1", trackingNumber: "T-1" }] })
      assert.deepStrictEqual(shop.notices.map(({ trackingNumber }) => trackingNumber), ["T-1"])
      assert.deepStrictEqual((yield* DeskWorld.stateOf("S-1"))[0], "done")
    }))
})
