/**
 * The pieces that orders of shops need and that nobody has reserved for them: those of orders that are due, not paid, or held. Shops may
 * not offer them again. The needs of an order are stored before its pieces become available, and deleted after they are reserved, so a
 * piece counts twice for a moment rather than not at all.
 */
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as KeyLength from "../records/KeyLength.ts"
import { type Database, type DatabaseFailed, parameters, type Row } from "../store/Database.ts"
import type { DeskOrder } from "./DeskRows.ts"
import { type OrderLine, piecesBySku } from "./OrderFacts.ts"

export interface Need {
  /** The row of the order. */
  readonly entity: number
  /** The SKU of the books. */
  readonly sku: string
  readonly pieces: number
  /** The warehouses that may ship it, by their names in the books, in the order in which the rules ask them. Empty: it is not known. */
  readonly warehouses: ReadonlyArray<string>
  /** Of an order that is not paid: the scope of its shop, and when it was stored, in milliseconds since 1970. */
  readonly unpaid?: { readonly shop: string; readonly storedAt: number }
}

/** How many needs one statement stores. */
const atOnce = 500

/** More pieces than any warehouse has, and fewer than a column holds. A shop decides how many an order has. */
const most = Number.MAX_SAFE_INTEGER

/** SKUs that are too long for an index are left out, because the order must be stored nevertheless. */
const neededOf = (lines: ReadonlyArray<OrderLine>) =>
  [...piecesBySku(lines)].flatMap(([sku, pieces]) => KeyLength.isLong(sku) ? [] : [[sku, Math.min(pieces, most)] as const])

export const toNeed = (row: Row): Need => ({
  entity: Number(row.entity),
  sku: row.sku,
  pieces: Number(row.pieces),
  warehouses: JSON.parse(row.warehouses),
  ...(row.phase === "unpaid" ? { unpaid: { shop: row.scope, storedAt: Number(row.created_at) } } : {})
})

const withOrder = "select n.*, e.phase, e.scope, e.created_at from desk_need n join entity e on e.id = n.entity"

const textOf = (needs: ReadonlyArray<Omit<Need, "entity">>): string => JSON.stringify(needs.map(({ pieces, sku, warehouses }) => JSON.stringify([sku, pieces, warehouses])).toSorted())

const keyOf = ({ entity, sku }: Need): string => JSON.stringify([entity, sku])

/** What was needed at one of two times. Of two figures for the same order, the larger one counts. */
export const atEither = (one: ReadonlyArray<Need>, other: ReadonlyArray<Need>): ReadonlyArray<Need> => {
  const found = new Map(one.map((need) => [keyOf(need), need]))
  for (const need of other) {
    if (need.pieces >= (found.get(keyOf(need))?.pieces ?? 0)) found.set(keyOf(need), need)
  }
  return [...found.values()]
}

export const make = (db: Database["Service"]) => {
  const insert = (entity: number, lines: ReadonlyArray<OrderLine>, warehouses: ReadonlyArray<string>) =>
    Effect.forEach(Arr.chunksOf(neededOf(lines), atOnce), (needs) => {
      const rows = needs.map((_, at) => `($1, $${at * 2 + 3}, $${at * 2 + 4}, $2)`)
      return db.query(
        `insert into desk_need (entity, sku, pieces, warehouses) values ${rows.join(", ")}
         on conflict (entity, sku) do update set pieces = desk_need.pieces + excluded.pieces`,
        [entity, JSON.stringify(warehouses), ...needs.flat()]
      )
    }, { discard: true })

  const of = (entity: number): Effect.Effect<ReadonlyArray<Need>, DatabaseFailed> =>
    Effect.map(db.query("select * from desk_need where entity = $1", [entity]), (rows) => rows.map(toNeed))

  const clear = (entity: number) => Effect.asVoid(db.query("delete from desk_need where entity = $1", [entity]))

  return {
    /** Adds pieces to what an order needs, in the caller's transaction. */
    add: insert,

    /** Deletes what an order needs, in the caller's transaction. */
    clear,

    /** Replaces what an order needs, unless that is stored already or the order has changed since it was read. `stored` is what was read of it. */
    keep: Effect.fnUntraced(function*({ entity, version }: DeskOrder, lines: ReadonlyArray<OrderLine>, warehouses: ReadonlyArray<string>, stored?: ReadonlyArray<Need>) {
      const wanted = neededOf(lines).map(([sku, pieces]) => ({ sku, pieces, warehouses }))
      if (textOf(stored ?? (yield* of(entity))) === textOf(wanted)) return
      yield* db.transaction(Effect.gen(function*() {
        const row = yield* db.one(`select entity from desk_order where entity = $1 and version = $2${db.forUpdate}`, [entity, version])
        if (row === undefined) return
        yield* clear(entity)
        yield* insert(entity, lines, warehouses)
      }))
    }),

    /** What orders need of some SKUs, or of all; what the oldest order needs comes first. */
    all: (skus?: ReadonlyArray<string>): Effect.Effect<ReadonlyArray<Need>, DatabaseFailed> =>
      Effect.map(
        skus === undefined
          ? db.query(`${withOrder} order by n.entity, n.sku`)
          : skus.length === 0
          ? Effect.succeed([])
          : db.query(`${withOrder} where n.sku in (${parameters(skus.length, 1)}) order by n.entity, n.sku`, skus),
        (rows) => rows.map(toNeed)
      )
  }
}
