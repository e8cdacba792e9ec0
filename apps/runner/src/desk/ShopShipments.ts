/**
 * Shipments that a shop arranges for parts of an order: each is asked for once, its outcome is stored with the end of the create, and one
 * that no part is shipped with any more is cancelled. The shipments of one order are arranged one after another, because a shop that is
 * asked which of them it has cannot tell two unknown ones apart.
 */
import { type PlatformOrder, PlatformV1, Quantity } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { ConnectedLink } from "../Composition.ts"
import { shipmentInOrder } from "../contracts/platform/Creates.ts"
import { Shipments } from "../contracts/platform/Shipments.ts"
import * as Deadline from "../engine/Deadline.ts"
import type { EndHandler } from "../intents/CreateEnds.ts"
import type { Database } from "../store/Database.ts"
import type { What } from "../store/History.ts"
import * as DeskRows from "./DeskRows.ts"
import { services } from "./DeskServices.ts"
import { type OrderLine, unnamedSku } from "./OrderFacts.ts"
import { type Parcel, putBy } from "./Parcels.ts"
import * as Slots from "./Slots.ts"
import * as WarehouseOrder from "./WarehouseOrder.ts"

type Order = PlatformOrder.PlatformOrder

/** How long a shop may take to cancel a shipment, and after how long it is asked again, in milliseconds. */
const patience = 20_000
const again = 30_000

/** What a part has of an order; without items, everything. It fails if the shop has no id for something of it. */
export const itemsOf = ({ lines }: Order, part: ReadonlyArray<OrderLine>): Result.Result<Pick<typeof PlatformV1.CreateShipment.payload.Type, "items">, string> => {
  const whole = lines.flatMap(({ lineId, quantity, sku = unnamedSku }) => ({ line: lineId, sku, pieces: Quantity.toNumber(quantity) ?? Number.POSITIVE_INFINITY }))
  if (WarehouseOrder.without(whole, part).length === 0) return Result.succeed({})
  const byId = new Map(lines.map((line) => [line.lineId, line]))
  const unknown = part.find(({ line }) => byId.has(line) && byId.get(line)?.productId === undefined)
  if (unknown !== undefined) return Result.fail(`line ${unknown.line} has no product at the shop, so a shipment of a part of the order cannot name it`)
  const [first, ...more] = part.flatMap(({ line, pieces }) => {
    const { productId, variantId } = byId.get(line) ?? {}
    return productId === undefined ? [] : [{ productId, ...(variantId !== undefined && { variantId }), quantity: Quantity.of(pieces) }]
  })
  return Result.succeed(first === undefined ? {} : { items: [first, ...more] })
}

const isArranged = Schema.is(PlatformV1.CreateShipment.success)

const setShipment = Effect.fnUntraced(function*(db: Database["Service"], number: string, state: DeskRows.ShipmentState, trackingNumber?: string) {
  const now = yield* Clock.currentTimeMillis
  yield* db.query(
    "update desk_part set shipment_state = $2, tracking_number = coalesce($3, tracking_number), updated_at = $4 where number = $1",
    [number, state, trackingNumber ?? null, now]
  )
})

/** A part without a shipment is not shipped, and its order is held with the reason, which is returned. */
const refused = Effect.fnUntraced(function*(db: Database["Service"], entity: number, part: DeskRows.Part, reason: string) {
  const because = `the shop arranges no shipment: ${reason}`
  yield* DeskRows.make(db).partEnded(entity, part, because, "label")
  yield* setShipment(db, part.number, "refused")
  return `order ${part.number}: ${because}`
})

/** The part of the same order that ships with this tracking number. Some shops answer every request for an order with one shipment. */
const partWith = (db: Database["Service"], entity: number, number: string, trackingNumber: string) =>
  Effect.map(DeskRows.make(db).parts(entity), (parts) => parts.find((part) => part.trackingNumber === trackingNumber && part.number !== number && part.state !== "void")?.number)

const sameAs = (trackingNumber: string, number: string): string => `the shop gives shipment ${trackingNumber}, which is that of order ${number}`

/** What the desk does when the create of a shipment ends, in the transaction that stores the end. */
export const ends = Effect.gen(function*() {
  const { db, noteOfRow, rows } = yield* services

  return {
    // Its rule may have left the composition since, so the row of the part decides.
    concerns: () => true,
    ended: Effect.fnUntraced(function*(intent, _, end) {
      const row = yield* db.one("select number from desk_part where shipment = $1", [intent.id])
      const found = row && (yield* rows.partForUpdate(row.number))
      if (found === undefined) return
      const { entity, part } = found
      if (end.is === "created") {
        if (!isArranged(end.success)) return
        const { trackingNumber } = end.success
        const other = yield* partWith(db, entity, part.number, trackingNumber)
        if (other !== undefined) return yield* noteOfRow(entity, "held", yield* refused(db, entity, part, sameAs(trackingNumber, other)), "peer")
        yield* rows.becomesDue(entity)
        yield* setShipment(db, part.number, "arranged", trackingNumber)
        return yield* noteOfRow(entity, "status", `the shop has arranged shipment ${trackingNumber} for order ${part.number}`, "peer")
      }
      if (part.state === "labelling") return yield* noteOfRow(entity, "held", yield* refused(db, entity, part, end.reason), "peer")
      yield* rows.becomesDue(entity)
      yield* setShipment(db, part.number, "refused")
    })
  } satisfies EndHandler as EndHandler
})

