/**
 * Takes the events that platforms send by themselves. An event with the whole order is stored before it is confirmed. One with a
 * number alone is stored as a question to the shop, which is asked at once; if it cannot answer now, the sync asks it later. A link
 * whose ERP takes no orders has no sync, so there such an event is confirmed only after the order was read.
 */
import { AdapterError, type PlatformOrder, PlatformV1 } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { ConnectedLink } from "../../Composition.ts"
import { Connections } from "../../connection/Connections.ts"
import * as ConnectionShops from "../../connection/ConnectionShops.ts"
import { visibilityDelayOf } from "../../connection/PollingDefaults.ts"
import { reach } from "../../engine/Failpoint.ts"
import { IncomingEvents, orNotStored, type Take } from "../../records/IncomingEvents.ts"
import * as NumberText from "../../records/NumberText.ts"
import * as UntakenOrders from "../../records/UntakenOrders.ts"
import { Database, type DatabaseFailed } from "../../store/Database.ts"
import { Vault } from "../../store/Vault.ts"
import * as OrderReads from "./OrderReads.ts"
import * as OrderContent from "./OrderContent.ts"
import * as OrderRecords from "./OrderRecords.ts"
import * as OrderReceivers from "./OrderReceivers.ts"
import { ShopStates } from "./ShopStates.ts"
import * as ShopCalls from "./ShopCalls.ts"
import * as SyncStore from "./SyncStore.ts"

export class Reports extends Context.Service<Reports, {
  readonly take: Take<PlatformV1.Event>
  /** Stores an order that was sent to the runner in the place of an ERP. A repeat changes nothing (P-237). */
  readonly receive: (scope: string, event: PlatformV1.Event, raw: string) => Effect.Effect<void, AdapterError.RequestInvalid | DatabaseFailed>
}>()("@crossdock/runner/contracts/platform/Reports") {
  static readonly layer = Layer.effect(Reports, Effect.suspend(() => make))
}


const notRead = new AdapterError.FaultUnlisted({ fault: { code: "NOT_READ", message: "the order could not be read from the shop now; send this again" } })

type Failure = AdapterError.Reason | DatabaseFailed

const place = "/onlineOrderId"
const shopPlace = "/onlineShopId"

const invalid = (path: string, message: string) => Effect.fail(new AdapterError.RequestInvalid({ path, message }))

