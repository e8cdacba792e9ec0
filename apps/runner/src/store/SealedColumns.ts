/**
 * Where encrypted texts are stored, and to which place the vault binds each, so that all of them can be encrypted with another key.
 */
import * as Effect from "effect/Effect"
import type { Database, DatabaseFailed, Row, Value } from "./Database.ts"
import * as Migrations from "./Migrations.ts"

/** The texts of one table, in the order of a key. */
export interface Source {
  readonly table: string
  /** The column by which rows are walked and found. */
  readonly key: string
  /** Rows after the key `$1`, at most `$2` of them, each with `key` and its columns. */
  readonly statement: string
  /** The key before the first row. */
  readonly first: Value
  readonly columns: ReadonlyArray<readonly [column: string, place: (row: Row) => string]>
}

/** A table with a key of its own, whose place is made of that key. */
const simple = (table: string, key: string, column: string, place: (key: unknown) => string): Source => ({
  table,
  key,
  statement: `select ${key} as key, ${column} from ${table} where ${key} > $1 order by ${key} limit $2`,
  first: "",
  columns: [[column, (row) => place(row["key"])]]
})

/** Rows that several columns identify; they are few, so that all rows of one key are a slice. */
const withPart = (table: string, key: string, part: string, column: string, place: (key: unknown, part: unknown) => string): Source => ({
  table,
  key,
  statement: `select t.${key} as key, t.${part} as part, t.${column} from ${table} t where t.${key} in (select distinct ${key} from ${table} where ${key} > $1 order by ${key} limit $2) order by t.${key}`,
  first: "",
  columns: [[column, (row) => place(row["key"], row["part"])]]
})

const beforeAll = -9_000_000_000_000_000

export const sources: ReadonlyArray<Source> = [
  simple("setting", "name", "content", (name) => `setting ${String(name)}`),
  simple("connection", "id", "settings_sealed", (id) => `connection ${String(id)}`),
  simple("link", "scope", "body_sealed", (scope) => `link ${String(scope)}`),
  simple("credential", "connection", "values_sealed", (id) => `credential ${String(id)}`),
  simple("rotated_secret", "owner", "secrets_sealed", (owner) => `rotated secret ${String(owner)}`),
  simple("shop_state", "scope", "callback_sealed", (scope) => `shop ${String(scope)}`),
  withPart("order_sync", "scope", "track", "cursor_sealed", (scope, track) => `order sync ${String(scope)} ${String(track)}`),
  ...["subscription", "ended_subscription"].map((table) =>
    withPart(table, "connection", "subscription_id", "secret_sealed", (id, part) => `subscription ${String(id)} ${String(part)}`)),
  {
    table: "platform_order",
    key: "entity",
    statement: `select p.entity as key, p.content_sealed, e.scope, e.number
      from (select entity, content_sealed from platform_order where entity > $1 order by entity limit $2) p left join entity e on e.id = p.entity order by p.entity`,
    first: beforeAll,
    columns: [["content_sealed", ({ number, scope }) => `platform order ${scope} ${number}`]]
  },
  {
    table: "intent_content",
    key: "entity",
    statement: `select c.entity as key, c.asked_sealed, c.sent_sealed, i.id
      from (select entity, asked_sealed, sent_sealed from intent_content where entity > $1 order by entity limit $2) c left join intent i on i.entity = c.entity order by c.entity`,
    first: beforeAll,
    columns: [["asked_sealed", ({ id }) => `intent ${id} asked`], ["sent_sealed", ({ id }) => `intent ${id} sent`]]
  },
  {
    table: "delivery_content",
    key: "seq",
    statement: `select c.seq as key, c.content_sealed, c.payload_sealed, d.id
      from (select seq, content_sealed, payload_sealed from delivery_content where seq > $1 order by seq limit $2) c left join delivery d on d.seq = c.seq order by c.seq`,
    first: beforeAll,
    columns: [["content_sealed", ({ id }) => `delivery ${id}`], ["payload_sealed", ({ id }) => `delivery ${id} payload`]]
  },
  {
    table: "history",
    key: "id",
    statement: `select h.id as key, h.raw_sealed, coalesce(e.scope || ' ' || e.kind || ':' || e.number, h.subject) as about
      from (select id, raw_sealed, first_id, subject from history where id > $1 order by id limit $2) h left join entity e on e.id = h.first_id order by h.id`,
    first: beforeAll,
    columns: [["raw_sealed", ({ about }) => `history ${about}`]]
  },
  {
    table: "call",
    key: "id",
    statement: "select id as key, content_sealed, at, scope from call where id > $1 order by id limit $2",
    first: beforeAll,
    columns: [["content_sealed", ({ at, scope }) => `call ${Number(at)} ${scope}`]]
  }
]

const textColumns = {
  sqlite: "select m.name as table_name, c.name as column_name from sqlite_schema m join pragma_table_info(m.name) c where m.type = 'table' and lower(c.type) not in ('integer', 'int', 'bigint', 'real', 'blob') order by 1, 2",
  postgres: "select table_name, column_name from information_schema.columns where table_schema = current_schema()::text and data_type in ('text', 'character varying') order by 1, 2"
} as const

/** The tables of the runner itself. */
const ownTables = (dialect: Database["Service"]["dialect"]): ReadonlySet<string> =>
  new Set(Object.values(Migrations.statements(dialect)).flat().flatMap((text) => /^\s*create (?:unlogged )?table (?:if not exists )?"?(\w+)/i.exec(text)?.[1] ?? []))

const prefixOf = (plugin: string): string => `${plugin.replaceAll(/[^a-z0-9]/g, "_")}_`

const sourceOf = (table: string, column: string, plugin: string): Source => ({
  table: `"${table}"`,
  key: `"${column}"`,
  statement: `select distinct "${column}" as key, "${column}" from "${table}" where "${column}" > $1 and "${column}" like 'v1.%' order by "${column}" limit $2`,
  first: "",
  columns: [[column, () => `plugin ${plugin}`]]
})

/** So many texts of a column of a plugin that is gone are tried. */
const samples = 20

/** The ids that the plugin of a table may have had: its tables begin with the id, with underscores for dashes. */
const idsOf = (table: string): ReadonlyArray<string> => {
  const words = table.split("_")
  return words.slice(1).map((_, n) => words.slice(0, n + 1).join("-"))
}

/**
 * The columns of the tables of plugins that may have texts. The names of the tables begin with the id of their plugin; the id of one that
 * is not in the composition any more is the one for which `opens` says that a text was sealed with it.
 */
export const ofPlugins = Effect.fnUntraced(function*(
  { dialect, query }: Pick<Database["Service"], "dialect" | "query">,
  plugins: Iterable<string>,
  opens: (place: string, text: string) => boolean
) {
  const present = [...plugins]
  const own = ownTables(dialect)
  const found: Array<Source> = []
  for (const row of yield* query(textColumns[dialect])) {
    const [table, column] = [String(row["table_name"]), String(row["column_name"])]
    if (own.has(table)) continue
    const known = present.filter((plugin) => table.startsWith(prefixOf(plugin)))
    found.push(...known.map((plugin) => sourceOf(table, column, plugin)))
    if (known.length > 0) continue
    const texts = (yield* query(sourceOf(table, column, "").statement, ["", samples])).map(({ key }) => String(key))
    found.push(...idsOf(table).filter((id) => texts.some((text) => opens(`plugin ${id}`, text))).map((id) => sourceOf(table, column, id)))
  }
  return found
}) satisfies (...given: never) => Effect.Effect<ReadonlyArray<Source>, DatabaseFailed>
