/** Refuses, corrects, cancels and reissues an order under one number, and checks the shipments in Tryton. */
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import type { Running } from "../support/processes.ts"
import { type Between, startBetween } from "./support/between.ts"
import { type SuiteFixture, fixture, isLeftOut, isSuccess, orderOf, polls, served, warehouse } from "./support/fixture.ts"

describe.skipIf(isLeftOut)("one order number in Tryton", () => {
  let our: SuiteFixture
  let between: Between
  let runner: Running
  beforeAll(async () => {
    between = await startBetween(served("repeats").url)
    our = await fixture({ file: "repeats", trytonUrl: between.url, stock: { "SKU-1": 1000, "SKU-FEW": 2 } })
    runner = await our.home.start()
  })
  afterAll(async () => {
    await runner?.stop()
    await our?.stop()
    await between?.stop()
  })

  const create = (...args: Parameters<typeof orderOf>) => our.call("createOrder", orderOf(...args))
  const cancel = (orderNumber: string) => our.call("cancelOrder", { orderNumber, warehouseCode: warehouse })
  const states = async (number: string) => (await our.books.shipmentsByReference(number)).map(({ state }) => state)
  const accepted = async (...args: Parameters<typeof orderOf>): Promise<string> => {
    const answer = await create(...args)
    assert.isTrue(isSuccess(answer), JSON.stringify(answer))
    return answer.data.warehouseOrderNumber
  }
  const refused = async (message: RegExp, ...args: Parameters<typeof orderOf>) => {
    const answer = await create(...args)
    assert.isFalse(isSuccess(answer))
    assert.match(answer.message, message)
  }

  it("rejected, corrected, out of stock, restocked, cancelled, reissued, shipped: one number, one live shipment (D1-328 D1-389)", async () => {
    const { books, pushed, pushedOnce } = our
    const number = "SO-1"
    await refused(/UNKNOWN_SKU.*NO-SUCH/, number, { "NO-SUCH": 1 })
    assert.deepEqual(await states(number), [])
    await refused(/OUT_OF_STOCK.*SKU-FEW \(3 missing\)/, number, { "SKU-FEW": 5 })
    await refused(/OUT_OF_STOCK.*SKU-FEW \(3 missing\)/, number, { "SKU-FEW": 5 })
    assert.deepEqual(await states(number), [])

    await books.restock(warehouse, { "SKU-FEW": 3 })
    const first = await accepted(number, { "SKU-FEW": 5 })
    assert.deepEqual(await states(number), ["assigned"])
    assert.strictEqual(await accepted(number, { "SKU-FEW": 5 }), first)
    assert.deepEqual(await states(number), ["assigned"])

    assert.isTrue(isSuccess(await cancel(number)))
    assert.deepEqual(await states(number), ["cancelled"])
    await pushedOnce(number, ({ status }) => status === "CANCEL")
    assert.isTrue(isSuccess(await cancel(number)))

    const second = await accepted(number, { "SKU-FEW": 4 })
    assert.notStrictEqual(second, first)
    assert.deepEqual(await states(number), ["cancelled", "assigned"])
    assert.strictEqual(await accepted(number, { "SKU-FEW": 4 }), second)
    const status = await our.call("getOrder", { orderNumber: number, warehouseCode: warehouse })
    assert.deepInclude(status.data, { status: "SENDING" })

    const live = (await books.shipmentsByReference(number)).at(-1)!
    assert.strictEqual(live.number, second)
    assert.deepEqual(live.lines.map(({ quantity, sku }) => [sku, quantity]), [["SKU-FEW", 4]])
    await books.ship(live.id, "TRK-2")
    const pushes = await pushedOnce(number, ({ status }) => status === "SUCCESS")
    assert.deepInclude(pushes.at(-1), { warehouseOrderNumber: second, trackNumber: "TRK-2" })
    const ends = pushes.map(({ status, warehouseOrderNumber }) => [status, warehouseOrderNumber]).filter(([status]) => status !== "SENDING")
    assert.deepEqual(ends, [["CANCEL", first], ["SUCCESS", second]])

    assert.isFalse(isSuccess(await cancel(number)))
    assert.strictEqual(await accepted(number, { "SKU-FEW": 4 }), second)
    assert.deepEqual(await states(number), ["cancelled", "done"])
    await polls(3)
    assert.deepEqual(await pushed(number), pushes)
  })

  it("an order that the warehouse itself cancels is told as cancelled, and issued again under its number (D1-389)", async () => {
    const { books, pushedOnce } = our
    const first = await accepted("SO-2")
    const [shipment] = await books.shipmentsByReference("SO-2")
    await books.cancelOutbound(shipment!.id)
    const pushes = await pushedOnce("SO-2", ({ status }) => status === "CANCEL")
    assert.deepInclude(pushes.at(-1), { warehouseOrderNumber: first, wmsStatus: "cancelled" })
    const second = await accepted("SO-2")
    assert.notStrictEqual(second, first)
    assert.deepEqual(await states("SO-2"), ["cancelled", "assigned"])
  })

  it("other content under a living number is refused with the place named, and Tryton hears nothing of it (D1-388)", async () => {
    const first = await accepted("SO-3", { "SKU-1": 2 })
    await refused(/DIFFERENT_CONTENT.*quantity/, "SO-3", { "SKU-1": 3 })
    const [shipment, second] = await our.books.shipmentsByReference("SO-3")
    assert.isUndefined(second)
    assert.strictEqual(shipment!.number, first)
    assert.deepEqual(shipment!.lines.map(({ quantity }) => quantity), [2])
  })

  it("twenty callers at once, four for each order: five shipments (D1-328)", async () => {
    const numbers = Array.from({ length: 20 }, (_, index) => `SO-C${index % 5}`)
    const fixture = await Promise.all(numbers.map((number) => accepted(number, { "SKU-1": 1 })))
    assert.strictEqual(new Set(fixture).size, 5)
    for (const [index, number] of numbers.entries()) {
      const held = await our.books.shipmentsByReference(number)
      assert.deepEqual(held.map((one) => [one.number, one.state]), [[fixture[index], "assigned"]])
    }
  })

  it.each([
    ["right behind", undefined],
    ["when Tryton is to make the shipment of", "create"],
    ["when Tryton is to confirm the shipment of", "wait"],
    ["when Tryton is to reserve the stock of", "assign_try"]
  ])("a cancel %s its create leaves nothing alive in Tryton (D1-390 D1-391)", async (_, step) => {
    const number = `SO-L-${step ?? "first"}`
    const reached = step === undefined ? Promise.resolve() : between.passes(`model.stock.shipment.out.${step}`)
    const creating = create(number)
    await reached
    const cancelled = await cancel(number)
    const created = await creating
    const live = (await states(number)).filter((state) => state !== "cancelled")
    // A cancel that arrives first finds no order and says so.
    if (isSuccess(cancelled)) assert.deepEqual(live, [], JSON.stringify({ created, cancelled }))
    else {
      assert.match(cancelled.message, /UNKNOWN_ORDER/)
      assert.deepEqual(live, ["assigned"])
    }
  })
})
