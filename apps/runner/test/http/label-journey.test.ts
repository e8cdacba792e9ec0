/**
 * The way of a label on real sockets: the ERP arranges a shipment at a shop, reads its labels, and creates the warehouse's order with
 * the tracking number and the label. Whether the shop gives a PDF or an address, the warehouse gets the same bytes.
 */
import { type AnyPlugin, defineRunner } from "@crossdock/config"
import { AdapterError, type Document, PlatformV1 } from "@crossdock/core"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { Connections } from "../../src/connection/Connections.ts"
import { Database } from "../../src/store/Database.ts"
import { onBothDatabases } from "../support/Databases.ts"
import * as FakeShop from "../support/FakeShop.ts"
import * as LabelServer from "../support/LabelServer.ts"
import { envelope, type Live, live } from "../support/Live.ts"
import * as Peers from "../support/Peers.ts"
import * as Shop from "../support/Shop.ts"
import { orderContent } from "../support/Wire.ts"

const secret = "token-of-the-label"

/** The PDF of a parcel; each has its own bytes, and some that are no text. */
const pdfOf = (trackingNumber: string): Buffer => Buffer.concat([LabelServer.pdf(3000, trackingNumber), Buffer.from([0, 255, 128, 10, 13])])

/** A shop that arranges the parcels T-1, T-2 and so on, and gives their labels as PDFs or as addresses. */
const shop = (labelOf: (trackingNumber: string) => Document.Document, isAtOnce: boolean) => {
  const parcels: Array<string> = []
  return PlatformV1.plugin({
    id: "shop-labels",
    settings: Schema.Struct({}),
    limits: { ordersPerQuery: 50, callsPerSecond: 1000 },
    offers: ["createShipment", "cancelShipment", "getLabels"],
    make: () =>
      Effect.succeed({
        handlers: {
          getOrders: () => Effect.sync(() => ({ items: [FakeShop.order("SO-1", 1, { fulfillments: parcels.map((trackingNumber) => ({ trackingNumber })) })] })),
          createShipment: () =>
            Effect.sync(() => {
              const trackingNumber = `T-${parcels.push(`T-${parcels.length + 1}`)}`
              return { trackingNumber, ...(isAtOnce && { documents: [labelOf(trackingNumber)] }) }
            }),
          cancelShipment: ({ trackingNumber }: typeof PlatformV1.CancelShipment.payload.Type) =>
            Effect.suspend(() =>
              parcels.includes(trackingNumber)
                ? Effect.sync(() => (parcels.splice(parcels.indexOf(trackingNumber), 1), {}))
                : Effect.fail(new AdapterError.Rejected({ fault: { code: "SHIPMENT_NOT_FOUND", message: "there is none" } }))),
          getLabels: () => Effect.sync(() => ({ items: parcels.map(labelOf) }))
        }
      })
  }) as unknown as AnyPlugin
}

const asPdf = (trackingNumber: string): Document.Document => FakeShop.label(pdfOf(trackingNumber).toString("base64"), { trackingNumber })

const asLink = (origin: string) => (trackingNumber: string): Document.Document =>
  ({ kind: "label", format: "PDF", source: { _tag: "Link", url: Redacted.make(`${origin}/${trackingNumber}.pdf?key=${secret}`) }, trackingNumber })

const composition = (plugin: AnyPlugin, warehouse: Peers.FakeWarehouse, labelHosts: ReadonlyArray<string>) =>
  defineRunner<ReadonlyArray<AnyPlugin>>({
    plugins: [plugin, warehouse.plugin, Peers.erp().plugin],
    connections: [
      { id: "books", plugin: "erp-fake", settings: {} },
      { id: "shop", plugin: plugin.id, callsPerSecond: 1000, settings: {} },
      { id: "wh", plugin: "warehouse-fake", callsPerSecond: 1000, settings: {} }
    ],
    links: [{ ...Shop.link, shop: { ...Shop.shop, labelHosts } }, { erp: "books", peer: "wh", protocol: "warehouse", id: "acc-1", secretKey: "secret-key-1" }]
  })

/** Arranges a shipment of one product and returns the answer. */
const arrange = (w: Live, onlineItemId: string) =>
  Effect.map(Shop.call(w, "getTrackNumber", {
    onlineOrderId: "SO-1",
    logisticsCode: "POST",
    logisticsName: "Post",
    onlineItemInfoList: [{ onlineItemId, quantity: 1 }]
  }), ({ body }) => body)

const labelsOf = (w: Live) => Effect.map(Shop.call(w, "getLabelData", { onlineOrderId: "SO-1", onlineShopId: "S" }), ({ body }) => body)

const create = (w: Live, orderNumber: string, trackingNumber: string, labelData: string) =>
  w.call({ body: envelope("createOrder", orderContent(orderNumber, { packageType: "OWN_PACKAGE", trackingNumber, labelData })) })

const server = LabelServer.serve(Object.fromEntries(["T-1", "T-2"].map((parcel) => [`/${parcel}.pdf?key=${secret}`, LabelServer.is(pdfOf(parcel))])))

