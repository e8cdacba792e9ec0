/**
 * Does what is to be done about one order of a shop that is due: releases what is not shipped, tells the shop of parcels, takes back what
 * the buyer does not want any more, and places the rest.
 */
import { AdapterError, type PlatformOrder } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { ConnectedLink } from "../Composition.ts"
import type { OrderDesk } from "../composition/Desk.ts"
import { Connections } from "../connection/Connections.ts"
import * as NameTranslation from "../contracts/platform/NameTranslation.ts"
import { reader } from "../contracts/platform/OrderContent.ts"
import { Intents } from "../intents/Intents.ts"
import { Mapping } from "../mapping/Mapping.ts"
import { Database, type DatabaseFailed } from "../store/Database.ts"
import { Vault } from "../store/Vault.ts"
import * as DeskRows from "./DeskRows.ts"
import type { OrderLine } from "./OrderFacts.ts"
import * as Parcels from "./Parcels.ts"
import * as Placing from "./Placing.ts"
import * as WarehouseOrder from "./WarehouseOrder.ts"
import * as Withdrawing from "./Withdrawing.ts"

const minute = 60_000

/** The causes of holds that only a person ends, or a change of the order. */
const endedByPersons: ReadonlySet<string | undefined> = new Set(["person", "refused"])

const isLive = ({ state }: DeskRows.Part): boolean => state !== "void" && state !== "reserving" && state !== "unsent"

/** What becomes of an order of which warehouses have everything. */
export const outcomeOf = (live: ReadonlyArray<DeskRows.Part>, parcels: ReadonlyArray<Parcels.Parcel>): DeskRows.Outcome => {
  const refused = parcels.filter(({ state }) => state === "refused")
  if (refused.length > 0) {
    return { state: "held", cause: "shop", because: refused.map(({ because, trackingNumber }) => `the shop was not told of parcel ${trackingNumber}: ${because ?? "the cause is not known"}`).join("; ") }
  }
  const isDone = live.every(({ state }) => state === "shipped") && parcels.every(({ state }) => state === "told")
  return { state: isDone ? "done" : "placed" }
}

