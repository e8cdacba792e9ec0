/**
 * Stores the outbound orders of which an ERP has told, one row for each number, and places them: the transaction that stores what was told
 * also stores the create at the warehouse, so an order that is told again is not placed again.
 */
import { ErpV1, OutboundOrder, WarehouseV1 } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { Connections } from "../../connection/Connections.ts"
import { pollIntervalOf, visibilityDelayOf } from "../../connection/PollInterval.ts"
import { reach } from "../../engine/Failpoint.ts"
import type { CreateEnd } from "../../intents/CreateEnds.ts"
import { givenUpReason } from "../../intents/Decisions.ts"
import { decodeError } from "../../intents/IntentExecution.ts"
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
  readonly at?: { readonly scope: string; readonly warehouseCode: string; readonly entity: number }
  readonly dueAt?: number
  /** The same content is placed again when it is told again. */
  readonly isAgain?: true
}

export const make = Effect.gen(function*() {
  const db = yield* Database
  const connections = yield* Connections
  const intents = yield* Intents
  const reactions = yield* Reactions
  const sync = SyncStore.make(db, yield* Vault)

  const rowOf = (connection: string, number: string) => db.one(`select * from ready_order where connection = $1 and number = $2${db.forUpdate}`, [connection, number])

  const place = Effect.fnUntraced(function*(connection: string, { number, told }: Encoded, row: Row | undefined, now: number): Effect.fn.Return<Outcome, DatabaseFailed> {
    const found = placeOf(linksOf(connections, connection), told)
    const before = row?.entity == null || row.state === "cancelled" ? undefined : row
    if ("problem" in found) return { state: before === undefined ? "refused" : "placed", message: found.problem }
    const { link, order } = found
    if (before !== undefined && before.state !== "refused" && before.scope !== link.scope) {
      return { state: "placed", message: `the ERP wants it from the link ${link.scope} by now, and the warehouse of ${String(before.scope)} has it; cancel it there, and let the ERP send it under a new number` }
    }
    const put = yield* intents.put(link, WarehouseV1.CreateOutboundOrder, order, connection)
    if (!("refusal" in put)) return { state: "placed", at: { scope: link.scope, warehouseCode: order.warehouseCode, entity: put.record } }
    const { code, message } = put.refusal
    if (code !== "NOT_ASKED") return { state: before === undefined || before.state === "refused" ? "refused" : "placed", message: `${code}: ${message}` }
    // The warehouse is asked about an earlier create of the number first.
    yield* sync.ask(connection, [number], now + visibilityDelayOf(connections, link.peer))
    return { state: "refused", message: `${code}: ${message}`, isAgain: true }
  })

  const outcomeOf = (connection: string, encoded: Encoded, row: Row | undefined, now: number): Effect.Effect<Outcome, DatabaseFailed> => {
    if (encoded.told.state === "ready") return place(connection, encoded, row, now)
    if (encoded.told.state === "done" || row?.entity == null || row.state === "cancelled") return Effect.succeed({ state: encoded.told.state })
    return Effect.succeed({ state: "cancelling", dueAt: now })
  }

  const write = (connection: string, number: string, { changedAt, digest, now, outcome }: { readonly changedAt: number; readonly digest: string; readonly now: number; readonly outcome: Outcome }) => {
    const { at, dueAt, isAgain, message, state } = outcome
    return db.query(
      `insert into ready_order (connection, number, scope, entity, digest, changed_at, state, message, since, due_at, updated_at, warehouse_code)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $9, $11)
       on conflict (connection, number) do update set scope = coalesce($3, ready_order.scope), entity = coalesce($4, ready_order.entity),
         warehouse_code = coalesce($11, ready_order.warehouse_code), digest = $5, changed_at = $6, state = $7, message = $8, since = $9, due_at = $10, tries = 0, updated_at = $9`,
      [connection, number, at?.scope ?? null, at?.entity ?? null, isAgain === true ? "" : digest, changedAt, state, message ?? null, now, dueAt ?? null, at?.warehouseCode ?? null]
    )
  }

  const set = (row: Row, state: State, message: string | null, now: number) =>
    db.query("update ready_order set state = $3, message = $4, since = $5, updated_at = $5 where connection = $1 and number = $2", [row.connection, row.number, state, message, now])

  /** Whether nothing is known against the order: the warehouse was not reached, or did not work. */
  const isToRepeat = Effect.fnUntraced(function*(intent: Row, connection: string) {
    const stored = yield* db.one("select error from intent where entity = $1", [intent.entity])
    return connections.offers(connection).includes(ErpV1.ListOutboundOrders.name) && Option.exists(decodeError(stored?.error ?? null), ({ reason }) => reason.isRetryable)
  })

  /** The warehouse has refused an order, or was not reached. */
  const refused = Effect.fnUntraced(function*(intent: Row, row: Row, end: Extract<CreateEnd, { readonly reason: string }>, now: number) {
    yield* set(row, "refused", end.reason, now)
    const connection = String(row.connection)
    if (end.words === undefined && (yield* isToRepeat(intent, connection))) {
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
    const row = yield* db.one(`select connection, number, scope, warehouse_code, state from ready_order where entity = $1${db.forUpdate}`, [intent.entity])
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
      if (row !== undefined && (Number(row.changed_at) > changedAt || row.digest === encoded.digest)) return false
      const now = yield* Clock.currentTimeMillis
      yield* write(connection, encoded.number, { changedAt, digest: encoded.digest, now, outcome: yield* outcomeOf(connection, encoded, row, now) })
      yield* reach("event.before-commit")
      return true
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
