/**
 * A real Vendure as the peer of the conformance suite: its buyers, what it has stored, and a wire that breaks.
 */
import { Decimal, PlatformOrder, Transport } from "@crossdock/core"
import type { PlatformV1Suite } from "@crossdock/testkit"
import { Peer } from "@crossdock/testkit/peers"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import type { Shop, ShopOrder } from "../../../tools/peers/vendure-shop.mjs"
import { fields } from "../src/OrderFields.ts"
import { documentOf, wire } from "./fixture.ts"

type VendureFixture = PlatformV1Suite.Options<never, never>["fixture"]

/** Requests end after this long, so that one that gets no answer does not make a test wait. */
const patience = Duration.millis(100)

const answer = (error: object): Transport.Response => ({
  status: 200,
  headers: [["content-type", "application/json"]],
  body: JSON.stringify({ errors: [error], data: null })
})

/** A wire to Vendure that the suite can break. */
export const breakable = () => {
  const peer = Peer.make({
    lacks: ["endless-pages", "repeated-page", "empty-page", "refuse", "bad-record"],
    isWrite: (request) => documentOf(request).startsWith("mutation"),
    serve: (request, mode) => {
      if (mode.is("credential")) return Effect.succeed(answer({ message: "You are not currently authorized", extensions: { code: "FORBIDDEN" } }))
      // A code of a plugin that the shop may have installed.
      if (mode.is("refuse-unlisted")) return Effect.succeed(answer({ message: "this channel is closed", extensions: { code: "CHANNEL_CLOSED" } }))
      return Effect.orDie(wire.send(request))
    }
  })
  const layer = Layer.effect(
    Transport.Transport,
    Effect.map(Transport.Transport, ({ send }) => ({ send: (request: Transport.Request) => send({ timeout: patience, ...request }) }))
  ).pipe(Layer.provide(peer.layer))
  return { peer, layer }
}

const decode = Schema.decodeSync(PlatformOrder.PlatformOrder)

/** Writes cents as an amount. */
const dollars = (cents: number): string => `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, "0")}`

/** The order as the contract states it, from what Vendure has stored. */
const expected = (order: ShopOrder, raw: string): PlatformOrder.PlatformOrder => {
  const times = [order.updatedAt, order.orderPlacedAt!, ...order.payments.map(({ updatedAt }) => updatedAt)]
  const discount = dollars(-order.discounts.reduce((sum, { amountWithTax }) => sum + amountWithTax, 0))
  return decode({
    platform: "vendure",
    shopId: "1",
    onlineOrderId: order.code,
    createdAt: order.orderPlacedAt!,
    paidAt: order.payments[0]!.createdAt,
    modifiedAt: times.toSorted().at(-1)!,
    phase: "open",
    status: "PaymentSettled",
    paymentMethod: "online",
    currency: "USD",
    total: dollars(order.totalWithTax),
    freight: "6.00",
    buyerPaidFreight: "6.00",
    discount,
    sellerDiscount: discount,
    buyerName: "Quirina Plantagenet",
    receiver: {
      name: "Quirina Plantagenet",
      phone: "+49 30 901820",
      email: `buyer-${order.code.toLowerCase()}@shop.example`,
      country: "DE",
      state: "BE",
      city: "Berlin",
      address1: "Planted Street 1",
      postalCode: "10115"
    },
    lines: order.lines.map((line) => ({
      lineId: line.id,
      productId: line.productVariant.productId,
      variantId: line.productVariant.id,
      sku: line.productVariant.sku,
      title: line.productVariant.name,
      quantity: line.quantity,
      currency: "USD",
      price: dollars(line.unitPriceWithTax),
      originalPrice: dollars(line.unitPriceWithTax),
      paidPrice: dollars(line.proratedUnitPriceWithTax),
      paidAmount: dollars(line.proratedLinePriceWithTax),
      tax: dollars(line.lineTax),
      goodsTax: dollars(line.lineTax),
      discount: dollars(line.linePriceWithTax - line.proratedLinePriceWithTax),
      discountedTotal: dollars(line.proratedLinePriceWithTax),
      sellerDiscount: dollars(line.unitPriceWithTax - line.proratedUnitPriceWithTax)
    })),
    shippingService: "express",
    carrierCode: "express",
    carrierName: "Express Courier",
    raw
  })
}

/** Everything that Vendure can be made to do for the suite. */
export const fixtureOf = (shop: Shop, { peer }: ReturnType<typeof breakable>): VendureFixture => {
  const at = <A>(work: () => Promise<A>) => Effect.promise(work)
  const message = async (code: string): Promise<string> => {
    const query = `query($c: String!) { orders(options: { filter: { code: { eq: $c } } }) { items { ${fields} } } }`
    const { orders } = await shop.admin<{ orders: { items: ReadonlyArray<unknown> } }>(query, { c: code })
    // Vendure writes its answers without blanks, as JSON.stringify does.
    return JSON.stringify(orders.items[0])
  }
  return {
    // Vendure has no place for a code of the carrier or for a hold, and this shop sells no goods on delivery.
    placeOrder: (code) => at(async () => {
      const cart = await shop.cart(code, { "SKU-1": 2, "SKU-2": 1 })
      await cart.checkOut({ coupon: "TEN", firstName: "Quirina", lastName: "Plantagenet", method: "express" })
      await cart.pay()
      return expected(await shop.order(code), await message(code))
    }),
    shipments: (code) => at(async () =>
      (await shop.order(code)).fulfillments.toSorted((a, b) => Number(a.id) - Number(b.id)).map(({ lines, trackingCode }) => ({
        trackingNumber: trackingCode,
        lines: lines.map(({ orderLineId, quantity }) => ({ lineId: orderLineId, quantity }))
      }))),
    product: shop.variants["SKU-3"]!,
    stock: at(async () => (await shop.levels("SKU-3")).reduce((sum, { stockOnHand }) => sum + stockOnHand, 0)),
    faults: peer.faults,
    requests: peer.requests,
    timeZone: "UTC"
  }
}

/** Amounts in cents, as Vendure writes them. */
export const cents = (amount: Decimal.Decimal): number => Number(Decimal.toText(amount).replace(".", ""))
