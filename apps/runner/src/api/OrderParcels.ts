/**
 * The parcels of an order in the admin API: those with a number, as they are stored beside the order, with what all reports say of each, and
 * those that their warehouse knows by an id and that have no number yet.
 */
import { Decimal } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Fulfilment, FulfilmentRecord, type ShippedParcel } from "../fulfilment/ShippedGoods.ts"
import type { Database, Row } from "../store/Database.ts"
import type { OrderDetail } from "@crossdock/admin-api"
import { instant, member } from "./Responses.ts"

type Parcel = OrderDetail["parcels"][number]

const decodeRecord = Schema.decodeUnknownSync(FulfilmentRecord.FromJson)

/** What reports say of the parcels of a row. What was ordered does not matter for it. */
const reportedIn = (row: Row): ReadonlyArray<ShippedParcel> => Fulfilment.fromReports(decodeRecord(row.pieces)).parcels

const withUnit = (amount: Decimal.Decimal | undefined, unit: string | undefined): string | undefined =>
  amount && `${Decimal.toText(amount)}${unit === undefined ? "" : ` ${unit}`}`

const detailsOf = ({ cost, estimatedDeliveryAt, keys: [key], lines = [], trackingNumbers, weight, weightUnit }: ShippedParcel) => {
  const serialNumbers = lines.flatMap((line) => line.serialNumbers ?? [])
  return {
    ...member("parcelId", trackingNumbers.includes(key) || key === "" ? undefined : key),
    ...member("estimatedDeliveryAt", estimatedDeliveryAt, instant),
    ...member("weight", withUnit(weight, weightUnit)),
    ...member("cost", withUnit(cost?.amount, cost?.currency)),
    ...(serialNumbers.length > 0 && { serialNumbers })
  }
}

const ofRow = (row: Row, reported: ShippedParcel | undefined): Parcel => ({
  generation: row.generation,
  trackingNumber: row.tracking_number,
  ...member("carrierName", row.carrier_name as string | null),
  ...member("trackingUrl", row.tracking_url as string | null),
  ...member("shippedAt", row.shipped_at as number | null, instant),
  ...member("deliveredAt", row.delivered_at as number | null, instant),
  ...(reported && detailsOf(reported)),
  seenAt: instant(row.seen_at)
})

const withoutNumber = (order: Row, parcel: ShippedParcel): Parcel => ({
  generation: order.generation,
  ...member("carrierName", parcel.carrierName),
  ...member("trackingUrl", parcel.trackingUrl),
  ...member("shippedAt", parcel.shippedAt, instant),
  ...member("deliveredAt", parcel.deliveredAt, instant),
  ...detailsOf(parcel),
  seenAt: instant(order.updated_at)
})

/** The parcels of every generation of an order. */
export const of = Effect.fnUntraced(function*(db: Database["Service"], scope: string, kind: string, number: string) {
  const rows = yield* db.query(
    `select p.*, e.generation from entity e join parcel p on p.entity = e.id where e.scope = $1 and e.kind = $2 and e.number = $3
     order by p.seen_at, p.tracking_number`,
    [scope, kind, number]
  )
  const orders = yield* db.query("select * from entity where scope = $1 and kind = $2 and number = $3 and pieces is not null order by generation", [scope, kind, number])
  const reported = new Map(orders.map((order) => [Number(order.id), reportedIn(order)]))
  return [
    ...rows.map((row) => ofRow(row, reported.get(Number(row.entity))?.find(({ trackingNumbers }) => trackingNumbers.includes(row.tracking_number)))),
    ...orders.flatMap((order) => reported.get(Number(order.id))!.flatMap((parcel) =>
      parcel.trackingNumbers.length === 0 && parcel.keys[0] !== "" ? [withoutNumber(order, parcel)] : []))
  ]
})
