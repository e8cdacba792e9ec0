/**
 * Does what is to be done about one order of a shop that is due: releases what is not shipped, tells the shop of parcels, takes back what
 * the buyer does not want any more, and places the rest.
 */
import { AdapterError, type PlatformOrder } from "@crossdock/core"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { ConnectedLink } from "../Composition.ts"
import type { OrderDesk } from "../composition/Desk.ts"
import * as NameTranslation from "../contracts/platform/NameTranslation.ts"
import { opener } from "../contracts/platform/OrderContent.ts"
import { reach } from "../engine/Failpoint.ts"
import type { DatabaseFailed } from "../store/Database.ts"
import * as Carriers from "./Carriers.ts"
import * as Coverage from "./Coverage.ts"
import { warehousesFor } from "./WarehouseChoice.ts"
import type * as DeskRows from "./DeskRows.ts"
import { type DeskServices, services } from "./DeskServices.ts"
import * as DeskTable from "./DeskTable.ts"
import * as LabelledParts from "./LabelledParts.ts"
import * as Locations from "./Locations.ts"
import * as OrderReads from "./OrderReads.ts"
import * as ParcelNotices from "./ParcelNotices.ts"
import * as Parcels from "./Parcels.ts"
import * as Placing from "./Placing.ts"
import { rulesFor } from "./Rules.ts"
import * as ShippedPieces from "./ShippedPieces.ts"
import * as Situation from "./Situation.ts"
import * as Steps from "./Steps.ts"
import * as WarehouseOrder from "./WarehouseOrder.ts"
import * as Withdrawing from "./Withdrawing.ts"

const minute = 60_000

/** After so many attempts in vain to learn the carriers of a shop, people are told. */
const mostAttempts = 6

/** What people have decided about parts of an order. */
const acceptances = ({ db, needs, rows }: DeskServices, placing: Placing.Placing, shippedPieces: ShippedPieces.ShippedPieces) => {
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

  /** A person has accepted that the shop was told of less than some parcels have. Returns the notices as they are then. */
  const acceptUntold = Effect.fnUntraced(function*(order: DeskRows.DeskOrder, shipped: ShippedPieces.Shipped, notices: ReadonlyArray<Parcels.Parcel>) {
    const found = shipped.parcels.filter(({ untold }) => untold !== undefined)
    if (found.length === 0) return notices
    for (const parcel of found) yield* Parcels.setState(db, order.entity, { ...parcel, lines: [...parcel.lines, ...parcel.untold!] }, parcel.state)
    return yield* Parcels.of(db, order.entity)
  })

  /** A person has decided that no further parcel comes of parts that left short, so the rest of them is placed again. */
  const acceptLeft = Effect.fnUntraced(function*(order: DeskRows.DeskOrder, parts: ReadonlyArray<DeskRows.Part>, before: OrderReads.OrderRead) {
    // What leaves short later is another decision.
    if (!order.isReleased || order.state !== "due") return { parts, before }
    const shipped = yield* shippedPieces.of(order.entity, parts)
    const notices = yield* acceptUntold(order, shipped, before.notices)
    const shortened = yield* Effect.forEach(parts, Effect.fnUntraced(function*(part) {
      const missing = part.state === "shipped" ? Coverage.missing(part, shipped) : []
      if (missing.length === 0) return part
      yield* needs.add(order.entity, missing, [])
      const givenUp = [...part.givenUp, ...missing]
      yield* placing.unreserve(part, WarehouseOrder.without(part.lines, givenUp))
      yield* rows.giveUpMissing(part.number, givenUp)
      return { ...part, givenUp }
    }))
    return { parts: shortened, before: { ...before, notices } }
  })

  return { acceptLeft, giveUpRefused }
}

