/**
 * Orders of a real Vendure that the order desk ships from a real Tryton and the sandbox. The test does the work of the buyers, the
 * merchant and the warehouse, and compares what Vendure, Tryton, the sandbox and the books of `@crossdock/erp-ledger` have.
 */
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import type { Known } from "../support/http.ts"
import { type Postgres, startPostgres } from "../support/postgres.ts"
import { eventually } from "../support/processes.ts"
import { type DeskFixture, deskWith, shopLink } from "./support/desk.ts"
import { isLeftOut as isTrytonLeftOut } from "./support/fixture.ts"
import { isLeftOut, type Parcel } from "./support/vendure.ts"

let postgres: Postgres
beforeAll(async () => {
  if (!isLeftOut && !isTrytonLeftOut) postgres = await startPostgres()
})
afterAll(() => postgres?.stop())

describe.skipIf(isLeftOut || isTrytonLeftOut).each([["SQLite", "WH-1"], ["PostgreSQL", "WH-2"]])("orders of Vendure at the desk, with %s", { timeout: 240_000 }, (database, house) => {
  let our: DeskFixture
  beforeAll(async () => {
    our = await deskWith({ file: "order-desk", house, ...(database === "PostgreSQL" && { databaseUrl: (await postgres.createDatabase()).url }) })
  })
  afterAll(() => our?.stop())

  it("an order that no warehouse has alone is shipped from both, and each parcel is told to the shop", async () => {
    const { haveAll, reaches, shipmentAs, tryton, vendure } = our
    const code = `SPLIT-${house}`
    await haveAll({ "Tryton DESK-MUG": [40, 40], "Tryton SKU-1002": [50, 50], "Sandbox One SKU-1001": [100, 100], "Sandbox One SKU-1002": [100, 100] })
    const { lines } = await vendure.buy(code, { "DESK-MUG": 2, "SKU-1001": 1, "SKU-1002": 120 })
    const [mug, cup, plate] = lines.map(({ id }) => id) as [string, string, string]

    const shipment = await shipmentAs(code, "assigned")
    assert.deepInclude(shipment, { customer: "Jane Planted", carrierService: "DHL-STD" })
    assert.deepStrictEqual(shipment.lines.map(({ quantity, sku }) => [sku, quantity]), [["DESK-MUG", 2], ["SKU-1002", 50]])
    // The sandbox ships by itself. Of what Tryton has still to ship, nothing is free for others.
    await haveAll({ "Tryton DESK-MUG": [40, 38], "Tryton SKU-1002": [50, 0], "Sandbox One SKU-1001": [99, 99], "Sandbox One SKU-1002": [30, 30] })
    const desk = await reaches(code, "placed")
    assert.strictEqual(desk.rule, "nearest")

    await tryton.ship(shipment.id, `TRK-${house}`)
    await reaches(code, "done")
    const parcels = await vendure.parcels(code)
    const [ofSandbox] = parcels
    assert.match(ofSandbox![1], /^SBX\d+$/)
    assert.deepStrictEqual(parcels, [
      ["Shipped", ofSandbox![1], { [cup]: 1, [plate]: 70 }],
      ["Shipped", `TRK-${house}`, { [mug]: 2, [plate]: 50 }]
    ] satisfies ReadonlyArray<Parcel>)
    const order = await vendure.shop.order(code)
    assert.deepStrictEqual([order.state, order.fulfillments.map(({ method }) => method).toSorted()], ["Shipped", ["Express Courier", "Standard Post"]])
    await haveAll({ "Tryton DESK-MUG": [38, 38], "Tryton SKU-1002": [0, 0], "Sandbox One SKU-1001": [99, 99], "Sandbox One SKU-1002": [30, 30] })
  })

  it.runIf(database === "SQLite")("an order that the merchant cancels before it is shipped is cancelled in Tryton, and its stock is offered again", async () => {
    const { haveAll, reaches, shipmentAs, vendure } = our
    const code = `CANCEL-${house}`
    await vendure.buy(code, { "DESK-TEA": 5 })
    await shipmentAs(code, "assigned")
    await haveAll({ "Tryton DESK-TEA": [20, 15] })
    await vendure.shop.cancel(code)
    await shipmentAs(code, "cancelled")
    await reaches(code, "closed")
    await haveAll({ "Tryton DESK-TEA": [20, 20] })
    assert.deepStrictEqual(await vendure.parcels(code), [])
  })

  it.runIf(database === "SQLite")("of two orders for the last piece one is shipped, and the other is held with the reason", async () => {
    const { atDesk, haveAll, home, reaches, shipmentAs, tryton, vendure } = our
    const codes = [`LAST-A-${house}`, `LAST-B-${house}`]
    // The merchant types a stock that nobody has.
    const [location] = vendure.shop.locations
    await vendure.shop.admin("mutation($i: [UpdateProductVariantInput!]!) { updateProductVariants(input: $i) { id } }", {
      i: [{ id: vendure.shop.variants["DESK-ONE"]!.variantId, stockLevels: [{ stockLocationId: location!.id, stockOnHand: 5 }] }]
    })
    await Promise.all(codes.map((code) => vendure.buy(code, { "DESK-ONE": 1 })))
    const [held, winner] = await eventually(async () => {
      const states = await Promise.all(codes.map(async (code) => (await atDesk(code))?.state))
      assert.deepStrictEqual(states.toSorted(), ["held", "placed"])
      return states[0] === "held" ? codes : codes.toReversed()
    }, { what: "one order that is held, and one that is placed", everyMs: 200 }) as [string, string]
    const shipment = await shipmentAs(winner, "assigned")
    assert.deepStrictEqual(await tryton.shipmentsByReference(held), [])

    const desk = await atDesk(held)
    assert.match(desk.because, /lack 1 of "DESK-ONE"/)
    assert.deepStrictEqual(desk.parts, [])
    const shown = await home.crossdock("orders", "show", held)
    assert.deepStrictEqual([shown.code, shown.out.includes(desk.because)], [0, true], shown.out)
    await haveAll({ "Tryton DESK-ONE": [1, 0] })

    await tryton.ship(shipment.id, `LAST-${house}`)
    await reaches(winner, "done")
    await haveAll({ "Tryton DESK-ONE": [0, 0] })
    assert.deepStrictEqual((await vendure.parcels(winner)).map(([state, number]) => [state, number]), [["Shipped", `LAST-${house}`]])
    assert.deepStrictEqual(await vendure.parcels(held), [])

    // The piece that Vendure had allocated to this order is nowhere.
    await vendure.shop.cancel(held)
    await reaches(held, "closed")
    await haveAll({ "Tryton DESK-ONE": [0, 0] })
  })

  it("an order that is read twice, while Tryton breaks off in the middle of its create and is down for a while, has one shipment", async () => {
    const { between, haveAll, home, reaches, shipmentAs, tryton, vendure } = our
    const code = `CUT-${house}`
    const cut = between.breaks({ method: "model.stock.shipment.out.create", when: "after", act: () => Promise.resolve(between.isDown(true)) })
    await vendure.buy(code, { "DESK-TEA": 3 })
    await cut
    // The poll has read the order; an operator lets the same days be read again.
    await home.admin(`/links/${shopLink}/backfill`, { since: new Date(Date.now() - 3_600_000).toISOString() })
    await eventually(async () => {
      const { items } = await home.admin(`/links/${shopLink}/readings`)
      return items.some(({ isEnded, track }: Known) => track === "backfill" && isEnded) || undefined
    }, { what: "the end of the backfill", everyMs: 200 })
    assert.deepStrictEqual((await tryton.shipmentsByReference(code)).map(({ state }) => state), ["draft"])
    assert.deepInclude(await reaches(code, "placed"), { rule: "nearest" })
    between.isDown(false)

    const shipment = await shipmentAs(code, "assigned")
    assert.deepStrictEqual(shipment.lines.map(({ quantity, sku }) => [sku, quantity]), [["DESK-TEA", 3]])
    await haveAll({ "Tryton DESK-TEA": [20, 17] })
    await tryton.ship(shipment.id, `CUT-${house}`)
    await reaches(code, "done")
    await haveAll({ "Tryton DESK-TEA": [17, 17] })
    assert.strictEqual((await shipmentAs(code, "done")).id, shipment.id)
    assert.lengthOf(await vendure.parcels(code), 1)
  })

  describe.runIf(database === "SQLite")("that are changed", () => {
    /** The id of the first line of an order with a SKU. */
    const lineOf = async (code: string, sku: string) => {
      const { id, lines } = await our.vendure.shop.order(code)
      return { orderId: id, orderLineId: lines.find(({ productVariant }) => productVariant.sku === sku)!.id }
    }
    const change = (text: string, variables: Readonly<Record<string, unknown>>) => our.vendure.shop.admin(text, variables)
    const error = "__typename ... on ErrorResult { errorCode message }"

    it("are placed anew with what the buyer wants now, and what he does not want is cancelled in Tryton", async () => {
      const { haveAll, reaches, shipmentAs, tryton, vendure } = our
      await vendure.buy("CHANGED", { "DESK-TEA": 4 })
      await shipmentAs("CHANGED", "assigned")
      const { orderId, orderLineId } = await lineOf("CHANGED", "DESK-TEA")
      const { payments: [payment] } = await vendure.shop.order("CHANGED")
      const move = (state: string) => change(`mutation($i: ID!, $s: String!) { transitionOrderToState(id: $i, state: $s) { ${error} } }`, { i: orderId, s: state })
      await move("Modifying")
      await change(`mutation($i: ModifyOrderInput!) { modifyOrder(input: $i) { ${error} } }`, {
        i: { orderId, dryRun: false, adjustOrderLines: [{ orderLineId, quantity: 1 }], refund: { paymentId: payment!.id, reason: "one is enough" } }
      })
      await move("PaymentSettled")
      await shipmentAs("CHANGED", "cancelled")
      const { parts } = await eventually(async () => {
        const desk = await our.atDesk("CHANGED")
        return desk.state === "placed" && desk.parts.some(({ state }: Known) => state === "accepted") ? desk : undefined
      }, { what: "the changed order in Tryton", everyMs: 200 })
      const { number } = parts.find(({ state }: Known) => state === "accepted")
      const shipment = await shipmentAs(number, "assigned")
      assert.deepStrictEqual(shipment.lines.map(({ quantity, sku }) => [sku, quantity]), [["DESK-TEA", 1]])
      await haveAll({ "Tryton DESK-TEA": [17, 16] })
      await tryton.ship(shipment.id, "CHANGED-1")
      await reaches("CHANGED", "done")
      assert.deepStrictEqual(await vendure.parcels("CHANGED"), [["Shipped", "CHANGED-1", { [orderLineId]: 1 }]])
      await haveAll({ "Tryton DESK-TEA": [16, 16] })
    })

    it("are not shipped again when their rest is cancelled after the first parcel", async () => {
      const { haveAll, reaches, shipmentAs, vendure } = our
      await vendure.buy("REST", { "DESK-MUG": 2, "SKU-1003": 1 })
      await shipmentAs("REST", "assigned")
      await eventually(async () => (await vendure.parcels("REST")).length === 1 || undefined, { what: "the parcel of the sandbox in Vendure", everyMs: 200 })
      const { orderId, orderLineId } = await lineOf("REST", "DESK-MUG")
      await change(`mutation($i: CancelOrderInput!) { cancelOrder(input: $i) { ${error} } }`, { i: { orderId, lines: [{ orderLineId, quantity: 2 }], cancelShipping: false } })
      await shipmentAs("REST", "cancelled")
      await reaches("REST", "done")
      await haveAll({ "Tryton DESK-MUG": [38, 38], "Sandbox One SKU-1003": [99, 99] })
      assert.lengthOf(await vendure.parcels("REST"), 1)
    })

    it("are held with the reason if Tryton ships what was cancelled while the runner was away", async () => {
      const { atDesk, haveAll, home, reaches, shipmentAs, tryton, vendure } = our
      await vendure.buy("LATE", { "DESK-TEA": 2 })
      const shipment = await shipmentAs("LATE", "assigned")
      await reaches("LATE", "placed")
      await our.stopRunner()
      await tryton.ship(shipment.id, "LATE-1")
      await vendure.shop.cancel("LATE")
      await our.startRunner()
      await reaches("LATE", "held")
      const desk = await atDesk("LATE")
      assert.match(desk.because, /LATE-1/)
      const shown = await home.crossdock("orders", "show", "LATE")
      assert.include(shown.out, desk.because)
      await haveAll({ "Tryton DESK-TEA": [14, 14] })
      assert.deepStrictEqual(await vendure.parcels("LATE"), [])
    })
  })

  it("leave no difference between the warehouses and the books, and no stock that the shop did not take", async () => {
    const { home } = our
    await eventually(async () => {
      const [drift, refused] = await Promise.all([home.admin("/stock/drift"), home.admin("/stock/refused")])
      assert.deepStrictEqual([drift.items, refused.items], [[], []])
      return true
    }, { what: "no differences", everyMs: 500 })
  })
})
