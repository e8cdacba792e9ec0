/**
 * What a peer reports becomes, in one transaction, a new state, a line of history and a message owed to the ERP. Once
 * that is committed, and not before, the peer may be told that it was taken.
 */
import { ErpV1, type InboundOrder, type OutboundOrder } from "@crossdock/core"
import { InboundOrder as Inbound, OutboundOrder as Outbound, Sku } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { createHash } from "node:crypto"
import type { ConnectedLink } from "../Composition.ts"
import { Mapping } from "../mapping/Mapping.ts"
import { Database, type DatabaseFailed, type Row } from "../store/Database.ts"
import * as History from "../store/History.ts"
import { Vault } from "../store/Vault.ts"
import { reach } from "./Failpoint.ts"
import * as Outcome from "./Outcome.ts"
import { Outbox } from "./Outbox.ts"
import * as Receiving from "./Receiving.ts"

/** Where a report comes from and what it leads to. */
export interface Source {
  /** Rows are kept under it. */
  readonly scope: string
  /** Absent at a receiver of ours: it stores and emits nothing, so that nothing turns in a circle. */
  readonly link?: ConnectedLink
  readonly who: "peer" | "runner" | "erp"
  /** The exact message, kept sealed. */
  readonly raw?: string
}

export class Events extends Context.Service<Events, {
  /** `status.orderNumber` is the ERP's number. */
  readonly outbound: (source: Source, status: OutboundOrder.OutboundStatus) => Effect.Effect<Outcome.Effect, DatabaseFailed>
  /** One batch, or totals when it has no `batchNo`; counted once. */
  readonly inbound: (source: Source, progress: InboundOrder.InboundProgress) => Effect.Effect<"applied" | "repeat" | "conflict", DatabaseFailed>
  /** Polled totals: what exceeds the total delivered becomes a batch. */
  readonly inboundTotals: (source: Source, status: InboundOrder.InboundStatus) => Effect.Effect<"batch" | "nothing" | "conflict", DatabaseFailed>
}>()("@crossdock/runner/delivery/Events") {
  static readonly layer = Layer.effect(Events, Effect.suspend(() => make))
}

const millis = (time: DateTime.Utc | undefined): number | null => time === undefined ? null : DateTime.toEpochMillis(time)
const digestOf = (text: string): string => createHash("sha256").update(text, "utf8").digest("hex")

