/** A shop on Shopify, as a source of orders. */
import { type AdapterError, PlatformV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { readEach } from "../values.ts"
import { orderOf } from "./mapping.ts"
import type { Received } from "./peer.ts"

export const Settings = Schema.Struct({ platform: Schema.NonEmptyString, shopId: Schema.NonEmptyString, onDelivery: Schema.Array(Schema.NonEmptyString) })

/** Asks the GraphQL endpoint; `search` is the query of `orders`, such as `updated_at:>=…` or a list of ids. */
export type Ask = (asked: typeof PlatformV1.GetOrders.payload.Type) => Effect.Effect<{ readonly nodes: ReadonlyArray<Received>; readonly endCursor?: string }, AdapterError.Reason>

export const shopify = (ask: Ask) =>
  PlatformV1.plugin({
    id: "platform-shopify",
    settings: Settings,
    limits: {
      ordersPerQuery: 50,
      callsPerSecond: 100,
      burst: 2000,
      rateInAnswers: {
        cost: { pointer: "/extensions/cost/actualQueryCost" },
        remaining: { pointer: "/extensions/cost/throttleStatus/currentlyAvailable" },
        perSecond: { pointer: "/extensions/cost/throttleStatus/restoreRate" }
      }
    },
    offers: [],
    make: ({ onDelivery, platform, shopId }) =>
      Effect.succeed({
        handlers: {
          getOrders: (asked) =>
            Effect.map(ask(asked), ({ endCursor, nodes }) => ({
              ...readEach(nodes, ({ order }) => order.id, (received) => orderOf({ platform, shopId, onDelivery: new Set(onDelivery) }, received)),
              ...(endCursor !== undefined && { nextCursor: endCursor })
            }))
        }
      })
  })
