/**
 * The messages of readyToShip, getTrackNumber, cancelLogisticsOrder and getLabelData: shipments of an order, with the labels of
 * those that the platform arranges (spec 2 §2.11, §4B).
 */
import type { Document as Documents, Drift } from "@crossdock/core"
import * as Redacted from "effect/Redacted"
import { Exchange, Forms } from "../../kit/index.ts"
import { Context, Mapping, omitUndefined, Table } from "../../wire/index.ts"
import { anotherOrder, define, onlineOrderId, onlineShopId, platform, response, sameOrderId, shop, shopId } from "./Response.ts"

export const itemInfo = Table.make("OnlineItemInfo", [
  Table.optional("packNumber", Table.code, { is: "packageNumber" }),
  Table.required("onlineItemId", Table.key, { is: "productId" }),
  Table.optional("onlineSkuId", Table.key, { is: "variantId" }),
  Table.required("quantity", Forms.ordered)
])

const items = Table.optional("onlineItemInfoList", Table.list(Table.object(itemInfo), { nonEmpty: true }), { is: "items" })

const isLink = (text: string): boolean => /^https?:$/.test(URL.parse(text)?.protocol ?? "")

interface Told {
  readonly labelDataType: "Link" | "Pdf"
  readonly labelData: string
}

/** A rule about a label. One that is only reported binds readers alone. */
const rule = (name: string, verdict: "refuse" | "report", isBroken: (type: Told["labelDataType"], text: string) => boolean, message: string): Table.Rule<Told> => ({
  name,
  on: verdict === "refuse" ? "both" : "read",
  verdict,
  check: ({ labelData: text, labelDataType }) => (isBroken(labelDataType, text) ? { path: "/labelData", message } : undefined)
})

export const labelData = Table.make("LabelData", [
  Table.required("labelDataType", Table.enumOf({ Pdf: ["PDF"], Link: ["URL"] }), {
    also: ["labelType"],
    named: { name: "labelTypeMember", forms: { labelType: "labelType" } }
  }),
  Table.required("labelData", { kind: "text", isLong: true }),
  Table.optional("trackiNumber", Table.code, {
    also: ["trackNumber", "trackingNumber"],
    named: { name: "labelTrackMember", forms: { trackNumber: "trackNumber" } }
  }),
  Table.optional("shippingCarrier", Table.text)
], [
  rule("a PDF is Base64", "refuse", (type, text) => type === "Pdf" && !Context.isBase64(text), "is not Base64; send a PDF as padded Base64 without line breaks"),
  rule("a URL is a link", "refuse", (type, text) => type === "Link" && !isLink(text), "is not a link; send an address that begins with https://"),
  rule("a PDF begins as one", "report", (type, text) => type === "Pdf" && Context.isBase64(text) && !Context.isPdf(text), "is Base64 of something other than a PDF; kept")
])

const labels = Table.list(Table.object(labelData), { skipInvalidItems: true })

type Document = Documents.Document

/** Whether the message has a form for a document: it has labels, as PDFs or as links. */
const isTold = ({ format, kind, source }: Document): boolean => kind === "label" && (source._tag === "Link" || (source._tag === "Content" && format === "PDF"))

const documentToWire = ({ carrierName, source, trackingNumber }: Document): ReadonlyArray<Table.WriteValue<typeof labelData>> =>
  source._tag === "Reference" ? [] : [omitUndefined({
    labelDataType: source._tag === "Content" ? "Pdf" as const : source._tag,
    labelData: Redacted.value(source._tag === "Content" ? source.base64 : source.url),
    trackiNumber: trackingNumber,
    shippingCarrier: carrierName
  })]

const documentsToWire = (documents: ReadonlyArray<Document>) => documents.filter(isTold).flatMap(documentToWire)

/** Reports the documents that the message leaves out. */
const leftOut = (method: string, documents: ReadonlyArray<Document> = []): ReadonlyArray<Drift.Finding> =>
  documents.flatMap((document) => isTold(document) ? [] : [{
    where: method,
    path: "/labelDataList/*",
    message: `a document is a ${document.kind} as ${document.format}, and this protocol tells labels as PDFs or as links alone; left out`
  }])

