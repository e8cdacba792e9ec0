/**
 * Stores what a peer reports. One transaction writes the new state, a line of history and the message to the ERP. Only after
 * the commit may the runner confirm the report to the peer.
 */
import { InboundOrder, OutboundOrder, OutboundPhase, type WarehouseV1 } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Connections } from "../../connection/Connections.ts"
import * as Redaction from "../../connection/Redaction.ts"
import { Database, type DatabaseFailed, type Row } from "../../store/Database.ts"
import { Vault } from "../../store/Vault.ts"
import { reach } from "../../engine/Failpoint.ts"
import * as GenerationStore from "../../records/GenerationStore.ts"
import * as InboundEvents from "./InboundEvents.ts"
import * as Entities from "../../records/Entities.ts"
import * as StatusTransition from "./StatusTransition.ts"
import { OrderContents } from "../../intents/OrderContents.ts"
import type { Owner, Source } from "../../records/ReportSource.ts"
import * as OutboundReports from "./OutboundReports.ts"
import * as ParcelContents from "./ParcelContents.ts"
import * as RefusedOrders from "./RefusedOrders.ts"
import * as ReportNotes from "./ReportNotes.ts"
import * as StoredFulfilment from "./StoredFulfilment.ts"
import * as UsualBatches from "./UsualBatches.ts"
import * as UsualReports from "./UsualReports.ts"
import type { OrderEvent } from "./OrderEvents.ts"
import { Outbox } from "../../outbox/Outbox.ts"
import { Reactions } from "../../outbox/Reactions.ts"
import { entityOf, Kinds } from "../../records/Kinds.ts"

export class Events extends Context.Service<Events, {
  /** Stores a status of an outbound order. `status.orderNumber` is the ERP's number. */
  readonly outbound: (source: Source, status: OutboundOrder.OutboundStatus) => Effect.Effect<StatusTransition.Effect, DatabaseFailed>
  /** Stores received goods: one batch, or totals if there is no `batchNo`. A repeat is not counted again. */
  readonly inbound: (source: Source, progress: InboundOrder.InboundProgress) => Effect.Effect<InboundEvents.OfProgress, DatabaseFailed>
  /** Stores polled totals. Goods beyond those already reported to the ERP become a batch. */
  readonly inboundTotals: (source: Source, status: InboundOrder.InboundStatus) => Effect.Effect<InboundEvents.OfTotals, DatabaseFailed>
  /** Stores an event with the ERP's number, from a peer that knows it by no other. */
  readonly received: (source: Source, event: WarehouseV1.Report) => Effect.Effect<StatusTransition.Effect | InboundEvents.OfProgress, DatabaseFailed>
  /**
   * Stores an event that a peer pushed, with the number that was sent to the peer. The most usual ones are units of work; for the
   * others, the same transaction finds the link to which the event belongs.
   */
  readonly reported: (
    pushed: Pushed,
    owner: Effect.Effect<Owner | "foreign" | undefined, DatabaseFailed>
  ) => Effect.Effect<StatusTransition.Effect | InboundEvents.OfProgress | "foreign" | "nobody", DatabaseFailed>
}>()("@crossdock/runner/contracts/warehouse/Events") {
  static readonly layer = Layer.effect(Events, Effect.suspend(() => make))
}

/** An event that a peer sent by itself. */
export interface Pushed {
  readonly connection: string
  readonly event: WarehouseV1.Report
  /** The exact message. */
  readonly raw: string | undefined
}

