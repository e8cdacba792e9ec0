/**
 * Stores what a peer reports. One transaction writes the new state, a line of history and the message to the ERP. Only after
 * the commit may the runner confirm the report to the peer.
 */
import { type UnannouncedReturn, InboundOrder, OutboundOrder, OutboundPhase, type WarehouseV1 } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redaction from "../../connection/Redaction.ts"
import type { DatabaseFailed, Row } from "../../store/Database.ts"
import { reach } from "../../engine/Failpoint.ts"
import * as InboundEvents from "./InboundEvents.ts"
import * as Entities from "../../records/Entities.ts"
import type * as StatusTransition from "./StatusTransition.ts"
import type { Owner, Source } from "../../records/ReportSource.ts"
import * as ErpMessages from "./ErpMessages.ts"
import * as OrderEvents from "./OrderEvents.ts"
import * as Returns from "./Returns.ts"
import * as RefusedOrders from "./RefusedOrders.ts"
import * as ReportDecision from "./ReportDecision.ts"
import * as ReportUnits from "./ReportUnits.ts"
import * as Spans from "../../tracing/Spans.ts"
import * as StoredFulfilment from "./StoredFulfilment.ts"
import * as InboundBatchFastPath from "./InboundBatchFastPath.ts"
import * as OutboundReportFastPath from "./OutboundReportFastPath.ts"
import { entityOf } from "../../records/Kinds.ts"
import { type ReportServices, reportServices } from "./WarehouseServices.ts"

export class Events extends Context.Service<Events, {
  /** Stores a status of an outbound order. `status.orderNumber` is the ERP's number. */
  readonly outbound: (source: Source, status: OutboundOrder.OutboundReport) => Effect.Effect<StatusTransition.Effect, DatabaseFailed>
  /** Stores received goods: one batch, or totals if there is no `batchNo`. A repeat is not counted again. */
  readonly inbound: (source: Source, progress: InboundOrder.InboundProgress) => Effect.Effect<InboundEvents.OfProgress, DatabaseFailed>
  /** Stores polled totals. Goods beyond those already reported to the ERP become a batch. */
  readonly inboundTotals: (source: Source, status: InboundOrder.InboundStatus) => Effect.Effect<InboundEvents.OfTotals, DatabaseFailed>
  /** Stores an event with the ERP's number, from a peer that knows it by no other. */
  readonly received: (source: Source, event: WarehouseV1.EventWithStatus) => Effect.Effect<StatusTransition.Effect | InboundEvents.OfProgress, DatabaseFailed>
  /**
   * Stores an event that a peer pushed, with the number that was sent to the peer. The most usual ones are units of work; for the
   * others, the same transaction finds the link to which the event belongs.
   */
  readonly reported: (
    pushed: Pushed,
    owner: Effect.Effect<Owner | "foreign" | undefined, DatabaseFailed>
  ) => Effect.Effect<StatusTransition.Effect | InboundEvents.OfProgress | "foreign" | "nobody", DatabaseFailed>
  /** Stores what a peer pushed of goods that came back, with the number that was sent to the peer. */
  readonly returned: (
    returned: UnannouncedReturn.UnannouncedReturn,
    owner: Effect.Effect<Owner | "foreign" | undefined, DatabaseFailed>
  ) => Effect.Effect<Returns.OfReturn | "foreign" | "nobody", DatabaseFailed>
}>()("@crossdock/runner/contracts/warehouse/Events") {
  static readonly layer = Layer.effect(Events, Effect.suspend(() => make))
}

/** An event that a peer sent by itself. */
export interface Pushed {
  readonly connection: string
  readonly event: WarehouseV1.EventWithStatus
  /** The exact message. */
  readonly raw: string | undefined
}

type Store = (source: Source, decision: ReportDecision.Decision, toErps: ErpMessages.ErpMessages, now: number, effect: StatusTransition.Effect) => Effect.Effect<void, DatabaseFailed>

