/** What was received of inbound orders. */
import { type BooksV1 } from "@crossdock/books"
import { Decimal } from "@crossdock/core"
import { assert } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { at, noon, onBothDatabases, open, pagesOf, type Row } from "./support.ts"

const batch = (number: number, more: Row = {}): Row =>
  ({ batch_no: `R-${number}`, asn_number: `ASN-${number}`, warehouse: "1", type: "MANUAL", received_at: noon + number, ...more })

const line = (number: number, sku: string, location: string, received: number, delivered: number): Row =>
  ({ batch_no: `R-${number}`, asn_number: `ASN-${number}`, sku, location, received, delivered, lots: "[]" })

const numbers = ({ items }: { readonly items: ReadonlyArray<{ readonly asnNumber: string }> }) => items.map(({ asnNumber }) => asnNumber)

onBothDatabases("listReceivedBatches", (it) => {
  it.effect("tells what came with a batch, where it was put and what left since", () =>
    Effect.gen(function*() {
      const { add, listReceivedBatches } = yield* open()
      yield* add("product", { sku: "A", name: "Lamp" })
      yield* add("received_batch", batch(1, { business_number: "PO-1", custom_number: "C-1" }), batch(1, { asn_number: "ASN-2", received_at: noon + 2 }))
      yield* add("received_line", line(1, "B", "SYS LOC", 1, 0), line(1, "A", "SYS LOC", 6, 2), line(1, "A", "SYS DAMAGED", 3, 0))
      yield* add("batch", { batch_no: "R-1", sku: "A", received_at: noon, purchase_price: "4.50", purchase_currency: "CNY" })
      const { items: [found, other], total } = yield* listReceivedBatches({ receivedFrom: at(noon), receivedTo: at(noon + 9), limit: 10 })
      const { lines, received, receivedAt, skuCount, ...members } = found!
      assert.deepStrictEqual(members, { batchNo: "R-1", asnNumber: "ASN-1" as never, businessNumber: "PO-1", customNumber: "C-1", warehouseName: "One", type: "MANUAL" })
      assert.deepStrictEqual([total, Decimal.toText(received), Decimal.toText(skuCount), receivedAt && DateTime.toEpochMillis(receivedAt)], [2, "10", "2", noon + 1])
      assert.deepStrictEqual(lines.map((each) => [each.sku, each.name, each.locationCode, each.purchaseCurrency, ...[each.purchasePrice, each.received, each.delivered].map((figure) => figure && Decimal.toText(figure))]), [
        ["A", "Lamp", "SYS DAMAGED", "CNY", "4.50", "3", "0"],
        ["A", "Lamp", "SYS LOC", "CNY", "4.50", "6", "2"],
        ["B", undefined, "SYS LOC", undefined, "0", "1", "0"]
      ])
      assert.deepStrictEqual([other?.asnNumber, other?.lines], ["ASN-2" as never, []])
    }))

  it.effect.each<readonly [string, Partial<typeof BooksV1.ListReceivedBatches.payload.Type>, ReadonlyArray<number>]>([
    ["a window whose ends belong to it, oldest first (E-546 E-547)", {}, [1, 2, 3, 4]],
    ["the batch number (E-549)", { number: "R-2" }, [2]],
    ["the inbound number (E-550)", { number: "ASN-3" }, [3]],
    ["the business order number (E-551)", { number: "PO-1" }, [1]],
    ["the reference number (E-552)", { number: "C-4" }, [4]],
    ["a warehouse (E-554)", { warehouseName: "Two" }, [2]],
    ["a type (E-555)", { type: "PURCHASE" }, [3]],
    ["part of a SKU (E-553)", { skuOrName: "amp" }, [1]],
    ["part of a name (E-553)", { skuOrName: "desk" }, [2]]
  ])("selects by %s", ([, asked, expected]) =>
    Effect.gen(function*() {
      const { add, listReceivedBatches } = yield* open()
      yield* add("product", { sku: "D", name: "A desk" })
      yield* add("received_batch", batch(0), batch(1, { business_number: "PO-1" }), batch(2, { warehouse: "2" }), batch(3, { type: "PURCHASE" }), batch(4, { custom_number: "C-4" }), batch(5))
      yield* add("received_line", line(1, "LAMP", "X", 1, 0), line(2, "D", "X", 1, 0))
      const window = { receivedFrom: at(noon + 1), receivedTo: at(noon + 4) }
      assert.deepStrictEqual(numbers(yield* listReceivedBatches({ ...window, limit: 10, ...asked })), expected.map((number) => `ASN-${number}`))
      const pages = yield* pagesOf((cursor) => listReceivedBatches({ ...window, limit: 3, ...asked, ...(cursor !== undefined && { cursor }) }))
      assert.deepStrictEqual(pages.flatMap(numbers), expected.map((number) => `ASN-${number}`))
    }))
})
