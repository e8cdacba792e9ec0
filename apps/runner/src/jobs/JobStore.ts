/**
 * The rows of jobs: work that exactly one node does at a time. A node keeps a job that it has claimed, from one run to the next. The
 * claim holds as long as the node has the epoch in which it made it, so the jobs of a lost node are free once its lease is over.
 */
import * as Effect from "effect/Effect"
import { holds, type NodeLeases } from "../connection/NodeLeases.ts"
import type { Database, DatabaseFailed } from "../store/Database.ts"

export interface JobKey {
  readonly name: string
  /** The connection that the job is for, or the scope of a link; empty: the whole runner. */
  readonly connection: string
}

export interface JobStore {
  /** All jobs, by `keyOf`. */
  readonly all: Effect.Effect<ReadonlyMap<string, Stored>, DatabaseFailed>
  /** Adds a job that is due at this time, unless it exists. */
  readonly add: (job: JobKey, dueAt: number) => Effect.Effect<void, DatabaseFailed>
  /** Claims a free job for this node in its current epoch. Returns false if another node was faster. */
  readonly claim: (job: JobKey, seen: Stored) => Effect.Effect<boolean, DatabaseFailed>
  /** Plans the next run of a job that was claimed in this epoch. */
  readonly end: (job: JobKey, epoch: number, dueAt: number) => Effect.Effect<void, DatabaseFailed>
  /** Leaves a job of this node to the others. */
  readonly release: (job: JobKey) => Effect.Effect<void, DatabaseFailed>
  /** Leaves all jobs of this node to the others. */
  readonly releaseAll: Effect.Effect<void, DatabaseFailed>
}

export interface Stored extends JobKey {
  /** Milliseconds since 1970. */
  readonly dueAt: number
  /** The living node that has claimed it. */
  readonly claimedBy: string | undefined
}

export const keyOf = ({ connection, name }: JobKey): string => `${name} ${connection}`

export const make = (db: Database["Service"], ownership: NodeLeases["Service"]): JobStore => ({
  all: Effect.map(
    db.query(`select name, connection, due_at, case when owner is not null and ${holds("job")} then owner end as claimed_by from job`),
    (rows) => new Map(rows.map((row) => {
      const job = { name: String(row.name), connection: String(row.connection), dueAt: Number(row.due_at), claimedBy: row.claimed_by ?? undefined }
      return [keyOf(job), job]
    }))
  ),
  add: ({ connection, name }, dueAt) =>
    Effect.asVoid(db.query("insert into job (name, connection, due_at) values ($1, $2, $3) on conflict (name, connection) do nothing", [name, connection, dueAt])),
  claim: ({ connection, name }, { dueAt }) =>
    Effect.map(
      db.query(
        `update job set owner = $3, epoch = $4
         where name = $1 and connection = $2 and due_at = $5 and (owner is null or not ${holds("job")})
           and exists (select 1 from node where id = $3 and epoch = $4) returning name`,
        [name, connection, ownership.node, ownership.epoch, dueAt]
      ),
      (rows) => rows.length > 0
    ),
  end: ({ connection, name }, epoch, dueAt) =>
    Effect.asVoid(db.query(
      "update job set due_at = $5 where name = $1 and connection = $2 and owner = $3 and epoch = $4",
      [name, connection, ownership.node, epoch, dueAt]
    )),
  release: ({ connection, name }) =>
    Effect.asVoid(db.query("update job set owner = null where name = $1 and connection = $2 and owner = $3", [name, connection, ownership.node])),
  releaseAll: Effect.suspend(() => Effect.asVoid(db.query("update job set owner = null where owner = $1", [ownership.node])))
})