/** When and how an order is tried again that could not be worked on. */
const retries = ({ note, rows }: DeskServices, { settle }: Placing.Placing) => {
  /** When an order is tried again, later each time. */
  const laterTime = ({ attempt }: DeskRows.DeskOrder) =>
    Effect.map(Clock.currentTimeMillis, (now) => now + Math.min(5 * minute, 1000 * 2 ** Math.min(attempt + 1, 20)))

  /** Tries an order again later, whatever it is held for. */
  const postpone = Effect.fnUntraced(function*(order: DeskRows.DeskOrder, failure: string) {
    const later = yield* laterTime(order)
    const isStored = yield* rows.postpone(order, failure, later)
    if (isStored && order.attempt === 0) yield* note(order, "status", failure)
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

  return { failed, postpone, withoutCarriers }
}

export const make = Effect.fnUntraced(function*(desk: OrderDesk) {
  const used = yield* services
  const { connections, db, mapping, needs, restored, rows } = used
  const names = NameTranslation.make(mapping)
  const shippedPieces = yield* ShippedPieces.make
  const open = opener(used.vault)
  const placing = yield* Placing.make(desk)
  const { giveUpRefused, acceptLeft } = acceptances(used, placing, shippedPieces)
  const { failed, postpone, withoutCarriers } = retries(used, placing)
  const labelled = yield* LabelledParts.make(desk, placing)
  const step = Steps.make({ rows, placing, withdraw: yield* Withdrawing.make(placing) })
  const told = ParcelNotices.make({
    ...used,
    carriers: Carriers.make(connections, mapping),
    locationOf: (shop, warehouse) => Effect.map(mapping.names(shop), (known) => Locations.locationOf(desk, known, shop.scope, warehouse))
  })

  /** Tells the shop of parcels, and keeps what the order needs of the books. Returns what is known of the order then. */
  const gather = Effect.fnUntraced(function*(order: DeskRows.DeskOrder, shop: ConnectedLink, stored: PlatformOrder.PlatformOrder, parts: ReadonlyArray<DeskRows.Part>, before: OrderReads.OrderRead) {
    const named = yield* names.order(shop, stored)
    const reported = yield* shippedPieces.of(order.entity, parts, before)
    const now = yield* Clock.currentTimeMillis
    const { parcels, unknown } = yield* told({ order, shop, stored, carrierCode: named.value.carrierCode, parts, parcels: reported.parcels, now })
    const facts = Situation.factsOf({ desk, order, shop, stored, named, parts, shipped: { ...reported, parcels }, carriers: unknown, restored: restored.spans(), now })
    const needed = WarehouseOrder.neededOf(named, facts.coverage.left)
    yield* needs.keep(order, needed, warehousesFor({ ...desk, rules: rulesFor(desk.rules, order) }, WarehouseOrder.factsOf(desk, order.scope, named.value, needed)), order.isReleased ? undefined : before.needs)
    return facts
  })

  /** Decides about an order by the table, and does what the row says. */
  const advance = Effect.fnUntraced(function*(...known: Parameters<typeof gather>) {
    const facts = yield* gather(...known)
    const { live, named, order, parts, shipped, shop } = facts
    const situation = Situation.of(facts)
    const shipments = yield* Effect.cached(placing.shipments.cancelUnused(shop, order, parts, shipped.parcels))
    const labels = yield* Effect.cached(labelled(order, shop, named.value, live))
    const row = yield* DeskTable.decide((field) => {
      if (field === "shipments") return Effect.map(shipments, (outcome): DeskTable.Value<"shipments"> => outcome === undefined ? "none" : outcome.dueAt === undefined ? "kept" : "pending")
      if (field === "labels") return Effect.map(labels, (outcome): DeskTable.Value<"labels"> => outcome === undefined ? "none" : outcome === "changed" ? "changed" : "waiting")
      return Effect.succeed(situation[field])
    })
    if (row === undefined) return yield* Effect.die(new Error("no row of the desk's table matches"))
    // Shipments that nothing needs are cancelled whatever else is done, but for what cannot wait.
    const isUrgent = row.step === "withdraw" || row.step === "waitForCarriers"
    const waits = row.step === "settleLabels" ? yield* labels : undefined
    const assumed = shipped.parcels.flatMap(({ assumedUntil = 0, state }) => state === "new" && assumedUntil > facts.now ? [assumedUntil] : [])
    yield* step(row, facts, { shipments: isUrgent ? undefined : yield* shipments, labels: waits === "changed" ? undefined : waits })
    if (assumed.length > 0) yield* rows.dueBy(order.entity, Math.min(...assumed))
  })

  /** The parts that are not shipped any more and have something reserved, with what has left of each. What may have left stays reserved. */
  const reservedInVain = Effect.fnUntraced(function*(order: DeskRows.DeskOrder, parts: ReadonlyArray<DeskRows.Part>, before: OrderReads.OrderRead) {
    const found = parts.filter(({ isReserved, state }) => state === "reserving" || (isReserved && (state === "void" || state === "unsent")))
    if (found.length === 0) return []
    const shipped = yield* shippedPieces.of(order.entity, found, before)
    return found.map((part) => ({ part, ...shipped.of(part) })).filter(({ unclear }) => unclear.length === 0)
  })

  const attempted = Effect.fnUntraced(function*(order: DeskRows.DeskOrder, read: OrderReads.OrderRead) {
    // What a person has released is changed below, so it is read now.
    const before = order.isReleased ? (yield* OrderReads.of(db, [order.entity])).get(order.entity)! : read
    const shop = connections.linkOf(order.scope)
    const stored = before.content === undefined ? undefined : yield* open(order.scope, order.number, before.content)
    if (shop === undefined || stored === undefined) return yield* placing.hold(order, "link", `the runner has no link ${order.scope}`)
    const parts = yield* giveUpRefused(order, before.parts)
    const toRelease = yield* reservedInVain(order, parts, before)
    // Raised before, so that another node that is still reserving does not store its decision after its pieces were released.
    const mine = toRelease.length === 0 ? order : yield* rows.raise(order)
    if (mine === undefined) return
    yield* Effect.forEach(toRelease, ({ left, part }) => placing.unreserve(part, left), { discard: true })
    const accepted = yield* acceptLeft(mine, parts, before)
    yield* advance(mine, shop, stored, accepted.parts, accepted.before)
  })

  /** `read` is what was read of the order after its row. */
  return (order: DeskRows.DeskOrder, read: OrderReads.OrderRead): Effect.Effect<void, DatabaseFailed> =>
    Effect.catchTags(attempted(order, read), {
      AdapterError: ({ reason }) => postpone(order, `the books could not be asked: ${AdapterError.describe(reason)}`),
      CarriersUnknown: (failure) => withoutCarriers(order, failure),
      VaultRefused: ({ message }) => postpone(order, message)
    }).pipe(
      Effect.catchCause((cause) => Cause.hasInterrupts(cause) ? Effect.failCause(cause) : failed(order, cause))
    )
})
