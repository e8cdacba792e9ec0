/**
 * Takes the most usual report of received goods, a new batch of an inbound order that is known, as units of work. The order is read and the
 * batch is counted outside of any transaction; the unit that stores it checks that nothing has changed since.
 */
import type { InboundOrder } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type { ConnectedLink } from "../../Composition.ts"
import { reach } from "../../engine/Failpoint.ts"
import { areOfQueuesOfTheirOwn } from "../../outbox/DeliveryInsertion.ts"
import { entityOf } from "../../records/Kinds.ts"
import type { DatabaseFailed, Row } from "../../store/Database.ts"
import * as History from "../../store/History.ts"
import * as Spans from "../../tracing/Spans.ts"
import { toldKey } from "./BatchNames.ts"
import * as BatchUnits from "./BatchUnits.ts"
import { contentOf, digestOf, keyOf } from "./InboundIssues.ts"
import * as InboundLines from "./InboundLines.ts"
import type { OrderEvent } from "./OrderEvents.ts"
import { mayBeRead } from "./OrderKinds.ts"
import * as ReceivingRules from "./ReceivingRules.ts"
import type { ReportServices } from "./WarehouseServices.ts"

/** What a usual batch counts: the totals after it, and the pieces that it adds. `undefined`: there is more to tell than the batch. */
const countedOf = (row: Row, { lines: reported, phase, updatedAt }: InboundOrder.InboundProgress) => {
  const moves = DateTime.toEpochMillis(updatedAt) >= (row["reported_at"] ?? 0) && ReceivingRules.isOfPush(phase) && ReceivingRules.mayMove(row["phase"], phase)
  if (!moves || reported.some((line) => ReceivingRules.contradictionOf(line) !== undefined)) return undefined
  const before = new Map(BatchUnits.linesIn(row).map((line): [string, ReceivingRules.Line] => [line.sku, line]))
  const lines = [...ReceivingRules.bySku(reported.map(ReceivingRules.lineOf)).values()]
  const steps = lines.map((line) => ReceivingRules.ofBatch(before.get(line.sku), line))
  const totals = steps.map(({ total }) => total)
  const adds = steps.flatMap((step) => ReceivingRules.isNone(step.adds.received) ? [] : [step.adds])
  const isUsual = adds.length > 0 && ReceivingRules.tooMany([...lines, ...before.values(), ...totals]) === undefined &&
    totals.every((total) => ReceivingRules.exceeded(total, before.get(total.sku)) === undefined)
  return isUsual ? { totals, adds } : undefined
}

/**
 * Counts a batch that a peer pushed, with the number that was sent to the peer, or notes that it did so again. Returns `undefined` if the
 * report is not usual, or if the order changed meanwhile; then nothing was written, and the batch needs a transaction.
 */
export const make = ({ connections, db, outbox, reactions, vault }: ReportServices) => {
  const store = BatchUnits.store(outbox.insertion)
  const repeat = BatchUnits.repeat(outbox.insertion)
  const sealedRaw = (row: Row, raw: string | undefined) => History.sealedRaw(vault, { scope: row["scope"], entity: entityOf("inbound", row["number"]), raw })

  /** Notes that a batch was reported again; `undefined` if it was not counted before. */
  const repeated = Effect.fnUntraced(function*(row: Row, progress: InboundOrder.InboundProgress, raw: string | undefined, now: number) {
    const content = contentOf(progress)
    const isRepeat = yield* db.unit(repeat, {
      row,
      key: keyOf(row, progress, content),
      digest: digestOf(content),
      reportedAt: DateTime.toEpochMillis(progress.updatedAt),
      now,
      rawSealed: sealedRaw(row, raw),
      deliveries: []
    })
    return isRepeat ? "repeat" as const : undefined
  })

  /** Decides what a batch changes of its order, and stores that. */
  const stored = Effect.fnUntraced(function*(row: Row, link: ConnectedLink, progress: InboundOrder.InboundProgress, batchNo: NonNullable<InboundOrder.InboundProgress["batchNo"]>, raw: string | undefined) {
    const now = yield* Clock.currentTimeMillis
    const counted = countedOf(row, progress)
    if (counted === undefined) return yield* repeated(row, progress, raw, now)

    const batch = { batchNo, lines: ReceivingRules.detailed(counted.adds, progress.lines) }
    const owed = yield* reactions.owed<OrderEvent>({ _tag: "GoodsReceived", link, row, reported: InboundLines.tellingOf(progress), batch })
    if (owed === undefined || !areOfQueuesOfTheirOwn(owed)) return undefined
    const trace = yield* Spans.stored
    const deliveries = owed.map((message) => outbox.sealed(message, now, trace))
    const content = contentOf(progress)
    const decided: BatchUnits.DecidedBatch = {
      row,
      key: keyOf(row, progress, content),
      toldKey: toldKey(batchNo),
      digest: digestOf(content),
      now,
      reported: progress,
      reportedAt: DateTime.toEpochMillis(progress.updatedAt),
      isOpen: ReceivingRules.isEnd(progress.phase) && !mayBeRead("inbound", connections.offers(link.peer)) ? 0 : 1,
      lines: counted.totals,
      detail: InboundLines.toldOf(batchNo, progress),
      rawSealed: sealedRaw(row, raw),
      deliveries
    }
    yield* reach("event.before-commit")
    const isStored = yield* db.unit(store, decided)
    if (!isStored) return yield* repeated(row, progress, raw, now)
    yield* outbox.added(deliveries)
    yield* reach("event.committed")
    return "applied" as const
  })

  return Effect.fnUntraced(function*(connection: string, progress: InboundOrder.InboundProgress, raw: string | undefined): Effect.fn.Return<"applied" | "repeat" | undefined, DatabaseFailed> {
    const { batchNo } = progress
    if (batchNo === undefined) return undefined
    const [row, ...others] = yield* BatchUnits.read(db, { connection, number: progress.asnNumber })
    const link = row && connections.linkOf(row["scope"])
    if (row === undefined || link === undefined || row["first_id"] !== null || others.length > 0) return undefined
    return yield* Spans.resumed(row["trace"], "store report", stored(row, link, progress, batchNo, raw))
  })
}
