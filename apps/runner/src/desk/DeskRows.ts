/**
 * The rows of the order desk: the orders of shops that it takes, and what it has placed of each.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { kind } from "../contracts/platform/OrderKinds.ts"
import { kinds as warehouseKinds } from "../contracts/warehouse/OrderKinds.ts"
import * as UnsentPartRows from "./UnsentPartRows.ts"
import * as Charges from "./Charges.ts"
import type { TraceEntry } from "./WarehouseChoice.ts"
import * as Needs from "./Needs.ts"
import type { OrderLine } from "./OrderFacts.ts"
import * as PartRecords from "./PartRecords.ts"
import type { ChosenPlace, Placement } from "./Rules.ts"
import * as SettledOrders from "./SettledOrders.ts"
import * as WithdrawalRows from "./WithdrawalRows.ts"
import { type Database, type DatabaseFailed, parameters, type Row, type Value } from "../store/Database.ts"

/** The kind of record that the desk takes. */
export const kindOfOrders = kind.kind

/** The kind of record that a part is at its warehouse. */
export const kindOfParts = warehouseKinds.outbound.kind

/**
 * Every transaction changes the row of an order before those of its parts and parcels, to avoid deadlocks.
 * - `due`: it is to be decided
 * - `waiting`: it is not paid, or the shop holds it
 * - `held`: it is not placed, for a reason; some causes pass by themselves
 * - `placed`: warehouses have orders for all of it
 * - `done`: the shop knows of all parcels, or ships the order itself
 * - `closed`: it ended at the shop before all of it was shipped
 */
export type OrderState = "due" | "waiting" | "held" | "placed" | "done" | "closed"

/**
 * - `reserving`: its pieces are being reserved; nothing was sent
 * - `unsent`: it was given up before anything was sent. Once the books have surely nothing reserved for it, it is forgotten, so that its number
 *   is used again
 * - `labelling`: its pieces are reserved, and the shop is asked for a shipment and its label; nothing was sent to the warehouse
 * - `placed`: it is being sent to the warehouse
 * - `accepted`: the warehouse has it
 * - `refused`: the warehouse has refused it in words that nobody lists, and may have it nevertheless; its pieces stay reserved
 * - `shipped`: it has left
 * - `cancelling`: the warehouse is asked not to ship it
 * - `void`: the warehouse does not ship it
 */
export type PartState = "reserving" | "unsent" | "labelling" | "placed" | "accepted" | "refused" | "shipped" | "cancelling" | "void"

/** How a part is shipped with a label of the shop, by the rule that has placed it. */
export interface Shipping {
  readonly channel: string | undefined
  readonly label: NonNullable<Placement["label"]>
  /** Absent: the warehouse may ship it in several parcels. */
  readonly shipsComplete?: boolean
}

/**
 * - `arranging`: the shop is asked to arrange it
 * - `arranged`: the shop has arranged it under the tracking number of the part
 * - `refused`: the shop does not arrange it
 * - `cancelled`: it is arranged no more
 * - `kept`: the part is not shipped, and the shop could not cancel the shipment
 */
export type ShipmentState = "arranging" | "arranged" | "refused" | "cancelled" | "kept"

/** What one warehouse ships of an order. */
export interface Part {
  readonly number: string
  /** The row of the order that its create made at the link. Undefined: nothing was created yet, or an earlier release has placed it. */
  readonly record: number | undefined
  /** What the books tell it apart by from others that use its number. It is chosen when the part is planned, before there is a record. */
  readonly issue: string
  /** Nobody else has ever used the number, so what the books know of it from an earlier release is of this part. */
  readonly ownsNumber: boolean
  /** The scope of the link. */
  readonly link: string
  /** The name in the books. */
  readonly warehouse: string
  /** The code at the link. */
  readonly warehouseCode: string
  readonly state: PartState
  readonly isReserved: boolean
  /** Its warehouse has refused it as it was, so it is tried elsewhere. */
  readonly isRefused: boolean
  readonly lines: ReadonlyArray<OrderLine>
  /** What a person has decided not to wait for any more. */
  readonly givenUp: ReadonlyArray<OrderLine>
  /** What it was told of the amounts of the order. Undefined: an earlier release has placed it. */
  readonly charges: Charges.Charges | undefined
  readonly because: string | undefined
  /** The last withdrawal by a person. Undefined: nobody has withdrawn it. */
  readonly withdrawn: WithdrawalRows.Withdrawal | undefined
  /** Undefined: the warehouse makes the label. The same goes for the next three. */
  readonly shipping: Shipping | undefined
  /** The id of the create by which the shop arranges the shipment. */
  readonly shipment: string | undefined
  readonly shipmentState: ShipmentState | undefined
  /** The tracking number of the shipment that the shop has arranged. */
  readonly trackingNumber: string | undefined
}

