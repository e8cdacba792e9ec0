/**
 * Stores the outbound orders of which an ERP has told, one row for each number, and places them: the transaction that stores what was told
 * also stores the create at the warehouse, so an order that is told again is not placed again.
 */
import { ErpV1, OutboundOrder, WarehouseV1 } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { Connections } from "../../connection/Connections.ts"
import { pollIntervalOf, visibilityDelayOf } from "../../connection/PollingDefaults.ts"
import { reach } from "../../engine/Failpoint.ts"
import type { CreateEnd } from "../../intents/CreateEnds.ts"
import { givenUpReason } from "../../intents/Decisions.ts"
import { decodeError } from "../../intents/IntentExecution.ts"
import { Restored } from "../../engine/RestoreMode.ts"
import { Intents } from "../../intents/Intents.ts"
import { Reactions } from "../../outbox/Reactions.ts"
import { Database, type DatabaseFailed, type Row } from "../../store/Database.ts"
import { Vault } from "../../store/Vault.ts"
import { timeOfChange } from "../platform/OrderMerge.ts"
import * as SyncStore from "../platform/SyncStore.ts"
import type { OrderEvent } from "../warehouse/OrderEvents.ts"
import { type Encoded, linksOf, placeOf } from "./ReadyOrders.ts"

/**
 * - `placed`: its create is stored, or the warehouse has it
 * - `refused`: it was not placed, or the warehouse refused it; the message says why
 * - `unread`: the ERP has named it, and it could not be read yet
 * - `cancelling`: the ERP wants it cancelled, and the warehouse has not cancelled it yet
 * - `kept`: the same, and the warehouse has shipped it
 * - `cancelled`, `done`: nothing is left to do
 */
export type State = "placed" | "refused" | "unread" | "cancelling" | "kept" | "cancelled" | "done"

/** What became of an order. */
interface Outcome {
  readonly state: State
  readonly message?: string
  /** Where it was placed. Absent: as before. */
  readonly at?: { readonly scope: string; readonly warehouseCode?: string; readonly entity?: number }
  /** When it is cancelled, or of an order that is placed: when is looked whether an earlier cancel has taken effect. */
  readonly dueAt?: number
  /** The same content is placed again when it is told again. */
  readonly isAgain?: true
}

