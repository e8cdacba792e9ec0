/**
 * Adds deliveries to the queues of their entities: as a unit of work of its own, or together with the rows that another unit writes.
 */
import type { Row, Value } from "../store/DatabaseDriver.ts"
import type { Run, Statement, Unit } from "../store/UnitOfWork.ts"

/** The states of a delivery that later ones of the same entity wait for. */
export const unfinished = "('Pending', 'InFlight', 'Dead')"
export const underWay = "('Pending', 'InFlight')"

export interface NewDelivery {
  readonly id: string
  readonly connection: string
  readonly scope: string
  readonly entity: string
  readonly operation: string
  readonly isState: boolean
  /** The trace of what it reports. */
  readonly trace: string | null
  /** The encrypted payload, or why the delivery has none and cannot be sent. */
  readonly payload: { readonly sealed: string } | { readonly failure: string }
}

/** A new delivery, with the time at which it is added and due, in milliseconds since 1970. */
export type Put = NewDelivery & { readonly now: number }

/** The name of the queue of all deliveries about one order to one ERP. */
export const lineOf = ({ connection, entity }: Row | Pick<NewDelivery, "connection" | "entity">): string => `${connection} ${entity}`

/** Whether no two deliveries are of one queue, as a unit needs that adds them together. */
export const areOfQueuesOfTheirOwn = (deliveries: ReadonlyArray<Pick<NewDelivery, "connection" | "entity">>): boolean =>
  new Set(deliveries.map(lineOf)).size === deliveries.length

/** SQL: releases the first unfinished delivery of an entity. */
export const releaseOf = (blocking: string): string =>
  `update delivery set is_held = 0 where is_held = 1 and seq = (
     select min(seq) from delivery where connection = $1 and entity = $2 and state in ${blocking})`

/** For PostgreSQL: locks queues until the end of the transaction; see `lock` in DeliveryStore.ts. The queues have to be in the order of their names. */
export const lockOf = (rows: ReadonlyArray<Row | NewDelivery>): Statement => ({
  text: "select pg_advisory_xact_lock(hashtextextended(line, 0)) from unnest($1::text[]) as t (line)",
  values: [rows.map(lineOf)]
})

/** For PostgreSQL: releases the first unfinished delivery of each queue. */
export const releaseOfMany = (rows: ReadonlyArray<Row | NewDelivery>, blocking: (connection: string) => string): Statement => ({
  text: `update delivery set is_held = 0 from (
      select f.seq from unnest($1::text[], $2::text[], $3::boolean[]) as l (connection, entity, is_held_by_dead)
      cross join lateral (select min(e.seq) as seq from delivery e where e.connection = l.connection and e.entity = l.entity
        and e.state in ${unfinished} and (e.state <> 'Dead' or l.is_held_by_dead)) f) first
    where delivery.seq = first.seq and delivery.is_held = 1`,
  values: [
    rows.map(({ connection }) => connection),
    rows.map(({ entity }) => entity),
    rows.map(({ connection }) => String(blocking(connection) === unfinished))
  ]
})

/** A delivery that belongs to an input of another unit. */
export interface PutOf {
  /** The position of the input. */
  readonly at: number
  readonly put: Put
}

export interface DeliveryInsertion {
  readonly put: Unit<Put, void>
  /**
   * For the statements of another unit on PostgreSQL, whose inputs owe at most one delivery to each queue. Rows of orders are locked
   * before queues everywhere, so the statement `lock` comes after the unit has locked its rows.
   */
  readonly together: (puts: ReadonlyArray<PutOf>) => {
    readonly lock: Statement
    /** The parameters of the tables in `with`. */
    readonly values: Statement["values"]
    /** To be sent after the tables in `with`. */
    readonly release: Statement
  }
  /** SQL of tables in `with` that add the deliveries of the inputs in the table `passed (at)`. `$first` and the next twelve are their parameters. */
  readonly tables: (passed: string, first: number) => string
}

const superseded = `update delivery set state = 'Cancelled', cause = 'superseded', updated_at = $3
  where connection = $1 and entity = $2 and is_state = 1 and state in ${unfinished} and state <> 'InFlight'`
const supersededBefore = `${superseded} and seq < $4 returning seq`
const addText = (states: string): string =>
  `insert into delivery (connection, entity, created_at, id, scope, operation, is_state, state, cause, attempt, due_at, updated_at, trace, is_held)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 0, $3, $3, $10, case when exists (
     select 1 from delivery e where e.connection = $1 and e.entity = $2 and e.state in ${states}) then 1 else 0 end) returning seq, is_held`
const adds = { passing: addText(underWay), holding: addText(unfinished) }
const payloadAdded = "insert into delivery_content (seq, content_sealed, payload_sealed) values ($1, '', $2)"

