/**
 * Which laws a plugin is held to: those of every required operation, and those of what it offers. There are no flags: a
 * law of an offered operation is run, unless `given` has no means to bring its situation about.
 */
import { WarehouseV1 } from "@crossdock/core"
import type { Laws } from "../Law.ts"
import { type Chosen, missing, notOffered, offered } from "../Session.ts"
import type { Bench } from "./Bench.ts"
import type { Given } from "./Given.ts"
import { authorizing, renewing, subscribing, unsubscribing } from "./laws/Accounts.ts"
import { cancelling } from "./laws/Cancelling.ts"
import { creating } from "./laws/Creating.ts"
import { announcing, recalling, receiving } from "./laws/Inbound.ts"
import { incoming } from "./laws/Incoming.ts"
import { listingChannels, listingWarehouses } from "./laws/Lists.ts"
import { lapsing } from "./laws/Lapsing.ts"
import { declaring, keeping } from "./laws/Plugin.ts"
import { products } from "./laws/Products.ts"
import { querying } from "./laws/Querying.ts"
import * as SimilarNumbers from "./laws/SimilarNumbers.ts"
import { stocking } from "./laws/Stock.ts"
import { troublesOf } from "./laws/Troubles.ts"

type WarehouseLaws = Laws<Bench, Given<unknown>>

export const requiredLaws: { readonly [N in (typeof WarehouseV1.contract.required)[number]["name"]]: WarehouseLaws } = {
  createOutboundOrder: { ...creating, ...SimilarNumbers.creatingSimilar, ...troublesOf("createOutboundOrder") },
  cancelOutboundOrder: { ...cancelling, ...SimilarNumbers.cancellingSimilar, ...troublesOf("cancelOutboundOrder") },
  getOutboundOrders: { ...querying, ...SimilarNumbers.queryingSimilar, ...troublesOf("getOutboundOrders") }
}

/** A new optional operation without laws does not compile. */
export const optionalLaws: { readonly [N in WarehouseV1.OptionalName]: WarehouseLaws } = {
  listWarehouses: { ...listingWarehouses, ...troublesOf("listWarehouses") },
  listChannels: { ...listingChannels, ...troublesOf("listChannels") },
  listStock: { ...stocking, ...troublesOf("listStock") },
  createInboundOrder: { ...announcing, ...SimilarNumbers.announcingSimilar, ...troublesOf("createInboundOrder") },
  getInboundOrders: { ...receiving, ...SimilarNumbers.receivingSimilar, ...troublesOf("getInboundOrders") },
  cancelInboundOrders: { ...recalling, ...SimilarNumbers.recallingSimilar, ...troublesOf("cancelInboundOrders") },
  upsertProduct: { ...products, ...troublesOf("upsertProduct") },
  authorize: { ...authorizing, ...troublesOf("authorize") },
  subscribe: { ...subscribing, ...troublesOf("subscribe") },
  renew: { ...renewing, ...troublesOf("renew") },
  unsubscribe: { ...unsubscribing, ...troublesOf("unsubscribe") }
}

export const incomingLaws: WarehouseLaws = incoming

/** What `given` must have to prove an optional operation; absent from it, the operation is unproven, which is a failure. */
const demands: { readonly [N in WarehouseV1.OptionalName]: { readonly part: string; readonly isThere: (given: Given<unknown>) => boolean } } = {
  listWarehouses: { part: "lists.warehouses", isThere: ({ lists }) => lists?.warehouses !== undefined },
  listChannels: { part: "lists.channels", isThere: ({ lists }) => lists?.channels !== undefined },
  listStock: { part: "stock", isThere: ({ stock }) => stock !== undefined },
  createInboundOrder: { part: "inbound", isThere: ({ inbound }) => inbound !== undefined },
  getInboundOrders: { part: "inbound", isThere: ({ inbound }) => inbound !== undefined },
  cancelInboundOrders: { part: "inbound", isThere: ({ inbound }) => inbound !== undefined },
  upsertProduct: { part: "products", isThere: (given) => given.products !== undefined },
  authorize: { part: "authorization", isThere: ({ authorization }) => authorization !== undefined },
  subscribe: { part: "subscriptions", isThere: ({ subscriptions }) => subscriptions !== undefined },
  renew: { part: "subscriptions", isThere: ({ subscriptions }) => subscriptions !== undefined },
  unsubscribe: { part: "subscriptions", isThere: ({ subscriptions }) => subscriptions !== undefined }
}

interface Declared {
  readonly offers: ReadonlyArray<WarehouseV1.OptionalName>
  readonly receives?: boolean
  /** How a person authorizes a connection. */
  readonly authorization?: object | undefined
}

/** Every law there is, each with whether it is run. */
export const choose = (plugin: Declared, given: Given<unknown>): ReadonlyArray<Chosen<Bench>> => [
  ...offered(declaring, given),
  ...Object.values(requiredLaws).flatMap((laws) => offered(laws, given)),
  ...WarehouseV1.contract.optional.flatMap(({ name }) => {
    const { isThere, part } = demands[name]
    const proving = (laws: WarehouseLaws) => [...(isThere(given) ? [] : [missing<Bench>(name, part)]), ...offered(laws, given)]
    if (plugin.offers.includes(name)) return proving(optionalLaws[name])
    // The member does what the operation does, without a runner that has to ask for it.
    return name === "authorize" && plugin.authorization !== undefined ? proving(authorizing) : notOffered(optionalLaws[name], name)
  }),
  ...(plugin.receives !== true
    ? notOffered(incomingLaws, "incoming")
    : [...(given.callbacks === undefined ? [missing<Bench>("incoming", "callbacks")] : []), ...offered(incomingLaws, given)]),
  ...(given.lapse === undefined ? notOffered(lapsing, "tokens that lapse, or given has no lapse") : offered(lapsing, given)),
  ...offered(keeping, given)
]
