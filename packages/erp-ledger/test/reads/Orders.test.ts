/** Transfers, assemblies and splits. */
import { type BooksV1, ErpStockOrder } from "@crossdock/books"
import { Decimal } from "@crossdock/core"
import { assert } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { at, noon, onBothDatabases, open, pagesOf, type Row } from "./support.ts"

const figure = (value: Decimal.Decimal | undefined) => value && Decimal.toText(value)

onBothDatabases("listTransferOrders", (it) => {
  const order = (number: number, more: Row = {}): Row => ({
    transfer_number: `TR-${number}`, sequence: number, type: "AVAILABLE", status: "NEW", warehouse: "1", to_warehouse: "2", content: "{\"carrierName\":\"Truck\"}",
    created_at: noon + number, updated_at: noon + number, ...more
  })
  const line = (number: number, more: Row = {}): Row => ({ transfer_number: `TR-${number}`, line: 1, sku: "A", asn_number: "ASN-9", content: "{}", ...more })
  const numbers = ({ items }: { readonly items: ReadonlyArray<ErpStockOrder.TransferOrder> }) => items.map(({ transferNumber }) => transferNumber)

  it.effect("tells what a transfer says, and which kind of warehouse receives it (U-121)", () =>
    Effect.gen(function*() {
      const { add, listTransferOrders } = yield* open({ destWarehouseTypes: { marketplace: "FBA" } })
      yield* add("transfer_order", order(1, {
        custom_number: "C-1", tracking_number: "T-1", to_warehouse: "3", updated_at: noon + 5,
        content: JSON.stringify({ warehouseName: "One", toWarehouseName: "Three", carrierName: "Truck", estimatedArrivalAt: "2026-02-01T00:00:00.000Z", remark: "soon", lines: [] })
      }), order(2))
      yield* add(
        "transfer_line",
        line(1, { expected: 5, received: 2, content: JSON.stringify({ sku: "A", quantity: 5, asnNumber: "ASN-9", shipmentId: "F-1", referenceId: "REF-1", piecesPerBox: "2", netWeight: "0.50", grossWeights: ["0.60"], length: "40", width: "30.5", height: "20" }) }),
        line(1, { line: 2, sku: "B", content: JSON.stringify({ grossWeights: ["1", "2"] }) }),
        line(2)
      )
      const { items: [found, other], total } = yield* listTransferOrders({ limit: 10 })
      const { createdAt, estimatedArrivalAt, lines, updatedAt, ...members } = found!
      assert.deepStrictEqual(members, {
        transferNumber: "TR-1", customNumber: "C-1", type: "available", status: "NEW", warehouseName: "One", warehouseId: "1", toWarehouseName: "Three", toWarehouseId: "3",
        toWarehouseType: "FBA", carrierName: "Truck", trackingNumber: "T-1", remark: "soon"
      })
      assert.deepStrictEqual([total, other?.toWarehouseType], [2, "OTHER"])
      assert.deepStrictEqual([createdAt, updatedAt, estimatedArrivalAt].map((time) => time && DateTime.formatIso(time)), ["2026-01-31T12:00:00.001Z", "2026-01-31T12:00:00.005Z", "2026-02-01T00:00:00.000Z"])
      const [first, second] = lines
      assert.deepStrictEqual([first?.sku, first?.shipmentId, first?.referenceId, first?.weightUnit, first?.lengthUnit], ["A" as never, "F-1", "REF-1", "KG", "m"])
      assert.deepStrictEqual(
        [first?.expected, first?.received, first?.piecesPerBox, first?.netWeight, first?.grossWeight, first?.length, first?.width, first?.height].map(figure),
        ["5", "2", "2", "0.50", "0.60", "0.40", "0.305", "0.20"]
      )
      assert.deepStrictEqual([second?.grossWeight, second?.weightUnit, second?.lengthUnit], [undefined, undefined, undefined])
      const ids = [...lines, ...other!.lines].map(({ id }) => id)
      assert.isTrue(ids.every((id) => /^[1-9]\d*$/.test(id ?? "")) && new Set(ids).size === 3, String(ids))
    }))

  it.effect.each<readonly [string, Partial<typeof BooksV1.ListTransferOrders.payload.Type>, ReadonlyArray<number>]>([
    ["the reference number (E-658)", { number: "C-1" }, [1]],
    ["the transfer number (E-659)", { number: "TR-2" }, [2]],
    ["the inbound order number (E-660)", { number: "ASN-3" }, [3]],
    ["the tracking number (E-661)", { number: "T-4" }, [4]],
    ["the time of creation, both ends included (E-653 E-654)", { createdFrom: at(noon + 2), createdTo: at(noon + 3) }, [2, 3]],
    ["a number and a window, of which both hold (E-656)", { number: "C-1", createdFrom: at(noon + 2), createdTo: at(noon + 3) }, []],
    ["a status (E-665)", { status: "FINISHED" }, [4]]
  ])("selects by %s", ([, asked, expected]) =>
    Effect.gen(function*() {
      const { add, listTransferOrders } = yield* open()
      yield* add("transfer_order", order(1, { custom_number: "C-1" }), order(2), order(3), order(4, { tracking_number: "T-4", status: "FINISHED" }))
      yield* add("transfer_line", line(3, { asn_number: "ASN-3" }), line(3, { line: 2, asn_number: "ASN-3" }), line(4))
      assert.deepStrictEqual(numbers(yield* listTransferOrders({ limit: 10, ...asked })), expected.map((number) => `TR-${number}`))
      const pages = yield* pagesOf((cursor) => listTransferOrders({ limit: 1, ...asked, ...(cursor !== undefined && { cursor }) }))
      assert.deepStrictEqual(pages.flatMap(numbers), expected.map((number) => `TR-${number}`))
    }))
})

