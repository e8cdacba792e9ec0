/**
 * Decides to which generation of an inbound order a report belongs, and makes the key by which a repeated report is recognised.
 * An ASN number may be used again after its order has ended; each use is a generation.
 */
import type { InboundOrder, InboundPhase } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { hash } from "node:crypto"
import type { Row } from "../../store/Database.ts"
import * as StoredCounts from "../../store/StoredCounts.ts"
import { firstIdOf } from "../../records/Entities.ts"
import * as ReceivingRules from "./ReceivingRules.ts"
import type { Source } from "../../records/ReportSource.ts"
import { entityOf } from "../../records/Kinds.ts"
import type { WarehouseServices } from "./WarehouseServices.ts"

export type Reported = Pick<InboundOrder.InboundProgress, "phase" | "status" | "referenceNumber" | "finishedAt" | "warehouseCode">

/** What a report counts, as text: equal for equal counts, and for whole ones what earlier releases stored a digest of. */
export const contentOf = ({ lines }: InboundOrder.InboundProgress): string => JSON.stringify(lines.map(StoredCounts.readable))

export const digestOf = (text: string): string => hash("sha256", text)

/** Identifies a report by its batch number, or by its content if it has none (U-36). */
const nameOf = ({ asnNumber, batchNo, status, updatedAt }: InboundOrder.InboundProgress, content: string): string =>
  batchNo === undefined
    ? `hash:${digestOf(JSON.stringify([asnNumber, status, DateTime.toEpochMillis(updatedAt), content]))}`
    : `batch:${batchNo}`

/** Makes a key per generation, so that a new generation does not match the keys of an earlier one. */
const keyIn = (generation: number, name: string): string => generation === 1 ? name : `${generation} ${name}`

export const keyOf = (row: Row, progress: InboundOrder.InboundProgress, content: string): string =>
  keyIn(row.generation, nameOf(progress, content))

export const make = ({ db, entities, generations, notes: { noteOnce } }: WarehouseServices) => {
  /** Returns the generation of a report, and adds a row for it if necessary. `undefined` if it is certainly an earlier generation. */
  const issueOf = Effect.fnUntraced(function*(source: Source, row: Row, told: Reported, now: number) {
    const { is, issues } = yield* generations.spokenOf(row, told.referenceNumber, source)
    if (is === "earlier") {
      yield* noteOnce(source, entityOf("inbound", row.number), now, "conflict",
        `${told.phase} (${told.status}) concerns an earlier inbound order with this number and changes nothing`)
      return undefined
    }
    return {
      is,
      generation: Math.max(issues.generation, row.generation),
      row: Effect.suspend(() => issues.generation > row.generation ? entities.nextIssue(row, issues.generation, now) : Effect.succeed(row))
    }
  })

  /** Returns true if the report equals a stored one of an earlier generation, including its time. A warehouse may repeat a report very late. */
  const isOfEarlier = Effect.fnUntraced(function*(row: Row, generation: number, progress: InboundOrder.InboundProgress) {
    const content = contentOf(progress)
    const name = nameOf(progress, content)
    const same = yield* db.query(
      "select dedup_key from inbox where first_id = $1 and digest = $2 and reported_at >= $3",
      [firstIdOf(row), digestOf(content), DateTime.toEpochMillis(progress.updatedAt)]
    )
    const keys = new Set(same.map(({ dedup_key }) => String(dedup_key)))
    return Array.from({ length: generation - 1 }, (_, at) => keyIn(at + 1, name)).some((key) => keys.has(key))
  })

  /** Takes the goods of a report but not its final phase, if that may belong to an earlier generation. The runner asks the warehouse later. */
  const openEnded = Effect.fnUntraced(function*(source: Source, row: Row, progress: InboundOrder.InboundProgress, now: number) {
    if (!ReceivingRules.isEnd(progress.phase)) return progress
    yield* noteOnce(source, entityOf("inbound", row.number), now, "conflict",
      `${progress.phase} (${progress.status}) may concern an earlier inbound order with this number; the runner asks the warehouse later`)
    return { ...progress, phase: (row.phase ?? "receiving") as InboundPhase.InboundPhase }
  })

  return { issueOf, isOfEarlier, openEnded }
}