export const make = Effect.gen(function*() {
  const db = yield* Database
  const connections = yield* Connections
  const intents = yield* Intents
  const reactions = yield* Reactions
  const restored = yield* Restored
  const sync = SyncStore.make(db, yield* Vault)

  const rowOf = (connection: string, number: string) => db.one(`select * from ready_order where connection = $1 and number = $2${db.forUpdate}`, [connection, number])

  const place = Effect.fnUntraced(function*(connection: string, { number, told }: Encoded, row: Row | undefined, now: number): Effect.fn.Return<Outcome, DatabaseFailed> {
    const found = placeOf(linksOf(connections, connection), told)
    const before = row?.entity == null || row.state === "cancelled" ? undefined : row
    const isThere = before !== undefined && before.state !== "refused"
    // The ERP has wanted it cancelled before, and nobody knows yet whether the warehouse does so.
    const mayEnd = row?.due_at != null && { dueAt: now }
    const asBefore = (message: string): Outcome => isThere ? { state: "placed", message, ...mayEnd } : { state: "refused", message }
    if ("problem" in found) return asBefore(found.problem)
    const { link, order } = found
    if (isThere && before.scope !== link.scope) {
      return asBefore(`the ERP wants it from the link ${link.scope} by now, and the warehouse of ${String(before.scope)} has it; cancel it there, and let the ERP send it under a new number`)
    }
    const put = yield* intents.put(link, WarehouseV1.CreateOutboundOrder, order, connection)
    if (!("refusal" in put)) {
      // A warehouse that has refused it before may have it nevertheless, and is then to cancel it, because another one has it by now.
      if (before?.state === "refused" && before.scope !== link.scope) {
        yield* db.query("update intent set is_cancel_wanted = 1 where entity = $1 and state = 'Dead' and refused_until is not null", [before.entity])
      }
      return { state: "placed", at: { scope: link.scope, warehouseCode: order.warehouseCode, entity: put.record }, ...(put.isRepeat && mayEnd) }
    }
    const { code, message } = put.refusal
    if (code !== "NOT_ASKED") return asBefore(`${code}: ${message}`)
    // The warehouse is asked about an earlier create of the number first.
    yield* sync.ask(connection, [number], now + visibilityDelayOf(connections, link.peer))
    return { state: "refused", message: `${code}: ${message}`, isAgain: true }
  })

  /** Cancels an order that was not placed from here. The ERP may have sent it by a call, and a restored backup does not know what was placed later. */
  const cancelUnplaced = Effect.fnUntraced(function*(connection: string, { number, told }: Encoded, now: number): Effect.fn.Return<Outcome, DatabaseFailed> {
    const links = linksOf(connections, connection)
    for (const { scope } of links) {
      const created = yield* intents.newest(scope, "outbound", number)
      if (created !== undefined) return { state: "cancelling", at: { scope, entity: Number(created.entity) }, dueAt: now }
    }
    const found = restored.since() === undefined ? undefined : placeOf(links, told)
    return found === undefined || "problem" in found
      ? { state: "cancelled" }
      : { state: "cancelling", at: { scope: found.link.scope, warehouseCode: found.order.warehouseCode }, dueAt: now }
  })

  const outcomeOf = (connection: string, encoded: Encoded, row: Row | undefined, now: number): Effect.Effect<Outcome, DatabaseFailed> => {
    const { state } = encoded.told
    if (state === "ready") return place(connection, encoded, row, now)
    if (state === "done" || row?.state === "cancelled") return Effect.succeed({ state })
    return row?.entity == null ? cancelUnplaced(connection, encoded, now) : Effect.succeed({ state: "cancelling", dueAt: now })
  }

  /** A row that is not there yet is inserted and never updated: of two nodes that are told of a new order at the same time, one begins again and finds what the other has stored. */
  const write = (connection: string, number: string, row: Row | undefined, { changedAt, digest, now, outcome }: { readonly changedAt: number; readonly digest: string; readonly now: number; readonly outcome: Outcome }) => {
    const { at, dueAt, isAgain, message, state } = outcome
    return db.query(
      row === undefined
        ? `insert into ready_order (connection, number, scope, entity, digest, changed_at, state, message, since, due_at, updated_at, warehouse_code)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $9, $11)`
        : `update ready_order set scope = coalesce($3, scope), entity = coalesce($4, entity), warehouse_code = coalesce($11, warehouse_code),
             digest = $5, changed_at = $6, state = $7, message = $8, since = $9, due_at = $10, tries = 0, updated_at = $9
           where connection = $1 and number = $2`,
      [connection, number, at?.scope ?? null, at?.entity ?? null, isAgain === true ? "" : digest, changedAt, state, message ?? null, now, dueAt ?? null, at?.warehouseCode ?? null]
    )
  }

  const set = (row: Row, state: State, message: string | null, now: number) =>
    db.query("update ready_order set state = $3, message = $4, since = $5, updated_at = $5 where connection = $1 and number = $2", [row.connection, row.number, state, message, now])

  /** Whether nothing is known against the order as it is: it has changed since it was sent, or the warehouse was not reached, or did not work. */
  const isToRepeat = Effect.fnUntraced(function*(intent: Row, row: Row, end: Extract<CreateEnd, { readonly reason: string }>) {
    if (!connections.offers(String(row.connection)).includes(ErpV1.ListOutboundOrders.name)) return false
    if (row.message !== null) return true
    const stored = yield* db.one("select error from intent where entity = $1", [intent.entity])
    return end.words === undefined && Option.exists(decodeError(stored?.error ?? null), ({ reason }) => reason.isRetryable)
  })

  /** The warehouse has refused an order, or was not reached. */
  const refused = Effect.fnUntraced(function*(intent: Row, row: Row, end: Extract<CreateEnd, { readonly reason: string }>, now: number) {
    yield* set(row, "refused", end.reason, now)
    const connection = String(row.connection)
    if (yield* isToRepeat(intent, row, end)) {
      yield* db.query("update ready_order set digest = '' where connection = $1 and number = $2", [connection, row.number])
      return yield* sync.ask(connection, [String(row.number)], now + pollIntervalOf(connections, connection))
    }
    const link = connections.linkOf(String(row.scope))
    // The ERP learns of an order that a person gives up from that decision, and of one that it sent itself from the answer.
    if (link === undefined || intent.put_by !== connection || end.reason === givenUpReason) return
    const order = { orderNumber: OutboundOrder.OrderNumber.make(row.number), warehouseCode: String(row.warehouse_code) }
    yield* reactions.run<OrderEvent>({ _tag: "OutboundGivenUp", link, order, code: "REFUSED", reason: end.reason })
  })

  /** A create has ended that was made for an order of an ERP. */
  const ended = Effect.fnUntraced(function*(intent: Row, end: CreateEnd): Effect.fn.Return<void, DatabaseFailed> {
    const row = yield* db.one(`select connection, number, scope, warehouse_code, state, message from ready_order where entity = $1${db.forUpdate}`, [intent.entity])
    if (row === undefined) return
    const now = yield* Clock.currentTimeMillis
    if (end.is === "created" && row.state === "refused") yield* set(row, "placed", null, now)
    if (end.is === "refused" && row.state === "placed") yield* refused(intent, row, end, now)
  })

  yield* intents.whenEnded(WarehouseV1.CreateOutboundOrder.name, {
    concerns: ({ erp }) => connections.offers(erp).includes(ErpV1.ListOutboundOrders.name) || connections.get(erp)?.plugin.receives === true,
    ended: (intent, _, end) => ended(intent, end)
  })

  return {
    /**
     * Stores what an ERP has told of an order in the current transaction, and places the order or lets it be cancelled. Returns false if it
     * says nothing new. If the transaction fails by a unique violation, it may be repeated.
     */
    store: Effect.fnUntraced(function*(connection: string, encoded: Encoded, receivedAt: number): Effect.fn.Return<boolean, DatabaseFailed> {
      const row = yield* rowOf(connection, encoded.number)
      const { at: changedAt } = timeOfChange(encoded.changedAt, receivedAt)
      if (row !== undefined && Number(row.changed_at) > changedAt) return false
      const now = yield* Clock.currentTimeMillis
      if (row?.digest === encoded.digest) {
        // What is told of an earlier change is old from now on, and the row is kept as long as the ERP tells of the order.
        if (Number(row.changed_at) < changedAt) yield* db.query("update ready_order set changed_at = $3, updated_at = $4 where connection = $1 and number = $2", [connection, encoded.number, changedAt, now])
        return false
      }
      yield* write(connection, encoded.number, row, { changedAt, digest: encoded.digest, now, outcome: yield* outcomeOf(connection, encoded, row, now) })
      yield* reach("event.before-commit")
      return true
    }),
    /** Lets the orders that no link has placed be read again, because the links are others than before. */
    linked: Effect.fnUntraced(function*(connection: string): Effect.fn.Return<void, DatabaseFailed> {
      const now = yield* Clock.currentTimeMillis
      const unplaced = yield* db.query("update ready_order set digest = '' where connection = $1 and state = 'refused' and entity is null returning number", [connection])
      yield* sync.ask(connection, unplaced.map(({ number }) => String(number)).toSorted(), now)
    }),
    /** Notes in the current transaction that an order exists at an ERP and could not be read. */
    unread: Effect.fnUntraced(function*(connection: string, number: string, message: string): Effect.fn.Return<void, DatabaseFailed> {
      yield* db.query(
        `insert into ready_order (connection, number, digest, changed_at, state, message, since, updated_at) values ($1, $2, '', 0, 'unread', $3, $4, $4)
         on conflict (connection, number) do update set digest = '', message = $3,
           since = case when ready_order.message = $3 then ready_order.since else $4 end, updated_at = $4`,
        [connection, number, message, yield* Clock.currentTimeMillis]
      )
    })
  }
})