export const make = Effect.fnUntraced(function*(desk: OrderDesk) {
  const db = yield* Database
  const connections = yield* Connections
  const names = NameTranslation.make(yield* Mapping)
  const rows = DeskRows.make(db)
  const read = reader(db, yield* Vault)
  const placing = yield* Placing.make(desk)
  const { hold, settle } = placing
  const withdraw = yield* Withdrawing.make(placing)
  const notice = Parcels.notices(db, yield* Intents)

  /** Stores the notices of parcels that the shop has not been told of. */
  const tellShop = (order: DeskRows.DeskOrder, shop: ConnectedLink, carrierCode: string | undefined, lines: ReadonlyArray<OrderLine>) => {
    const isToTell = ({ state }: Parcels.Parcel) => state === "new" || (state === "refused" && order.isReleased)
    return Effect.flatMap(Parcels.of(db, order.entity), (parcels) =>
      parcels.some(isToTell)
        ? Effect.retry(
          db.transaction(Effect.flatMap(Parcels.of(db, order.entity), (now) =>
            Effect.forEach(now.filter(isToTell), (parcel) => notice(shop, order.number, lines, carrierCode, parcel), { discard: true }))),
          { times: 3, while: ({ isUniqueViolation }) => isUniqueViolation }
        )
        : Effect.void)
  }

  /** Places what no warehouse ships yet, or says why it is not placed. */
  const advance = Effect.fnUntraced(function*(order: DeskRows.DeskOrder, shop: ConnectedLink, stored: PlatformOrder.PlatformOrder, live: ReadonlyArray<DeskRows.Part>) {
    const digest = WarehouseOrder.contentOf(stored)
    const isChanged = order.placedContent !== undefined && digest !== order.placedContent
    const { missing, value } = yield* names.order(shop, stored)
    const lines = WarehouseOrder.linesOf(value)
    yield* tellShop(order, shop, value.carrierCode, Result.getOrElse(lines, () => []))
    const unwanted = stored.phase === "closed" || isChanged ? live.filter(Withdrawing.isWithdrawable) : live.filter(({ state }) => state === "cancelling")
    if (unwanted.length > 0) return yield* withdraw(order, unwanted, stored.phase === "closed" ? `the shop closed the order (${stored.status})` : "the order changed at the shop")
    const { because, cause } = order
    if (cause === "person" || (endedByPersons.has(cause) && !order.isReleased && !isChanged && stored.phase !== "closed")) {
      return yield* settle(order, { state: "held", ...(cause !== undefined && { cause }), ...(because !== undefined && { because }) })
    }
    const parcels = yield* Parcels.of(db, order.entity)
    if (stored.phase === "closed") {
      return yield* settle(order, live.length === 0 ? { state: "closed", because: `the shop closed the order (${stored.status})` } : outcomeOf(live, parcels))
    }
    if (stored.isFulfilledByPlatform === true) return yield* settle(order, { state: "done", because: "the platform ships the order from its own warehouse" })
    if (Result.isFailure(lines)) return yield* hold(order, "lines", lines.failure)
    const own = new Set(parcels.map(({ trackingNumber }) => trackingNumber))
    const elsewhere = WarehouseOrder.shippedElsewhere(stored, lines.success, own)
    const left = WarehouseOrder.without(lines.success, [...live.flatMap((part) => part.lines), ...elsewhere])
    if (left.length === 0 && live.length > 0) return yield* settle(order, outcomeOf(live, parcels))
    if (left.length === 0 && elsewhere.length > 0) return yield* settle(order, { state: "done", because: "the shop shows that somebody else has shipped the order" })
    if (stored.phase === "unpaid") return yield* settle(order, { state: live.length === 0 ? "waiting" : "placed" })
    if (stored.receiver.isMasked === true) return yield* hold(order, "masked", "the shop hides the receiver; the order is placed when the shop tells who it is")
    const unnamed = missing.filter(({ kind }) => kind === "sku")
    if (unnamed.length > 0) return yield* hold(order, "mapping", NameTranslation.missingText(unnamed))
    const receiver = WarehouseOrder.receiverOf(stored)
    if (Result.isFailure(receiver)) return yield* hold(order, "address", receiver.failure)
    yield* placing.place(order, { order: value, receiver: receiver.success, lines: left, liveParts: live.length, digest })
  })

  const attempted = Effect.fnUntraced(function*(order: DeskRows.DeskOrder) {
    const shop = connections.linkOf(order.scope)
    const stored = yield* read(order.scope, order.number)
    if (shop === undefined || stored === undefined) return yield* hold(order, "link", `the runner has no link ${order.scope}`)
    const parts = yield* rows.parts(order.entity)
    yield* placing.release(parts)
    yield* advance(order, shop, stored, parts.filter(isLive))
  })

  /** Tries an order again later, longer each time. */
  const postpone = Effect.fnUntraced(function*(order: DeskRows.DeskOrder, failure: string) {
    const attempt = order.attempt + 1
    const dueAt = (yield* Clock.currentTimeMillis) + Math.min(5 * minute, 1000 * 2 ** Math.min(attempt, 20))
    const { because, cause, state } = order
    yield* settle(order, cause !== undefined && because !== undefined ? { state, cause, because, attempt, dueAt } : { state, because: failure, attempt, dueAt })
  })

  return (order: DeskRows.DeskOrder): Effect.Effect<void, DatabaseFailed> =>
    Effect.catchTags(attempted(order), {
      AdapterError: ({ reason }) => postpone(order, `the books could not be asked: ${AdapterError.describe(reason)}`),
      VaultRefused: ({ message }) => postpone(order, message)
    })
})
