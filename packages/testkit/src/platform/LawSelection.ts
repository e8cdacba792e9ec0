/**
 * Selects the laws that apply to a platform plugin: those of every required operation and of each operation that it offers.
 */
import { PlatformV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import { authorizationLaws, lapseLaws } from "../AccountLaws.ts"
import type { Laws } from "../Law.ts"
import { applicable, inapplicable, missing, type SelectedLaw } from "../Session.ts"
import { call, type LawContext, place } from "./LawContext.ts"
import { can, type SuiteFixture } from "./SuiteFixture.ts"
import * as SubscriptionLaws from "../SubscriptionLaws.ts"
import { faultLaws } from "./laws/Faults.ts"
import { incomingLaws } from "./laws/Incoming.ts"
import * as Lists from "./laws/Lists.ts"
import { getOrdersLaws } from "./laws/Orders.ts"
import { declarationLaws, leakLaws, rateLaws } from "./laws/Plugin.ts"
import * as Shipments from "./laws/Shipments.ts"

type PlatformLaws = Laws<LawContext, SuiteFixture<unknown>>

const registrations = SubscriptionLaws.make<SuiteFixture<unknown>, LawContext>(can.subscriptions, ({ platform }) => platform.incoming, call)

const isRegistration = (name: PlatformV1.OperationName): name is keyof typeof registrations => Object.hasOwn(registrations, name)

/** A new operation without laws fails to compile. */
const ownLaws: { readonly [N in PlatformV1.OperationName]: PlatformLaws } = {
  getOrders: getOrdersLaws,
  listOrderStatuses: Lists.listOrderStatusesLaws,
  markReadyToShip: Shipments.markReadyToShipLaws,
  listProducts: Lists.listProductsLaws,
  listProductStatuses: Lists.listProductStatusesLaws,
  updateStock: Lists.updateStockLaws,
  listShippingProviders: Lists.listShippingProvidersLaws,
  createShipment: Shipments.createShipmentLaws,
  cancelShipment: Shipments.cancelShipmentLaws,
  getLabels: Shipments.getLabelsLaws,
  trackParcel: Shipments.trackParcelLaws,
  listLocations: Lists.listLocationsLaws,
  setShopAccess: Lists.setShopAccessLaws,
  ...registrations
}

const lawsOf = ({ kind, name }: PlatformV1.AnyOperation): PlatformLaws => isRegistration(name) ? registrations[name] : { ...ownLaws[name], ...faultLaws({ kind, name }) }

const authorizing: PlatformLaws = { ...authorizationLaws, ...faultLaws({ name: "authorization", kind: "create" }) }

const tokenExpiryLaws: PlatformLaws = lapseLaws((context: LawContext) =>
  Effect.map(place(context, "lapse"), ({ onlineOrderId }) => ({
    number: onlineOrderId,
    call: Effect.map(
      context.platform.call(PlatformV1.GetOrders, { onlineOrderIds: [onlineOrderId], limit: 100 }),
      ({ items }) => items.map((order) => order.onlineOrderId)
    )
  })))

/** The parts of the fixture without which an offered operation is not proven. */
const requiredParts: Readonly<Partial<Record<PlatformV1.OptionalName, keyof SuiteFixture>>> = {
  markReadyToShip: "shipments",
  createShipment: "shipments",
  cancelShipment: "shipments",
  listProducts: "product",
  updateStock: "stock",
  setShopAccess: "announced",
  subscribe: "subscriptions",
  renew: "subscriptions",
  unsubscribe: "subscriptions"
}

interface Declared {
  readonly offers: ReadonlyArray<PlatformV1.OptionalName>
  readonly receives?: boolean
  /** The plugin's OAuth authorization, if it has one. */
  readonly authorization?: object | undefined
}

/** All laws of the contract, each with the decision whether it is run. */
export const selectLaws = (plugin: Declared, fixture: SuiteFixture<unknown>): ReadonlyArray<SelectedLaw<LawContext>> => [
  ...applicable(declarationLaws, fixture),
  ...PlatformV1.contract.required.flatMap((operation) => applicable(lawsOf(operation), fixture)),
  ...PlatformV1.contract.optional.flatMap((operation) => {
    const { name } = operation
    if (!plugin.offers.includes(name)) return inapplicable(lawsOf(operation), name)
    const part = requiredParts[name]
    return [...(part === undefined || fixture[part] !== undefined ? [] : [missing<LawContext>(name, part)]), ...applicable(lawsOf(operation), fixture)]
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