const documentFromWire = ({ labelData: text, labelDataType, shippingCarrier, trackiNumber }: Table.Value<typeof labelData>): Document => ({
  kind: "label",
  format: "PDF",
  source: labelDataType === "Pdf"
    ? { _tag: "Content", base64: Redacted.make(text, { label: "label" }) }
    : { _tag: "Link", url: Redacted.make(text, { label: "label address" }) },
  ...omitUndefined({ trackingNumber: trackiNumber, carrierName: shippingCarrier })
})

const trackNumber = Table.required("trackNumber", Table.code, { is: "trackingNumber", also: Forms.trackingNames.trackNumber })

const trackNumberAnswer = Table.make("getTrackNumber answer", [
  ...response,
  sameOrderId,
  trackNumber,
  Table.optional("shippingCarrier", Table.text, { is: "carrierName" }),
  Table.optional("labelDataList", labels, { is: "documents", byHand: [] })
])

export const getTrackNumber = define({
  method: "getTrackNumber",
  operation: "createShipment",
  request: Table.make("getTrackNumber", [
    ...shop,
    onlineOrderId,
    Table.required("logisticsCode", Table.code, { is: "providerCode" }),
    Table.required("logisticsName", Table.text, { is: "providerName" }),
    items
  ]),
  answer: trackNumberAnswer,
  findingsOf: ({ documents }) => leftOut("getTrackNumber", documents),
  toAnswer: ({ documents: told, ...shipment }, asked) =>
    Mapping.toWire(trackNumberAnswer, shipment, omitUndefined({ success: true, onlineOrderId: asked.onlineOrderId, labelDataList: told && documentsToWire(told) })),
  fromAnswer: (told, asked) =>
    anotherOrder(told, asked) ??
      omitUndefined({ trackingNumber: told.trackNumber, carrierName: told.shippingCarrier, documents: told.labelDataList?.map(documentFromWire) })
})

export const cancelLogisticsOrder = define({
  method: "cancelLogisticsOrder",
  operation: "cancelShipment",
  request: Table.make("cancelLogisticsOrder", [
    ...shop,
    onlineOrderId,
    trackNumber,
    Table.optional("cancelReason", Table.text, { is: "reason" }),
    items
  ]),
  answer: Table.make("cancelLogisticsOrder answer", [...response, shopId, onlineShopId, sameOrderId]),
  fromAnswer: (told, asked) => anotherOrder(told, asked) ?? {}
})

export const getLabelData = define({
  method: "getLabelData",
  operation: "getLabels",
  request: Table.make("getLabelData", [
    platform,
    // This request has no shopId, and names the shop by the platform's own id.
    Table.required("onlineShopId", Table.code, { is: null }),
    onlineOrderId,
    Table.optional("logisticsCode", Table.code, { is: "providerCode" }),
    Table.optional("logisticsName", Table.text, { is: "providerName" }),
    items
  ]),
  answer: Table.make("getLabelData answer", [...response, sameOrderId, Table.required("labelDataList", labels, { is: "items" })]),
  findingsOf: ({ items: told }) => leftOut("getLabelData", told),
  toAnswer: ({ items: told }, asked) => ({ success: true, onlineOrderId: asked.onlineOrderId, labelDataList: documentsToWire(told) }),
  fromAnswer: (told, asked, skipped) =>
    anotherOrder(told, asked) ??
      (skipped > 0 && told.labelDataList.length === 0 ? new Exchange.Invalid("/labelDataList holds no label that can be read") : { items: told.labelDataList.map(documentFromWire) })
})

export const shippedItem = Table.make("onlineOrderItem", [
  Table.required("onlineOrderItemId", Table.key, { is: "lineId" }),
  Table.required("quantity", Forms.ordered)
])

export const readyToShip = define({
  method: "readyToShip",
  operation: "markReadyToShip",
  request: Table.make("readyToShip", [
    ...shop,
    onlineOrderId,
    Table.required("trackingNumber", Table.code, { also: Forms.trackingNames.trackingNumber }),
    Table.required("platformLogisticsCode", Table.code, { is: "providerCode" }),
    Table.optional("onlineOrderItemList", Table.list(Table.object(shippedItem), { nonEmpty: true }), { is: "lines" })
  ]),
  answer: Table.make("readyToShip answer", [...response, onlineShopId, sameOrderId]),
  fromAnswer: (told, asked) => anotherOrder(told, asked) ?? {}
})
