/**
 * Tells shops of parcels: each parcel once, and only what the shop does not show already. The parcels of one order are told one after
 * another, because a shop may show the latest one alone, and could not be asked about an earlier one whose answer was lost.
 */
import { type PlatformOrder, PlatformV1, Quantity } from "@crossdock/core"
import * as Clock from "effect/Clock"
import type * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { ConnectedLink } from "../Composition.ts"
import { fulfillment, numberOf } from "../contracts/platform/ShipmentKinds.ts"
import type { EndHandler } from "../intents/CreateEnds.ts"
import * as DeskMetrics from "../metrics/DeskMetrics.ts"
import type { Database, DatabaseFailed } from "../store/Database.ts"
import type { Carriers, CarriersUnknown } from "./Carriers.ts"
import * as DeskRows from "./DeskRows.ts"
import type { DeskServices } from "./DeskServices.ts"
import * as Parcels from "./Parcels.ts"

/** An order of a shop whose parcels are told. `stored` is what the shop shows, `carrierCode` has the name of the books. */
export interface Shown {
  readonly order: DeskRows.DeskOrder
  readonly shop: ConnectedLink
  readonly stored: PlatformOrder.PlatformOrder
  readonly carrierCode: string | undefined
  /** The parts of the order. */
  readonly parts: ReadonlyArray<DeskRows.Part>
  /** Milliseconds since 1970. */
  readonly now: number
  /** The parcels of the order. */
  readonly parcels: ReadonlyArray<Parcels.Parcel>
}

const isToTell = ({ assumedUntil = 0, state }: Parcels.Parcel, now: number): boolean => (state === "new" && assumedUntil <= now) || state === "again"

/** Whether the shop is told of no further parcel. A finished order may have some: shops finish orders before everything has left. */
const isOver = ({ phase }: PlatformOrder.PlatformOrder): boolean => phase === "cancelled" || phase === "closed"

/** Whether the shop knows a parcel, whoever has told it. */
const isShown = ({ fulfillments = [], isShippedOnline, shippedAt, trackingNumber }: PlatformOrder.PlatformOrder, { numbers }: Parcels.Parcel): boolean => {
  const isNumber = (number: string | undefined) => number !== undefined && numbers.includes(number)
  return (isNumber(trackingNumber) && (shippedAt !== undefined || isShippedOnline === true)) || fulfillments.some((one) => isNumber(one.trackingNumber) && one.shippedAt !== undefined)
}

/** The id of the notice of a parcel that the ERP has put. The desk's own is of another part, whose warehouse has used the same number. */
const noticeOf = (db: Database["Service"], scope: string, order: string, trackingNumber: string) =>
  Effect.map(
    db.one(
      "select i.id from intent i join entity e on e.id = i.entity where e.scope = $1 and e.kind = $2 and e.number = $3 and coalesce(i.put_by, '') <> $4 order by e.generation desc limit 1",
      [scope, fulfillment.kind, numberOf(order, trackingNumber), Parcels.putBy]
    ),
    (row): string | undefined => row?.id
  )

