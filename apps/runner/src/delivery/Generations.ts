/**
 * The issues of an order as they are stored, for whoever has to know which of them a peer speaks of.
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

/** What the peer calls the order of a row of `outbound` or `inbound`; a number that we gave is none of the peer's. */
export const peerNumberOf = (kind: Kind, row: Row): string | undefined => peerNumber(row[kinds[kind].theirs], row.number_sent)

export interface Spoken {
  readonly is: Generation
  readonly issues: Issues
}

export interface Asked {
  /** The number that the peer tells beside the ERP's. */
  readonly number: string | undefined
  /** When the peer was asked; absent: it told of itself, now. */
  readonly askedAt?: number | undefined
  /** The issue that it is known to be about. */
  readonly generation?: number | undefined
}

/** One issue of an order, as its intent has it. */
export interface Issue {
  readonly scope: string
  readonly operation: string
  readonly entity: string
  readonly generation: number
}

export interface Generations {
  /** Whether a number of a peer is that of an order that the store knows, of whichever link: no caller gets at it by that. */
  readonly isKnown: (connection: string, number: string) => Effect.Effect<boolean, DatabaseFailed>
  /** All of the order of an intent that is told apart from the earlier ones, oldest first, without contents. */
  readonly intents: (intent: Row) => Effect.Effect<ReadonlyArray<Row>, DatabaseFailed>
  /** All of an order that is known as `row`. */
  readonly issues: (kind: Kind, row: Row) => Effect.Effect<Issues, DatabaseFailed>
  /** Whether an order was issued again after the issue of an intent, which is over then, sent or not. */
  readonly isIssuedAgain: (issue: Issue) => Effect.Effect<boolean, DatabaseFailed>
  /** Which issue a peer speaks of. `row` tells in `newest_generation` whether there was ever more than one. */
  readonly spokenOf: (kind: Kind, row: Row, asked: Asked) => Effect.Effect<Spoken, DatabaseFailed>
  /** Keeps what the peer calls an issue, so that it is told from the later ones. */
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
        // Whoever settles it now has the intent and waits for the row of the order that we have, so it is not waited for.
        : Effect.asVoid(db.query(
          `update intent set peer_number = $5 where id = (
             select id from intent where scope = $1 and operation = $2 and entity = $3 and generation = $4${db.forUpdateSkipLocked})`,
          [row.scope, kinds[kind].operation, kinds[kind].entity(row[kinds[kind].number]), row.generation, number]
        ))
  }
}
