/**
 * The units of work of the most usual report of received goods: an inbound order is read with its lines, and a batch is counted if the
 * order is still as it was read. A batch that was not stored has written nothing.
 */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type { DeliveryInsertion } from "../../outbox/DeliveryInsertion.ts"
import type { Database, DatabaseFailed, Row } from "../../store/Database.ts"
import type { Unit } from "../../store/UnitOfWork.ts"
import type { Reported } from "./InboundIssues.ts"
import * as InboundLines from "./InboundLines.ts"
import * as OrderUnits from "./OrderUnits.ts"
import type * as ReceivingRules from "./ReceivingRules.ts"

/** What a report changes in the row of its inbound order. */
export interface ReceivedChange {
  readonly row: Row
  readonly now: number
  readonly reported: Reported
  readonly reportedAt: number
  readonly isOpen: 0 | 1
}

/** A batch whose effect was decided from the row and the lines of its order. */
export interface DecidedBatch extends ReceivedChange, OrderUnits.Decided {
  /** The keys by which a repeat of the batch, and of its number at the ERP, is recognised. */
  readonly key: string
  readonly toldKey: string
  /** A digest of what the batch counts. */
  readonly digest: string
  /** The lines that the batch changes, with their totals after it. */
  readonly lines: ReadonlyArray<ReceivingRules.Line>
  /** The line of history, with the sealed message. */
  readonly detail: string
  readonly rawSealed: string | null
}

const members = "l.sku, l.name, l.estimated, l.received, l.good, l.bad, l.ahead"
/** SQL: the lines of an order as one text, which differs if any of them does. */
const linesOf = (order: string) => ({
  sqlite: `(select json_group_array(json_array(${members})) from (select * from inbound_line where entity = ${order}.id order by sku) l)`,
  postgres: `(select coalesce(json_agg(json_build_array(${members}) order by l.sku), '[]')::text from inbound_line l where l.entity = ${order}.id)`
})
const ofRead = linesOf("e")

/** Reads an order; its lines are in the column `lines`. */
export const read = OrderUnits.reading("read a reported inbound order", "inbound", {
  sqlite: `, ${ofRead.sqlite} as lines`,
  postgres: `, ${ofRead.postgres} as lines`
})

/** The lines of an order that was read. */
export const linesIn = (row: Row): ReadonlyArray<ReceivingRules.Line> =>
  (JSON.parse(row["lines"]) as ReadonlyArray<ReadonlyArray<string>>).map(([sku, name, estimated, received, good, bad, ahead]) =>
    InboundLines.lineOf({ sku, name, estimated, received, good, bad, ahead } as InboundLines.Stored))

/** What a report changes in the row of its order: the names of the values, their types on PostgreSQL, and the values. */
const changed: ReadonlyArray<OrderUnits.Column<ReceivedChange>> = [
  ["id", "bigint", ({ row }) => row["id"]],
  ["now", "bigint", ({ now }) => now],
  ["phase", "text", ({ reported }) => reported.phase],
  ["status", "text", ({ reported }) => reported.status],
  ["peer_number", "text", ({ reported }) => reported.referenceNumber ?? null],
  ["finished_at", "bigint", ({ reported: { finishedAt } }) => finishedAt === undefined ? null : DateTime.toEpochMillis(finishedAt)],
  ["peer_code", "text", ({ reported }) => reported.warehouseCode ?? null],
  ["reported_at", "bigint", ({ reportedAt }) => reportedAt],
  ["is_open", "int", ({ isOpen }) => isOpen]
]

const { columns: before, isUnchanged } = OrderUnits.asRead<DecidedBatch>({
  batches: "bigint",
  updated_at: "bigint",
  phase: "text",
  reported_at: "bigint",
  warehouse_code: "text",
  peer_warehouse_code: "text"
})

/** The columns of a batch in both statements. */
const columns: ReadonlyArray<OrderUnits.Column<DecidedBatch>> = [
  ...changed,
  ["dedup_key", "text", ({ key }) => key],
  ["told_key", "text", ({ toldKey }) => toldKey],
  ...before,
  ["was_lines", "text", ({ row }) => row["lines"]]
]

