/**
 * Reads the stored generations of an order, to decide to which of them a report of a peer belongs. An order number may be
 * used again after its order has ended; each use is a generation.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { ConnectedLink } from "../Composition.ts"
import type { Connections } from "../connection/Connections.ts"
import { visibilityDelayOf } from "../connection/PollingDefaults.ts"
import type { Database, DatabaseFailed, Row } from "../store/Database.ts"
import { type Generation, generationOf, type Issues, issuesOf, peerNumber } from "./GenerationRules.ts"
import type { Kind, Kinds } from "./Kinds.ts"

/** Returns the peer's own number of an order, but not a number that the runner itself sent. */
export const peerNumberOf = (row: Row): string | undefined => peerNumber(row.peer_number, row.number_sent)

export interface Spoken {
  readonly is: Generation
  readonly issues: Issues
}

export interface Asked {
  /** When the runner asked the peer. If absent, the peer sent the report by itself, just now. */
  readonly askedAt?: number | undefined
  /** The generation, if the caller already knows it. */
  readonly generation?: number | undefined
}

/** One generation of an order. */
export interface Issue {
  readonly scope: string
  readonly kind: Kind
  readonly number: string
  readonly generation: number
}

/**
 * SQL for whether the peer of a Dead intent `i` certainly does not have its order. A refusal in words that nobody lists says so only once the
 * peer was asked after its visibility delay.
 */
export const isSurelyRefused = "(i.error is not null and (i.refused_until is null or coalesce(i.last_absent_at, 0) >= i.refused_until))"

export interface Generations {
  /** Returns true if a peer's number belongs to a stored record of this kind, of any link. */
  readonly isKnown: (connection: string, kind: Kind, number: string) => Effect.Effect<boolean, DatabaseFailed>
  /** Returns true if a peer's number, compared exactly, belongs to a stored record of this kind and this link. */
  readonly isOfLink: (link: ConnectedLink, kind: Kind, number: string) => Effect.Effect<boolean, DatabaseFailed>
  /** Returns all intents of the order of an intent, oldest first, without their contents. */
  readonly intents: (intent: Row) => Effect.Effect<ReadonlyArray<Row>, DatabaseFailed>
  /** Returns all generations of the order in `row`. */
  readonly issues: (row: Row) => Effect.Effect<Issues, DatabaseFailed>
  /** Returns true if the order has a newer generation than this intent, which is then over, whether sent or not. */
  readonly isIssuedAgain: (issue: Issue) => Effect.Effect<boolean, DatabaseFailed>
  /** Decides to which generation a report with the peer's own number belongs. The column `newest_generation` of `row` says whether there is more than one. */
  readonly spokenOf: (row: Row, number: string | undefined, asked: Asked) => Effect.Effect<Spoken, DatabaseFailed>
}

export const make = (db: Database["Service"], kinds: Kinds["Service"], connections: Connections["Service"]): Generations => {
  /** The intents of an order, oldest first, each with the number that reports gave for its generation. */
  const under = ({ kind, number, scope }: Row) =>
    Effect.map(db.query(
      `select e.generation, i.state, i.attempt, case when ${isSurelyRefused} then 1 else 0 end as is_refused, i.result,
         e.peer_number, e.number_sent, i.created_at, i.updated_at
       from entity e join intent i on i.entity = e.id
       where e.scope = $1 and e.kind = $2 and e.number = $3 order by e.generation`,
      [scope, kind, number]
    ), (rows) => rows.map((row): Row => ({ ...row, number_in_result: row.result === null ? undefined : kinds.of(kind)?.peerNumberIn(row.result) })))

  const issues = (row: Row) =>
    Effect.map(under(row), (rows) => issuesOf(rows, { generation: row.generation, number: peerNumberOf(row) }))

  return {
    isKnown: (connection, kind, number) =>
      Effect.map(
        db.one("select generation from entity where connection = $1 and kind = $2 and peer_number = $3 limit 1", [connection, kind, number]),
        (row) => row !== undefined
      ),
    isOfLink: ({ peer, scope }, kind, number) =>
      Effect.map(
        db.one("select generation from entity where connection = $1 and kind = $2 and peer_number = $3 and scope = $4 limit 1", [peer, kind, number, scope]),
        (row) => row !== undefined
      ),
    // The one that is asked about may be at the peer, whatever it has answered before.
    intents: ({ generation, ...intent }) =>
      Effect.map(under(intent), (rows) => rows.filter((row) => row.generation <= generation).map((row) => row.generation === generation ? { ...row, is_refused: 0 } : row)),
    issues,
    isIssuedAgain: ({ generation, kind, number, scope }) =>
      Effect.map(
        db.one(
          `select e.generation from entity e join intent i on i.entity = e.id
           where e.scope = $1 and e.kind = $2 and e.number = $3 and e.generation > $4 limit 1`,
          [scope, kind, number, generation]
        ),
        (row) => row !== undefined
      ),
    spokenOf: Effect.fnUntraced(function*(row, number, { askedAt, generation }) {
      const newest: number = Math.max(row.generation, row.newest_generation ?? 1)
      if (newest === 1) return { is: "newest", issues: { generation: 1, number: peerNumberOf(row), earlier: [], takenAt: undefined } }
      const found = yield* issues(row)
      if (generation !== undefined) return { is: generation < found.generation ? "earlier" : "newest", issues: found }
      const now = yield* Clock.currentTimeMillis
      const delay = visibilityDelayOf(connections, row.connection)
      const told = { number: peerNumber(number, row.number_sent), at: askedAt ?? now }
      return { is: generationOf(found, told, now, delay), issues: found }
    })
  }
}