/** Prepares a report: of which generation it is, and without personal data. */
const preparing = ({ entities, generations, notes: { note, noteOnce }, orderContents }: ReportServices) => {
  /** Returns the row of the generation that a report is about. `undefined` if that is an earlier one or not known yet. */
  const rowOfIssue = Effect.fnUntraced(function*(source: Source, row: Row, reported: OutboundOrder.OutboundReport, now: number) {
    const { is, issues } = yield* generations.spokenOf(row, reported.warehouseOrderNumber, source)
    const entity = entityOf("outbound", row.number)
    if (is === "earlier") {
      const isNew = yield* noteOnce(source, entity, now, "conflict", `${ReportDecision.textOf(reported)} concerns an earlier order with this number and changes nothing`)
      if (isNew && OutboundPhase.allGoodsHaveLeft(reported.phase)) {
        yield* note(source, entity, now, "alarm", "the goods of an earlier order with this number left, although that order had ended; it was created again")
        yield* Effect.logError("an order was shipped after it had ended and was created again").pipe(Effect.annotateLogs({ scope: source.scope }))
      }
      return undefined
    }
    // The report may be about an earlier generation, whose state would be sent as that of the newest.
    if (is === "too early") {
      yield* noteOnce(source, entity, now, "conflict", `${ReportDecision.textOf(reported)} may concern an earlier order with this number; the runner asks the warehouse later`)
      return undefined
    }
    return issues.generation > row.generation ? yield* entities.nextIssue(row, issues.generation, now) : row
  })

  /** Removes personal data from the texts of a failure before they are stored; they may name the receiver. */
  const withoutPersons = (source: Source, status: OutboundOrder.OutboundReport) => {
    const { failedReason, notShipped } = status
    if (failedReason === undefined && notShipped?.some(({ reason }) => reason !== undefined) !== true) return Effect.succeed(status)
    return Effect.map(orderContents.of(source.scope, [entityOf("outbound", status.orderNumber)]), (contents) => {
      const hide = Redaction.hiding(contents)
      return {
        ...status,
        ...(failedReason !== undefined && { failedReason: hide(failedReason) }),
        ...(notShipped !== undefined && { notShipped: notShipped.map((line) => ({ ...line, ...(line.reason !== undefined && { reason: hide(line.reason) }) })) })
      }
    })
  }

  return { rowOfIssue, withoutPersons }
}

/** Changes the rows of orders by reports. */
const writing = ({ db, entities, notes: { note } }: ReportServices) => {
  /** Stores the key of a report. Returns how often the report has arrived, including this time. */
  const remember = (row: Row, key: string, now: number) =>
    Effect.map(
      db.one(
        `insert into inbox (first_id, dedup_key, digest, times, first_at, last_at) values ($1, $2, '', 1, $3, $3)
         on conflict (first_id, dedup_key) do update set times = inbox.times + 1, last_at = $3 returning times`,
        [Entities.firstIdOf(row), key, now]
      ),
      (inbox): number => inbox!.times
    )

  /** What a report changes in the word. A response that was requested before the last change, or a repeated report, is older than what is stored. */
  const effectOf = Effect.fnUntraced(function*(source: Source, { effect, key, row }: ReportDecision.Decision, now: number) {
    if (effect === "repeat" || effect === "conflict") return effect
    const mayBeLate = effect === "apply" && row.phase !== null
    if (mayBeLate && source.asOf !== undefined && source.asOf !== row.updated_at) return "repeat"
    const times = yield* remember(row, key, now)
    return times > 1 && mayBeLate && source.asOf === undefined ? "repeat" : effect
  })

  /** Keeps what a report says of goods, where it does not change the word for the order. */
  const storeGoods: Store = Effect.fnUntraced(function*(source, { before, parcels, record, row, status }, { told }, now, effect) {
    yield* entities.checked(row, now)
    if (record !== before) {
      yield* StoredFulfilment.write(db, row.id, record, told)
      yield* ReportUnits.writeParcels(db, row, parcels, now)
    }
    if (effect === "conflict") yield* note(source, entityOf("outbound", status.orderNumber), now, "conflict", `${ReportDecision.textOf(status)} was ignored, because the order is ${row.phase}`)
  })

  /** Changes the word for an order, its latest parcel and its list of parcels by a report. */
  const storeWord: Store = Effect.fnUntraced(function*(source, decision, { told }, now, effect) {
    const { change, parcels, row, status } = decision
    const entity = entityOf("outbound", status.orderNumber)
    yield* ReportUnits.write(db, { row, now, change, fulfilment: StoredFulfilment.columnsOf(decision, told) })
    yield* ReportUnits.writeParcels(db, row, parcels, now)
    yield* note(source, entity, now, effect === "parcel" ? "parcel" : "status", ReportDecision.textOf(status))
    yield* RefusedOrders.reported(db, row, now)
    if (effect !== "revive") return
    yield* note(source, entity, now, "alarm", `the goods left although the order was ${row.phase}`)
    yield* Effect.logError("an order was shipped after it had ended in another way; the ERP is informed").pipe(
      Effect.annotateLogs({ scope: source.scope, before: row.phase })
    )
  })

  return { effectOf, storeGoods, storeWord }
}

