/**
 * Acme in memory: its JSON-RPC over a list of what it took, which the tests can look into and break.
 */
import { Transport } from "@crossdock/core"
import { type ErpGiven, ErpStore, Peer } from "@crossdock/testkit/peers"
import * as Effect from "effect/Effect"

const answered = (outcome: object): Transport.Response => ({
  status: 200,
  headers: [["content-type", "application/json"]],
  body: JSON.stringify({ jsonrpc: "2.0", id: 1, ...outcome })
})

const refused = (code: number, message: string) => answered({ error: { code, message } })

/** A message as it arrives, in the words of the suite. */
const messageOf = (content: string): ErpGiven.Received => {
  const { method, params: said } = JSON.parse(content)
  if (method === "shipment.report") {
    const { carrier, items, order, reason, shippedAt, state, tracking, warehouse, warehouseOrder, word } = said
    return {
      kind: "outbound",
      content,
      told: {
        orderNumber: order,
        warehouseOrderNumber: warehouseOrder,
        warehouseCode: warehouse,
        status: state,
        peerStatus: word,
        carrierName: carrier,
        trackingNumber: tracking,
        shippedAt,
        failedReason: reason,
        lines: items.map(({ item, quantity }: { readonly item: string; readonly quantity: number }) => ({ sku: item, quantity }))
      }
    }
  }
  const { batch, finishedAt, items, receipt, state, updatedAt, warehouse, warehouseReceipt } = said
  return {
    kind: "inbound",
    content,
    told: {
      asnNumber: receipt,
      batchNo: batch,
      warehouseCode: warehouse,
      status: state,
      referenceNumber: warehouseReceipt,
      finishedAt,
      updatedAt,
      lines: items.map(({ item, ...line }: { readonly item: string; readonly received: number }) => ({ sku: item, ...line }))
    }
  }
}

/** What the API has a place for. */
const carriesStatus: ReadonlyArray<ErpGiven.StatusMember> = [
  "orderNumber",
  "warehouseOrderNumber",
  "warehouseCode",
  "status",
  "peerStatus",
  "carrierName",
  "trackingNumber",
  "shippedAt",
  "failedReason",
  "lines"
]
const carriesProgress: ReadonlyArray<ErpGiven.ProgressMember> = [
  "asnNumber",
  "batchNo",
  "warehouseCode",
  "status",
  "referenceNumber",
  "finishedAt",
  "updatedAt",
  "lines"
]

const serve = (store: ErpStore.ErpStore, apiKey: string): Peer.Serve => ({ body, headers }, mood) => {
  if (mood.is("credential") || Transport.header(headers, "authorization") !== `Bearer ${apiKey}`) {
    return Effect.succeed(refused(-32001, "unknown key"))
  }
  if (mood.is("refuse")) return Effect.succeed(refused(-32010, "this order was deleted"))
  if (mood.is("refuse-unlisted")) return Effect.succeed(refused(-32603, "unexpected error"))
  return Effect.as(store.take(messageOf(body)), answered({ result: { taken: true } }))
}

/** A fresh Acme, and what the suite is given of it. */
export const make = (apiKey: string): Peer.Peer & { readonly given: ErpGiven.Given } => {
  const store = ErpStore.make()
  const peer = Peer.make({ serve: serve(store, apiKey), revision: store.revision })
  return { ...peer, given: ErpStore.given({ store, peer, carriesStatus, carriesProgress }) }
}
