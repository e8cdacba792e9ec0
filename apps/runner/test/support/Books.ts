/**
 * What a test reads in the runner's own books.
 */
import * as Effect from "effect/Effect"
import { Database } from "../../src/store/Database.ts"

const rows = (text: string, params: ReadonlyArray<string | number> = []) => Effect.flatMap(Database, (db) => db.query(text, params))

/** Pieces received of each SKU of an inbound order: `[received, good, bad]`. */
export const received = (scope: string, asnNumber = "ASN-1", generation = 1) =>
  Effect.map(
    rows("select sku, received, good, bad from inbound_line where scope = $1 and asn_number = $2 and generation = $3 order by sku", [
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
    rows("select sku, received, good, bad from inbound_line where scope = $1 and asn_number = $2", [scope, asnNumber]),
    (lines): Readonly<Record<string, ReadonlyArray<string>>> =>
      Object.fromEntries(lines.map((line) => [line.sku, [line.received, line.good, line.bad]]))
  )

export const inbound = (scope: string, asnNumber = "ASN-1") =>
  Effect.map(rows("select * from inbound where scope = $1 and asn_number = $2", [scope, asnNumber]), (found) => found[0])

export const outbound = (scope: string, orderNumber = "SO-1") =>
  Effect.map(rows("select * from outbound where scope = $1 and order_number = $2", [scope, orderNumber]), (found) => found[0])

export const parcels = (scope: string, orderNumber = "SO-1") =>
  Effect.map(
    rows("select tracking_number from parcel where scope = $1 and order_number = $2 order by tracking_number", [scope, orderNumber]),
    (found) => found.map((row) => row.tracking_number as string)
  )

/** The details of one kind of line in the history of an entity, oldest first. */
export const history = (scope: string, entity: string, what: string) =>
  Effect.map(
    rows("select detail from history where scope = $1 and entity = $2 and what = $3 order by id", [scope, entity, what]),
    (found) => found.map((row) => row.detail as string)
  )

export const deliveries = Effect.suspend(() =>
  rows("select id, entity, state, attempt, due_at, cause from delivery order by seq"))

export const attempts = (id: string) => rows("select number, outcome, at from attempt where subject = $1 order by id", [id])
