/**
 * Selects the laws that apply to a plugin: those of every required operation and of each operation that it offers. No
 * flag leaves a law out. A law is skipped only if `fixture` lacks an optional part that the law needs.
 */
import { WarehouseV1 } from "@crossdock/core"
import { authorizationLaws } from "../AccountLaws.ts"
import type { Laws } from "../Law.ts"
import { type SelectedLaw, missing, inapplicable, applicable } from "../Session.ts"
import type { LawContext } from "./LawContext.ts"
import type { SuiteFixture } from "./SuiteFixture.ts"
import { cancelOutboundOrderLaws } from "./laws/CancelOutboundOrder.ts"
import { createOutboundOrderLaws } from "./laws/CreateOutboundOrder.ts"
import { createInboundOrderLaws, cancelInboundOrdersLaws, getInboundOrdersLaws } from "./laws/InboundOrders.ts"
import { incoming } from "./laws/Incoming.ts"
import { listChannelsLaws, listWarehousesLaws } from "./laws/WarehousesAndChannels.ts"
import { tokenExpiryLaws } from "./laws/TokenExpiry.ts"
import { declarationLaws, leakLaws, rateLaws } from "./laws/Plugin.ts"
import { products } from "./laws/Products.ts"
import { getOutboundOrdersLaws } from "./laws/GetOutboundOrders.ts"
import * as SimilarNumbers from "./laws/SimilarNumbers.ts"
import { listStockLaws } from "./laws/Stock.ts"
import { renewLaws, subscribeLaws, unsubscribeLaws } from "./laws/Subscriptions.ts"
import { faultLaws } from "./laws/Faults.ts"

type WarehouseLaws = Laws<LawContext, SuiteFixture<unknown>>

export const requiredLaws: { readonly [N in (typeof WarehouseV1.contract.required)[number]["name"]]: WarehouseLaws } = {
  createOutboundOrder: { ...createOutboundOrderLaws, ...SimilarNumbers.createOutboundOrderLaws, ...faultLaws("createOutboundOrder") },
  cancelOutboundOrder: { ...cancelOutboundOrderLaws, ...SimilarNumbers.cancelOutboundOrderLaws, ...faultLaws("cancelOutboundOrder") },
  getOutboundOrders: { ...getOutboundOrdersLaws, ...SimilarNumbers.getOutboundOrdersLaws, ...faultLaws("getOutboundOrders") }
}

/** A new optional operation without laws fails to compile. */
export const optionalLaws: { readonly [N in WarehouseV1.OptionalName]: WarehouseLaws } = {
  listWarehouses: { ...listWarehousesLaws, ...faultLaws("listWarehouses") },
  listChannels: { ...listChannelsLaws, ...faultLaws("listChannels") },
  listStock: { ...listStockLaws, ...faultLaws("listStock") },
  createInboundOrder: { ...createInboundOrderLaws, ...SimilarNumbers.createInboundOrderLaws, ...faultLaws("createInboundOrder") },
  getInboundOrders: { ...getInboundOrdersLaws, ...SimilarNumbers.getInboundOrdersLaws, ...faultLaws("getInboundOrders") },
  cancelInboundOrders: { ...cancelInboundOrdersLaws, ...SimilarNumbers.cancelInboundOrdersLaws, ...faultLaws("cancelInboundOrders") },
  upsertProduct: { ...products, ...faultLaws("upsertProduct") },
  subscribe: { ...subscribeLaws, ...faultLaws("subscribe") },
  renew: { ...renewLaws, ...faultLaws("renew") },
  unsubscribe: { ...unsubscribeLaws, ...faultLaws("unsubscribe") }
}

const authorizing: WarehouseLaws = { ...authorizationLaws, ...faultLaws("authorization") }

export const incomingLaws: WarehouseLaws = incoming

/** The part of `fixture` that is needed to test an optional operation. If the part is absent, a law fails. */
const requiredParts: { readonly [N in WarehouseV1.OptionalName]: { readonly part: string; readonly isThere: (fixture: SuiteFixture<unknown>) => boolean } } = {
  listWarehouses: { part: "lists.warehouses", isThere: ({ lists }) => lists?.warehouses !== undefined },
  listChannels: { part: "lists.channels", isThere: ({ lists }) => lists?.channels !== undefined },
  listStock: { part: "stock", isThere: ({ stock }) => stock !== undefined },
  createInboundOrder: { part: "inbound", isThere: ({ inbound }) => inbound !== undefined },
  getInboundOrders: { part: "inbound", isThere: ({ inbound }) => inbound !== undefined },
  cancelInboundOrders: { part: "inbound", isThere: ({ inbound }) => inbound !== undefined },
  upsertProduct: { part: "products", isThere: (fixture) => fixture.products !== undefined },
  subscribe: { part: "subscriptions", isThere: ({ subscriptions }) => subscriptions !== undefined },
  renew: { part: "subscriptions", isThere: ({ subscriptions }) => subscriptions !== undefined },
  unsubscribe: { part: "subscriptions", isThere: ({ subscriptions }) => subscriptions !== undefined }
}

interface Declared {
  readonly offers: ReadonlyArray<WarehouseV1.OptionalName>
  readonly receives?: boolean
  /** The plugin's OAuth authorization, if it has one. */
  readonly authorization?: object | undefined
}

/** All laws of the contract, each with the decision whether it is run. */
export const selectLaws = (plugin: Declared, fixture: SuiteFixture<unknown>): ReadonlyArray<SelectedLaw<LawContext>> => [
  ...applicable(declarationLaws, fixture),
  ...Object.values(requiredLaws).flatMap((laws) => applicable(laws, fixture)),
  ...WarehouseV1.contract.optional.flatMap(({ name }) => {
    const { isThere, part } = requiredParts[name]
    const proving = (laws: WarehouseLaws) => [...(isThere(fixture) ? [] : [missing<LawContext>(name, part)]), ...applicable(laws, fixture)]
    return plugin.offers.includes(name) ? proving(optionalLaws[name]) : inapplicable(optionalLaws[name], name)
  }),
  ...(plugin.authorization === undefined
    ? inapplicable(authorizing, "authorization")
    : [...(fixture.authorization === undefined ? [missing<LawContext>("authorization", "authorization")] : []), ...applicable(authorizing, fixture)]),
  ...(plugin.receives !== true
    ? inapplicable(incomingLaws, "incoming")
    : [...(fixture.callbacks === undefined ? [missing<LawContext>("incoming", "callbacks")] : []), ...applicable(incomingLaws, fixture)]),
  ...(fixture.tokenExpiry === undefined ? inapplicable(tokenExpiryLaws, "tokens that expire, or fixture has no tokenExpiry") : applicable(tokenExpiryLaws, fixture)),
  ...applicable(rateLaws, fixture),
  ...applicable(leakLaws, fixture)
]