export const make = ({ carriers, db, intents, locationOf, note, rows }: Pick<DeskServices, "db" | "intents" | "note" | "rows"> & {
  readonly carriers: Carriers
  /** The code of the location of a shop at which a warehouse of the books is. */
  readonly locationOf: (shop: ConnectedLink, warehouse: string) => Effect.Effect<string | undefined, DatabaseFailed>
}) => {
  /** A person has to decide about a parcel of which the shop cannot be told; one who has decided accepts it. */
  const cannot = (order: DeskRows.DeskOrder, parcel: Parcels.Parcel, because: string) =>
    Parcels.setState(db, order.entity, parcel, parcel.state === "again" ? "accepted" : "refused", { because })

  const tell = Effect.fnUntraced(function*({ order, parts, shop, stored }: Shown, parcel: Parcels.Parcel, providerCode: Result.Result<string, string>) {
    if (isOver(stored)) {
      const ended = `the shop had ${stored.phase} the order (${stored.status})`
      if (parcel.state !== "again") yield* note(order, "alarm", `order ${parcel.part} left in parcel ${parcel.trackingNumber} although ${ended}`)
      return yield* cannot(order, parcel, `${ended} before the parcel left`)
    }
    if (Result.isFailure(providerCode)) return yield* cannot(order, parcel, providerCode.failure)
    if (parcel.numbers.length === 0) return yield* cannot(order, parcel, "the warehouse does not tell its number; tell the shop, or release the order to accept that it is not told")
    const [first, ...more] = parcel.lines.map(({ line, pieces }) => ({ lineId: line, quantity: Quantity.of(pieces) }))
    // Without lines the shop takes the whole order as shipped, so a parcel of which nothing is known is told by a person.
    if (first === undefined) return yield* cannot(order, parcel, "the warehouse does not tell what is in this further parcel; tell the shop, or release the order to accept that it is not told")
    const part = parts.find(({ number }) => number === parcel.part)
    const locationId = part && (yield* locationOf(shop, part.warehouse))
    const put = yield* intents.put(shop, PlatformV1.ReportOutgoingParcel, {
      onlineOrderId: order.number,
      // The warehouse may have corrected the number that the shop did not take.
      trackingNumber: parcel.numbers.at(-1) ?? parcel.trackingNumber,
      providerCode: providerCode.success,
      ...(parcel.carrierName !== undefined && { carrierName: parcel.carrierName }),
      ...(parcel.trackingUrl !== undefined && { trackingUrl: parcel.trackingUrl }),
      ...(parcel.shippedAt !== undefined && { shippedAt: DateTime.makeUnsafe(parcel.shippedAt) }),
      ...(locationId !== undefined && { locationId }),
      parcelNumber: yield* Parcels.numberOf(db, order.entity, parcel),
      // Also of all that the runner knows of the order: the buyer may have wanted more since, and without lines the shop takes all of it as shipped.
      lines: [first, ...more]
    }, Parcels.putBy)
    // The ERP may have told the shop of this parcel before, perhaps with other lines.
    const id = !("refusal" in put) ? put.id : put.refusal.code === "DIFFERENT_CONTENT" ? yield* noticeOf(db, shop.scope, order.number, parcel.trackingNumber) : undefined
    if (id === undefined) {
      const { code, message } = (put as Extract<typeof put, { readonly refusal: unknown }>).refusal
      return yield* cannot(order, parcel, `${code}: ${message}`)
    }
    const isNew = !("refusal" in put) && !put.isRepeat
    const isDelivered = !isNew && (yield* db.one("select state from intent where id = $1", [id]))?.state === "Delivered"
    return yield* Parcels.setState(db, order.entity, parcel, isDelivered ? "told" : "sending", { intent: id })
  })

  /**
   * Stores the notices of parcels that the shop does not know. Returns all parcels of the order as they are then, and why the carriers of some
   * of them are not known yet.
   */
  return (shown: Shown) => {
    const { now, order: { entity }, parcels } = shown
    // A number that two warehouses use for parcels of one order proves nothing of either.
    const isShared = ({ numbers, part }: Parcels.Parcel) => parcels.some((other) => other.part !== part && other.numbers.some((number) => numbers.includes(number)))
    const isShownByNow = (parcel: Parcels.Parcel) => !Parcels.isEnded(parcel) && isShown(shown.stored, parcel) && !isShared(parcel)
    const isNews = (parcel: Parcels.Parcel) => isToTell(parcel, now) || isShownByNow(parcel)
    // The notice of a parcel that is told again may be changed here. What ends a notice changes it before the order, so it is locked first.
    const lockNotices = db.forUpdate === "" || !parcels.some(({ state }) => state === "again")
      ? Effect.void
      : db.query(`select id from intent where id in (select intent from desk_parcel where entity = $1 and state = 'again') order by id${db.forUpdate}`, [entity])
    const toldWith = (codes: ReadonlyMap<string | undefined, Result.Result<string, string>>) => Effect.gen(function*() {
      yield* lockNotices
      if (!(yield* rows.isUnchanged(shown.order))) return parcels
      let hasNotices = parcels.some(Parcels.isStored)
      return yield* Effect.forEach(parcels, Effect.fnUntraced(function*(parcel) {
        if (isShownByNow(parcel)) return yield* Parcels.setState(db, entity, parcel, "told")
        const code = codes.get(parcel.carrierName)
        if (code === undefined || !isToTell(parcel, now) || (hasNotices && (yield* Parcels.isOneSending(db, entity)))) return parcel
        hasNotices = true
        return yield* tell(shown, parcel, code)
      }))
    })
    return Effect.gen(function*() {
      if (!parcels.some(isNews)) return { parcels, unknown: undefined }
      const codes = new Map<string | undefined, Result.Result<string, string>>()
      let unknown: CarriersUnknown | undefined
      for (const { carrierName } of parcels.filter((parcel) => isToTell(parcel, now) && !isShownByNow(parcel))) {
        const code = isOver(shown.stored) ? Result.fail("the order has ended at the shop") : yield* Effect.catchTag(carriers(shown.shop, carrierName, shown.carrierCode), "CarriersUnknown", (failure) => Effect.succeed(failure))
        if (code._tag === "CarriersUnknown") unknown = code
        else codes.set(carrierName, code)
      }
      return { parcels: yield* Effect.retry(db.groupedTransaction("tell shops", shown.order.number, toldWith(codes)), { times: 3, while: ({ isUniqueViolation }) => isUniqueViolation }), unknown }
    })
  }
}

/** What the desk does when a notice ends, in the transaction that stores the end. The ERP may have put the same notice before the desk. */
export const ends = (db: Database["Service"]): EndHandler => {
  const rows = DeskRows.make(db)
  return {
    // The desk may not take the orders of the shop any more, so the row of the parcel decides.
    concerns: () => true,
    ended: Effect.fnUntraced(function*(intent, _, end) {
      const now = yield* Clock.currentTimeMillis
      const found = yield* db.one(
        `select p.entity, o.scope, o.created_at, (select count(*) from desk_parcel t where t.entity = p.entity and t.state = 'told') as told
         from desk_parcel p left join desk_order o on o.entity = p.entity where p.intent = $1`,
        [intent.id]
      )
      if (found === undefined) return
      yield* rows.becomesDue(found.entity)
      if (end.is === "created" && Number(found.told) === 0 && found.scope !== null && found.scope !== undefined) {
        const [link, took] = [String(found.scope), Math.max(0, now - Number(found.created_at)) / 1000]
        yield* Effect.contextWith((context: Context.Context<never>) => db.afterCommit(() => DeskMetrics.countParcel(context, link, took)))
      }
      yield* db.query(
        "update desk_parcel set state = $2, because = $3, updated_at = $4 where intent = $1 and (state = 'sending' or (state = 'refused' and $2 = 'told'))",
        end.is === "created" ? [intent.id, "told", null, now] : [intent.id, "refused", end.reason, now]
      )
    })
  }
}
