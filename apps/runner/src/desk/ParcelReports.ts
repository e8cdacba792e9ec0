/**
 * Writes down, in the transaction of a report, what a warehouse has shipped of a part of an order, or that it ships nothing more of it.
 */
import { OutboundPhase, Quantity } from "@crossdock/core"
import * as Effect from "effect/Effect"
import type { OrderEvent } from "../contracts/warehouse/OrderEvents.ts"
import { Mapping } from "../mapping/Mapping.ts"
import { Database } from "../store/Database.ts"
import * as DeskRows from "./DeskRows.ts"
import * as Parcels from "./Parcels.ts"
import * as WarehouseOrder from "./WarehouseOrder.ts"

type Reported = Extract<OrderEvent, { readonly _tag: "OutboundReported" }>

/** The states of a part of which goods may leave. Warehouses also ship what they were asked not to ship, or said they would not. */
const mayLeave: ReadonlyArray<DeskRows.PartState> = ["placed", "accepted", "refused", "cancelling", "void"]

/** The tracking number of what a report says has left. While more of the order is to come, only a parcel with a time has left. */
const leftIn = ({ phase, shippedAt, trackingNumber }: Reported["status"]): string | undefined =>
  OutboundPhase.hasLeft(phase) || (phase === "open" && shippedAt !== undefined) ? trackingNumber : undefined

/** The record that a report is about: others may use the same number before the desk, after it, or at another link. */
const recordIn = ({ link, row, status }: Reported): DeskRows.PartRecord => ({ number: status.orderNumber, link: link.scope, record: Number(row.id) })

/** Whether a report tells of a parcel, or that nothing more leaves, for the first time. */
const saysMore = ({ effect, status }: Reported): boolean =>
  effect !== "repeat" && effect !== "conflict" && (OutboundPhase.isVoid(status.phase) || leftIn(status) !== undefined)

export const make = Effect.gen(function*() {
  const db = yield* Database
  const mapping = yield* Mapping
  const rows = DeskRows.make(db)

  /** The pieces of each SKU in a parcel, by the names of the books. */
  const packedIn = Effect.fnUntraced(function*({ link, status }: Reported) {
    if (status.lines === undefined || status.lines.length === 0) return undefined
    const names = yield* mapping.erpNames(link)
    const packed = new Map<string, number>()
    for (const { quantity, sku } of status.lines) {
      const own = names.sku(sku)
      packed.set(own, (packed.get(own) ?? 0) + Math.floor(Quantity.toNumber(quantity) ?? 0))
    }
    return packed
  })

  /** The parcels of a part, and what of its lines is in none of them. */
  const packed = Effect.fnUntraced(function*(entity: number, part: DeskRows.Part, except?: string) {
    const parcels = (yield* Parcels.of(db, entity)).filter((parcel) => parcel.part === part.number && parcel.trackingNumber !== except)
    return { parcels, left: WarehouseOrder.without(part.lines, parcels.flatMap(({ lines }) => lines)) }
  })

  const add = Effect.fnUntraced(function*(entity: number, part: DeskRows.Part, event: Reported, trackingNumber: string) {
    const { phase } = event.status
    // The shop knows the carrier of a shipment that it has arranged by the code of its provider, whatever the warehouse calls it.
    const carrierName = trackingNumber === part.trackingNumber ? part.shipping?.label.providerCode : event.status.carrierName
    const { left } = yield* packed(entity, part, trackingNumber)
    const contents = yield* packedIn(event)
    const isUnknown = contents === undefined && !OutboundPhase.hasLeft(phase)
    yield* Parcels.put(db, entity, { part: part.number, trackingNumber, carrierName, lines: isUnknown ? [] : Parcels.linesIn(left, contents), state: isUnknown ? "unknown" : "new" })
  })

  /** Nothing more leaves, so the first parcel of unknown contents has what is in no other one. */
  const fill = Effect.fnUntraced(function*(entity: number, part: DeskRows.Part) {
    const { left, parcels } = yield* packed(entity, part)
    const unknown = parcels.filter(({ state }) => state === "unknown")
    yield* Effect.forEach(unknown, (parcel, at) => Parcels.put(db, entity, { ...parcel, lines: at === 0 ? left : [], state: "new" }), { discard: true })
  })

  /** Whether a report may be about a part of the desk. Reports of orders that ERPs have created are not, and cost one read. */
  const concerns = Effect.fnUntraced(function*(event: Reported) {
    if (!saysMore(event)) return false
    return yield* db.unit(DeskRows.hasPart, recordIn(event))
  })

  const take = Effect.fnUntraced(function*(event: Reported) {
    if (!saysMore(event)) return
    const { status } = event
    const trackingNumber = leftIn(status)
    const isVoid = OutboundPhase.isVoid(status.phase)
    const found = yield* rows.recordedForUpdate(recordIn(event))
    if (found === undefined) return
    const { entity, part } = found
    if (isVoid) {
      if (yield* rows.partEnded(entity, part, status.failedReason ?? `the warehouse reports ${status.status}`)) yield* fill(entity, part)
      return
    }
    yield* rows.becomesDue(entity)
    if (trackingNumber !== undefined) yield* add(entity, part, event, trackingNumber)
    if (!OutboundPhase.hasLeft(status.phase)) return
    yield* fill(entity, part)
    yield* rows.setPart(part.number, mayLeave, "shipped")
  })

  return { concerns, take }
})
