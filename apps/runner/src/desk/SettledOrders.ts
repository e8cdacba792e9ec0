/**
 * Stores what became of orders. Those of one moment are stored together, so that many decisions need one commit.
 */
import type { Row, Value } from "../store/DatabaseDriver.ts"
import type { Unit } from "../store/UnitOfWork.ts"
import type { DeskOrder, Outcome } from "./DeskRows.ts"

export interface Settling {
  readonly order: Pick<DeskOrder, "entity" | "version">
  readonly outcome: Outcome
  /** Milliseconds since 1970. */
  readonly now: number
}

/** The values of a settling, and the type that PostgreSQL has for each. */
const columns: ReadonlyArray<readonly [name: string, type: string, of: (one: Settling) => Value]> = [
  ["entity", "bigint", ({ order }) => order.entity],
  ["version", "bigint", ({ order }) => order.version],
  ["state", "text", ({ outcome }) => outcome.state],
  ["cause", "text", ({ outcome }) => outcome.cause ?? null],
  ["because", "text", ({ outcome }) => outcome.because ?? null],
  ["rule", "text", ({ outcome }) => outcome.rule ?? null],
  ["explanation", "text", ({ outcome }) => outcome.explanation === undefined ? null : JSON.stringify(outcome.explanation)],
  ["placed_content", "text", ({ outcome }) => outcome.placedContent ?? null],
  ["attempt", "integer", ({ outcome }) => outcome.attempt ?? 0],
  ["due_at", "bigint", ({ outcome }) => outcome.dueAt ?? null],
  ["now", "bigint", ({ now }) => now],
  ["is_uncertain", "integer", ({ outcome: { isUncertain, state } }) => (isUncertain ?? (state === "held" || state === "due")) ? 1 : 0]
]

/** What is written: the columns of `i` are those above. An order that has changed since it was read is left alone. */
const written = `since = case when o.state = i.state and coalesce(o.cause, '') = coalesce(i.cause, '') then o.since else i.now end,
  state = i.state, cause = i.cause, because = i.because, rule = coalesce(i.rule, o.rule), explanation = coalesce(i.explanation, o.explanation),
  placed_content = coalesce(i.placed_content, o.placed_content), is_released = case when i.placed_content is null then o.is_released else 0 end,
  attempt = i.attempt, due_at = i.due_at, is_repeat = case when i.due_at > i.now then 1 else 0 end, updated_at = i.now, version = o.version + 1,
  cleared_at = case when i.is_uncertain = 1 then o.cleared_at else i.now end`

const names = columns.map(([name]) => name).join(", ")

const onSqlite = `update desk_order as o set ${written} from (select ${columns.map(([name], at) => `$${at + 1} as ${name}`).join(", ")}) as i
  where o.entity = i.entity and o.version = i.version returning entity`

const onPostgres = `update desk_order o set ${written} from unnest(${columns.map(([, type], at) => `$${at + 1}::${type}[]`).join(", ")}) as i (${names})
  where o.entity = i.entity and o.version = i.version returning o.entity`

/** Whether what became of an order was stored. */
export const settle: Unit<Settling, boolean> = {
  name: "settle an order at the desk",
  key: ({ order }) => String(order.entity),
  isOneBatchAtATime: true,
  sqlite: (run, input) => run(onSqlite, columns.map(([, , of]) => of(input))).length > 0,
  postgres: (inputs) => ({
    statements: [{ text: onPostgres, values: columns.map(([, , of]) => inputs.map(of)) }],
    outs: ([rows = []]: ReadonlyArray<ReadonlyArray<Row>>) => {
      const settled = new Set(rows.map((row) => Number(row.entity)))
      return inputs.map(({ order }, at) => settled.has(order.entity) && inputs.findIndex((one) => one.order.entity === order.entity) === at)
    }
  })
}
