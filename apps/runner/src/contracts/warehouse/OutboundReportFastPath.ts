/**
 * Takes the most usual report, news of an outbound order that is known, as units of work. The order is read and the effect is
 * decided outside of any transaction; the unit that stores it checks that nothing has changed since.
 */
import { OutboundOrder } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { ConnectedLink } from "../../Composition.ts"
import { reach } from "../../engine/Failpoint.ts"
import { areOfQueuesOfTheirOwn } from "../../outbox/DeliveryInsertion.ts"
import { entityOf } from "../../records/Kinds.ts"
import type { DatabaseFailed, Row } from "../../store/Database.ts"
import * as History from "../../store/History.ts"
import * as Spans from "../../tracing/Spans.ts"
import * as ErpMessages from "./ErpMessages.ts"
import * as OrderEvents from "./OrderEvents.ts"
import { isOnlyGeneration } from "./OrderUnits.ts"
import * as ReportDecision from "./ReportDecision.ts"
import * as ReportUnits from "./ReportUnits.ts"
import type * as StatusTransition from "./StatusTransition.ts"
import * as StoredFulfilment from "./StoredFulfilment.ts"
import type { ReportServices } from "./WarehouseServices.ts"

/**
 * Stores a status that a peer pushed, with the number that was sent to the peer. Returns `undefined` if it is not usual, or if the
 * order changed meanwhile; then nothing was written, and the report needs a transaction.
 */
export const make = (services: ReportServices) => {
  const { connections, db, outbox, reactions, vault } = services
  const store = ReportUnits.store(outbox.insertion)
  const erpMessages = ErpMessages.make(services)
  /** Stores that an order was told of again. Returns false, without an effect, if the report may be about a later generation. */
  const isChecked = (row: Row, now: number) =>
    Effect.map(db.query(`update entity set checked_at = $2 where id = $1 and ${isOnlyGeneration} returning id`, [row["id"], now]), (changed) => changed.length > 0)

  /** Decides what a report changes of its order, and stores that. */
  const stored = Effect.fnUntraced(function*(row: Row, link: ConnectedLink, reported: OutboundOrder.OutboundReport, raw: string | undefined) {
    const now = yield* Clock.currentTimeMillis
    const decision = ReportDecision.of(row, StoredFulfilment.ofRow(row), { ...reported, orderNumber: OutboundOrder.OrderNumber.make(row["number"]) })
    const { before, change, effect, key, parcels, record, status } = decision
    // The order may have changed since it was read; then the repeat came just before that change.
    if (effect === "repeat" && record === before && (yield* isChecked(row, now))) return effect
    if ((effect !== "apply" && effect !== "parcel") || status.phase !== reported.phase || parcels.length > 1) return undefined
    const { findings, messages, told } = yield* erpMessages(link, decision, effect)
    const owed = findings.length > 0 ? undefined : yield* reactions.owedByAll(OrderEvents.ofReport(link, decision, messages))
    if (owed === undefined || !areOfQueuesOfTheirOwn(owed)) return undefined
    const trace = yield* Spans.stored
    const deliveries = owed.map((message) => outbox.sealed(message, now, trace))
    const decided: ReportUnits.DecidedReport = {
      row,
      key,
      now,
      change,
      fulfilment: StoredFulfilment.columnsOf(decision, told),
      parcel: parcels[0],
      what: effect === "parcel" ? "parcel" : "status",
      detail: ReportDecision.textOf(status),
      rawSealed: History.sealedRaw(vault, { scope: link.scope, entity: entityOf("outbound", row["number"]), raw }),
      deliveries
    }
    yield* reach("event.before-commit")
    const isStored = yield* db.unit(store, decided)
    if (!isStored) return undefined
    yield* outbox.added(deliveries)
    yield* reach("event.committed")
    return effect
  })

  return Effect.fnUntraced(function*(connection: string, reported: OutboundOrder.OutboundReport, raw: string | undefined): Effect.fn.Return<StatusTransition.Effect | undefined, DatabaseFailed> {
    // Texts of people may have personal data.
    if (reported.failedReason !== undefined || reported.notShipped !== undefined) return undefined
    const [row, ...others] = yield* ReportUnits.read(db, { connection, number: reported.orderNumber })
    const link = row && connections.linkOf(row["scope"])
    if (row === undefined || link === undefined || row["first_id"] !== null || others.length > 0 || StoredFulfilment.isOfEarlierRelease(row)) return undefined
    return yield* Spans.resumed(row["trace"], "store report", stored(row, link, reported, raw))
  })
}
