/**
 * What a peer reports of an inbound order, in the transaction that stores it: batches are counted once, totals become
 * batches of what they exceed the count by, and a state moves forward only.
 */
import { type InboundOrder, Quantity } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type { ConnectedLink } from "../../Composition.ts"
import { visibilityDelayOf } from "../../connection/PollingDefaults.ts"
import type { Row } from "../../store/Database.ts"
import * as Spans from "../../tracing/Spans.ts"
import * as StoredCounts from "../../store/StoredCounts.ts"
import * as BatchNames from "./BatchNames.ts"
import * as BatchUnits from "./BatchUnits.ts"
import * as InboundLines from "./InboundLines.ts"
import { reach } from "../../engine/Failpoint.ts"
import * as InboundIssues from "./InboundIssues.ts"
import { contentOf, digestOf, keyOf, type Reported } from "./InboundIssues.ts"
import { firstIdOf } from "../../records/Entities.ts"
import * as ReceivingRules from "./ReceivingRules.ts"
import * as RefusedOrders from "./RefusedOrders.ts"
import type { Source } from "../../records/ReportSource.ts"
import type { OrderEvent } from "./OrderEvents.ts"
import { entityOf } from "../../records/Kinds.ts"
import { mayBeRead as isReadable } from "./OrderKinds.ts"
import type { ReportServices } from "./WarehouseServices.ts"

/** `conflict`: stored and answered, and the state was not moved. */
/** `too many`: not taken, because what it counts up to cannot be counted exactly. */
export type OfProgress = "applied" | "repeat" | "conflict" | "too many"
/** `other issue`: not of the newest issue of the inbound order, or that cannot be told yet. */
export type OfTotals = "batch" | "nothing" | "conflict" | "other issue" | "too many"

/** What is told on holds the state that counts, which is not always the one that was reported. */
const standing = <R extends Reported>(row: Row, reported: R, moves: boolean): R =>
  moves ? reported : { ...reported, phase: row.phase ?? "announced", status: row.peer_status ?? row.phase ?? "announced" }

/** What was stored under the key of a report; absent: it is new, and known from now on. */
const recall = Effect.fnUntraced(function*(db: ReportServices["db"], row: Row, progress: InboundOrder.InboundProgress, now: number) {
  const content = contentOf(progress)
  const key = keyOf(row, progress, content)
  const digest = digestOf(content)
  const isNew = (yield* db.query(
    `insert into inbox (first_id, dedup_key, digest, reported_at, times, first_at, last_at)
     values ($1, $2, $3, $4, 1, $5, $5) on conflict do nothing returning times`,
    [firstIdOf(row), key, digest, DateTime.toEpochMillis(progress.updatedAt), now]
  )).length > 0
  if (!isNew) {
    const seen = yield* db.one(
      "select digest, reported_at from inbox where first_id = $1 and dedup_key = $2",
      [firstIdOf(row), key]
    )
    return { key, isSame: seen?.digest === digest, reportedAt: (seen?.reported_at ?? 0) as number }
  }
  return undefined
})

