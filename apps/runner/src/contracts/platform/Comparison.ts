/**
 * Compares the stored orders of a shop with what the shop answers about a span of time, a page for each request. The shop has the last
 * word about its orders, so a difference is mended by storing its answer, as a poll does.
 */
import { PlatformV1 } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { Connections } from "../../connection/Connections.ts"
import { type ComparedPage, type Comparison, messageOf, nothing } from "../../records/Comparisons.ts"
import { Database } from "../../store/Database.ts"
import { kind } from "./OrderKinds.ts"
import * as OrderReceivers from "./OrderReceivers.ts"
import * as OrderReads from "./OrderReads.ts"
import * as OrderRecords from "./OrderRecords.ts"

export const make = Effect.gen(function*() {
  const db = yield* Database
  const reads = yield* OrderReads.make
  const records = yield* OrderRecords.make
  const connections = yield* Connections
  const byRunner = yield* OrderReceivers.TakenByRunner

  /** Compares the orders that have changed at the shop since a moment; the first page decides until when. */
  const page: Comparison["page"] = Effect.fnUntraced(function*(link, { after, isMending, since }) {
    const [to, cursor] = after ?? [yield* Clock.currentTimeMillis, ""]
    const asked = yield* Effect.result(reads.read(link, {
      updatedFrom: DateTime.makeUnsafe(since),
      updatedTo: DateTime.makeUnsafe(to),
      ...(cursor !== "" && { cursor })
    }))
    if (asked._tag === "Failure") return { ...nothing, calls: 1, failure: messageOf(asked.failure) } satisfies ComparedPage as ComparedPage
    const told = asked.success
    const changed = yield* records.changed(link, told.orders)
    const stored = yield* Effect.forEach(changed, ({ order: { onlineOrderId } }) =>
      db.one("select phase from entity where scope = $1 and kind = $2 and number = $3 and is_known = 1", [link.scope, kind.kind, onlineOrderId]))
    const mended = isMending && changed.length > 0 ? yield* Effect.result(reads.store(link, told, () => Effect.succeed(true))) : undefined
    const left = mended?._tag === "Success" ? new Set(mended.success) : new Set(changed.map(({ order }) => order.onlineOrderId))
    const differences = changed.flatMap(({ order }, at) => {
      const row = stored[at]
      if (!left.has(order.onlineOrderId)) return []
      return [{ is: row === undefined ? "not-here" as const : "content" as const, name: order.onlineOrderId, ours: row === undefined ? "not stored" : String(row.phase), theirs: order.phase }]
    })
    return {
      records: told.orders.length,
      calls: 1,
      differences,
      mended: changed.length - differences.length,
      skipped: told.unreadable.length,
      ...(mended?._tag === "Failure" && { failure: mended.failure._tag === "Outdated" ? "another read of these orders was faster" : messageOf(mended.failure) }),
      ...(told.nextCursor !== undefined && { next: [to, told.nextCursor] as const })
    } satisfies ComparedPage as ComparedPage
  })

  const comparison: Comparison = {
    kind: kind.kind,
    mayBeCompared: (link) =>
      Effect.sync(() => connections.contracts.isOf(connections.get(link.peer)?.plugin, PlatformV1.contract.id) && OrderReceivers.takesOrders(connections, byRunner, link)),
    page
  }
  return [comparison]
})