const make = Effect.gen(function*() {
  const db = yield* Database
  const connections = yield* Connections
  const states = yield* ShopStates
  const byRunner = yield* OrderReceivers.TakenByRunner
  const records = yield* OrderRecords.make
  const reads = yield* OrderReads.make
  const sync = SyncStore.make(db, yield* Vault)
  const odd = UntakenOrders.make(db)

  /** Asks the shop for an order. `unasked`: the shop is locked or its connection is paused. */
  const readNow = Effect.fnUntraced(function*(link: ConnectedLink, onlineOrderId: string) {
    if ((yield* states.isLocked(link.scope)) || connections.pausedOf(link.peer) !== undefined) return "unasked"
    const { unknown, unreadable } = yield* reads.byNumber(link, [onlineOrderId])
    return unknown.length > 0 ? "unknown" : unreadable.length > 0 ? "unreadable" : "read"
  })

  /** Asks the shop for an order that the sync of the link reads as well, unless it is read now. */
  const readNowOrLater = Effect.fnUntraced(function*(link: ConnectedLink, onlineOrderId: string) {
    const outcome = yield* readNow(link, onlineOrderId)
    // A shop may tell of an order before its queries show it.
    if (outcome === "unknown") yield* sync.askNotBefore(link.scope, [onlineOrderId], (yield* Clock.currentTimeMillis) + visibilityDelayOf(connections, link.peer))
  }, (work) => Effect.ignore(work))

  /** Asks the shop for an order that nothing else reads. If it cannot be read now, the platform has to tell of it again. */
  const readNowOrFail = (link: ConnectedLink, onlineOrderId: string): Effect.Effect<void, Failure> =>
    Effect.flatMap(Effect.mapError(readNow(link, onlineOrderId), () => notRead), (outcome) => outcome === "read" ? Effect.void : Effect.fail(notRead))

  const isSynced = (link: ConnectedLink): boolean => OrderReceivers.takesOrders(connections, byRunner, link)

  const pushed = Effect.fnUntraced(function*(link: ConnectedLink, order: PlatformOrder.PlatformOrder, raw: string | undefined): Effect.fn.Return<void, Failure> {
    const encoded = OrderContent.encoded(order)
    if (encoded === undefined) return yield* invalid("/", "the order has a value that the contract does not allow")
    const at = yield* Clock.currentTimeMillis
    const decision = yield* db.transaction(Effect.gen(function*() {
      const decided = yield* records.store(link, encoded, { by: "push", at, raw })
      if (decided === "ask" && isSynced(link)) yield* sync.ask(link.scope, [order.onlineOrderId], at)
      return decided
    }))
    yield* reach("event.committed")
    if (decision === "ask") yield* isSynced(link) ? readNowOrLater(link, order.onlineOrderId) : readNowOrFail(link, order.onlineOrderId)
  })

  const changed = Effect.fnUntraced(function*(link: ConnectedLink, onlineOrderId: string): Effect.fn.Return<void, Failure> {
    if (!isSynced(link)) return yield* readNowOrFail(link, onlineOrderId)
    yield* sync.ask(link.scope, [onlineOrderId], yield* Clock.currentTimeMillis)
    yield* readNowOrLater(link, onlineOrderId)
  })

  /** An event with a number alone names no shop, so each shop is asked for it, and one that has the order is enough. */
  const changedAt = Effect.fnUntraced(function*(links: ReadonlyArray<ConnectedLink>, onlineOrderId: string): Effect.fn.Return<void, Failure> {
    const results = yield* Effect.forEach(links, (link) => Effect.result(changed(link, onlineOrderId)))
    const failures = results.flatMap((result) => result._tag === "Failure" ? [result.failure] : [])
    const [first] = failures
    const isElsewhere = failures.length < links.length && failures.every((failure) => failure === notRead) && links.some((link) => ConnectionShops.isShared(connections, link))
    if (first !== undefined && !isElsewhere) return yield* Effect.fail(first)
  })

  const taken = Effect.fnUntraced(function*(
    connection: string,
    event: PlatformV1.Event,
    raw: string | undefined
  ): Effect.fn.Return<void, Failure> {
    const number = event._tag === "OrderPushed" ? event.order.onlineOrderId : event.onlineOrderId
    if (!NumberText.isWritable(number)) {
      yield* connections.drift(connection).report({ where: event._tag, path: place, message: `${NumberText.reason}; the order is not stored` })
      yield* odd.note([{ scope: connection, is: "unwritable", number }])
      return yield* invalid(place, NumberText.reason)
    }
    const links = connections.links.filter(({ peer }) => peer === connection)
    const report = (path: string, message: string) => connections.drift(connection).report({ where: event._tag, path, message })
    if (links.length === 0) yield* report(place, "an order was ignored, because no link leads to this connection")
    if (event._tag === "OrderChanged") return yield* changedAt(links, event.onlineOrderId)
    const owners = links.map((link) => ShopCalls.ownerOf(connections, link, event.order))
    if (owners.includes("nobody")) {
      yield* report(shopPlace, ShopCalls.namesNoShop)
      yield* odd.note([{ scope: connection, is: "no-shop", number }])
      return yield* invalid(shopPlace, "is missing, and this service has several shops here; send the platform's id of the shop")
    }
    if (links.length > 0 && !owners.includes("own")) yield* report(shopPlace, "an order of a shop that no link names was ignored")
    yield* Effect.forEach(links.filter((_, index) => owners[index] === "own"), (link) => pushed(link, event.order, raw), { discard: true })
  })

  const take: Take<PlatformV1.Event> = (connection, event, raw) =>
    orNotStored(taken(connection, connections.withoutSecrets(connection, event), raw))
  const receive = Effect.fnUntraced(function*(scope: string, event: PlatformV1.Event, raw: string): Effect.fn.Return<void, AdapterError.RequestInvalid | DatabaseFailed> {
    // The protocol has no message with a number alone.
    if (event._tag === "OrderChanged") return yield* invalid(place, "has no order")
    if (!NumberText.isWritable(event.order.onlineOrderId)) return yield* invalid(place, NumberText.reason)
    const encoded = OrderContent.encoded(event.order)
    if (encoded === undefined) return yield* invalid("/", "the order has a value that the contract does not allow")
    const at = yield* Clock.currentTimeMillis
    yield* db.transaction(records.receive(scope, encoded, { by: "push", at, raw }))
    yield* reach("event.committed")
  })

  yield* (yield* IncomingEvents).takenBy(PlatformV1.contract.id, take)
  return Reports.of({ take, receive })
})