/** Reads and writes the rows of inbound orders. */
const makeRows = ({ connections, db, notes: { noteOnce }, reactions }: ReportServices) => {
  const names = BatchNames.make(db)

  /** Nothing of the message is taken, so that it may come again when it is corrected. */
  const refuse = Effect.fnUntraced(function*(source: Source, row: Row, line: ReceivingRules.Line, now: number) {
    yield* noteOnce(source, entityOf("inbound", row.number), now, "alarm",
      `${line.sku}: more than ${ReceivingRules.mostPieces} pieces in all, which cannot be counted exactly; the message was ignored`)
    return "too many" as const
  })

  const counted = (row: Row) =>
    Effect.map(
      db.query("select sku, name, estimated, received, good, bad, ahead from inbound_line where entity = $1", [row.id]),
      (rows) =>
        new Map(rows.map((line): [string, ReceivingRules.Line] => [line["sku"], InboundLines.lineOf(line as InboundLines.Stored)]))
    )

  const write = Effect.fnUntraced(function*(
    source: Source,
    entity: string,
    row: Row,
    line: ReceivingRules.Line,
    before: ReceivingRules.Line | undefined,
    now: number
  ) {
    yield* db.query(BatchUnits.countedText, [row.id, ...InboundLines.valuesOf(line)])
    const announced = ReceivingRules.exceeded(line, before)
    if (announced !== undefined) {
      yield* noteOnce(source, entity, now, "alarm", `${line.sku}: ${StoredCounts.text(line.received)} received, ${StoredCounts.text(announced)} announced`)
    }
  })

  const move = (
    row: Row,
    reported: Reported,
    more: { readonly reportedAt: number; readonly isBatch: boolean; readonly now: number; readonly isLastToBeRead?: boolean }
  ) => {
    const { isBatch, isLastToBeRead = false, now, reportedAt } = more
    const isOpen = ReceivingRules.isEnd(reported.phase) && !isLastToBeRead ? 0 : 1
    return BatchUnits.write(db, { row, now, reported, reportedAt, isOpen }, isBatch)
  }

  const countBatch = (row: Row, now: number) =>
    db.query("update entity set batches = batches + 1, updated_at = $2 where id = $1", [row.id, now])

  /** A warehouse that can be asked is asked once more after an end it reported: a batch whose report never came is told so. */
  const mayBeRead = ({ link }: Source): boolean => link !== undefined && isReadable("inbound", connections.offers(link.peer))

  const isShown = (row: Row, { askedAt }: Source, now: number): boolean =>
    (askedAt ?? now) - row.updated_at >= visibilityDelayOf(connections, row.connection)

  const close = (row: Row) => db.query("update entity set is_open = 0 where id = $1", [row.id])

  /** Runs the reactions to a batch, and stores that its name is used. */
  const report = (
    link: ConnectedLink,
    row: Row,
    reported: Extract<OrderEvent, { readonly _tag: "GoodsReceived" }>["reported"],
    batch: Extract<OrderEvent, { readonly _tag: "GoodsReceived" }>["batch"],
    now: number
  ) => Effect.andThen(names.told(row, batch.batchNo, now), reactions.run<OrderEvent>({ _tag: "GoodsReceived", link, row, reported, batch }))

  return { refuse, counted, write, move, countBatch, mayBeRead, isShown, close, report, names }
}
type Rows = ReturnType<typeof makeRows>

/** Takes a report that has come before. */
const makeRepeated = ({ db, notes: { note } }: ReportServices, { mayBeRead, move, report }: Rows) => {
  return Effect.fnUntraced(function*(
    source: Source,
    entity: string,
    row: Row,
    progress: InboundOrder.InboundProgress,
    seen: { readonly key: string; readonly isSame: boolean; readonly reportedAt: number },
    now: number
  ) {
    const updatedAt = DateTime.toEpochMillis(progress.updatedAt)
    yield* db.query(
      "update inbox set times = times + 1, last_at = $3, reported_at = $4 where first_id = $1 and dedup_key = $2",
      [firstIdOf(row), seen.key, now, Math.max(seen.reportedAt, updatedAt)]
    )
    if (!seen.isSame) yield* note(source, entity, now, "conflict", `${seen.key} arrived again with other quantities; the first quantities count`)
    if (updatedAt <= seen.reportedAt || updatedAt < (row.reported_at ?? 0)) {
      yield* note(source, entity, now, "repeat", seen.key)
      return "repeat" as const
    }
    if (!ReceivingRules.isOfPush(progress.phase) || !ReceivingRules.mayMove(row.phase, progress.phase)) {
      yield* note(source, entity, now, "conflict", `${progress.status} was ignored, because the inbound order is ${row.phase}`)
      return "conflict" as const
    }
    yield* move(row, progress, { reportedAt: updatedAt, isBatch: false, now, isLastToBeRead: mayBeRead(source) })
    yield* note(source, entity, now, "status", `${progress.phase}, reported again by ${seen.key}; no quantity changed`)
    const finishedAt = progress.finishedAt === undefined ? row.finished_at : DateTime.toEpochMillis(progress.finishedAt)
    if (source.link !== undefined && (row.phase !== progress.phase || row.finished_at !== finishedAt)) {
      yield* report(source.link, row, InboundLines.tellingOf(progress), { batchNo: progress.batchNo ?? seen.key, lines: [] }, now)
    }
    yield* reach("event.before-commit")
    return "applied" as const
  })
}