/** The columns that only the statement for PostgreSQL needs, for the rows beside the one of the order. */
const besides: typeof columns = [
  ["digest", "text", ({ digest }) => digest],
  ["detail", "text", ({ detail }) => detail],
  ["raw_sealed", "text", ({ rawSealed }) => rawSealed]
]

/** SQL: what a report changes in the row of its order. `batches` is how many batches it counts. */
const changes = (i: OrderUnits.Named, batches = "1"): string =>
  `phase = ${i("phase")}, peer_status = ${i("status")}, peer_number = coalesce(${i("peer_number")}, entity.peer_number),
   finished_at = coalesce(${i("finished_at")}, entity.finished_at), peer_warehouse_code = coalesce(${i("peer_code")}, entity.peer_warehouse_code),
   reported_at = ${i("reported_at")}, is_open = ${i("is_open")}, checked_at = ${i("now")}, updated_at = ${i("now")}, batches = entity.batches + ${batches}`

/** SQL: all that the decision has read is as it was, the order has no later generation, and neither the batch nor its number is known. */
const isAsRead = (i: OrderUnits.Named, lines: string): string =>
  `entity.id = ${i("id")} and entity.is_known = 1 and ${isUnchanged(i)} and ${lines} = ${i("was_lines")} and ${OrderUnits.isOnlyGeneration}
   and not exists (select 1 from inbox b where b.first_id = entity.id and b.dedup_key in (${i("dedup_key")}, ${i("told_key")}))`

const ofStore = linesOf("entity")
const parameter = OrderUnits.parameterOf(columns)
const storeText = `update entity set ${changes(parameter)} where ${isAsRead(parameter, ofStore.sqlite)} returning id`
const rememberText = `insert into inbox (first_id, dedup_key, digest, reported_at, times, first_at, last_at)
  values ($1, $2, $3, $4, 1, $6, $6), ($1, $5, '', null, 1, $6, $6)`
const countedColumns = "entity, sku, name, estimated, received, good, bad, ahead"
const countedAlready = `on conflict (entity, sku) do update set
    name = coalesce(excluded.name, inbound_line.name), estimated = coalesce(excluded.estimated, inbound_line.estimated),
    received = excluded.received, good = excluded.good, bad = excluded.bad, ahead = excluded.ahead`
export const countedText = `insert into inbound_line (${countedColumns}) values ($1, $2, $3, $4, $5, $6, $7, $8) ${countedAlready}`

const ofInput = (name: string): string => `i.${name}`
const given = [["at", "int"], ...columns, ...besides] as const
/** The changed lines of all batches, each with the position of its batch. */
const lineGiven = [["at", "int"], ["sku", "text"], ["name", "text"], ["estimated", "text"], ["received", "text"], ["good", "text"], ["bad", "text"], ["ahead", "text"]] as const

/** For PostgreSQL: the rows beside the one of the order, and the deliveries, are written for those batches whose order was changed. */
const storeManyText = (tables: DeliveryInsertion["tables"]): string => `
  with i as (select * from ${OrderUnits.givenOf(given, "i")}),
    ${OrderUnits.storedOf({ changes: changes(ofInput), isAsRead: isAsRead(ofInput, ofStore.postgres) })},
    remembered as (
      insert into inbox (first_id, dedup_key, digest, reported_at, times, first_at, last_at)
      select id, dedup_key, digest, reported_at, 1, now, now from passed union all select id, told_key, '', null, 1, now, now from passed),
    counted as (
      insert into inbound_line (${countedColumns})
      select p.id, l.sku, l.name, l.estimated, l.received, l.good, l.bad, l.ahead
      from ${OrderUnits.givenOf(lineGiven, "l", given.length + 1)} join passed p on p.at = l.at ${countedAlready}),
    lines as (${OrderUnits.linesFrom("passed", "'batch'")}),
    ${tables("passed", given.length + lineGiven.length + 1)}
  select at from stored`

const writeText = `update entity set ${changes(OrderUnits.parameterOf(changed), `$${changed.length + 1}`)} where id = $1`

