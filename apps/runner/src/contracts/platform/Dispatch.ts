/**
 * Routes each call of an ERP to a shop (document 2B) to the module that carries it out. The table has an entry for every operation
 * of the contract; a new operation without one does not compile.
 */
import { AdapterError, PlatformV1 } from "@crossdock/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import type { Composed, ConnectedLink } from "../../Composition.ts"
import { Connections } from "../../connection/Connections.ts"
import * as DatabaseDefects from "../../engine/DatabaseDefects.ts"
import * as Deadline from "../../engine/Deadline.ts"
import { unlessPaused } from "../../engine/PauseCheck.ts"
import { brieflyOver } from "../../engine/ReadRetry.ts"
import { notStored, ofReason, Refusal } from "../../engine/Refusal.ts"
import { Intents } from "../../intents/Intents.ts"
import { Mapping } from "../../mapping/Mapping.ts"
import * as Creates from "./Creates.ts"
import { IssuedTokens } from "./IssuedTokens.ts"
import { Labels } from "./Labels.ts"
import * as NameTranslation from "./NameTranslation.ts"
import * as OrderQueries from "./OrderQueries.ts"
import { Shipments } from "./Shipments.ts"
import { ShopStates } from "./ShopStates.ts"
import * as StockUpdates from "./StockUpdates.ts"

/** What a call has apart from its payload. */
export interface CallInfo {
  /** The exact text that was signed. */
  readonly content: string
  /** The token of this service that the call presents, if any. */
  readonly accessToken?: Redacted.Redacted
  /** The public address of this runner, if it has one. */
  readonly ownAddress?: URL
}

type Handlers = {
  readonly [O in PlatformV1.AnyOperation as O["name"]]: (
    link: ConnectedLink,
    payload: O["payload"]["Type"],
    info: CallInfo
  ) => Effect.Effect<O["success"]["Type"], Refusal>
}

type Handler = (link: ConnectedLink, payload: unknown, info: CallInfo) => Effect.Effect<never, Refusal>

export class Dispatch extends Context.Service<Dispatch, {
  /** Carries out one call of a link. It never fails with anything but a refusal, and answers before the caller's deadline. */
  readonly call: <O extends PlatformV1.AnyOperation>(
    link: ConnectedLink,
    operation: O,
    payload: O["payload"]["Type"],
    info: CallInfo
  ) => Effect.Effect<O["success"]["Type"], Refusal>
}>()("@crossdock/runner/contracts/platform/Dispatch") {
  static readonly layer = (composed: Composed) => Layer.effect(Dispatch, make(composed))
}

const notSupported = new Refusal({ code: "NOT_SUPPORTED", message: "the platform of this shop does not support the operation" })

const locked = new Refusal({
  code: "SHOP_LOCKED",
  message: "the shop is locked and nothing was done; unlock it with pushAuthorizationInfo and the status UNLOCK, then send the request again"
})

/** The error for a call that is interrupted at the caller's deadline. */
const noAnswer = ofReason(new AdapterError.TransportFailed({ phase: "receive", cause: "the caller deadline is over" }), "platform")

const make = Effect.fnUntraced(function*(composed: Composed) {
  const connections = yield* Connections
  const intents = yield* Intents
  const shipments = yield* Shipments
  const tokens = yield* IssuedTokens
  const shops = yield* ShopStates
  const labels = yield* Labels
  const stock = yield* StockUpdates.make
  const names = NameTranslation.make(yield* Mapping)
  const named = names.around
  const retried = brieflyOver(connections)

  const asked = <A>(work: Effect.Effect<A, AdapterError.AdapterError>): Effect.Effect<A, Refusal> =>
    Deadline.orGiveUp(Effect.mapError(work, ({ reason }) => ofReason(reason, "platform")), noAnswer)

  const read = <O extends PlatformV1.AnyOperation>(operation: O) => (link: ConnectedLink, payload: O["payload"]["Type"]) =>
    asked(retried(link, connections.invoke(link.peer, operation, payload)))

  const retriedOrders = OrderQueries.make(connections, (link, payload) => retried(link, connections.invoke(link.peer, PlatformV1.GetOrders, payload)))

  const handlers: Handlers = {
    getOrders: named(PlatformV1.GetOrders, (link, payload) => asked(retriedOrders(link, payload))),
    listOrderStatuses: read(PlatformV1.ListOrderStatuses),
    markReadyToShip: (link, payload, { content }) => intents.submit(link, PlatformV1.MarkReadyToShip, Creates.noticeInOrder(payload), content),
    listProducts: named(PlatformV1.ListProducts, read(PlatformV1.ListProducts)),
    listProductStatuses: read(PlatformV1.ListProductStatuses),
    updateStock: names.aroundStock((link, payload) => asked(Effect.andThen(unlessPaused(connections, link.peer), stock.update(link, payload)))),
    listShippingProviders: named(PlatformV1.ListShippingProviders, read(PlatformV1.ListShippingProviders)),
    createShipment: (link, payload, { content }) => intents.submit(link, PlatformV1.CreateShipment, Creates.shipmentInOrder(payload), content),
    cancelShipment: (link, payload) => shipments.cancel(link, payload),
    getLabels: named(PlatformV1.GetLabels, (link, payload) =>
      Effect.flatMap(read(PlatformV1.GetLabels)(link, payload), (found) => labels.asPdf(link, found))),
    getTracking: read(PlatformV1.GetTracking),
    listLocations: named(PlatformV1.ListLocations, read(PlatformV1.ListLocations)),
    announce: (link, payload, { ownAddress }) => shops.announce(link, payload, ownAddress)
  }

  /** Refuses calls about a locked shop. An announcement is always taken, because it is what unlocks the shop. */
  const unlessLocked = ({ scope }: ConnectedLink, operation: PlatformV1.AnyOperation): Effect.Effect<void, Refusal> =>
    operation.name === PlatformV1.Announce.name ? Effect.void : Effect.flatMap(
      Effect.mapError(shops.of(scope), () => notStored),
      ({ isLocked }) => isLocked ? Effect.fail(locked) : Effect.void
    )

  /** The runner itself takes announcements, whatever the platform offers. */
  const offers = ({ peer }: ConnectedLink, { name }: PlatformV1.AnyOperation): boolean =>
    required.has(name) || name === PlatformV1.Announce.name || connections.offers(peer).includes(name)

  const required: ReadonlySet<string> = new Set(PlatformV1.contract.required.map(({ name }) => name))
  const withoutDatabase = DatabaseDefects.refused(composed.server.doubtfulAnswer)

  return Dispatch.of({
    call: (link, operation, payload, info) =>
      offers(link, operation)
        ? Deadline.within(
          composed.server.callerDeadline,
          Effect.andThen(Effect.andThen(tokens.check(link, info.accessToken), unlessLocked(link, operation)), (handlers[operation.name] as Handler)(link, payload, info))
        ).pipe(Effect.catchDefect((defect) => withoutDatabase(operation.kind, defect)))
        : Effect.fail(notSupported)
  })
})
