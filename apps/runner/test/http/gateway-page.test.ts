/**
 * What the page of the gateway says about calls that the business decides, asked of a runner with the sandbox warehouse.
 * `UPDATE_DOCS=1` writes the table of the page anew.
 */
import { assert, describe, it } from "@effect/vitest"
import { gatewaySha1 } from "@crossdock/protocols/signing"
import { sandbox } from "@crossdock/warehouse-sandbox"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { readFileSync, writeFileSync } from "node:fs"
import * as Routes from "../../src/http/Routes.ts"
import { nothingOwed, pass, world } from "../support/World.ts"

const page = new URL("../../../../docs/spec/2a-gateway.md", import.meta.url)

const link = {
  id: "acc-1",
  furtherCallers: [{ protocol: "gateway", id: "app-1", secretKey: "app-secret", warehouseKey: "K-1" }]
} as const

const order = {
  warehouseKey: "K-1",
  orderNumber: "SO-1",
  onlineOrderId: "P-1",
  shopName: "Shop",
  warehouseCode: "SBX-1",
  logisticsCode: "SBX-STD",
  platform: "OTHER",
  freight: 4.5,
  codEnabled: 0,
  receiver: { name: "A", phone: "1", email: "", country: "NL", state: "NH", city: "A", address1: "x", postalCode: "1" },
  skuList: [{ sku: "SKU-1001", erpSku: "E-1", name: "n", quantity: "1", amount: 10 }]
}

const asn = { warehouseKey: "K-1", asnNumber: "ASN-1", warehouseCode: "SBX-1", type: "PURCHASE", skuList: [{ sku: "SKU-1001", quantity: 10 }] }

const ordered = (sku: string, quantity: string) => [{ ...order.skuList[0], sku, quantity }]
const named = (orderNumber: string) => ({ warehouseKey: ["K-1"], cancelOrderList: [{ orderNumber }] })
const asked = (...orderNumbers: ReadonlyArray<string>) => ({ warehouseKey: "K-1", getOrderInfoList: orderNumbers.map((orderNumber) => ({ orderNumber })) })
const asnsAsked = { warehouseKey: "K-1", asnNumbers: ["ASN-1"] }

const post = (routes: Routes.Routes, method: string, value: unknown) => {
  const body = JSON.stringify(value)
  const path = `/global-api/v1/warehouse/${method}`
  const sign = gatewaySha1.sign({ id: "app-1", content: body }, Redacted.make("app-secret"))
  return Effect.map(
    routes.of(path)!.serve({ method: "POST", url: new URL(path, "http://runner.test"), headers: [["content-type", "application/json"], ["appKey", "app-1"], ["sign", sign]], body }),
    (response) => ({ status: response.status, body: JSON.parse(response.body) })
  )
}

type Answered = Effect.Success<ReturnType<typeof post>>

/** What an answer says, without texts that only this warehouse writes. */
const saidBy = ({ body, status }: Answered): string => {
  const codeOf = (text: string) => {
    const place = /^[A-Z_]+: (\/\S*): /.exec(text)?.[1]
    return `\`${text.split(": ")[0]}\`${place === undefined ? "" : ` at \`${place}\``}`
  }
  const item = body.result?.results?.[0]?.info
  const outer = body.success === true ? "`success` true" : `\`success\` false, ${codeOf(body.errorMsg)}`
  const result = item !== undefined ? ", the item too in `info`" : body.success === true ? `, \`result\` ${numberless(body.result)}` : ""
  return `HTTP ${status}: ${outer}${result}`
}

const leftOut: ReadonlySet<string> = new Set(["skuList", "finishTime", "carrierName", "trackingNumber"])
const madeNumbers: ReadonlySet<string> = new Set(["warehouseOrderNumber", "wmsAsnNumber", "referenceNumber"])

/** A result in short: without the numbers that a warehouse makes, and of records only their states. */
const numberless = (result: object): string => `\`${JSON.stringify(result, (name, value) => leftOut.has(name) ? undefined : madeNumbers.has(name) ? "…" : value)}\``