/** Writes a change in the caller's transaction, which has locked the row of the order. `isBatch`: it counts one. */
export const write = (db: Database["Service"], change: ReceivedChange, isBatch: boolean): Effect.Effect<void, DatabaseFailed> =>
  Effect.asVoid(db.query(writeText, [...changed.map(([, , of]) => of(change)), isBatch ? 1 : 0]))

/** Stores batches. */
export const store = (insertion: DeliveryInsertion): Unit<DecidedBatch, boolean> => {
  const manyText = storeManyText(insertion.tables)
  return OrderUnits.storing<DecidedBatch>({
    name: "store a batch",
    insertion,
    now: (run, batch) => {
      const { detail, digest, key, lines, now, rawSealed, reportedAt, row: { id }, toldKey } = batch
      if (run(storeText, columns.map(([, , of]) => of(batch))).length === 0) return false
      run(rememberText, [id, key, digest, reportedAt, toldKey, now])
      for (const line of lines) run(countedText, [id, ...InboundLines.valuesOf(line)])
      run(OrderUnits.lineText, [id, now, "batch", detail, rawSealed])
      return true
    },
    many: (decided, deliveries) => {
      const lines = decided.flatMap(({ at, one }) => one.lines.map((line) => [at, ...InboundLines.valuesOf(line)]))
      return {
        text: manyText,
        values: [...OrderUnits.valuesOf([...columns, ...besides], decided), ...lineGiven.map((_, member) => lines.map((line) => line[member]!)), ...deliveries]
      }
    }
  })
}

/** A batch that may have been counted before, of an order that was read. */
export interface RepeatedBatch extends OrderUnits.Decided {
  readonly key: string
  readonly digest: string
  readonly reportedAt: number
  readonly now: number
  readonly rawSealed: string | null
}

const repeatedColumns: ReadonlyArray<OrderUnits.Column<RepeatedBatch>> = [
  ["id", "bigint", ({ row }) => row["id"]],
  ["now", "bigint", ({ now }) => now],
  ["dedup_key", "text", ({ key }) => key],
  ["digest", "text", ({ digest }) => digest],
  ["reported_at", "bigint", ({ reportedAt }) => reportedAt]
]

/** SQL: the batch was counted with the same content and is not reported at a later time, and the order has no later generation. */
const isCounted = (i: OrderUnits.Named): string =>
  `inbox.first_id = ${i("id")} and inbox.dedup_key = ${i("dedup_key")} and inbox.digest = ${i("digest")} and inbox.reported_at >= ${i("reported_at")}
   and exists (select 1 from entity where entity.id = inbox.first_id and ${OrderUnits.isOnlyGeneration})`

const againText = `update inbox set times = times + 1, last_at = $2 where ${isCounted(OrderUnits.parameterOf(repeatedColumns))} returning times`

const repeatedBesides: typeof repeatedColumns = [["raw_sealed", "text", ({ rawSealed }) => rawSealed]]
const repeatedGiven = [["at", "int"], ...repeatedColumns, ...repeatedBesides] as const
const repeatManyText = `
  with i as (select * from ${OrderUnits.givenOf(repeatedGiven, "i")}),
    counted as materialized (select i.*, b.place from i cross join lateral (select inbox.ctid as place from inbox where ${isCounted(ofInput)} offset 0) b),
    again as (update inbox set times = inbox.times + 1, last_at = i.now from counted i where inbox.ctid = i.place returning i.at),
    lines as (${OrderUnits.linesFrom("counted where at in (select at from again)", "'repeat'", "dedup_key")})
  select at from again`

/** Notes that a batch was reported again. */
export const repeat = (insertion: DeliveryInsertion): Unit<RepeatedBatch, boolean> =>
  OrderUnits.storing<RepeatedBatch>({
    name: "note a repeated batch",
    insertion,
    now: (run, batch) => {
      const { key, now, rawSealed, row: { id } } = batch
      if (run(againText, repeatedColumns.map(([, , of]) => of(batch))).length === 0) return false
      run(OrderUnits.lineText, [id, now, "repeat", key, rawSealed])
      return true
    },
    many: (decided) => ({ text: repeatManyText, values: OrderUnits.valuesOf([...repeatedColumns, ...repeatedBesides], decided) })
  })
