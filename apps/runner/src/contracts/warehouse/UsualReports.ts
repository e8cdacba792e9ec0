/**
 * Takes the most usual report, news of an outbound order that is known, as units of work. The order is read and the effect is
 * decided outside of any transaction; the unit that stores it checks that nothing has changed since.
 */
import { OutboundOrder } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Connections } from "../../connection/Connections.ts"
import { reach } from "../../engine/Failpoint.ts"
import { areOfQueuesOfTheirOwn } from "../../outbox/DeliveryInsertion.ts"
import type { OrderContents } from "../../intents/OrderContents.ts"
import type { Outbox } from "../../outbox/Outbox.ts"
import type { Reactions } from "../../outbox/Reactions.ts"
import { entityOf } from "../../records/Kinds.ts"
import type { Database, DatabaseFailed, Row } from "../../store/Database.ts"
import * as History from "../../store/History.ts"
import type { Vault } from "../../store/Vault.ts"
import type { OrderEvent } from "./OrderEvents.ts"
import { isOnlyGeneration } from "./OrderUnits.ts"
import * as OutboundReports from "./OutboundReports.ts"
import * as ParcelContents from "./ParcelContents.ts"
import * as ReportUnits from "./ReportUnits.ts"
import * as StatusTransition from "./StatusTransition.ts"
import * as StoredFulfilment from "./StoredFulfilment.ts"

export interface UsualReports {
  /**
   * Stores a status that a peer pushed, with the number that was sent to the peer. Returns `undefined` if it is not usual, or if the
   * order changed meanwhile; then nothing was written, and the report needs a transaction.
   */
  readonly take: (
    connection: string,
    status: OutboundOrder.OutboundStatus,
    raw: string | undefined
  ) => Effect.Effect<StatusTransition.Effect | undefined, DatabaseFailed>
}

export const make = ({ connections, db, orderContents, outbox, reactions, vault }: {
  readonly db: Database["Service"]
  readonly orderContents: OrderContents["Service"]
  readonly vault: Vault["Service"]
  readonly connections: Connections["Service"]
  readonly outbox: Outbox["Service"]
  readonly reactions: Reactions["Service"]
}): UsualReports => {
  const store = ReportUnits.store(outbox.insertion)
  /** Stores that an order was told of again. Returns false, without an effect, if the report may be about a later generation. */
  const isChecked = (row: Row, now: number) =>
    Effect.map(db.query(`update entity set checked_at = $2 where id = $1 and ${isOnlyGeneration} returning id`, [row["id"], now]), (changed) => changed.length > 0)

  return {
    take: Effect.fnUntraced(function*(connection, told, raw) {
      const [reported, ...others] = ParcelContents.reportsOf(told)
      if (reported.failedReason !== undefined || others.length > 0) return undefined
      const rows = yield* ReportUnits.read(db, { connection, number: reported.orderNumber })
      const [row] = rows
      const link = row && connections.linkOf(row["scope"])
      if (row === undefined || link === undefined || row["first_id"] !== null || rows.some(({ id }) => id !== row["id"])) return undefined
      if (StoredFulfilment.isOfEarlierRelease(row)) return undefined

      const now = yield* Clock.currentTimeMillis
      const status = OutboundReports.completed(row, { ...reported, orderNumber: OutboundOrder.OrderNumber.make(row["number"]) })
      if (status.phase !== reported.phase) return undefined
      const parcels: OutboundReports.Parcels = new Map(rows.flatMap((each): ReadonlyArray<[string, StatusTransition.Parcel]> =>
        each["parcel_number"] === null
          ? []
          : [[each["parcel_number"], { shippedAt: each["parcel_shipped_at"], deliveredAt: each["parcel_delivered_at"], trackingUrl: each["parcel_tracking_url"] }]]))
      const before = OutboundReports.knownOf(row, parcels)
      const effect = StatusTransition.ofReport(before, status)
      const known = StoredFulfilment.ofRow(row)
      const record = StoredFulfilment.add(known, told)
      // The order may have changed since it was read; then the repeat came just before that change.
      if (effect === "repeat" && record === known && (yield* isChecked(row, now))) return effect
      if (effect !== "apply" && effect !== "parcel") return undefined
      const complete = yield* ParcelContents.completed(orderContents, link.scope, before, status)
      const news: ReadonlyArray<OrderEvent> = [
        { _tag: "OutboundReported", link, row, status: complete, before, effect },
        ...(record === known && row["phase"] !== null ? [] : [{ _tag: "FulfilmentChanged", link, row, record, status } as const])
      ]
      const owed = yield* reactions.owedByAll(news)
      if (owed === undefined || !areOfQueuesOfTheirOwn(owed)) return undefined
      const deliveries = owed.map((message) => outbox.sealed(message, now))
      const entity = entityOf("outbound", row["number"])
      const decided: ReportUnits.DecidedReport = {
        row,
        parcels: parcels.size,
        ownParcel: status.trackingNumber === undefined ? undefined : parcels.get(status.trackingNumber),
        trackingNumber: status.trackingNumber,
        key: OutboundReports.keyOf(row, status),
        now,
        change: OutboundReports.changeOf(row, parcels, status),
        fulfilment: StoredFulfilment.columnsOf(record),
        parcel: OutboundReports.parcelOf(status),
        who: "peer",
        what: effect === "parcel" ? "parcel" : "status",
        detail: OutboundReports.textOf(status),
        rawSealed: History.sealedRaw(vault, { scope: link.scope, entity, raw }),
        deliveries
      }
      yield* reach("event.before-commit")
      const isStored = yield* db.unit(store, decided)
      if (!isStored) return undefined
      yield* outbox.added(deliveries)
      yield* reach("event.committed")
      return effect
    })
  }
}
