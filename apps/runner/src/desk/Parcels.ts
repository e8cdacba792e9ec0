/**
 * Brings parcels back to the shop: what warehouses report of the parts of an order is written down in the transaction of the report, and
 * each parcel is told to the shop once.
 */
import { OutboundPhase, PlatformV1, Quantity } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { ConnectedLink } from "../Composition.ts"
import type { OrderEvent } from "../contracts/warehouse/OrderEvents.ts"
import type { EndHandler } from "../intents/CreateEnds.ts"
import type { Intents } from "../intents/Intents.ts"
import { Mapping } from "../mapping/Mapping.ts"
import { Database, type DatabaseFailed, type Row } from "../store/Database.ts"
import * as DeskRows from "./DeskRows.ts"
import type { OrderLine } from "./OrderFacts.ts"
import * as WarehouseOrder from "./WarehouseOrder.ts"

/** On whose behalf the runner creates what the desk places, as `put_by` of an intent. */
export const putBy = "desk"

type Reported = Extract<OrderEvent, { readonly _tag: "OutboundReported" }>

/**
 * - `new`: the shop is to be told
 * - `sending`: the notice is on its way
 * - `told`: the shop knows it
 * - `refused`: the shop does not take the notice
 */
export type ParcelState = "new" | "sending" | "told" | "refused"

export interface Parcel {
  readonly part: string
  readonly trackingNumber: string
  readonly carrierName: string | undefined
  readonly lines: ReadonlyArray<OrderLine>
  readonly state: ParcelState
  readonly because: string | undefined
}

const toParcel = (row: Row): Parcel => ({
  part: row.part,
  trackingNumber: row.tracking_number,
  carrierName: row.carrier_name ?? undefined,
  lines: JSON.parse(row.lines),
  state: row.state,
  because: row.because ?? undefined
})

/** The lines of a part that a parcel has, by the pieces of each SKU in it. */
export const linesIn = (left: ReadonlyArray<OrderLine>, packed: ReadonlyMap<string, number> | undefined): ReadonlyArray<OrderLine> => {
  if (packed === undefined) return left
  const rest = new Map(packed)
  return left.flatMap((line) => {
    const pieces = Math.min(line.pieces, rest.get(line.sku) ?? 0)
    rest.set(line.sku, (rest.get(line.sku) ?? 0) - pieces)
    return pieces > 0 ? [{ ...line, pieces }] : []
  })
}

/** The parcels of an order, the oldest first. */
export const of = (db: Database["Service"], entity: number): Effect.Effect<ReadonlyArray<Parcel>, DatabaseFailed> =>
  Effect.map(db.query("select * from desk_parcel where entity = $1 order by created_at, tracking_number", [entity]), (rows) => rows.map(toParcel))

/** Writes down what a warehouse reports of a part. */
export const reported = Effect.gen(function*() {
  const db = yield* Database
  const mapping = yield* Mapping
  const rows = DeskRows.make(db)

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

  const add = Effect.fnUntraced(function*(entity: number, part: DeskRows.Part, event: Reported, trackingNumber: string) {
    const now = yield* Clock.currentTimeMillis
    const before = (yield* of(db, entity)).filter((parcel) => parcel.part === part.number && parcel.trackingNumber !== trackingNumber)
    const left = WarehouseOrder.without(part.lines, before.flatMap(({ lines }) => lines))
    const lines = linesIn(left, yield* packedIn(event))
    yield* db.query(
      `insert into desk_parcel (part, tracking_number, entity, carrier_name, lines, state, created_at, updated_at)
       values ($1, $2, $3, $4, $5, 'new', $6, $6) on conflict (part, tracking_number) do nothing`,
      [part.number, trackingNumber, entity, event.status.carrierName ?? null, JSON.stringify(lines), now]
    )
  })

  return Effect.fnUntraced(function*(event: Reported) {
    const { effect, link, status } = event
    if (effect === "repeat" || effect === "conflict") return
    const row = yield* db.one("select * from desk_part where number = $1 and link = $2", [status.orderNumber, link.scope])
    if (row === undefined) return
    const part = DeskRows.toPart(row)
    if (OutboundPhase.isVoid(status.phase)) {
      if (part.state !== "void") yield* rows.partEnded(row.entity, part, status.failedReason ?? `the warehouse reports ${status.status}`)
      return
    }
    if (!OutboundPhase.hasLeft(status.phase)) return
    yield* rows.becomesDue(row.entity)
    if (status.trackingNumber !== undefined) yield* add(row.entity, part, event, status.trackingNumber)
    yield* rows.setPart(part.number, "shipped")
  })
})

/** Stores the notices of parcels that the shop is to be told. */
export const notices = (db: Database["Service"], intents: Intents["Service"]) => {
  const setState = Effect.fnUntraced(function*({ part, trackingNumber }: Parcel, state: ParcelState, intent: string | undefined, because?: string) {
    const now = yield* Clock.currentTimeMillis
    yield* db.query(
      "update desk_parcel set state = $3, intent = coalesce($4, intent), because = $5, updated_at = $6 where part = $1 and tracking_number = $2",
      [part, trackingNumber, state, intent ?? null, because ?? null, now]
    )
  })

  return Effect.fnUntraced(function*(shop: ConnectedLink, onlineOrderId: string, lines: ReadonlyArray<OrderLine>, carrierCode: string | undefined, parcel: Parcel) {
    const providerCode = parcel.carrierName ?? carrierCode
    if (providerCode === undefined) return yield* setState(parcel, "refused", undefined, "neither the warehouse nor the shop names a carrier")
    const [first, ...more] = parcel.lines.map(({ line, pieces }) => ({ lineId: line, quantity: Quantity.of(pieces) }))
    // Without lines the shop takes the whole order as shipped, so a parcel of which nothing is known is told by a person.
    if (first === undefined) return yield* setState(parcel, "refused", undefined, "the warehouse does not tell what is in this further parcel")
    const put = yield* intents.put(shop, PlatformV1.MarkReadyToShip, {
      onlineOrderId,
      trackingNumber: parcel.trackingNumber,
      providerCode,
      ...(WarehouseOrder.without(lines, parcel.lines).length > 0 && { lines: [first, ...more] })
    }, putBy)
    yield* "refusal" in put ? setState(parcel, "refused", undefined, `${put.refusal.code}: ${put.refusal.message}`) : setState(parcel, "sending", put.id)
  })
}

/** What the desk does when a notice ends, in the transaction that stores the end. */
export const noticeEnds = (db: Database["Service"], shops: ReadonlyArray<string>): EndHandler => {
  const rows = DeskRows.make(db)
  return {
    concerns: ({ scope }) => shops.includes(scope),
    ended: Effect.fnUntraced(function*(intent, _, end) {
      if (intent.put_by !== putBy) return
      const now = yield* Clock.currentTimeMillis
      const because = end.is === "created" ? null : end.reason
      const found = yield* db.one("select entity from desk_parcel where intent = $1", [intent.id])
      if (found === undefined) return
      yield* rows.becomesDue(found.entity)
      yield* db.query("update desk_parcel set state = $2, because = $3, updated_at = $4 where intent = $1", [intent.id, end.is === "created" ? "told" : "refused", because, now])
    })
  }
}