const payloadOf = ({ payload }: Put): string | null => "sealed" in payload ? payload.sealed : null
const stateOf = ({ payload }: Put): string => "sealed" in payload ? "Pending" : "Dead"
const causeOf = ({ payload }: Put): string | null => "sealed" in payload ? null : payload.failure

/** What the statements of `put` are given; the first three are the queue and the time. */
const lineAndTime = ({ connection, entity, now }: Put): ReadonlyArray<Value> => [connection, entity, now]

/** The tables see the queues as they were before, so a delivery that is superseded holds no other. */
const tables = (passed: string, first: number): string => {
  const columns = ["int", "text", "text", "text", "text", "text", "int", "text", "text", "text", "bigint", "boolean", "text"]
  return `owed as (
      select o.* from unnest(${columns.map((type, at) => `$${first + at}::${type}[]`).join(", ")})
        as o (at, id, connection, entity, scope, operation, is_state, state, cause, payload, now, is_held_by_dead, trace)
      where o.at in (select at from ${passed})),
    superseded as (
      update delivery set state = 'Cancelled', cause = 'superseded', updated_at = o.now from owed o
      where delivery.connection = o.connection and delivery.entity = o.entity and delivery.is_state = 1
        and delivery.state in ${unfinished} and delivery.state <> 'InFlight'),
    added as (
      insert into delivery (connection, entity, created_at, id, scope, operation, is_state, state, cause, attempt, due_at, updated_at, trace, is_held)
      select o.connection, o.entity, o.now, o.id, o.scope, o.operation, o.is_state, o.state, o.cause, 0, o.now, o.now, o.trace, case when exists (
        select 1 from delivery e where e.connection = o.connection and e.entity = o.entity and e.state in ${unfinished}
          and (e.state <> 'Dead' or o.is_held_by_dead) and (e.is_state = 0 or e.state = 'InFlight')) then 1 else 0 end
      from owed o order by o.at returning seq, id),
    contents as (
      insert into delivery_content (seq, content_sealed, payload_sealed)
      select a.seq, '', o.payload from added a join owed o on o.id = a.id)`
}

export const make = (options: {
  /** The states in which a delivery of the connection holds later ones back, as SQL. */
  readonly blocking: (connection: string) => string
}): DeliveryInsertion => {
  const { blocking } = options

  const addOf = (one: Put) => ({
    text: blocking(one.connection) === underWay ? adds.passing : adds.holding,
    values: [...lineAndTime(one), one.id, one.scope, one.operation, one.isState ? 1 : 0, stateOf(one), causeOf(one), one.trace] as ReadonlyArray<Value>
  })

  /**
   * The first delivery of a queue, which most are, supersedes none and releases none. A queue whose dead letters may be passed needs to be
   * looked through, because they hold no delivery.
   */
  const putNow = (run: Run, one: Put): void => {
    const { text, values } = addOf(one)
    const [added] = run(text, values)
    const seq = added?.["seq"]
    run(payloadAdded, [seq, payloadOf(one)])
    if (added?.["is_held"] === 0 && blocking(one.connection) === unfinished) return
    const cancelled = run(supersededBefore, [...lineAndTime(one), seq])
    if (cancelled.length > 0) run(releaseOf(blocking(one.connection)), [one.connection, one.entity])
  }

  const put: Unit<Put, void> = {
    name: "put a delivery",
    key: lineOf,
    sqlite: putNow,
    postgres: (inputs) => ({
      statements: inputs.flatMap((one): ReadonlyArray<Statement> => {
        const { text, values } = addOf(one)
        return [
          lockOf([one]),
          { text: superseded, values: lineAndTime(one) },
          {
            text: `with added as (${text}) insert into delivery_content (seq, content_sealed, payload_sealed) select seq, '', $11::text from added`,
            values: [...values, payloadOf(one)]
          },
          { text: releaseOf(blocking(one.connection)), values: [one.connection, one.entity] }
        ]
      }),
      outs: () => inputs.map(() => undefined)
    })
  }

  return {
    put,
    tables,
    together: (puts) => {
      const lines = puts.map(({ put: one }) => one).toSorted((a, b) => lineOf(a) < lineOf(b) ? -1 : 1)
      const column = (of: (one: Put) => Value): ReadonlyArray<Value> => puts.map(({ put: one }) => of(one))
      return {
        lock: lockOf(lines),
        values: [
          puts.map(({ at }) => at),
          column(({ id }) => id),
          column(({ connection }) => connection),
          column(({ entity }) => entity),
          column(({ scope }) => scope),
          column(({ operation }) => operation),
          column(({ isState }) => isState ? 1 : 0),
          column(stateOf),
          column(causeOf),
          column(payloadOf),
          column(({ now }) => now),
          column(({ connection }) => String(blocking(connection) === unfinished)),
          column(({ trace }) => trace)
        ],
        release: releaseOfMany(lines, blocking)
      }
    }
  }
}
