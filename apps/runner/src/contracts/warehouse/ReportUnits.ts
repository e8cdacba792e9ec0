/**
 * The units of work of the most usual report: an outbound order is read, and what a report changes is stored if the order is still
 * as it was read. A report that was not stored has written nothing.
 */
import * as Effect from "effect/Effect"
import type { DeliveryInsertion } from "../../outbox/DeliveryInsertion.ts"
import type { Database, DatabaseFailed, Row, Value } from "../../store/Database.ts"
import type { Unit } from "../../store/UnitOfWork.ts"
import * as OrderUnits from "./OrderUnits.ts"
import type { Change, ReportedParcel } from "./ReportDecision.ts"
import type { Columns } from "./StoredFulfilment.ts"

/** What a report changes in the row of its order. */
export interface ReportedChange {
  readonly row: Row
  readonly now: number
  readonly change: Change
  readonly fulfilment: Columns
}

/** A report whose effect was decided from the row of its order. */
export interface DecidedReport extends ReportedChange, OrderUnits.Decided {
  /** The key by which a repeat is recognised. */
  readonly key: string
  readonly parcel: ReportedParcel | undefined
  /** The line of history, with the sealed message. */
  readonly what: string
  readonly detail: string
  readonly rawSealed: string | null
}

/** Reads an order. */
export const read = OrderUnits.reading("read a reported order", "outbound")

/** What a report changes in the row of its order: the names of the values, their types on PostgreSQL, and the values. */
const changed: ReadonlyArray<OrderUnits.Column<ReportedChange>> = [
  ["id", "bigint", ({ row }) => row["id"]],
  ["now", "bigint", ({ now }) => now],
  ["phase", "text", ({ change }) => change.phase],
  ["status", "text", ({ change }) => change.status],
  ["peer_number", "text", ({ change }) => change.peerNumber],
  ["carrier_name", "text", ({ change }) => change.carrierName],
  ["tracking_number", "text", ({ change }) => change.trackingNumber],
  ["failed_reason", "text", ({ change }) => change.failedReason],
  ["shipped_at", "bigint", ({ change }) => change.shippedAt],
  ["tracking_url", "text", ({ change }) => change.trackingUrl],
  ["delivered_at", "bigint", ({ change }) => change.deliveredAt],
  ["peer_code", "text", ({ change }) => change.peerWarehouseCode],
  ["is_open", "int", ({ change }) => change.isOpen],
  ["pieces", "text", ({ fulfilment }) => fulfilment.pieces],
  ["pieces_version", "bigint", ({ fulfilment }) => fulfilment.version],
  ["told", "text", ({ fulfilment }) => fulfilment.told]
]

const { columns: before, isUnchanged } = OrderUnits.asRead<DecidedReport>({
  phase: "text",
  peer_status: "text",
  tracking_number: "text",
  peer_number: "text",
  warehouse_code: "text",
  peer_warehouse_code: "text",
  updated_at: "bigint",
  pieces_version: "bigint"
})

/** The columns of a report in both statements. */
const columns: ReadonlyArray<OrderUnits.Column<DecidedReport>> = [
  ...changed,
  ["dedup_key", "text", ({ key }) => key],
  ...before
]

/** The columns that only the statement for PostgreSQL needs, for the rows beside the one of the order. */
const besides: typeof columns = [
  ["parcel_number", "text", ({ parcel }) => parcel?.trackingNumber ?? null],
  ["parcel_carrier", "text", ({ parcel }) => parcel?.carrierName ?? null],
  ["parcel_shipped", "bigint", ({ parcel }) => parcel?.shippedAt ?? null],
  ["parcel_url", "text", ({ parcel }) => parcel?.trackingUrl ?? null],
  ["parcel_delivered", "bigint", ({ parcel }) => parcel?.deliveredAt ?? null],
  ["what", "text", ({ what }) => what],
  ["detail", "text", ({ detail }) => detail],
  ["raw_sealed", "text", ({ rawSealed }) => rawSealed]
]

/** SQL: what a report changes in the row of its order. `i` writes the name of a column as SQL. */
const changes = (i: OrderUnits.Named): string =>
  `phase = ${i("phase")}, peer_status = ${i("status")}, peer_number = coalesce(${i("peer_number")}, entity.peer_number),
   carrier_name = coalesce(${i("carrier_name")}, entity.carrier_name), tracking_number = coalesce(${i("tracking_number")}, entity.tracking_number),
   failed_reason = ${i("failed_reason")}, shipped_at = coalesce(${i("shipped_at")}, entity.shipped_at), tracking_url = coalesce(${i("tracking_url")}, entity.tracking_url),
   delivered_at = coalesce(${i("delivered_at")}, entity.delivered_at), peer_warehouse_code = coalesce(${i("peer_code")}, entity.peer_warehouse_code),
   is_open = ${i("is_open")}, checked_at = ${i("now")}, updated_at = ${i("now")}, pieces = ${i("pieces")}, pieces_version = ${i("pieces_version")},
   told = coalesce(${i("told")}, entity.told)`

