/** Compares the stock that the ERP reads with Tryton's own figures, read by code that shares nothing with the plugin. */
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import type { Known } from "../support/http.ts"
import type { Running } from "../support/processes.ts"
import { asnOf, type SuiteFixture, fixture, isLeftOut, isSuccess, orderOf, warehouse } from "./support/fixture.ts"

const stock = Object.fromEntries(Array.from({ length: 23 }, (_, index) => [`SKU-${String(index + 1).padStart(2, "0")}`, index * 3]))

describe.skipIf(isLeftOut)("the stock of Tryton", () => {
  let our: SuiteFixture
  let runner: Running
  beforeAll(async () => {
    our = await fixture({ file: "stock", stock })
    runner = await our.home.start()
  })
  afterAll(async () => {
    await runner?.stop()
    await our?.stop()
  })

  const pageOf = (page: number, pageSize: number, more: Readonly<Record<string, unknown>> = {}) =>
    our.call("syncInventory", { page, pageSize, warehouseCode: warehouse, ...more })
  /** Reads all pages. */
  const walked = async (pageSize: number) => {
    const pages: Array<Known> = []
    for (let page = 1; pages.at(-1)?.isLastPage !== true; page++) {
      const answer = await pageOf(page, pageSize)
      assert.isTrue(isSuccess(answer), JSON.stringify(answer))
      assert.strictEqual(answer.currentPage, page)
      pages.push(answer)
    }
    return pages
  }

  it("walked to its last page, the list is what Tryton counts: free, assigned, on the ramp, picked and announced (D1-294 D1-296 D1-298 D1-299)", async () => {
    const { books, call } = our
    // Assigned, picked, shipped; announced, received, put away.
    for (const number of ["SO-A", "SO-P", "SO-S"]) {
      assert.isTrue(isSuccess(await call("createOrder", orderOf(number, { "SKU-10": 2, "SKU-20": 5 }))))
    }
    const [picked] = await books.shipmentsByReference("SO-P")
    const [shipped] = await books.shipmentsByReference("SO-S")
    await books.pick(picked!.id)
    await books.ship(shipped!.id, "TRK")
    for (const number of ["ASN-A", "ASN-R", "ASN-D"]) {
      assert.isTrue(isSuccess(await call("createAsnOrder", asnOf(number, { "SKU-11": 4, "SKU-01": 9 }))))
    }
    const [onRamp] = await books.inboundByReference("ASN-R")
    const [putAway] = await books.inboundByReference("ASN-D")
    await books.receive(onRamp!.id)
    await books.receive(putAway!.id)
    await books.putAway(putAway!.id)

    const counted = await books.stockOf(warehouse)
    assert.lengthOf(counted, 23)
    const expected = counted.map((one) => ({
      warehouseCode: warehouse,
      warehouseSku: one.sku,
      onwayQuantity: String(one.announced),
      pendingQuantity: String(one.input),
      sellableQuantity: String(one.unassigned),
      reservedQuantity: String(one.storage - one.unassigned + one.output),
      useQuantity: "0",
      totalQuantity: String(one.onHand)
    }))
    const of = (sku: string) => expected.find(({ warehouseSku }) => warehouseSku === sku)
    assert.deepInclude(of("SKU-10"), { sellableQuantity: "21", reservedQuantity: "4", totalQuantity: "25" })
    assert.deepInclude(of("SKU-01"), { onwayQuantity: "9", pendingQuantity: "9", sellableQuantity: "9", totalQuantity: "18" })

    for (const [pageSize, pageCount] of [[5, 5], [23, 1], [100, 1]] as const) {
      const pages = await walked(pageSize)
      assert.lengthOf(pages, pageCount)
      assert.isTrue(pages.every((page) => page.pageCount === pageCount))
      const records = pages.flatMap(({ data }) => data)
      assert.deepEqual(records.toSorted((a, b) => a.warehouseSku < b.warehouseSku ? -1 : 1), expected)
    }
  })

  it("one SKU is asked for by its name, and follows Tryton at once (D1-293)", async () => {
    const { books } = our
    await books.setStock(warehouse, { "SKU-22": 1234 })
    const answer = await pageOf(1, 100, { warehouseSku: "SKU-22" })
    assert.deepEqual(answer.data.map((one: Known) => [one.warehouseSku, one.totalQuantity]), [["SKU-22", "1234"]])
    assert.isTrue(answer.isLastPage)
    assert.deepEqual((await pageOf(1, 100, { warehouseSku: "NO-SUCH" })).data, [])
  })

  it("a page beyond the end is empty and the last; an unknown warehouse is named (D1-386)", async () => {
    const beyond = await pageOf(9, 5)
    assert.deepInclude(beyond, { isLastPage: true, data: [] })
    const refused = await pageOf(1, 5, { warehouseCode: "NO-SUCH-WH" })
    assert.isFalse(isSuccess(refused))
    assert.include(refused.message, "NO-SUCH-WH")
    assert.isFalse(isSuccess(await pageOf(1, 1001)))
  })
})
