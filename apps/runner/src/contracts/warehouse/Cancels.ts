/**
 * Carries out the cancels of an ERP and of the order desk. A cancel never overtakes the create of the same order. If the create was not sent, the
 * runner never sends it; if it is in flight, the cancel waits for its outcome; if the order is at the peer, the runner cancels
 * it there (U-143).
 */
import { AdapterError, InboundOrder, OutboundOrder, WarehouseV1 } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import type { Composed, ConnectedLink } from "../../Composition.ts"
import * as Redaction from "../../connection/Redaction.ts"
import { refusalsOf } from "../../connection/RefusalSetting.ts"
import type { DatabaseFailed, Row } from "../../store/Database.ts"
import * as History from "../../store/History.ts"
import * as Deadline from "../../engine/Deadline.ts"
import { Events } from "./Events.ts"
import { peerNumber } from "../../records/GenerationRules.ts"
import * as GenerationStore from "../../records/GenerationStore.ts"
import { afterCancel, type IntentState } from "../../intents/IntentRules.ts"
import { Intents } from "../../intents/Intents.ts"
import { entityOf, type Kind } from "../../records/Kinds.ts"
import { unlessPaused } from "../../engine/PauseCheck.ts"
import { doneNotStored, doubtful, notStored, ofReason, Refusal } from "../../engine/Refusal.ts"
import { type CreateMethod, notFoundThere, orderNotFound } from "./NotFound.ts"
import { kinds as orderKinds } from "./OrderKinds.ts"
import { briefGaps } from "../../engine/RetrySchedule.ts"
import { afterFailure } from "../../engine/RetryPolicy.ts"
import * as Unreadable from "./Unreadable.ts"
import { codeAtPeer } from "./WarehouseCodes.ts"
import { services as common } from "./WarehouseServices.ts"

/** `requested`: the warehouse decides later, and a status of the order tells how. */
export type Outcome = "cancelled" | "requested"

export class Cancels extends Context.Service<Cancels, {
  /**
   * `who` asks for it, for the history. Default: the ERP. With `record`, only this issue of the order is meant: if the number was used again
   * since, nothing is cancelled.
   */
  readonly outbound: (
    link: ConnectedLink,
    asked: typeof WarehouseV1.CancelOutboundOrder.payload.Type,
    who?: string,
    record?: number
  ) => Effect.Effect<Outcome, Refusal>
  readonly inbound: (
    link: ConnectedLink,
    asked: typeof WarehouseV1.CancelInboundOrders.payload.Type
  ) => Effect.Effect<typeof WarehouseV1.CancelInboundOrders.success.Type, Refusal>
  /** Cancels one inbound order. Returns why the warehouse keeps it, or `undefined` if it is cancelled. It fails if that is not known. */
  readonly oneInbound: (link: ConnectedLink, asnNumber: InboundOrder.AsnNumber, warehouseCode?: string) => Effect.Effect<string | undefined, Refusal>
}>()("@crossdock/runner/contracts/warehouse/Cancels") {
  static readonly layer = (composed: Composed) => Layer.effect(Cancels, make(composed))
}

const provesNothing = (result: Result.Result<unknown, Refusal>): boolean => Result.isFailure(result) && result.failure.isUnproven === true

/** Whether the peer refused the whole call about each record, in the same words. */
const refusesAsWhole = ({ code, message }: Refusal) => (result: Result.Result<unknown, Refusal>): boolean =>
  Result.isFailure(result) && result.failure.isOfWholeCall === true && result.failure.code === code && result.failure.message === message

/** The state of the order according to a query. `absent` means that the warehouse has no order with this number. */
type Shown = "cancelled" | "not" | "absent" | "unknown"

/** The text of a failure in a list of results, where callers read any failure as "it was not cancelled". */
const failureText = ({ code, isUnproven, message }: Refusal): string =>
  isUnproven === true && code !== unknown.code ? `${unknown.code}: ${unknown.message} (${code}: ${message})` : `${code}: ${message}`
const unknown = doubtful("body")

const notBegun = new Refusal({ code: "NOT_SENT", message: "the time for this call ended before its turn, so this order was not cancelled; send the rest again" })

const reissued = "the order ended and was created again since; nothing is sent"

/** The next step of a cancel: none, or a cancel at the peer with this number. */
type Met = { readonly is: "over" } | { readonly is: "at-peer"; readonly numberSent: string; readonly generation: number }

