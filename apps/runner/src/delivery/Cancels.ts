/**
 * A cancel meets the create's intent and never overtakes it: what was not sent is never sent, what is under way is
 * settled first, what is at the peer is cancelled there (U-143).
 */
import { type AdapterError, InboundOrder, OutboundOrder, WarehouseV1 } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import type { Composed, ConnectedLink } from "../Composition.ts"
import { Connections } from "../connection/Connections.ts"
import { Mapping } from "../mapping/Mapping.ts"
import { Database, type DatabaseFailed, type Row } from "../store/Database.ts"
import * as History from "../store/History.ts"
import { Vault } from "../store/Vault.ts"
import { Events } from "./Events.ts"
import { afterCancel, type IntentState } from "./Intent.ts"
import { Intents } from "./Intents.ts"
import { unlessPaused } from "./Paused.ts"
import { doneNotStored, doubtful, notStored, ofReason, type Refusal } from "./Refusal.ts"
import { briefGaps } from "./Schedule.ts"
import { afterFailure } from "./Verdict.ts"

export class Cancels extends Context.Service<Cancels, {
  readonly outbound: (
    link: ConnectedLink,
    asked: typeof WarehouseV1.CancelOutboundOrder.payload.Type
  ) => Effect.Effect<void, Refusal>
  readonly inbound: (
    link: ConnectedLink,
    asked: typeof WarehouseV1.CancelInboundOrders.payload.Type
  ) => Effect.Effect<typeof WarehouseV1.CancelInboundOrders.success.Type, Refusal>
}>()("@crossdock/runner/delivery/Cancels") {
  static readonly layer = (composed: Composed) => Layer.effect(Cancels, make(composed))
}

const provesNothing = (result: Result.Result<unknown, Refusal>): boolean => Result.isFailure(result) && result.failure.isUnproven === true

/** Beside a number, where a failure reads as "it was not cancelled". */
const failureText = ({ code, isUnproven, says }: Refusal): string =>
  isUnproven === true && code !== unknown.code ? `${unknown.code}: ${unknown.says} (${code}: ${says})` : `${code}: ${says}`
const unknown = doubtful("body")

/** What a cancel does next: nothing more, or go to the peer under this number. */
type Met = { readonly is: "over" } | { readonly is: "at-peer"; readonly numberSent: string; readonly generation: number }

