/**
 * A shop in memory, told how to misbehave: its pages shift while they are read, its queries fail, and some orders cannot be read.
 */
import type { AnyPlugin } from "@crossdock/config"
import { AdapterError, Decimal, type Document, type PlatformOrder, type PlatformProduct, type PlatformShipment, PlatformV1 } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import type { Options } from "./World.ts"

export type Order = PlatformOrder.PlatformOrder

/** An order as a shop tells it. `at` is the time of its last change in milliseconds since 1970; undefined: the shop does not tell it. */
export const order = (onlineOrderId: string, at: number | undefined, more: Partial<Order> = {}): Order => ({
  platform: "fake",
  shopId: "platform-7",
  onlineOrderId,
  createdAt: DateTime.makeUnsafe(0),
  ...(at !== undefined && { modifiedAt: DateTime.makeUnsafe(at) }),
  phase: "open",
  status: "PAID",
  paymentMethod: "online",
  currency: "EUR",
  total: Decimal.fromText("4.50")!,
  freight: Decimal.fromText("0")!,
  receiver: { name: Redacted.make("Ada") },
  lines: [],
  raw: Redacted.make(`{"id":"${onlineOrderId}","at":${at ?? 0}}`),
  ...more
})

type Asked = typeof PlatformV1.GetOrders.payload.Type
type Notice = typeof PlatformV1.ReportOutgoingParcel.payload.Type

const timeOf = ({ modifiedAt }: Order): number => modifiedAt === undefined ? 0 : DateTime.toEpochMillis(modifiedAt)

type Arranging = typeof PlatformV1.CreateShipment.payload.Type

/** The label of a shipment, as a PDF in Base64. */
/** A label as a PDF, by its Base64. */
export const label = (base64: string, parcel: { readonly trackingNumber?: string; readonly carrierName?: string } = {}): Document.Document => ({
  kind: "label",
  format: "PDF",
  source: { _tag: "Content", base64: Redacted.make(base64) },
  ...parcel
})

/** The Base64 of a document; empty if it has none. */
export const contentOf = (document: Document.Document | undefined): string =>
  document?.source._tag === "Content" ? Redacted.value(document.source.base64) : ""

export const labelContent = (trackingNumber: string): string => Buffer.from(`%PDF-1.4 ${trackingNumber}`).toString("base64")

