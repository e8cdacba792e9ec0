/**
 * Stores what a peer reports. One transaction writes the new state, a line of history and the message to the ERP. Only after
 * the commit may the runner confirm the report to the peer.
 */
import { ErpV1, InboundOrder, OutboundOrder, OutboundPhase, Sku, type WarehouseV1 } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { hash } from "node:crypto"
import type { ConnectedLink } from "../Composition.ts"
import { Connections } from "../connection/Connections.ts"
import * as Redaction from "../connection/Redaction.ts"
import { Mapping } from "../mapping/Mapping.ts"
import { Database, type DatabaseFailed, type Row } from "../store/Database.ts"
import * as History from "../store/History.ts"
import * as StoredPhases from "../store/StoredPhases.ts"
import { Vault } from "../store/Vault.ts"
import { reach } from "./Failpoint.ts"
import { peerNumber } from "./GenerationOf.ts"
import * as Generations from "./Generations.ts"
import * as InboundEvents from "./InboundEvents.ts"
import { newestIssue } from "./IntentBook.ts"
import * as Known from "./Known.ts"
import * as Outcome from "./Outcome.ts"
import * as OrderContents from "./OrderContents.ts"
import { Outbox } from "./Outbox.ts"
import type { Owner, Source } from "./Source.ts"
import * as WarehouseCodes from "./WarehouseCodes.ts"

export class Events extends Context.Service<Events, {
  /** Stores a status of an outbound order. `status.orderNumber` is the ERP's number. */
  readonly outbound: (source: Source, status: OutboundOrder.OutboundStatus) => Effect.Effect<Outcome.Effect, DatabaseFailed>
  /** Stores received goods: one batch, or totals if there is no `batchNo`. A repeat is not counted again. */
  readonly inbound: (source: Source, progress: InboundOrder.InboundProgress) => Effect.Effect<InboundEvents.OfProgress, DatabaseFailed>
  /** Stores polled totals. Goods beyond those already reported to the ERP become a batch. */
  readonly inboundTotals: (source: Source, status: InboundOrder.InboundStatus) => Effect.Effect<InboundEvents.OfTotals, DatabaseFailed>
  /** Stores an event with the number that was sent to the peer. The same transaction finds the link to which it belongs. */
  readonly reported: (
    event: WarehouseV1.Report,
    owner: Effect.Effect<Owner | "foreign" | undefined, DatabaseFailed>
  ) => Effect.Effect<Outcome.Effect | InboundEvents.OfProgress | "foreign" | "nobody", DatabaseFailed>
}>()("@crossdock/runner/delivery/Events") {
  static readonly layer = Layer.effect(Events, Effect.suspend(() => make))
}

const millis = (time: DateTime.Utc | undefined): number | null => time === undefined ? null : DateTime.toEpochMillis(time)

