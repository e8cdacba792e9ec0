/**
 * Takes goods that came back to a warehouse without an announcement, in the transaction that stores them. A return is kept by its id in the
 * inbox of its order, with the digest and the time of its last telling: each news of it is told to the ERPs once.
 */
import { ErpV1, UnannouncedReturn } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { firstIdOf } from "../../records/Entities.ts"
import { entityOf } from "../../records/Kinds.ts"
import type { Source } from "../../records/ReportSource.ts"
import type { Row } from "../../store/Database.ts"
import * as Spans from "../../tracing/Spans.ts"
import * as StoredCounts from "../../store/StoredCounts.ts"
import * as ErpReceivers from "../ErpReceivers.ts"
import { digestOf } from "./InboundIssues.ts"
import type { OrderEvent } from "./OrderEvents.ts"
import type { ReportServices } from "./WarehouseServices.ts"

/** `repeat`: it says nothing new, or is older than what was told before. */
export type OfReturn = "applied" | "repeat"

const encode = Schema.encodeSync(UnannouncedReturn.UnannouncedReturn)

/** What a return tells, as text that is the same for the same content. */
const contentOf = (returned: UnannouncedReturn.UnannouncedReturn): string => {
  const { updatedAt: _, ...content } = encode(returned)
  return JSON.stringify(content)
}

const textOf = ({ lines, returnId }: UnannouncedReturn.UnannouncedReturn): string =>
  `return ${returnId}: ${lines.map(({ condition, quantity, sku }) => `${sku} ${StoredCounts.text(quantity)}${condition === undefined ? "" : ` ${condition}`}`).join(", ") || "no goods"}`

export const make = ({ connections, db, entities, notes: { note, noteOnce }, reactions }: ReportServices) => {
  /** Stores a telling of a return. Returns true if it is news. */
  const remember = Effect.fnUntraced(function*(row: Row, returned: UnannouncedReturn.UnannouncedReturn, now: number) {
    const key = `return:${returned.returnId}`
    const digest = digestOf(contentOf(returned))
    const at = DateTime.toEpochMillis(returned.updatedAt)
    const seen = yield* db.one("select digest, reported_at from inbox where first_id = $1 and dedup_key = $2", [firstIdOf(row), key])
    const isOlder = seen !== undefined && at < seen["reported_at"]
    yield* db.query(
      `insert into inbox (first_id, dedup_key, digest, reported_at, times, first_at, last_at) values ($1, $2, $3, $4, 1, $5, $5)
       on conflict (first_id, dedup_key) do update set digest = $3, reported_at = $4, times = inbox.times + 1, last_at = $5`,
      [firstIdOf(row), key, isOlder ? seen["digest"] : digest, isOlder ? seen["reported_at"] : at, now]
    )
    return !isOlder && seen?.["digest"] !== digest
  })

  const store = Effect.fnUntraced(function*(source: Source, returned: UnannouncedReturn.UnannouncedReturn, row: Row, now: number) {
    const entity = entityOf("outbound", returned.orderNumber)
    if (!(yield* remember(row, returned, now))) {
      yield* note(source, entity, now, "repeat", textOf(returned))
      return "repeat" as const
    }
    yield* note(source, entity, now, "batch", textOf(returned))
    const { link } = source
    if (link === undefined) return "applied" as const
    for (const erp of ErpReceivers.all(link)) {
      if (ErpReceivers.offers(connections, erp, ErpV1.ReceiveReturn.name)) continue
      yield* noteOnce(source, entity, now, "conflict", `return ${returned.returnId} is not told to ${erp}, whose plugin does not offer ${ErpV1.ReceiveReturn.name}`)
    }
    yield* reactions.run<OrderEvent>({ _tag: "GoodsReturned", link, row, returned })
    return "applied" as const
  })

  /** `found` is the row of the order, if the caller has read and locked it. */
  return Effect.fnUntraced(function*(source: Source, returned: UnannouncedReturn.UnannouncedReturn, found?: Row) {
    const now = yield* Clock.currentTimeMillis
    const row = found ?? (yield* entities.reported(source, "outbound", returned.orderNumber, now))
    return yield* Spans.resumed(row["trace"], "store report", store(source, returned, row, now))
  })
}
