/**
 * What the units of work about reported orders have in common: an order is read by the number that was sent to its peer, and what was
 * decided from it is stored only if nothing that the decision has read has changed since.
 */
import { entityOf } from "../../records/Kinds.ts"
import type { DeliveryInsertion, Put } from "../../outbox/DeliveryInsertion.ts"
import type { Database, DatabaseFailed, Row, Value } from "../../store/Database.ts"
import type { Run, Statement, Unit } from "../../store/UnitOfWork.ts"
import type { OrderKind } from "./OrderKinds.ts"
import type { Effect } from "effect/Effect"

/** The number that was sent to a connection. */
export interface Sent {
  readonly connection: string
  readonly number: string
}

/** What was decided of an order. */
export interface Decided {
  /** The row of the order as it was read. */
  readonly row: Row
  /** At most one for each queue. */
  readonly deliveries: ReadonlyArray<Put>
}

/** A column of the values of a decision: its name, its type on PostgreSQL, and its value. */
export type Column<D> = readonly [name: string, type: string, of: (decided: D) => Value]

/** Writes the name of a column as SQL. */
export type Named = (name: string) => string

/** Names columns of an order, each with its type on PostgreSQL, that a decision has read: their values, and SQL for whether they are as they were. */
export const asRead = <D extends Decided>(types: Readonly<Record<string, string>>) => ({
  columns: Object.entries(types).map(([name, type]): Column<D> => [`was_${name}`, type, ({ row }) => row[name]]),
  isUnchanged: (i: Named): string => Object.keys(types).map((name) => `entity.${name} is not distinct from ${i(`was_${name}`)}`).join(" and ")
})

/** SQL for the name of a parameter, where the columns are the parameters from `$1` on. */
export const parameterOf = <D>(columns: ReadonlyArray<Column<D>>): Named => (name) => `$${columns.findIndex(([column]) => column === name) + 1}`

/** SQL: the values of each decision are a row of the table `i`, which is made of one parameter for each column, from `$first` on. */
export const givenOf = (columns: ReadonlyArray<readonly [name: string, type: string, ...more: ReadonlyArray<unknown>]>, as: string, first = 1): string =>
  `unnest(${columns.map(([, type], at) => `$${first + at}::${type}[]`).join(", ")}) as ${as} (${columns.map(([name]) => name).join(", ")})`

/** The values of decisions for `givenOf`: for each column those of all decisions. */
export const valuesOf = <D>(columns: ReadonlyArray<Column<D>>, decided: ReadonlyArray<At<D>>): Statement["values"] =>
  [decided.map(({ at }) => at), ...columns.map(([, , of]) => decided.map(({ one }) => of(one)))]

/** SQL: a line of history of what a peer has reported, and the same for the rows of a table with these columns. */
export const lineText = "insert into history (first_id, at, who, what, detail, raw_sealed) values ($1, $2, 'peer', $3, $4, $5)"
export const linesFrom = (table: string, what: string, detail = "detail"): string =>
  `insert into history (first_id, at, who, what, detail, raw_sealed) select id, now, 'peer', ${what}, ${detail}, raw_sealed from ${table} order by at`

/** SQL: an order has no later generation. */
export const isOnlyGeneration =
  "not exists (select 1 from entity n where n.scope = entity.scope and n.kind = entity.kind and n.number = entity.number and n.generation > 1)"

/**
 * Reads the first generation of an order, with `more` columns. SQLite reads outside of the writer, and PostgreSQL reads many orders at once.
 */