const make = Effect.gen(function*() {
  const db = yield* Database
  const vault = yield* Vault
  const outbox = yield* Outbox
  const mapping = yield* Mapping
  const known = Known.make(db)
  const connections = yield* Connections
  const generations = Generations.make(db, connections)
  const codes = WarehouseCodes.make({ db, vault, mapping })
  const receiving = InboundEvents.make({ db, vault, outbox, mapping, codes, connections, known, generations })

  const note = (source: Source, entity: string, now: number, what: History.What, detail?: string) =>
    History.record(db, vault, { scope: source.scope, entity, who: source.who, what, detail, raw: source.raw }, now)

  /** Finds or creates the row of an order that only the peer has reported: its create is not settled, or did not go through this runner. */
  const outboundRow = Effect.fnUntraced(function*(source: Source, orderNumber: string, now: number) {
    const row = yield* known.outbound(source.scope, orderNumber)
    if (row !== undefined) return row
    yield* db.query(
      `insert into outbound (scope, order_number, connection, generation, number_sent, is_open, checked_at, created_at, updated_at)
       values ($1, $2, $3, ${newestIssue("createOutboundOrder", "$6")}, $4, 1, $5, $5, $5) on conflict do nothing`,
      [source.scope, orderNumber, source.link?.peer ?? source.scope, (source.link?.prefix ?? "") + orderNumber, now, History.outbound(orderNumber)]
    )
    return (yield* known.outbound(source.scope, orderNumber))!
  })

  /** The key by which a repeated report is recognised, within one generation of the order (D1-369). */
  const keyOf = (row: Row, reported: OutboundOrder.OutboundStatus): string => {
    const { deliveredAt, phase, shippedAt, status, trackingNumber, trackingUrl, warehouseOrderNumber } = reported
    // Newer fields are part of the key only if present, because older releases stored keys without them.
    const more = deliveredAt === undefined && trackingUrl === undefined ? [] : [millis(deliveredAt), trackingUrl ?? null]
    const told = [row.generation, warehouseOrderNumber ?? null, StoredPhases.wordOf(phase), status, trackingNumber ?? null, millis(shippedAt), ...more]
    return `status:${hash("sha256", JSON.stringify(told))}`
  }

  /** Stores the key of a report. Returns how often the report has arrived, including this time. */
  const remember = (source: Source, row: Row, status: OutboundOrder.OutboundStatus, now: number) =>
    Effect.map(
      db.one(
        `insert into inbox (scope, entity, dedup_key, digest, times, first_at, last_at) values ($1, $2, $3, '', 1, $4, $4)
         on conflict (scope, entity, dedup_key) do update set times = inbox.times + 1, last_at = $4 returning times`,
        [source.scope, History.outbound(status.orderNumber), keyOf(row, status), now]
      ),
      (inbox): number => inbox!.times
    )

  /** Stores that the order was checked, without another change. */
  const looked = (source: Source, orderNumber: string, now: number) =>
    db.query("update outbound set checked_at = $3 where scope = $1 and order_number = $2", [source.scope, orderNumber, now])

  /** Writes a line of history once, even if polls find or peers report the same again. */
  const noteOnce = Effect.fnUntraced(function*(source: Source, entity: string, now: number, what: History.What, detail: string) {
    const noted = yield* db.one(
      "select id from history where scope = $1 and entity = $2 and what = $3 and detail = $4 limit 1",
      [source.scope, entity, what, detail]
    )
    if (noted === undefined) yield* note(source, entity, now, what, detail)
    return noted === undefined
  })

  /** Resets the row for a new generation that the peer reports before its create is settled; settling it does the same. */
  const begunAnew = Effect.fnUntraced(function*(row: Row, generation: number, now: number) {
    yield* db.query(
      `update outbound set generation = $3, warehouse_code = null, peer_warehouse_code = null, warehouse_order_number = null,
         phase = null, peer_status = null, carrier_name = null, tracking_number = null, failed_reason = null, shipped_at = null,
         tracking_url = null, delivered_at = null, is_open = 1, checked_at = 0, updated_at = $4
       where scope = $1 and order_number = $2`,
      [row.scope, row.order_number, generation, now]
    )
    return (yield* known.outbound(row.scope, row.order_number))!
  })

  /** Returns the row of the generation that a report is about. `undefined` if that is an earlier one or not known yet. */
  const rowOfIssue = Effect.fnUntraced(function*(source: Source, row: Row, reported: OutboundOrder.OutboundStatus, now: number) {
    const { is, issues } = yield* generations.spokenOf("outbound", row, {
      number: reported.warehouseOrderNumber,
      askedAt: source.askedAt,
      generation: source.generation
    })
    const entity = History.outbound(row.order_number)
    if (is === "earlier") {
      const isNew = yield* noteOnce(source, entity, now, "conflict", `${toldOf(reported)} concerns an earlier order with this number and changes nothing`)
      if (isNew && OutboundPhase.hasLeft(reported.phase)) {
        yield* note(source, entity, now, "alarm", "the goods of an earlier order with this number left, although that order had ended; it was created again")
        yield* Effect.logError("an order was shipped after it had ended and was created again").pipe(Effect.annotateLogs({ scope: source.scope }))
      }
      return undefined
    }
    // The report may be about an earlier generation, whose state would be sent as that of the newest.
    if (is === "too early") {
      yield* noteOnce(source, entity, now, "conflict", `${toldOf(reported)} may concern an earlier order with this number; the runner asks the warehouse later`)
      return undefined
    }
    return issues.generation > row.generation ? yield* begunAnew(row, issues.generation, now) : row
  })

  /** Stores a report in the current transaction. Each parcel in it counts as a report of its own. */
  const outboundInTransaction = (
    source: Source,
    { parcels = [], ...latest }: OutboundOrder.OutboundStatus,
    row?: Row
  ): Effect.Effect<Outcome.Effect, DatabaseFailed> => {
    if (!OutboundPhase.hasLeft(latest.phase) || parcels.length < 2) return oneReport(source, latest, row)
    const { deliveredAt: _ofLatest, trackingUrl: _alsoOfLatest, ...order } = latest
    return Effect.map(
      Effect.forEach(parcels, (parcel) => oneReport(source, { ...order, ...parcel })),
      (effects) => effects.find((effect) => effect !== "repeat") ?? "repeat"
    )
  }

  /** Removes personal data from the failure text before it is stored; the text may name the receiver. */
  const withoutPersons = (source: Source, status: OutboundOrder.OutboundStatus) =>
    status.failedReason === undefined
      ? Effect.succeed(status)
      : Effect.map(OrderContents.of(db, vault, source.scope, [History.outbound(status.orderNumber)]), (contents) => ({
        ...status,
        failedReason: Redaction.hiding(contents)(status.failedReason!)
      }))

  const oneReport = Effect.fnUntraced(function*(source: Source, reported: OutboundOrder.OutboundStatus, found?: Row) {
    const now = yield* Clock.currentTimeMillis
    const entity = History.outbound(reported.orderNumber)
    const anyIssue = found ?? (yield* outboundRow(source, reported.orderNumber, now))
    const row = yield* rowOfIssue(source, anyIssue, reported, now)
    if (row === undefined) {
      yield* looked(source, reported.orderNumber, now)
      return "conflict" as const
    }
    const status = yield* withoutPersons(source, completed(row, reported))
    if (status.phase !== reported.phase && row.peer_status !== status.status) {
      yield* note(source, entity, now, "conflict", "shipped without a tracking number; the order counts as in progress until the number arrives")
    }
    const left = status.trackingNumber === undefined ? [] : yield* db.query(
      "select tracking_number, shipped_at, delivered_at, tracking_url from parcel where scope = $1 and order_number = $2 and generation = $3",
      [source.scope, status.orderNumber, row.generation]
    )
    const parcels = new Map(left.map((parcel): [string, Outcome.Parcel] => [
      parcel.tracking_number,
      { shippedAt: parcel.shipped_at, deliveredAt: parcel.delivered_at, trackingUrl: parcel.tracking_url }
    ]))
    const before: Outcome.Known = {
      phase: row.phase,
      status: row.peer_status,
      trackingNumber: row.tracking_number,
      warehouseOrderNumber: row.warehouse_order_number,
      parcels
    }
    const isNoNews = source.isOwnWord === true && row.phase === status.phase
    const effect = isNoNews ? "repeat" : Outcome.ofReport(before, status)
    const told = toldOf(status)
    if (effect === "repeat" || effect === "conflict") {
      yield* looked(source, status.orderNumber, now)
      if (effect === "conflict") yield* note(source, entity, now, "conflict", `${told} was ignored, because the order is ${row.phase}`)
      return effect
    }
    // A response that was requested before the last change, or a repeated report, is older than the stored state.
    const mayBeLate = effect === "apply" && row.phase !== null
    const isOutdated = mayBeLate && source.asOf !== undefined && source.asOf !== row.updated_at
    if (isOutdated || ((yield* remember(source, row, status, now)) > 1 && mayBeLate && source.asOf === undefined)) {
      yield* looked(source, status.orderNumber, now)
      return "repeat" as const
    }
    // A report about an earlier parcel does not make it the latest parcel again.
    const isEarlier = status.trackingNumber !== undefined && status.trackingNumber !== row.tracking_number && parcels.has(status.trackingNumber)
    yield* db.query(
      `update outbound set phase = $3, peer_status = $4, warehouse_order_number = coalesce($5, warehouse_order_number),
         carrier_name = coalesce($6, carrier_name), tracking_number = coalesce($7, tracking_number), failed_reason = $8,
         shipped_at = coalesce($9, shipped_at), tracking_url = coalesce($13, tracking_url),
         delivered_at = coalesce($14, delivered_at), peer_warehouse_code = coalesce($10, peer_warehouse_code), is_open = $11,
         checked_at = $12, updated_at = $12
       where scope = $1 and order_number = $2`,
      [
        source.scope,
        status.orderNumber,
        status.phase,
        status.status,
        status.warehouseOrderNumber ?? null,
        isEarlier ? null : status.carrierName ?? null,
        isEarlier ? null : status.trackingNumber ?? null,
        status.failedReason ?? null,
        isEarlier ? null : millis(status.shippedAt),
        status.warehouseCode ?? null,
        OutboundPhase.isEnded(status.phase) ? 0 : 1,
        now,
        isEarlier ? null : status.trackingUrl ?? null,
        isEarlier ? null : millis(status.deliveredAt)
      ]
    )
    if (status.warehouseOrderNumber !== undefined && status.warehouseOrderNumber !== row.warehouse_order_number) {
      yield* generations.learn("outbound", row, status.warehouseOrderNumber)
    }
    if (OutboundPhase.hasLeft(status.phase) && status.trackingNumber !== undefined) {
      yield* db.query(
        `insert into parcel (scope, order_number, generation, tracking_number, carrier_name, shipped_at, seen_at, tracking_url, delivered_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
         on conflict (scope, order_number, generation, tracking_number) do update set
           carrier_name = coalesce($5, parcel.carrier_name), shipped_at = coalesce($6, parcel.shipped_at),
           tracking_url = coalesce($8, parcel.tracking_url), delivered_at = coalesce($9, parcel.delivered_at)`,
        [
          source.scope,
          status.orderNumber,
          row.generation,
          status.trackingNumber,
          status.carrierName ?? null,
          millis(status.shippedAt),
          now,
          status.trackingUrl ?? null,
          millis(status.deliveredAt)
        ]
      )
    }
    yield* note(source, entity, now, effect === "parcel" ? "parcel" : "status", told)
    if (effect === "revive") {
      yield* note(source, entity, now, "alarm", `the goods left although the order was ${row.phase}`)
      yield* Effect.logError("an order was shipped after it had ended in another way; the ERP is informed").pipe(
        Effect.annotateLogs({ scope: source.scope, before: row.phase })
      )
    }
    if (source.link !== undefined && (connections.knowsDelivered(source.link.erp) || Outcome.isNewsBesideDelivery(before, status))) {
      yield* owe(source.link, status, row, effect)
    }
    yield* reach("event.before-commit")
    return effect
  })

  /** Adds the delivery to the ERP, with the ERP's own names of warehouses and SKUs. */
  const owe = Effect.fnUntraced(function*(
    link: ConnectedLink,
    status: OutboundOrder.OutboundStatus,
    row: Row,
    effect: Outcome.Effect
  ) {
    const names = yield* mapping.erpNames(link)
    const code = yield* codes.forErp("outbound", link, row, status.warehouseCode)
    const number = peerNumber(status.warehouseOrderNumber ?? row.warehouse_order_number, row.number_sent)
    const lines = status.lines?.map((line) => ({ ...line, sku: Sku.Sku.make(names.sku(line.sku)) }))
    const { lines: _, warehouseCode: __, warehouseOrderNumber: ___, ...rest } = status
    yield* outbox.put({
      connection: link.erp,
      scope: link.scope,
      entity: `${link.scope} ${History.outbound(status.orderNumber)}`,
      operation: ErpV1.ReceiveOutboundStatus,
      payload: {
        ...rest,
        ...(code !== undefined && { warehouseCode: code }),
        ...(number !== undefined && { warehouseOrderNumber: number }),
        ...(lines && { lines })
      },
      // A later state may replace an order in progress, but never a parcel.
      isState: effect === "apply" && status.phase === "open"
    })
  })

  const committed = Effect.fnUntraced(function*<A>(work: Effect.Effect<A, DatabaseFailed>) {
    const answer = yield* db.transaction(work)
    yield* reach("event.committed")
    return answer
  })

  const ofOwner = <A>(owner: Effect.Effect<Owner | "foreign" | undefined, DatabaseFailed>, take: (owner: Owner) => Effect.Effect<A, DatabaseFailed>) =>
    Effect.flatMap(owner, (found): Effect.Effect<A | "foreign" | "nobody", DatabaseFailed> =>
      found === undefined ? Effect.succeed("nobody") : found === "foreign" ? Effect.succeed(found) : take(found))

  return Events.of({
    outbound: (source, status) => committed(outboundInTransaction(source, status)),
    inbound: (source, progress) => committed(receiving.progress(source, progress)),
    inboundTotals: (source, status) => committed(receiving.totals(source, status)),
    reported: (event, owner) => {
      if (event._tag === "OutboundStatusChanged") {
        return committed(
          ofOwner(owner, ({ own, row, source }) =>
            outboundInTransaction(source, { ...event.status, orderNumber: OutboundOrder.OrderNumber.make(own) }, row))
        )
      }
      const progressOf = (own: string) => ({ ...event.progress, asnNumber: InboundOrder.AsnNumber.make(own) })
      return committed(ofOwner(owner, ({ own, row, source }) => receiving.progress(source, progressOf(own), row)))
    }
  })
})

const toldOf = ({ phase, status, trackingNumber }: OutboundOrder.OutboundStatus): string =>
  `${phase} (${status})${trackingNumber === undefined ? "" : `, tracking number ${trackingNumber}`}`

/**
 * Completes a report of a shipped order that has no tracking number, which the contract requires (D1-257). It takes the stored
 * number; without one it reports the order as open, because the number may still arrive.
 */
const completed = (row: Row, reported: OutboundOrder.OutboundStatus): OutboundOrder.OutboundStatus => {
  if (!OutboundPhase.hasLeft(reported.phase) || reported.trackingNumber !== undefined) return reported
  if (row.phase !== null && OutboundPhase.isVoid(row.phase)) return reported
  return row.tracking_number === null
    ? { ...reported, phase: "open" }
    : { ...reported, trackingNumber: row.tracking_number }
}