export const make = Effect.gen(function*() {
  const { connections, db, intents, note, rows } = yield* services
  const shipments = yield* Shipments

  /** Stores the create of a shipment in the caller's transaction. Returns why there is none. */
  const put = Effect.fnUntraced(function*(shop: ConnectedLink, order: Order, { lines, number, shipping }: DeskRows.Part) {
    if (shipping === undefined) return "its rule names no provider"
    const items = itemsOf(order, lines)
    if (Result.isFailure(items)) return items.failure
    const asked = shipmentInOrder({ onlineOrderId: order.onlineOrderId, ...shipping.label, ...items.success })
    const created = yield* intents.put(shop, PlatformV1.CreateShipment, asked, putBy, { apart: number })
    if ("refusal" in created) return `${created.refusal.code}: ${created.refusal.message}`
    const now = yield* Clock.currentTimeMillis
    yield* db.query("update desk_part set shipment = $2, shipment_state = 'arranging', updated_at = $3 where number = $1", [number, created.id, now])
    return undefined
  })

  /** Asks the shop for the shipment of a part, in the caller's transaction. False: there is none, and the order is held. */
  const arrange = Effect.fnUntraced(function*(shop: ConnectedLink, desked: DeskRows.DeskOrder, order: Order, part: DeskRows.Part) {
    const reason = yield* put(shop, order, part)
    if (reason !== undefined) yield* note(desked, "held", yield* refused(db, desked.entity, part, reason))
    return reason === undefined
  })

  const ended = (order: DeskRows.DeskOrder, { number }: DeskRows.Part, state: DeskRows.ShipmentState, what: What, detail: string) =>
    db.transaction(Effect.andThen(setShipment(db, number, state), note(order, what, detail)))

  /**
   * Cancels the shipments of parts that are not shipped. Returns what the order waits for, if it cannot be placed anew yet; a shipment
   * that the shop keeps is told to people.
   */
  const cancelUnused = Effect.fnUntraced(function*(shop: ConnectedLink, order: DeskRows.DeskOrder, parts: ReadonlyArray<DeskRows.Part>, parcels: ReadonlyArray<Parcel>) {
    const unknown: Array<string> = []
    const kept: Array<string> = []
    for (const part of parts) {
      if (part.state !== "void" || (part.shipmentState !== "arranging" && part.shipmentState !== "arranged")) continue
      if (part.trackingNumber === undefined) {
        unknown.push(`the shop has not told yet whether it arranges a shipment for order ${part.number}, which is not shipped any more`)
        continue
      }
      // A warehouse may also ship what it has given up.
      if (parcels.some(({ trackingNumber }) => trackingNumber === part.trackingNumber)) continue
      // What was read of the order may be some seconds old, and a parcel may have left since.
      if (!(yield* rows.isUnchanged(order))) return undefined
      const subject = `shipment ${part.trackingNumber} of order ${part.number}`
      const asked = connections.offers(shop.peer).includes(PlatformV1.CancelShipment.name)
        ? Effect.map(
          Effect.result(Slots.aside(Deadline.within(patience, shipments.cancel(shop, { onlineOrderId: order.number, trackingNumber: part.trackingNumber }, putBy)))),
          Result.getFailure
        )
        : Effect.succeedSome({ code: "NOT_OFFERED", message: "the shop cannot cancel shipments", isAnswer: true, isUnproven: false })
      const failure = yield* asked
      if (failure._tag === "None") {
        yield* ended(order, part, "cancelled", "cancelled", subject)
        continue
      }
      const { code, isAnswer, isUnproven, message } = failure.value
      const because = `${subject} could not be cancelled at the shop: ${code}: ${message}`
      if (isAnswer !== true || isUnproven === true) {
        unknown.push(because)
        continue
      }
      yield* ended(order, part, "kept", "alarm", because)
      kept.push(`${because}; cancel it there, then release the order`)
    }
    if (unknown.length + kept.length === 0) return undefined
    const dueAt = unknown.length === 0 ? undefined : (yield* Clock.currentTimeMillis) + again
    return {
      state: "held",
      cause: kept.length > 0 ? "label" : "labelPending",
      because: [...kept, ...unknown].join("; "),
      ...(dueAt !== undefined && { dueAt })
    } satisfies DeskRows.Outcome as DeskRows.Outcome
  })

  return { arrange, cancelUnused }
})

export type ShopShipments = Effect.Success<typeof make>
