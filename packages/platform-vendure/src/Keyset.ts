/**
 * Reads a list of Vendure page by page so that no record is missed while others change, appear or vanish.
 *
 * The list is sorted by `createdAt`, which never changes, and a page begins behind the last record that was examined, so a
 * record that leaves the list shifts nothing. Vendure may store whole seconds, and compares them as text on SQLite: therefore
 * each query begins a second earlier, and the records of that second that were examined already are dropped.
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

/** The most records that Vendure returns at once, unless its `adminListQueryLimit` was changed. */
export const mostRecords = 1000

/** What every record of such a list has. */
export interface Placed {
  readonly id: string
  /** Milliseconds since 1970. */
  readonly createdAt: number
}

/** The place in a list behind the last record that was examined. */
export interface Position {
  /** Only records that were created after this time may still be unread, in milliseconds since 1970. */
  readonly after: number
  /** The records after that time that were examined, with the time of creation of each. */
  readonly seen: ReadonlyArray<readonly [id: string, createdAt: number]>
}

export const start: Position = { after: 0, seen: [] }

/** A second, to which databases may truncate times. */
const overlap = 1000

/** The position behind a record. Records must be examined in the order of the list. */
export const behind = ({ seen }: Position, { createdAt, id }: Placed): Position => {
  const after = createdAt - overlap
  return { after, seen: [...seen.filter(([, created]) => created >= after), [id, createdAt]] }
}

/** The records of an answer that were not examined before. */
export const unseen = <A extends Placed>({ seen }: Position, records: ReadonlyArray<A>): ReadonlyArray<A> => {
  const ids = new Set(seen.map(([id]) => id))
  return records.filter(({ id }) => !ids.has(id))
}

const Written = Schema.fromJsonString(Schema.Tuple([Schema.Int, Schema.Array(Schema.Tuple([Schema.String, Schema.Int]))]))
const decode = Schema.decodeUnknownResult(Written)
const encode = Schema.encodeSync(Written)

/** Writes a position as the cursor of a page. */
export const toCursor = ({ after, seen }: Position): string => encode([after, seen])

/** Reads a cursor. Undefined if the text is none. */
export const fromCursor = (cursor: string): Position | undefined => {
  const read = decode(cursor)
  return Result.isSuccess(read) ? { after: read.success[0], seen: read.success[1] } : undefined
}
