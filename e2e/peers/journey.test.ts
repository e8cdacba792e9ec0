/** An order from the ERP through a real warehouse and back. The assertions read Tryton and the ERP directly. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import type { Known } from "../support/http.ts"
import type { Running } from "../support/processes.ts"
import { type SuiteFixture, fixture, isLeftOut, isSuccess, orderOf, polls, shop, warehouse } from "./support/fixture.ts"

describe.skipIf(isLeftOut)("an order through Tryton", () => {
  let our: SuiteFixture
  let runner: Running
  beforeAll(async () => {
    our = await fixture({ file: "journey", env: { CERTIFY_SECRET: shop.secretKey } })
    runner = await our.home.start()
  })
  afterAll(async () => {
    await runner?.stop()
    await our?.stop()
  })

  it("a signed createOrder is a shipment in Tryton, and what ships there comes back with its tracking number (D1-272 D1-327 D1-329 D1-330 D1-369)", async () => {
    const { books, call, pushed, pushedOnce } = our
    const created = await call("createOrder", orderOf("SO-1", { "SKU-1": 3, "SKU-2": 2 }))
    assert.isTrue(isSuccess(created), JSON.stringify(created))

    const [shipment, second] = await books.shipmentsByReference("SO-1")
    assert.isUndefined(second)
    assert.deepInclude(shipment, {
      number: created.data.warehouseOrderNumber,
      state: "assigned",
      warehouseCode: warehouse,
      carrierService: "DHL-STD",
      customer: "Jane Planted"
    })
    assert.deepEqual(shipment!.lines.map(({ quantity, sku }) => [sku, quantity]), [["SKU-1", 3], ["SKU-2", 2]])
    for (const part of ["Planted Street 1", "Backyard", "10115", "Berlin"]) assert.include(shipment!.address, part)
    assert.sameMembers([...shipment!.contacts], ["email jane@example.invalid", "phone +49 30 901820"])

    await books.pick(shipment!.id)
    await books.pack(shipment!.id, "TRK-1001")
    await books.done(shipment!.id)
    const pushes = await pushedOnce("SO-1", ({ status }) => status === "SUCCESS")
    const last = pushes.at(-1)
    assert.deepInclude(last, {
      status: "SUCCESS",
      trackNumber: "TRK-1001",
      warehouseCode: warehouse,
      warehouseOrderNumber: shipment!.number,
      wmsStatus: "done",
      carrier: "DHL"
    })
    assert.deepEqual(last.skuList.map((line: Known) => [line.sku, Number(line.quantity)]), [["SKU-1", 3], ["SKU-2", 2]])
    assert.isTrue(pushes.slice(0, -1).every(({ status }) => status === "SENDING"))
    const after = await books.shipmentsByReference("SO-1")
    assert.deepEqual(after.map(({ state, tracking }) => [state, tracking]), [["done", ["TRK-1001"]]])

    const expected = { orderNumber: "SO-1", status: "SUCCESS", wmsStatus: "done", trackingNumber: "TRK-1001", carrierName: "DHL" }
    const one = await call("getOrder", { orderNumber: "SO-1", warehouseCode: warehouse })
    assert.deepInclude(one.data, expected)
    const several = await call("getOrderList", { orderNumberList: ["SO-1", "NO-SUCH"], warehouseCode: warehouse })
    assert.lengthOf(several.data, 1)
    assert.deepInclude(several.data[0], { ...expected, warehouseOrderNumber: shipment!.number })

    await polls(4)
    assert.deepEqual(await pushed("SO-1"), pushes)
  })

  it("a parcel that leaves without a tracking number is told as shipped once it has one", async () => {
    const { books, call, pushed, pushedOnce } = our
    assert.isTrue(isSuccess(await call("createOrder", orderOf("SO-2", { "SKU-1": 1 }))))
    const [shipment] = await books.shipmentsByReference("SO-2")
    await books.ship(shipment!.id)
    await pushedOnce("SO-2", ({ wmsStatus }) => wmsStatus === "done")
    assert.isTrue((await pushed("SO-2")).every(({ status }) => status === "SENDING"))
    const one = await call("getOrder", { orderNumber: "SO-2", warehouseCode: warehouse })
    assert.deepInclude(one.data, { status: "SENDING", wmsStatus: "done" })

    const [type] = await books.search("stock.package.type", [], ["name"])
    await books.create("stock.package", { type: type!.id, shipment: `stock.shipment.out,${shipment!.id}`, shipping_reference: "TRK-LATE" })
    const pushes = await pushedOnce("SO-2", ({ status }) => status === "SUCCESS")
    assert.deepInclude(pushes.at(-1), { trackNumber: "TRK-LATE" })
  })

  it("an order that has shipped is not cancelled, and the answer says why (D1-376)", async () => {
    const { books, call, pushed } = our
    for (const isKnown of [true, false]) {
      const number = isKnown ? "SO-3" : "SO-4"
      assert.isTrue(isSuccess(await call("createOrder", orderOf(number))))
      const [shipment] = await books.shipmentsByReference(number)
      await books.ship(shipment!.id, `TRK-${number}`)
      if (isKnown) await our.pushedOnce(number, ({ status }) => status === "SUCCESS")
      const refused = await call("cancelOrder", { orderNumber: number, warehouseCode: warehouse })
      assert.isFalse(isSuccess(refused))
      assert.match(refused.message, /NOT_CANCELLABLE/)
      assert.match(refused.message, /the goods have left/)
      assert.deepEqual((await books.shipmentsByReference(number)).map(({ state }) => state), ["done"])
      await our.pushedOnce(number, ({ status }) => status === "SUCCESS")
      assert.isFalse((await pushed(number)).some(({ status }) => status === "CANCEL"))
    }
  })

  it("warehouses and channels are those of Tryton (D1-268 D1-270 D1-271)", async () => {
    const { books, call } = our
    await books.setUpWarehouse("WH-2")
    const { warehouseList } = await call("warehouses")
    const stored = await books.search("stock.location", [["type", "=", "warehouse"], ["code", "!=", null]], ["code", "name"])
    assert.deepEqual(
      warehouseList.map((one: Known) => [one.warehouseCode, one.warehouseName]),
      stored.map(({ code, name }) => [code, name])
    )
    assert.includeMembers(warehouseList.map((one: Known) => one.warehouseCode), ["WH-1", "WH-2"])
    const { channelList } = await call("channels", { warehouseCode: "WH-1" })
    const carriers = await books.search("carrier", [], ["party.name", "carrier_product.code"]) as ReadonlyArray<Known>
    assert.deepEqual(
      channelList.map((one: Known) => [one.channelCode, one.carrierName, one.warehouseCode]),
      carriers.map((one) => [one["carrier_product."].code, one["party."].name, "WH-1"])
    )
    assert.deepEqual(channelList.map((one: Known) => one.channelCode), ["DHL-STD", "UPS-EXP"])
    assert.deepEqual((await call("channels", {})).channelList.map((one: Known) => one.channelCode), ["DHL-STD", "UPS-EXP"])
  })

  it("insert_sku_info makes a product in Tryton, changes it, and it can be ordered (D1-323 D1-324 D1-325)", async () => {
    const { books, call } = our
    const product = { sku: "NEW-1", erpSku: "E-1", title: "Blue chair", barcode: "4006381333931", weight: 0.125, weightUnit: "kg", length: 30, dimensionUnit: "cm" }
    assert.isTrue(isSuccess(await call("insert_sku_info", product)))
    assert.isTrue(isSuccess(await call("insert_sku_info", product)))
    const [made, second] = await books.productsOf("NEW-1")
    assert.isUndefined(second)
    assert.deepInclude(made, { name: "Blue chair", length: 30 })
    assert.deepEqual((await books.identifiersOf("NEW-1")).map(({ code }) => code), ["4006381333931"])

    assert.isTrue(isSuccess(await call("insert_sku_info", { ...product, title: "Red chair", weight: 2 })))
    const [changed, none] = await books.productsOf("NEW-1")
    assert.isUndefined(none)
    assert.deepInclude(changed, { id: made!.id, name: "Red chair", weight: 2 })
    assert.isTrue(isSuccess(await call("insert_sku_info", { sku: "NEW-2", erpSku: "E-2" })))

    await books.restock(warehouse, { "NEW-1": 2 })
    assert.isTrue(isSuccess(await call("createOrder", orderOf("SO-5", { "NEW-1": 2 }))))
    assert.deepEqual((await books.shipmentsByReference("SO-5")).map(({ state }) => state), ["assigned"])
  })

  it("crossdock certify finds every law of document 1 kept by Tryton behind the runner, and leaves nothing open there", async () => {
    const { books, home } = our
    const out = join(home.data, "certificate")
    const target = [`${home.url}/warehouse`, "--protocol", "warehouse-envelope", "--id", shop.accessId, "--ships", "--warehouse", warehouse, "--sku", "SKU-1", "--out", out]
    const { code, err } = await home.crossdock("certify", ...target)
    const { report } = JSON.parse(readFileSync(join(out, "certificate.json"), "utf8")) as { readonly report: Known }
    const others = report.outcomes.filter(({ verdict }: Known) => verdict !== "kept")
    assert.deepEqual(others.map(({ found, sentence }: Known) => `${sentence} ${found}`), [], err + runner.stderr())
    assert.deepEqual([report.leftovers, report.remarks, code], [[], [], 0], err)

    const tried = await books.search("stock.shipment.out", [["reference", "like", "CERT-%"]], ["state"])
    assert.deepEqual(tried.map(({ state }) => state), ["cancelled"])
    const announced = await books.search("stock.shipment.in", [["reference", "like", "CERT-%"]], ["state"])
    assert.deepEqual(announced.map(({ state }) => state), ["cancelled"])
  })
})
