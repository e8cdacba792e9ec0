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

describe.skipIf(isLeftOut || isTrytonLeftOut).each([["SQLite", "WH-1"], ["PostgreSQL", "WH-2"]])("orders of Vendure at the desk, with %s", (database, house) => {
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

  it("an order that the merchant cancels before it is shipped is cancelled in Tryton, and its stock is offered again", async () => {
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

  it("of two orders for the last piece one is shipped, and the other is held with the reason", async () => {
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
})
