/**
 * Routes each call of an ERP to a shop (document 2B) to the module that carries it out. The table has an entry for every operation
 * of the contract; a new operation without one does not compile.
 */
import { type AdapterError, PlatformV1 } from "@crossdock/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import * as Struct from "effect/Struct"
import type { Composed, ConnectedLink } from "../../Composition.ts"
import { Connections } from "../../connection/Connections.ts"
import * as ConnectionShops from "../../connection/ConnectionShops.ts"
import * as Deadline from "../../engine/Deadline.ts"
import * as PageBudget from "../../engine/PageBudget.ts"
import { unlessPaused } from "../../engine/PauseCheck.ts"
import { brieflyOver } from "../../engine/ReadRetry.ts"
import { noAnswer, notStored, ofReason, Refusal } from "../../engine/Refusal.ts"
import * as ServedCalls from "../../engine/ServedCalls.ts"
import { Intents } from "../../intents/Intents.ts"
import { Mapping } from "../../mapping/NameMapping.ts"
import { Database } from "../../store/Database.ts"
import { Vault } from "../../store/Vault.ts"
import * as Creates from "./Creates.ts"
import { IssuedTokens } from "./IssuedTokens.ts"
import { Labels } from "./Labels.ts"
import * as NameTranslation from "./NameTranslation.ts"
import * as OrderQueries from "./OrderQueries.ts"
import * as OwnRecords from "./OwnRecords.ts"
import * as ShopCalls from "./ShopCalls.ts"
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

