/**
 * Does what is to be done about one order of a shop that is due: releases what is not shipped, tells the shop of parcels, takes back what
 * the buyer does not want any more, and places the rest.
 */
import { AdapterError, type PlatformOrder } from "@crossdock/core"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type * as Semaphore from "effect/Semaphore"
import type { ConnectedLink } from "../Composition.ts"
import type { OrderDesk } from "../composition/Desk.ts"
import { Connections } from "../connection/Connections.ts"
import * as NameTranslation from "../contracts/platform/NameTranslation.ts"
import { reader } from "../contracts/platform/OrderContent.ts"
import { reach } from "../engine/Failpoint.ts"
import { Restored } from "../engine/RestoreMode.ts"
import { Intents } from "../intents/Intents.ts"
import { Mapping } from "../mapping/Mapping.ts"
import { Database, type DatabaseFailed } from "../store/Database.ts"
import { Vault } from "../store/Vault.ts"
import * as Carriers from "./Carriers.ts"
import * as Charges from "./Charges.ts"
import * as Coverage from "./Coverage.ts"
import { warehousesFor } from "./Decide.ts"
import * as DeskRows from "./DeskRows.ts"
import * as EarlierOrders from "./EarlierOrders.ts"
import * as EndedOrders from "./EndedOrders.ts"
import * as LabelledParts from "./LabelledParts.ts"
import * as Needs from "./Needs.ts"
import * as OrdersOnHold from "./OrdersOnHold.ts"
import * as ParcelNotices from "./ParcelNotices.ts"
import * as Parcels from "./Parcels.ts"
import * as Placing from "./Placing.ts"
import * as RestoredOrders from "./RestoredOrders.ts"
import * as ShippedElsewhere from "./ShippedElsewhere.ts"
import * as ShippedPieces from "./ShippedPieces.ts"
import * as UnclearParts from "./UnclearParts.ts"
import * as WarehouseOrder from "./WarehouseOrder.ts"
import * as Withdrawing from "./Withdrawing.ts"

const minute = 60_000

/** After so many attempts in vain to learn the carriers of a shop, people are told. */
const mostAttempts = 6

/** The causes of holds that only a person ends, or a change of the order. */
const endedByPersons: ReadonlySet<string | undefined> = new Set(["refused", "label", "restored"])

const refusalText = ({ because, number }: DeskRows.Part): string => `order ${number}: ${because}`

/** How often it is looked whether other places can ship what a warehouse has refused, in milliseconds. */
const triedElsewhereEvery = 10 * minute

/** How long a notice about a parcel may be on its way before people are told, in milliseconds. */
export const longestNotice = 5 * minute

/** What becomes of an order of which warehouses have everything. */
export const outcomeOf = (parts: ReadonlyArray<DeskRows.Part>, shipped: ShippedPieces.Shipped, now: number): DeskRows.Outcome => {
  const { parcels } = shipped
  const live = parts.filter(Coverage.isLive)
  const ends = parcels.flatMap(({ state, updatedAt }) => state === "sending" && now < updatedAt + longestNotice ? [updatedAt + longestNotice] : [])
  const looked = ends.length > 0 && { dueAt: Math.min(...ends) }
  const untold = parcels.flatMap(({ because, state, trackingNumber }) =>
    state === "refused" ? [`the shop was not told of parcel ${trackingNumber}: ${because ?? "the cause is not known"}`] : [])
  const pending = parcels.flatMap(({ state, trackingNumber, updatedAt }) =>
    state === "sending" && now >= updatedAt + longestNotice ? [`the notice of parcel ${trackingNumber} to the shop has not ended; \`crossdock intents ls\` shows why`] : [])
  if (untold.length + pending.length > 0) {
    return { state: "held", cause: untold.length > 0 ? "shop" : "noticePending", because: [...untold, ...pending].join("; "), ...looked }
  }
  const unclear = UnclearParts.textOf(parts, shipped)
  if (unclear !== undefined) return { state: "held", cause: UnclearParts.cause, because: unclear, ...looked }
  const short = live.flatMap((part) => {
    const lines = part.state === "shipped" ? Coverage.missing(part, shipped) : []
    return lines.length === 0 ? [] : [`order ${part.number} left without ${Placing.linesText(lines)}`]
  })
  if (short.length > 0) return { state: "held", cause: "short", because: `${short.join("; ")}; if no further parcel comes, release the order to place the rest again` }
  const isDone = live.every(({ state }) => state === "shipped") && parcels.every(Parcels.isEnded)
  return { state: isDone ? "done" : "placed", ...looked }
}