const services = Effect.gen(function*() {
  const used = yield* common
  return {
    ...used,
    intents: yield* Intents,
    events: yield* Events,
    note: (scope: string, entity: string, who: string, what: History.What, detail?: string) => History.record(used.db, used.vault, { scope, entity, who, what, detail })
  }
})
type Services = Effect.Success<typeof services>

/** Stores a change that the warehouse has already made; a failure says so. */
const stored = <A>(work: Effect.Effect<A, DatabaseFailed>) => Effect.mapError(work, () => doneNotStored)

/** Returns true if the stored state says that this is cancelled. In a later generation, it may come from a report about an earlier one, so the warehouse is asked. */
const isCancelled = (row: Row | undefined, generation: number): boolean =>
  row?.phase === "cancelled" && row.generation === generation && generation === 1

/** Stops the create of an order, or finds out what is to be cancelled at the peer. */
const meeting = ({ db, intents, note }: Services, composed: Composed) =>
  (link: ConnectedLink, kind: Kind, number: string, who: string, record?: number) =>
    Effect.gen(function*() {
      const entity = entityOf(kind, number)
      const first = yield* db.transaction(Effect.gen(function*() {
        const row = yield* intents.newest(link.scope, kind, number)
        if (row === undefined) return undefined
        if (record !== undefined && Number(row.entity) !== record) {
          yield* note(link.scope, entity, "runner", "cancelled", reissued)
          return { ...row, state: "Cancelled" }
        }
        yield* note(link.scope, entity, who, "cancel")
        const step = afterCancel[row.state as IntentState]
        // The row is still locked since it was read. After a restored backup, the peer is asked first, because the create may have been sent.
        if (step === "never-send" && row.must_ask === 0) {
          const now = yield* Clock.currentTimeMillis
          yield* db.query("update intent set state = 'Cancelled', held_because = null, updated_at = $2 where entity = $1", [row.entity, now])
          const reason = "before anything was sent"
          yield* note(link.scope, entity, "runner", "cancelled", reason)
          yield* intents.ended(row, { is: "cancelled", reason })
          return { ...row, state: "Cancelled" }
        }
        // The peer may have it nevertheless, which a later query or a report shows; the order is then cancelled there.
        if (row.state === "Dead" && row.refused_until !== null) yield* db.query("update intent set is_cancel_wanted = 1 where entity = $1", [row.entity])
        if (step === "wait" || step === "never-send") {
          const now = yield* Clock.currentTimeMillis
          yield* db.query("update intent set is_cancel_wanted = 1, due_at = case when state = 'Doubtful' then $2 else due_at end where entity = $1", [row.entity, now])
        }
        return row
      }))
      // The order was created before this runner existed, or never. Only the peer knows.
      if (first === undefined) return { is: "at-peer", numberSent: link.prefix + number, generation: 1 } as Met
      yield* intents.wake
      const row: Row = first.state === "InFlight" || first.state === "Doubtful" || first.state === "Pending"
        ? yield* intents.settled(first.id, yield* Deadline.left)
        : first
      const step = afterCancel[row.state as IntentState]
      if (step === "nothing-to-do") return { is: "over" } as Met
      if (step === "cancel-at-peer") {
        return { is: "at-peer", numberSent: row.number_sent, generation: row.generation } as Met
      }
      return yield* Effect.fail(doubtful(composed.server.doubtfulAnswer))
    }).pipe(Effect.catchTag("DatabaseFailed", () => Effect.fail(notStored)))

/** Maps what the peer shows to the state of this generation of the order. An ended order counts as cancelled. */
const showsEnd = Effect.fnUntraced(function*(
  generations: Services["generations"],
  row: Row | undefined,
  shown: { readonly number: string | undefined; readonly hasEnded: boolean } | undefined,
  askedAt: number
) {
  if (shown === undefined) return "absent" as const
  const { is } = row === undefined ? { is: "newest" } : yield* generations.spokenOf(row, shown.number, { askedAt })
  if (is === "too early") return "unknown" as const
  return shown.hasEnded && is !== "earlier" ? "cancelled" as const : "not" as const
})

type AtPeer = ReturnType<typeof tryingAtPeer>