/** SQL: all that the decision has read is as it was, the order has no later generation, and the report is no repeat. */
const isAsRead = (i: OrderUnits.Named): string =>
  `entity.id = ${i("id")} and entity.is_known = 1 and ${isUnchanged(i)} and ${OrderUnits.isOnlyGeneration}
   and not exists (select 1 from inbox b where b.first_id = entity.id and b.dedup_key = ${i("dedup_key")})`

const parameter = OrderUnits.parameterOf(columns)
const storeText = `update entity set ${changes(parameter)} where ${isAsRead(parameter)} returning id`
const rememberText = "insert into inbox (first_id, dedup_key, digest, times, first_at, last_at) values ($1, $2, '', 1, $3, $3)"
const parcelColumns = "entity, tracking_number, carrier_name, shipped_at, seen_at, tracking_url, delivered_at"
const knownAlready = `on conflict (entity, tracking_number) do update set
    carrier_name = coalesce(excluded.carrier_name, parcel.carrier_name), shipped_at = coalesce(excluded.shipped_at, parcel.shipped_at),
    tracking_url = coalesce(excluded.tracking_url, parcel.tracking_url), delivered_at = coalesce(excluded.delivered_at, parcel.delivered_at)`
const parcelText = `insert into parcel (${parcelColumns}) values ($1, $2, $3, $4, $5, $6, $7) ${knownAlready}`
const valuesOf = (id: Value, { carrierName, deliveredAt, shippedAt, trackingNumber, trackingUrl }: ReportedParcel, now: number): ReadonlyArray<Value> =>
  [id, trackingNumber, carrierName, shippedAt, now, trackingUrl, deliveredAt]

const ofInput = (name: string): string => `i.${name}`
const given = [["at", "int"], ...columns, ...besides] as const

/** For PostgreSQL: the rows beside the one of the order, and the deliveries, are written for those reports whose order was changed. */
const storeManyText = (tables: DeliveryInsertion["tables"]): string => `
  with i as (select * from ${OrderUnits.givenOf(given, "i")}),
    ${OrderUnits.storedOf({ changes: changes(ofInput), isAsRead: isAsRead(ofInput) })},
    remembered as (
      insert into inbox (first_id, dedup_key, digest, times, first_at, last_at) select id, dedup_key, '', 1, now, now from passed),
    parcels as (
      insert into parcel (${parcelColumns})
      select id, parcel_number, parcel_carrier, parcel_shipped, now, parcel_url, parcel_delivered from passed where parcel_number is not null ${knownAlready}),
    lines as (${OrderUnits.linesFrom("passed", "what")}),
    ${tables("passed", given.length + 1)}
  select at from stored`

const writeText = `update entity set ${changes(OrderUnits.parameterOf(changed))} where id = $1`

/** Writes a change in the caller's transaction, which has locked the row of the order. */
export const write = (db: Database["Service"], report: ReportedChange): Effect.Effect<void, DatabaseFailed> =>
  Effect.asVoid(db.query(writeText, changed.map(([, , of]) => of(report))))

/** Writes parcels into the list of their order, in the caller's transaction. */
export const writeParcels = (db: Database["Service"], { id }: Row, parcels: ReadonlyArray<ReportedParcel>, now: number): Effect.Effect<void, DatabaseFailed> =>
  Effect.forEach(parcels, (parcel) => db.query(parcelText, valuesOf(id, parcel, now)), { discard: true })

/** Stores reports. */
export const store = (insertion: DeliveryInsertion): Unit<DecidedReport, boolean> => {
  const manyText = storeManyText(insertion.tables)
  return OrderUnits.storing<DecidedReport>({
    name: "store a report",
    insertion,
    now: (run, report) => {
      const { detail, key, now, parcel, rawSealed, row: { id }, what } = report
      if (run(storeText, columns.map(([, , of]) => of(report))).length === 0) return false
      run(rememberText, [id, key, now])
      if (parcel !== undefined) {
        run(parcelText, valuesOf(id, parcel, now))
      }
      run(OrderUnits.lineText, [id, now, what, detail, rawSealed])
      return true
    },
    many: (decided, deliveries) => ({
      text: manyText,
      values: [...OrderUnits.valuesOf([...columns, ...besides], decided), ...deliveries]
    })
  })
}
