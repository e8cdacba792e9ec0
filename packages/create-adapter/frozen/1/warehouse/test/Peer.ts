/**
 * Acme in memory: its API with a small warehouse. Tests can read its records and set faults.
 */
import { Transport } from "@crossdock/core"
import { type SuiteFixture, Peer, type Refusal, type PeerFields, WarehouseFixture, WarehouseStore } from "@crossdock/testkit/peers"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Issuer from "./Issuer.ts"
import { createHmac } from "node:crypto"

/** The webhook that Acme sends when an order has changed; it holds only the order's number. */
const callbacksOf = (hookKey: string): NonNullable<SuiteFixture.SuiteFixture["callbacks"]> => {
  const changed = (orderNumber: string, sign: SuiteFixture.Sign): Transport.Request => {
    const body = JSON.stringify({ changed: orderNumber })
    const signature = createHmac("sha256", sign === "forged" ? "another key" : hookKey).update(body).digest("hex")
    const headers: Transport.Headers = sign === "none" ? [] : [["x-signature", signature]]
    return { method: "POST", url: new URL("https://crossdock.test/callbacks/acme"), headers, body }
  }
  return {
    outbound: (orderNumber, sign) => Effect.sync(() => changed(orderNumber, sign)),
    foreign: Effect.sync(() => changed("AN-ORDER-OF-SOMEBODY-ELSE", "genuine")),
    isAccepted: ({ status }) => status === 200
  }
}

const json = (status: number, body: unknown): Transport.Response => ({
  status,
  headers: [["content-type", "application/json"]],
  body: JSON.stringify(body)
})

const refused = (status: number, code: string, message: string) => json(status, { code, message })

/** Acme's error codes for the refusals of the store. */
const codes: Readonly<Record<Refusal.Code, string>> = {
  DUPLICATE: "order-exists",
  NOT_FOUND: "order-unknown",
  NOT_CANCELLABLE: "order-left",
  UNKNOWN_SKU: "item-unknown",
  UNKNOWN_WAREHOUSE: "warehouse-unknown",
  UNKNOWN_CHANNEL: "service-unknown",
  INVALID: "invalid",
  CODE_UNKNOWN: "code-unknown"
}

/** Acme's statuses of an order. */
const words: Readonly<Record<WarehouseStore.OutboundRecord["state"], string>> = {
  open: "picking",
  "part-shipped": "partly-shipped",
  shipped: "shipped",
  delivered: "delivered",
  cancelled: "cancelled",
  failed: "failed"
}

const orderOf = ({ number, parcels, reason, state, fields, word }: WarehouseStore.OutboundRecord) => {
  const parcel = parcels.at(-1)
  return {
    reference: fields.orderNumber,
    id: number,
    state: word ?? words[state],
    ...(parcel && {
      carrier: parcel.carrierName,
      tracking: parcel.trackingNumber,
      shippedAt: DateTime.formatIso(DateTime.makeUnsafe(parcel.shippedAt)),
      ...(parcel.deliveredAt !== undefined && { deliveredAt: DateTime.formatIso(DateTime.makeUnsafe(parcel.deliveredAt)) })
    }),
    parcels: parcels.map(({ carrierName, lines, shippedAt, trackingNumber }) => ({
      carrier: carrierName,
      tracking: trackingNumber,
      shippedAt: DateTime.formatIso(DateTime.makeUnsafe(shippedAt)),
      items: lines.map(({ quantity, sku }) => ({ item: sku, quantity }))
    })),
    ...(reason !== undefined && { reason })
  }
}

/** Converts a received order to the fields that the suite compares. */
const fieldsOf = (body: string): PeerFields.OutboundFields => {
  const { collect, freight, items, orderedAt, reference, service, shopReference, to, warehouse } = JSON.parse(body)
  return {
    orderNumber: reference,
    onlineOrderId: shopReference,
    warehouseCode: warehouse,
    channelCode: service,
    freight,
    cashOnDelivery: collect,
    orderedAt,
    receiver: {
      name: to.name,
      phone: to.phone,
      email: to.email,
      country: to.country,
      state: to.state,
      city: to.city,
      district: to.district,
      address1: to.street,
      address2: to.street2,
      postalCode: to.zip
    },
    lines: items.map(({ item, ...line }: { readonly item: string; readonly quantity: number }) => ({ sku: item, ...line }))
  }
}