/** `arranges`: the shop arranges shipments and has their labels. */
export const shop = ({ arranges = false, ...limits }: Partial<PlatformV1.Limits> & { readonly arranges?: boolean } = {}) => {
  const orders = new Map<string, Order>()
  const asked: Array<Asked> = []
  const unreadable = new Set<string>()
  const refuses = new Map<string, AdapterError.Reason>()
  const failures: Array<AdapterError.Reason> = []
  const stockSent: Array<ReadonlyArray<string>> = []
  const stockUpdates: Array<ReadonlyArray<PlatformProduct.StockUpdate>> = []
  const stockFailures: Array<AdapterError.Reason> = []
  const products: Array<PlatformProduct.PlatformProduct> = []
  const productsAsked: Array<readonly [from: number, to: number]> = []
  const notices: Array<Notice> = []
  const providers: Array<PlatformShipment.ShippingProvider> = []
  const noticeFailures: Array<AdapterError.Reason> = []
  const arranged: Array<{ readonly trackingNumber: string; readonly asked: Arranging; isCancelled: boolean }> = []
  const arrangeFailures: Array<AdapterError.Reason | "lose-answer"> = []
  const cancelFailures: Array<AdapterError.Reason> = []
  const manners = {
    /** Whether an order is completed as soon as one parcel of it is told, as in shops that know no part of an order. */
    finishesAtFirstParcel: false,
    /** The largest page. */
    page: 100,
    /** Whether pages are made of all orders, of which a query shows those in its window, so that many pages are short or empty. */
    filtersPages: false,
    /** Whether a cursor is the last order of its page, so that no change moves an order to an earlier page. Works with ascending pages. */
    hasStableCursor: false,
    /** Whether the last page has a cursor too, always the same. */
    repeatsCursor: false,
    /** The order of a page, by the time of change. */
    sort: "ascending" as "ascending" | "descending",
    /** The label of a shipment; undefined: it is not ready. */
    label: (trackingNumber: string): Document.Document | undefined => label(labelContent(trackingNumber), { trackingNumber }),
    /** What the shop gives beside the label. */
    papers: [] as ReadonlyArray<Document.Document>,
    /** What happens while the shop is asked for labels. */
    readingLabels: Effect.void as Effect.Effect<unknown>,
    /** The tracking number of the shipment with this number; the first is 1. */
    trackingNumber: (shipment: number): string => `SHIP-${shipment}`,
    /** Why the shop does not tell its carriers. */
    hidesCarriers: undefined as AdapterError.Reason | undefined,
    /** What happens while the shop answers a query. */
    answering: Effect.void as Effect.Effect<unknown>,
    /** What happens while the shop sets stock. */
    settingStock: Effect.void as Effect.Effect<unknown>,
    /** What happens after the query of this number was answered; the first is 1. */
    after: (_query: number): void => {}
  }
  const put = (one: Order): void => void orders.set(one.onlineOrderId, one)

  const pageOf = ({ cursor, limit, onlineOrderIds, updatedFrom, updatedTo }: Asked) => {
    const isAsked = (one: Order) =>
      onlineOrderIds !== undefined
        ? onlineOrderIds.includes(one.onlineOrderId)
        : timeOf(one) >= DateTime.toEpochMillis(updatedFrom!) && timeOf(one) <= DateTime.toEpochMillis(updatedTo!)
    const sign = manners.sort === "ascending" ? 1 : -1
    const isListed = (one: Order) => (manners.filtersPages && onlineOrderIds === undefined) || isAsked(one)
    const found = [...orders.values()].filter(isListed).toSorted((a, b) => sign * (timeOf(a) - timeOf(b)))
    const keyOf = (one: Order) => `${String(timeOf(one)).padStart(16, "0")} ${one.onlineOrderId}`
    if (manners.hasStableCursor) {
      const sorted = found.toSorted((a, b) => keyOf(a) < keyOf(b) ? -1 : 1).filter((one) => cursor === undefined || keyOf(one) > cursor)
      const items = sorted.slice(0, Math.min(limit, manners.page))
      return { items, ...(sorted.length > items.length && { nextCursor: keyOf(items.at(-1)!) }) }
    }
    // A cursor is the number of orders on earlier pages, so what leaves them moves the later ones up.
    const start = Number(cursor ?? 0)
    const size = Math.min(limit, manners.page)
    const page = found.slice(start, start + size).filter(isAsked)
    const hidden = page.filter(({ onlineOrderId }) => unreadable.has(onlineOrderId)).map(({ onlineOrderId }) => onlineOrderId)
    return {
      items: page.filter(({ onlineOrderId }) => !unreadable.has(onlineOrderId)),
      ...(hidden.length > 0 && { unreadable: hidden }),
      ...(found.length > start + size ? { nextCursor: String(start + size) } : manners.repeatsCursor && { nextCursor: "1000" })
    }
  }

  const plugin = PlatformV1.plugin({
    id: "shop-fake",
    settings: Schema.Struct({}),
    limits: { ordersPerQuery: 50, stockUpdatesPerCall: 2, pollInterval: "10 seconds", visibilityDelay: "1 second", callsPerSecond: 1000, ...limits },
    offers: ["updateStock", "listProducts", "markReadyToShip", "listShippingProviders", ...(arranges ? ["createShipment", "cancelShipment", "getLabels"] as const : [])],
    make: () =>
      Effect.succeed({
        handlers: {
          listShippingProviders: () => Effect.suspend(() => manners.hidesCarriers === undefined ? Effect.succeed({ items: providers }) : Effect.fail(manners.hidesCarriers)),
          listProducts: ({ cursor = "0", limit, updatedFrom, updatedTo }: typeof PlatformV1.ListProducts.payload.Type) =>
            Effect.sync(() => {
              productsAsked.push([DateTime.toEpochMillis(updatedFrom!), DateTime.toEpochMillis(updatedTo!)])
              const end = Number(cursor) + Math.min(limit, manners.page)
              return { items: products.slice(Number(cursor), end), ...(end < products.length && { nextCursor: String(end) }) }
            }),
          createShipment: (asked: Arranging) =>
            Effect.suspend(() => {
              const failure = arrangeFailures.shift()
              if (failure !== undefined && failure !== "lose-answer") return Effect.fail(failure)
              const trackingNumber = manners.trackingNumber(arranged.length + 1)
              arranged.push({ trackingNumber, asked, isCancelled: false })
              return Effect.flatMap(Clock.currentTimeMillis, (now) => {
                const before = orders.get(asked.onlineOrderId)!
                put({ ...before, modifiedAt: DateTime.makeUnsafe(now), fulfillments: [...(before.fulfillments ?? []), { trackingNumber, carrierCode: asked.providerCode }] })
                return failure === undefined ? Effect.succeed({ trackingNumber, carrierName: asked.providerName }) : Effect.fail(new AdapterError.TransportFailed({ phase: "receive", cause: failure }))
              })
            }),
          cancelShipment: ({ onlineOrderId, trackingNumber }: typeof PlatformV1.CancelShipment.payload.Type) =>
            Effect.suspend(() => {
              const failure = cancelFailures.shift()
              const held = arranged.find((each) => each.trackingNumber === trackingNumber && !each.isCancelled)
              if (failure !== undefined || held === undefined) return Effect.fail(failure ?? new AdapterError.Rejected({ fault: { code: "NOT_FOUND", message: "there is no such shipment" } }))
              held.isCancelled = true
              const before = orders.get(onlineOrderId)!
              put({ ...before, fulfillments: (before.fulfillments ?? []).filter((each) => each.trackingNumber !== trackingNumber) })
              return Effect.succeed({})
            }),
          getLabels: ({ onlineOrderId }: typeof PlatformV1.GetLabels.payload.Type) =>
            Effect.map(Effect.suspend(() => manners.readingLabels), () => ({
              items: arranged.filter((each) => each.asked.onlineOrderId === onlineOrderId && !each.isCancelled).flatMap(({ trackingNumber }) => manners.label(trackingNumber) ?? []).concat(manners.papers)
            })),
          markReadyToShip: (notice: Notice) =>
            Effect.suspend(() => {
              notices.push(notice)
              const failure = noticeFailures.shift()
              if (failure !== undefined) return Effect.fail(failure)
              return Effect.map(Clock.currentTimeMillis, (now) => {
                const before = orders.get(notice.onlineOrderId)!
                const others = (before.fulfillments ?? []).filter(({ trackingNumber }) => trackingNumber !== notice.trackingNumber)
                put({ ...before, ...(manners.finishesAtFirstParcel && { phase: "finished", status: "completed" }), modifiedAt: DateTime.makeUnsafe(now), fulfillments: [...others, { trackingNumber: notice.trackingNumber, shippedAt: DateTime.makeUnsafe(now), ...(notice.lines && { lines: notice.lines }) }] })
                return {}
              })
            }),
          updateStock: ({ items }: typeof PlatformV1.UpdateStock.payload.Type) =>
            Effect.andThen(
              Effect.suspend(() => {
                stockSent.push(items.map(({ productId, stock }) => `${productId} ${Decimal.toText(stock)}`))
                stockUpdates.push(items)
                const failure = stockFailures.shift()
                return failure === undefined ? Effect.void : Effect.fail(failure)
              }),
              Effect.as(manners.settingStock, {
                failures: items.filter(({ productId }) => unreadable.has(productId)).map(({ productId }) => ({ productId, reason: "unknown article" }))
              })
            ),
          getOrders: (query: Asked) =>
            Effect.suspend(() => {
              asked.push(query)
              const odd = query.onlineOrderIds?.find((number) => refuses.has(number))
              const failure = odd === undefined ? failures.shift() : refuses.get(odd)
              if (failure !== undefined) return Effect.fail(failure)
              const page = pageOf(query)
              manners.after(asked.length)
              return Effect.as(manners.answering, page)
            })
        }
      })
  })

  return {
    plugin: plugin as unknown as AnyPlugin,
    orders,
    put,
    /** The queries that reached the shop. */
    asked,
    unreadable,
    /** Why a question for a number fails. */
    refuses,
    /** The articles of each call that set stock, with their figures. */
    stockSent,
    /** The same calls as they were made. */
    stockUpdates,
    /** What the next calls that set stock fail with. */
    stockFailures,
    /** The articles, which any window of time has. */
    products,
    /** The windows of time of each query of articles. */
    productsAsked,
    /** The notices of parcels that reached the shop, and how the next ones fail. */
    notices,
    noticeFailures,
    /** The shipments that the shop has arranged, and how the next calls that arrange or cancel one fail. */
    arranged,
    arrangeFailures,
    cancelFailures,
    /** The carriers that it knows. Without any, it takes every name. */
    providers,
    failures,
    manners,
    /** Changes an order at the present time. */
    change: (onlineOrderId: string, more: Partial<Order> = {}) =>
      Effect.map(Clock.currentTimeMillis, (now) => put({ ...orders.get(onlineOrderId)!, ...order(onlineOrderId, now), ...more }))
  }
}

export type Shop = ReturnType<typeof shop>

/** The scope of the link to the shop. */
export const scope = "platform:acc-9:fake:1"

/** A world with one more connection, `shop`, and a link of its ERP to it. */
export const options = (of: Shop, more: Options = {}): Options => ({
  ...more,
  plugins: [of.plugin, ...(more.plugins ?? [])],
  connections: [{ id: "shop", plugin: of.plugin.id }, ...(more.connections ?? [])],
  links: [{}, { protocol: "platform", peer: "shop", id: "acc-9", shop: { platform: "fake", shopId: "1", webHookHosts: ["erp.example"] } }]
})
