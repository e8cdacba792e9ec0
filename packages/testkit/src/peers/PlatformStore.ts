/**
 * A shop in memory, for any protocol: orders that buyers place, parcels, and the stock of a few articles at two locations.
 */
import { Decimal, PlatformOrder, type PlatformV1, Quantity, StockLevel } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as LineAmounts from "../LineAmounts.ts"
import { planted } from "../platform/LawContext.ts"
import type { Article, Purchase, ShipmentRecord, SuiteFixture } from "../platform/SuiteFixture.ts"
import type { Peer } from "./Peer.ts"

/** The articles that the shop sells. */
export const articles = [1, 2, 3].map((number) => ({ productId: `I-${number}`, variantId: `V-${number}`, sku: `SKU-${number}`, title: "Lamp" }))

/** The article that orders are about. */
export const product = { productId: "I-1", variantId: "V-1" } as const

/** The places where stock is kept. The first is the default one. */
export const locations = [{ code: "L-1", name: "North" }, { code: "L-2", name: "South" }] as const

/** The carriers of the shop. */
export const providers = [{ code: "NV", name: "Ninja" }, { code: "PO", name: "Post" }] as const

/** The words of the shop for orders that have ended. */
export const endStatuses = { finished: "COMPLETED", cancelled: "CANCELLED" } as const

/** The words of the shop for all orders, by their phase. */
export const statuses = { ...endStatuses, unpaid: "NEW", open: "READY_TO_SHIP", onHold: "ON_HOLD" } as const

const decimal = (text: string) => Decimal.fromText(text)!
const personal = (text: string, label: string) => Redacted.make(text, { label })

const line = (lineId: string, count: number): PlatformOrder.PlatformLine => ({
  lineId,
  productId: product.productId,
  sku: "SKU-1",
  title: "Lamp \"red\" \\ 灯",
  quantity: Quantity.of(count),
  currency: "SGD",
  price: decimal("9.95"),
  originalPrice: decimal("12.00"),
  paidPrice: decimal("9.95"),
  paidAmount: decimal("19.90"),
  tax: decimal("0"),
  goodsTax: decimal("0"),
  shippingTax: decimal("0"),
  shippingPrice: decimal("1.50"),
  discount: decimal("2.05"),
  discountedTotal: decimal("19.90"),
  platformDiscount: decimal("0"),
  sellerDiscount: decimal("2.05")
})

export interface Shop {
  readonly platform: string
  readonly shopId: string
}

export interface Options extends Shop {
  /** Writes an order and its parcels as the platform's own message, which becomes `raw`. Default: a message of no platform. */
  readonly messageOf?: (order: PlatformOrder.PlatformOrder, parcels: ReadonlyArray<ShipmentRecord>) => string
  /** The amounts of a line that the API of the platform tells. Default: all. */
  readonly lineAmounts?: ReadonlyArray<LineAmount>
  /** `own`: the shop numbers its orders itself, as many do. Default: it takes the numbers that it is given. */
  readonly numbers?: "own"
}

type LineAmount = (typeof LineAmounts.lineAmounts)[number]

/** What selects orders: their numbers, or else the time of their last change. */
type Asked = Omit<Partial<typeof PlatformV1.GetOrders.payload.Type>, "onlineOrderIds"> & { readonly onlineOrderIds?: ReadonlyArray<string> }

type AskedArticles = Partial<Omit<typeof PlatformV1.ListProducts.payload.Type, "productIds" | "variantIds">> & {
  readonly productIds?: ReadonlyArray<string> | undefined
  readonly variantIds?: ReadonlyArray<string> | undefined
}

/** The stock of an article at each location, in their order. */
type Pieces = ReadonlyArray<{ readonly locationId?: string | undefined; readonly available: StockLevel.Figure }>

const isBetween = (time: number, { updatedFrom, updatedTo }: { readonly updatedFrom?: DateTime.Utc; readonly updatedTo?: DateTime.Utc }): boolean =>
  (updatedFrom === undefined || time >= DateTime.toEpochMillis(updatedFrom)) && (updatedTo === undefined || time <= DateTime.toEpochMillis(updatedTo))

const numberOf = (figure: StockLevel.Figure): number => Quantity.toNumber(figure) ?? 0