/** Counts a report that is new. */
const makeCount = ({ db, entities, notes: { note } }: ReportServices, { countBatch, counted, mayBeRead, move, names, refuse, report, write }: Rows) => {
  return Effect.fnUntraced(function*(source: Source, row: Row, progress: InboundOrder.InboundProgress, now: number) {
    const entity = entityOf("inbound", progress.asnNumber)
    const updatedAt = DateTime.toEpochMillis(progress.updatedAt)
    const isBatch = progress.batchNo !== undefined
    const isLate = updatedAt < (row.reported_at ?? 0)
    const moves = !isLate && ReceivingRules.isOfPush(progress.phase) && ReceivingRules.mayMove(row.phase, progress.phase)
    const before = yield* counted(row)
    const lines = ReceivingRules.bySku(progress.lines.map(ReceivingRules.lineOf))
    // Goods of a batch never seen are counted whatever came before.
    const steps = [...lines.values()].map((line) => isBatch ? ReceivingRules.ofBatch(before.get(line.sku), line) : { total: line, adds: line })
    const tooMany = ReceivingRules.tooMany([...lines.values(), ...before.values(), ...steps.map(({ total }) => total)])
    if (tooMany !== undefined) {
      yield* db.query("delete from inbox where first_id = $1 and dedup_key = $2", [
        firstIdOf(row),
        keyOf(row, progress, contentOf(progress))
      ])
      return yield* refuse(source, row, tooMany, now)
    }
    if (isBatch || !isLate) {
      for (const { total } of steps) yield* write(source, entity, row, total, before.get(total.sku), now)
    }
    const adds = isBatch
      ? steps.flatMap((step) => ReceivingRules.isNone(step.adds.received) ? [] : [step.adds])
      : isLate ? [] : ReceivingRules.difference(before, lines).lines
    for (const line of progress.lines) {
      const contradiction = ReceivingRules.contradictionOf(line)
      if (contradiction !== undefined) yield* note(source, entity, now, "conflict", `${line.sku}: ${contradiction}`)
    }
    const isTold = adds.length > 0 || (moves && row.phase !== progress.phase)
    const isCounted = isBatch || (isTold && source.link !== undefined)
    if (moves) yield* move(row, progress, { reportedAt: updatedAt, isBatch: isCounted, now, isLastToBeRead: mayBeRead(source) })
    else {
      yield* entities.checked(row, now)
      if (isCounted) yield* countBatch(row, now)
      if (progress.phase !== row.phase) {
        const rest = isBatch || !isLate ? "its quantities count nevertheless" : "it is older than the current state"
        yield* note(source, entity, now, "conflict", `${progress.status} was ignored, because the inbound order is ${row.phase}; ${rest}`)
      }
    }
    yield* note(source, entity, now, "batch", InboundLines.toldOf(progress.batchNo ?? "totals", progress))
    if (source.link !== undefined && isTold) {
      yield* report(source.link, row, standing(row, InboundLines.tellingOf(progress), moves), {
        batchNo: yield* progress.batchNo === undefined ? names.madeUp(row) : adds.length > 0 ? names.of(row, progress.batchNo) : Effect.succeed(progress.batchNo),
        lines: ReceivingRules.detailed(adds, progress.lines)
      }, now)
    }
    yield* reach("event.before-commit")
    return moves || progress.phase === row.phase ? "applied" as const : "conflict" as const
  })
}

type Issues = Pick<ReturnType<typeof InboundIssues.make>, "isOfEarlier" | "issueOf" | "openEnded">

const makeProgress = (services: ReportServices, rows: Rows, { isOfEarlier, issueOf, openEnded }: Issues) => {
  const { db, entities, notes: { note } } = services
  const count = makeCount(services, rows)
  const repeated = makeRepeated(services, rows)

  /** Counts one batch, or totals when it has no `batchNo`. `before` is the row of the order as it was found. */
  return Effect.fnUntraced(function*(source: Source, progress: InboundOrder.InboundProgress, before: Row, now: number) {
    const issue = yield* issueOf(source, before, progress, now)
    if (issue === undefined) return "conflict" as const
    const { generation, is } = issue
    // The warehouse's own number says more than that something was told before.
    if (is !== "newest" && (yield* isOfEarlier(before, generation, progress))) {
      yield* entities.checked(before, now)
      yield* note(source, entityOf("inbound", before.number), now, "repeat", `${progress.batchNo ?? "totals"} of an earlier inbound order with this number`)
      return "repeat" as const
    }
    const row = yield* issue.row
    if (is !== "too early") yield* RefusedOrders.reported(db, row, now)
    const taken = is === "too early" ? yield* openEnded(source, row, progress, now) : progress
    const seen = yield* recall(db, row, taken, now)
    return seen === undefined
      ? yield* count(source, row, taken, now)
      : yield* repeated(source, entityOf("inbound", progress.asnNumber), row, taken, seen, now)
  })
}

