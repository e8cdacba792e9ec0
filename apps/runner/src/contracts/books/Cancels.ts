/**
 * Cancels of inbound orders of an ERP. The ERP decides whether an order can still be cancelled, and whether a second cancel succeeds
 * (U-105). An order that the runner has announced is cancelled at its warehouse first, and once that has begun, the runner goes on until
 * the ERP has cancelled it too.
 */
import { BooksV1 } from "@crossdock/books"
import { type AdapterError, InboundOrder, InboundPhase, Quantity } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { ConnectedLink } from "../../Composition.ts"
import { Connections } from "../../connection/Connections.ts"
import { refusalsOf } from "../../connection/RefusalSetting.ts"
import * as Deadline from "../../engine/Deadline.ts"
import { unlessPaused } from "../../engine/PauseCheck.ts"
import { brieflyOver } from "../../engine/ReadRetry.ts"
import { noAnswer, notStored, ofReason, Refusal } from "../../engine/Refusal.ts"
import { Intents } from "../../intents/Intents.ts"
import { briefGaps, queryGapAfter } from "../../engine/RetrySchedule.ts"
import { afterFailure } from "../../engine/RetryPolicy.ts"
import * as EndedRecords from "../../records/EndedRecords.ts"
import { entityOf } from "../../records/Kinds.ts"
import { Database } from "../../store/Database.ts"
import * as History from "../../store/History.ts"
import { Vault } from "../../store/Vault.ts"
import { InboundAnnouncements } from "./InboundAnnouncements.ts"
import { cancelled, inboundOrder } from "./Kinds.ts"

type Asked = typeof BooksV1.CancelInboundOrder.payload.Type

const doneNotStored = new Refusal({
  code: "NOT_STORED",
  message: "the ERP has cancelled the inbound order, but the runner could not store it; send the request again",
  isUnproven: true
})

/** The refusal of a call about an order that the ERP does not show, or not yet. */
export const notShown = (asnNumber: string): Refusal =>
  new Refusal({ code: "NOT_SHOWN", message: `the inbound order ${asnNumber} is known by its number, but the ERP does not show it; query it by its number` })

/** After this time, in milliseconds, a cancel that ended in the middle is tried again. It is longer than the cancel takes. */
const begunFor = 300_000