const make = Effect.gen(function*() {
  const db = yield* Database
  const kinds = yield* Kinds
  const orderContents = yield* OrderContents
  const vault = yield* Vault
  const reactions = yield* Reactions
  const entities = Entities.make(db)
  const notes = ReportNotes.make(db, vault)
  const { note, noteOnce } = notes
  const connections = yield* Connections
  const generations = GenerationStore.make(db, kinds, connections)
  const receiving = InboundEvents.make({ db, reactions, connections, entities, generations, notes })
  const outbox = yield* Outbox
  const usualBatches = UsualBatches.make({ db, vault, connections, reactions, outbox })
  const usualReports = UsualReports.make({ db, vault, connections, reactions, orderContents, outbox })

  /** Stores the key of a report. Returns how often the report has arrived, including this time. */
  const remember = (row: Row, status: OutboundOrder.OutboundStatus, now: number) =>
    Effect.map(
      db.one(
        `insert into inbox (first_id, dedup_key, digest, times, first_at, last_at) values ($1, $2, '', 1, $3, $3)
         on conflict (first_id, dedup_key) do update set times = inbox.times + 1, last_at = $3 returning times`,
        [Entities.firstIdOf(row), OutboundReports.keyOf(row, status), now]
      ),
      (inbox): number => inbox!.times
    )

  /** Returns the row of the generation that a report is about. `undefined` if that is an earlier one or not known yet. */
  const rowOfIssue = Effect.fnUntraced(function*(source: Source, row: Row, reported: OutboundOrder.OutboundStatus, now: number) {
    const { is, issues } = yield* generations.spokenOf(row, reported.warehouseOrderNumber, source)
    const entity = entityOf("outbound", row.number)
    if (is === "earlier") {
      const isNew = yield* noteOnce(source, entity, now, "conflict", `${OutboundReports.textOf(reported)} concerns an earlier order with this number and changes nothing`)
      if (isNew && OutboundPhase.hasLeft(reported.phase)) {
        yield* note(source, entity, now, "alarm", "the goods of an earlier order with this number left, although that order had ended; it was created again")
        yield* Effect.logError("an order was shipped after it had ended and was created again").pipe(Effect.annotateLogs({ scope: source.scope }))
      }
      return undefined
    }
    // The report may be about an earlier generation, whose state would be sent as that of the newest.
    if (is === "too early") {
      yield* noteOnce(source, entity, now, "conflict", `${OutboundReports.textOf(reported)} may concern an earlier order with this number; the runner asks the warehouse later`)
      return undefined
    }
    return issues.generation > row.generation ? yield* entities.nextIssue(row, issues.generation, now) : row
  })

  /** Stores a report in the current transaction. Each parcel in it counts as a report of its own. */
  const outboundInTransaction = (
    source: Source,
    told: OutboundOrder.OutboundStatus,
    row?: Row
  ): Effect.Effect<StatusTransition.Effect, DatabaseFailed> => {
    const [report, ...others] = ParcelContents.reportsOf(told)
    if (others.length === 0) return oneReport(source, report, { told, found: row })
    return Effect.map(
      Effect.forEach([report, ...others], (each) => oneReport(source, each, each === report ? { told } : {})),
      (effects) => effects.find((effect) => effect !== "repeat") ?? "repeat"
    )
  }

  /** Removes personal data from the failure text before it is stored; the text may name the receiver. */
  const withoutPersons = (source: Source, status: OutboundOrder.OutboundStatus) =>
    status.failedReason === undefined
      ? Effect.succeed(status)
      : Effect.map(orderContents.of(source.scope, [entityOf("outbound", status.orderNumber)]), (contents) => ({
        ...status,
        failedReason: Redaction.hiding(contents)(status.failedReason!)
      }))

  /** Keeps what a report says of goods, whatever it changes in the word for the order. Undefined: nothing new. After a take-over everything is. */
  const keepStatements = Effect.fnUntraced(function*(row: Row, told: OutboundOrder.OutboundStatus) {
    const before = yield* StoredFulfilment.read(db, row)
    const record = StoredFulfilment.add(before, told)
    if (record === before) return row.phase === null ? record : undefined
    yield* StoredFulfilment.write(db, row.id, record)
    return record
  })

  /**
   * Stores one report in the current transaction. `told` is the report of the peer that it is the first part of; `found` is the row of its
   * order, if the caller has read it.
   */
  const oneReport = Effect.fnUntraced(function*(
    source: Source,
    reported: OutboundOrder.OutboundStatus,
    { found, told }: { readonly told?: OutboundOrder.OutboundStatus; readonly found?: Row | undefined }
  ) {
    const now = yield* Clock.currentTimeMillis
    const anyIssue = found ?? (yield* entities.reported(source, "outbound", reported.orderNumber, now))
    const row = yield* rowOfIssue(source, anyIssue, reported, now)
    if (row === undefined) {
      yield* entities.checked(anyIssue, now)
      return "conflict" as const
    }
    const status = yield* withoutPersons(source, OutboundReports.completed(row, reported))
    const record = told && (yield* keepStatements(row, told))
    const effect = yield* storeWord(source, { row, reported, status, now })
    if (record !== undefined && source.link !== undefined) {
      yield* reactions.run<OrderEvent>({ _tag: "FulfilmentChanged", link: source.link, row, record, status })
    }
    if (effect !== "repeat" && effect !== "conflict") {
      yield* reach("event.before-commit")
    }
    return effect
  })

  /** Changes the word for an order, its latest parcel and its list of parcels by a report, and tells the ERP. */
  const storeWord = Effect.fnUntraced(function*(source: Source, { now, reported, row, status }: {
    readonly row: Row
    readonly reported: OutboundOrder.OutboundStatus
    /** The report, completed and without personal data. */
    readonly status: OutboundOrder.OutboundStatus
    readonly now: number
  }): Effect.fn.Return<StatusTransition.Effect, DatabaseFailed> {
    const entity = entityOf("outbound", reported.orderNumber)
    if (status.phase !== reported.phase && row.peer_status !== status.status) {
      yield* note(source, entity, now, "conflict", "shipped without a tracking number; the order counts as in progress until the number arrives")
    }
    const left = status.trackingNumber === undefined ? [] : yield* db.query(
      "select tracking_number, shipped_at, delivered_at, tracking_url from parcel where entity = $1",
      [row.id]
    )
    const parcels = new Map(left.map((parcel): [string, StatusTransition.Parcel] => [
      parcel.tracking_number,
      { shippedAt: parcel.shipped_at, deliveredAt: parcel.delivered_at, trackingUrl: parcel.tracking_url }
    ]))
    const before = OutboundReports.knownOf(row, parcels)
    const isNoNews = source.isOwnWord === true && row.phase === status.phase
    const effect = isNoNews ? "repeat" : StatusTransition.ofReport(before, status)
    const told = OutboundReports.textOf(status)
    if (effect === "repeat" || effect === "conflict") {
      yield* entities.checked(row, now)
      if (effect === "conflict") yield* note(source, entity, now, "conflict", `${told} was ignored, because the order is ${row.phase}`)
      return effect
    }
    // A response that was requested before the last change, or a repeated report, is older than the stored state.
    const mayBeLate = effect === "apply" && row.phase !== null
    const isOutdated = mayBeLate && source.asOf !== undefined && source.asOf !== row.updated_at
    if (isOutdated || ((yield* remember(row, status, now)) > 1 && mayBeLate && source.asOf === undefined)) {
      yield* entities.checked(row, now)
      return "repeat"
    }
    yield* writeWord(row, parcels, status, now)
    yield* note(source, entity, now, effect === "parcel" ? "parcel" : "status", told)
    yield* RefusedOrders.reported(db, row, now)
    if (effect === "revive") {
      yield* note(source, entity, now, "alarm", `the goods left although the order was ${row.phase}`)
      yield* Effect.logError("an order was shipped after it had ended in another way; the ERP is informed").pipe(
        Effect.annotateLogs({ scope: source.scope, before: row.phase })
      )
    }
    if (source.link !== undefined) {
      const complete = yield* ParcelContents.completed(orderContents, source.scope, before, status)
      yield* reactions.run<OrderEvent>({ _tag: "OutboundReported", link: source.link, row, status: complete, before, effect })
    }
    return effect
  })

  /** Writes what a report changes in the row of its order and in the list of its parcels. */
  const writeWord = Effect.fnUntraced(function*(row: Row, parcels: OutboundReports.Parcels, status: OutboundOrder.OutboundStatus, now: number) {
    const change = OutboundReports.changeOf(row, parcels, status)
    yield* db.query(
      `update entity set phase = $2, peer_status = $3, peer_number = coalesce($4, peer_number),
         carrier_name = coalesce($5, carrier_name), tracking_number = coalesce($6, tracking_number), failed_reason = $7,
         shipped_at = coalesce($8, shipped_at), tracking_url = coalesce($12, tracking_url),
         delivered_at = coalesce($13, delivered_at), peer_warehouse_code = coalesce($9, peer_warehouse_code), is_open = $10,
         checked_at = $11, updated_at = $11
       where id = $1`,
      [
        row.id,
        change.phase,
        change.status,
        change.peerNumber,
        change.carrierName,
        change.trackingNumber,
        change.failedReason,
        change.shippedAt,
        change.peerWarehouseCode,
        change.isOpen,
        now,
        change.trackingUrl,
        change.deliveredAt
      ]
    )
    const parcel = OutboundReports.parcelOf(status)
    if (parcel !== undefined) {
      yield* db.query(
        `insert into parcel (entity, tracking_number, carrier_name, shipped_at, seen_at, tracking_url, delivered_at)
         values ($1, $2, $3, $4, $5, $6, $7)
         on conflict (entity, tracking_number) do update set
           carrier_name = coalesce($3, parcel.carrier_name), shipped_at = coalesce($4, parcel.shipped_at),
           tracking_url = coalesce($6, parcel.tracking_url), delivered_at = coalesce($7, parcel.delivered_at)`,
        [row.id, parcel.trackingNumber, parcel.carrierName, parcel.shippedAt, now, parcel.trackingUrl, parcel.deliveredAt]
      )
    }
  })

  const committed = Effect.fnUntraced(function*<A>(work: Effect.Effect<A, DatabaseFailed>) {
    const answer = yield* db.transaction(work)
    yield* reach("event.committed")
    return answer
  })

  /** Stores a report as units of work, or in a transaction if it is not usual. */
  const usualOr = <A, B>(usual: Effect.Effect<A | undefined, DatabaseFailed>, other: Effect.Effect<B, DatabaseFailed>): Effect.Effect<A | B, DatabaseFailed> =>
    Effect.flatMap(usual, (effect): Effect.Effect<A | B, DatabaseFailed> => effect === undefined ? committed(other) : Effect.succeed(effect))

  const ofOwner = <A>(owner: Effect.Effect<Owner | "foreign" | undefined, DatabaseFailed>, take: (owner: Owner) => Effect.Effect<A, DatabaseFailed>) =>
    Effect.flatMap(owner, (found): Effect.Effect<A | "foreign" | "nobody", DatabaseFailed> =>
      found === undefined ? Effect.succeed("nobody") : found === "foreign" ? Effect.succeed(found) : take(found))

  return Events.of({
    outbound: (source, status) => committed(outboundInTransaction(source, status)),
    inbound: (source, progress) => committed(receiving.progress(source, progress)),
    inboundTotals: (source, status) => committed(receiving.totals(source, status)),
    received: (source, event) =>
      event._tag === "OutboundStatusChanged"
        ? committed(outboundInTransaction(source, event.status))
        : committed(receiving.progress(source, event.progress)),
    reported: ({ connection, event, raw }, owner) => {
      if (event._tag === "OutboundStatusChanged") {
        return usualOr(usualReports.take(connection, event.status, raw), ofOwner(owner, ({ own, row, source }) =>
          outboundInTransaction(source, { ...event.status, orderNumber: OutboundOrder.OrderNumber.make(own) }, row)))
      }
      return usualOr(usualBatches.take(connection, event.progress, raw), ofOwner(owner, ({ own, row, source }) =>
        receiving.progress(source, { ...event.progress, asnNumber: InboundOrder.AsnNumber.make(own) }, row)))
    }
  })
})
