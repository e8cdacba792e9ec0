/**
 * Three plugins that nobody has finished, as a proof that records of real peers have a place in the models: they map Shopify, WooCommerce
 * and Odoo with no cast and no invented value, and what they read goes through the contracts.
 */
import { Decimal, ErpV1, PlatformV1, Quantity } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { assert, describe, expect, it } from "vitest"
import * as answers from "../skeletons/answers.ts"
import { readyOrderOf } from "../skeletons/odoo/mapping.ts"
import { odoo } from "../skeletons/odoo/plugin.ts"
import { orderOf as shopifyOrderOf } from "../skeletons/shopify/mapping.ts"
import { shopify } from "../skeletons/shopify/plugin.ts"
import { readEach } from "../skeletons/values.ts"
import { orderOf as wooOrderOf } from "../skeletons/woocommerce/mapping.ts"
import { woocommerce } from "../skeletons/woocommerce/plugin.ts"

const folder = fileURLToPath(new URL("../skeletons/", import.meta.url))
const sourceOf = (path: string): string => readFileSync(`${folder}${path}`, "utf8").replaceAll(/\/\*[^]*?\*\/|\/\/.*$/gm, "").replaceAll(/^import .*$/gm, "")
const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".ts"))
const mappings = files.filter((path) => path.endsWith("mapping.ts"))

