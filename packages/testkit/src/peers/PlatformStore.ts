/**
 * A shop in memory, for any protocol: orders that buyers place, parcels, and the stock of one article.
 */
import { Decimal, type PlatformOrder, type PlatformV1, Quantity, StockLevel } from "@crossdock/core"
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

type Asked = typeof PlatformV1.GetOrders.payload.Type

export const make = ({ platform, shopId }: Shop) => {
  const orders = new Map<string, PlatformOrder.PlatformOrder>()
  const parcels = new Map<string, Array<ShipmentRecord>>()
  const announced: Array<{ readonly isLocked: boolean; readonly callbackUrl: string }> = []
  let stock = 9
  let changes = 0
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
        lines: [line(`${onlineOrderId}-1`, 2), line(`${onlineOrderId}-2`, 1)],
        raw: personal(`{"id":9007199254740993001,"buyer":"${planted["the buyer of an order"]}","total":31.350}`, "raw")
      }
      orders.set(onlineOrderId, order)
      return order
    })
  return {
    place,
    find: (onlineOrderId: string) => orders.get(onlineOrderId),
    /** The orders that a query selects; each shows the tracking number of its latest parcel. */
    select: ({ onlineOrderIds, updatedFrom, updatedTo }: Asked): ReadonlyArray<PlatformOrder.PlatformOrder> => {
      const chosen = onlineOrderIds === undefined
        ? [...orders.values()].filter(({ modifiedAt }) => DateTime.between(modifiedAt!, { minimum: updatedFrom!, maximum: updatedTo! }))
        : onlineOrderIds.flatMap((number) => orders.get(number) ?? [])
      return chosen.map((order) => {
        const latest = parcels.get(order.onlineOrderId)?.at(-1)
        return latest === undefined ? order : { ...order, trackingNumber: latest.trackingNumber }
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

/** Makes the fixture of a suite for a peer with this store. */
export const fixture = (store: PlatformStore, peer: Peer, timeZone?: string): SuiteFixture => ({
  placeOrder: store.place,
  shipments: store.parcels,
  product,
  stock: store.stockNumber,
  announced: store.announced,
  provider: providers[0],
  faults: peer.faults,
  requests: peer.requests,
  ...(timeZone !== undefined && { timeZone })
})
