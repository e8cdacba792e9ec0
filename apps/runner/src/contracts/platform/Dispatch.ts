/**
 * Routes each call of an ERP to a shop (document 2B) to the module that carries it out. The table has an entry for every operation
 * of the contract; a new operation without one does not compile.
 */
import { type AdapterError, PlatformV1 } from "@crossdock/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import type { Composed, ConnectedLink } from "../../Composition.ts"
import { Connections } from "../../connection/Connections.ts"
import * as Deadline from "../../engine/Deadline.ts"
import { unlessPaused } from "../../engine/PauseCheck.ts"
import { brieflyOver } from "../../engine/ReadRetry.ts"
import { noAnswer, notStored, ofReason, Refusal } from "../../engine/Refusal.ts"
import * as ServedCalls from "../../engine/ServedCalls.ts"
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
import * as WindowLimit from "./WindowLimit.ts"

/** What a call has apart from its payload. */
export interface CallInfo {
  /** The exact text that was signed. */
  readonly content: string
  /** The token of this service that the call presents, if any. */
  readonly accessToken?: Redacted.Redacted
  /** The public address of this runner, if it has one. */
  readonly ownAddress?: URL
}

export class Dispatch extends Context.Service<Dispatch, {
  readonly call: ServedCalls.Call<PlatformV1.AnyOperation, CallInfo>
}>()("@crossdock/runner/contracts/platform/Dispatch") {
  static readonly layer = (composed: Composed) => Layer.effect(Dispatch, make(composed))
}

const locked = new Refusal({
  code: "SHOP_LOCKED",
  message: "the shop is locked and nothing was done; unlock it with pushAuthorizationInfo and the status UNLOCK, then send the request again"
})

const tooLate = noAnswer("platform")

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
  const within = WindowLimit.make(composed.server.maxWindow)

  const asked = <A>(work: Effect.Effect<A, AdapterError.AdapterError>): Effect.Effect<A, Refusal> =>
    Deadline.orGiveUp(Effect.mapError(work, ({ reason }) => ofReason(reason, "platform")), tooLate)

  const read = <O extends PlatformV1.AnyOperation>(operation: O) => (link: ConnectedLink, payload: O["payload"]["Type"]) =>
    asked(retried(link, connections.invoke(link.peer, operation, payload)))

  const retriedOrders = OrderQueries.make(connections, (link, payload) => retried(link, connections.invoke(link.peer, PlatformV1.GetOrders, payload)))

  /** A shipment is arranged whatever becomes of its labels; those that cannot be had now are left to `getLabels`. */
  const withLabels = (link: ConnectedLink, { labels: given, ...arranged }: typeof PlatformV1.CreateShipment.success.Type) =>
    given === undefined || given.length === 0
      ? Effect.succeed(arranged)
      : Effect.match(labels.asPdf(link, given), { onFailure: () => arranged, onSuccess: (pdfs) => ({ ...arranged, labels: pdfs }) })

  const handlers: ServedCalls.Handlers<PlatformV1.AnyOperation, CallInfo> = {
    getOrders: named(PlatformV1.GetOrders, within((link, payload) => asked(retriedOrders(link, payload)))),
    listOrderStatuses: read(PlatformV1.ListOrderStatuses),
    markReadyToShip: (link, payload, { content }) => intents.submit(link, PlatformV1.MarkReadyToShip, Creates.noticeInOrder(payload), content),
    listProducts: named(PlatformV1.ListProducts, within(read(PlatformV1.ListProducts))),
    listProductStatuses: read(PlatformV1.ListProductStatuses),
    updateStock: names.aroundStock((link, payload) => asked(Effect.andThen(unlessPaused(connections, link.peer), stock.update(link, payload)))),
    listShippingProviders: named(PlatformV1.ListShippingProviders, read(PlatformV1.ListShippingProviders)),
    createShipment: (link, payload, { content }) =>
      Effect.flatMap(intents.submit(link, PlatformV1.CreateShipment, Creates.shipmentInOrder(payload), content), (arranged) => withLabels(link, arranged)),
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
      Effect.mapError(shops.isLocked(scope), () => notStored),
      (isLocked) => isLocked ? Effect.fail(locked) : Effect.void
    )

  return Dispatch.of({
    call: ServedCalls.make({
      composed,
      connections,
      contract: PlatformV1.contract,
      handlers,
      // The runner takes announcements, whatever the platform offers.
      itself: [PlatformV1.Announce],
      before: (link, operation, { accessToken }) => Effect.andThen(tokens.check(link, accessToken), unlessLocked(link, operation)),
      peer: "platform"
    })
  })
})
