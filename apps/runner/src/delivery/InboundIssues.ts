/**
 * Which issue of an inbound order a report is about, and under which key it is known when it comes again.
 */
import type { InboundOrder, InboundPhase } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { hash } from "node:crypto"
import type { Database, DatabaseFailed, Row } from "../store/Database.ts"
import * as History from "../store/History.ts"
import type { Generations } from "./Generations.ts"
import type * as Known from "./Known.ts"
import * as Receiving from "./Receiving.ts"
import type { Source } from "./Source.ts"

export type Reported = Pick<InboundOrder.InboundProgress, "phase" | "status" | "referenceNumber" | "finishedAt" | "warehouseCode">

export const digestOf = (text: string): string => hash("sha256", text)

/** The batch, or the content where there is none (U-36). */
const nameOf = ({ asnNumber, batchNo, status, updatedAt }: InboundOrder.InboundProgress, content: string): string =>
  batchNo === undefined
    ? `hash:${digestOf(JSON.stringify([asnNumber, status, DateTime.toEpochMillis(updatedAt), content]))}`
    : `batch:${batchNo}`

/** An order issued again counts anew. */
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
  /** The peer has the newest issue before its create is settled: the row begins anew with it, as it does then. */
  const begunAnew = Effect.fnUntraced(function*(row: Row, generation: number, now: number) {
    yield* db.query(
      `update inbound set generation = $3, warehouse_code = null, peer_warehouse_code = null, reference_number = null, phase = null,
         peer_status = null, finished_at = null, reported_at = null, is_open = 1, checked_at = 0, updated_at = $4
       where scope = $1 and asn_number = $2`,
      [row.scope, row.asn_number, generation, now]
    )
    return (yield* known.inbound(row.scope, row.asn_number))!
  })

  /** Which issue is spoken of, and how its row is begun where that is not done; absent: surely an earlier one. */
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

  /** The same of an issue before, down to the time that it tells: a warehouse whose answer was lost tells it again, however late. */
  const isOfEarlier = Effect.fnUntraced(function*(source: Source, generation: number, progress: InboundOrder.InboundProgress) {
    const content = JSON.stringify(progress.lines)
    const name = nameOf(progress, content)
    const same = yield* db.query(
      "select dedup_key from inbox where scope = $1 and entity = $2 and digest = $3 and reported_at >= $4",
      [source.scope, History.inbound(progress.asnNumber), digestOf(content), DateTime.toEpochMillis(progress.updatedAt)]
    )
    const keys = new Set(same.map(({ dedup_key }) => String(dedup_key)))
    return Array.from({ length: generation - 1 }, (_, at) => keyIn(at + 1, name)).some((key) => keys.has(key))
  })

  /** Goods count; an end that may be that of an earlier issue is asked for later. */
  const openEnded = Effect.fnUntraced(function*(source: Source, row: Row, progress: InboundOrder.InboundProgress, now: number) {
    if (!Receiving.isEnd(progress.phase)) return progress
    yield* noteOnce(source, History.inbound(row.asn_number), now, "conflict",
      `${progress.phase} (${progress.status}) may concern an earlier inbound order with this number; the runner asks the warehouse later`)
    return { ...progress, phase: (row.phase ?? "receiving") as InboundPhase.InboundPhase }
  })

  return { issueOf, isOfEarlier, openEnded }
}
