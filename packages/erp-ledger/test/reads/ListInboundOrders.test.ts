/** The inbound orders of the books. */
import { type BooksV1 } from "@crossdock/books"
import { Decimal } from "@crossdock/core"
import { assert } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { at, noon, onBothDatabases, open, pagesOf, type Row } from "./support.ts"

const order = (number: number, more: Row = {}): Row => ({
  asn_number: `ASN-${number}`, sequence: number, warehouse: "1", type: "MANUAL", status: "NEW", phase: "announced", sent: "", content: "{}", created_at: noon + number, updated_at: noon + number, ...more
})

const line = (number: number, index: number, sku: string, more: Row = {}): Row => ({ asn_number: `ASN-${number}`, line: index, sku, content: "{}", expected: 10, ...more })

const numbers = ({ items }: { readonly items: ReadonlyArray<{ readonly asnNumber: string }> }) => items.map(({ asnNumber }) => asnNumber)

onBothDatabases("listInboundOrders", (it) => {
  it.effect("tells what an order says and what was received of it", () =>
    Effect.gen(function*() {
      const { add, listInboundOrders } = yield* open()
      yield* add("product", { sku: "A", name: "Lamp" })
      const box = { boxNumber: 1, items: [{ sku: "A", quantity: 2 }], length: "40", width: "30.5", height: "20", weight: "1.25" }
      yield* add("inbound_order", order(1, {
        business_number: "PO-1", custom_number: "C-1", tracking_number: "T-1", remark: "soon", status: "RECEIVING", phase: "receiving", stocked_at: noon + 7, finished_at: noon + 9,
        content: JSON.stringify({ warehouseName: "Old name", purchaseCurrency: "CNY", firstLegCurrency: "USD", lines: [], boxes: [box], customFields: [{ id: "12", value: "red" }], tags: ["888"] })
      }))
      yield* add(
        "inbound_line",
        line(1, 2, "B", { received: 0 }),
        line(1, 1, "A", { received: 6, good: 5, bad: 1, content: JSON.stringify({ sku: "A", expected: 10, purchasePrice: "4.5000", firstLegPrice: "0.25", note: "fragile", lot: "L-9" }) })
      )
      const { items: [found], total } = yield* listInboundOrders({ limit: 10 })
      assert.strictEqual(total, 1)
      const { boxes, createdAt, finishedAt, lines, stockedAt, updatedAt, ...members } = found!
      assert.deepStrictEqual(members, {
        asnNumber: "ASN-1" as typeof members.asnNumber, warehouseName: "One", warehouseId: "1", type: "MANUAL", phase: "receiving", status: "RECEIVING", purchaseCurrency: "CNY", firstLegCurrency: "USD", transferCurrency: "CNY",
        businessNumber: "PO-1", customNumber: "C-1", trackingNumber: "T-1", remark: "soon", customFields: [{ recordType: "SYS_ASN", name: "12", type: "text", defaultValue: "red" }]
      })
      assert.deepStrictEqual([createdAt, updatedAt, stockedAt, finishedAt].map((time) => time && DateTime.toEpochMillis(time)), [noon + 1, noon + 1, noon + 7, noon + 9])
      assert.deepStrictEqual(boxes?.map(({ boxNumber, width }) => [boxNumber, Decimal.toText(width)]), [[1, "30.5"]])
      assert.deepStrictEqual(lines.map((each) => [each.sku, each.name, each.note, ...[each.expected, each.received, each.good, each.bad, each.purchasePrice, each.firstLegPrice, each.transferPrice].map((figure) => figure && Decimal.toText(figure))]), [
        ["A", "Lamp", "fragile", "10", "6", "5", "1", "4.5000", "0.25", "0"],
        ["B", undefined, undefined, "10", "0", "0", "0", "0", "0", "0"]
      ])
      assert.isFalse(lines.some((each) => "lots" in each))
    }))

  const rows = [
    order(1, { business_number: "PO-1", custom_number: "C-1", tracking_number: "T-1", sent: "sent", stocked_at: noon + 50, updated_at: noon + 60 }),
    order(2, { warehouse: "2", type: "PURCHASE", business_number: "ASN-1", sent: "failed", finished_at: noon + 55 }),
    order(3, { status: "FINISHED", phase: "received", custom_number: "PO-1", sent: "wanted", has_exception: 1, updated_at: noon + 70 }),
    order(4)
  ]

  it.effect.each<readonly [string, Partial<typeof BooksV1.ListInboundOrders.payload.Type>, ReadonlyArray<number>]>([
    ["nothing, in the order of creation", {}, [1, 2, 3, 4]],
    ["the inbound order number (E-429)", { number: "ASN-4" }, [4]],
    ["the inbound or the business order number (E-429 E-430)", { number: "ASN-1" }, [1, 2]],
    ["the business order number or the reference number (E-430 E-431)", { number: "PO-1" }, [1, 3]],
    ["the reference number (E-431)", { number: "C-1" }, [1]],
    ["a part of a number, which is none", { number: "ASN" }, []],
    ["a warehouse", { warehouseName: "Two" }, [2]],
    ["a type", { type: "PURCHASE" }, [2]],
    ["a status", { status: "FINISHED" }, [3]],
    ["a tracking number", { trackingNumber: "T-1" }, [1]],
    ["part of a SKU, in any letter case", { skuOrName: "mp-1" }, [1, 2]],
    ["part of a name, in any letter case", { skuOrName: "DESK" }, [3]],
    ["characters that patterns of SQL have", { skuOrName: "%" }, [4]],
    ["characters that patterns of SQL have, too", { skuOrName: "A_MP" }, []],
    ["the time of creation, both ends included", { time: { of: "created", from: at(noon + 2), to: at(noon + 3) } }, [2, 3]],
    ["the time of stocking", { time: { of: "stocked", from: at(noon), to: at(noon + 99) } }, [1]],
    ["the time of the end", { time: { of: "finished", from: at(noon), to: at(noon + 99) } }, [2]],
    ["the time of the last change (E-778)", { time: { of: "updated", from: at(noon + 60), to: at(noon + 70) } }, [1, 3]],
    ["being sent", { isSent: true }, [1]],
    ["having failed to be sent", { isSendFailed: true }, [2]],
    ["having been received with an exception", { isReceivingFailed: true }, [3]],
    ["marks that are not asked for (U-119)", { isSent: false, isSendFailed: false, isReceivingFailed: false }, [1, 2, 3, 4]],
    ["several conditions, of which all hold", { number: "PO-1", status: "NEW" }, [1]]
  ])("selects by %s", ([, asked, expected]) =>
    Effect.gen(function*() {
      const { add, listInboundOrders } = yield* open()
      yield* add("product", { sku: "LAMP-1", name: "Lamp" }, { sku: "D", name: "A desk" }, { sku: "100%", name: "All" })
      yield* add("inbound_order", ...rows)
      yield* add("inbound_line", line(1, 1, "LAMP-1"), line(2, 1, "LAMP-1"), line(2, 2, "LAMP-1"), line(3, 1, "D"), line(4, 1, "100%"))
      assert.deepStrictEqual(numbers(yield* listInboundOrders({ limit: 10, ...asked })), expected.map((number) => `ASN-${number}`))
    }))

  it.effect("reads each order on exactly one page (U-117)", () =>
    Effect.gen(function*() {
      const { add, listInboundOrders } = yield* open()
      yield* add("inbound_order", ...[3, 1, 5, 2, 4].map((number) => order(number)))
      const pages = yield* pagesOf((cursor) => listInboundOrders({ limit: 2, ...(cursor !== undefined && { cursor }) }))
      assert.deepStrictEqual(pages.map(numbers), [["ASN-1", "ASN-2"], ["ASN-3", "ASN-4"], ["ASN-5"]])
    }))

  it.effect("tells received lots where the ERP's own software runs the warehouse (U-137)", () =>
    Effect.gen(function*() {
      const { add, listInboundOrders } = yield* open()
      yield* add("inbound_order", order(1), order(2, { warehouse: "2" }))
      yield* add("inbound_line", line(1, 1, "A"), line(2, 1, "A"), line(2, 2, "B"))
      const batch = { sku: "A", received_at: noon, expires_on: "2027-01-31" }
      yield* add("batch", { ...batch, batch_no: "R-1", asn_number: "ASN-1", lot: "L-1" }, { ...batch, batch_no: "R-2", asn_number: "ASN-2", lot: "L-2" }, { ...batch, batch_no: "R-3", asn_number: "ASN-2", lot: "L-2" })
      yield* add("batch", { batch_no: "R-2", sku: "B", received_at: noon, asn_number: "ASN-2" })
      const lotsOf = (withLots: boolean) =>
        Effect.map(listInboundOrders({ limit: 10, withLots }), ({ items }) => items.map(({ lines }) => lines.map(({ lots }) => lots)))
      assert.deepStrictEqual(yield* lotsOf(true), [[undefined], [[{ lot: "L-2", expiresOn: "2027-01-31" as never }], []]])
      assert.deepStrictEqual(yield* lotsOf(false), [[undefined], [undefined, undefined]])
    }))
})