const make = Effect.fnUntraced(function*(composed: Composed) {
  const db = yield* Database
  const vault = yield* Vault
  const connections = yield* Connections
  const mapping = yield* Mapping
  const intents = yield* Intents
  const events = yield* Events

  const note = (scope: string, entity: string, who: string, what: History.What, detail?: string) =>
    History.record(db, vault, { scope, entity, who, what, detail })

  const meet = (link: ConnectedLink, operation: string, entity: string, number: string) =>
    Effect.gen(function*() {
      const first = yield* db.transaction(Effect.gen(function*() {
        const row = yield* intents.newest(link.scope, operation, entity)
        if (row === undefined) return undefined
        yield* note(link.scope, entity, "erp", "cancel")
        const step = afterCancel[row.state as IntentState]
        if (step === "never-send") {
          const now = yield* Clock.currentTimeMillis
          const stopped = yield* db.query(
            "update intent set state = 'Cancelled', held_because = null, updated_at = $2 where id = $1 and state = 'Pending' returning id",
            [row.id, now]
          )
          if (stopped.length > 0) {
            yield* note(link.scope, entity, "runner", "cancelled", "before anything was sent")
            return { ...row, state: "Cancelled" }
          }
        }
        if (step === "wait" || step === "never-send") {
          const now = yield* Clock.currentTimeMillis
          yield* db.query("update intent set is_cancel_wanted = 1, due_at = case when state = 'Doubtful' then $2 else due_at end where id = $1", [row.id, now])
        }
        return row
      }))
      // Created before this runner was, or never: the peer knows.
      if (first === undefined) return { is: "at-peer", numberSent: link.prefix + number, generation: 1 } as Met
      yield* intents.wake
      const row: Row = first.state === "InFlight" || first.state === "Doubtful" || first.state === "Pending"
        ? yield* intents.settled(first.id, composed.server.callerDeadline)
        : first
      const step = afterCancel[row.state as IntentState]
      if (step === "nothing-to-do") return { is: "over" } as Met
      if (step === "cancel-at-peer") {
        return { is: "at-peer", numberSent: row.number_sent, generation: row.generation } as Met
      }
      return yield* Effect.fail(doubtful(composed.server.doubtfulAnswer))
    }).pipe(Effect.catchTag("DatabaseFailed", () => Effect.fail(notStored)))

  /** Tries a cancel at the peer; what is ambiguous is decided by reading the state, never by believing. */
  const atPeer = <A>(
    link: ConnectedLink,
    attempt: Effect.Effect<A, AdapterError.AdapterError>,
    isCancelled: Effect.Effect<"cancelled" | "not" | "unknown", never>
  ): Effect.Effect<A | undefined, Refusal> =>
    Effect.gen(function*() {
      yield* Effect.mapError(unlessPaused(connections, link.peer), ({ reason }) => ofReason(reason))
      let mayHaveActed = false
      for (let tries = 0;; tries++) {
        const result = yield* Effect.result(attempt)
        if (result._tag === "Success") return result.success
        const { reason } = result.failure
        mayHaveActed ||= reason.mayHaveApplied
        const verdict = afterFailure(reason, "cancel")
        const gap = verdict === "answer" ? undefined : briefGaps[tries]
        // What refuses it may be an earlier cancel of which nothing was stored.
        const isRead = verdict === "read-first" || (gap === undefined && (mayHaveActed || reason._tag === "Rejected"))
        const state = isRead ? yield* isCancelled : "unknown"
        if (state === "cancelled") return undefined
        if (gap === undefined) {
          const isKnown = !mayHaveActed || (verdict === "answer" && state === "not")
          return yield* Effect.fail(isKnown || reason.mayHaveApplied ? ofReason(reason) : doubtful(composed.server.doubtfulAnswer))
        }
        yield* Effect.sleep(gap)
      }
    })

  /** What the warehouse has already done. */
  const stored = <A>(work: Effect.Effect<A, DatabaseFailed>) => Effect.mapError(work, () => doneNotStored)

  const outboundAtPeer = Effect.fnUntraced(function*(
    link: ConnectedLink,
    asked: typeof WarehouseV1.CancelOutboundOrder.payload.Type,
    numberSent: string
  ) {
    const number = OutboundOrder.OrderNumber.make(numberSent)
    const row = yield* db.one("select * from outbound where scope = $1 and order_number = $2", [link.scope, asked.orderNumber])
    if (row?.status === "CANCEL") return
    const code = row?.peer_warehouse_code ??
      (asked.warehouseCode === undefined ? undefined : yield* mapping.toPeer(link, "warehouse", asked.warehouseCode))
    const peerNumber = row?.warehouse_order_number ?? asked.warehouseOrderNumber
    const at = {
      ...(code !== undefined && code !== null && { warehouseCode: code }),
      ...(peerNumber !== undefined && peerNumber !== null && { warehouseOrderNumber: peerNumber })
    }
    const read = connections.warehouse(link.peer, WarehouseV1.GetOutboundOrders, {
      orderNumbers: [number],
      ...(at.warehouseCode !== undefined && { warehouseCode: at.warehouseCode }),
      ...(peerNumber && { warehouseOrderNumbers: { [numberSent]: peerNumber } })
    })
    yield* atPeer(
      link,
      connections.warehouse(link.peer, WarehouseV1.CancelOutboundOrder, { orderNumber: number, ...at }),
      Effect.match(read, {
        onFailure: () => "unknown" as const,
        onSuccess: (found) => found[0]?.status === "CANCEL" ? "cancelled" as const : "not" as const
      })
    )
    const after = yield* Effect.option(read)
    const told = after._tag === "Some" ? after.value.find((one) => one.orderNumber === number && one.status === "CANCEL") : undefined
    if (row !== undefined) {
      yield* stored(events.outbound({ scope: link.scope, link, who: "peer" }, {
        ...(told ?? { status: "CANCEL" as const, peerStatus: "CANCELLED" }),
        orderNumber: asked.orderNumber
      }))
    }
  }, Effect.catchTag("DatabaseFailed", () => Effect.fail(notStored)))

  const outbound = Effect.fnUntraced(function*(link: ConnectedLink, asked: typeof WarehouseV1.CancelOutboundOrder.payload.Type) {
    const met = yield* meet(link, "createOutboundOrder", History.outbound(asked.orderNumber), asked.orderNumber)
    if (met.is === "at-peer") yield* outboundAtPeer(link, asked, met.numberSent)
  })

  const inboundAtPeer = Effect.fnUntraced(function*(
    link: ConnectedLink,
    own: InboundOrder.AsnNumber,
    numberSent: string,
    warehouseCode: string | undefined
  ) {
    const asnNumber = InboundOrder.AsnNumber.make(numberSent)
    const row = yield* db.one("select * from inbound where scope = $1 and asn_number = $2", [link.scope, own])
    if (row?.status === "DELETED") return undefined
    const code = row?.peer_warehouse_code ??
      (warehouseCode === undefined ? undefined : yield* mapping.toPeer(link, "warehouse", warehouseCode))
    const at = code === undefined || code === null ? {} : { warehouseCode: code }
    const read = connections.warehouse(link.peer, WarehouseV1.GetInboundOrders, { asnNumbers: [asnNumber], ...at })
    const isCancelled = Effect.match(read, {
      onFailure: () => "unknown" as const,
      onSuccess: (found) => found[0]?.status === "DELETED" ? "cancelled" as const : "not" as const
    })
    const answers = yield* atPeer(
      link,
      connections.warehouse(link.peer, WarehouseV1.CancelInboundOrders, { asnNumbers: [asnNumber], ...at }),
      isCancelled
    )
    const failure = answers?.find((one) => one.asnNumber === asnNumber)?.failure
    if (failure !== undefined && (yield* isCancelled) !== "cancelled") return failure
    if (row !== undefined) {
      const after = yield* Effect.option(read)
      const told = after._tag === "Some" ? after.value[0] : undefined
      // Without its link nothing is emitted: the ERP asked for this itself.
      yield* stored(events.inboundTotals({ scope: link.scope, who: "peer" }, {
        lines: [],
        peerStatus: "DELETED",
        ...told,
        status: "DELETED",
        asnNumber: own
      }))
    }
    return undefined
  }, Effect.catchTag("DatabaseFailed", () => Effect.fail(notStored)))

  // A cancel that nobody waits for any more is carried out once its create is settled.
  yield* intents.onDelivered((row) => {
    const link = connections.linkOf(row.scope)
    if (link === undefined) return Effect.void
    const work: Effect.Effect<unknown, Refusal> = row.operation === "createOutboundOrder"
      ? outboundAtPeer(link, { orderNumber: OutboundOrder.OrderNumber.make(row.entity.slice("outbound:".length)) }, row.number_sent)
      : inboundAtPeer(link, InboundOrder.AsnNumber.make(row.entity.slice("inbound:".length)), row.number_sent, undefined)
    return Effect.gen(function*() {
      yield* work
      yield* db.query("update intent set is_cancel_wanted = 0 where id = $1", [row.id])
    }).pipe(
      Effect.catch(() =>
        Effect.ignore(note(row.scope, row.entity, "runner", "alarm", "the cancel that was waiting could not be carried out; cancel again"))
      )
    )
  })

  return Cancels.of({
    outbound,
    inbound: (link, asked) =>
      Effect.gen(function*() {
        const results = yield* Effect.forEach(asked.asnNumbers, (asnNumber) =>
          Effect.result(Effect.gen(function*() {
            const met = yield* meet(link, "createInboundOrder", History.inbound(asnNumber), asnNumber)
            return met.is === "at-peer" ? yield* inboundAtPeer(link, asnNumber, met.numberSent, asked.warehouseCode) : undefined
          })))
        const [first] = results
        if (first !== undefined && Result.isFailure(first) && results.every(provesNothing)) return yield* Effect.fail(first.failure)
        return asked.asnNumbers.map((asnNumber, at) => {
          const failure = Result.match(results[at]!, { onSuccess: (text) => text, onFailure: failureText })
          return { asnNumber, ...(failure !== undefined && { failure }) }
        })
      })
  })
})

