/**
 * What a peer reports of an inbound order, in the transaction that stores it: batches are counted once, totals become
 * batches of what they exceed the count by, and a state moves forward only.
 */
import { ErpV1, type InboundOrder, Quantity, Sku } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type { ConnectedLink } from "../Composition.ts"
import type { Connections } from "../connection/Connections.ts"
import type { Mapping } from "../mapping/Mapping.ts"
import type { Database, Row } from "../store/Database.ts"
import * as History from "../store/History.ts"
import * as StoredCounts from "../store/StoredCounts.ts"
import type { Vault } from "../store/Vault.ts"
import * as BatchNames from "./BatchNames.ts"
import { reach } from "./Failpoint.ts"
import { newestIssue } from "./IntentBook.ts"
import type { Generations } from "./Generations.ts"
import * as InboundIssues from "./InboundIssues.ts"
import { contentOf, digestOf, keyOf, type Reported } from "./InboundIssues.ts"
import type * as Known from "./Known.ts"
import type { Outbox } from "./Outbox.ts"
import * as Receiving from "./Receiving.ts"
import type { Source } from "./Source.ts"
import type { WarehouseCodes } from "./WarehouseCodes.ts"

/** `conflict`: stored and answered, and the state was not moved. */
/** `too many`: not taken, because what it counts up to cannot be counted exactly. */
export type OfProgress = "applied" | "repeat" | "conflict" | "too many"
/** `other issue`: not of the newest issue of the inbound order, or that cannot be told yet. */
export type OfTotals = "batch" | "nothing" | "conflict" | "other issue" | "too many"

const piecesOf = (lines: ReadonlyArray<{ readonly sku: string; readonly received: Quantity.Count }>): string =>
  lines.map((line) => `${line.sku} ${StoredCounts.text(line.received)}`).join(", ") || "no new pieces"