const notSold = "ARTICLE_NOT_FOUND: this shop sells no such article"

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
  const own = OwnRecords.make(connections, yield* Database, yield* Vault)

  const asked = <A>(work: Effect.Effect<A, AdapterError.AdapterError>): Effect.Effect<A, Refusal> =>
    Deadline.orGiveUp(Effect.mapError(work, ({ reason }) => ofReason(reason, "platform")), tooLate)

  const read = <O extends ShopCalls.Callable>(operation: O) => (link: ConnectedLink, payload: O["payload"]["Type"]) =>
    asked(retried(link, ShopCalls.invoke(connections, link, operation, payload)))

  const retriedOrders = OrderQueries.make(connections, (link, payload) => Effect.map(retried(link, ShopCalls.orders(connections, link, payload)), Struct.omit(["told", "nobodys"])))

  /** Orders that cannot be read name no shop, so where a connection has several, only those are told that are stored for the link. */
  const orders = Effect.fnUntraced(function*(link: ConnectedLink, payload: typeof PlatformV1.GetOrders.payload.Type) {
    const page = yield* PageBudget.page(link.scope, "platform", asked(retriedOrders(link, payload)))
    if (page.unreadable === undefined || !ConnectionShops.isShared(connections, link)) return page
    return { ...page, unreadable: yield* own.stored(link, page.unreadable) }
  })

  /** Sets the stock of articles of the shop; others are among the failures. */
  const updateStock = Effect.fnUntraced(function*(link: ConnectedLink, { items }: typeof PlatformV1.UpdateStock.payload.Type) {
    yield* Effect.mapError(unlessPaused(connections, link.peer), ({ reason }) => ofReason(reason, "platform"))
    const [first, ...more] = yield* Deadline.orGiveUp(own.articles(link, items), tooLate)
    const sold = new Set([first, ...more])
    const unknown = items.filter((item) => !sold.has(item)).map(({ productId, variantId }) => ({ productId, ...(variantId !== undefined && { variantId }), reason: notSold }))
    if (first === undefined) return { failures: unknown }
    const { failures } = yield* asked(stock.update(link, { items: [first, ...more] }))
    return { failures: [...unknown, ...failures] }
  })

  /** Carries out a call about an order, and about parcels of it, only if they belong to the shop of the link. */
  const ofOwnOrder = <A extends { readonly onlineOrderId: string }, B>(call: (link: ConnectedLink, payload: A, info: CallInfo) => Effect.Effect<B, Refusal>) =>
    (link: ConnectedLink, payload: A, info: CallInfo): Effect.Effect<B, Refusal> =>
      Effect.andThen(Deadline.orGiveUp(own.order(link, payload.onlineOrderId), tooLate), Effect.suspend(() => call(link, payload, info)))

  const ownParcel = (...parcel: Parameters<OwnRecords.OwnRecords["parcel"]>) => Deadline.orGiveUp(own.parcel(...parcel), tooLate)

  /** Where a parcel is, if it belongs to the shop of the link. */
  const tracking = Effect.fnUntraced(function*(link: ConnectedLink, payload: typeof PlatformV1.TrackParcel.payload.Type) {
    const { onlineOrderId, packageNumber } = payload
    if (onlineOrderId !== undefined) yield* Deadline.orGiveUp(own.order(link, onlineOrderId), tooLate)
    if (packageNumber !== undefined) yield* ownParcel(link, onlineOrderId, packageNumber, "/packageNumber")
    return yield* read(PlatformV1.TrackParcel)(link, payload)
  })

  /** A shipment is arranged whatever becomes of its labels; those that cannot be had now are left to `getLabels`. */
  const withLabels = (link: ConnectedLink, { documents: given, ...arranged }: typeof PlatformV1.CreateShipment.success.Type) =>
    given === undefined || given.length === 0
      ? Effect.succeed(arranged)
      : Effect.match(labels.asContent(link, given), { onFailure: () => arranged, onSuccess: (documents) => ({ ...arranged, documents }) })

  const handlers: ServedCalls.Handlers<PlatformV1.AnyOperation, CallInfo> = {
    getOrders: named(PlatformV1.GetOrders, within(orders)),
    listOrderStatuses: read(PlatformV1.ListOrderStatuses),
    markReadyToShip: ofOwnOrder((link, payload, { content }) => intents.submit(link, PlatformV1.ReportOutgoingParcel, Creates.noticeInOrder(payload), content)),
    listProducts: named(PlatformV1.ListProducts, within((link, payload) => PageBudget.page(link.scope, "platform", read(PlatformV1.ListProducts)(link, payload)))),
    listProductStatuses: read(PlatformV1.ListProductStatuses),
    updateStock: names.aroundStock(updateStock),
    listShippingProviders: named(PlatformV1.ListShippingProviders, read(PlatformV1.ListShippingProviders)),
    createShipment: ofOwnOrder((link, payload, { content }) =>
      Effect.flatMap(intents.submit(link, PlatformV1.CreateShipment, Creates.shipmentInOrder(payload), content), (arranged) => withLabels(link, arranged))),
    cancelShipment: ofOwnOrder((link, payload) =>
      Effect.andThen(ownParcel(link, payload.onlineOrderId, payload.trackingNumber, "/trackingNumber"), Effect.as(shipments.cancel(link, payload), {}))),
    getLabels: ofOwnOrder(named(PlatformV1.GetLabels, (link, payload) =>
      Effect.flatMap(read(PlatformV1.GetLabels)(link, payload), ({ items }) => Effect.map(labels.asContent(link, items), (documents) => ({ items: documents }))))),
    trackParcel: tracking,
    listLocations: named(PlatformV1.ListLocations, read(PlatformV1.ListLocations)),
    setShopAccess: (link, payload, { ownAddress }) => Effect.as(shops.announce(link, payload, ownAddress), {}),
    ...ServedCalls.registrations
  }

  /** Refuses calls about a locked shop. An announcement is always taken, because it is what unlocks the shop. */
  const unlessLocked = ({ scope }: ConnectedLink, operation: PlatformV1.AnyOperation): Effect.Effect<void, Refusal> =>
    operation.name === PlatformV1.ReportShopAccess.name ? Effect.void : Effect.flatMap(
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
      itself: [PlatformV1.ReportShopAccess],
      before: (link, operation, { accessToken }) => Effect.andThen(tokens.check(link, accessToken), unlessLocked(link, operation)),
      peer: "platform"
    })
  })
})