/** A part, told apart from others that have its number before it or after it. */
export type Issue = Pick<Part, "issue" | "number">

/** An order of a shop at the desk. */
export interface DeskOrder {
  readonly entity: number
  /** The scope of the link to the shop, and the shop's id of the order. */
  readonly scope: string
  readonly number: string
  /** The trace of the order, as its row has it. */
  readonly trace: string | null
  readonly state: OrderState
  readonly version: number
  readonly placedContent: string | undefined
  readonly cause: string | undefined
  readonly because: string | undefined
  /** Who holds it and why, until a person releases it, whatever else holds it meanwhile. */
  readonly person: string | undefined
  /** A person has released it, so rules do not hold it. */
  readonly isReleased: boolean
  /** From where a person wants it to be shipped. Undefined: the rules decide. */
  readonly chosen: ChosenPlace | undefined
  /** A person has accepted that the shop has finished it although not everything had left. */
  readonly isEndAccepted: boolean
  readonly attempt: number
  /** When it is due, in milliseconds since 1970. Undefined: when it changes, or a person acts. */
  readonly dueAt: number | undefined
  /** When the desk took it. */
  readonly storedAt: number
  /** When it was last certain that no warehouse has more of it than the runner knows, although the runner works on a restored backup. */
  readonly clearedAt: number | undefined
}

/** What becomes of an order. What is left out is cleared, except the rule and its explanation. */
export interface Outcome {
  readonly state: OrderState
  readonly cause?: string
  readonly because?: string
  readonly rule?: string
  readonly explanation?: ReadonlyArray<TraceEntry>
  readonly placedContent?: string
  readonly attempt?: number
  /** Warehouses may have more of the order than the runner knows, because it works on a restored backup. Default: only of one that is held or due. */
  readonly isUncertain?: boolean
  /** Milliseconds since 1970. Absent: when the order changes, or a person acts. */
  readonly dueAt?: number
}

export const toOrder = (row: Row): DeskOrder => ({
  entity: Number(row.entity),
  scope: row.scope,
  number: row.number,
  trace: row.trace,
  state: row.state,
  version: Number(row.version),
  placedContent: row.placed_content ?? undefined,
  cause: row.cause ?? undefined,
  because: row.because ?? undefined,
  person: row.person ?? undefined,
  isReleased: row.is_released === 1,
  chosen: row.chosen_place === null ? undefined : JSON.parse(row.chosen_place),
  isEndAccepted: row.is_end_accepted === 1,
  attempt: row.attempt,
  dueAt: row.due_at === null ? undefined : Number(row.due_at),
  storedAt: Number(row.created_at),
  clearedAt: row.cleared_at === null ? undefined : Number(row.cleared_at)
})

export const toPart = (row: Row): Part => ({
  number: row.number,
  record: row.record === null ? undefined : Number(row.record),
  issue: row.issue,
  ownsNumber: row.owns_number === 1,
  link: row.link,
  warehouse: row.warehouse,
  warehouseCode: row.warehouse_code,
  state: row.state,
  isReserved: row.is_reserved === 1,
  isRefused: row.is_refused === 1,
  lines: JSON.parse(row.lines),
  givenUp: row.given_up === null ? [] : JSON.parse(row.given_up),
  charges: row.charges === null ? undefined : Charges.fromText(row.charges),
  because: row.because ?? undefined,
  withdrawn: row.withdrawn === null ? undefined : JSON.parse(row.withdrawn),
  shipping: row.shipping === null ? undefined : JSON.parse(row.shipping),
  shipment: row.shipment ?? undefined,
  shipmentState: row.shipment_state ?? undefined,
  trackingNumber: row.tracking_number ?? undefined
})

export const columns = "o.entity, e.scope, e.number, e.trace, o.state, o.version, o.placed_content, o.cause, o.because, o.person, o.is_released, o.chosen_place, o.is_end_accepted, o.attempt, o.due_at, o.created_at, o.cleared_at"

/** The states of a part that has not ended: what the warehouse reports next ends it. */
const underWay: ReadonlyArray<PartState> = ["reserving", "labelling", "placed", "accepted", "refused", "cancelling"]

/** SQL for what `update desk_order` changes when it is held for the cause `$2` and the reason `$3`, at the time `$4`. */
const heldAndDue = `since = case when state = 'held' and cause = $2 then since else $4 end, state = 'held', cause = $2, because = $3, is_released = 0, is_end_accepted = 0,
  due_at = $4, is_repeat = 0, version = version + 1, updated_at = $4`

const setPart = Effect.fnUntraced(function*(db: Database["Service"], number: string, from: ReadonlyArray<PartState>, state: PartState, because?: string, record?: number) {
  const now = yield* Clock.currentTimeMillis
  const rows = yield* db.query(
    `update desk_part set state = $2, because = $3, updated_at = $4, record = coalesce(cast($5 as bigint), record)
     where number = $1 and state in (${parameters(from.length, 6)}) returning number`,
    [number, state, because ?? null, now, record ?? null, ...from]
  )
  return rows.length > 0
})

