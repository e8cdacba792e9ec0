/**
 * A platform in memory with several shops behind one account. It takes every call for whichever shop it is, and shows the orders of all of
 * them whatever was asked, as the careless ones do.
 */
import type { AnyPlugin } from "@crossdock/config"
import { AdapterError, Decimal, PlatformV1 } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import * as FakeShop from "./FakeShop.ts"

type Product = (typeof PlatformV1.ListProducts.success.Type)["items"][number]
type Label = (typeof PlatformV1.GetLabels.success.Type)["items"][number]

/** An article of a shop. */
export const article = (productId: string, title: string): Product => ({ productId, sku: productId, title, status: "ONLINE", stock: Decimal.fromText("3")! })

export const shops = (limits: Partial<PlatformV1.Limits> = {}) => {
  const orders: Array<FakeShop.Order> = []
  const products: Array<Product & { readonly onlineShopId: string }> = []
  const stock: Array<string> = []
  const calls: Array<{ readonly operation: string; readonly payload: any }> = []
  const shipments: Array<{ readonly onlineOrderId: string; readonly trackingNumber: string }> = []
  const unreadable = new Set<string>()
  const failures: Array<AdapterError.Reason> = []
  /** `tellsArticlesApart`: the articles that it shows are those of the shop that a call names. */
  const manners = { tellsArticlesApart: false, prefixOfShipments: "SHIP-" }

  const called = <A>(operation: PlatformV1.OperationName, work: (payload: any) => A) => (payload: any): Effect.Effect<A, AdapterError.Reason> =>
    Effect.suspend(() => {
      calls.push({ operation, payload })
      const failure = failures.shift()
      return failure === undefined ? Effect.sync(() => work(payload)) : Effect.fail(failure)
    })

  const isOf = ({ onlineShopId }: { readonly onlineShopId?: string }) => (record: { readonly onlineShopId: string }) =>
    !manners.tellsArticlesApart || onlineShopId === undefined || record.onlineShopId === onlineShopId

  const plugin = PlatformV1.plugin({
    id: "shops-fake",
    settings: Schema.Struct({}),
    limits: { ordersPerQuery: 50, stockUpdatesPerCall: 2, pollInterval: "10 seconds", visibilityDelay: "1 second", callsPerSecond: 1000, shops: "several", ...limits },
    offers: [
      "listOrderStatuses", "markReadyToShip", "listProducts", "listProductStatuses", "updateStock", "listShippingProviders", "createShipment", "cancelShipment",
      "getLabels", "trackParcel", "listLocations", "setShopAccess"
    ],
    make: () =>
      Effect.succeed({
        handlers: {
          getOrders: called("getOrders", (asked: typeof PlatformV1.GetOrders.payload.Type) => {
            const found = orders.filter(({ modifiedAt, onlineOrderId }) =>
              asked.onlineOrderIds?.includes(onlineOrderId) ??
                (modifiedAt !== undefined && DateTime.between(modifiedAt, { minimum: asked.updatedFrom!, maximum: asked.updatedTo! })))
            const hidden = found.flatMap(({ onlineOrderId }) => unreadable.has(onlineOrderId) ? [onlineOrderId] : [])
            return { items: found.filter(({ onlineOrderId }) => !unreadable.has(onlineOrderId)), pageCount: found.length, ...(hidden.length > 0 && { unreadable: hidden }) }
          }),
          listOrderStatuses: called("listOrderStatuses", () => ({ finished: [], cancelled: [] })),
          markReadyToShip: called("markReadyToShip", () => ({})),
          listProducts: called("listProducts", (asked: typeof PlatformV1.ListProducts.payload.Type) => ({
            items: products.filter(isOf(asked)).filter(({ productId }) => asked.productIds?.includes(productId) ?? true).map(Struct.omit(["onlineShopId"]))
          })),
          listProductStatuses: called("listProductStatuses", () => ({ items: [] })),
          updateStock: called("updateStock", ({ items }: typeof PlatformV1.UpdateStock.payload.Type) => {
            for (const item of items) stock.push(`${item.productId} ${Decimal.toText(item.stock)}`)
            return { failures: [] }
          }),
          listShippingProviders: called("listShippingProviders", () => ({ items: [{ code: "post", name: "Post" }] })),
          createShipment: called("createShipment", ({ onlineOrderId }: typeof PlatformV1.CreateShipment.payload.Type) => {
            const trackingNumber = `${manners.prefixOfShipments}${shipments.length + 1}`
            shipments.push({ onlineOrderId, trackingNumber })
            return { trackingNumber }
          }),
          cancelShipment: called("cancelShipment", ({ trackingNumber }: typeof PlatformV1.CancelShipment.payload.Type) => {
            const at = shipments.findIndex((each) => each.trackingNumber === trackingNumber)
            if (at >= 0) shipments.splice(at, 1)
            return {}
          }),
          getLabels: called("getLabels", ({ onlineOrderId }: typeof PlatformV1.GetLabels.payload.Type): { readonly items: ReadonlyArray<Label> } => ({
            items: shipments.filter((each) => each.onlineOrderId === onlineOrderId).map(({ trackingNumber }) => FakeShop.label(FakeShop.labelContent(trackingNumber), { trackingNumber }))
          })),
          trackParcel: called("trackParcel", () => ({ phase: "inTransit", status: "MOVING", events: [] })),
          listLocations: called("listLocations", ({ onlineShopId }: typeof PlatformV1.ListLocations.payload.Type) => ({ items: [{ code: `place-${onlineShopId}`, name: "Place" }] })),
          setShopAccess: called("setShopAccess", () => ({}))
        } as never
      })
  })

  return {
    plugin: plugin as unknown as AnyPlugin,
    orders,
    products,
    /** The stock that was set, in order. */
    stock,
    /** The calls that reached the platform. */
    calls,
    callsOf: (operation: PlatformV1.OperationName) => calls.filter((call) => call.operation === operation).map(({ payload }) => payload),
    shipments,
    unreadable,
    failures,
    manners,
    put: (...more: ReadonlyArray<FakeShop.Order>) => void orders.push(...more)
  }
}

export type SharedShop = ReturnType<typeof shops>
