/**
 * The units of work of every delivery after it was added: it is claimed, and the outcome of its attempt is stored together with the
 * claims of the deliveries that are sent in its place.
 */
import type { NodeLeases } from "../connection/NodeLeases.ts"
import * as Attempts from "../engine/Attempts.ts"
import * as AbandonedClaims from "../engine/AbandonedClaims.ts"
import type { DatabaseDriver, Row, Value } from "../store/DatabaseDriver.ts"
import type { Run, Statement, Unit } from "../store/UnitOfWork.ts"
import { lineOf, lockOf, releaseOf, releaseOfMany, underWay, unfinished } from "./DeliveryInsertion.ts"

export interface Ending {
  readonly state: "Delivered" | "Pending" | "Dead"
  readonly dueAt?: number
  readonly cause?: string | undefined
  /** If true, the attempt does not count. */
  readonly isFree?: boolean
}

export interface Claim {
  readonly connection: string
  /** The maximum number of deliveries. */
  readonly most: number
  readonly now: number
}

export interface Claimed {
  readonly rows: ReadonlyArray<Row>
  /** When the next delivery of the connection is due; `undefined` if none waits. If `rows` are as many as asked for: now. */
  readonly nextDue: number | undefined
}

/** The outcome of an attempt. */
export interface Settlement {
  readonly row: Row
  readonly ending: Ending
  /** `undefined` if nothing was tried, because the delivery had no turn yet. */
  readonly tried: Attempts.Attempt | undefined
  readonly now: number
  /** What the attempt says of the endpoint; `unknown` if there is nothing to store. */
  readonly health: "failing" | "works" | "unknown"
  /** The encrypted content, which takes the place of the payload, so that later attempts send the same. */
  readonly contentSealed?: string | undefined
  /** The number of deliveries of the same connection to claim. */
  readonly most: number
  /** When these are claimed, in milliseconds since 1970: later than `now` if the database did not take the outcome at first. */
  readonly claimedAt: number
}

export interface Settled extends Claimed {
  /** Since when the endpoint has been failing; only if this attempt failed. */
  readonly failingSince: number | undefined
}

const contentOf = (column: string): string => `(select c.${column} from delivery_content c where c.seq = delivery.seq) as ${column}`

const nothing: Claimed = { rows: [], nextDue: undefined }

const nextDueOf = "select min(due_at) as due_at from delivery where connection = $1 and state = 'Pending' and is_held = 0"

/** SQL: notes that an endpoint fails, and answers since when. */
const failingNoted = `insert into connection_state (id, failing_since) values ($1, $2)
  on conflict (id) do update set failing_since = coalesce(connection_state.failing_since, $2) returning failing_since`
const workingNoted = "update connection_state set failing_since = null where id = $1 and failing_since is not null"

const dueAt = (row: Row | undefined): number | undefined => row?.["due_at"] === null || row === undefined ? undefined : Number(row["due_at"])

