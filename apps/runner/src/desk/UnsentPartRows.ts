/**
 * The rows of parts that are being placed: nothing of them was sent.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Documents from "../contracts/warehouse/Documents.ts"
import { kinds } from "../contracts/warehouse/OrderKinds.ts"
import { type Database, type DatabaseFailed, parameters } from "../store/Database.ts"
import * as Charges from "./Charges.ts"
import type { DeskOrder, Issue, Shipping } from "./DeskRows.ts"
import type { Part as Planned } from "./Division.ts"

/** Raises the version of an order, so that who has read it before stores nothing more. Undefined: it has changed since it was read. */
export const raise = (db: Database["Service"], order: DeskOrder): Effect.Effect<DeskOrder | undefined, DatabaseFailed> =>
  Effect.map(
    db.query("update desk_order set version = version + 1 where entity = $1 and version = $2 returning version", [order.entity, order.version]),
    ([row]) => row && { ...order, version: Number(row.version) }
  )

export const make = (db: Database["Service"]) => ({
  /**
   * The first number that no part has had, and that nobody has used at these links: the shop's own, or the same with -2, -3 and so on. With
   * `isSuspect`, an order that only reports have told of may be this one, placed after the backup on which the runner works, so its number is
   * not passed over.
   */
  freeNumber: Effect.fnUntraced(function*(own: string, { isSuspect, links }: { readonly links: ReadonlyArray<string>; readonly isSuspect: boolean }) {
    const isCreated = isSuspect ? " and exists (select 1 from intent i where i.entity = e.id)" : ""
    for (let count = 1;; count++) {
      const number = count === 1 ? own : `${own}-${count}`
      const used = yield* db.one(
        `select 1 as found from desk_part where number = $1
         union all select 1 from entity e where e.number = $1 and e.kind = $2 and e.scope in (${parameters(links.length, 3)})${isCreated} limit 1`,
        [number, kinds.outbound.kind, ...links]
      )
      if (used === undefined) return number
    }
  }),

  /**
   * Adds a part that is about to be reserved, with the first version of its allotment. The version of the order, which the transaction has
   * raised, makes an issue that no attempt before has had. A number of which only reports have told belongs to what they told of.
   */
  addPart: Effect.fnUntraced(function*({ entity, version }: DeskOrder, number: string, { lines, place: { code, link, warehouse } }: Planned, charges: Charges.Charges) {
    const now = yield* Clock.currentTimeMillis
    const reported = yield* db.one("select books_issue, generation from entity where scope = $1 and kind = $2 and number = $3 order by generation desc limit 1", [link, kinds.outbound.kind, number])
    const issue = reported === undefined ? `desk ${entity}.${version}` : Documents.issueOf(reported)
    yield* db.query(
      `insert into desk_part (number, entity, link, warehouse, warehouse_code, state, lines, charges, created_at, updated_at, issue, allotted_version)
       values ($1, $2, $3, $4, $5, 'reserving', $6, $7, $8, $8, $9, 1)`,
      [number, entity, link, warehouse, code, JSON.stringify(lines), Charges.toText(charges), now, issue]
    )
    return issue
  }),

  /** The next version of what a part is to have in all. Whoever allots under an earlier one changes nothing any more. Undefined: there is no such part. */
  nextAllotment: ({ issue, number }: Issue): Effect.Effect<number | undefined, DatabaseFailed> =>
    Effect.map(
      db.query("update desk_part set allotted_version = allotted_version + 1 where number = $1 and issue = $2 returning allotted_version", [number, issue]),
      ([row]) => row && Number(row.allotted_version)
    ),

  /**
   * Forgets attempts for which the books have surely reserved nothing, so that their numbers can be used again. The version is raised, so that
   * a node that is about to release them leaves that to the next attempt. Undefined: the order has changed, and nothing was forgotten.
   */
  forgetUnreserved: Effect.fnUntraced(function*(order: DeskOrder, numbers: ReadonlyArray<string>) {
    const mine = yield* raise(db, order)
    if (mine === undefined) return undefined
    yield* db.query(`delete from desk_part where entity = $1 and state = 'reserving' and number in (${parameters(numbers.length, 2)})`, [order.entity, ...numbers])
    return mine
  }),

  /** Lets a part whose pieces are reserved wait for a shipment of the shop, and its label. */
  setLabelling: Effect.fnUntraced(function*(number: string, shipping: Shipping) {
    const now = yield* Clock.currentTimeMillis
    yield* db.query(
      "update desk_part set state = 'labelling', shipping = $2, updated_at = $3 where number = $1 and state = 'reserving'",
      [number, JSON.stringify(shipping), now]
    )
  }),

  /** Gives up an attempt that may have reserved its pieces. The desk releases them when it looks at the order. */
  giveUp: Effect.fnUntraced(function*({ issue, number }: Issue) {
    const now = yield* Clock.currentTimeMillis
    yield* db.query("update desk_part set state = 'unsent', updated_at = $3 where number = $1 and issue = $2 and state = 'reserving'", [number, issue, now])
  }),

  /**
   * Notes that the books have nothing reserved for a part any more. An attempt of which nothing was sent is forgotten: whoever still reserves
   * its issue does so under an earlier version, and who takes its number has another issue.
   */
  released: Effect.fnUntraced(function*({ issue, number }: Issue) {
    const deleted = yield* db.query("delete from desk_part where number = $1 and issue = $2 and state in ('reserving', 'unsent') returning number", [number, issue])
    if (deleted.length === 0) yield* db.query("update desk_part set is_reserved = 0 where number = $1 and issue = $2", [number, issue])
  })
})