/**
 * Notes that a warehouse does not ship a part, or nothing more of it. The order is held, unless the desk has asked for this. False: the part
 * is in none of the states `from`.
 */
const endPart = Effect.fnUntraced(function*(db: Database["Service"], entity: number, { lines, number, state }: Part, reason: string, { cause, from }: { readonly cause: string; readonly from: ReadonlyArray<PartState> }) {
  if (!from.includes(state)) return false
  const now = yield* Clock.currentTimeMillis
  yield* state === "cancelling"
    ? db.query("update desk_order set due_at = $2, is_repeat = 0, version = version + 1, updated_at = $2 where entity = $1", [entity, now])
    : db.query(`update desk_order set ${heldAndDue} where entity = $1`, [entity, cause, `order ${number}: ${reason}`, now])
  if (!(yield* setPart(db, number, from, "void", reason))) return false
  yield* Needs.make(db).add(entity, lines, [])
  return true
})

/** Locks the order of a part that a condition finds, and then reads the part. On SQLite a transaction has the database for itself. */
const locked = Effect.fnUntraced(function*(db: Database["Service"], found: string, values: ReadonlyArray<Value>) {
  if (db.forUpdate !== "") yield* db.query(`select entity from desk_order where entity = (select p.entity from desk_part p where ${found})${db.forUpdate}`, values)
  const row = yield* db.one(`select p.* from desk_part p where ${found}`, values)
  return row && { entity: Number(row.entity), part: toPart(row) }
})

/** The rows of orders. */
const ofOrders = (db: Database["Service"]) => ({
  /** Takes the open orders of shops that were stored before the desk took their orders, in a state. */
  takeStored: Effect.fnUntraced(function*(shops: ReadonlyArray<string>, { because, cause, state }: Pick<Outcome, "because" | "cause" | "state">) {
    if (shops.length === 0) return
    const now = yield* Clock.currentTimeMillis
    yield* db.query(
      `insert into desk_order (entity, scope, state, cause, because, due_at, since, created_at, updated_at)
       select e.id, e.scope, $3, $4, $5, $1, $1, $1, $1 from entity e
       where e.scope in (${parameters(shops.length, 6)}) and e.kind = $2 and e.is_open = 1 and not exists (select 1 from desk_order o where o.entity = e.id)
       on conflict (entity) do nothing`,
      [now, kindOfOrders, state, cause ?? null, because ?? null, ...shops]
    )
  }),

  /** The order of a shop with this number. */
  find: (scope: string, number: string): Effect.Effect<DeskOrder | undefined, DatabaseFailed> =>
    Effect.map(
      db.one(`select ${columns} from desk_order o join entity e on e.id = o.entity where e.scope = $1 and e.kind = $2 and e.number = $3 order by e.generation desc limit 1`, [
        scope,
        kindOfOrders,
        number
      ]),
      (row) => row && toOrder(row)
    ),

  /**
   * Tries an order again at a time, whatever was written of it meanwhile, unless it has become due anew. False: it has. `because` is told
   * if the order is not held for another cause.
   */
  postpone: Effect.fnUntraced(function*({ attempt, dueAt, entity }: DeskOrder, because: string, later: number) {
    const now = yield* Clock.currentTimeMillis
    const rows = yield* db.query(
      `update desk_order set attempt = $3, because = case when cause is null then $4 else because end, due_at = $5, is_repeat = 1, updated_at = $6, version = version + 1
       where entity = $1 and due_at = $2 returning entity`,
      [entity, dueAt ?? null, attempt + 1, because, later, now]
    )
    return rows.length > 0
  }),

  /** Stores what became of an order. False if the order has changed since it was read; then nothing was written. */
  settle: (order: DeskOrder, outcome: Outcome): Effect.Effect<boolean, DatabaseFailed> =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => db.unit(SettledOrders.settle, { order, outcome, now })),

  /** Whether the order is still as it was read. The caller's transaction keeps it so. */
  isUnchanged: ({ entity, version }: DeskOrder): Effect.Effect<boolean, DatabaseFailed> =>
    Effect.map(db.query(`select entity from desk_order where entity = $1 and version = $2${db.forUpdate}`, [entity, version]), (rows) => rows.length > 0),

  /** Raises the version of an order, so that who has read it before stores nothing more. Undefined: it has changed since it was read. */
  raise: (order: DeskOrder) => UnsentPartRows.raise(db, order),

  /** Lets the desk look at an order again. */
  becomesDue: Effect.fnUntraced(function*(entity: number) {
    const now = yield* Clock.currentTimeMillis
    yield* db.query("update desk_order set due_at = $2, is_repeat = 0, version = version + 1, updated_at = $2 where entity = $1", [entity, now])
  }),

  /** Holds an order for a cause, and lets the desk look at it. */
  holdFor: Effect.fnUntraced(function*(entity: number, cause: string, because: string) {
    const now = yield* Clock.currentTimeMillis
    yield* db.query(`update desk_order set ${heldAndDue} where entity = $1`, [entity, cause, because, now])
  }),

  /** Lets the desk look at an order again at a time, if it would not before. */
  dueBy: (entity: number, at: number): Effect.Effect<unknown, DatabaseFailed> =>
    db.query("update desk_order set due_at = $2, version = version + 1 where entity = $1 and (due_at is null or due_at > $2)", [entity, at])
})