describe("the page of the gateway", () => {
  it.effect("says what a runner answers to calls that the business decides (G-358 U-18 U-62 U-142)", () =>
    world({ filename: ":memory:" }, { plugin: sandbox, links: [link] }, (w) =>
      Effect.gen(function*() {
        const routes = yield* Routes.make(w.composed)
        const rows: Array<string> = []
        const ask = Effect.fnUntraced(function*(title: string, method: string, value: unknown) {
          const answered = yield* post(routes, method, value)
          rows.push(`| ${title} | \`${method}\` | ${saidBy(answered)} |`)
          return answered
        })
        /** What the page says of the figures of a stock record. */
        const stock = Effect.map(post(routes, "syncInventory", { warehouseKey: "K-1", pageSize: 10, page: 1, warehouseCode: "SBX-1", warehouseSkuList: [{ warehouseSku: "SKU-1001" }] }), ({ body }) => {
          const [{ onwayQuantity, pendingQuantity, reservedQuantity, sellableQuantity, totalQuantity, unsellableQuantity, useQuantity }] = body.result.data
          assert.strictEqual(Number(totalQuantity), [sellableQuantity, reservedQuantity, useQuantity, unsellableQuantity, pendingQuantity].reduce((sum, figure) => sum + Number(figure), 0))
          return { onway: onwayQuantity, sellable: sellableQuantity, reserved: reservedQuantity, total: totalQuantity }
        })
        assert.deepStrictEqual(yield* stock, { onway: "0", sellable: "100", reserved: "0", total: "100" })
        yield* ask("A SKU that the warehouse does not have", "createOrder", { ...order, orderNumber: "SO-9", skuList: ordered("SKU-9", "1") })
        yield* ask("More than can be sold", "createOrder", { ...order, orderNumber: "SO-8", skuList: ordered("SKU-1002", "101") })
        yield* ask("An unknown `warehouseCode`", "createOrder", { ...order, orderNumber: "SO-7", warehouseCode: "X" })
        yield* ask("An unknown `logisticsCode`", "createOrder", { ...order, orderNumber: "SO-6", logisticsCode: "X" })
        const first = yield* ask("A create", "createOrder", order)
        const repeated = yield* ask("The same number and content again: the same result, and nothing is sent", "createOrder", order)
        assert.deepStrictEqual(repeated, first)
        const respelled = { ...order, warehouseKey: ["K-1"], freight: "4.5", codEnabled: false, remark: "", noSuchMember: 1 }
        const same = yield* ask("The same values in other forms: a number as text, the key as a list, empty members, members without effect", "createOrder", respelled)
        assert.deepStrictEqual(same, first)
        yield* ask("The same number with other content", "createOrder", { ...order, shopName: "Other" })
        yield* ask("Known and unknown orders: those that are unknown are left out", "getOrder", asked("SO-1", "SO-404"))
        yield* ask("Unknown orders only", "getOrder", asked("SO-404"))
        yield* ask("A cancel of an unknown order", "cancelOrder", named("SO-404"))
        yield* ask("A cancel", "cancelOrder", named("SO-1"))
        yield* ask("The cancel again", "cancelOrder", named("SO-1"))
        const next = yield* ask("The number after the cancel, with other content: a new order", "createOrder", { ...order, shopName: "Other" })
        assert.notStrictEqual(next.body.result.warehouseOrderNumber, first.body.result.warehouseOrderNumber)
        assert.deepStrictEqual(yield* stock, { onway: "0", sellable: "99", reserved: "1", total: "100" })
        yield* pass(10_000, 500)
        yield* nothingOwed
        assert.deepStrictEqual(yield* stock, { onway: "0", sellable: "99", reserved: "0", total: "99" })
        yield* ask("A cancel of a shipped order", "cancelOrder", named("SO-1"))
        yield* ask("The same number and content after the order has left", "createOrder", { ...order, shopName: "Other" })
        yield* ask("The same number with other content after the order has left", "createOrder", order)
        yield* ask("A SKU that the warehouse does not have", "createAsnOrder", { ...asn, asnNumber: "ASN-9", skuList: [{ sku: "SKU-9", quantity: 1 }] })
        const announced = yield* ask("A create", "createAsnOrder", asn)
        assert.deepStrictEqual(yield* stock, { onway: "10", sellable: "99", reserved: "0", total: "99" })
        yield* ask("The same number with other content", "createAsnOrder", { ...asn, customNumber: "C" })
        yield* ask("An unknown inbound order", "cancelAsnOrder", { warehouseKey: "K-1", asnNumbers: ["ASN-404"] })
        yield* ask("Unknown inbound orders only", "getAsnList", { warehouseKey: "K-1", asnNumbers: ["ASN-404"] })
        yield* ask("A cancel before goods have arrived", "cancelAsnOrder", { warehouseKey: "K-1", asnNumbers: ["ASN-1"] })
        yield* ask("The status after the cancel", "getAsnList", asnsAsked)
        assert.deepStrictEqual(yield* stock, { onway: "0", sellable: "99", reserved: "0", total: "99" })
        const reopened = yield* ask("The number after the cancel: a new order", "createAsnOrder", asn)
        assert.notStrictEqual(reopened.body.result.wmsAsnNumber, announced.body.result.wmsAsnNumber)
        yield* pass(10_000, 500)
        yield* nothingOwed
        assert.deepStrictEqual(yield* stock, { onway: "0", sellable: "109", reserved: "0", total: "109" })
        yield* ask("A cancel after goods have arrived", "cancelAsnOrder", { warehouseKey: "K-1", asnNumbers: ["ASN-1"] })
        yield* ask("The status of a received order", "getAsnList", asnsAsked)
        yield* ask("The same number with other content after `FINISHED`", "createAsnOrder", { ...asn, customNumber: "C" })
        const product = { warehouseKey: "K-1", warehouseCode: "SBX-1", sku: "SKU-N", erpSku: "E-N", title: "Lamp" }
        yield* ask("A new product", "insertSkuInfo", product)
        yield* ask("A product that exists already: it is changed, and the answer does not say so", "insertSkuInfo", { ...product, title: "Desk lamp" })
        const block = /(<!-- business -->\n)[^]*?(\n<!-- end -->)/
        const table = ["| Call | Operation | Answer |", "| --- | --- | --- |", ...rows].join("\n")
        const text = readFileSync(page, "utf8")
        const wanted = text.replace(block, (_, start: string, end: string) => `${start}${table}${end}`)
        assert.include(wanted, table)
        if (process.env["UPDATE_DOCS"] === "1") writeFileSync(page, wanted)
        assert.strictEqual(readFileSync(page, "utf8"), wanted, "the page is out of date; UPDATE_DOCS=1 writes it anew")
      }) as never))
})
