/**
 * What the desk knows of an order of a shop when it decides about it, and the values that its table looks at. Pure functions.
 */
import type { PlatformOrder } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import type * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { ConnectedLink } from "../Composition.ts"
import type { OrderDesk } from "../composition/Desk.ts"
import type { NameTranslation } from "../contracts/platform/NameTranslation.ts"
import type { RestoredSpan } from "../engine/RestoreMode.ts"
import * as AtWarehouses from "./AtWarehouses.ts"
import type { CarriersUnknown } from "./Carriers.ts"
import * as Coverage from "./Coverage.ts"
import type * as DeskRows from "./DeskRows.ts"
import type { Situation, Value } from "./DeskTable.ts"
import * as EarlierOrders from "./EarlierOrders.ts"
import * as EndedOrders from "./EndedOrders.ts"
import type { OrderLine } from "./OrderFacts.ts"
import * as OwnShipping from "./OwnShipping.ts"
import * as RestoredOrders from "./RestoredOrders.ts"
import * as ShippedElsewhere from "./ShippedElsewhere.ts"
import type { Shipped } from "./ShippedPieces.ts"
import * as WarehouseOrder from "./WarehouseOrder.ts"
import * as Withdrawing from "./Withdrawing.ts"

type Named = Effect.Success<ReturnType<NameTranslation["order"]>>

/** What was read of an order. */
export interface Read {
  readonly desk: OrderDesk
  readonly order: DeskRows.DeskOrder
  readonly shop: ConnectedLink
  readonly stored: PlatformOrder.PlatformOrder
  /** The order with the names of the books. */
  readonly named: Named
  readonly parts: ReadonlyArray<DeskRows.Part>
  /** What has left, after the shop was told of it. */
  readonly shipped: Shipped
  /** Why the carriers of some parcels are not known. */
  readonly carriers: CarriersUnknown | undefined
  readonly restored: ReadonlyArray<RestoredSpan>
  /** Milliseconds since 1970. */
  readonly now: number
}

/** What follows from it. */
export interface Facts extends Read {
  readonly lines: Result.Result<ReadonlyArray<OrderLine>, string>
  /** Its lines; none if they cannot be shipped. */
  readonly known: ReadonlyArray<OrderLine>
  readonly live: ReadonlyArray<DeskRows.Part>
  readonly elsewhere: ShippedElsewhere.Elsewhere
  readonly coverage: Coverage.Coverage
  readonly isChanged: boolean
  /** The parts that a warehouse can still be asked not to ship. */
  readonly stoppable: ReadonlyArray<DeskRows.Part>
  /** Those of them that a person has withdrawn, and whose warehouses are being asked. */
  readonly withdrawn: ReadonlyArray<DeskRows.Part>
  /** Those of them that ship too much. */
  readonly tooMany: ReadonlyArray<DeskRows.Part>
  /** Parts that their warehouses have refused as they are, and surely do not have. */
  readonly refusedFor: ReadonlyArray<DeskRows.Part>
  readonly atWarehouses: AtWarehouses.AtWarehouses
  readonly receiver: ReturnType<typeof WarehouseOrder.receiverOf>
}

export const factsOf = (read: Read): Facts => {
  const { named, now, order, parts, shipped, stored } = read
  const lines = WarehouseOrder.linesOf(named.value)
  const known = Result.getOrElse(lines, () => [])
  const numbers = [...shipped.parcels.flatMap((parcel) => parcel.numbers), ...parts.flatMap(({ trackingNumber }) => trackingNumber ?? [])]
  const elsewhere = ShippedElsewhere.of(stored, known, new Set(numbers))
  const coverage = Coverage.of(known, { bought: WarehouseOrder.boughtOf(named.value), parts, shipped, elsewhere: elsewhere.shipped })
  const live = parts.filter(Coverage.isLive)
  // What a warehouse has refused it may have nevertheless, so it is not taken for given up before the warehouse was asked, unless nothing is placed anew.
  const stoppable = live.filter((part) => Withdrawing.isWithdrawable(part) && (stored.phase === "cancelled" || part.state !== "refused"))
  const isWanted = !EndedOrders.isFinished(stored.phase) && stored.phase !== "cancelled"
  return {
    ...read,
    lines,
    known,
    live,
    elsewhere,
    coverage,
    isChanged: order.placedContent !== undefined && WarehouseOrder.isChanged(order.placedContent, stored),
    stoppable,
    withdrawn: live.filter(({ state, withdrawn }) => state === "cancelling" && withdrawn !== undefined),
    tooMany: isWanted && Result.isSuccess(lines) ? Coverage.shippingSurplus(live, coverage.surplus, (part) => stoppable.includes(part)) : [],
    refusedFor: parts.filter(({ isRefused, state }) => isRefused && state === "void"),
    atWarehouses: AtWarehouses.of(parts, shipped, now),
    receiver: WarehouseOrder.receiverOf(stored)
  }
}