/** The rows of all parts. */
const ofParts = (db: Database["Service"]) => ({
  /** The links of parts that have not ended. A rule may have left the composition since it placed them. */
  linksOfParts: Effect.map(
    db.query("select distinct link from desk_part where state not in ('unsent', 'shipped', 'void')"),
    (rows): ReadonlyArray<string> => rows.map(({ link }) => link)
  ),

  /** What was placed of an order, or is being placed, the oldest first. */
  parts: (entity: number): Effect.Effect<ReadonlyArray<Part>, DatabaseFailed> =>
    Effect.map(db.query("select * from desk_part where entity = $1 order by created_at, number", [entity]), (rows) => rows.map(toPart)),

  /** Moves a part on from one of some states; `record` is what its create made. False: it is in another state, and nothing was written. */
  setPart: Effect.fnUntraced(function*(number: string, from: ReadonlyArray<PartState>, state: PartState, because?: string, record?: number): Effect.fn.Return<boolean, DatabaseFailed> {
    if (!(yield* setPart(db, number, from, state, because, record))) return false
    // What the record reports has left is told to the books under the issue of the part.
    if (record !== undefined) yield* db.query("update entity set books_issue = (select issue from desk_part where number = $2) where id = $1", [record, number])
    return true
  }),

  /** A part. The caller's transaction keeps it, and the row of its order, as they are. */
  partForUpdate: (number: string) => locked(db, "p.number = $1", [number]),

  /** The part that is this record of a link, like `partForUpdate`. Undefined: it is an order of somebody else. */
  recordedForUpdate: ({ link, number, record }: PartRecords.PartRecord) => locked(db, PartRecords.thisPart, [number, link, record]),

  /** Notes what of a part a person does not wait for any more. */
  giveUpMissing: (number: string, lines: ReadonlyArray<OrderLine>): Effect.Effect<unknown, DatabaseFailed> =>
    db.query("update desk_part set given_up = $2 where number = $1", [number, JSON.stringify(lines)]),

  /** As `endPart`, of a part that has not ended. */
  partEnded: (entity: number, part: Part, reason: string, cause = "refused"): Effect.Effect<boolean, DatabaseFailed> => endPart(db, entity, part, reason, { cause, from: underWay }),

  /** As `partEnded`, also of a part that was shipped: what has left of it counts, and other places of the rules are tried for the rest. */
  partClosedShort: Effect.fnUntraced(function*(entity: number, part: Part, reason: string) {
    if (!(yield* endPart(db, entity, part, reason, { cause: "refused", from: [...underWay, "shipped"] }))) return false
    if (part.state !== "cancelling") yield* db.query("update desk_part set is_refused = 1 where number = $1", [part.number])
    return true
  }),

  /**
   * Notes that a warehouse has refused a part. With `isUnsure`, it may have the part nevertheless, which is not known before it was asked
   * again. False: the part had ended before, or its goods have left.
   */
  partRefused: Effect.fnUntraced(function*(entity: number, { lines, number }: Part, reason: string, isUnsure: boolean) {
    const now = yield* Clock.currentTimeMillis
    yield* db.query(`update desk_order set ${heldAndDue} where entity = $1`, [entity, "refused", `order ${number}: ${reason}`, now])
    yield* db.query("update desk_part set is_refused = 1 where number = $1", [number])
    if (!(yield* setPart(db, number, isUnsure ? ["placed", "cancelling", "refused"] : ["placed", "refused"], isUnsure ? "refused" : "void", reason))) return false
    if (!isUnsure) yield* Needs.make(db).add(entity, lines, [])
    return true
  }),

  /** No other places are tried any more for what was refused. It is placed by all rules when the order changes, or a person says so. */
  forgetRefusals: (entity: number): Effect.Effect<unknown, DatabaseFailed> =>
    db.query("update desk_part set is_refused = 0 where entity = $1 and is_refused = 1", [entity])
})

export const make = (db: Database["Service"]) => ({ ...ofOrders(db), ...UnsentPartRows.make(db), ...ofParts(db), ...WithdrawalRows.make(db) })

export type DeskRows = ReturnType<typeof make>