export const make = (options: {
  readonly db: Pick<DatabaseDriver, "dialect" | "forUpdateSkipLocked">
  readonly ownership: NodeLeases["Service"]
  /** The states in which a delivery of the connection holds later ones back, as SQL. */
  readonly blocking: (connection: string) => string
}) => {
  const { blocking, db, ownership } = options
  const isPostgres = db.dialect === "postgres"

  /** SQL: claims due deliveries of a connection. SQLite claims with a statement for each row, because it builds a temporary table for an `in`. */
  const claimText = (states: string): string => {
    const isFirst = `not exists (select 1 from delivery e where e.connection = delivery.connection and e.entity = delivery.entity
      and e.state in ${states} and e.seq <> delivery.seq and (e.seq < delivery.seq or e.state = 'InFlight'))`
    const picked = `select seq from delivery where connection = $1 and state = 'Pending' and is_held = 0
      and due_at <= $2 order by due_at, seq limit $6${db.forUpdateSkipLocked}`
    // Without `materialized`, PostgreSQL may run the subquery again for each row.
    return `${isPostgres ? `with picked as materialized (${picked}) ` : ""}update delivery set state = 'InFlight', attempt = attempt + 1, owner = $3, epoch = $4, leased_until = $5, updated_at = $2
       where state = 'Pending' and ${isFirst}
         and exists (select 1 from node where id = $3 and epoch = $4) and seq ${isPostgres ? "in (select seq from picked)" : `= (${picked})`}
       returning seq, id, connection, scope, entity, operation, attempt, epoch, owner, cause, trace,
         ${contentOf("content_sealed")}, ${contentOf("payload_sealed")}`
  }
  const claims = { passing: claimText(underWay), holding: claimText(unfinished) }
  const claimOf = ({ connection, most, now }: Claim): Statement & { readonly values: ReadonlyArray<Value> } => ({
    text: blocking(connection) === underWay ? claims.passing : claims.holding,
    values: [connection, now, ownership.node, ownership.epoch, now + AbandonedClaims.workedOn, most]
  })

  const claimNow = (run: Run, claim: Claim): Claimed => {
    const { text, values } = claimOf({ ...claim, most: 1 })
    const rows: Array<Row> = []
    while (rows.length < claim.most) {
      const [row] = run(text, values)
      if (row === undefined) return { rows, nextDue: dueAt(run(nextDueOf, [claim.connection])[0]) }
      rows.push(row)
    }
    return { rows, nextDue: claim.now }
  }

  /** One claim for each connection, whose rows its inputs share in their order. */
  const claimTogether = (inputs: ReadonlyArray<Claim>) => {
    const asked = new Map<string, Claim>()
    for (const one of inputs) {
      const before = asked.get(one.connection)
      // The latest time, because claims older than the transaction that made them count as lost.
      if (one.most > 0) asked.set(one.connection, { ...one, most: one.most + (before?.most ?? 0), now: Math.max(one.now, before?.now ?? one.now) })
    }
    const connections = [...asked.keys()]
    return {
      statements: connections.flatMap((id) => [claimOf(asked.get(id)!), { text: nextDueOf, values: [id] }]),
      outs: (results: ReadonlyArray<ReadonlyArray<Row>>): ReadonlyArray<Claimed> => {
        const left = new Map(connections.map((id, at) => [id, { rows: [...results[2 * at]!], nextDue: dueAt(results[2 * at + 1]![0]) }]))
        return inputs.map(({ connection, most, now }) => {
          const found = left.get(connection)
          if (most === 0 || found === undefined) return nothing
          const rows = found.rows.splice(0, most)
          return { rows, nextDue: rows.length === most ? now : found.nextDue }
        })
      }
    }
  }

  const claim: Unit<Claim, Claimed> = {
    name: "claim deliveries",
    key: ({ connection }) => connection,
    sqlite: claimNow,
    postgres: claimTogether
  }

  /** A first attempt that succeeded stands on the row of the delivery, by how long it took. */
  const tookOf = (tried: Attempts.Attempt | undefined): number | null => tried?.number === 1 && tried.outcome === "delivered" ? tried.took : null

  const countedOf = ({ isFree }: Ending): number => isFree === true ? -1 : 0

  const settleNow = (run: Run, { claimedAt, contentSealed, ending, health, most, now, row, tried }: Settlement): Settled => {
    const { cause, state } = ending
    const took = tookOf(tried)
    if (tried !== undefined && took === null) run(Attempts.insertion, Attempts.valuesOf(tried))
    const [settled] = run(
      `update delivery set state = $2, due_at = $3, cause = $4, updated_at = $5, owner = null, attempt = attempt + $6, took = $10
       where id = $1 and state = 'InFlight' and owner = $7 and epoch = $8 and attempt = $9
       returning is_state`,
      [row["id"], state, ending.dueAt ?? now, cause ?? null, now, countedOf(ending), row["owner"], row["epoch"], row["attempt"], took]
    )
    if (settled !== undefined) {
      if (contentSealed !== undefined) run("update delivery_content set content_sealed = $2, payload_sealed = null where seq = $1", [row["seq"], contentSealed])
      if (state !== "Delivered" && settled["is_state"] === 1) {
        run(
          `update delivery set state = 'Cancelled', cause = 'superseded' where id = $1 and exists (
             select 1 from delivery e where e.connection = delivery.connection and e.entity = delivery.entity and e.seq > delivery.seq)`,
          [row["id"]]
        )
      }
      run(releaseOf(blocking(row["connection"])), [row["connection"], row["entity"]])
    }
    if (health === "works") run(workingNoted, [row["connection"]])
    const failing = health === "failing" ? run(failingNoted, [row["connection"], now])[0] : undefined
    const claimed = most === 0 ? nothing : claimNow(run, { connection: row["connection"], most, now: claimedAt })
    return { ...claimed, failingSince: failing === undefined ? undefined : Number(failing["failing_since"]) }
  }

  const settleTogether = (inputs: ReadonlyArray<Settlement>) => {
    const column = (of: (one: Settlement) => Value): ReadonlyArray<Value> => inputs.map(of)
    const lines = [...new Map(inputs.map(({ row }) => [lineOf(row), row])).values()]
    const unsent = inputs.filter(({ ending }) => ending.state !== "Delivered").map(({ row }) => String(row["id"]))
    const written = inputs.filter(({ contentSealed }) => contentSealed !== undefined)
    const working = [...new Set(inputs.filter(({ health }) => health === "works").map(({ row }) => String(row["connection"])))]
    const failing = [...new Map(inputs.filter(({ health }) => health === "failing").map(({ now, row }) => [String(row["connection"]), now]))]
    const claiming = claimTogether(inputs.map(({ claimedAt, most, row }) => ({ connection: row["connection"], most, now: claimedAt })))
    const before: ReadonlyArray<Statement> = [
      lockOf(lines),
      { text: Attempts.insertionOfMany, values: Attempts.columnsOf(inputs.flatMap(({ tried }) => tried === undefined || tookOf(tried) !== null ? [] : [tried])) },
      ...written.length === 0 ? [] : [{
        text: `update delivery_content set content_sealed = i.content_sealed, payload_sealed = null
          from unnest($1::bigint[], $2::text[], $3::text[], $4::bigint[], $5::int[]) as i (seq, content_sealed, owner, epoch, attempt)
          join delivery on delivery.seq = i.seq
          where delivery_content.seq = i.seq and delivery.state = 'InFlight' and delivery.owner = i.owner and delivery.epoch = i.epoch and delivery.attempt = i.attempt`,
        values: [
          written.map(({ row }) => row["seq"]),
          written.map(({ contentSealed }) => contentSealed ?? null),
          written.map(({ row }) => row["owner"]),
          written.map(({ row }) => row["epoch"]),
          written.map(({ row }) => row["attempt"])
        ]
      }],
      {
        text: `update delivery set state = i.state, due_at = i.due_at, cause = i.cause, updated_at = i.now, owner = null, attempt = delivery.attempt + i.counted, took = i.took
          from unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::bigint[], $6::int[], $7::text[], $8::bigint[], $9::int[], $10::bigint[])
            as i (id, state, due_at, cause, now, counted, owner, epoch, attempt, took)
          where delivery.id = i.id and delivery.state = 'InFlight' and delivery.owner = i.owner and delivery.epoch = i.epoch and delivery.attempt = i.attempt`,
        values: [
          column(({ row }) => row["id"]),
          column(({ ending }) => ending.state),
          column(({ ending, now }) => ending.dueAt ?? now),
          column(({ ending }) => ending.cause ?? null),
          column(({ now }) => now),
          column(({ ending }) => countedOf(ending)),
          column(({ row }) => row["owner"]),
          column(({ row }) => row["epoch"]),
          column(({ row }) => row["attempt"]),
          column(({ tried }) => tookOf(tried))
        ]
      },
      ...unsent.length === 0 ? [] : [{
        text: `update delivery set state = 'Cancelled', cause = 'superseded' where id = any($1::text[]) and is_state = 1 and state in ('Pending', 'Dead')
          and exists (select 1 from delivery e where e.connection = delivery.connection and e.entity = delivery.entity and e.seq > delivery.seq)`,
        values: [unsent]
      }],
      releaseOfMany(lines, blocking),
      ...working.map((id) => ({ text: workingNoted, values: [id] }))
    ]
    return {
      statements: [...before, ...failing.map((values) => ({ text: failingNoted, values })), ...claiming.statements],
      outs: (results: ReadonlyArray<ReadonlyArray<Row>>): ReadonlyArray<Settled> => {
        const since = new Map(failing.map(([id], at) => [id, Number(results[before.length + at]![0]?.["failing_since"])]))
        const claimed = claiming.outs(results.slice(before.length + failing.length))
        return inputs.map(({ health, row }, at) => ({
          ...claimed[at]!,
          failingSince: health === "failing" ? since.get(row["connection"]) : undefined
        }))
      }
    }
  }

  const settle: Unit<Settlement, Settled> = {
    name: "settle a delivery",
    key: ({ row }) => lineOf(row),
    sqlite: settleNow,
    postgres: settleTogether
  }

  return { claim, settle }
}