export const reading = (name: string, kind: OrderKind, more: Readonly<Record<Database["Service"]["dialect"], string>> = { sqlite: "", postgres: "" }) => {
  const isSent = `e.kind = '${kind}' and e.is_known = 1 and e.generation = 1`
  const text = `select e.*${more.sqlite} from entity e where e.connection = $1 and e.number_sent = $2 and ${isSent}`
  const many = `select i.at, e.*${more.postgres} from unnest($1::int[], $2::text[], $3::text[]) as i (at, sent_to, sent_number)
    cross join lateral (select e.* from entity e where e.connection = i.sent_to and e.number_sent = i.sent_number and ${isSent} offset 0) e`
  const unit: Unit<Sent, ReadonlyArray<Row>> = {
    name,
    key: ({ number }) => number,
    sqlite: (run, { connection, number }) => run(text, [connection, number]),
    postgres: (inputs) => ({
      statements: [{ text: many, values: [inputs.map((_, at) => at), inputs.map(({ connection }) => connection), inputs.map(({ number }) => number)] }],
      outs: ([rows]) => {
        const found: ReadonlyArray<Array<Row>> = inputs.map(() => [])
        for (const row of rows!) found[Number(row["at"])]!.push(row)
        return found
      }
    })
  }
  return (db: Database["Service"], sent: Sent): Effect<ReadonlyArray<Row>, DatabaseFailed> =>
    db.dialect === "postgres" ? db.unit(unit, sent) : db.query(text, [sent.connection, sent.number])
}

/** The rows of orders are locked in the order of their numbers, as other units change them, and only then queues. */
const lockText = "select e.id from unnest($1::bigint[]) as i (id) cross join lateral (select f.id from entity f where f.id = i.id for update) e"

/**
 * For PostgreSQL: tables in `with` that change the rows of the orders in `i` which are as they were read. Each row is looked up by its
 * number (`offset 0` keeps the lookup apart), because PostgreSQL would otherwise compare all orders with those of the batch. The rows
 * are locked, so they stay in their places.
 */
export const storedOf = ({ changes, isAsRead }: { readonly changes: string; readonly isAsRead: string }): string =>
  `fresh as materialized (select i.*, e.place from i cross join lateral (select entity.ctid as place from entity where ${isAsRead} offset 0) e),
    stored as (update entity set ${changes} from fresh i where entity.ctid = i.place returning i.at),
    passed as (select i.* from fresh i where i.at in (select at from stored))`

/** A decision with its position among the inputs of a batch. */
export interface At<D> {
  readonly at: number
  readonly one: D
}

/** A unit that stores decisions, each wholly or not at all. Returns true for those that it stored. */
export const storing = <D extends Decided>({ insertion, many, name, now }: {
  readonly name: string
  readonly insertion: DeliveryInsertion
  /** On SQLite: stores a decision without its deliveries. Returns false, without having written, if what it was decided from has changed. */
  readonly now: (run: Run, decided: D) => boolean
  /** On PostgreSQL: a statement that stores decisions with their deliveries, and returns the position `at` of those that it stored. */
  readonly many: (decided: ReadonlyArray<At<D>>, deliveries: Statement["values"]) => Statement
}): Unit<D, boolean> => ({
  name,
  key: ({ row }) => `${row["scope"]} ${entityOf(row["kind"], row["number"])}`,
  sqlite: (run, decided) => {
    const isStored = now(run, decided)
    if (isStored) for (const delivery of decided.deliveries) insertion.put.sqlite(run, delivery)
    return isStored
  },
  postgres: (inputs) => {
    // Two decisions about one order would both see it as it was before, so the later one has to be made again.
    const first = new Map(inputs.toReversed().map(({ row }, back) => [row["id"], inputs.length - 1 - back]))
    const decided = [...first.values()].toSorted((a, b) => a - b).map((at) => ({ at, one: inputs[at]! }))
    const together = insertion.together(decided.flatMap(({ at, one }) => one.deliveries.map((put) => ({ at, put }))))
    return {
      statements: [{ text: lockText, values: [decided.map(({ one }) => one.row["id"])] }, together.lock, many(decided, together.values), together.release],
      outs: ([, , stored]) => {
        const passed = new Set(stored!.map(({ at }) => Number(at)))
        return inputs.map((_, at) => passed.has(at))
      }
    }
  }
})