const tryingAtPeer = ({ connections, generations, note }: Services, composed: Composed) => {
  const noted = ({ kind, number, scope }: GenerationStore.Issue, detail: string) =>
    Effect.mapError(note(scope, entityOf(kind, number), "runner", "cancelled", detail), () => notStored)

  /**
   * Tries a cancel at the peer. After an ambiguous result, it reads the state of the order. If the runner has no record of the
   * order and the peer neither cancels nor shows it, the order does not exist, whatever error the peer returned.
   */
  return <A>(
    link: ConnectedLink,
    issue: GenerationStore.Issue,
    attempt: Effect.Effect<A, AdapterError.AdapterError>,
    shown: Effect.Effect<Shown>,
    /** The method that would have accepted the order, if the runner has no record of it. `undefined` if it has one. */
    unseen: CreateMethod | undefined
  ): Effect.Effect<A | undefined, Refusal> =>
    Effect.gen(function*() {
      yield* Effect.mapError(unlessPaused(connections, link.peer), ({ reason }) => ofReason(reason))
      let mayHaveActed = false
      let isAnswerLost = false
      for (let tries = 0;; tries++) {
        // The number now belongs to a newer order, which the peer would cancel.
        if (yield* Effect.mapError(generations.isIssuedAgain(issue), () => notStored)) {
          return yield* Effect.as(noted(issue, reissued), undefined)
        }
        const result = yield* Effect.result(attempt)
        if (result._tag === "Success") return result.success
        const { reason } = result.failure
        mayHaveActed ||= reason.mayHaveApplied
        isAnswerLost ||= reason.mayHaveApplied && reason._tag !== "FaultUnlisted"
        const verdict = afterFailure(reason, "cancel", refusalsOf(connections, link.peer))
        const next = verdict === "answer" ? undefined : briefGaps[tries]
        const gap = next !== undefined && next < (yield* Deadline.left) ? next : undefined
        // The peer may refuse because an earlier cancel succeeded and its outcome was not stored.
        const isRead = verdict === "read-first" || (gap === undefined && (mayHaveActed || reason._tag === "Rejected"))
        const state = isRead ? yield* shown : "unknown"
        if (state === "cancelled") return undefined
        if (gap === undefined) {
          const isDenied = !isAnswerLost && (reason._tag === "Rejected" || reason._tag === "FaultUnlisted")
          if (isDenied && state === "absent" && unseen !== undefined) return yield* Effect.fail(notFoundThere(unseen, AdapterError.describe(reason)))
          const isKnown = !mayHaveActed || (verdict === "answer" && (state === "not" || state === "absent"))
          // The peer's words are its answer, unless an earlier cancel of this call may have had an effect that it does not show.
          const isFinal = verdict === "answer" && (!isAnswerLost || state !== "unknown")
          return yield* Effect.fail(isKnown || reason.mayHaveApplied ? ofReason(reason, "warehouse", isFinal) : doubtful(composed.server.doubtfulAnswer))
        }
        yield* Effect.sleep(gap)
      }
    })
}

/**
 * Cancels an order of either kind at the peer. Returns the answer, what the peer shows of the order since (`state`), and the
 * status that it shows if the order is cancelled there (`told`).
 */
const cancelAtPeer = Effect.fnUntraced(function*<Status, A>(
  atPeer: AtPeer,
  generations: Services["generations"],
  link: ConnectedLink,
  issue: GenerationStore.Issue,
  row: Row | undefined,
  order: {
    readonly acceptedBy: CreateMethod
    readonly cancel: Effect.Effect<A, AdapterError.AdapterError>
    readonly read: Effect.Effect<{ readonly items: ReadonlyArray<Status> }, AdapterError.AdapterError>
    readonly isIt: (status: Status) => boolean
    readonly shownAs: (status: Status) => { readonly number: string | undefined; readonly hasEnded: boolean }
  }
) {
  const shown = Effect.gen(function*() {
    const askedAt = yield* Clock.currentTimeMillis
    const one = (yield* order.read).items.find(order.isIt)
    return { one, is: yield* showsEnd(generations, row, one && order.shownAs(one), askedAt) }
  })
  const state = Effect.match(shown, { onFailure: () => "unknown" as const, onSuccess: ({ is }) => is })
  const answer = yield* atPeer(link, issue, order.cancel, state, row === undefined ? order.acceptedBy : undefined)
  const told = Effect.match(shown, { onFailure: () => undefined, onSuccess: ({ is, one }) => is === "cancelled" ? one : undefined })
  return { answer, state, told }
})

