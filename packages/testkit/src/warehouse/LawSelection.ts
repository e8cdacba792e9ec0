/**
 * Which laws a plugin is held to: those of every required operation, and those of what it offers. There are no flags: a
 * law of an offered operation is run, unless `fixture` has no means to bring its situation about.
 */
import { WarehouseV1 } from "@crossdock/core"
import type { Laws } from "../Law.ts"
import { type Chosen, missing, notOffered, offered } from "../Session.ts"
import type { LawContext } from "./LawContext.ts"
import type { SuiteFixture } from "./SuiteFixture.ts"
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
import { faultLaws } from "./laws/Faults.ts"

type WarehouseLaws = Laws<LawContext, SuiteFixture<unknown>>

export const requiredLaws: { readonly [N in (typeof WarehouseV1.contract.required)[number]["name"]]: WarehouseLaws } = {
  createOutboundOrder: { ...creating, ...SimilarNumbers.creatingSimilar, ...faultLaws("createOutboundOrder") },
  cancelOutboundOrder: { ...cancelling, ...SimilarNumbers.cancellingSimilar, ...faultLaws("cancelOutboundOrder") },
  getOutboundOrders: { ...querying, ...SimilarNumbers.queryingSimilar, ...faultLaws("getOutboundOrders") }
}

/** A new optional operation without laws does not compile. */
export const optionalLaws: { readonly [N in WarehouseV1.OptionalName]: WarehouseLaws } = {
  listWarehouses: { ...listingWarehouses, ...faultLaws("listWarehouses") },
  listChannels: { ...listingChannels, ...faultLaws("listChannels") },
  listStock: { ...stocking, ...faultLaws("listStock") },
  createInboundOrder: { ...announcing, ...SimilarNumbers.announcingSimilar, ...faultLaws("createInboundOrder") },
  getInboundOrders: { ...receiving, ...SimilarNumbers.receivingSimilar, ...faultLaws("getInboundOrders") },
  cancelInboundOrders: { ...recalling, ...SimilarNumbers.recallingSimilar, ...faultLaws("cancelInboundOrders") },
  upsertProduct: { ...products, ...faultLaws("upsertProduct") },
  authorize: { ...authorizing, ...faultLaws("authorize") },
  subscribe: { ...subscribing, ...faultLaws("subscribe") },
  renew: { ...renewing, ...faultLaws("renew") },
  unsubscribe: { ...unsubscribing, ...faultLaws("unsubscribe") }
}

export const incomingLaws: WarehouseLaws = incoming

/** What `fixture` must have to prove an optional operation; absent from it, the operation is unproven, which is a failure. */
const demands: { readonly [N in WarehouseV1.OptionalName]: { readonly part: string; readonly isThere: (fixture: SuiteFixture<unknown>) => boolean } } = {
  listWarehouses: { part: "lists.warehouses", isThere: ({ lists }) => lists?.warehouses !== undefined },
  listChannels: { part: "lists.channels", isThere: ({ lists }) => lists?.channels !== undefined },
  listStock: { part: "stock", isThere: ({ stock }) => stock !== undefined },
  createInboundOrder: { part: "inbound", isThere: ({ inbound }) => inbound !== undefined },
  getInboundOrders: { part: "inbound", isThere: ({ inbound }) => inbound !== undefined },
  cancelInboundOrders: { part: "inbound", isThere: ({ inbound }) => inbound !== undefined },
  upsertProduct: { part: "products", isThere: (fixture) => fixture.products !== undefined },
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
export const choose = (plugin: Declared, fixture: SuiteFixture<unknown>): ReadonlyArray<Chosen<LawContext>> => [
  ...offered(declaring, fixture),
  ...Object.values(requiredLaws).flatMap((laws) => offered(laws, fixture)),
  ...WarehouseV1.contract.optional.flatMap(({ name }) => {
    const { isThere, part } = demands[name]
    const proving = (laws: WarehouseLaws) => [...(isThere(fixture) ? [] : [missing<LawContext>(name, part)]), ...offered(laws, fixture)]
    if (plugin.offers.includes(name)) return proving(optionalLaws[name])
    // The member does what the operation does, without a runner that has to ask for it.
    return name === "authorize" && plugin.authorization !== undefined ? proving(authorizing) : notOffered(optionalLaws[name], name)
  }),
  ...(plugin.receives !== true
    ? notOffered(incomingLaws, "incoming")
    : [...(fixture.callbacks === undefined ? [missing<LawContext>("incoming", "callbacks")] : []), ...offered(incomingLaws, fixture)]),
  ...(fixture.lapse === undefined ? notOffered(lapsing, "tokens that lapse, or fixture has no lapse") : offered(lapsing, fixture)),
  ...offered(keeping, fixture)
]
