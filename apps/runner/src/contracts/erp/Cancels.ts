/**
 * Cancels of inbound orders of an ERP. The ERP decides whether an order can still be cancelled, and whether a second cancel succeeds
 * (U-105).
 */
import { type AdapterError, ErpV1 } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { ConnectedLink } from "../../Composition.ts"
import { Connections } from "../../connection/Connections.ts"
import * as Deadline from "../../engine/Deadline.ts"
import { unlessPaused } from "../../engine/PauseCheck.ts"
import { noAnswer, ofReason, Refusal } from "../../engine/Refusal.ts"
import { briefGaps } from "../../engine/RetrySchedule.ts"
import { afterFailure } from "../../engine/Verdict.ts"
import { entityOf } from "../../records/Kinds.ts"
import { Database } from "../../store/Database.ts"
import * as History from "../../store/History.ts"
import { Vault } from "../../store/Vault.ts"
import { InboundAnnouncements } from "./InboundAnnouncements.ts"
import { cancelled, inboundOrder } from "./Kinds.ts"

type Asked = typeof ErpV1.CancelInboundOrder.payload.Type

const doneNotStored = new Refusal({
  code: "NOT_STORED",
  message: "the ERP has cancelled the inbound order, but the runner could not store it; send the request again",
  isUnproven: true
})

/** Makes the function that cancels an inbound order for a caller. */
export const make = Effect.gen(function*() {
  const db = yield* Database
  const vault = yield* Vault
  const connections = yield* Connections
  const announcements = yield* InboundAnnouncements
  const scope = yield* Effect.scope

  /** The newest record of the order, if it was created through a link to this ERP. */
  const known = (link: ConnectedLink, { asnNumber }: Asked) =>
    db.one("select id, scope, number, phase from entity where connection = $1 and kind = $2 and peer_number = $3 order by generation desc limit 1", [
      link.peer,
      inboundOrder.kind,
      asnNumber
    ])

  const stored = (link: ConnectedLink, asked: Asked) =>
    db.transaction(Effect.gen(function*() {
      const row = yield* known(link, asked)
      if (row === undefined || row.phase === cancelled) return
      yield* db.query("update entity set phase = $2, is_open = 0, updated_at = $3 where id = $1", [row.id, cancelled, yield* Clock.currentTimeMillis])
      yield* History.record(db, vault, { scope: row.scope, entity: entityOf(inboundOrder.kind, row.number), who: "erp", what: "cancelled", detail: asked.asnNumber })
    }))

  /** What the ERP shows of the order. Undefined: it could not be read, or the ERP does not show it. */
  const phaseOf = (link: ConnectedLink, { asnNumber }: Asked) =>
    Effect.match(connections.invoke(link.peer, ErpV1.ListInboundOrders, { number: asnNumber, limit: 100 }), {
      onFailure: () => undefined,
      onSuccess: ({ items }) => items.find((order) => order.asnNumber === asnNumber)?.phase
    })

  const refusalOf = (reason: AdapterError.Reason, mayHaveActed: boolean): Refusal => {
    const refusal = ofReason(reason, "ERP")
    return mayHaveActed && !reason.mayHaveApplied ? new Refusal({ ...refusal, isUnproven: true }) : refusal
  }

  /** Cancels at the ERP. After a failure that leaves the outcome open, it reads the order before it says so or sends the cancel again. */
  const atErp = Effect.fnUntraced(function*(link: ConnectedLink, asked: Asked) {
    yield* Effect.mapError(unlessPaused(connections, link.peer), ({ reason }) => ofReason(reason, "ERP"))
    let mayHaveActed = false
    for (let tries = 0;; tries++) {
      const result = yield* Effect.result(connections.invoke(link.peer, ErpV1.CancelInboundOrder, asked))
      if (result._tag === "Success") return
      const { reason } = result.failure
      mayHaveActed ||= reason.mayHaveApplied
      // An ERP may also refuse to cancel what an earlier attempt of this call has cancelled.
      if (mayHaveActed && (yield* phaseOf(link, asked)) === cancelled) return
      const gap = afterFailure(reason, "cancel") === "answer" ? undefined : briefGaps[tries]
      if (gap === undefined || gap >= (yield* Deadline.left)) return yield* Effect.fail(refusalOf(reason, mayHaveActed))
      yield* Effect.sleep(gap)
    }
  })

  // The warehouse comes first: an order of which it has goods stays an order of the ERP.
  const carriedOut = Effect.fnUntraced(function*(link: ConnectedLink, asked: Asked): Effect.fn.Return<void, Refusal> {
    yield* announcements.cancel(link.erp, asked.asnNumber)
    yield* atErp(link, asked)
    yield* Effect.mapError(stored(link, asked), () => doneNotStored)
  })

  return (link: ConnectedLink, asked: Asked): Effect.Effect<void, Refusal> => Deadline.orGoOn(scope, carriedOut(link, asked), noAnswer("ERP"))
})