const encodeAssembly = Schema.encodeSync(Schema.fromJsonString(ErpStockOrder.AssemblyOrder))
const decodeAssembly = Schema.decodeSync(ErpStockOrder.AssemblyOrder)

const document = (kind: string, number: number, content: string, more: Row = {}): Row =>
  ({ kind, number: `${kind}-${number}`, created_at: noon + number, warehouse: "1", status: "DONE", content, ...more })

onBothDatabases("listAssemblyOrders", (it) => {
  const assembly = (number: number) =>
    decodeAssembly({
      assemblyNumber: `assembly-${number}`, warehouseName: "Old name", status: "DONE", createdAt: "2026-01-31T12:00:00.000Z", workers: [{ name: "someone" }],
      lines: [{ sku: "S", status: "DONE", expected: "2", assembled: "2", parts: [{ sku: "A", expected: "4", used: "5" }] }]
    })
  const numbers = ({ items }: { readonly items: ReadonlyArray<ErpStockOrder.AssemblyOrder> }) => items.map(({ assemblyNumber }) => assemblyNumber)

  it.effect("tells an assembly as it was entered, with the current name of its warehouse", () =>
    Effect.gen(function*() {
      const { add, listAssemblyOrders } = yield* open()
      yield* add("document", document("assembly", 1, encodeAssembly(assembly(1))))
      const { items } = yield* listAssemblyOrders({ limit: 10 })
      assert.deepStrictEqual(items, [{ ...assembly(1), warehouseName: "One", warehouseId: "1" }])
    }))

  it.effect.each<readonly [string, Partial<typeof BooksV1.ListAssemblyOrders.payload.Type>, ReadonlyArray<number>]>([
    ["nothing, oldest first", {}, [1, 2, 3]],
    ["its number (E-617)", { number: "assembly-2" }, [2]],
    ["the time of creation, both ends included (E-618)", { createdFrom: at(noon + 1), createdTo: at(noon + 2) }, [1, 2]],
    ["both, of which both hold (U-115)", { number: "assembly-3", createdFrom: at(noon + 1), createdTo: at(noon + 2) }, []],
    ["a warehouse (E-620)", { warehouseName: "Two" }, [3]]
  ])("selects by %s", ([, asked, expected]) =>
    Effect.gen(function*() {
      const { add, listAssemblyOrders } = yield* open()
      yield* add("document", ...[1, 2, 3].map((number) => document("assembly", number, encodeAssembly(assembly(number)), { warehouse: number === 3 ? "2" : "1" })))
      yield* add("document", document("split", 1, "{}"))
      const pages = yield* pagesOf((cursor) => listAssemblyOrders({ limit: 2, ...asked, ...(cursor !== undefined && { cursor }) }))
      assert.deepStrictEqual(pages.flatMap(numbers), expected.map((number) => `assembly-${number}`))
    }))
})

onBothDatabases("listSplitOrders", (it) => {
  it.effect("tells what the parts of a split cost, with their shares of the fee (E-305 E-315)", () =>
    Effect.gen(function*() {
      const { add, listSplitOrders } = yield* open()
      const part = (sku: string, received: string | undefined, purchasePrice?: string) => ({ sku, ...(received && { received }), ...(purchasePrice && { purchasePrice }) })
      const lines = [
        { sku: "S", expected: "1", split: "1", fee: "10", cost: "1", parts: [part("A", "2", "4.5"), part("B", "1")] },
        { sku: "T", expected: "1", split: "0", parts: [part("A", undefined, "4.5")] }
      ]
      yield* add("document", document("split", 1, JSON.stringify({ splitNumber: "split-1", warehouseName: "One", status: "FINISH", createdAt: "2026-01-31T12:00:00.000Z", lines })))
      const { items: [order] } = yield* listSplitOrders({ number: "split-1", limit: 10 })
      assert.deepStrictEqual(order?.lines.map(({ cost, fee, parts }) => [figure(fee), figure(cost), ...parts.map((each) => figure(each.cost))]), [
        ["10", "18.9999", "15.6666", "3.3333"],
        ["0", "0", "0"]
      ])
    }))
})