onBothDatabases("the way of a label", (fresh) => {
  for (const isLink of [false, true]) {
    for (const isAtOnce of [false, true]) {
      it.live(`ends with the same PDF at the warehouse if the shop gives ${isLink ? "an address" : "a PDF"}${isAtOnce ? " at once" : ""} (P-001 P-127 P-128 P-320 P-341)`, () =>
        Effect.gen(function*() {
          const { origin } = yield* server
          const warehouse = Peers.warehouse()
          yield* live(yield* Effect.promise(fresh), composition(shop(isLink ? asLink(origin) : asPdf, isAtOnce), warehouse, [origin]), (w) =>
            Effect.gen(function*() {
              const arranged = [yield* arrange(w, "P-1"), yield* arrange(w, "P-2")]
              assert.deepStrictEqual(arranged.map(({ success, trackNumber }) => [success, trackNumber]), [[true, "T-1"], [true, "T-2"]])
              for (const { labelDataList: given, trackNumber } of arranged) {
                const pdf = { labelDataType: "PDF", labelData: pdfOf(trackNumber).toString("base64"), trackiNumber: trackNumber }
                assert.deepStrictEqual(given, isAtOnce ? [pdf] : undefined)
              }
              const repeated = yield* arrange(w, "P-1")
              assert.deepInclude(repeated, { success: true, trackNumber: "T-1" })
              assert.isUndefined(repeated.labelDataList, "no label is stored")
              const { labelDataList } = yield* labelsOf(w)
              assert.deepStrictEqual(labelDataList.map((label: any) => [label.labelDataType, label.trackiNumber]), [["PDF", "T-1"], ["PDF", "T-2"]])
              for (const label of labelDataList) {
                assert.strictEqual((yield* create(w, `WO-${label.trackiNumber}`, label.trackiNumber, label.labelData)).body.success, true)
              }
              const arrived = warehouse.orders.map(({ order }) => [order.packageType, order.trackingNumber, FakeShop.contentOf(order.documents?.[0])])
              assert.deepStrictEqual(arrived, ["T-1", "T-2"].map((parcel) => ["OWN_PACKAGE", parcel, pdfOf(parcel).toString("base64")]))
              const told = w.lines.join("\n")
              assert.notInclude(told, secret, "no address of a label is logged")
              assert.notInclude(told, pdfOf("T-1").toString("base64").slice(0, 64), "no label is logged")
            }))
        }))
    }
  }

  it.live("ends at the shop when the order is cancelled, once (P-321 P-331)", () =>
    Effect.gen(function*() {
      yield* live(yield* Effect.promise(fresh), composition(shop(asPdf, false), Peers.warehouse(), []), (w) =>
        Effect.gen(function*() {
          const { trackNumber } = yield* arrange(w, "P-1")
          const cancel = Shop.call(w, "cancelLogisticsOrder", { onlineOrderId: "SO-1", trackNumber, cancelReason: "sold out" })
          for (const { body } of [yield* cancel, yield* cancel]) assert.deepInclude(body, { success: true, onlineOrderId: "SO-1", shopId: 1 })
          assert.deepStrictEqual((yield* labelsOf(w)).labelDataList, [])
        }))
    }))

  it.live("leads by the address itself if the operator has not listed its host, with a finding (U-86 A106)", () =>
    Effect.gen(function*() {
      const { asked, origin } = yield* server
      yield* live(yield* Effect.promise(fresh), composition(shop(asLink(origin), false), Peers.warehouse(), ["labels.example"]), (w) =>
        Effect.gen(function*() {
          yield* arrange(w, "P-1")
          const { labelDataList: [label] } = yield* labelsOf(w)
          assert.deepInclude(label, { labelDataType: "URL", labelData: `${origin}/T-1.pdf?key=${secret}` })
          assert.deepStrictEqual(asked, [])
          yield* (yield* Connections).storeDrift
          const [finding] = yield* (yield* Database).query("select place, path, message from drift where scope = $1 and place = 'getLabelData'", [Shop.scope])
          assert.strictEqual(finding?.path, "/labelDataList/*/labelData")
          assert.include(finding?.message, "list the host in labelHosts of the link's shop")
          assert.notInclude(JSON.stringify(finding), secret)
        }))
    }))

  it.live("is refused with a clear text if the address redirects, and says nothing of the address (A096)", () =>
    Effect.gen(function*() {
      const { origin } = yield* LabelServer.serve({ [`/T-1.pdf?key=${secret}`]: LabelServer.is("", { location: "http://169.254.169.254/" }, 302) })
      yield* live(yield* Effect.promise(fresh), composition(shop(asLink(origin), true), Peers.warehouse(), [origin]), (w) =>
        Effect.gen(function*() {
          const arranged = yield* arrange(w, "P-1")
          assert.deepStrictEqual([arranged.success, arranged.trackNumber, arranged.labelDataList], [true, "T-1", undefined], "the shipment is arranged all the same")
          const { message, success } = yield* labelsOf(w)
          assert.deepStrictEqual([success, message], [false, `LABEL_NOT_FETCHED: the label at ${new URL(origin).host} is a redirect to another address, which is not followed`])
        }))
    }))
})