const outboundCancels = ({ connections, entities, events, generations, mapping, note, orderContents, peerNumbers }: Services, atPeer: AtPeer) =>
  Effect.fnUntraced(function*(
    link: ConnectedLink,
    asked: typeof WarehouseV1.CancelOutboundOrder.payload.Type,
    numberSent: string,
    generation: number,
    who: string
  ) {
    const number = OutboundOrder.OrderNumber.make(numberSent)
    const row = yield* entities.get(link.scope, "outbound", asked.orderNumber)
    if (isCancelled(row, generation)) return "cancelled"
    const isKnown = row !== undefined && row.generation === generation
    const code = (isKnown ? row.peer_warehouse_code : null) ??
      (yield* codeAtPeer(mapping, link, asked.warehouseCode))
    const theirs = isKnown ? GenerationStore.peerNumberOf(row) : undefined
    const given = peerNumber(asked.warehouseOrderNumber, asked.orderNumber)
    if (row !== undefined && given !== undefined && given !== theirs && (yield* generations.issues(row)).earlier.includes(given)) {
      yield* note(link.scope, entityOf("outbound", asked.orderNumber), who, "repeat", `a cancel of ${given}, which was created again since; nothing is sent`)
      return "cancelled"
    }
    const useOfGiven = row !== undefined || given === undefined ? "left out" : yield* peerNumbers.ofUnstored(link, "outbound", given)
    // The given warehouse number belongs to another stored order, which this call would cancel.
    if (useOfGiven === "elsewhere") return yield* Effect.fail(orderNotFound)
    const named = theirs ?? (useOfGiven === "passed on" ? given : undefined)
    const at = {
      ...(code !== undefined && code !== null && { warehouseCode: code }),
      ...(named !== undefined && { warehouseOrderNumber: named })
    }
    const known = { about: orderContents.of(link.scope, [entityOf("outbound", asked.orderNumber)]) }
    const issue = { scope: link.scope, kind: "outbound", number: asked.orderNumber, generation }
    const { answer, told } = yield* cancelAtPeer(atPeer, generations, link, issue, row, {
      acceptedBy: "createOrder",
      cancel: connections.invoke(link.peer, WarehouseV1.CancelOutboundOrder, { orderNumber: number, ...at }, known),
      read: connections.invoke(link.peer, WarehouseV1.GetOutboundOrders, {
        orders: [{ orderNumber: number, ...(named !== undefined && { warehouseOrderNumber: named }) }],
        ...(at.warehouseCode !== undefined && { warehouseCode: at.warehouseCode })
      }, known).pipe(Unreadable.refused(link.peer, WarehouseV1.GetOutboundOrders.name, number)),
      isIt: ({ orderNumber }) => orderNumber === number,
      shownAs: ({ phase, warehouseOrderNumber }) => ({ number: warehouseOrderNumber, hasEnded: phase === "cancelled" })
    })
    const isRequested = answer?.outcome === "requested"
    if (row === undefined) return isRequested ? "requested" : "cancelled"
    const status = yield* told
    if (isRequested && status === undefined) {
      yield* stored(note(link.scope, entityOf("outbound", asked.orderNumber), "peer", "cancel", "the warehouse has taken the request and decides later"))
      return "requested"
    }
    yield* stored(events.outbound({ scope: link.scope, link, who: "peer", generation, isOwnWord: status === undefined }, {
      ...(status ?? { phase: "cancelled" as const, status: "CANCELLED" }),
      orderNumber: asked.orderNumber
    }))
    return "cancelled"
  }, (work) => Effect.catchTag(work as Effect.Effect<Outcome, Refusal | DatabaseFailed>, "DatabaseFailed", () => Effect.fail(notStored)))

const inboundCancels = ({ connections, entities, events, generations, mapping, orderContents }: Services, atPeer: AtPeer) =>
  Effect.fnUntraced(function*(
    link: ConnectedLink,
    own: InboundOrder.AsnNumber,
    numberSent: string,
    generation: number,
    warehouseCode: string | undefined
  ) {
    const asnNumber = InboundOrder.AsnNumber.make(numberSent)
    const row = yield* entities.get(link.scope, "inbound", own)
    if (isCancelled(row, generation)) return undefined
    const code = row?.peer_warehouse_code ??
      (yield* codeAtPeer(mapping, link, warehouseCode))
    const at = code === undefined || code === null ? {} : { warehouseCode: code }
    const known = { about: orderContents.of(link.scope, [entityOf("inbound", own)]) }
    const issue = { scope: link.scope, kind: "inbound", number: own, generation }
    const { answer, state, told } = yield* cancelAtPeer(atPeer, generations, link, issue, row, {
      acceptedBy: "createAsnOrder",
      cancel: connections.invoke(link.peer, WarehouseV1.CancelInboundOrders, { asnNumbers: [asnNumber], ...at }, known),
      read: connections.invoke(link.peer, WarehouseV1.GetInboundOrders, { inboundOrders: [{ asnNumber }], ...at }, known).pipe(
        Unreadable.refused(link.peer, WarehouseV1.GetInboundOrders.name, asnNumber)
      ),
      isIt: (found) => found.asnNumber === asnNumber,
      shownAs: ({ phase, referenceNumber }) => ({ number: referenceNumber, hasEnded: phase === "cancelled" })
    })
    const failure = answer?.items.find((one) => one.asnNumber === asnNumber)?.failure
    if (failure !== undefined) {
      const is = yield* state
      const words = Redaction.hiding(yield* known.about)(failure)
      if (is === "absent" && row === undefined) return failureText(notFoundThere("createAsnOrder", words))
      if (is !== "cancelled") return words
    }
    if (row !== undefined) {
      // The source has no link, so no event is emitted: the ERP asked for the cancel itself.
      yield* stored(events.inboundTotals({ scope: link.scope, who: "peer", generation }, {
        lines: [],
        status: "CANCELLED",
        ...yield* told,
        phase: "cancelled",
        asnNumber: own
      }))
    }
    return undefined
  }, Effect.catchTag("DatabaseFailed", () => Effect.fail(notStored)))