const make = Effect.gen(function*() {
  const db = yield* Database
  const vault = yield* Vault
  const outbox = yield* Outbox
  const mapping = yield* Mapping

  const note = (source: Source, entity: string, what: History.What, detail?: string) =>
    History.record(db, vault, { scope: source.scope, entity, who: source.who, what, detail, raw: source.raw })

  /** A row for an entity that was not created through us: told by a peer alone. */
  const outboundRow = Effect.fnUntraced(function*(source: Source, orderNumber: string, now: number) {
    const select = () =>
      db.one(`select * from outbound where scope = $1 and order_number = $2${db.forUpdate}`, [source.scope, orderNumber])
    const known = yield* select()
    if (known !== undefined) return known
    yield* db.query(
      `insert into outbound (scope, order_number, connection, generation, number_sent, is_open, checked_at, created_at, updated_at)
       values ($1, $2, $3, 1, $4, 1, $5, $5, $5) on conflict do nothing`,
      [source.scope, orderNumber, source.link?.peer ?? source.scope, (source.link?.prefix ?? "") + orderNumber, now]
    )
    return (yield* select())!
  })

  /** One report may tell of several parcels; each is a report of its own. */
  const outboundInTransaction = Effect.fnUntraced(function*(source: Source, told: OutboundOrder.OutboundStatus) {
    const { parcels = [], ...latest } = told
    const reports = told.status !== "SUCCESS" || parcels.length < 2
      ? [latest]
      : parcels.map((parcel): OutboundOrder.OutboundStatus => ({ ...latest, ...parcel }))
    const effects = yield* Effect.forEach(reports, (report) => oneReport(source, report))
    return effects.find((effect) => effect !== "repeat") ?? "repeat"
  })

  const oneReport = Effect.fnUntraced(function*(source: Source, reported: OutboundOrder.OutboundStatus) {
    const now = yield* Clock.currentTimeMillis
    const entity = History.outbound(reported.orderNumber)
    const row = yield* outboundRow(source, reported.orderNumber, now)
    const status = completed(row, reported)
    if (status.status !== reported.status && row.peer_status !== status.peerStatus) {
      yield* note(source, entity, "conflict", "shipped without a tracking number; taken as in progress until it comes")
    }
    const left = yield* db.query(
      "select tracking_number, shipped_at from parcel where scope = $1 and order_number = $2 and generation = $3",
      [source.scope, status.orderNumber, row.generation]
    )
    const parcels = new Map(left.map((parcel): [string, number | null] => [parcel.tracking_number, parcel.shipped_at]))
    const effect = Outcome.ofReport({
      status: row.status,
      peerStatus: row.peer_status,
      trackingNumber: row.tracking_number,
      warehouseOrderNumber: row.warehouse_order_number,
      parcels
    }, status)
    const told = `${status.status} (${status.peerStatus})${status.trackingNumber === undefined ? "" : `, tracking number ${status.trackingNumber}`}`
    if (effect === "repeat" || effect === "conflict") {
      yield* db.query("update outbound set checked_at = $3 where scope = $1 and order_number = $2", [
        source.scope,
        status.orderNumber,
        now
      ])
      if (effect === "conflict") yield* note(source, entity, "conflict", `${told} does not move an order that is ${row.status}`)
      return effect
    }
    // News of an earlier parcel does not make it the latest again.
    const isEarlier = status.trackingNumber !== undefined && status.trackingNumber !== row.tracking_number && parcels.has(status.trackingNumber)
    yield* db.query(
      `update outbound set status = $3, peer_status = $4, warehouse_order_number = coalesce($5, warehouse_order_number),
         carrier_name = coalesce($6, carrier_name), tracking_number = coalesce($7, tracking_number), failed_reason = $8,
         shipped_at = coalesce($9, shipped_at), peer_warehouse_code = coalesce($10, peer_warehouse_code), is_open = $11,
         checked_at = $12, updated_at = $12
       where scope = $1 and order_number = $2`,
      [
        source.scope,
        status.orderNumber,
        status.status,
        status.peerStatus,
        status.warehouseOrderNumber ?? null,
        isEarlier ? null : status.carrierName ?? null,
        isEarlier ? null : status.trackingNumber ?? null,
        status.failedReason ?? null,
        isEarlier ? null : millis(status.shippedAt),
        status.warehouseCode ?? null,
        Outcome.isEnd(status.status) ? 0 : 1,
        now
      ]
    )
    if (status.status === "SUCCESS" && status.trackingNumber !== undefined) {
      yield* db.query(
        `insert into parcel (scope, order_number, generation, tracking_number, carrier_name, shipped_at, seen_at)
         values ($1, $2, $3, $4, $5, $6, $7)
         on conflict (scope, order_number, generation, tracking_number) do update set
           carrier_name = coalesce($5, parcel.carrier_name), shipped_at = coalesce($6, parcel.shipped_at)`,
        [source.scope, status.orderNumber, row.generation, status.trackingNumber, status.carrierName ?? null, millis(status.shippedAt), now]
      )
    }
    yield* note(source, entity, effect === "parcel" ? "parcel" : "status", told)
    if (effect === "revive") {
      yield* note(source, entity, "alarm", `the goods left although the order was ${row.status}`)
      yield* Effect.logError("an order shipped after it had ended otherwise; the ERP is told").pipe(
        Effect.annotateLogs({ scope: source.scope, before: row.status })
      )
    }
    if (source.link !== undefined) yield* owe(source.link, status, row, effect)
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
    const code = row.warehouse_code ??
      (status.warehouseCode === undefined ? "" : yield* mapping.toErp(link, "warehouse", status.warehouseCode))
    const lines = status.lines && (yield* Effect.forEach(status.lines, (line) =>
      Effect.map(mapping.toErp(link, "sku", line.sku), (sku) => ({ ...line, sku: Sku.Sku.make(sku) }))))
    const { warehouseCode: _, lines: __, ...rest } = status
    yield* outbox.put({
      connection: link.erp,
      scope: link.scope,
      entity: `${link.scope} ${History.outbound(status.orderNumber)}`,
      operation: ErpV1.ReceiveOutboundStatus,
      payload: {
        ...rest,
        ...(code !== "" && { warehouseCode: code }),
        ...(row.warehouse_order_number !== null && status.warehouseOrderNumber === undefined &&
          { warehouseOrderNumber: row.warehouse_order_number }),
        ...(lines && { lines })
      },
      // A parcel is never made pointless by a later state; an order in progress is.
      isState: effect === "apply" && status.status === "SENDING"
    })
  })

  const inboundRow = Effect.fnUntraced(function*(source: Source, asnNumber: string, now: number) {
    const select = () =>
      db.one(`select * from inbound where scope = $1 and asn_number = $2${db.forUpdate}`, [source.scope, asnNumber])
    const known = yield* select()
    if (known !== undefined) return known
    yield* db.query(
      `insert into inbound (scope, asn_number, connection, generation, number_sent, batches, is_open, checked_at, created_at, updated_at)
       values ($1, $2, $3, 1, $4, 0, 1, $5, $5, $5) on conflict do nothing`,
      [source.scope, asnNumber, source.link?.peer ?? source.scope, (source.link?.prefix ?? "") + asnNumber, now]
    )
    return (yield* select())!
  })

  const receivedSoFar = (scope: string, row: Row) =>
    Effect.map(
      db.query(
        "select sku, name, estimated, received, good, bad from inbound_line where scope = $1 and asn_number = $2 and generation = $3",
        [scope, row.asn_number, row.generation]
      ),
      (rows) =>
        new Map(rows.map((line): [string, Receiving.Line] => [line.sku, {
          sku: line.sku,
          name: line.name ?? undefined,
          estimated: line.estimated ?? undefined,
          received: line.received,
          good: line.good,
          bad: line.bad
        }]))
    )

  const writeLine = (scope: string, row: Row, line: Receiving.Line) =>
    db.query(
      `insert into inbound_line (scope, asn_number, generation, sku, name, estimated, received, good, bad)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
       on conflict (scope, asn_number, generation, sku) do update set
         name = coalesce($5, inbound_line.name), estimated = coalesce($6, inbound_line.estimated), received = $7, good = $8, bad = $9`,
      [scope, row.asn_number, row.generation, line.sku, line.name ?? null, line.estimated ?? null, line.received, line.good, line.bad]
    )

  const writeState = (
    source: Source,
    row: Row,
    state: Pick<InboundOrder.InboundStatus, "status" | "peerStatus" | "referenceNumber" | "finishedAt" | "warehouseCode">,
    more: { readonly reportedAt: number | null; readonly batches: number; readonly now: number }
  ) =>
    db.query(
      `update inbound set status = $3, peer_status = $4, reference_number = coalesce($5, reference_number),
         finished_at = coalesce($6, finished_at), peer_warehouse_code = coalesce($7, peer_warehouse_code),
         reported_at = coalesce($8, reported_at), batches = $9, is_open = $10, checked_at = $11, updated_at = $11
       where scope = $1 and asn_number = $2`,
      [
        source.scope,
        row.asn_number,
        state.status,
        state.peerStatus,
        state.referenceNumber ?? null,
        millis(state.finishedAt),
        state.warehouseCode ?? null,
        more.reportedAt,
        more.batches,
        Receiving.isEnd(state.status) ? 0 : 1,
        more.now
      ]
    )

  const inboundInTransaction = Effect.fnUntraced(function*(source: Source, progress: InboundOrder.InboundProgress) {
    const now = yield* Clock.currentTimeMillis
    const entity = History.inbound(progress.asnNumber)
    const row = yield* inboundRow(source, progress.asnNumber, now)
    const content = JSON.stringify(progress.lines)
    const updatedAt = DateTime.toEpochMillis(progress.updatedAt)
    const key = progress.batchNo === undefined
      ? `hash:${digestOf(JSON.stringify([progress.asnNumber, progress.peerStatus, updatedAt, content]))}`
      : `batch:${progress.batchNo}`
    const digest = digestOf(content)
    const seen = yield* db.one(
      "select digest, reported_at from inbox where scope = $1 and entity = $2 and dedup_key = $3",
      [source.scope, entity, key]
    )
    const mayMove = Receiving.isOfPush(progress.status) && Receiving.mayMove(row.status, progress.status)
    if (seen !== undefined) {
      yield* db.query(
        "update inbox set times = times + 1, last_at = $4, reported_at = $5 where scope = $1 and entity = $2 and dedup_key = $3",
        [source.scope, entity, key, now, Math.max(seen.reported_at ?? 0, updatedAt)]
      )
      if (seen.digest !== digest) yield* note(source, entity, "conflict", `${key} came again with other quantities; the first count`)
      if (updatedAt <= (seen.reported_at ?? 0) || updatedAt < (row.reported_at ?? 0)) {
        yield* note(source, entity, "repeat", key)
        return "repeat" as const
      }
      if (!mayMove) {
        yield* note(source, entity, "conflict", `${progress.status} does not move an inbound order that is ${row.status}`)
        return "conflict" as const
      }
      yield* writeState(source, row, progress, { reportedAt: updatedAt, batches: row.batches, now })
      yield* note(source, entity, "status", `${progress.status}, by ${key} reported again; no quantity moved`)
      if (source.link !== undefined && row.status !== progress.status) yield* oweProgress(source.link, row, { ...progress, lines: [] })
      yield* reach("event.before-commit")
      return "applied" as const
    }
    yield* db.query(
      `insert into inbox (scope, entity, dedup_key, digest, reported_at, times, first_at, last_at)
       values ($1, $2, $3, $4, $5, 1, $6, $6)`,
      [source.scope, entity, key, digest, updatedAt, now]
    )
    const before = yield* receivedSoFar(source.scope, row)
    const isBatch = progress.batchNo !== undefined
    for (const [sku, line] of Receiving.bySku(progress.lines.map(Receiving.lineOf))) {
      const known = before.get(sku)
      const total = isBatch && known !== undefined ? Receiving.added(known, line) : line
      yield* writeLine(source.scope, row, total)
      const estimated = total.estimated ?? known?.estimated
      if (estimated !== undefined && total.received > estimated) {
        yield* note(source, entity, "alarm", `${sku}: ${total.received} received, ${estimated} announced`)
      }
    }
    for (const line of progress.lines) {
      if (line.good !== undefined && line.bad !== undefined && line.received !== line.good + line.bad) {
        yield* note(source, entity, "conflict", `${line.sku}: received ${line.received} is not good ${line.good} plus bad ${line.bad}; received counts`)
      }
    }
    // Goods of a batch never seen are counted whatever came before; the state moves forward only.
    const isLate = updatedAt < (row.reported_at ?? 0)
    if (mayMove && !isLate) {
      yield* writeState(source, row, progress, { reportedAt: updatedAt, batches: row.batches + (isBatch ? 1 : 0), now })
    } else {
      yield* db.query("update inbound set batches = batches + $3, checked_at = $4 where scope = $1 and asn_number = $2", [
        source.scope,
        row.asn_number,
        isBatch ? 1 : 0,
        now
      ])
      yield* note(source, entity, "conflict", `${progress.status} does not move an inbound order that is ${row.status}; its quantities count`)
    }
    yield* note(source, entity, "batch", `${key.startsWith("batch:") ? progress.batchNo : "totals"}: ${progress.status}, ${progress.lines.map((line) => `${line.sku} ${line.received}`).join(", ")}`)
    if (source.link !== undefined) yield* oweProgress(source.link, row, progress)
    yield* reach("event.before-commit")
    return mayMove && !isLate ? "applied" as const : "conflict" as const
  })

  const totalsInTransaction = Effect.fnUntraced(function*(source: Source, status: InboundOrder.InboundStatus) {
    const now = yield* Clock.currentTimeMillis
    const entity = History.inbound(status.asnNumber)
    const row = yield* inboundRow(source, status.asnNumber, now)
    const delivered = yield* receivedSoFar(source.scope, row)
    const totals = Receiving.bySku(status.lines.map((line) => Receiving.lineOf(line)))
    const { below, lines } = Receiving.difference(delivered, totals)
    for (const sku of below) {
      const times = yield* db.one("select id from history where scope = $1 and entity = $2 and what = 'conflict' and detail like $3 limit 1", [
        source.scope,
        entity,
        `${sku}: the total fell%`
      ])
      if (times === undefined) yield* note(source, entity, "conflict", `${sku}: the total fell below what was already delivered; nothing is taken back`)
    }
    const moves = row.status !== status.status
    const mayMove = Receiving.mayMove(row.status, status.status)
    if (lines.length === 0 && (!moves || !mayMove)) {
      yield* db.query("update inbound set checked_at = $3 where scope = $1 and asn_number = $2", [source.scope, row.asn_number, now])
      return mayMove ? "nothing" as const : "conflict" as const
    }
    // An announcement that nothing has happened to is told to nobody and counts as no batch.
    const isTold = lines.length > 0 || status.status !== "NEW"
    const n = row.batches + (isTold ? 1 : 0)
    for (const line of lines) {
      const known = delivered.get(line.sku)
      yield* writeLine(source.scope, row, known === undefined ? line : Receiving.added(known, line))
    }
    const state = mayMove ? status : { ...status, status: row.status as InboundOrder.InboundState, peerStatus: row.peer_status ?? "" }
    yield* writeState(source, row, state, { reportedAt: now, batches: n, now })
    const batchNo = `${status.asnNumber}-${n}`
    yield* note(source, entity, isTold ? "batch" : "status", `${isTold ? `${batchNo}: ` : ""}${status.status}, ${lines.map((line) => `${line.sku} ${line.received}`).join(", ") || "no new pieces"}`)
    const told = lines.length > 0 ? lines : [...totals.values()].map((line) => ({ ...line, received: 0, good: 0, bad: 0 }))
    if (source.link !== undefined && isTold) {
      yield* oweProgress(source.link, row, {
        asnNumber: status.asnNumber,
        ...(status.warehouseCode !== undefined && { warehouseCode: status.warehouseCode }),
        status: Receiving.told(state.status),
        peerStatus: state.peerStatus,
        ...(status.referenceNumber !== undefined && { referenceNumber: status.referenceNumber }),
        ...(status.finishedAt !== undefined && { finishedAt: status.finishedAt }),
        updatedAt: DateTime.makeUnsafe(now),
        lines: told.map((line) => ({
          sku: Sku.Sku.make(line.sku),
          ...(line.name !== undefined && { name: line.name }),
          ...(line.estimated !== undefined && { estimated: line.estimated }),
          received: line.received,
          good: line.good,
          bad: line.bad
        })),
        batchNo
      })
    }
    yield* reach("event.before-commit")
    return "batch" as const
  })

  const oweProgress = Effect.fnUntraced(function*(link: ConnectedLink, row: Row, progress: InboundOrder.InboundProgress) {
    const code = row.warehouse_code ??
      (progress.warehouseCode === undefined ? undefined : yield* mapping.toErp(link, "warehouse", progress.warehouseCode))
    const lines = yield* Effect.forEach(progress.lines, (line) =>
      Effect.map(mapping.toErp(link, "sku", line.sku), (sku) => ({ ...line, sku: Sku.Sku.make(sku) })))
    const { warehouseCode: _, ...rest } = progress
    yield* outbox.put({
      connection: link.erp,
      scope: link.scope,
      entity: `${link.scope} ${History.inbound(progress.asnNumber)}`,
      operation: ErpV1.ReceiveInboundProgress,
      payload: { ...rest, ...(code !== undefined && code !== null && { warehouseCode: code }), lines },
      isState: false
    })
  })

  const committed = <A>(work: Effect.Effect<A, DatabaseFailed>) =>
    db.transaction(work).pipe(
      Effect.tap(() => reach("event.committed")),
      Effect.tap(() => outbox.wake)
    )

  return Events.of({
    outbound: (source, status) => committed(outboundInTransaction(source, status)),
    inbound: (source, progress) => committed(inboundInTransaction(source, progress)),
    inboundTotals: (source, status) => committed(totalsInTransaction(source, status))
  })
})

/** Shipped without a tracking number breaks the contract (D1-257) and cannot be told on; the number may still come. */
const completed = (row: Row, reported: OutboundOrder.OutboundStatus): OutboundOrder.OutboundStatus => {
  if (reported.status !== "SUCCESS" || reported.trackingNumber !== undefined) return reported
  if (row.status === "CANCEL" || row.status === "FAILED") return reported
  return row.tracking_number === null
    ? { ...reported, status: "SENDING" }
    : { ...reported, trackingNumber: row.tracking_number }
}

/** The ERP's number of what a peer calls by the number that was sent to it. */
export const orderNumberOf = (numberSent: string, prefix: string): OutboundOrder.OrderNumber =>
  Outbound.OrderNumber.make(prefix !== "" && numberSent.startsWith(prefix) ? numberSent.slice(prefix.length) : numberSent)

export const asnNumberOf = (numberSent: string, prefix: string): InboundOrder.AsnNumber =>
  Inbound.AsnNumber.make(prefix !== "" && numberSent.startsWith(prefix) ? numberSent.slice(prefix.length) : numberSent)
