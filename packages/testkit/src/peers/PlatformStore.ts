/**
 * A shop in memory, for any protocol: orders that buyers place, parcels, and the stock of one article.
 */
import { Decimal, PlatformOrder, type PlatformV1, Quantity, StockLevel } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { planted } from "../platform/LawContext.ts"
import type { ShipmentRecord, SuiteFixture } from "../platform/SuiteFixture.ts"
import type { Peer } from "./Peer.ts"

/** The article that the shop sells. */
export const product = { productId: "I-1", variantId: "V-1" } as const

/** The carriers of the shop. */
export const providers = [{ code: "NV", name: "Ninja" }, { code: "PO", name: "Post" }] as const

/** The words of the shop for orders that have ended. */
export const endStatuses = { finished: "COMPLETED", cancelled: "CANCELLED" } as const

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
}

type LineAmount = (typeof PlatformOrder.lineAmounts)[number]

/** What selects orders: their numbers, or else the time of their last change. */
type Asked = Omit<Partial<typeof PlatformV1.GetOrders.payload.Type>, "onlineOrderIds"> & { readonly onlineOrderIds?: ReadonlyArray<string> }

const withAmounts = (line: PlatformOrder.PlatformLine, told: ReadonlyArray<string>): PlatformOrder.PlatformLine =>
  Object.fromEntries(
    Object.entries(line).filter(([name]) => told.includes(name) || !PlatformOrder.lineAmounts.some((amount) => amount === name))
  ) as PlatformOrder.PlatformLine

const messageOfNoPlatform = () => `{"id":9007199254740993001,"buyer":"${planted["the buyer of an order"]}","total":31.350}`

export const make = ({ lineAmounts = PlatformOrder.lineAmounts, messageOf = messageOfNoPlatform, platform, shopId }: Options) => {
  const orders = new Map<string, PlatformOrder.PlatformOrder>()
  const parcels = new Map<string, Array<ShipmentRecord>>()
  const announced: Array<{ readonly isLocked: boolean; readonly callbackUrl: string }> = []
  let stock = 9
  let changes = 0
  /** The order with the message that the platform sends of it now. */
  const withMessage = (order: PlatformOrder.PlatformOrder): PlatformOrder.PlatformOrder => ({
    ...order,
    raw: personal(messageOf(order, parcels.get(order.onlineOrderId) ?? []), "raw")
  })
  const place = (onlineOrderId: string): Effect.Effect<PlatformOrder.PlatformOrder> =>
    Effect.map(Clock.currentTimeMillis, (now) => {
      const order: PlatformOrder.PlatformOrder = {
        platform,
        shopId,
        onlineOrderId,
        createdAt: DateTime.makeUnsafe(now),
        paidAt: DateTime.makeUnsafe(now),
        modifiedAt: DateTime.makeUnsafe(now),
        phase: "open",
        status: "READY_TO_SHIP",
        paymentMethod: "online",
        currency: "SGD",
        total: decimal("31.35"),
        freight: decimal("1.50"),
        receiver: {
          name: personal(planted["the buyer of an order"], "receiver.name"),
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
  const end = (onlineOrderId: string, phase: keyof typeof endStatuses): Effect.Effect<void> =>
    Effect.map(Clock.currentTimeMillis, (now) => {
      const order = orders.get(onlineOrderId)
      if (order !== undefined) orders.set(onlineOrderId, { ...order, phase, status: endStatuses[phase], modifiedAt: DateTime.makeUnsafe(now) })
    })
  return {
    place,
    end,
    find: (onlineOrderId: string) => orders.get(onlineOrderId),
    /** The orders that a query selects; each shows the tracking number of its latest parcel. */
    select: ({ onlineOrderIds, updatedFrom, updatedTo }: Asked): ReadonlyArray<PlatformOrder.PlatformOrder> => {
      const chosen = onlineOrderIds === undefined
        ? [...orders.values()].filter(({ modifiedAt }) => DateTime.between(modifiedAt!, { minimum: updatedFrom!, maximum: updatedTo! }))
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
    /** Sets the stock of an article; returns false for one that the shop does not have. */
    setStock: (productId: string, value: StockLevel.Figure): boolean => {
      if (productId !== product.productId) return false
      changes++
      stock = Quantity.toNumber(value) ?? stock
      return true
    },
    stock: () => StockLevel.figure(stock),
    announce: (told: { readonly isLocked: boolean; readonly callbackUrl: string }): void => {
      changes++
      announced.push(told)
    },
    parcels: (onlineOrderId: string) => Effect.sync((): ReadonlyArray<ShipmentRecord> => parcels.get(onlineOrderId) ?? []),
    announced: Effect.sync(() => [...announced]),
    stockNumber: Effect.sync(() => stock),
    revision: () => changes
  }
}

export type PlatformStore = ReturnType<typeof make>

export interface FixtureOptions {
  readonly timeZone?: string
  /** The operations that the plugin answers by itself, such as a table of statuses: no fault of the peer reaches them. */
  readonly withoutRequest?: ReadonlyArray<PlatformV1.OperationName>
}

/** Makes the fixture of a suite for a peer with this store. */
export const fixture = (store: PlatformStore, peer: Peer, { timeZone, withoutRequest = [] }: FixtureOptions = {}): SuiteFixture => ({
  placeOrder: store.place,
  endOrder: store.end,
  shipments: store.parcels,
  product,
  stock: store.stockNumber,
  announced: store.announced,
  provider: providers[0],
  faults: (injection, operation) => (withoutRequest.some((name) => name === operation) ? undefined : peer.faults(injection)),
  requests: peer.requests,
  ...(timeZone !== undefined && { timeZone })
})
