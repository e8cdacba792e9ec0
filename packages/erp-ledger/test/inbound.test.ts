/**
 * Inbound orders: created, cancelled, announced and received.
 */
import { InboundOrder } from "@crossdock/core"
import { assert, layer } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { open, reasonOf, warehouses } from "./books.ts"
import { postgres, sqlite } from "./storages.ts"

const line = (sku: string, expected: number, more: object = {}) => ({ sku, expected, purchasePrice: "2.5000", ...more })
const received = (sku: string, count: number, more: object = {}) => ({ sku, received: count, ...more })

for (const [name, database] of [["SQLite", sqlite], ["PostgreSQL", postgres]] as const) {
  layer(database, { timeout: 60_000 })(`inbound orders on ${name}`, (it) => {
    it.effect("creates an order in the state NEW, whose goods are in transit (E-403)", () =>
      Effect.gen(function*() {
        const { check, figures, order, submit } = yield* open()
        const answer = yield* submit({ lines: [line("A", 10), line("B", 3)] })
        assert.deepInclude(answer, { warehouseName: "One", warehouseId: "1", type: "MANUAL", status: "NEW", phase: "announced", purchaseCurrency: "CNY", firstLegCurrency: "CNY", transferCurrency: "CNY" })
        assert.deepStrictEqual(answer.lines.map(({ name, sku }) => [sku as string, name]), [["A", "Product A"], ["B", "Product B"]])
        assert.deepStrictEqual(yield* figures("1", "A"), { transit_manual: 10 })
        assert.strictEqual((yield* order(answer.asnNumber))?.status, "NEW")
        yield* check
      }))

    it.effect("tells the whole record of an order that it creates, with its marks (E-538 U-152)", () =>
      Effect.gen(function*() {
        const { submit } = yield* open()
        const now = yield* DateTime.now
        const references = { customNumber: "PO-1", trackingNumber: "T-1", remark: "by truck" }
        const draft = { lines: [line("A", 1)], sendsToWarehouse: true, ...references } as const
        const answer = yield* submit(draft)
        assert.deepInclude(answer, { ...references, createdAt: now, isSent: false, isSendFailed: false, isReceivingFailed: false })
        assert.deepStrictEqual(yield* submit(draft), answer)
      }))

    it.effect("keeps marks and lots of an order for another warehouse than one with the ERP's own software, or refuses them (E-512 E-529 E-532 E-533 E-534 U-151)", () =>
      Effect.gen(function*() {
        const members: ReadonlyArray<readonly [draft: object, path: string]> = [
          [{ lines: [line("A", 1)], tags: ["888"] }, "/tags"],
          [{ lines: [line("A", 1), line("B", 1, { lot: "L-1" })] }, "/lines/1/lot"],
          [{ lines: [line("A", 1, { producedOn: "2026-01-01" })] }, "/lines/0/producedOn"],
          [{ lines: [line("A", 1, { expiresOn: "2027-01-01" })] }, "/lines/0/expiresOn"],
          [{ lines: [line("A", 1, { originCountry: "SG" })] }, "/lines/0/originCountry"]
        ]
        const keeping = yield* open()
        const refusing = yield* open({ erpWmsMembers: "refuse", warehouses: [...warehouses, { id: "4", name: "Wms", code: "W-4", runsErpWms: true }] })
        for (const [draft, path] of members) {
          const { asnNumber } = yield* keeping.submit(draft as never)
          assert.include(String((yield* keeping.order(asnNumber))?.content), Object.keys(draft).includes("tags") ? "888" : path.split("/").at(-1)!)
          assert.strictEqual(yield* reasonOf(refusing.submit(draft as never)), `RequestInvalid ${path}`)
          yield* refusing.submit({ ...draft, warehouseName: "Wms" } as never)
        }
        yield* refusing.submit({ lines: [line("A", 1, { note: "fragile" })], tags: [] } as never)
      }))

    it.effect("refuses prices that are below 0 or too long to add up, and goes on with others", () =>
      Effect.gen(function*() {
        const { check, figures, receive, submit } = yield* open()
        const price = "9".repeat(38)
        for (const wrong of [price, `0.${"0".repeat(30)}1`, "-0.01"]) {
          assert.strictEqual(yield* reasonOf(submit({ lines: [line("A", 10, { purchasePrice: wrong })] })), "RequestInvalid /lines/0/purchasePrice")
          assert.strictEqual(yield* reasonOf(submit({ lines: [line("A", 10), line("A", 1, { firstLegPrice: wrong })] })), "RequestInvalid /lines/1/firstLegPrice")
        }
        const { asnNumber } = yield* submit({ lines: [line("A", 2)] })
        yield* receive(asnNumber, "B-1", [received("A", 2)])
        assert.deepStrictEqual(yield* figures("1", "A"), { total: 2 })
        yield* check
      }))

    it.effect("books goods that came back without an announcement once, the sellable ones for sale (0040)", () =>
      Effect.gen(function*() {
        const { check, figures, giveBack, order } = yield* open()
        const damaged = { sku: "A", quantity: 1, condition: "damaged" } as const
        yield* giveBack("SO-1", [damaged])
        yield* giveBack("SO-1", [damaged])
        assert.deepStrictEqual(yield* figures("1", "A"), { total: 1, unavailable: 1 })
        yield* giveBack("SO-1", [{ sku: "A", quantity: 2, condition: "sellable" }, damaged, { sku: "B", quantity: 1 }])
        yield* giveBack("SO-1", [damaged], { returnId: "R-2" })
        assert.deepStrictEqual([yield* figures("1", "A"), yield* figures("1", "B")], [{ total: 4, unavailable: 2 }, { total: 1 }])
        assert.strictEqual((yield* order("SO-1 R-1"))?.["type"], "SALE_RETURN")
        yield* check
      }))

    it.effect("counts prices without a currency in the base currency, as the answer states it", () =>
      Effect.gen(function*() {
        const { check, enter, receive, rows, submit } = yield* open({ baseCurrency: "EUR" })
        const { asnNumber, firstLegCurrency } = yield* submit({ lines: [line("A", 2, { firstLegPrice: "1" })] })
        assert.strictEqual(firstLegCurrency, "EUR")
        const values = Effect.map(rows("balance_value", "sku, currency"), (all) =>
          all.map(({ currency, sku, total_cost, transit_cost }) => [sku, currency, Number(total_cost), Number(transit_cost)]))
        assert.deepStrictEqual(yield* values, [["A", "CNY", 0, 5], ["A", "EUR", 0, 2]])
        yield* receive(asnNumber, "B-1", [received("A", 2)])
        yield* enter({ kind: "stockCorrection", id: "1", warehouseName: "One", sku: "B", change: "3", purchasePrice: "2", reason: "found" })
        assert.deepStrictEqual(yield* values, [["A", "CNY", 5, 0], ["A", "EUR", 2, 0], ["B", "EUR", 6, 0]])
        yield* check
      }))

    it.effect("values goods of several lines of one SKU at the average of their prices", () =>
      Effect.gen(function*() {
        const { check, receive, rows, submit } = yield* open()
        const { asnNumber } = yield* submit({ lines: [line("A", 5, { purchasePrice: "10", lot: "L1" }), line("A", 15, { purchasePrice: "20", lot: "L2" })] })
        yield* receive(asnNumber, "B-1", [received("A", 20)])
        const [value] = yield* rows("balance_value")
        assert.deepStrictEqual([Number(value?.total_cost), Number(value?.transit_cost)], [350, 0])
        yield* check
      }))

    it.effect("creates a second order without a custom number, and never one with it (E-437, E-438, E-787, E-788, A078)", () =>
      Effect.gen(function*() {
        const { figures, submit } = yield* open()
        const plain = { lines: [line("A", 1)] } as const
        assert.notStrictEqual((yield* submit(plain)).asnNumber, (yield* submit(plain)).asnNumber)
        const named = { ...plain, customNumber: "PO-1" }
        const answers = yield* Effect.all(Array.from({ length: 50 }, () => submit(named)), { concurrency: "unbounded" })
        for (const answer of answers) assert.deepStrictEqual(answer, answers[0])
        assert.deepStrictEqual(yield* figures("1", "A"), { transit_manual: 3 })
        assert.strictEqual(yield* reasonOf(submit({ ...named, lines: [line("A", 2)] })), "Rejected CUSTOM_NUMBER_EXIST")
        assert.deepStrictEqual(yield* figures("1", "A"), { transit_manual: 3 })
      }))

    it.effect("answers a repeated custom number as the setting says, and names the order (U-106)", () =>
      Effect.gen(function*() {
        const draft = { lines: [line("A", 1)], customNumber: "PO-1" } as const
        const other = { ...draft, lines: [line("A", 2)] } as const
        const failing = yield* open({ repeatedCustomNumber: "failure" })
        const { asnNumber } = yield* failing.submit(draft)
        // The order is the caller's own, so a query finds it.
        assert.strictEqual(yield* reasonOf(failing.submit(draft)), "Duplicate CUSTOM_NUMBER_EXIST")
        const refusal = yield* Effect.flip(failing.submit(other))
        assert.include("fault" in refusal ? refusal.fault?.message : "", asnNumber)
        const existing = yield* open({ repeatedCustomNumber: "existing" })
        assert.deepStrictEqual(yield* existing.submit(draft), yield* existing.submit(other))
      }))

    it.effect("merges lines of one SKU, with the average of their prices (E-507, E-510)", () =>
      Effect.gen(function*() {
        const { check, submit } = yield* open()
        const { lines } = yield* submit({
          mergesRepeatedSkus: true,
          lines: [line("A", 1, { purchasePrice: "1" }), line("B", 1), line("A", 2, { purchasePrice: "2" }), line("A", 4, { condition: "damaged" })]
        })
        assert.deepStrictEqual(lines.map(({ expected, sku }) => [sku as string, Number(expected.value)]), [["A", 3], ["B", 1], ["A", 4]])
        assert.strictEqual(String(lines[0]?.purchasePrice?.value), "16667")
        const byDefault = yield* submit({ lines: [line("A", 1), line("A", 2)] })
        assert.strictEqual(byDefault.lines.length, 1)
        yield* check
      }))

    it.effect("keeps lines of one SKU for a shipper, and for the warehouses of the setting (E-508, E-509, E-511, U-108)", () =>
      Effect.gen(function*() {
        const { submit } = yield* open({ keepDuplicateLines: ["Two"] })
        const lines = [line("A", 1), line("A", 2)] as const
        const countOf = (draft: object) => Effect.map(submit({ lines, ...draft }), (answer) => answer.lines.length)
        assert.strictEqual(yield* countOf({ isOfShipper: true }), 2)
        assert.strictEqual(yield* countOf({ isOfShipper: true, mergesRepeatedSkus: true }), 2)
        assert.strictEqual(yield* countOf({ mergesRepeatedSkus: false }), 1)
        assert.strictEqual(yield* countOf({ mergesRepeatedSkus: false, warehouseName: "Two" }), 2)
        assert.strictEqual(yield* countOf({ warehouseName: "Two" }), 1)
      }))

    it.effect("sends an order to the warehouse only on demand (E-447, E-448, E-449)", () =>
      Effect.gen(function*() {
        const { announce, order, submit } = yield* open()
        const sentOf = Effect.fnUntraced(function*(draft: object) {
          return (yield* order((yield* submit({ lines: [line("A", 1)], ...draft })).asnNumber))?.sent
        })
        assert.deepStrictEqual([yield* sentOf({ sendsToWarehouse: true }), yield* sentOf({}), yield* sentOf({ sendsToWarehouse: false })], ["wanted", "", ""])
        const { asnNumber } = yield* submit({ lines: [line("A", 1)], sendsToWarehouse: true })
        const at = yield* DateTime.now
        yield* announce({ asnNumber, outcome: "failed", reason: "no link", at })
        assert.deepInclude(yield* order(asnNumber), { sent: "failed", send_reason: "no link", status: "NEW" })
        yield* announce({ asnNumber, outcome: "sent", at })
        yield* announce({ asnNumber, outcome: "sent", at })
        assert.deepInclude(yield* order(asnNumber), { sent: "sent", send_reason: null, status: "SHIPPING", phase: "shipping" })
        assert.strictEqual(
          yield* reasonOf(announce({ asnNumber: InboundOrder.AsnNumber.make("none"), outcome: "sent", at })),
          "Rejected ASN_NOT_EXIST"
        )
      }))

    it.effect("refuses what the books do not know or cannot count, and books nothing", () =>
      Effect.gen(function*() {
        const { rows, submit } = yield* open()
        assert.strictEqual(yield* reasonOf(submit({ warehouseName: "None", lines: [line("A", 1)] })), "Rejected WAREHOUSE_NOT_EXIST")
        assert.strictEqual(yield* reasonOf(submit({ lines: [line("A", 1), line("X", 1)] })), "Rejected SKU_NOT_EXIST")
        assert.strictEqual(yield* reasonOf(submit({ lines: [line("A", 1), { sku: "B", expected: "1.5" }] })), "RequestInvalid /lines/1/expected")
        assert.strictEqual(yield* reasonOf(submit({ lines: [line("A", 1, { unit: "kg" })] })), "RequestInvalid /lines/0/unit")
        const most = Number.MAX_SAFE_INTEGER
        assert.strictEqual(yield* reasonOf(submit({ lines: [line("A", most), line("A", most, { condition: "damaged" })] })), "Rejected STOCK_NOT_ENOUGH")
        assert.deepStrictEqual(yield* rows("entry"), [])
        assert.deepStrictEqual(yield* rows("inbound_order"), [])
      }))

    it.effect("accepts unknown SKUs as products if the setting says so", () =>
      Effect.gen(function*() {
        const { rows, submit } = yield* open({ unknownSkus: "accept", products: [] })
        yield* submit({ lines: [line("X", 1)] })
        assert.deepStrictEqual((yield* rows("product")).map(({ sku }) => sku), ["X"])
      }))

    it.effect("cancels an order of which nothing was received, as often as it is asked to (E-404, E-543, U-48)", () =>
      Effect.gen(function*() {
        const { cancel, check, figures, order, submit } = yield* open({ cancelledState: "DELETED" })
        const { asnNumber } = yield* submit({ lines: [line("A", 10)] })
        yield* cancel(asnNumber)
        yield* cancel(asnNumber)
        assert.deepInclude(yield* order(asnNumber), { status: "DELETED", phase: "cancelled" })
        assert.deepStrictEqual(yield* figures("1", "A"), {})
        yield* check
        const strict = yield* open({ cancelTwice: "failure" })
        const second = yield* strict.submit({ lines: [line("A", 1)] })
        yield* strict.cancel(second.asnNumber)
        assert.strictEqual(yield* reasonOf(strict.cancel(second.asnNumber)), "Rejected ASN_STATE_INVALID")
      }))

    it.effect("refuses to cancel a received, a partly received or an unknown order (E-544, E-545, U-105)", () =>
      Effect.gen(function*() {
        const { cancel, receive, submit } = yield* open()
        const { asnNumber } = yield* submit({ lines: [line("A", 10)] })
        yield* receive(asnNumber, "B-1", [received("A", 1)])
        assert.strictEqual(yield* reasonOf(cancel(asnNumber)), "Rejected ASN_STATE_INVALID")
        yield* receive(asnNumber, "B-2", [received("A", 9)], { phase: "received", status: "FINISHED" })
        assert.strictEqual(yield* reasonOf(cancel(asnNumber)), "Rejected ASN_STATE_INVALID")
        assert.strictEqual(yield* reasonOf(cancel("none")), "Rejected ASN_NOT_EXIST")
      }))

    it.effect("books a batch once: good goods are available, damaged ones are not (E-202, E-203)", () =>
      Effect.gen(function*() {
        const { check, figures, order, receive, rows, submit } = yield* open()
        const { asnNumber } = yield* submit({ lines: [line("A", 10)] })
        const lines = [received("A", 6, { good: 4, bad: 2, lot: "L-1", expiresOn: "2027-01-01" })]
        yield* receive(asnNumber, "B-1", lines, {}, "delivery-1")
        yield* receive(asnNumber, "B-1", lines, {}, "delivery-1")
        yield* receive(asnNumber, "B-1", lines, {}, "delivery-2")
        yield* receive(asnNumber, "B-1", [received("A", 4)])
        assert.deepStrictEqual(yield* figures("1", "A"), { total: 6, unavailable: 2, transit_manual: 4 })
        assert.deepInclude(yield* order(asnNumber), { status: "RECEIVING", phase: "receiving" })
        assert.deepStrictEqual(
          (yield* rows("received_line", "location")).map(({ location, lots, received: count }) => [location, Number(count), lots]),
          [["SYS DAMAGED", 2, "[{\"lot\":\"L-1\",\"expiresOn\":\"2027-01-01\"}]"], ["SYS LOC", 4, "[{\"lot\":\"L-1\",\"expiresOn\":\"2027-01-01\"}]"]]
        )
        yield* receive(asnNumber, "B-2", [received("A", 3)], { phase: "received", status: "FINISHED", finishedAt: "2026-01-03T00:00:00.000Z" })
        assert.deepStrictEqual(yield* figures("1", "A"), { total: 9, unavailable: 2 })
        assert.deepInclude(yield* order(asnNumber), { status: "FINISHED", phase: "received" })
        yield* receive(asnNumber, "B-3", [received("A", 5)])
        assert.deepStrictEqual(yield* figures("1", "A"), { total: 14, unavailable: 2 })
        assert.deepInclude(yield* order(asnNumber), { status: "FINISHED", phase: "received" })
        yield* check
      }))

    it.effect("values goods at the prices of their line, in each currency, and goods in transit too", () =>
      Effect.gen(function*() {
        const { check, receive, rows, submit } = yield* open({ keepDuplicateLines: ["One"] })
        const { asnNumber } = yield* submit({
          mergesRepeatedSkus: false,
          firstLegCurrency: "USD",
          lines: [line("A", 3, { purchasePrice: "1.1", firstLegPrice: "0.25" }), line("A", 2, { purchasePrice: "5" })]
        })
        const values = Effect.map(rows("balance_value", "currency"), (all) =>
          all.map((row) => [row.currency, ...["total_cost", "total_goods", "transit_cost", "transit_goods"].map((name) => Number(row[name]))]))
        assert.deepStrictEqual(yield* values, [["CNY", 0, 0, 13.3, 13.3], ["USD", 0, 0, 0.75, 0]])
        yield* receive(asnNumber, "B-1", [received("A", 2)])
        assert.deepStrictEqual(yield* values, [["CNY", 2.2, 2.2, 11.1, 11.1], ["USD", 0.5, 0, 0.25, 0]])
        yield* check
        yield* receive(asnNumber, "B-2", [received("A", 2)], { phase: "closed", status: "CLOSED" })
        assert.deepStrictEqual(yield* values, [["CNY", 8.3, 8.3, 0, 0], ["USD", 0.75, 0, 0, 0]])
        yield* check
      }))

    it.effect("takes goods for good ones if the line says nothing of their condition, and for damaged ones if it says so (E-525)", () =>
      Effect.gen(function*() {
        const { check, figures, receive, submit } = yield* open()
        const { asnNumber } = yield* submit({ lines: [line("A", 2), line("B", 2, { condition: "damaged" })] })
        yield* receive(asnNumber, "B-1", [received("A", 2), received("B", 2)])
        assert.deepStrictEqual([yield* figures("1", "A"), yield* figures("1", "B")], [{ total: 2 }, { total: 2, unavailable: 2 }])
        yield* check
      }))

    it.effect("gives goods of a SKU that was announced good and damaged to the lines of their condition", () =>
      Effect.gen(function*() {
        const { check, figures, receive, rows, submit } = yield* open()
        const lines: [any, ...any[]] = [line("A", 3, { condition: "damaged" }), line("A", 5)]
        const [first, second, third] = yield* Effect.forEach([1, 2, 3], () => submit({ lines }))
        const linesOf = (asnNumber: string) => Effect.map(rows("inbound_line", "line"), (all) =>
          all.filter((row) => row.asn_number === asnNumber).map(({ bad, good }) => [Number(good), Number(bad)]))
        yield* receive(first!.asnNumber, "B-1", [received("A", 8)])
        assert.deepStrictEqual(yield* figures("1", "A"), { total: 8, unavailable: 3, transit_manual: 16 })
        assert.deepStrictEqual(yield* linesOf(first!.asnNumber), [[0, 3], [5, 0]])
        yield* receive(second!.asnNumber, "B-2", [received("A", 4, { good: 4, bad: 0 })])
        yield* receive(second!.asnNumber, "B-3", [received("A", 5, { good: 1, bad: 4 })])
        assert.deepStrictEqual(yield* linesOf(second!.asnNumber), [[0, 4], [5, 0]])
        assert.deepStrictEqual(yield* figures("1", "A"), { total: 17, unavailable: 7, transit_manual: 8 })
        yield* receive(third!.asnNumber, "B-4", [received("A", 2), received("A", 8)])
        assert.deepStrictEqual(yield* linesOf(third!.asnNumber), [[0, 3], [7, 0]])
        yield* check
      }))

    it.effect("books damaged goods as not for sale where only they are told, and the others as good (U-82)", () =>
      Effect.gen(function*() {
        const { check, figures, receive, submit } = yield* open()
        const { asnNumber } = yield* submit({ lines: [line("A", 10)] })
        yield* receive(asnNumber, "B-1", [received("A", 5, { bad: 1 })])
        assert.deepStrictEqual(yield* figures("1", "A"), { total: 5, unavailable: 1, transit_manual: 5 })
        yield* check
      }))

    it.effect("takes what was received before once from totals that name a SKU twice", () =>
      Effect.gen(function*() {
        const { check, figures, receive, submit } = yield* open()
        const { asnNumber } = yield* submit({ lines: [line("A", 10)] })
        yield* receive(asnNumber, undefined, [received("A", 2, { lot: "L1" }), received("A", 3, { lot: "L2" })])
        yield* receive(asnNumber, undefined, [received("A", 2, { lot: "L1" }), received("A", 4, { lot: "L2" })])
        assert.deepStrictEqual(yield* figures("1", "A"), { total: 6, transit_manual: 4 })
        yield* check
      }))

    it.effect("books totals of a report without a batch number as what is new", () =>
      Effect.gen(function*() {
        const { check, figures, receive, submit } = yield* open()
        const { asnNumber } = yield* submit({ lines: [line("A", 10)] })
        yield* receive(asnNumber, undefined, [received("A", 4)])
        yield* receive(asnNumber, undefined, [received("A", 4)])
        yield* receive(asnNumber, undefined, [received("A", 7)])
        assert.deepStrictEqual(yield* figures("1", "A"), { total: 7, transit_manual: 3 })
        yield* check
      }))

    it.effect("loses no goods that nobody announced: an order of their own, or a discrepancy if the warehouse is unknown", () =>
      Effect.gen(function*() {
        const { check, figures, order, receive, rows, submit } = yield* open()
        yield* receive("FOREIGN", "B-1", [received("A", 2), received("NEW", 1)], { warehouseCode: "W-2" })
        yield* receive("FOREIGN", "B-2", [received("A", 1)], { warehouseCode: "W-2", phase: "received", status: "FINISHED" })
        assert.deepStrictEqual([yield* figures("2", "A"), yield* figures("2", "NEW")], [{ total: 3 }, { total: 1 }])
        assert.deepInclude(yield* order("FOREIGN"), { type: "MANUAL", status: "FINISHED", warehouse: "2" })
        yield* receive("NOWHERE", "B-1", [received("A", 2)], { warehouseCode: "W-9" })
        assert.deepStrictEqual((yield* rows("document")).map(({ kind, number }) => [kind, number]), [["discrepancy", "NOWHERE B-1"]])
        const { asnNumber } = yield* submit({ lines: [line("A", 4)] })
        // Another order may have a batch of the same number.
        yield* receive(asnNumber, "B-1", [received("A", 4)])
        assert.deepStrictEqual(yield* figures("1", "A"), { total: 4 })
        yield* check
      }))

    it.effect("knows the lot of received goods from the report, and the rest of the same lot from the order", () =>
      Effect.gen(function*() {
        const { receive, rows, submit } = yield* open()
        const { asnNumber } = yield* submit({
          lines: [line("A", 9, { lot: "L-1", producedOn: "2026-01-01", expiresOn: "2027-01-01", originCountry: "CN" }), line("B", 1)]
        })
        yield* receive(asnNumber, "B-1", [received("A", 1), received("B", 1, { lot: "L-7" })])
        yield* receive(asnNumber, "B-2", [received("A", 1, { lot: "L-1", expiresOn: "2027-02-02" })])
        yield* receive(asnNumber, "B-3", [received("A", 1, { lot: "L-2" })])
        assert.deepStrictEqual(
          (yield* rows("batch", "batch_no, sku")).map((row) => [row.batch_no, row.sku, row.lot, row.produced_on, row.expires_on, row.origin_country]),
          [
            ["B-1", "A", "L-1", "2026-01-01", "2027-01-01", "CN"],
            ["B-1", "B", "L-7", null, null, null],
            ["B-2", "A", "L-1", "2026-01-01", "2027-02-02", "CN"],
            ["B-3", "A", "L-2", null, null, null]
          ]
        )
      }))

    it.effect("books goods that arrive after the cancel of their order, or in another warehouse, and marks the order", () =>
      Effect.gen(function*() {
        const { cancel, check, figures, order, receive, submit } = yield* open()
        const cancelled = yield* submit({ lines: [line("A", 4)] })
        yield* cancel(cancelled.asnNumber)
        yield* receive(cancelled.asnNumber, "B-1", [received("A", 3)], { phase: "received", status: "FINISHED" })
        assert.deepStrictEqual(yield* figures("1", "A"), { total: 3 })
        const late = yield* order(cancelled.asnNumber)
        assert.deepStrictEqual([late?.status, Number(late?.has_exception)], ["CANCELLED", 1])
        const elsewhere = yield* submit({ lines: [line("B", 4)] })
        yield* receive(elsewhere.asnNumber, "B-2", [received("B", 3)], { warehouseCode: "W-2" })
        assert.deepStrictEqual([yield* figures("1", "B"), yield* figures("2", "B")], [{ transit_manual: 1 }, { total: 3 }])
        assert.strictEqual(Number((yield* order(elsewhere.asnNumber))?.has_exception), 1)
        yield* check
      }))

    it.effect("keeps the batches of two inbound orders apart that have one batch number, each with its price, lot and age (D1-372)", () =>
      Effect.gen(function*() {
        const { check, receive, rows, submit } = yield* open()
        const cheap = yield* submit({ lines: [line("A", 3, { purchasePrice: "1", lot: "L-1" })] })
        const dear = yield* submit({ lines: [line("A", 2, { purchasePrice: "9", lot: "L-2" })] })
        yield* receive(cheap.asnNumber, "B-1", [received("A", 3)], { updatedAt: "2026-01-01T00:00:00.000Z" })
        yield* receive(dear.asnNumber, "B-1", [received("A", 2)], { updatedAt: "2026-02-01T00:00:00.000Z" })
        const own = `${dear.asnNumber}-B-1`
        const batches = Effect.map(rows("batch", "received_at"), (all) =>
          all.map((row) => [row.batch_no, row.asn_number, Number(row.purchase_price), row.lot, Number(row.received_at)]))
        assert.deepStrictEqual(yield* batches, [
          ["B-1", cheap.asnNumber, 1, "L-1", Date.UTC(2026, 0, 1)],
          [own, dear.asnNumber, 9, "L-2", Date.UTC(2026, 1, 1)]
        ])
        const pieces = Effect.map(rows("cell", "batch_no = 'B-1' DESC"), (all) => all.map((row) => [row.batch_no, Number(row.on_hand)]))
        assert.deepStrictEqual(yield* pieces, [["B-1", 3], [own, 2]])
        assert.strictEqual(Number((yield* rows("balance_value"))[0]?.total_cost), 21)
        yield* check
      }))

    it.effect("books no more damaged pieces than a report received, so that no good piece is taken away (D1-243, U-82)", () =>
      Effect.gen(function*() {
        const { check, figures, order, receive, rows, submit } = yield* open()
        const { asnNumber } = yield* submit({ lines: [line("A", 10)] })
        yield* receive(asnNumber, "B-1", [received("A", 4)])
        yield* receive(asnNumber, "B-2", [received("A", 2, { bad: 5 })])
        yield* receive(asnNumber, "B-3", [received("A", 1, { good: 0, bad: 3 })])
        assert.deepStrictEqual(yield* figures("1", "A"), { total: 7, unavailable: 3, transit_manual: 3 })
        const [booked] = yield* rows("inbound_line")
        assert.deepStrictEqual(["received", "good", "bad"].map((name) => Number(booked?.[name])), [7, 4, 3])
        assert.strictEqual(Number((yield* order(asnNumber))?.has_exception), 1)
        yield* check
      }))

    it.effect("counts damaged pieces on the line of damaged goods, wherever that line stands in the order (E-525)", () =>
      Effect.gen(function*() {
        const { check, order, receive, rows, submit } = yield* open()
        for (const lines of [[line("A", 5), line("A", 3, { condition: "damaged" })], [line("A", 3, { condition: "damaged" }), line("A", 5)]] as const) {
          const { asnNumber } = yield* submit({ lines })
          yield* receive(asnNumber, `${asnNumber}-1`, [received("A", 2, { good: 0, bad: 2 })])
          const counted = (yield* rows("inbound_line", "line")).filter((row) => row.asn_number === asnNumber)
          assert.deepStrictEqual(counted.map(({ bad, expected, good }) => [Number(expected), Number(good), Number(bad)]), lines.map(({ expected }) => [expected, 0, expected === 3 ? 2 : 0]))
          // They came as announced, so a person has nothing to look at.
          assert.strictEqual(Number((yield* order(asnNumber))?.has_exception), 0)
        }
        yield* check
      }))

    it.effect("shows an order as finished, not as cancelled, if its warehouse cancels it after goods were received (U-105)", () =>
      Effect.gen(function*() {
        const { check, figures, order, receive, submit } = yield* open()
        const { asnNumber } = yield* submit({ lines: [line("A", 10)] })
        yield* receive(asnNumber, "B-1", [received("A", 4)])
        yield* receive(asnNumber, undefined, [received("A", 4)], { phase: "cancelled", status: "CANCELLED" })
        assert.deepInclude(yield* order(asnNumber), { status: "FINISHED", phase: "closed" })
        assert.deepStrictEqual(yield* figures("1", "A"), { total: 4 })
        const empty = yield* submit({ lines: [line("B", 10)] })
        yield* receive(empty.asnNumber, undefined, [received("B", 0)], { phase: "cancelled", status: "CANCELLED" })
        assert.deepInclude(yield* order(empty.asnNumber), { status: "CANCELLED", phase: "cancelled" })
        assert.deepStrictEqual(yield* figures("1", "B"), {})
        yield* check
      }))

    it.effect("leaves freight and transfer costs out of the value of the goods, in whatever currency they are (E-592)", () =>
      Effect.gen(function*() {
        const { check, receive, rows, submit } = yield* open()
        const prices = { purchasePrice: "10", firstLegPrice: "2", transferPrice: "0.5" }
        const { asnNumber } = yield* submit({ lines: [line("A", 4, prices)] })
        const elsewhere = yield* submit({ firstLegCurrency: "USD", transferCurrency: "EUR", lines: [line("B", 4, prices)] })
        const values = Effect.map(rows("balance_value", "sku, currency"), (all) =>
          all.map((row) => [row.sku, row.currency, ...["total_cost", "total_goods", "transit_cost", "transit_goods"].map((name) => Number(row[name]))]))
        yield* receive(asnNumber, "B-1", [received("A", 1)])
        yield* receive(elsewhere.asnNumber, "B-2", [received("B", 1)])
        assert.deepStrictEqual(yield* values, [
          ["A", "CNY", 12.5, 10, 37.5, 30],
          ["B", "CNY", 10, 10, 30, 30],
          ["B", "EUR", 0.5, 0, 1.5, 0],
          ["B", "USD", 2, 0, 6, 0]
        ])
        yield* check
      }))

    it.effect("rounds the price of a batch that was bought at several, so that its value is not short of what was paid", () =>
      Effect.gen(function*() {
        const { check, receive, rows, submit } = yield* open({ keepDuplicateLines: ["One"] })
        const bought = (sku: string, ...parts: ReadonlyArray<readonly [count: number, purchasePrice: string]>) =>
          parts.map(([count, purchasePrice]) => line(sku, count, { purchasePrice }))
        const [first, ...others] = [...bought("A", [1, "1"], [2, "2"]), ...bought("B", [1, "1"], [1, "1.0001"]), ...bought("C", [2, "1"], [1, "2"])]
        const { asnNumber } = yield* submit({ mergesRepeatedSkus: false, lines: [first!, ...others] })
        yield* receive(asnNumber, "B-1", [received("A", 3), received("B", 2), received("C", 3)])
        const prices = (yield* rows("batch", "sku")).map(({ purchase_price, sku }) => [sku, purchase_price])
        // Of 5 / 3, of exactly half a step, and of 4 / 3.
        assert.deepStrictEqual(prices, [["A", "1.6667"], ["B", "1.0001"], ["C", "1.3333"]])
        yield* check
      }))

    it.effect("refuses a report of parts of pieces", () =>
      Effect.gen(function*() {
        const { receive } = yield* open()
        assert.strictEqual(yield* reasonOf(receive("ASN", "B", [received("A", 1, { good: "0.5" })])), "RequestInvalid /lines/0/good")
      }))

    it.effect("begins with the opening stock, once", () =>
      Effect.gen(function*() {
        const openingStock = [{ warehouse: "One", sku: "A", quantity: 100, purchasePrice: "3" }, { warehouse: "Two", sku: "NEW", quantity: 5 }]
        const first = yield* open({ openingStock })
        const again = yield* open({ openingStock: [...openingStock, { warehouse: "Two", sku: "B", quantity: 1 }] }, first.session.books)
        assert.deepStrictEqual(yield* Effect.all([again.figures("1", "A"), again.figures("2", "NEW"), again.figures("2", "B")]), [
          { total: 100 },
          { total: 5 },
          { total: 1 }
        ])
        yield* again.check
      }))
  })
}
