/**
 * Decides to which generation of an inbound order a report belongs, and makes the key by which a repeated report is recognised.
 * An ASN number may be used again after its order has ended; each use is a generation.
 */
import type { InboundOrder, InboundPhase } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { hash } from "node:crypto"
import type { Database, DatabaseFailed, Row } from "../store/Database.ts"
import * as History from "../store/History.ts"
import * as StoredCounts from "../store/StoredCounts.ts"
import type { Generations } from "./Generations.ts"
import type * as Known from "./Known.ts"
import * as Receiving from "./Receiving.ts"
import type { Source } from "./Source.ts"

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

type NoteOnce = (source: Source, entity: string, now: number, what: History.What, detail: string) => Effect.Effect<void, DatabaseFailed>

export const make = ({ db, generations, known, noteOnce }: {
  readonly db: Database["Service"]
  readonly known: ReturnType<typeof Known.make>
  readonly generations: Generations
  readonly noteOnce: NoteOnce
}) => {
  /** Resets the row for a new generation that the peer reports before its create is settled; settling it does the same. */
  const begunAnew = Effect.fnUntraced(function*(row: Row, generation: number, now: number) {
    yield* db.query(
      `update inbound set generation = $3, warehouse_code = null, peer_warehouse_code = null, reference_number = null, phase = null,
         peer_status = null, finished_at = null, reported_at = null, is_open = 1, checked_at = 0, updated_at = $4
       where scope = $1 and asn_number = $2`,
      [row.scope, row.asn_number, generation, now]
    )
    return (yield* known.inbound(row.scope, row.asn_number))!
  })

  /** Returns the generation of a report, and resets the row for it if necessary. `undefined` if it is certainly an earlier generation. */
  const issueOf = Effect.fnUntraced(function*(source: Source, row: Row, told: Reported, now: number) {
    const { is, issues } = yield* generations.spokenOf("inbound", row, {
      number: told.referenceNumber,
      askedAt: source.askedAt,
      generation: source.generation
    })
    if (is === "earlier") {
      yield* noteOnce(source, History.inbound(row.asn_number), now, "conflict",
        `${told.phase} (${told.status}) concerns an earlier inbound order with this number and changes nothing`)
      return undefined
    }
    return {
      is,
      generation: Math.max(issues.generation, row.generation),
      row: Effect.suspend(() => issues.generation > row.generation ? begunAnew(row, issues.generation, now) : Effect.succeed(row))
    }
  })

  /** Returns true if the report equals a stored one of an earlier generation, including its time. A warehouse may repeat a report very late. */
  const isOfEarlier = Effect.fnUntraced(function*(source: Source, generation: number, progress: InboundOrder.InboundProgress) {
    const content = contentOf(progress)
    const name = nameOf(progress, content)
    const same = yield* db.query(
      "select dedup_key from inbox where scope = $1 and entity = $2 and digest = $3 and reported_at >= $4",
      [source.scope, History.inbound(progress.asnNumber), digestOf(content), DateTime.toEpochMillis(progress.updatedAt)]
    )
    const keys = new Set(same.map(({ dedup_key }) => String(dedup_key)))
    return Array.from({ length: generation - 1 }, (_, at) => keyIn(at + 1, name)).some((key) => keys.has(key))
  })

  /** Takes the goods of a report but not its final phase, if that may belong to an earlier generation. The runner asks the warehouse later. */
  const openEnded = Effect.fnUntraced(function*(source: Source, row: Row, progress: InboundOrder.InboundProgress, now: number) {
    if (!Receiving.isEnd(progress.phase)) return progress
    yield* noteOnce(source, History.inbound(row.asn_number), now, "conflict",
      `${progress.phase} (${progress.status}) may concern an earlier inbound order with this number; the runner asks the warehouse later`)
    return { ...progress, phase: (row.phase ?? "receiving") as InboundPhase.InboundPhase }
  })

  return { issueOf, isOfEarlier, openEnded }
}
