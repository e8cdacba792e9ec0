/**
 * What a test reads in the runner's own books.
 */
import * as Effect from "effect/Effect"
import { Database } from "../../src/store/Database.ts"

const rows = (text: string, params: ReadonlyArray<string | number> = []) => Effect.flatMap(Database, (db) => db.query(text, params))

/** Pieces received of each SKU of an inbound order: `[received, good, bad]`. */
export const received = (scope: string, asnNumber = "ASN-1", generation = 1) =>
  Effect.map(
    rows(`select sku, received, good, bad from inbound_line l join entity e on e.id = l.entity
      where e.scope = $1 and e.kind = 'inbound' and e.number = $2 and e.generation = $3 order by sku`, [
      scope,
      asnNumber,
      generation
    ]),
    (lines): Readonly<Record<string, ReadonlyArray<number>>> =>
      Object.fromEntries(lines.map((line) => [line.sku, [line.received, line.good, line.bad].map(Number)]))
  )

/** The same as it is stored, every digit of it. */
export const receivedText = (scope: string, asnNumber = "ASN-1") =>
  Effect.map(
    rows("select sku, received, good, bad from inbound_line l join entity e on e.id = l.entity where e.scope = $1 and e.kind = 'inbound' and e.number = $2", [scope, asnNumber]),
    (lines): Readonly<Record<string, ReadonlyArray<string>>> =>
      Object.fromEntries(lines.map((line) => [line.sku, [line.received, line.good, line.bad]]))
  )

/** The rows of all known generations of an order, newest first. */
export const generations = (scope: string, kind: "outbound" | "inbound", number: string) =>
  rows("select * from entity where scope = $1 and kind = $2 and number = $3 and is_known = 1 order by generation desc", [scope, kind, number])

export const inbound = (scope: string, asnNumber = "ASN-1") => Effect.map(generations(scope, "inbound", asnNumber), (found) => found[0])

export const outbound = (scope: string, orderNumber = "SO-1") => Effect.map(generations(scope, "outbound", orderNumber), (found) => found[0])

/** All known orders of one kind, in no order. */
export const orders = (kind: "outbound" | "inbound") => rows("select * from entity where kind = $1 and is_known = 1", [kind])

export const parcels = (scope: string, orderNumber = "SO-1") =>
  Effect.map(
    rows(
      "select p.tracking_number from parcel p join entity e on e.id = p.entity where e.scope = $1 and e.kind = 'outbound' and e.number = $2 order by 1",
      [scope, orderNumber]
    ),
    (found) => found.map((row) => row.tracking_number as string)
  )

/** The details of one kind of line in the history of an entity, oldest first. */
export const history = (scope: string, entity: string, what: string) =>
  Effect.map(
    rows(
      `select h.detail from history h join entity f on f.id = h.first_id where f.scope = $1 and f.kind || ':' || f.number = $2 and h.what = $3 order by h.id`,
      [scope, entity, what]
    ),
    (found) => found.map((row) => row.detail as string)
  )

export const deliveries = Effect.suspend(() =>
  rows("select id, entity, state, attempt, due_at, cause from delivery order by seq"))

/** A first attempt that succeeded stands on the row of the delivery. */
export const attempts = (id: string) =>
  Effect.map(
    Effect.all([
      rows("select number, outcome, at from attempt where subject = $1 order by id", [id]),
      rows("select attempt as number, 'delivered' as outcome, updated_at - took as at from delivery where id = $1 and took is not null", [id])
    ]),
    (found) => found.flat()
  )