/** Stores reports of outbound orders in the current transaction. */
const storingOutbound = (used: ReportServices) => {
  const { db, entities, notes: { note, noteOnce }, reactions } = used
  const { rowOfIssue, withoutPersons } = preparing(used)
  const { effectOf, storeGoods, storeWord } = writing(used)
  const erpMessages = ErpMessages.make(used)

  /** Decides what a report changes of its order, and stores that. */
  const storeOutbound = Effect.fnUntraced(function*(source: Source, reported: OutboundOrder.OutboundReport, anyIssue: Row, now: number) {
    const row = yield* rowOfIssue(source, anyIssue, reported, now)
    if (row === undefined) {
      yield* entities.checked(anyIssue, now)
      return "conflict" as const
    }
    const told = yield* withoutPersons(source, reported)
    const decision = ReportDecision.of(row, yield* StoredFulfilment.read(db, row), told, source.isOwnWord)
    const effect = yield* effectOf(source, decision, now)
    const toErps = yield* erpMessages(source.link, decision, effect)
    if (OutboundPhase.allParcelsHaveLeft(told.phase) && decision.status.phase === "open" && row.peer_status !== told.status) {
      yield* note(source, entityOf("outbound", told.orderNumber), now, "conflict", "shipped without a tracking number; the order counts as in progress until the number arrives")
    }
    yield* (effect === "repeat" || effect === "conflict" ? storeGoods : storeWord)(source, decision, toErps, now, effect)
    for (const finding of toErps.findings) yield* noteOnce(source, entityOf("outbound", told.orderNumber), now, "conflict", finding)
    if (source.link !== undefined) {
      yield* Effect.forEach(OrderEvents.ofReport(source.link, decision, toErps.messages), reactions.run, { discard: true })
    }
    if (effect !== "repeat" && effect !== "conflict") {
      yield* reach("event.before-commit")
    }
    return effect
  })

  /** Stores a report in the current transaction. `found` is the row of its order, if the caller has read it. */
  return Effect.fnUntraced(function*(source: Source, reported: OutboundOrder.OutboundReport, found?: Row) {
    const now = yield* Clock.currentTimeMillis
    const anyIssue = found ?? (yield* entities.reported(source, "outbound", reported.orderNumber, now))
    return yield* Spans.resumed(anyIssue.trace, "store report", storeOutbound(source, reported, anyIssue, now))
  })
}

const ofOwner = <A>(owner: Effect.Effect<Owner | "foreign" | undefined, DatabaseFailed>, take: (owner: Owner) => Effect.Effect<A, DatabaseFailed>) =>
  Effect.flatMap(owner, (found): Effect.Effect<A | "foreign" | "nobody", DatabaseFailed> =>
    found === undefined ? Effect.succeed("nobody") : found === "foreign" ? Effect.succeed(found) : take(found))

const make = Effect.gen(function*() {
  const used = yield* reportServices
  const { connections, db } = used
  const outboundInTransaction = storingOutbound(used)
  const receiving = InboundEvents.make(used)
  const returning = Returns.make(used)
  const takeUsualBatch = InboundBatchFastPath.make(used)
  const takeUsualReport = OutboundReportFastPath.make(used)

  const committed = Effect.fnUntraced(function*<A>(number: string, work: Effect.Effect<A, DatabaseFailed>) {
    const answer = yield* db.groupedTransaction("store reports", number, work)
    yield* reach("event.committed")
    return answer
  })

  /** The number without the prefix of its link: all that share commits are in the order of the ERP's numbers. */
  const ownOf = (connection: string, number: string): string =>
    number.slice(connections.links.find(({ peer, prefix }) => peer === connection && prefix !== "" && number.startsWith(prefix))?.prefix.length ?? 0)

  /** Stores a report as units of work, or in a transaction if it is not usual. */
  const usualOr = <A, B>(number: () => string, usual: Effect.Effect<A | undefined, DatabaseFailed>, other: Effect.Effect<B, DatabaseFailed>): Effect.Effect<A | B, DatabaseFailed> =>
    Effect.flatMap(usual, (effect): Effect.Effect<A | B, DatabaseFailed> => effect === undefined ? committed(number(), other) : Effect.succeed(effect))

  return Events.of({
    outbound: (source, status) => committed(status.orderNumber, outboundInTransaction(source, status)),
    inbound: (source, progress) => committed(progress.asnNumber, receiving.progress(source, progress)),
    inboundTotals: (source, status) => committed(status.asnNumber, receiving.totals(source, status)),
    received: (source, event) =>
      event._tag === "OutboundStatusChanged"
        ? committed(event.status.orderNumber, outboundInTransaction(source, event.status))
        : committed(event.progress.asnNumber, receiving.progress(source, event.progress)),
    returned: (returned, owner) => committed(returned.orderNumber, ofOwner(owner, ({ own, row, source }) =>
      returning(source, { ...returned, orderNumber: OutboundOrder.OrderNumber.make(own) }, row))),
    reported: ({ connection, event, raw }, owner) => {
      if (event._tag === "OutboundStatusChanged") {
        return usualOr(() => ownOf(connection, event.status.orderNumber), takeUsualReport(connection, event.status, raw), ofOwner(owner, ({ own, row, source }) =>
          outboundInTransaction(source, { ...event.status, orderNumber: OutboundOrder.OrderNumber.make(own) }, row)))
      }
      return usualOr(() => ownOf(connection, event.progress.asnNumber), takeUsualBatch(connection, event.progress, raw), ofOwner(owner, ({ own, row, source }) =>
        receiving.progress(source, { ...event.progress, asnNumber: InboundOrder.AsnNumber.make(own) }, row)))
    }
  })
})
