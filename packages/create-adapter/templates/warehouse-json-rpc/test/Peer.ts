/**
 * Acme in memory: its JSON-RPC over a small warehouse that the tests can look into and break.
 */
import { Transport } from "@crossdock/core"
import { type Given, Peer, type Refusal, type Told, WarehouseGiven, WarehouseStore } from "@crossdock/testkit/peers"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"

const answered = (id: unknown, outcome: object): Transport.Response => ({
  status: 200,
  headers: [["content-type", "application/json"]],
  body: JSON.stringify({ jsonrpc: "2.0", id, ...outcome })
})

const refused = (id: unknown, code: number, message: string) => answered(id, { error: { code, message } })

/** Acme's codes for what the store refuses. */
const codes: Readonly<Record<Refusal.Code, number>> = {
  DUPLICATE: -32010,
  NOT_FOUND: -32011,
  NOT_CANCELLABLE: -32012,
  UNKNOWN_SKU: -32013,
  UNKNOWN_WAREHOUSE: -32014,
  INVALID: -32602,
  CODE_UNKNOWN: -32602
}

/** Acme's words for the state of an order. */
const words: Readonly<Record<WarehouseStore.OutboundRecord["state"], string>> = {
  open: "picking",
  "part-shipped": "partly-shipped",
  shipped: "shipped",
  cancelled: "cancelled",
  failed: "failed"
}

const orderOf = ({ number, parcels, reason, state, told, word }: WarehouseStore.OutboundRecord) => {
  const parcel = parcels.at(-1)
  return {
    reference: told.orderNumber,
    id: number,
    state: word ?? words[state],
    ...(parcel && {
      carrier: parcel.carrierName,
      tracking: parcel.trackingNumber,
      shippedAt: DateTime.formatIso(DateTime.makeUnsafe(parcel.shippedAt))
    }),
    ...(reason !== undefined && { reason })
  }
}

/** What the methods are called with; each uses some. */
interface Params {
  readonly reference: string
  readonly references: ReadonlyArray<string>
  readonly shopReference: string
  readonly warehouse: string
  readonly service: string
  readonly freight: string
  readonly collect?: { readonly amount: string; readonly currency: string }
  readonly orderedAt?: string
  readonly to: Readonly<Record<string, string>>
  readonly items: ReadonlyArray<{ readonly item: string; readonly name: string; readonly quantity: number; readonly price: string }>
  readonly page: number
  readonly size: number
}

/** An order as it arrives, in the words of the suite. */
const toldOf = (params: Params): Told.ToldOutbound => {
  const { collect, freight, items, orderedAt, reference, service, shopReference, to, warehouse } = params
  return {
    orderNumber: reference,
    onlineOrderId: shopReference,
    warehouseCode: warehouse,
    channelCode: service,
    freight,
    ...(collect !== undefined && { cashOnDelivery: collect }),
    ...(orderedAt !== undefined && { orderedAt }),
    receiver: { ...to, address1: to.street, address2: to.street2, postalCode: to.zip } as Told.ToldOutbound["receiver"] & {},
    lines: items.map(({ item, name, price, quantity }) => ({ sku: item, name, quantity, amount: price }))
  }
}

/** What the API has a place for. */
const carries: ReadonlyArray<Told.OutboundMember> = [
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
  "lines.sku",
  "lines.name",
  "lines.quantity",
  "lines.amount"
]

const serve = (store: WarehouseStore.WarehouseStore, apiKey: string): Peer.Serve => ({ body, headers }, mood) => {
  const { id, method, params } = JSON.parse(body) as { readonly id: unknown; readonly method: string; readonly params: Params }
  if (mood.is("credential") || Transport.header(headers, "authorization") !== `Bearer ${apiKey}`) {
    return Effect.succeed(refused(id, -32001, "unknown key"))
  }
  if (mood.is("refuse-unlisted")) return Effect.succeed(refused(id, -32603, "unexpected error"))
  const answer = (): Effect.Effect<unknown, Refusal.Refusal> => {
    switch (method) {
      case "order.create":
        return Effect.map(store.createOutbound(toldOf(params)), ({ number }) => ({ id: number }))
      case "order.cancel":
        return Effect.as(store.cancelOutbound(params.reference), {})
      case "order.list":
        return Effect.map(Effect.forEach(params.references, store.findOutbound), (found) => ({
          orders: mood.records(found.flatMap((each) => (each === undefined ? [] : [orderOf(each)])), "state")
        }))
      case "stock.list": {
        const { items: skus, page, size, warehouse } = params
        const asked = { warehouseCode: warehouse, page, pageSize: size, ...(skus && { skus: skus as unknown as ReadonlyArray<string> }) }
        return Effect.map(store.pageOfStock(asked, mood), ({ isLast, items }) => ({
          items: mood.records(items.map(({ sellable, sku, total }) => ({ item: sku, available: sellable, total })), "available"),
          last: isLast
        }))
      }
      default:
        return Effect.fail({ code: "NOT_FOUND", says: "no such method" })
    }
  }
  return Effect.match(answer(), {
    onSuccess: (result) => answered(id, { result }),
    onFailure: ({ code, says }) => refused(id, codes[code], says)
  })
}

/** A fresh Acme, and what the suite is given of it. */
export const make = (apiKey: string): Peer.Peer & { readonly given: Given.Given } => {
  const store = WarehouseStore.make()
  const peer = Peer.make({ serve: serve(store, apiKey), revision: store.revision })
  return { ...peer, given: WarehouseGiven.make({ store, peer, carries }) }
}
