/**
 * Answers of Vendure, as its Admin API writes them, and an adapter on a wire that gives them.
 */
import { PlatformV1, Transport } from "@crossdock/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { vendure } from "../src/Adapter.ts"
import { Settings } from "../src/Settings.ts"

export const settings = (written: Readonly<Record<string, unknown>> = {}): Settings =>
  Schema.decodeUnknownSync(Settings)({ adminApiUrl: "https://shop.example/admin-api", apiKey: "key-of-the-shop", ...written })

export interface Asked {
  readonly document: string
  readonly variables: Readonly<Record<string, any>>
  readonly request: Transport.Request
}

const ok = (body: unknown): Transport.Response => ({
  status: 200,
  headers: [["content-type", "application/json"]],
  body: typeof body === "string" ? body : JSON.stringify(body)
})

/** The data of an answer, or a whole response. */
export type Reply = { readonly data: unknown } | { readonly response: Transport.Response }

/** An adapter whose requests are answered by a function, and the requests that it has sent. */
export const open = (reply: (asked: Asked) => Reply, written: Readonly<Record<string, unknown>> = {}) => {
  const sent: Array<Asked> = []
  const send: Transport.Transport["Service"]["send"] = (request) => Effect.sync(() => {
    const { query, variables } = JSON.parse(request.body) as { query: string; variables: Asked["variables"] }
    const asked = { document: /^\w+ \w+/.exec(query)![0], variables, request }
    sent.push(asked)
    const answer = reply(asked)
    return "response" in answer ? answer.response : ok({ data: answer.data })
  })
  const adapter = Effect.runSync(Effect.scoped(Effect.map(
    Layer.build(Layer.provide(vendure.layer(settings(written)), Layer.succeed(Transport.Transport, { send }))),
    (services) => Context.get(services, PlatformV1.Platform)
  )))
  return { adapter, sent }
}

/** An adapter that gets the same answer to every request. */
export const openWith = (response: Partial<Transport.Response>) => open(() => ({ response: { ...ok(""), ...response } }))

/** An order of two lines with a discount, in two parcels, one of which has not left. Prices have no tax, which is 20 %. */
export const order = {
  id: "7",
  code: "PJQ4",
  type: "Regular",
  state: "PartiallyShipped",
  createdAt: "2026-11-20T08:00:00.000Z",
  updatedAt: "2026-11-20T08:59:59.000Z",
  orderPlacedAt: "2026-11-20T09:00:00.123Z",
  currencyCode: "EUR",
  couponCodes: ["TEN"],
  totalWithTax: 4916,
  shippingWithTax: 600,
  customer: { id: "3", title: null, firstName: "Jane", lastName: "Planted", emailAddress: "jane@shop.example", phoneNumber: "" },
  shippingAddress: {
    fullName: "Jane Planted",
    company: "Planted Ltd",
    streetLine1: "Planted Street 1",
    streetLine2: "Backyard",
    city: "Berlin",
    province: "",
    postalCode: "10115",
    country: "Germany",
    countryCode: "DE",
    phoneNumber: "+49 30 901820"
  },
  billingAddress: null,
  lines: [
    {
      id: "11", quantity: 2, lineTax: 400, unitPriceWithTax: 1199, discountedUnitPriceWithTax: 1199, proratedUnitPriceWithTax: 1079,
      linePriceWithTax: 2398, proratedLinePriceWithTax: 2158, productVariant: { id: "1", productId: "5", sku: "SKU-1", name: "Chair, blue" }
    },
    {
      id: "12", quantity: 1, lineTax: 400, unitPriceWithTax: 2398, discountedUnitPriceWithTax: 2398, proratedUnitPriceWithTax: 2158,
      linePriceWithTax: 2398, proratedLinePriceWithTax: 2158, productVariant: { id: "2", productId: "6", sku: "", name: "" }
    }
  ],
  surcharges: [],
  discounts: [{ adjustmentSource: "PROMOTION:1", type: "PROMOTION", description: "Ten percent", amount: -400, amountWithTax: -480 }],
  shippingLines: [{ price: 500, priceWithTax: 600, discountedPrice: 500, discountedPriceWithTax: 600, shippingMethod: { id: "1", code: "standard", name: "Standard Post" } }],
  payments: [
    { id: "1", method: "card", amount: 4916, state: "Declined", transactionId: null, createdAt: "2026-11-20T08:58:00.000Z", updatedAt: "2026-11-20T08:58:00.000Z" },
    { id: "2", method: "card", amount: 4916, state: "Settled", transactionId: "x", createdAt: "2026-11-20T09:00:00.000Z", updatedAt: "2026-11-20T09:00:01.000Z" }
  ],
  fulfillments: [
    { id: "2", state: "Pending", method: "Express", trackingCode: "T-2", createdAt: "2026-11-21T10:00:00.000Z", updatedAt: "2026-11-21T10:00:00.000Z", lines: [{ orderLineId: "12", quantity: 1 }] },
    { id: "1", state: "Shipped", method: "Express", trackingCode: "T-1", createdAt: "2026-11-21T09:00:00.000Z", updatedAt: "2026-11-21T09:30:00.000Z", lines: [{ orderLineId: "11", quantity: 2 }] },
    { id: "3", state: "Cancelled", method: "Express", trackingCode: "T-3", createdAt: "2026-11-21T09:10:00.000Z", updatedAt: "2026-11-21T09:20:00.000Z", lines: [{ orderLineId: "12", quantity: 1 }] }
  ]
}

export const serverConfig = (moneyStrategyPrecision = 2) => ({ globalSettings: { serverConfig: { moneyStrategyPrecision } } })