/** SKUs that have no name in the books. */
export const unnamedIn = ({ named: { missing, value } }: Facts): Named["missing"] =>
  missing.filter(({ kind, path }) => {
    const line = value.lines[Number(path.split("/")[2])]
    return kind === "sku" && (line === undefined || OwnShipping.isShipped(line))
  })

const orderOf = (facts: Facts): Value<"order"> => {
  if (Result.isFailure(facts.lines)) return "lines"
  if (facts.stored.receiver.isMasked === true) return "masked"
  if (unnamedIn(facts).length > 0 || WarehouseOrder.linesWithoutSku(facts.named.value).length > 0) return "unnamed"
  return Result.isFailure(facts.receiver) ? "address" : "good"
}

const placedOf = ({ live, parts, shipped }: Facts): Value<"placed"> => {
  if (live.length > 0) return "live"
  const isGone = shipped.parcels.length > 0 || parts.some((part) => shipped.of(part).left.length + shipped.of(part).unclear.length > 0)
  return isGone ? "gone" : "none"
}

const beforeOf = ({ order: { cause }, parts, refusedFor }: Facts): Value<"before"> => {
  if (cause === "label") return parts.some(({ shipmentState }) => shipmentState === "kept") ? "kept" : "label"
  // What a warehouse has refused and surely does not have may be shipped by another place.
  if (cause === "refused") return refusedFor.length > 0 ? "none" : "refused"
  return cause === "restored" ? "restored" : "none"
}

/** What was refunded after it was placed is what warehouses may have shipped. */
const ownShippingOf = (facts: Facts): Value<"shipsItself"> => {
  const is = OwnShipping.of(facts.stored)
  return is === "refunded" && placedOf(facts) !== "none" ? "no" : is
}

/** Whether the goods must not leave yet. */
export const isEarly = ({ now, stored: { shipAfter } }: Facts): boolean => shipAfter !== undefined && now < DateTime.toEpochMillis(shipAfter)

/** What is known without asking a peer. */
export type Known = Omit<Situation, "labels" | "shipments">

export const of = (facts: Facts): Known => {
  const { carriers, coverage: { excess, left }, desk, elsewhere, known, live, order, parts, shipped, stored, stoppable, tooMany, withdrawn } = facts
  const isFinished = EndedOrders.isFinished(stored.phase)
  const yes = (is: boolean) => is ? "yes" : "no"
  const some = (all: ReadonlyArray<unknown>) => all.length > 0 ? "some" : "none"
  return {
    shop: isFinished || stored.phase === "closed" ? "finished" : stored.phase,
    person: order.person !== undefined ? "holds" : order.isReleased ? "released" : "none",
    changed: yes(facts.isChanged),
    stoppable: live.some(({ state }) => state === "cancelling") ? "asked" : some(stoppable),
    withdrawn: yes(withdrawn.length > 0),
    surplus: tooMany.length > 0 ? "stoppable" : excess.length > 0 ? "gone" : "none",
    carriers: carriers === undefined ? "known" : "unknown",
    order: orderOf(facts),
    shipsItself: ownShippingOf(facts),
    cancelRequested: yes(stored.isCancelRequested === true),
    early: yes(isEarly(facts)),
    refusing: some(live.filter(({ state }) => state === "refused")),
    labelling: yes(live.some(({ state }) => state === "labelling")),
    unshipped: yes(isFinished && EndedOrders.unshipped(desk, { order, stored, left, parts, shipped }) !== undefined),
    accepted: yes(order.isEndAccepted),
    open: left.length > 0 ? "some" : known.length === 0 ? "nothing" : "none",
    placed: placedOf(facts),
    atWarehouses: facts.atWarehouses.is,
    others: elsewhere.shipped.length > 0 ? "shipped" : elsewhere.arranged === undefined ? "none" : "arranged",
    before: beforeOf(facts),
    earlier: yes(EarlierOrders.holdOf(desk, order, stored) !== undefined),
    restored: yes(RestoredOrders.isHeld(facts.restored, order, stored))
  }
}