/** Counts polled totals. `before` is the row of the order as it was found. */
const makeTotals = ({ db, entities, notes: { note, noteOnce } }: ReportServices, { close, counted, isShown, move, names, refuse, report, write }: Rows, { issueOf }: Issues) => {
  return Effect.fnUntraced(function*(source: Source, status: InboundOrder.InboundStatus, before: Row, now: number) {
    const entity = entityOf("inbound", status.asnNumber)
    const issue = yield* issueOf(source, before, status, now)
    if (issue === undefined || issue.is === "too early") {
      yield* entities.checked(before, now)
      return "other issue" as const
    }
    const row = yield* issue.row
    const delivered = yield* counted(row)
    const totals = ReceivingRules.bySku(status.lines.map(ReceivingRules.lineOf))
    const tooMany = ReceivingRules.tooMany([...totals.values(), ...delivered.values()])
    if (tooMany !== undefined) {
      yield* entities.checked(row, now)
      return yield* refuse(source, row, tooMany, now)
    }
    const { below, lines } = ReceivingRules.difference(delivered, totals)
    for (const sku of below) {
      yield* noteOnce(source, entity, now, "conflict", `${sku}: the total fell below what the ERP was already told; nothing is taken back`)
    }
    const moves = ReceivingRules.mayMove(row.phase, status.phase)
    if (!moves) {
      yield* noteOnce(source, entity, now, "conflict", `${status.status} was ignored, because the inbound order is ${row.phase}`)
    }
    if (lines.length === 0 && (!moves || row.phase === status.phase)) {
      yield* entities.checked(row, now)
      if (ReceivingRules.isEnd(row.phase) && (ReceivingRules.isEnd(status.phase) || isShown(row, source, now))) yield* close(row)
      return moves ? "nothing" as const : "conflict" as const
    }
    yield* RefusedOrders.reported(db, row, now)
    for (const line of lines) yield* write(source, entity, row, ReceivingRules.ofPoll(delivered.get(line.sku), line), delivered.get(line.sku), now)
    const { lines: _, ...reported } = status
    const stands = standing(row, reported, moves)
    // An announcement that nothing has happened to is told to nobody and counts as no batch.
    const isTold = lines.length > 0 || status.phase !== "announced"
    yield* move(row, stands, { reportedAt: Math.max(now, row.reported_at ?? 0), isBatch: isTold, now })
    const batchNo = yield* names.madeUp(row)
    yield* note(source, entity, now, isTold ? "batch" : "status", InboundLines.toldOf(isTold ? batchNo : undefined, { status: status.status, lines }))
    if (source.link !== undefined && isTold) {
      const told = lines.length > 0 ? ReceivingRules.detailed(lines, status.lines) : [...totals.values()].map((line) => ({ ...line, received: Quantity.zero, good: Quantity.zero, bad: Quantity.zero }))
      yield* report(source.link, row, { ...stands, updatedAt: DateTime.makeUnsafe(now) }, { batchNo, lines: told }, now)
    }
    yield* reach("event.before-commit")
    return "batch" as const
  })
}

export const make = (services: ReportServices) => {
  const { entities } = services
  const issues = InboundIssues.make(services)
  const rows = makeRows(services)
  const takeProgress = makeProgress(services, rows, issues)
  const takeTotals = makeTotals(services, rows, issues)

  return {
    /** One batch, or totals when it has no `batchNo`; counted once. */
    progress: Effect.fnUntraced(function*(source: Source, progress: InboundOrder.InboundProgress, found?: Row) {
      const now = yield* Clock.currentTimeMillis
      const before = found ?? (yield* entities.reported(source, "inbound", progress.asnNumber, now))
      return yield* Spans.resumed(before.trace, "store report", takeProgress(source, progress, before, now))
    }),

    /** Polled totals: what exceeds the count becomes a batch. */
    totals: Effect.fnUntraced(function*(source: Source, status: InboundOrder.InboundStatus) {
      const now = yield* Clock.currentTimeMillis
      const before = yield* entities.reported(source, "inbound", status.asnNumber, now)
      return yield* Spans.resumed(before.trace, "store report", takeTotals(source, status, before, now))
    })
  }
}
