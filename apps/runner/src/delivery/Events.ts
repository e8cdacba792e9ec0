/**
 * What a peer reports becomes, in one transaction, a new state, a line of history and a message owed to the ERP. Once
 * that is committed, and not before, the peer may be told that it was taken.
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
  /** `status.orderNumber` is the ERP's number. */
  readonly outbound: (source: Source, status: OutboundOrder.OutboundStatus) => Effect.Effect<Outcome.Effect, DatabaseFailed>
  /** One batch, or totals when it has no `batchNo`; counted once. */
  readonly inbound: (source: Source, progress: InboundOrder.InboundProgress) => Effect.Effect<InboundEvents.OfProgress, DatabaseFailed>
  /** Polled totals: what exceeds the total delivered becomes a batch. */
  readonly inboundTotals: (source: Source, status: InboundOrder.InboundStatus) => Effect.Effect<InboundEvents.OfTotals, DatabaseFailed>
  /** An event under the number that was sent; whose it is, is found in the transaction that stores it. */
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

  /** A row for what was not created through us, or whose create is not settled yet: told by a peer alone. */
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

  /** What a report is known by when it comes again, within one issue of its order (D1-369). */
  const keyOf = (row: Row, reported: OutboundOrder.OutboundStatus): string => {
    const { deliveredAt, phase, shippedAt, status, trackingNumber, trackingUrl, warehouseOrderNumber } = reported
    // What no release before told is no part of a key that one may have stored.
    const more = deliveredAt === undefined && trackingUrl === undefined ? [] : [millis(deliveredAt), trackingUrl ?? null]
    const told = [row.generation, warehouseOrderNumber ?? null, StoredPhases.wordOf(phase), status, trackingNumber ?? null, millis(shippedAt), ...more]
    return `status:${hash("sha256", JSON.stringify(told))}`
  }

  /** Answers how often it came, this time included. */
  const remember = (source: Source, row: Row, status: OutboundOrder.OutboundStatus, now: number) =>
    Effect.map(
      db.one(
        `insert into inbox (scope, entity, dedup_key, digest, times, first_at, last_at) values ($1, $2, $3, '', 1, $4, $4)
         on conflict (scope, entity, dedup_key) do update set times = inbox.times + 1, last_at = $4 returning times`,
        [source.scope, History.outbound(status.orderNumber), keyOf(row, status), now]
      ),
      (inbox): number => inbox!.times
    )

  /** Of an order whose state is known: what leads nowhere is looked at only. */
  const looked = (source: Source, orderNumber: string, now: number) =>
    db.query("update outbound set checked_at = $3 where scope = $1 and order_number = $2", [source.scope, orderNumber, now])

  /** What polls find again and peers repeat is written down once. */
  const noteOnce = Effect.fnUntraced(function*(source: Source, entity: string, now: number, what: History.What, detail: string) {
    const noted = yield* db.one(
      "select id from history where scope = $1 and entity = $2 and what = $3 and detail = $4 limit 1",
      [source.scope, entity, what, detail]
    )
    if (noted === undefined) yield* note(source, entity, now, what, detail)
    return noted === undefined
  })

  /** The peer has the newest issue before its create is settled: the row begins anew with it, as it does then. */
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

  /** The row of the issue that a report is about; absent: it is about an earlier one, or that cannot be told yet. */
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
    // A state of the earlier issue would be told as one of the newest, if only for a while.
    if (is === "too early") {
      yield* noteOnce(source, entity, now, "conflict", `${toldOf(reported)} may concern an earlier order with this number; the runner asks the warehouse later`)
      return undefined
    }
    return issues.generation > row.generation ? yield* begunAnew(row, issues.generation, now) : row
  })

  /** One report may tell of several parcels; each is a report of its own. */
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

  /** In words that may be stored: why an order failed may name whose it is. */
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
    // What was asked for before the last news, or was told once already, was true before what is known now.
    const mayBeLate = effect === "apply" && row.phase !== null
    const isOutdated = mayBeLate && source.asOf !== undefined && source.asOf !== row.updated_at
    if (isOutdated || ((yield* remember(source, row, status, now)) > 1 && mayBeLate && source.asOf === undefined)) {
      yield* looked(source, status.orderNumber, now)
      return "repeat" as const
    }
    // News of an earlier parcel does not make it the latest again.
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

  /** Told in the ERP's own names. */
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
      // A parcel is never made pointless by a later state; an order in progress is.
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

/** Shipped without a tracking number breaks the contract (D1-257) and cannot be told on; the number may still come. */
const completed = (row: Row, reported: OutboundOrder.OutboundStatus): OutboundOrder.OutboundStatus => {
  if (!OutboundPhase.hasLeft(reported.phase) || reported.trackingNumber !== undefined) return reported
  if (row.phase !== null && OutboundPhase.isVoid(row.phase)) return reported
  return row.tracking_number === null
    ? { ...reported, phase: "open" }
    : { ...reported, trackingNumber: row.tracking_number }
}
