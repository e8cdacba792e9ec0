/**
 * Acme in memory: its API with a list of received messages. Tests can read the list and set faults.
 */
import { Transport } from "@crossdock/core"
import { type ErpSuiteFixture, ErpStore, Peer } from "@crossdock/testkit/peers"
import * as Effect from "effect/Effect"

const json = (status: number, body: unknown): Transport.Response => ({
  status,
  headers: [["content-type", "application/json"]],
  body: JSON.stringify(body)
})

const refused = (status: number, code: string, message: string) => json(status, { code, message })

interface Item {
  readonly item: string
  readonly line?: string
  readonly quantity: number
  readonly bestBefore?: string
}

const lineOf = ({ bestBefore, item, line, ...rest }: Item) => ({ sku: item, lineId: line, expiresOn: bestBefore, ...rest })

interface Parcel {
  readonly tracking: string
  readonly carrier?: string
  readonly items?: ReadonlyArray<Item>
}

const parcelOf = ({ carrier, items, tracking, ...rest }: Parcel) => ({ trackingNumber: tracking, carrierName: carrier, lines: items?.map(lineOf), ...rest })

/** What the API has no field for in a message is not there, and not undefined. */
const told = <T extends object>(fields: T): T => JSON.parse(JSON.stringify(fields)) as T

const orderOf = ({ collect, currency, freight, items, message, order, orderedAt, payment, platform, shop, state, to, total }: any) => ({
  platform,
  shopId: shop,
  onlineOrderId: order,
  phase: state,
  paymentMethod: payment,
  createdAt: orderedAt,
  currency,
  total,
  freight,
  cashOnDelivery: collect,
  receiver: { name: to.name, country: to.country, city: to.city, address1: to.street, postalCode: to.zip },
  lines: items.map(({ item, line, paid, ...rest }: { readonly item: string; readonly line: string; readonly paid?: string }) => ({ sku: item, lineId: line, paidAmount: paid, ...rest })),
  raw: message
})

/** Converts a received message to the fields that the suite compares. */
const messageOf = (path: string, content: string): ErpSuiteFixture.Received => {
  const said = JSON.parse(content)
  if (path === "/orders") return { kind: "platform", content, fields: told(orderOf(said)) }
  if (path === "/shipments") {
    const { carrier, deliveredAt, items, notShipped, order, parcels, reason, shippedAt, state, tracking, trackingUrl, warehouse, warehouseOrder, word } = said
    return {
      kind: "outbound",
      content,
      fields: told({
        orderNumber: order,
        warehouseOrderNumber: warehouseOrder,
        warehouseCode: warehouse,
        phase: state,
        status: word,
        carrierName: carrier,
        trackingNumber: tracking,
        trackingUrl,
        shippedAt,
        deliveredAt,
        failedReason: reason,
        notShipped: notShipped?.map(lineOf),
        lines: items.map(lineOf),
        parcels: parcels?.map(parcelOf)
      })
    }
  }
  const { batch, finishedAt, items, receipt, state, updatedAt, warehouse, warehouseReceipt } = said
  return {
    kind: "inbound",
    content,
    fields: {
      asnNumber: receipt,
      batchNo: batch,
      warehouseCode: warehouse,
      phase: state,
      referenceNumber: warehouseReceipt,
      finishedAt,
      updatedAt,
      lines: items.map(({ item, ...line }: { readonly item: string; readonly received: number }) => ({ sku: item, ...line }))
    }
  }
}

/** The members that the API has a field for. */
const carriesStatus: ReadonlyArray<ErpSuiteFixture.StatusMember> = [
  "orderNumber",
  "warehouseOrderNumber",
  "warehouseCode",
  "phase",
  "status",
  "carrierName",
  "trackingNumber",
  "trackingUrl",
  "notShipped",
  "shippedAt",
  "deliveredAt",
  "failedReason",
  "lines",
  "lines.lineId",
  "lines.lot",
  "lines.expiresOn",
  "parcels"
]
const carriesPlatformOrder: ReadonlyArray<ErpSuiteFixture.PlatformMember> = [
  "platform",
  "shopId",
  "onlineOrderId",
  "phase",
  "paymentMethod",
  "createdAt",
  "currency",
  "total",
  "freight",
  "cashOnDelivery",
  "receiver.name",
  "receiver.country",
  "receiver.city",
  "receiver.address1",
  "receiver.postalCode",
  "lines.lineId",
  "lines.sku",
  "lines.quantity",
  "lines.price",
  "lines.paidAmount",
  "lines.tax",
  "lines.discount"
]
const carriesProgress: ReadonlyArray<ErpSuiteFixture.ProgressMember> = [
  "asnNumber",
  "batchNo",
  "warehouseCode",
  "phase",
  "referenceNumber",
  "finishedAt",
  "updatedAt",
  "lines"
]

const carries = { carriesStatus, carriesProgress, carriesPlatformOrder }

const serve = (store: ErpStore.ErpStore, apiKey: string): Peer.Serve => ({ body, headers, url }, mode) => {
  if (mode.is("credential") || Transport.header(headers, "authorization") !== `Bearer ${apiKey}`) {
    return Effect.succeed(refused(401, "not-authenticated", "unknown key"))
  }
  if (mode.is("refuse")) return Effect.succeed(refused(422, "order-deleted", "this order was deleted"))
  if (mode.is("refuse-unlisted")) return Effect.succeed(refused(422, "e-4711", "unexpected error"))
  const deliveryId = Transport.header(headers, "idempotency-key")
  return Effect.as(store.take({ ...messageOf(url.pathname, body), ...(deliveryId !== undefined && { deliveryId }) }), json(200, { taken: true }))
}

/** Makes a new Acme and the fixture for the suite. */
export const make = (apiKey: string): Peer.Peer & { readonly fixture: ErpSuiteFixture.SuiteFixture } => {
  const store = ErpStore.make()
  const peer = Peer.make({ serve: serve(store, apiKey), revision: store.revision })
  return { ...peer, fixture: ErpStore.fixture({ store, peer, ...carries, platformOrder: ErpStore.platformOrder, recognizesRepeats: true }) }
}