const make = Effect.fnUntraced(function*(composed: Composed) {
  const used = yield* services
  const { connections, intents } = used
  const runnerScope = yield* Effect.scope
  const meet = meeting(used, composed)
  const atPeer = tryingAtPeer(used, composed)
  const outboundAtPeer = outboundCancels(used, atPeer)
  const inboundAtPeer = inboundCancels(used, atPeer)

  const inTime = <A>(cancel: Effect.Effect<A, Refusal>) =>
    Effect.flatMap(Deadline.left, (left) =>
      left === 0 ? Effect.fail(notBegun) : Deadline.orGoOn(runnerScope, cancel, doubtful(composed.server.doubtfulAnswer)))

  const outbound = Effect.fnUntraced(function*(link: ConnectedLink, asked: typeof WarehouseV1.CancelOutboundOrder.payload.Type, who = "erp", record?: number) {
    const met = yield* meet(link, "outbound", asked.orderNumber, who, record)
    return met.is === "at-peer" ? yield* outboundAtPeer(link, asked, met.numberSent, met.generation, who) : "cancelled"
  }, inTime)

  const oneInbound = Effect.fnUntraced(function*(link: ConnectedLink, asnNumber: InboundOrder.AsnNumber, warehouseCode?: string) {
    const met = yield* meet(link, "inbound", asnNumber, "erp")
    return met.is === "at-peer" ? yield* inboundAtPeer(link, asnNumber, met.numberSent, met.generation, warehouseCode) : undefined
  }, inTime)

  /** If the caller of a cancel no longer waits, the cancel is carried out once its create is settled. */
  const cancelsBy = (operation: string, cancel: (link: ConnectedLink, row: Row) => Effect.Effect<"requested" | Refusal | undefined, Refusal>) =>
    intents.cancelsBy(operation, (row) => {
      const link = connections.linkOf(row.scope)
      if (link === undefined) return Effect.succeed(new Refusal({ code: "NO_LINK", message: "the link of this order was removed; add it again, or cancel at the warehouse" }))
      return Effect.catch(cancel(link, row), Effect.succeed)
    })
  yield* cancelsBy(orderKinds.outbound.create, (link, row) =>
    Effect.map(
      outboundAtPeer(link, { orderNumber: OutboundOrder.OrderNumber.make(row.number) }, row.number_sent, row.generation, row.put_by ?? "erp"),
      (outcome) => outcome === "requested" ? outcome : undefined
    ))
  yield* cancelsBy(orderKinds.inbound.create, (link, row) =>
    Effect.map(
      inboundAtPeer(link, InboundOrder.AsnNumber.make(row.number), row.number_sent, row.generation, undefined),
      (failure) => failure === undefined ? undefined : new Refusal({ code: "REFUSED", message: failure, isAnswer: true })
    ))

  return Cancels.of({
    outbound,
    oneInbound,
    inbound: (link, asked) =>
      Effect.gen(function*() {
        const numbers = [...new Set(asked.asnNumbers)]
        const results = yield* Effect.forEach(numbers, (asnNumber) => Effect.result(oneInbound(link, asnNumber, asked.warehouseCode)))
        const [first] = results
        if (first !== undefined && Result.isFailure(first) && (results.every(provesNothing) || results.every(refusesAsWhole(first.failure)))) {
          return yield* Effect.fail(first.failure)
        }
        const items = numbers.map((asnNumber, at) => {
          const failure = Result.match(results[at]!, { onSuccess: (text) => text, onFailure: failureText })
          return { asnNumber, ...(failure !== undefined && { failure }) }
        })
        return { items }
      })
  })
})

