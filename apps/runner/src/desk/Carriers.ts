/**
 * The codes by which a shop knows the carriers of warehouses.
 */
import { AdapterError, type PlatformShipment, PlatformV1 } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { ConnectedLink } from "../Composition.ts"
import type { Connections } from "../connection/Connections.ts"
import * as ConnectionShops from "../connection/ConnectionShops.ts"
import * as ShopCalls from "../contracts/platform/ShopCalls.ts"
import type { Mapping } from "../mapping/NameMapping.ts"
import * as Slots from "./Slots.ts"

/** The shop has not told its carriers. `isFinal`: it refuses to, so asking again is of use only after somebody has changed something. */
export class CarriersUnknown extends Schema.TaggedError<CarriersUnknown>()("CarriersUnknown", { message: Schema.String, isFinal: Schema.Boolean }) {}

/** How long the list of a shop is used, in milliseconds. */
const usedFor = 600_000

export type Providers = ReadonlyArray<PlatformShipment.ShippingProvider>

/** The code of the provider that has a name as its code or its name, in any case. */
export const codeIn = (providers: Providers, name: string): string | undefined => {
  const same = (text: string) => text.toLowerCase() === name.toLowerCase()
  return (providers.find(({ code }) => same(code)) ?? providers.find((provider) => same(provider.name)))?.code
}

export const make = (connections: Connections["Service"], mapping: Mapping["Service"]) => {
  const lists = new Map<string, { readonly until: number; readonly providers: Providers }>()

  const providersOf = Effect.fnUntraced(function*(link: ConnectedLink) {
    const { peer } = link
    const key = ConnectionShops.keyOf(connections, link)
    const now = yield* Clock.currentTimeMillis
    const known = lists.get(key)
    if (known !== undefined && known.until > now) return known.providers
    const isOffered = connections.offers(peer).includes(PlatformV1.ListShippingProviders.name)
    const providers = isOffered
      ? (yield* Effect.mapError(Slots.aside(ShopCalls.invoke(connections, link, PlatformV1.ListShippingProviders, {})), ({ reason }) =>
        new CarriersUnknown({ message: `the shop could not be asked for its carriers: ${AdapterError.describe(reason)}`, isFinal: !reason.isRetryable }))).items
      : []
    lists.set(key, { until: now + usedFor, providers })
    return providers
  })

  /** The code of a carrier, or why there is none. `usual` is the carrier that the shop names in the order; it is used if the shop does not know the other one. */
  return Effect.fnUntraced(function*(shop: ConnectedLink, carrier: string | undefined, usual: string | undefined) {
    const name = carrier ?? usual
    if (name === undefined) return Result.fail("neither the warehouse nor the shop names a carrier")
    const names = yield* mapping.names(shop)
    const row = names.toPeer("channel", name)
    if (row !== undefined) return Result.succeed(row)
    const missing = `the carrier ${JSON.stringify(name)} has no row in the channel table of this link`
    if (names.isRequired("channel")) {
      yield* mapping.queue(shop.scope, "channel", "erp", [name])
      return Result.fail(`${missing}, which requires one; add it and release the order`)
    }
    const providers = yield* Effect.mapError(providersOf(shop), ({ isFinal, message }) =>
      new CarriersUnknown({ message: `${message}; ${missing}, without which the shop is asked again`, isFinal }))
    if (providers.length === 0) return Result.succeed(name)
    const code = codeIn(providers, name) ?? (usual === undefined ? undefined : names.toPeer("channel", usual) ?? usual)
    return code === undefined
      ? Result.fail(`${missing}, and the shop has no such provider; add a row with one of ${providers.map((provider) => provider.code).join(", ")} and release the order`)
      : Result.succeed(code)
  })
}

export type Carriers = ReturnType<typeof make>
