/**
 * Reads the stored generations of an order, to decide to which of them a report of a peer belongs. An order number may be
 * used again after its order has ended; each use is a generation.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Connections } from "../connection/Connections.ts"
import type { Database, DatabaseFailed, Row } from "../store/Database.ts"
import * as History from "../store/History.ts"
import { type Generation, generationOf, type Issues, issuesOf, peerNumber } from "./GenerationOf.ts"

export type Kind = "outbound" | "inbound"

const kinds = {
  outbound: { operation: "createOutboundOrder", number: "order_number", theirs: "warehouse_order_number", entity: History.outbound },
  inbound: { operation: "createInboundOrder", number: "asn_number", theirs: "reference_number", entity: History.inbound }
} as const

/** Returns the peer's own number from a row of `outbound` or `inbound`, but not a number that the runner itself sent. */
export const peerNumberOf = (kind: Kind, row: Row): string | undefined => peerNumber(row[kinds[kind].theirs], row.number_sent)

export interface Spoken {
  readonly is: Generation
  readonly issues: Issues
}

export interface Asked {
  /** The peer's own number in the report, beside the ERP's number. */
  readonly number: string | undefined
  /** When the runner asked the peer. If absent, the peer sent the report by itself, just now. */
  readonly askedAt?: number | undefined
  /** The generation, if the caller already knows it. */
  readonly generation?: number | undefined
}

/** One generation of an order, as its intent stores it. */
export interface Issue {
  readonly scope: string
  readonly operation: string
  readonly entity: string
  readonly generation: number
}

export interface Generations {
  /** Returns true if a peer's number belongs to a stored order of any link, so that a caller cannot reach a foreign order by it. */
  readonly isKnown: (connection: string, number: string) => Effect.Effect<boolean, DatabaseFailed>
  /** Returns all intents of the order of an intent, oldest first, without their contents. */
  readonly intents: (intent: Row) => Effect.Effect<ReadonlyArray<Row>, DatabaseFailed>
  /** Returns all generations of the order in `row`. */
  readonly issues: (kind: Kind, row: Row) => Effect.Effect<Issues, DatabaseFailed>
  /** Returns true if the order has a newer generation than this intent, which is then over, whether sent or not. */
  readonly isIssuedAgain: (issue: Issue) => Effect.Effect<boolean, DatabaseFailed>
  /** Decides to which generation a report belongs. The column `newest_generation` of `row` says whether there is more than one. */
  readonly spokenOf: (kind: Kind, row: Row, asked: Asked) => Effect.Effect<Spoken, DatabaseFailed>
  /** Stores the peer's own number of a generation, to tell it from later ones. */
  readonly learn: (kind: Kind, row: Row, number: string) => Effect.Effect<void, DatabaseFailed>
}

export const make = (db: Database["Service"], connections: Connections["Service"]): Generations => {
  const under = (scope: string, operation: string, entity: string) =>
    db.query(
      `select generation, state, attempt, case when error is null then 0 else 1 end as is_refused, result, peer_number, number_sent,
         created_at, updated_at from intent where scope = $1 and operation = $2 and entity = $3 order by generation`,
      [scope, operation, entity]
    )

  const issues = (kind: Kind, row: Row) =>
    Effect.map(under(row.scope, kinds[kind].operation, kinds[kind].entity(row[kinds[kind].number])), (rows) => issuesOf(rows, { generation: row.generation, number: peerNumberOf(kind, row) }))

  return {
    isKnown: (connection, number) =>
      Effect.map(
        db.one("select generation from outbound where connection = $1 and warehouse_order_number = $2 limit 1", [connection, number]),
        (row) => row !== undefined
      ),
    intents: ({ entity, generation, operation, scope }) =>
      Effect.map(under(scope, operation, entity), (rows) => rows.filter((row) => row.generation <= generation)),
    issues,
    isIssuedAgain: ({ entity, generation, operation, scope }) =>
      Effect.map(
        db.one("select generation from intent where scope = $1 and operation = $2 and entity = $3 and generation > $4 limit 1", [scope, operation, entity, generation]),
        (row) => row !== undefined
      ),
    spokenOf: Effect.fnUntraced(function*(kind, row, { askedAt, generation, number }) {
      const newest: number = Math.max(row.generation, row.newest_generation ?? 1)
      if (newest === 1) return { is: "newest", issues: { generation: 1, number: peerNumberOf(kind, row), earlier: [], takenAt: undefined } }
      const found = yield* issues(kind, row)
      if (generation !== undefined) return { is: generation < found.generation ? "earlier" : "newest", issues: found }
      const now = yield* Clock.currentTimeMillis
      const delay = connections.get(row.connection)?.visibilityDelay ?? 60_000
      const told = { number: peerNumber(number, row.number_sent), at: askedAt ?? now }
      return { is: generationOf(found, told, now, delay), issues: found }
    }),
    learn: (kind, row, number) =>
      peerNumber(number, row.number_sent) === undefined || row.newest_generation === null || row.newest_generation === undefined
        ? Effect.void
        // Another transaction may settle the intent now and wait for the order's row, which this one holds. Waiting would deadlock.
        : Effect.asVoid(db.query(
          `update intent set peer_number = $5 where id = (
             select id from intent where scope = $1 and operation = $2 and entity = $3 and generation = $4${db.forUpdateSkipLocked})`,
          [row.scope, kinds[kind].operation, kinds[kind].entity(row[kinds[kind].number]), row.generation, number]
        ))
  }
}
