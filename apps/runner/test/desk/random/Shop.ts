/**
 * A shop whose buyers order, pay, change and cancel, and which takes notices of parcels, each as often as it comes.
 */
import type { AnyPlugin } from "@crossdock/config"
import { AdapterError, Decimal, type PlatformOrder, PlatformV1, Quantity, StockLevel } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import type { Random } from "../../support/Random.ts"
import { Resumed } from "./Node.ts"
import type { Fact, Line } from "./Truth.ts"

const { Rejected, TransportFailed } = AdapterError

export type Order = PlatformOrder.PlatformOrder

interface Options {
  /** The articles that it sells. */
  readonly skus: ReadonlyArray<string>
  readonly random: Random
  readonly tell: (fact: Fact) => void
  readonly now: () => number
  /** So many of a hundred calls are refused, lose their answer, or never arrive. */
  readonly troubles: { percent: number }
}

/** The scope of the link to the shop. */
export const scope = "platform:acc-9:fake:1"

/** Whether an order is completed as soon as one parcel of it is told, as in shops that know no part of an order. */
const isFinishedEarly = (name: string): boolean => Number(name.split("-")[1]) % 3 === 0

const timeOf = ({ modifiedAt }: Order): number => modifiedAt === undefined ? 0 : DateTime.toEpochMillis(modifiedAt)