export const make = ({ codes, connections, db, generations, known, mapping, outbox, vault }: {
  readonly db: Database["Service"]
  readonly vault: Vault["Service"]
  readonly outbox: Outbox["Service"]
  readonly mapping: Mapping["Service"]
  readonly codes: WarehouseCodes
  readonly connections: Connections["Service"]
  readonly known: ReturnType<typeof Known.make>
  readonly generations: Generations
}) => {
  const note = (source: Source, entity: string, now: number, what: History.What, detail?: string) =>
    History.record(db, vault, { scope: source.scope, entity, who: source.who, what, detail, raw: source.raw }, now)

  /** What every poll finds again is written down once. */
  const noteOnce = Effect.fnUntraced(function*(source: Source, entity: string, now: number, what: History.What, detail: string) {
    const noted = yield* db.one(
      "select id from history where scope = $1 and entity = $2 and what = $3 and detail = $4 limit 1",
      [source.scope, entity, what, detail]
    )
    if (noted === undefined) yield* note(source, entity, now, what, detail)
  })

  const rowOf = Effect.fnUntraced(function*(source: Source, asnNumber: string, now: number) {
    const row = yield* known.inbound(source.scope, asnNumber)
    if (row !== undefined) return row
    yield* db.query(
      `insert into inbound (scope, asn_number, connection, generation, number_sent, batches, is_open, checked_at, created_at, updated_at)
       values ($1, $2, $3, ${newestIssue("createInboundOrder", "$6")}, $4, 0, 1, $5, $5, $5) on conflict do nothing`,
      [source.scope, asnNumber, source.link?.peer ?? source.scope, (source.link?.prefix ?? "") + asnNumber, now, History.inbound(asnNumber)]
    )
    return (yield* known.inbound(source.scope, asnNumber))!
  })

  const { isOfEarlier, issueOf, openEnded } = InboundIssues.make({ db, generations, known, noteOnce })
  const names = BatchNames.make(db)

  /** Nothing of the message is taken, so that it may come again when it is corrected. */
  const refuse = Effect.fnUntraced(function*(source: Source, row: Row, line: Receiving.Line, now: number) {
    yield* noteOnce(source, History.inbound(row.asn_number), now, "alarm",
      `${line.sku}: more than ${Receiving.mostPieces} pieces in all, which cannot be counted exactly; the message was ignored`)
    return "too many" as const
  })

  const counted = (row: Row) =>
    Effect.map(
      db.query(
        `select sku, name, estimated, received, good, bad, ahead from inbound_line
         where scope = $1 and asn_number = $2 and generation = $3`,
        [row.scope, row.asn_number, row.generation]
      ),
      (rows) =>
        new Map(rows.map(({ ahead, bad, estimated, good, name, received, sku }): [string, Receiving.Line] => [
          sku,
          // What an earlier release counted too high is refused by whoever counts on.
          {
            sku,
            name: name ?? undefined,
            estimated: estimated === null ? undefined : Quantity.of(estimated),
            received: Quantity.of(received),
            good: Quantity.of(good),
            bad: Quantity.of(bad),
            ahead: Quantity.of(ahead)
          }
        ]))
    )

  const write = Effect.fnUntraced(function*(
    source: Source,
    entity: string,
    row: Row,
    line: Receiving.Line,
    before: Receiving.Line | undefined,
    now: number
  ) {
    yield* db.query(
      `insert into inbound_line (scope, asn_number, generation, sku, name, estimated, received, good, bad, ahead)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
       on conflict (scope, asn_number, generation, sku) do update set
         name = coalesce($5, inbound_line.name), estimated = coalesce($6, inbound_line.estimated), received = $7, good = $8,
         bad = $9, ahead = $10`,
      [
        row.scope,
        row.asn_number,
        row.generation,
        line.sku,
        line.name ?? null,
        line.estimated === undefined ? null : StoredCounts.text(line.estimated),
        ...[line.received, line.good, line.bad, line.ahead ?? Quantity.zero].map(StoredCounts.text)
      ]
    )
    const estimated = line.estimated ?? before?.estimated
    if (estimated !== undefined && Quantity.compare(line.received, estimated) > 0) {
      yield* noteOnce(source, entity, now, "alarm", `${line.sku}: ${StoredCounts.text(line.received)} received, ${StoredCounts.text(estimated)} announced`)
    }
  })

  const move = Effect.fnUntraced(function*(
    row: Row,
    reported: Reported,
    more: { readonly reportedAt: number; readonly isBatch: boolean; readonly now: number; readonly isLastToBeRead?: boolean }
  ) {
    if (reported.referenceNumber !== undefined && reported.referenceNumber !== row.reference_number) {
      yield* generations.learn("inbound", row, reported.referenceNumber)
    }
    yield* db.query(
      `update inbound set phase = $3, peer_status = $4, reference_number = coalesce($5, reference_number),
         finished_at = coalesce($6, finished_at), peer_warehouse_code = coalesce($7, peer_warehouse_code), reported_at = $8,
         is_open = $9, checked_at = $10, updated_at = $10, batches = batches + $11
       where scope = $1 and asn_number = $2`,
      [
        row.scope,
        row.asn_number,
        reported.phase,
        reported.status,
        reported.referenceNumber ?? null,
        reported.finishedAt === undefined ? null : DateTime.toEpochMillis(reported.finishedAt),
        reported.warehouseCode ?? null,
        more.reportedAt,
        Receiving.isEnd(reported.phase) && more.isLastToBeRead !== true ? 0 : 1,
        more.now,
        more.isBatch ? 1 : 0
      ]
    )
  })

  const countBatch = (row: Row, now: number) =>
    db.query("update inbound set batches = batches + 1, updated_at = $3 where scope = $1 and asn_number = $2", [row.scope, row.asn_number, now])

  /** A warehouse that can be asked is asked once more after an end it reported: a batch whose report never came is told so. */
  const mayBeRead = ({ link }: Source): boolean => link !== undefined && connections.offers(link.peer).includes("getInboundOrders")

  const isShown = (row: Row, { askedAt }: Source, now: number): boolean =>
    (askedAt ?? now) - row.updated_at >= (connections.get(row.connection)?.visibilityDelay ?? 60_000)

  const close = (row: Row) => db.query("update inbound set is_open = 0 where scope = $1 and asn_number = $2", [row.scope, row.asn_number])

  const looked = (row: Row, now: number) =>
    db.query("update inbound set checked_at = $3 where scope = $1 and asn_number = $2", [row.scope, row.asn_number, now])

  /** Told in the ERP's own names, in a state that a push may carry, and always as a batch. */
  const owe = Effect.fnUntraced(function*(
    link: ConnectedLink,
    row: Row,
    reported: Reported & Pick<InboundOrder.InboundProgress, "customerCode" | "updatedAt">,
    batch: { readonly batchNo: string; readonly lines: ReadonlyArray<Receiving.Line & Receiving.Details> },
    now: number
  ) {
    const { warehouseCode, ...rest } = reported
    const erpNames = yield* mapping.erpNames(link)
    yield* names.told(row, batch.batchNo, now)
    const code = yield* codes.forErp("inbound", link, row, warehouseCode)
    const lines = batch.lines.map(({ ahead: _ahead, bad, estimated, good, name, received, sku, ...details }) => ({
      sku: Sku.Sku.make(erpNames.sku(sku)),
      ...(name !== undefined && { name }),
      ...(estimated !== undefined && { estimated }),
      received,
      // The ERP takes received for good plus bad where it is given both.
      ...(Quantity.equals(received, Quantity.sum([good, bad])) && { good, bad }),
      ...details
    }))
    yield* outbox.put({
      connection: link.erp,
      scope: link.scope,
      entity: `${link.scope} ${History.inbound(row.asn_number)}`,
      operation: ErpV1.ReceiveInboundProgress,
      payload: {
        asnNumber: row.asn_number,
        ...rest,
        phase: Receiving.told(reported.phase),
        ...(code !== undefined && { warehouseCode: code }),
        lines,
        batchNo: batch.batchNo
      },
      isState: false
    })
  })

  /** What is told on holds the state that counts, which is not always the one that was reported. */
  const standing = <R extends Reported>(row: Row, reported: R, moves: boolean): R =>
    moves ? reported : { ...reported, phase: row.phase ?? "announced", status: row.peer_status ?? row.phase ?? "announced" }

  const repeated = Effect.fnUntraced(function*(
    source: Source,
    entity: string,
    row: Row,
    progress: InboundOrder.InboundProgress,
    seen: { readonly key: string; readonly isSame: boolean; readonly reportedAt: number },
    now: number
  ) {
    const updatedAt = DateTime.toEpochMillis(progress.updatedAt)
    yield* db.query(
      "update inbox set times = times + 1, last_at = $4, reported_at = $5 where scope = $1 and entity = $2 and dedup_key = $3",
      [source.scope, entity, seen.key, now, Math.max(seen.reportedAt, updatedAt)]
    )
    if (!seen.isSame) yield* note(source, entity, now, "conflict", `${seen.key} arrived again with other quantities; the first quantities count`)
    if (updatedAt <= seen.reportedAt || updatedAt < (row.reported_at ?? 0)) {
      yield* note(source, entity, now, "repeat", seen.key)
      return "repeat" as const
    }
    if (!Receiving.isOfPush(progress.phase) || !Receiving.mayMove(row.phase, progress.phase)) {
      yield* note(source, entity, now, "conflict", `${progress.status} was ignored, because the inbound order is ${row.phase}`)
      return "conflict" as const
    }
    yield* move(row, progress, { reportedAt: updatedAt, isBatch: false, now, isLastToBeRead: mayBeRead(source) })
    yield* note(source, entity, now, "status", `${progress.phase}, reported again by ${seen.key}; no quantity changed`)
    const finishedAt = progress.finishedAt === undefined ? row.finished_at : DateTime.toEpochMillis(progress.finishedAt)
    if (source.link !== undefined && (row.phase !== progress.phase || row.finished_at !== finishedAt)) {
      yield* owe(source.link, row, tellingOf(progress), { batchNo: progress.batchNo ?? seen.key, lines: [] }, now)
    }
    yield* reach("event.before-commit")
    return "applied" as const
  })

  /** What was stored under the key of a report; absent: it is new, and known from now on. */
  const recall = Effect.fnUntraced(function*(source: Source, row: Row, progress: InboundOrder.InboundProgress, now: number) {
    const entity = History.inbound(progress.asnNumber)
    const content = contentOf(progress)
    const key = keyOf(row, progress, content)
    const digest = digestOf(content)
    const isNew = (yield* db.query(
      `insert into inbox (scope, entity, dedup_key, digest, reported_at, times, first_at, last_at)
       values ($1, $2, $3, $4, $5, 1, $6, $6) on conflict do nothing returning times`,
      [source.scope, entity, key, digest, DateTime.toEpochMillis(progress.updatedAt), now]
    )).length > 0
    if (!isNew) {
      const seen = yield* db.one(
        "select digest, reported_at from inbox where scope = $1 and entity = $2 and dedup_key = $3",
        [source.scope, entity, key]
      )
      return { key, isSame: seen?.digest === digest, reportedAt: (seen?.reported_at ?? 0) as number }
    }
    return undefined
  })

  /** A report that is new. */
  const count = Effect.fnUntraced(function*(source: Source, row: Row, progress: InboundOrder.InboundProgress, now: number) {
    const entity = History.inbound(progress.asnNumber)
    const updatedAt = DateTime.toEpochMillis(progress.updatedAt)
    const isBatch = progress.batchNo !== undefined
    const isLate = updatedAt < (row.reported_at ?? 0)
    const moves = !isLate && Receiving.isOfPush(progress.phase) && Receiving.mayMove(row.phase, progress.phase)
    const before = yield* counted(row)
    const lines = Receiving.bySku(progress.lines.map(Receiving.lineOf))
    // Goods of a batch never seen are counted whatever came before.
    const steps = [...lines.values()].map((line) => isBatch ? Receiving.ofBatch(before.get(line.sku), line) : { total: line, adds: line })
    const tooMany = Receiving.tooMany([...lines.values(), ...before.values(), ...steps.map(({ total }) => total)])
    if (tooMany !== undefined) {
      yield* db.query("delete from inbox where scope = $1 and entity = $2 and dedup_key = $3", [
        source.scope,
        entity,
        keyOf(row, progress, contentOf(progress))
      ])
      return yield* refuse(source, row, tooMany, now)
    }
    if (isBatch || !isLate) {
      for (const { total } of steps) yield* write(source, entity, row, total, before.get(total.sku), now)
    }
    const adds = isBatch
      ? steps.flatMap((step) => Receiving.isNone(step.adds.received) ? [] : [step.adds])
      : isLate ? [] : Receiving.difference(before, lines).lines
    for (const line of progress.lines.filter(Receiving.isUneven)) {
      const { bad, good, received } = StoredCounts.readable(line)
      yield* note(source, entity, now, "conflict", `${line.sku}: received ${received} is not good ${good} plus bad ${bad}; the received quantity counts`)
    }
    const isTold = adds.length > 0 || (moves && row.phase !== progress.phase)
    const isCounted = isBatch || (isTold && source.link !== undefined)
    if (moves) yield* move(row, progress, { reportedAt: updatedAt, isBatch: isCounted, now, isLastToBeRead: mayBeRead(source) })
    else {
      yield* looked(row, now)
      if (isCounted) yield* countBatch(row, now)
      if (progress.phase !== row.phase) {
        const rest = isBatch || !isLate ? "its quantities count nevertheless" : "it is older than the current state"
        yield* note(source, entity, now, "conflict", `${progress.status} was ignored, because the inbound order is ${row.phase}; ${rest}`)
      }
    }
    yield* note(source, entity, now, "batch", `${progress.batchNo ?? "totals"}: ${progress.status}, ${piecesOf(progress.lines)}`)
    if (source.link !== undefined && isTold) {
      yield* owe(source.link, row, standing(row, tellingOf(progress), moves), {
        batchNo: yield* progress.batchNo === undefined ? names.madeUp(row) : adds.length > 0 ? names.of(row, progress.batchNo) : Effect.succeed(progress.batchNo),
        lines: Receiving.detailed(adds, progress.lines)
      }, now)
    }
    yield* reach("event.before-commit")
    return moves || progress.phase === row.phase ? "applied" as const : "conflict" as const
  })

  return {
    /** One batch, or totals when it has no `batchNo`; counted once. */
    progress: Effect.fnUntraced(function*(source: Source, progress: InboundOrder.InboundProgress, found?: Row) {
      const now = yield* Clock.currentTimeMillis
      const before = found ?? (yield* rowOf(source, progress.asnNumber, now))
      const issue = yield* issueOf(source, before, progress, now)
      if (issue === undefined) return "conflict" as const
      const { generation, is } = issue
      // The warehouse's own number says more than that something was told before.
      if (is !== "newest" && (yield* isOfEarlier(source, generation, progress))) {
        yield* looked(before, now)
        yield* note(source, History.inbound(before.asn_number), now, "repeat", `${progress.batchNo ?? "totals"} of an earlier inbound order with this number`)
        return "repeat" as const
      }
      const row = yield* issue.row
      const taken = is === "too early" ? yield* openEnded(source, row, progress, now) : progress
      const seen = yield* recall(source, row, taken, now)
      return seen === undefined
        ? yield* count(source, row, taken, now)
        : yield* repeated(source, History.inbound(progress.asnNumber), row, taken, seen, now)
    }),

    /** Polled totals: what exceeds the count becomes a batch. */
    totals: Effect.fnUntraced(function*(source: Source, status: InboundOrder.InboundStatus) {
      const now = yield* Clock.currentTimeMillis
      const entity = History.inbound(status.asnNumber)
      const before = yield* rowOf(source, status.asnNumber, now)
      const issue = yield* issueOf(source, before, status, now)
      if (issue === undefined || issue.is === "too early") {
        yield* looked(before, now)
        return "other issue" as const
      }
      const row = yield* issue.row
      const delivered = yield* counted(row)
      const totals = Receiving.bySku(status.lines.map(Receiving.lineOf))
      const tooMany = Receiving.tooMany([...totals.values(), ...delivered.values()])
      if (tooMany !== undefined) {
        yield* looked(row, now)
        return yield* refuse(source, row, tooMany, now)
      }
      const { below, lines } = Receiving.difference(delivered, totals)
      for (const sku of below) {
        yield* noteOnce(source, entity, now, "conflict", `${sku}: the total fell below what the ERP was already told; nothing is taken back`)
      }
      const moves = Receiving.mayMove(row.phase, status.phase)
      if (!moves) {
        yield* noteOnce(source, entity, now, "conflict", `${status.status} was ignored, because the inbound order is ${row.phase}`)
      }
      if (lines.length === 0 && (!moves || row.phase === status.phase)) {
        yield* looked(row, now)
        if (Receiving.isEnd(row.phase) && (Receiving.isEnd(status.phase) || isShown(row, source, now))) yield* close(row)
        return moves ? "nothing" as const : "conflict" as const
      }
      for (const line of lines) yield* write(source, entity, row, Receiving.ofPoll(delivered.get(line.sku), line), delivered.get(line.sku), now)
      const { lines: _, ...reported } = status
      const stands = standing(row, reported, moves)
      // An announcement that nothing has happened to is told to nobody and counts as no batch.
      const isTold = lines.length > 0 || status.phase !== "announced"
      yield* move(row, stands, { reportedAt: Math.max(now, row.reported_at ?? 0), isBatch: isTold, now })
      const batchNo = yield* names.madeUp(row)
      yield* note(source, entity, now, isTold ? "batch" : "status", `${isTold ? `${batchNo}: ` : ""}${status.status}, ${piecesOf(lines)}`)
      if (source.link !== undefined && isTold) {
        const told = lines.length > 0 ? Receiving.detailed(lines, status.lines) : [...totals.values()].map((line) => ({ ...line, received: Quantity.zero, good: Quantity.zero, bad: Quantity.zero }))
        yield* owe(source.link, row, { ...stands, updatedAt: DateTime.makeUnsafe(now) }, { batchNo, lines: told }, now)
      }
      yield* reach("event.before-commit")
      return "batch" as const
    })
  }
}

/** Of a push, what is told on beside its lines. */
const tellingOf = ({ batchNo: _batchNo, lines: _lines, asnNumber: _asnNumber, ...rest }: InboundOrder.InboundProgress) => rest
