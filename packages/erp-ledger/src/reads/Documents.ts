/**
 * Reads records that the books keep as a whole: `assembly` and `split` by their numbers, `combination` by SKU, `group` by id, `rate` by
 * currency, and `marketplace`.
 */
import type { AdapterError, SqlStorage } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { BooksSession } from "../BooksSession.ts"
import type { Kind } from "../Documents.ts"

export interface Stored<Content> {
  readonly number: string
  /** The id of a warehouse in the settings, or what the kind says. */
  readonly warehouse: string
  readonly content: Content
}

/** Decodes the contents of rows. The books have written them, so what does not decode is a defect. */
export const decoding = <Content>(schema: Schema.Codec<Content, unknown>) => {
  const decode = Schema.decodeEffect(Schema.fromJsonString(schema))
  return (row: SqlStorage.Row): Effect.Effect<Stored<Content>> =>
    Effect.map(Effect.orDie(decode(String(row.content))), (content) => ({ number: String(row.number), warehouse: String(row.warehouse), content }))
}

/** Reads all records of a kind, by number. */
export const all = <Content>(
  { books, query, tables }: Pick<BooksSession, "books" | "query" | "tables">,
  kind: Kind,
  schema: Schema.Codec<Content, unknown>
): Effect.Effect<ReadonlyArray<Stored<Content>>, AdapterError.Reason> =>
  Effect.flatMap(
    query(`SELECT number, warehouse, content FROM ${tables.document} WHERE books = $1 AND kind = $2 ORDER BY number`, [books, kind]),
    (rows) => Effect.forEach(rows, decoding(schema))
  )
