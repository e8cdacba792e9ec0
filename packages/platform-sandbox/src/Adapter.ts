/**
 * A simulated shop in the runner's own database: orders arrive as time passes, stock is kept by location, shipments get tracking
 * numbers and labels, and calls fail as magic SKUs and buyers demand.
 */
import { type AdapterError, type Credentials, PlatformV1, SqlStorage, Subscriptions } from "@crossdock/core"
import { GrantedTokens } from "@crossdock/protocols/kit"
import * as Effect from "effect/Effect"
import { due } from "./Arrivals.ts"
import { authorization } from "./Authorization.ts"
import * as Catalogue from "./Catalogue.ts"
import * as Faults from "./Faults.ts"
import { setShopAccess } from "./operations/SetShopAccess.ts"
import { cancelShipment } from "./operations/CancelShipment.ts"
import { createShipment } from "./operations/CreateShipment.ts"
import { getLabels } from "./operations/GetLabels.ts"
import { getOrders } from "./operations/GetOrders.ts"
import { trackParcel } from "./operations/TrackParcel.ts"
import { listProducts } from "./operations/ListProducts.ts"
import { markReadyToShip } from "./operations/MarkReadyToShip.ts"
import { updateStock } from "./operations/UpdateStock.ts"
import { incoming } from "./Incoming.ts"
import * as Registrations from "./Registrations.ts"
import { hasRightKey, Settings } from "./Settings.ts"
import * as ShopSession from "./ShopSession.ts"
import { ends, products } from "./Statuses.ts"
import * as Tokens from "./Tokens.ts"

type Reason = AdapterError.Reason
/** What every shop of the sandbox offers; one of them takes registrations of callbacks too. */
type Offered = Exclude<PlatformV1.OptionalName, (typeof Subscriptions.operations)[number]["name"]>
type Handlers = Pick<PlatformV1.Handlers<Offered>, "getOrders" | Offered>
type Handler = (payload: never) => Effect.Effect<unknown, Reason>

const isOffered = (name: PlatformV1.OptionalName): name is Offered => !Subscriptions.operations.some((operation) => operation.name === name)

const offers: ReadonlyArray<Offered> = PlatformV1.contract.optional.flatMap(({ name }) => isOffered(name) ? [name] : [])

const limits: PlatformV1.Limits = {
  ordersPerQuery: 50,
  stockUpdatesPerCall: 50,
  visibilityDelay: "1 second",
  pollInterval: "1 second"
}

const handlersOf = (session: ShopSession.ShopSession): Handlers => ({
  getOrders: getOrders(session),
  listOrderStatuses: () => Effect.succeed(ends),
  markReadyToShip: markReadyToShip(session),
  listProducts: listProducts(session),
  listProductStatuses: () => Effect.succeed({ items: products }),
  updateStock: updateStock(session),
  listShippingProviders: () => Effect.succeed({ items: Catalogue.providers }),
  createShipment: createShipment(session),
  cancelShipment: cancelShipment(session),
  getLabels: getLabels(session),
  trackParcel: trackParcel(session),
  listLocations: () => Effect.succeed({ items: Catalogue.locations }),
  setShopAccess: setShopAccess(session)
})

/** Handlers that run only after the caller was accepted. */
const behind = <H extends object>(check: Effect.Effect<void, Reason>, handlers: H): H =>
  Object.fromEntries(
    Object.entries(handlers).map(([name, handler]) => [name, (payload: never) => Effect.andThen(check, (handler as Handler)(payload))])
  ) as unknown as H

/** Makes the handlers of a connection, behind the check of its credential. */
const open = Effect.fnUntraced(function*(settings: Settings) {
  // A connection cannot be opened without its tables.
  const session = yield* Effect.orDie(ShopSession.make(yield* SqlStorage.SqlStorage, settings, due))
  return behind(hasRightKey(settings) ? Effect.void : Effect.fail(Faults.wrongKey()), handlersOf(session))
})

/** The shop whose calls carry tokens; a person authorizes the connection first. */
export const platformSandbox: PlatformV1.Plugin<typeof Settings, SqlStorage.SqlStorage | Credentials.Credentials, "platform-sandbox"> = PlatformV1.plugin({
  id: "platform-sandbox",
  title: "Sandbox shop",
  settings: Settings,
  limits,
  isTestedAgainstPeer: true,
  offers,
  authorization,
  make: Effect.fnUntraced(function*(settings) {
    const handlers = yield* open(settings)
    const withTokens = ({ accessToken }: GrantedTokens.CallTokens = {}) => behind(Tokens.demandAccess(settings, accessToken), handlers)
    return { handlers: yield* GrantedTokens.renewing(withTokens, Tokens.refreshed(settings)) }
  })
})

/** The shop that takes calls without tokens. */
export const platformSandboxOpen: PlatformV1.Plugin<typeof Settings, SqlStorage.SqlStorage, "platform-sandbox-open"> = PlatformV1.plugin({
  id: "platform-sandbox-open",
  title: "Sandbox shop without authorization",
  settings: Settings,
  limits,
  isTestedAgainstPeer: true,
  offers,
  make: (settings) => Effect.map(open(settings), (handlers) => ({ handlers }))
})

/** The open shop that also calls back: it takes registrations, and signs what it sends with the secret of each. */
export const platformSandboxCalling: PlatformV1.Plugin<typeof Settings, SqlStorage.SqlStorage, "platform-sandbox-calling"> = PlatformV1.plugin({
  id: "platform-sandbox-calling",
  title: "Sandbox shop that calls back",
  settings: Settings,
  limits,
  isTestedAgainstPeer: true,
  offers: [...offers, "subscribe", "renew", "unsubscribe"],
  receives: true,
  make: Effect.fnUntraced(function*(settings) {
    const session = yield* Effect.orDie(ShopSession.make(yield* SqlStorage.SqlStorage, settings, due))
    const handlers = { ...handlersOf(session), ...Registrations.handlers(session) }
    return { handlers: behind(hasRightKey(settings) ? Effect.void : Effect.fail(Faults.wrongKey()), handlers), incoming }
  })
})