/** The members that the API has a field for. */
const carries: ReadonlyArray<PeerFields.OutboundMember> = [
  "orderNumber",
  "onlineOrderId",
  "warehouseCode",
  "channelCode",
  "freight",
  "cashOnDelivery",
  "orderedAt",
  "receiver.name",
  "receiver.phone",
  "receiver.email",
  "receiver.country",
  "receiver.state",
  "receiver.city",
  "receiver.district",
  "receiver.address1",
  "receiver.address2",
  "receiver.postalCode",
  "lines.order",
  "lines.sku",
  "lines.name",
  "lines.quantity",
  "lines.price",
  "currency"
]

const serve = (store: WarehouseStore.WarehouseStore, { accepts, grant, issue }: Issuer.Issuer): Peer.Serve => ({ body, headers, method, url }, mode) => {
  const authorization = Transport.header(headers, "authorization") ?? ""
  if (url.pathname === "/oauth/authorize") return Effect.succeed({ status: 302, headers: [["location", grant(url).href]], body: "" })
  if (url.pathname === "/oauth/token") return Effect.succeed(issue(mode.is("credential") ? undefined : authorization, body))
  if (mode.is("credential") || !accepts(authorization.slice("Bearer ".length))) {
    return Effect.succeed(refused(401, "not-authenticated", "unknown token"))
  }
  if (mode.is("refuse-unlisted")) return Effect.succeed(refused(422, "e-4711", "unexpected error"))
  const query = url.searchParams
  const answer = (): Effect.Effect<unknown, Refusal.Refusal> => {
    switch (`${method} ${url.pathname}`) {
      case "POST /orders":
        return Effect.map(store.createOutbound(fieldsOf(body)), ({ number }) => ({ id: number }))
      case "POST /orders/cancel":
        return Effect.as(store.cancelOutbound(JSON.parse(body).reference), {})
      case "GET /orders":
        return Effect.map(Effect.forEach(query.getAll("reference"), store.findOutbound), (found) => ({
          orders: mode.records(found.flatMap((each) => (each === undefined ? [] : [orderOf(each)])), "state")
        }))
      case "GET /stock": {
        const skus = query.has("item") ? { skus: query.getAll("item") } : {}
        const page = { warehouseCode: query.get("warehouse") ?? "", page: Number(query.get("page")), pageSize: Number(query.get("size")), ...skus }
        return Effect.map(store.pageOfStock(page, mode), ({ isLast, items }) => ({
          items: mode.records(items.map(({ sellable, sku, total }) => ({ item: sku, available: sellable, total })), "available"),
          last: isLast
        }))
      }
      default:
        return Effect.fail({ code: "NOT_FOUND", message: "no such address" })
    }
  }
  return Effect.match(answer(), {
    onSuccess: (value) => json(200, value),
    onFailure: ({ code, message }) => refused(422, codes[code], message)
  })
}

/** Makes a new Acme and the fixture for the suite. */
export const make = (account: Issuer.Account, hookKey: string): Peer.Peer & { readonly fixture: SuiteFixture.SuiteFixture; readonly issuer: Issuer.Issuer } => {
  const store = WarehouseStore.make()
  const issuer = Issuer.make(account)
  const peer = Peer.make({ serve: serve(store, issuer), revision: () => store.revision() + issuer.count() })
  const own = { tokenExpiry: issuer.expiry, authorization: issuer.authorization, callbacks: callbacksOf(hookKey) }
  return { ...peer, issuer, fixture: { ...WarehouseFixture.make({ store, peer, carries, tellsDelivered: true, tellsParcels: true }), ...own } }
}
