/**
 * Takes parts of an order back from warehouses, because the buyer does not want them any more. What has left stays shipped. A warehouse
 * that keeps an order is told to people, and the order is held.
 */
import { OutboundOrder } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { Connections } from "../connection/Connections.ts"
import { Cancels } from "../contracts/warehouse/Cancels.ts"
import * as Deadline from "../engine/Deadline.ts"
import { Database } from "../store/Database.ts"
import * as DeskRows from "./DeskRows.ts"
import type { Placing } from "./Placing.ts"

/** How long a warehouse may take to cancel, and after how long it is asked again, in milliseconds. */
const patience = 20_000
const again = 30_000

/** Whether a warehouse can still be asked not to ship a part. */
export const isWithdrawable = ({ state }: DeskRows.Part): boolean => state === "placed" || state === "accepted" || state === "cancelling"

export const make = Effect.fnUntraced(function*({ hold, note, settle }: Pick<Placing, "hold" | "note" | "settle">) {
  const db = yield* Database
  const connections = yield* Connections
  const cancels = yield* Cancels
  const rows = DeskRows.make(db)

  /** Written down before the warehouse is asked, so that the end of the part is known as wanted. False: the order has changed. */
  const begin = (order: DeskRows.DeskOrder, part: DeskRows.Part, because: string) =>
    db.transaction(Effect.gen(function*() {
      if (!(yield* rows.isUnchanged(order))) return false
      if (part.state === "cancelling") return true
      yield* rows.setPart(part.number, "cancelling", because)
      yield* note(order, "cancel", `order ${part.number}: ${because}`)
      return true
    }))

  /** A cancel that had nothing to do reports nothing, so the end is stored here unless it is stored already. */
  const end = (order: DeskRows.DeskOrder, part: DeskRows.Part, because: string) =>
    db.transaction(Effect.gen(function*() {
      const row = yield* db.one("select state from desk_part where number = $1", [part.number])
      if (row?.state === "cancelling") yield* rows.partEnded(order.entity, { ...part, state: "cancelling" }, because)
    }))

  return Effect.fnUntraced(function*(order: DeskRows.DeskOrder, parts: ReadonlyArray<DeskRows.Part>, because: string) {
    for (const part of parts) {
      const link = connections.linkOf(part.link)
      if (link === undefined) return yield* hold(order, "link", `the runner has no link ${part.link}`)
      if (!(yield* begin(order, part, because))) return
      const asked = cancels.outbound(link, { orderNumber: OutboundOrder.OrderNumber.make(part.number) })
      const result = yield* Effect.result(Deadline.within(patience, asked))
      if (Result.isSuccess(result)) {
        yield* end(order, part, because)
        continue
      }
      const { code, isAnswer, isUnproven, message } = result.failure
      const failure = `order ${part.number} could not be cancelled: ${code}: ${message}`
      if (isAnswer !== true || isUnproven === true) {
        return yield* settle(order, { state: "held", cause: "change", because: `${because}; ${failure}`, dueAt: (yield* Clock.currentTimeMillis) + again })
      }
      yield* rows.setPart(part.number, "accepted", failure)
      return yield* hold(order, "change", `${because}, but the warehouse ships it: ${failure}`)
    }
  })
})
