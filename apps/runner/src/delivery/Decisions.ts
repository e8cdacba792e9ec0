/**
 * Decisions of a person about a create whose outcome no query has settled. The runner asks the warehouse first and refuses a
 * decision that contradicts the response. A decision can be taken back.
 */
import { AdapterError, ErpV1, InboundPhase, OutboundPhase, type WarehouseV1 } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import type { Connections } from "../connection/Connections.ts"
import type { Database, DatabaseFailed, Row } from "../store/Database.ts"
import type * as History from "../store/History.ts"
import type { AnyEntry } from "./Creates.ts"
import { entryOf } from "./Creates.ts"
import { type IntentBook, placeOf } from "./IntentBook.ts"
import type { IntentWork } from "./IntentWork.ts"
import type { Outbox } from "./Outbox.ts"
import { Refusal } from "./Refusal.ts"

export type Decision = "Delivered" | "Pending" | "Dead"

export interface Decided {
  readonly decision: Decision
  /** The name of the person, from the option `--as`. */
  readonly who: string
  /** The warehouse's own number of the order. */
  readonly peerNumber?: string | undefined
  /** Accepts the create although the warehouse does not show the order. */
  readonly isConfirmed?: boolean | undefined
}

export interface Decisions {
  readonly decide: (id: string, decided: Decided) => Effect.Effect<void, DatabaseFailed | Refusal>
  /** Makes a decided or accepted create Doubtful again, so that the runner asks the warehouse again. */
  readonly reopen: (id: string, who: string) => Effect.Effect<void, DatabaseFailed | Refusal>
}

const refused = (code: string, message: string) => Effect.fail(new Refusal({ code, message }))

/** The error for a create that a person gave up. The ERP gets it as a status and as the response to its next repeat. */
export const givenUp = new Refusal({
  code: "GIVEN_UP",
  message: "a person decided that this order is not sent; send it once more to create it anew"
})

const successOf = (operation: string, number: string): unknown =>
  operation === "createOutboundOrder" ? { warehouseOrderNumber: number } : { referenceNumber: number }

