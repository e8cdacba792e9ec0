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

/** Converts a received message to the fields that the suite compares. */
const messageOf = (path: string, content: string): ErpSuiteFixture.Received => {
  const said = JSON.parse(content)
  if (path === "/shipments") {
    const { carrier, deliveredAt, items, order, reason, shippedAt, state, tracking, trackingUrl, warehouse, warehouseOrder, word } = said
    return {
      kind: "outbound",
      content,
      fields: {
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
        lines: items.map(({ item, quantity }: { readonly item: string; readonly quantity: number }) => ({ sku: item, quantity }))
      }
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
  "shippedAt",
  "deliveredAt",
  "failedReason",
  "lines"
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

const serve = (store: ErpStore.ErpStore, apiKey: string): Peer.Serve => ({ body, headers, url }, mode) => {
  if (mode.is("credential") || Transport.header(headers, "authorization") !== `Bearer ${apiKey}`) {
    return Effect.succeed(refused(401, "not-authenticated", "unknown key"))
  }
  if (mode.is("refuse")) return Effect.succeed(refused(422, "order-deleted", "this order was deleted"))
  if (mode.is("refuse-unlisted")) return Effect.succeed(refused(422, "e-4711", "unexpected error"))
  return Effect.as(store.take(messageOf(url.pathname, body)), json(200, { taken: true }))
}

/** Makes a new Acme and the fixture for the suite. */
export const make = (apiKey: string): Peer.Peer & { readonly fixture: ErpSuiteFixture.SuiteFixture } => {
  const store = ErpStore.make()
  const peer = Peer.make({ serve: serve(store, apiKey), revision: store.revision })
  return { ...peer, fixture: ErpStore.fixture({ store, peer, carriesStatus, carriesProgress }) }
}