/** Makes the function that cancels an inbound order for a caller. */
export const make = Effect.gen(function*() {
  const db = yield* Database
  const vault = yield* Vault
  const connections = yield* Connections
  const announcements = yield* InboundAnnouncements
  const intents = yield* Intents
  const retried = brieflyOver(connections)
  const scope = yield* Effect.scope

  /** The newest record of the order, if it was created through a link to this ERP. */
  const known = (link: ConnectedLink, { asnNumber }: Asked) =>
    db.one("select id, scope, number, phase from entity where connection = $1 and kind = $2 and peer_number = $3 order by generation desc limit 1", [
      link.peer,
      inboundOrder.kind,
      asnNumber
    ])

  const ended = EndedRecords.make(db, vault)

  const stored = (link: ConnectedLink, asked: Asked) =>
    db.transaction(Effect.gen(function*() {
      const row = yield* known(link, asked)
      if (row === undefined) return
      yield* db.query("update intent set cancel_at = null where entity = $1", [row.id])
      if (row.phase === cancelled) return
      yield* ended(row, { kind: inboundOrder.kind, phase: cancelled, who: "erp", what: "cancelled", detail: asked.asnNumber })
    }))

  /** What the ERP shows of the order. Undefined: it could not be read, or the ERP does not show it. */
  const phaseOf = (link: ConnectedLink, { asnNumber }: Asked) =>
    Effect.match(connections.invoke(link.peer, BooksV1.ListInboundOrders, { number: asnNumber, limit: 100 }), {
      onFailure: () => undefined,
      onSuccess: ({ items }) => items.find((order) => order.asnNumber === asnNumber)?.phase
    })

  const refusalOf = (reason: AdapterError.Reason, mayHaveActed: boolean, isFinal: boolean): Refusal => {
    const refusal = ofReason(reason, "ERP", isFinal)
    return mayHaveActed && !reason.mayHaveApplied ? new Refusal({ ...refusal, isUnproven: true }) : refusal
  }

  /** Cancels at the ERP. After a failure that leaves the outcome open, it reads the order before it says so or sends the cancel again. */
  const atErp = Effect.fnUntraced(function*(link: ConnectedLink, asked: Asked) {
    yield* Effect.mapError(unlessPaused(connections, link.peer), ({ reason }) => ofReason(reason, "ERP"))
    const refusals = refusalsOf(connections, link.peer)
    let mayHaveActed = false
    let isAnswerLost = false
    for (let tries = 0;; tries++) {
      const result = yield* Effect.result(connections.invoke(link.peer, BooksV1.CancelInboundOrder, asked))
      if (result._tag === "Success") return
      const { reason } = result.failure
      mayHaveActed ||= reason.mayHaveApplied
      isAnswerLost ||= reason.mayHaveApplied && reason._tag !== "FaultUnlisted"
      // An ERP may also refuse to cancel what an earlier attempt of this call has cancelled.
      if (mayHaveActed && (yield* phaseOf(link, asked)) === cancelled) return
      const verdict = afterFailure(reason, "cancel", refusals)
      const gap = verdict === "answer" ? undefined : briefGaps[tries]
      if (gap === undefined || gap >= (yield* Deadline.left)) return yield* Effect.fail(refusalOf(reason, mayHaveActed, verdict === "answer" && !isAnswerLost))
      yield* Effect.sleep(gap)
    }
  })

  /** The phase of an order at the ERP, if it can still be cancelled or is cancelled. */
  const phaseToCancel = Effect.fnUntraced(function*(link: ConnectedLink, { asnNumber }: Asked): Effect.fn.Return<InboundPhase.InboundPhase, Refusal> {
    const read = retried(link, connections.invoke(link.peer, BooksV1.ListInboundOrders, { number: asnNumber, limit: 100 }))
    const { items } = yield* Effect.mapError(read, ({ reason }) => ofReason(reason, "ERP"))
    const order = items.find((one) => one.asnNumber === asnNumber)
    if (order === undefined) return yield* notShown(asnNumber)
    const { lines, phase, status } = order
    if (phase === cancelled) return phase
    const hasGoods = lines.some(({ received }) => received !== undefined && !Quantity.equals(received, Quantity.zero))
    if (!InboundPhase.isEnded(phase) && phase !== "receiving" && !hasGoods) return phase
    return yield* new Refusal({ code: "ASN_STATE_INVALID", message: `inbound order ${asnNumber} is in the state ${status} and can no longer be cancelled`, isAnswer: true })
  })

  /**
   * Notes that a call begins the cancel, so that the runner goes on if its caller goes. `wasBegun`: another one had begun it before. `takeBack`
   * undoes this beginning, unless another call has begun it since.
   */
  const begin = Effect.fnUntraced(function*(link: ConnectedLink, asked: Asked) {
    const row = yield* known(link, asked)
    const now = yield* Clock.currentTimeMillis
    const begun = row && (yield* db.transaction(Effect.gen(function*() {
      const intent = yield* db.one(`select id, cancel_at from intent where entity = $1 and state = 'Delivered'${db.forUpdate}`, [row.id])
      if (intent === undefined) return undefined
      const wasBegun = intent.cancel_at !== null
      // Each call has a mark of its own.
      const mark = wasBegun ? Math.max(now + begunFor, Number(intent.cancel_at) + 1) : now + begunFor
      yield* db.query("update intent set cancel_at = $2, cancel_tries = 0, updated_at = $3 where id = $1", [intent.id, mark, now])
      return { wasBegun, takeBack: db.query("update intent set cancel_at = null where id = $1 and cancel_at = $2", [intent.id, mark]) }
    })))
    return begun ?? { wasBegun: false, takeBack: Effect.void }
  }, Effect.mapError(() => notStored))

  /** Sets when the runner goes on with the cancel by itself. Null: it does not. Returns true if it will. */
  const goesOn = Effect.fnUntraced(function*(link: ConnectedLink, asked: Asked, after: number | null) {
    const row = yield* known(link, asked)
    if (row === undefined) return false
    const now = yield* Clock.currentTimeMillis
    const at = after === null ? null : now + after
    const intent = yield* db.one("update intent set cancel_at = $2, cancel_tries = 0, updated_at = $3 where entity = $1 and state = 'Delivered' returning id", [row.id, at, now])
    return intent !== undefined && at !== null
  }, Effect.mapError(() => notStored))

  /**
   * The ERP has not cancelled what its warehouse has cancelled. An answer of the ERP is final; otherwise the runner goes on. An ERP may also
   * refuse because the order is cancelled already.
   */
  const keptByErp = Effect.fnUntraced(function*(link: ConnectedLink, asked: Asked, refusal: Refusal) {
    const isFinal = refusal.isAnswer === true && refusal.isUnproven !== true
    if (isFinal && (yield* phaseOf(link, asked)) === cancelled) {
      yield* Effect.ignore(stored(link, asked))
      return yield* refusal
    }
    const willGoOn = yield* Effect.orElseSucceed(goesOn(link, asked, isFinal ? null : queryGapAfter(0)), () => true)
    yield* intents.wake
    const begun = `the warehouse has cancelled ${asked.asnNumber}`
    const message = isFinal
      ? `${begun}, but the ERP keeps it: ${refusal.message}`
      : `${begun}, and the ERP not yet; ${willGoOn ? "the runner goes on until it has" : "send the cancel again"}: ${refusal.message}`
    if (isFinal) {
      const alarm = Effect.gen(function*() {
        const row = yield* known(link, asked)
        if (row !== undefined) yield* History.record(db, vault, { scope: row.scope, entity: entityOf(inboundOrder.kind, row.number), who: "runner", what: "alarm", detail: message })
      })
      yield* Effect.ignore(alarm)
    }
    return yield* new Refusal({ ...refusal, message })
  })

  /** Cancels an order that was announced: the warehouse comes first, because an order of which it has goods stays an order of the ERP. */
  const announced = Effect.fnUntraced(function*(link: ConnectedLink, asked: Asked): Effect.fn.Return<void, Refusal> {
    yield* phaseToCancel(link, asked)
    const { takeBack, wasBegun } = yield* begin(link, asked)
    yield* Effect.tapError(announcements.cancel(link.erp, asked.asnNumber), ({ isAnswer, isUnproven }) =>
      isUnproven === true || (wasBegun && isAnswer !== true) ? Effect.void : Effect.ignore(takeBack))
    yield* Effect.catch(atErp(link, asked), (refusal) => keptByErp(link, asked, refusal))
  })

  const carriedOut = Effect.fnUntraced(function*(link: ConnectedLink, asked: Asked): Effect.fn.Return<void, Refusal> {
    yield* (yield* announcements.has(link.erp, asked.asnNumber)) ? announced(link, asked) : atErp(link, asked)
    yield* Effect.mapError(stored(link, asked), () => doneNotStored)
  })

  /** Goes on with the cancel of an order, whose caller may have gone. */
  const goOn = Effect.fnUntraced(function*(link: ConnectedLink, asked: Asked) {
    const phase = yield* phaseToCancel(link, asked)
    yield* announcements.cancel(link.erp, asked.asnNumber)
    if (phase !== cancelled) yield* atErp(link, asked)
    yield* Effect.mapError(stored(link, asked), () => doneNotStored)
  })

  yield* intents.cancelsBy(BooksV1.SubmitInboundOrder.name, (row) => Effect.gen(function*() {
    const link = connections.linkOf(row.scope)
    if (link === undefined) return new Refusal({ code: "NO_LINK", message: "the link of this order was removed; add it again, or cancel the order in the ERP" })
    const record = yield* Effect.mapError(db.one("select peer_number from entity where id = $1", [row.entity]), () => notStored)
    const asnNumber = InboundOrder.AsnNumber.make(String(record?.peer_number))
    // A refusal that leaves the outcome open is no answer, so the cancel is tried again.
    return yield* Effect.match(goOn(link, { asnNumber }), {
      onFailure: (refusal) => refusal.isUnproven === true ? new Refusal({ ...refusal, isAnswer: false }) : refusal,
      onSuccess: () => undefined
    })
  }).pipe(Effect.catch((refusal) => Effect.succeed(refusal))))

  return (link: ConnectedLink, asked: Asked): Effect.Effect<void, Refusal> => Deadline.orGoOn(scope, carriedOut(link, asked), noAnswer("ERP"))
})
