/** A shop on WooCommerce, as a source of orders. */
import { type AdapterError, PlatformV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { readEach } from "../values.ts"
import { orderOf } from "./mapping.ts"
import type { Received } from "./peer.ts"

export const Settings = Schema.Struct({ platform: Schema.NonEmptyString, shopId: Schema.NonEmptyString })

/** Asks for a page of orders with their refunds and products; the last page has no next one. */
export type Ask = (asked: typeof PlatformV1.GetOrders.payload.Type) => Effect.Effect<{ readonly orders: ReadonlyArray<Received>; readonly nextPage?: number }, AdapterError.Reason>

export const woocommerce = (ask: Ask) =>
  PlatformV1.plugin({
    id: "platform-woocommerce",
    settings: Settings,
    limits: { ordersPerQuery: 100 },
    offers: [],
    make: (shop) =>
      Effect.succeed({
        handlers: {
          getOrders: (asked) =>
            Effect.map(ask(asked), ({ nextPage, orders }) => ({
              ...readEach(orders, ({ order }) => String(order.id), (received) => orderOf(shop, received)),
              ...(nextPage !== undefined && { nextCursor: String(nextPage) })
            }))
        }
      })
  })