export const make = (options: {
  readonly db: Database["Service"]
  readonly book: IntentBook
  readonly connections: Connections["Service"]
  readonly outbox: Outbox["Service"]
  readonly work: Pick<IntentWork, "contentOf" | "delivered" | "lookUp">
  readonly tell: (id: string) => Effect.Effect<void>
  readonly wake: Effect.Effect<void>
}): Decisions => {
  const { book, connections, db, outbox, tell, wake, work } = options
  const { move, note } = book

  /** Reads the row of the order, if it belongs to the generation of the intent. */
  const known = (row: Row): Effect.Effect<Row | undefined, DatabaseFailed> => {
    const number = row.entity.slice(row.entity.indexOf(":") + 1)
    return row.operation === "createOutboundOrder"
      ? db.one("select phase from outbound where scope = $1 and order_number = $2 and generation = $3", [row.scope, number, row.generation])
      : db.one("select phase from inbound where scope = $1 and asn_number = $2 and generation = $3", [row.scope, number, row.generation])
  }

  /** Tells the ERP that an outbound order failed. There is no such message for an ASN; the ERP learns it from its next call. */
  const tellErp = Effect.fnUntraced(function*(row: Row, entry: AnyEntry | undefined) {
    const asked = entry === undefined ? Option.none() : yield* book.openable(row, entry, "asked")
    const sent = entry === undefined ? Option.none() : yield* book.openable(row, entry, "sent")
    if (row.operation !== "createOutboundOrder" || Option.isNone(asked) || Option.isNone(sent)) return
    const order = asked.value as typeof WarehouseV1.CreateOutboundOrder.payload.Type
    const there = sent.value as typeof WarehouseV1.CreateOutboundOrder.payload.Type
    const now = yield* Clock.currentTimeMillis
    const failedReason = `${givenUp.code}: a person decided that this order is not sent`
    yield* db.query(
      `insert into outbound (scope, order_number, connection, generation, number_sent, warehouse_code, peer_warehouse_code, phase,
         peer_status, failed_reason, is_open, checked_at, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, 'failed', $8, $9, 0, $10, $10, $10)
       on conflict (scope, order_number) do update set connection = $3, generation = $4, number_sent = $5, warehouse_code = $6,
         peer_warehouse_code = $7, phase = 'failed', peer_status = $8, failed_reason = $9, is_open = 0, checked_at = $10, updated_at = $10,
         warehouse_order_number = null, carrier_name = null, tracking_number = null, shipped_at = null, tracking_url = null, delivered_at = null
       where outbound.generation <= $4`,
      [row.scope, order.orderNumber, row.connection, row.generation, row.number_sent, order.warehouseCode, there.warehouseCode, givenUp.code, failedReason, now]
    )
    const link = connections.linkOf(row.scope)
    if (link === undefined) return
    yield* outbox.put({
      connection: link.erp,
      scope: row.scope,
      entity: `${row.scope} ${row.entity}`,
      operation: ErpV1.ReceiveOutboundStatus,
      payload: {
        orderNumber: order.orderNumber,
        warehouseCode: order.warehouseCode,
        phase: "failed",
        status: givenUp.code,
        failedReason
      },
      isState: false
    })
  })

  const lookUp = Effect.fnUntraced(function*(row: Row) {
    const content = yield* work.contentOf(row)
    if (content.entry === undefined) return { entry: undefined, found: undefined, isTooEarly: false, why: content.why }
    const { exit, found, isTooEarly, reason } = yield* work.lookUp(row, content.entry, content.sent)
    const why = Exit.isSuccess(exit)
      ? "the warehouse answers that it does not have it"
      : `the warehouse could not be asked: ${reason === undefined ? "the adapter failed" : AdapterError.describe(reason)}`
    return { entry: content.entry, found, isTooEarly, why }
  })

  const decide = Effect.fnUntraced(function*(id: string, { decision, isConfirmed, peerNumber, who }: Decided) {
    const row = yield* book.byId(id)
    if (row.state !== "Doubtful") {
      return yield* refused("NOT_DOUBTFUL", `this intent is ${row.state}, and only a Doubtful one can be decided; \`crossdock intents reopen\` makes a decided one Doubtful again`)
    }
    const { entry, found, isTooEarly, why } = yield* lookUp(row)
    if (isTooEarly) {
      return yield* refused("TOO_EARLY", "the order that the warehouse shows may still be an earlier one with this number; decide again after its visibility delay")
    }
    if (found !== undefined && entry !== undefined) {
      const as = found.peerNumber === undefined ? "" : ` as ${found.peerNumber}`
      if (decision !== "Delivered") {
        return yield* refused("FOUND_THERE", `the warehouse has it${as}; decide delivered, and cancel the order where it is not wanted`)
      }
      if (peerNumber !== undefined && found.peerNumber !== undefined && peerNumber !== found.peerNumber) {
        return yield* refused("OTHER_NUMBER", `the warehouse has it${as} and not as ${peerNumber}; leave the number out`)
      }
      return yield* work.delivered(row, entry, found.success, `, found by a query of ${who}`)
    }
    if (decision === "Delivered") {
      if (entry === undefined || peerNumber === undefined || isConfirmed !== true) {
        return yield* refused("NOT_PROVEN", `${why}. If it is there nevertheless, give its number at the warehouse and confirm it (--peer-number and --yes)`)
      }
      return yield* work.delivered(row, entry, successOf(row.operation, peerNumber), `, decided by ${who}, not seen at the warehouse`)
    }
    const phase = (yield* known(row))?.phase
    if (phase !== null && phase !== undefined) {
      return yield* refused("FOUND_THERE", `the warehouse has reported it (${phase}); decide delivered with its number, and cancel the order where it is not wanted`)
    }
    yield* db.transaction(Effect.gen(function*() {
      if ((yield* move(row, decision)) === undefined) return
      yield* note(placeOf(row), who, "decided", decision === "Pending" ? "will be sent again" : "will not be sent")
      if (decision !== "Dead") return
      yield* db.query("update intent set is_to_refuse = 1 where id = $1", [id])
      yield* tellErp(row, entryOf(row.operation))
    }))
    yield* tell(id)
    yield* wake
  })

  const reopen = Effect.fnUntraced(function*(id: string, who: string) {
    yield* db.transaction(Effect.gen(function*() {
      const row = yield* book.byId(id)
      const newest = yield* book.newest(row.scope, row.operation, row.entity)
      if (newest?.id !== id) return yield* refused("ISSUED_ANEW", `the order was created again since, as generation ${newest?.generation}; decide that one`)
      const isDecided = row.state === "Dead" && row.error === null
      if (!isDecided && row.state !== "Delivered") {
        return yield* refused("NOT_REOPENED", row.state === "Dead"
          ? "the warehouse refused this order; correct it and let the ERP send it again under the same number"
          : `this intent is ${row.state}; only a decided or accepted one can be reopened`)
      }
      const phase = (yield* known(row))?.phase
      if (row.state === "Delivered" && phase !== null && phase !== undefined && isEnded(row.operation, phase)) {
        return yield* refused("ENDED", `the order has ended at the warehouse (${phase}), so the intent cannot be reopened`)
      }
      const now = yield* Clock.currentTimeMillis
      yield* db.query(
        `update intent set state = 'Doubtful', result = null, error = null, is_to_refuse = 0, is_asked = 0, queries = 0, absences = 0,
           last_absent_at = null, cancel_at = null, due_at = $2, updated_at = $2 where id = $1`,
        [id, now]
      )
      if (row.operation === "createOutboundOrder") {
        yield* db.query(
          `update outbound set warehouse_order_number = null, is_open = 1, checked_at = 0, updated_at = $4,
             phase = case when phase = 'failed' then null else phase end,
             peer_status = case when phase = 'failed' then null else peer_status end, failed_reason = null
           where scope = $1 and order_number = $2 and generation = $3`,
          [row.scope, row.entity.slice("outbound:".length), row.generation, now]
        )
      }
      yield* note(placeOf(row), who, "reopened" satisfies History.What, `was ${row.state}; the runner asks the warehouse for it`)
    }))
    yield* wake
  })

  return { decide, reopen }
}

const isEnded = (operation: string, phase: string): boolean =>
  operation === "createOutboundOrder"
    ? OutboundPhase.isEnded(phase as OutboundPhase.OutboundPhase)
    : InboundPhase.isEnded(phase as InboundPhase.InboundPhase)