const withAmounts = (line: PlatformOrder.PlatformLine, told: ReadonlyArray<string>): PlatformOrder.PlatformLine =>
  Object.fromEntries(
    Object.entries(line).filter(([name]) => told.includes(name) || !LineAmounts.lineAmounts.some((amount) => amount === name))
  ) as PlatformOrder.PlatformLine

const messageOfNoPlatform = ({ receiver: { name } }: PlatformOrder.PlatformOrder) =>
  `{"id":9007199254740993001,"buyer":${JSON.stringify(name === undefined ? "" : Redacted.value(name))},"total":31.350}`

export const make = ({ lineAmounts = LineAmounts.lineAmounts, messageOf = messageOfNoPlatform, numbers, platform, shopId }: Options) => {
  const orders = new Map<string, PlatformOrder.PlatformOrder>()
  const parcels = new Map<string, Array<ShipmentRecord>>()
  const announced: Array<{ readonly isLocked: boolean; readonly callbackUrl: string }> = []
  const stock = new Map(articles.map(({ productId }) => [productId, { changedAt: 0, byLocation: new Map<string, number>(locations.map(({ code }, at) => [code, at === 0 ? 9 : 0])) }]))
  let changes = 0
  /** The order with the message that the platform sends of it now. */
  const withMessage = (order: PlatformOrder.PlatformOrder): PlatformOrder.PlatformOrder => ({
    ...order,
    raw: personal(messageOf(order, parcels.get(order.onlineOrderId) ?? []), "raw")
  })
  const placeAs = (payment: "paid" | "unpaid" | "on delivery") => (number: string, purchase: Partial<Purchase> = {}): Effect.Effect<PlatformOrder.PlatformOrder> =>
    Effect.map(Clock.currentTimeMillis, (now) => {
      const onlineOrderId = numbers === "own" ? `${shopId}-${orders.size + 1}` : number
      const buyer = purchase.buyer ?? planted["the buyer of an order"]
      const phase = payment === "unpaid" ? "unpaid" : "open"
      const order: PlatformOrder.PlatformOrder = {
        platform,
        shopId,
        onlineOrderId,
        createdAt: DateTime.makeUnsafe(now),
        ...(payment === "paid" && { paidAt: DateTime.makeUnsafe(now) }),
        modifiedAt: DateTime.makeUnsafe(now),
        phase,
        status: statuses[phase],
        paymentMethod: payment === "on delivery" ? "cashOnDelivery" : "online",
        currency: "SGD",
        total: decimal("31.35"),
        freight: decimal("1.50"),
        receiver: {
          name: personal(buyer, "receiver.name"),
          country: "SG",
          city: "Singapore",
          address1: personal("1 Some/Road #01-02 + 50%", "receiver.address1")
        },
        lines: [line(`${onlineOrderId}-1`, 2), line(`${onlineOrderId}-2`, 1)].map((each) => withAmounts(each, lineAmounts)),
        raw: personal("{}", "raw")
      }
      orders.set(onlineOrderId, order)
      return withMessage(order)
    })
  const change = (onlineOrderId: string, changed: (now: DateTime.Utc) => Partial<PlatformOrder.PlatformOrder> = () => ({})): Effect.Effect<void> =>
    Effect.map(Clock.currentTimeMillis, (millis) => {
      const order = orders.get(onlineOrderId)
      const now = DateTime.makeUnsafe(millis)
      if (order !== undefined) orders.set(onlineOrderId, { ...order, ...changed(now), modifiedAt: now })
    })
  const turn = (phase: keyof typeof statuses) => (onlineOrderId: string) => change(onlineOrderId, () => ({ phase, status: statuses[phase] }))
  const piecesAt = (productId: string): ReadonlyArray<readonly [string, number]> => [...stock.get(productId)?.byLocation ?? []]
  const total = (productId: string): number => piecesAt(productId).reduce((sum, [, pieces]) => sum + pieces, 0)
  return {
    place: placeAs("paid"),
    end: (onlineOrderId: string, phase: keyof typeof endStatuses) => turn(phase)(onlineOrderId),
    actions: {
      placeUnpaid: placeAs("unpaid"),
      pay: (onlineOrderId) => change(onlineOrderId, (now) => ({ phase: "open", status: statuses.open, paidAt: now })),
      placeOnDelivery: placeAs("on delivery"),
      change,
      hold: turn("onHold"),
      cancel: turn("cancelled"),
      finish: turn("finished"),
      changeArticle: ({ productId }) => Effect.map(Clock.currentTimeMillis, (now) => void stock.set(productId, { ...stock.get(productId)!, changedAt: now }))
    } satisfies NonNullable<SuiteFixture["actions"]>,
    find: (onlineOrderId: string) => orders.get(onlineOrderId),
    /** The orders that a query selects; each shows the tracking number of its latest parcel. */
    select: ({ onlineOrderIds, updatedFrom, updatedTo }: Asked): ReadonlyArray<PlatformOrder.PlatformOrder> => {
      const chosen = onlineOrderIds === undefined
        ? [...orders.values()].filter(({ modifiedAt }) => isBetween(DateTime.toEpochMillis(modifiedAt!), { updatedFrom: updatedFrom!, updatedTo: updatedTo! }))
        : onlineOrderIds.flatMap((number) => orders.get(number) ?? [])
      return chosen.map((order) => {
        const latest = parcels.get(order.onlineOrderId)?.at(-1)
        return withMessage(latest === undefined ? order : { ...order, trackingNumber: latest.trackingNumber })
      })
    },
    addParcel: (onlineOrderId: string, parcel: ShipmentRecord): void => {
      changes++
      parcels.set(onlineOrderId, [...parcels.get(onlineOrderId) ?? [], parcel])
    },
    removeParcel: (onlineOrderId: string, trackingNumber: string): void => {
      changes++
      parcels.set(onlineOrderId, (parcels.get(onlineOrderId) ?? []).filter((each) => each.trackingNumber !== trackingNumber))
    },
    /** The articles that a query selects. */
    selectArticles: ({ productIds, variantIds, ...window }: AskedArticles) =>
      articles.filter(({ productId, variantId }) =>
        (productIds === undefined || productIds.includes(productId)) && (variantIds === undefined || variantIds.includes(variantId)) &&
        isBetween(stock.get(productId)!.changedAt, window)),
    /** Sets the stock of an article, over all locations or at each; returns false for an article or a location that the shop does not have. */
    setStock: (productId: string, value: StockLevel.Figure, byLocation?: Pieces): boolean => {
      const article = stock.get(productId)
      const codeOf = (locationId: string | undefined): string => locationId ?? locations[0].code
      if (article === undefined || byLocation?.some(({ locationId }) => !article.byLocation.has(codeOf(locationId))) === true) return false
      changes++
      const pieces = byLocation?.map(({ available, locationId }) => [codeOf(locationId), numberOf(available)] as const) ??
        locations.map(({ code }, at) => [code, at === 0 ? numberOf(value) : 0] as const)
      for (const [code, count] of pieces) article.byLocation.set(code, count)
      return true
    },
    stock: (productId: string = product.productId) => StockLevel.figure(total(productId)),
    stockByLocation: Effect.sync(() => piecesAt(product.productId).map(([locationId, available]) => ({ locationId, available }))),
    announce: (told: { readonly isLocked: boolean; readonly callbackUrl: string }): void => {
      changes++
      announced.push(told)
    },
    parcels: (onlineOrderId: string) => Effect.sync((): ReadonlyArray<ShipmentRecord> => parcels.get(onlineOrderId) ?? []),
    announced: Effect.sync(() => [...announced]),
    stockNumber: Effect.sync(() => total(product.productId)),
    revision: () => changes
  }
}

export type PlatformStore = ReturnType<typeof make>

export interface FixtureOptions {
  readonly timeZone?: string
  /** Whether an order tells what is in each of its parcels. Default: true. */
  readonly tellsContents?: boolean
}

/** Makes the fixture of a suite for a peer with this store. */
export const fixture = (store: PlatformStore, peer: Peer, { tellsContents, timeZone }: FixtureOptions = {}): SuiteFixture => ({
  placeOrder: store.place,
  actions: store.actions,
  shipments: store.parcels,
  product,
  products: articles satisfies ReadonlyArray<Article>,
  stock: store.stockNumber,
  stockByLocation: store.stockByLocation,
  announced: store.announced,
  provider: providers[0],
  faults: peer.faults,
  requests: peer.requests,
  ...(tellsContents !== undefined && { tellsContents }),
  ...(timeZone !== undefined && { timeZone })
})