/** `slots` are those of the orders that are worked on at a time; the caller has one. */
export const make = Effect.fnUntraced(function*(desk: OrderDesk, slots: Semaphore.Semaphore) {
  const db = yield* Database
  const connections = yield* Connections
  const mapping = yield* Mapping
  const names = NameTranslation.make(mapping)
  const rows = DeskRows.make(db)
  const needs = Needs.make(db)
  const shippedPieces = yield* ShippedPieces.make
  const read = reader(db, yield* Vault)
  const placing = yield* Placing.make(desk)
  const { hold, settle } = placing
  const restored = yield* Restored
  const labelled = yield* LabelledParts.make(placing)
  const withdraw = yield* Withdrawing.make(placing, slots)
  const told = ParcelNotices.make(db, yield* Intents, Carriers.make(connections, mapping), placing.note)

  /** What holds a finished order. Undefined: everything has left, or a person has accepted that it has not, and what left since is whole. */
  const finishedOutcome = Effect.fnUntraced(function*(known: EndedOrders.Known, dueAt: number | undefined) {
    const open = EndedOrders.unshipped(desk, known)
    const atWarehouses = outcomeOf(known.parts, known.shipped, yield* Clock.currentTimeMillis)
    if (open === undefined || (known.order.isEndAccepted && atWarehouses.cause !== "short")) return undefined
    // What the shop was not told of parcels is to be seen too.
    const because = atWarehouses.cause === "shop" || atWarehouses.cause === "noticePending" ? `${open}; ${atWarehouses.because}` : open
    const next = Math.min(dueAt ?? Number.POSITIVE_INFINITY, atWarehouses.dueAt ?? Number.POSITIVE_INFINITY)
    return { state: "held", cause: EndedOrders.cause, because, ...(Number.isFinite(next) && { dueAt: next }) } satisfies DeskRows.Outcome
  })

  /** Takes back what is not wanted, places what no warehouse ships yet, or says why it is not placed. */
  const advance = Effect.fnUntraced(function*(order: DeskRows.DeskOrder, shop: ConnectedLink, stored: PlatformOrder.PlatformOrder, parts: ReadonlyArray<DeskRows.Part>) {
    const { because, cause, isReleased, person } = order
    const isCancelled = stored.phase === "cancelled"
    const isFinished = EndedOrders.isFinished(stored.phase)
    const digest = WarehouseOrder.contentOf(stored)
    const isChanged = order.placedContent !== undefined && WarehouseOrder.isChanged(order.placedContent, stored)
    const named = yield* names.order(shop, stored)
    const { missing, value } = named
    const lines = WarehouseOrder.linesOf(value)
    const known = Result.getOrElse(lines, () => [])
    const reported = yield* shippedPieces.of(order.entity, parts)
    const { parcels, unknown } = yield* told({ order, shop, stored, lines: known, carrierCode: value.carrierCode, parcels: reported.parcels })
    const shipped = { ...reported, parcels }
    const elsewhere = ShippedElsewhere.of(stored, known, new Set([...parcels.flatMap(({ numbers }) => numbers), ...parts.flatMap(({ trackingNumber }) => trackingNumber ?? [])]))
    const { left, surplus } = Coverage.of(known, { parts, shipped, elsewhere: elsewhere.shipped })
    const needed = WarehouseOrder.neededOf(named, left)
    yield* needs.keep(order, needed, warehousesFor(desk, WarehouseOrder.factsOf(order.scope, value, needed)))
    const live = parts.filter(Coverage.isLive)
    // What a warehouse has refused it may have nevertheless, so it is not taken for given up before the warehouse was asked, unless nothing is placed anew.
    const mayEnd = (part: DeskRows.Part) => Withdrawing.isWithdrawable(part) && (isCancelled || part.state !== "refused")
    const tooMany = !isFinished && Result.isSuccess(lines) ? Coverage.shippingSurplus(live, surplus, mayEnd) : []
    // Of a finished order nothing is taken back, but for what was being taken back before.
    const unwanted = isCancelled || (isChanged && !isFinished) ? live.filter(mayEnd) : live.filter((part) => part.state === "cancelling" || tooMany.includes(part))
    if (unwanted.length > 0) return yield* withdraw(order, unwanted, isCancelled ? EndedOrders.told(stored) : isFinished ? "it was being cancelled before the shop finished the order" : tooMany.length > 0 && !isChanged ? "what it has was shipped in another parcel" : "the order changed at the shop")
    if (unknown !== undefined) return yield* Effect.fail(unknown)
    const now = yield* Clock.currentTimeMillis
    const asBefore = { state: "held", ...(cause !== undefined && { cause }), ...(because !== undefined && { because }) } as const
    const shipments = yield* placing.shipments.cancelUnused(shop, order, parts, parcels)
    if (person !== undefined) {
      return yield* settle(order, { state: "held", cause: "person", because: person, ...(shipments?.dueAt !== undefined && { dueAt: shipments.dueAt }) })
    }
    if (isFinished) {
      const finished = yield* finishedOutcome({ order, stored, lines: known, left, parts, shipped }, shipments?.dueAt)
      if (finished !== undefined) return yield* settle(order, finished)
    }
    const refused = live.filter(({ state }) => state === "refused")
    if (refused.length > 0) return yield* hold(order, "refused", refused.map(refusalText).join("; "))
    // A part whose label is awaited is at no warehouse yet.
    if (stored.phase === "onHold" && live.some(({ state }) => state === "labelling")) return yield* settle(order, OrdersOnHold.outcomeOf(stored, live))
    const labels = yield* labelled(order, shop, value, live)
    if (labels === "changed") return
    if (labels !== undefined) return yield* settle(order, labels)
    const isEnded = isCancelled || isFinished
    if (shipments !== undefined && (!isEnded || shipments.dueAt !== undefined)) return yield* settle(order, shipments)
    if (isEnded) return yield* settle(order, EndedOrders.outcomeOf({ order, stored, lines: known, left, parts, shipped }, outcomeOf(parts, shipped, now)))
    if (stored.isFulfilledByPlatform === true) return yield* settle(order, { state: "done", because: "the platform ships the order from its own warehouse" })
    if (Result.isFailure(lines)) return yield* hold(order, "lines", lines.failure)
    if (surplus.length > 0 && !isReleased) {
      return yield* hold(order, "surplus", `${Placing.linesText(surplus)} left that the order does not have, or does not have any more; take it back, or release the order to accept it`)
    }
    if (left.length === 0 && (live.length > 0 || parcels.length > 0)) return yield* settle(order, OrdersOnHold.shown(stored, live, outcomeOf(parts, shipped, now)))
    if (left.length === 0 && elsewhere.shipped.length > 0) return yield* settle(order, { state: "done", because: "the shop shows that somebody else has shipped the order" })
    const isShipmentKept = cause === "label" && parts.some(({ shipmentState }) => shipmentState === "kept")
    const refusedFor = parts.filter(({ isRefused, state }) => isRefused && state === "void")
    const isTriedElsewhere = cause === "refused" && !isShipmentKept && refusedFor.length > 0
    if (endedByPersons.has(cause) && !isReleased && !isTriedElsewhere && (!isChanged || isShipmentKept)) return yield* settle(order, asBefore)
    if (isReleased || isChanged) yield* rows.forgetRefusals(order.entity)
    const earlier = live.length === 0 && !isReleased ? EarlierOrders.holdOf(desk, order, stored) : undefined
    if (earlier !== undefined) return yield* hold(order, EarlierOrders.cause, earlier)
    if (stored.phase === "onHold") return yield* settle(order, OrdersOnHold.outcomeOf(stored, live))
    if (stored.phase === "unpaid") return yield* settle(order, { state: live.length === 0 ? "waiting" : "placed" })
    if (stored.receiver.isMasked === true) return yield* hold(order, "masked", "the shop hides the receiver; the order is placed when the shop tells who it is")
    if (elsewhere.arranged !== undefined && !isReleased) {
      return yield* hold(order, "elsewhere", `the shop shows a shipment by others, ${elsewhere.arranged}, that has not left; cancel it there, or release the order to place it nevertheless`)
    }
    const unnamed = missing.filter(({ kind }) => kind === "sku")
    if (unnamed.length > 0) return yield* hold(order, "mapping", NameTranslation.missingText(unnamed))
    const receiver = WarehouseOrder.receiverOf(stored)
    if (Result.isFailure(receiver)) return yield* hold(order, "address", receiver.failure)
    if (RestoredOrders.isHeld(restored.spans(), order, stored)) return yield* hold(order, RestoredOrders.cause, RestoredOrders.because)
    // An order that waited meanwhile, for its payment or because the shop held it, has lost its cause.
    const asRefused = cause === undefined && { cause: "refused", because: refusedFor.map(refusalText).join("; ") }
    const elsewhereOnly = refusedFor.length > 0 && !isReleased && !isChanged && { without: refusedFor, asBefore: { ...asBefore, ...asRefused, dueAt: now + triedElsewhereEvery } }
    yield* placing.place(order, { order: value, receiver: receiver.success, lines: left, liveParts: live.length, before: Charges.before(value, known, parts, shipped), digest, ...elsewhereOnly })
  })

  /** A person has decided that refused parts are placed anew although their warehouses may have them. */
  const giveUpRefused = Effect.fnUntraced(function*(order: DeskRows.DeskOrder, parts: ReadonlyArray<DeskRows.Part>) {
    const refused = order.isReleased ? parts.filter(({ state }) => state === "refused") : []
    if (refused.length === 0) return parts
    yield* db.transaction(Effect.gen(function*() {
      if (!(yield* rows.isUnchanged(order))) return
      for (const { because, lines, number } of refused) {
        if (yield* rows.setPart(number, ["refused"], "void", because)) yield* needs.add(order.entity, lines, [])
      }
    }))
    return yield* rows.parts(order.entity)
  })

  /** A person has decided that no further parcel comes of parts that left short, so the rest of them is placed again. */
  const giveUpMissing = Effect.fnUntraced(function*(order: DeskRows.DeskOrder, parts: ReadonlyArray<DeskRows.Part>) {
    // What leaves short later is another decision.
    if (!order.isReleased || order.state !== "due") return parts
    const shipped = yield* shippedPieces.of(order.entity, parts)
    return yield* Effect.forEach(parts, Effect.fnUntraced(function*(part) {
      const missing = part.state === "shipped" ? Coverage.missing(part, shipped) : []
      if (missing.length === 0) return part
      yield* needs.add(order.entity, missing, [])
      yield* placing.unreserve(part)
      const givenUp = [...part.givenUp, ...missing]
      yield* rows.giveUpMissing(part.number, givenUp)
      return { ...part, givenUp }
    }))
  })

  /** The parts whose reservation nobody else ends. The books hear themselves of what a warehouse gives up after it has shipped some of it. */
  const reservedInVain = Effect.fnUntraced(function*(order: DeskRows.DeskOrder, parts: ReadonlyArray<DeskRows.Part>) {
    const found = parts.filter(({ isReserved, state }) => state === "reserving" || (state === "void" && isReserved))
    if (found.length === 0) return found
    const begun = new Set((yield* shippedPieces.of(order.entity, found)).parcels.map(({ part }) => part))
    return found.filter(({ number }) => !begun.has(number))
  })

  const attempted = Effect.fnUntraced(function*(order: DeskRows.DeskOrder) {
    const shop = connections.linkOf(order.scope)
    const stored = yield* read(order.scope, order.number)
    if (shop === undefined || stored === undefined) return yield* hold(order, "link", `the runner has no link ${order.scope}`)
    const parts = yield* giveUpRefused(order, yield* rows.parts(order.entity))
    const toRelease = yield* reservedInVain(order, parts)
    // Raised before, so that another node that is still reserving does not store its decision after its pieces were released.
    const mine = toRelease.length === 0 ? order : yield* rows.raise(order)
    if (mine === undefined) return
    yield* Effect.forEach(toRelease, (part) => part.state === "reserving" ? placing.takeOver(part) : placing.unreserve(part), { discard: true })
    yield* advance(mine, shop, stored, yield* giveUpMissing(mine, parts))
  })

  /** When an order is tried again, later each time. */
  const laterTime = ({ attempt }: DeskRows.DeskOrder) =>
    Effect.map(Clock.currentTimeMillis, (now) => now + Math.min(5 * minute, 1000 * 2 ** Math.min(attempt + 1, 20)))

  /** Tries an order again later, whatever it is held for. */
  const postpone = Effect.fnUntraced(function*(order: DeskRows.DeskOrder, failure: string) {
    const later = yield* laterTime(order)
    const isStored = yield* rows.postpone(order, failure, later)
    if (isStored && order.attempt === 0) yield* placing.note(order, "status", failure)
  })

  /** Shows people that a shop does not tell its carriers, unless that may pass soon or the order is held for something else; the shop is asked again. */
  const withoutCarriers = Effect.fnUntraced(function*(order: DeskRows.DeskOrder, { isFinal, message }: Carriers.CarriersUnknown) {
    const attempt = order.attempt + 1
    const isHeldElsewise = order.cause !== undefined && order.cause !== "carriers"
    if (isHeldElsewise || (!isFinal && attempt < mostAttempts)) return yield* postpone(order, message)
    yield* settle(order, { state: "held", cause: "carriers", because: message, attempt, dueAt: yield* laterTime(order) })
  })

  /** An order that cannot be worked on must not keep the others waiting. */
  const failed = Effect.fnUntraced(function*(order: DeskRows.DeskOrder, cause: Cause.Cause<DatabaseFailed>) {
    yield* reach("desk.failed")
    yield* Effect.annotateLogs(Effect.logError("an order could not be worked on; it is tried again later", cause), { scope: order.scope, order: order.number })
    yield* postpone(order, "an internal error, which the log of the runner shows")
  })

  return (order: DeskRows.DeskOrder): Effect.Effect<void, DatabaseFailed> =>
    Effect.catchTags(attempted(order), {
      AdapterError: ({ reason }) => postpone(order, `the books could not be asked: ${AdapterError.describe(reason)}`),
      CarriersUnknown: (failure) => withoutCarriers(order, failure),
      VaultRefused: ({ message }) => postpone(order, message)
    }).pipe(
      Effect.catchCause((cause) => Cause.hasInterrupts(cause) ? Effect.failCause(cause) : failed(order, cause))
    )
})