export const make = ({ now, random, skus, tell, troubles }: Options) => {
  const orders = new Map<string, Order>()
  const counts = { refused: 0, lost: 0 }
  /** The pieces of each article that buyers may order. */
  const offered = new Map<string, number>()

  /** A node that is suspended meanwhile hears the answer when it is resumed. */
  const heard = <A>(answer: Effect.Effect<A, AdapterError.Reason>) => Effect.onExit(answer, () => Effect.flatten(Resumed))
  const calling = <A>(act: Effect.Effect<A, AdapterError.Reason>): Effect.Effect<A, AdapterError.Reason> =>
    Effect.suspend(() => {
      const how = random(300)
      if (how >= 3 * troubles.percent) return heard(act)
      counts.lost++
      const lost = Effect.fail(new TransportFailed({ phase: how % 3 === 0 ? "send" : how % 3 === 1 ? "connect" : "receive", cause: "lost" }))
      return heard(how % 3 === 2 ? Effect.andThen(act, lost) : lost)
    })

  const put = (name: string, more: Partial<Order>): Order => {
    const changed: Order = { ...orders.get(name)!, ...more, modifiedAt: DateTime.makeUnsafe(now()) }
    orders.set(name, changed)
    return changed
  }
  const wanted = ({ lines, onlineOrderId, phase }: Order) =>
    tell({
      is: "wanted",
      order: onlineOrderId,
      isPaid: phase !== "unpaid" && phase !== "onHold",
      isFinished: phase === "finished",
      lines: phase === "cancelled" ? [] : lines.map(({ lineId, quantity, sku = "" }) => ({ line: lineId, sku, pieces: Quantity.toNumber(quantity) ?? 0 }))
    })
  const linesOf = (lines: ReadonlyArray<Line>): Order["lines"] =>
    lines.map(({ line, pieces, sku }) => ({ lineId: line, productId: `P-${sku}`, sku, title: `Article ${sku}`, quantity: Quantity.of(pieces), currency: "EUR", price: Decimal.fromText("2.50")! }))
  const receiver = (house: number): Order["receiver"] => ({
    name: Redacted.make("Ada Example"), country: "NL", city: "Amsterdam", address1: Redacted.make(`Singel ${house}`), postalCode: Redacted.make("1012 AA")
  })

  const plugin = PlatformV1.plugin({
    id: "shop-random",
    settings: Schema.Struct({}),
    limits: { ordersPerQuery: 50, stockUpdatesPerCall: 10, pollInterval: "10 seconds", visibilityDelay: "1 second", callsPerSecond: 1000 },
    offers: ["markReadyToShip", "updateStock", "listProducts"],
    make: () =>
      Effect.succeed({
        handlers: {
          markReadyToShip: ({ lines, onlineOrderId, trackingNumber }: typeof PlatformV1.ReportOutgoingParcel.payload.Type) =>
            calling(Effect.suspend(() => {
              if (random(100) < troubles.percent / 2) {
                counts.refused++
                return Effect.fail(new Rejected({ fault: { code: "TOKEN", message: "the token has expired" } }))
              }
              const { fulfillments = [], phase } = orders.get(onlineOrderId) ?? {}
              const isFinished = phase === "open" && isFinishedEarly(onlineOrderId)
              const changed = put(onlineOrderId, {
                ...(isFinished && { phase: "finished", status: "completed" }),
                fulfillments: [...fulfillments, { trackingNumber, shippedAt: DateTime.makeUnsafe(now()), ...(lines && { lines }) }]
              })
              if (isFinished) wanted(changed)
              tell({ is: "told", order: onlineOrderId, parcel: trackingNumber, lines: lines?.map(({ lineId, quantity }) => ({ line: lineId, pieces: Quantity.toNumber(quantity) ?? 0 })) })
              return Effect.succeed({})
            })),
          updateStock: ({ items }: typeof PlatformV1.UpdateStock.payload.Type) =>
            calling(Effect.sync(() => {
              for (const { productId, stock } of items) offered.set(productId.slice(2), Number(Decimal.toText(stock)))
              return { failures: [] }
            })),
          listProducts: () =>
            calling(Effect.sync(() => ({
              items: skus.map((sku) => ({ productId: `P-${sku}`, sku, title: `Article ${sku}`, status: "active", stock: StockLevel.figure(offered.get(sku) ?? 0) }))
            }))),
          getOrders: ({ cursor = "0", limit, onlineOrderIds, updatedFrom, updatedTo }: typeof PlatformV1.GetOrders.payload.Type) =>
            calling(Effect.sync(() => {
              const isAsked = (one: Order) =>
                onlineOrderIds !== undefined
                  ? onlineOrderIds.includes(one.onlineOrderId)
                  : timeOf(one) >= DateTime.toEpochMillis(updatedFrom!) && timeOf(one) <= DateTime.toEpochMillis(updatedTo!)
              const found = [...orders.values()].filter(isAsked).toSorted((one, other) => timeOf(one) - timeOf(other))
              const end = Number(cursor) + limit
              return { items: found.slice(Number(cursor), end), ...(end < found.length && { nextCursor: String(end) }) }
            }))
        }
      })
  })

  return {
    plugin: plugin as unknown as AnyPlugin,
    orders,
    offered,
    counts,
    buy: (name: string, lines: ReadonlyArray<Line>, isPaid: boolean): void =>
      wanted(put(name, {
        platform: "fake",
        shopId: "platform-7",
        onlineOrderId: name,
        createdAt: DateTime.makeUnsafe(now()),
        phase: isPaid ? "open" : "unpaid",
        status: isPaid ? "PAID" : "NEW",
        paymentMethod: "online",
        currency: "EUR",
        total: Decimal.fromText("4.50")!,
        freight: Decimal.fromText("0")!,
        receiver: receiver(1),
        lines: linesOf(lines),
        raw: Redacted.make(`{"id":"${name}"}`)
      })),
    pay: (name: string): void => wanted(put(name, { phase: "open", status: "PAID" })),
    cancel: (name: string): void => wanted(put(name, { phase: "cancelled", status: "CANCELLED" })),
    /** A person completes an order, whatever has left of it. */
    complete: (name: string): void => wanted(put(name, { phase: "finished", status: "completed" })),
    putOnHold: (name: string): void => wanted(put(name, { phase: "onHold", status: "ON_HOLD" })),
    endHold: (name: string): void => wanted(put(name, { phase: "open", status: "PAID" })),
    /** A person asks the desk to go on with an order. */
    released: (name: string): void => tell({ is: "released", order: name }),
    /** A line gets another number of pieces, or is dropped. */
    changeLines: (name: string, below: Random): void => {
      const { lines } = orders.get(name)!
      const at = below(lines.length)
      const changed = lines.map((line, index) => index === at ? { ...line, quantity: Quantity.of(1 + below(4)) } : line)
      wanted(put(name, { lines: lines.length > 1 && below(4) === 0 ? lines.filter((_, index) => index !== at) : changed }))
    },
    move: (name: string): void => void put(name, { receiver: receiver(2 + random(100)) })
  }
}

export type Shop = ReturnType<typeof make>