const casts = /(?<!\.)\bas\b|\bany\b|\bunknown\b|[\w)\]]!(?!=)|@ts-/g
/** A comparison with a word, a number or nothing decides; everything else that is written out is a value that the peer did not tell. */
const comparisons = /[!=]==? (?:"[^"]*"|-?\d+|null|undefined)/g
const constants = /"[^"]*"|'[^']*'|`[^`]*`|\b\d+\b|\btrue\b|\bfalse\b|\bnull\b/g
const constantsIn = (source: string) =>
  source.replaceAll(comparisons, "").replaceAll(/join\("[^"]*"\)/g, "").match(constants) ?? []

describe("the skeletons of plugins for real peers", () => {
  it("import published entry points alone, and have no cast (24)", () => {
    expect(mappings.toSorted()).toEqual(["odoo/mapping.ts", "shopify/mapping.ts", "woocommerce/mapping.ts"])
    for (const path of files) {
      expect([path, sourceOf(path).match(casts) ?? []]).toEqual([path, []])
      const imported = [...readFileSync(`${folder}${path}`, "utf8").matchAll(/^import .* from "([^".][^"]*)"$/gm)].map(([, name]) => name)
      expect([path, imported.filter((name) => name !== "@crossdock/core" && !/^effect\/\w+$/.test(name ?? ""))]).toEqual([path, []])
    }
  })

  it("put no constant where a value of the peer belongs (24)", () => {
    for (const path of mappings) expect([path, constantsIn(sourceOf(path))]).toEqual([path, []])
    assert.deepStrictEqual(constantsIn("({ sku: \"none\", quantity: pieces(1), isGift: false })"), ["\"none\"", "1", "false"])
  })

  it("are plugins of their contracts (24)", () => {
    const none = () => Effect.succeed({ nodes: [], orders: [], records: [] })
    assert.deepStrictEqual([shopify(none).id, woocommerce(none).id, odoo({ deliveries: none, write: () => Effect.void }).id], ["platform-shopify", "platform-woocommerce", "erp-odoo"])
  })
})

const pieces = (quantity: Quantity.Quantity | undefined) => quantity && Quantity.toNumber(quantity)
const throughContract = <A, E>(schema: Schema.Codec<A, E>, value: A): A =>
  Schema.decodeUnknownSync(schema)(JSON.parse(JSON.stringify(Schema.encodeSync(schema)(value))))

describe("an order of Shopify", () => {
  const shop = { platform: "shopify", shopId: "7", onDelivery: new Set(["Cash on Delivery (COD)"]) }
  const order = throughContract(PlatformV1.GetOrders.success, { items: [shopifyOrderOf(shop, answers.shopify)] }).items[0]!

  it("has what the shop tells, and nothing else (24)", () => {
    const { deliveryMethod, displayNumber, holdReason, incoterm, phase, pricesIncludeTax, purchaseOrderNumber, receiver } = order
    assert.deepStrictEqual({ deliveryMethod, displayNumber, holdReason, incoterm, phase, pricesIncludeTax, purchaseOrderNumber }, {
      deliveryMethod: "shipping", displayNumber: "#1001", holdReason: "Address: is checked", incoterm: "DDP", phase: "onHold", pricesIncludeTax: true, purchaseOrderNumber: "PO-7"
    })
    assert.deepStrictEqual([receiver.company, receiver.instructions].map((text) => text && Redacted.value(text)), ["Example B.V.", "ring twice"])
    assert.deepStrictEqual(order.taxIds?.map(({ country, kind, of }) => [of, kind, country]), [["buyer", "TAX_CREDENTIAL_IT", "IT"]])
    assert.isUndefined(order.buyerMessage)
  })

  it("has lines without a SKU and without goods, and what was refunded (24)", () => {
    assert.deepStrictEqual(order.lines.map(({ productId, quantity, refundedQuantity, requiresShipping, sku }) => [sku, productId, pieces(quantity), pieces(refundedQuantity), requiresShipping]), [
      ["MUG-1", "gid://shopify/Product/1", 3, 1, true],
      [undefined, undefined, 1, 0, false]
    ])
  })

  it("that is paid on delivery is open, and the carrier collects what is outstanding (24)", () => {
    const cash = { ...answers.shopify.order, paymentGatewayNames: ["Cash on Delivery (COD)"], displayFinancialStatus: "PENDING", displayFulfillmentStatus: "UNFULFILLED", totalOutstandingSet: { shopMoney: { amount: "30.00", currencyCode: "EUR" } } } as const
    const found = shopifyOrderOf(shop, { ...answers.shopify, order: cash })
    assert.deepStrictEqual([found.phase, found.paymentMethod, found.cashOnDelivery && Decimal.toText(found.cashOnDelivery)], ["open", "cashOnDelivery", "30.00"])
  })
})

it("an order of WooCommerce has what the shop tells: guests, refunds, virtual and deleted products, and a pick-up (24)", () => {
  const order = throughContract(PlatformV1.GetOrders.success, { items: [wooOrderOf({ platform: "woocommerce", shopId: "8" }, answers.woocommerce)] }).items[0]!
  assert.deepStrictEqual([order.buyerId, order.displayNumber, order.deliveryMethod, order.phase, order.paymentMethod], [undefined, "727-A", "pickup", "open", "cashOnDelivery"])
  assert.deepStrictEqual(order.lines.map(({ customization, productId, quantity, refundedQuantity, requiresShipping, sku }) => [sku, productId, pieces(quantity), pieces(refundedQuantity), requiresShipping, customization?.length]), [
    ["MUG-1", "93", 2, 1, true, 1],
    [undefined, undefined, 1, 0, undefined, 0],
    ["PDF-1", "94", 1, 0, false, 0]
  ])
  assert.deepStrictEqual(order.fees?.map(({ amount, name }) => [name, Decimal.toText(amount)]), [["cash on delivery", "1.00"]])
})

describe("a delivery of Odoo", () => {
  const company = { pieceUnit: 1 }

  it("is an order that is ready for its warehouse (24)", () => {
    const found = throughContract(ErpV1.ListOutboundOrders.success, { items: [readyOrderOf(company, answers.odoo)!] }).items[0]!
    const { lines, receiver, warehouseCode } = found.order
    assert.deepStrictEqual([found.state, warehouseCode, receiver.addressType, receiver.company && Redacted.value(receiver.company)], ["ready", "WH", "residential", "Example B.V."])
    assert.deepStrictEqual(lines.map(({ hsCode, price, quantity, sku, unit }) => [sku, Decimal.toText(quantity), unit, hsCode, price?.per]), [
      ["MUG-1", "2", undefined, "6912", "piece"],
      ["CLAY", "1.5", "kg", undefined, undefined]
    ])
  })

  it("that waits for goods is not told, and one without an address is named as unreadable (24)", () => {
    const waiting = { ...answers.odoo, picking: { ...answers.odoo.picking, state: "waiting" as const } }
    const nowhere = { ...answers.odoo, partner: { ...answers.odoo.partner, street: false as const } }
    assert.isUndefined(readyOrderOf(company, waiting))
    assert.deepStrictEqual(readEach([nowhere], ({ picking }) => picking.name, (one) => readyOrderOf(company, one)), { items: [], unreadable: ["WH/OUT/00009"] })
  })
})
