/**
 * The reports of a world over a database that notes in which way each is stored: as a unit of work, as one that was refused, or in a transaction.
 */
import { InboundOrder, OutboundOrder, WarehouseV1 } from "@crossdock/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Events } from "../../src/contracts/warehouse/Events.ts"
import type { Decided } from "../../src/contracts/warehouse/OrderUnits.ts"
import { Reports } from "../../src/contracts/warehouse/Reports.ts"
import { Outbox } from "../../src/outbox/Outbox.ts"
import type { Reactions } from "../../src/outbox/Reactions.ts"
import { Database, DatabaseFailed, type Row } from "../../src/store/Database.ts"
import type { RunUnit } from "../../src/store/UnitOfWork.ts"

export const failure = new DatabaseFailed({ isUniqueViolation: false, cause: "no" })

/** What a test does in place of the unit that stores a report. */
type InPlace<D> = (decided: D, store: (decided: D) => Effect.Effect<boolean, DatabaseFailed>) => Effect.Effect<boolean, DatabaseFailed>

/** `storing` is the name of the unit that stores what is reported. */
export const watched = <D extends Decided>(storing: string) => Effect.gen(function*() {
  const db = yield* Database
  const watch = {
    ways: [] as Array<string>,
    hasTransactions: true,
    inPlace: ((decided, store) => store(decided)) as InPlace<D>
  }
  const unit: RunUnit = (work, input) => {
    if (work.name !== storing) return db.unit(work, input)
    const run = watch.inPlace(input as never, (decided) => db.unit(work, decided as never) as Effect.Effect<boolean, DatabaseFailed>)
    return Effect.tap(run, (isStored) => Effect.sync(() => void watch.ways.push(isStored ? "unit" : "refused"))) as never
  }
  const asTransaction = <A, E, R>(work: Effect.Effect<A, E | DatabaseFailed, R>) =>
    Effect.suspend((): Effect.Effect<A, E | DatabaseFailed, R> => {
      watch.ways.push("transaction")
      return watch.hasTransactions ? work : Effect.fail(failure)
    })
  const watching = Database.of({
    ...db,
    unit,
    transaction: (work) => asTransaction(db.transaction(work)),
    groupedTransaction: (kind, key, work) => asTransaction(db.groupedTransaction(kind, key, work))
  })
  const reportsWith = (reactions: Layer.Layer<Reactions, never, any> | undefined) => {
    const events = reactions === undefined ? Layer.fresh(Events.layer) : Layer.provide(Layer.fresh(Events.layer), reactions)
    return Effect.map(
      Layer.build(Layer.fresh(Reports.layer).pipe(Layer.provide(events), Layer.provide(Layer.succeed(Database, watching)))),
      (services) => Context.get(services, Reports)
    )
  }
  return { db, watch, reportsWith, reports: yield* reportsWith(undefined), wayOf: wayOf(watch.ways) }
})

/** The ways that a report went. */
const wayOf = (ways: Array<string>) => <E, R>(report: Effect.Effect<void, E, R>) =>
  Effect.map(Effect.andThen(Effect.sync(() => ways.splice(0)), report), () => ways.splice(0))

export type Status = Partial<OutboundOrder.OutboundReport>

export const reporting = (reports: Reports["Service"]) => (number: string, status: Status) =>
  reports.take("wh", {
    _tag: "OutboundStatusChanged",
    status: { orderNumber: OutboundOrder.OrderNumber.make(number), phase: "open", status: "PICKING", ...status }
  }, `raw of ${number}`)

export type Progress = Partial<InboundOrder.InboundProgress> & Pick<InboundOrder.InboundProgress, "lines" | "updatedAt">

export const receiving = (reports: Reports["Service"]) => (number: string, progress: Progress) =>
  reports.take("wh", {
    _tag: "InboundProgressed",
    progress: { asnNumber: InboundOrder.AsnNumber.make(number), phase: "receiving", status: "RECEIVING", ...progress }
  } satisfies WarehouseV1.Event, `raw of ${number}`)

/**
 * All that is stored of an order, without what names it: its row, its parcels or lines, its keys, its history, and its deliveries with their
 * messages.
 */
export const storedOf = Effect.fnUntraced(function*(kind: string, number: string, numberAtPeer = number) {
  const db = yield* Database
  const outbox = yield* Outbox
  const entity = (yield* db.one("select * from entity where kind = $1 and number = $2", [kind, number]))!
  const read = (text: string, ...more: ReadonlyArray<string>) => db.query(text, more.length > 0 ? more : [entity.id])
  const deliveries = yield* read(
    `select d.connection, d.scope, d.operation, d.is_state, d.state, d.cause, d.attempt, d.due_at, d.created_at, d.updated_at, d.is_held, d.id, c.content_sealed, c.payload_sealed
     from delivery d join delivery_content c on c.seq = d.seq where d.entity = $1 order by d.connection, d.seq`, `warehouse:acc-1 ${kind}:${number}`)
  const messages = yield* Effect.forEach(deliveries, Effect.fnUntraced(function*({ content_sealed, payload_sealed, ...row }) {
    const { payload } = yield* outbox.reveal({ ...row, content_sealed, payload_sealed })
    return { ...row, payload }
  }))
  const found: ReadonlyArray<ReadonlyArray<Row>> = [
    [entity],
    yield* read("select * from parcel where entity = $1 order by tracking_number"),
    yield* read("select * from inbound_line where entity = $1 order by sku"),
    yield* read("select * from inbox where first_id = $1 order by dedup_key"),
    yield* read("select first_id, subject, at, who, what, detail, raw_sealed from history where first_id = $1 order by id"),
    messages
  ]
  const plain = ({ entity: _entity, first_id: _first, id: _id, number: _number, number_sent: _sent, raw_sealed, ...row }: Row): Row => ({ ...row, hasRaw: typeof raw_sealed === "string" })
  const unnamed = (value: unknown) => typeof value === "string" ? value.replaceAll(number, "the order").replaceAll(numberAtPeer, "the order") : value
  return found.map((rows) => rows.map((row): Row => Object.fromEntries(Object.entries(plain(row)).map(([name, value]) => [name, unnamed(value)]))))
})

const tables = ["entity", "parcel", "inbound_line", "inbox", "history", "delivery", "delivery_content"]
/** Every row of a report. */
export const allRows = Effect.flatMap(Database, (db) => Effect.forEach(tables, (table) => db.query(`select * from ${table} where 1 = 1 order by 1, 2, 3`)))
export const count = (table: string) => Effect.flatMap(Database, (db) => Effect.map(db.query(`select * from ${table} where 1 = 1`), ({ length }) => length))
