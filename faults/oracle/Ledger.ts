/**
 * Reads the runner's database after the run, from the file or as the server's superuser, to compare it with the histories. It
 * proves nothing by itself.
 */
import { DatabaseSync } from "node:sqlite"

export type State = "Pending" | "InFlight" | "Delivered" | "Doubtful" | "Dead" | "Cancelled"

export interface Delivery {
  readonly id: string
  readonly seq: number
  readonly entity: string
  readonly state: State
  readonly attempt: number
  readonly isState: boolean
  readonly cause: string | null
}

export interface Attempt {
  /** The id of a delivery or an intent. */
  readonly subject: string
  readonly number: number
  readonly kind: string
  readonly outcome: string
}

export interface Intent {
  readonly id: string
  readonly entity: string
  readonly generation: number
  readonly state: State
  readonly isCancelWanted: boolean
}

export interface Ledger {
  readonly deliveries: ReadonlyArray<Delivery>
  readonly attempts: ReadonlyArray<Attempt>
  readonly intents: ReadonlyArray<Intent>
  /** The entities of recorded messages, one entry per message. */
  readonly inbox: ReadonlyArray<string>
}

type Row = Readonly<Record<string, unknown>>
export type Query = (text: string) => Promise<ReadonlyArray<Row>>

/** The kinds of records of the runner. */
const kinds = ["inbound", "outbound", "platform_order"] as const
const beforeNumber = new RegExp(`^.*\\b(?:${kinds.join("|")}):`)

/** The entity as the producer names it, without the link and kind that the runner prepends. */
const bare = (entity: unknown): string => String(entity).replace(beforeNumber, "")

/** The prefix of a link's numbers at the peer. */
export type PrefixOf = (scope: string) => string

const textOrNull = (value: unknown): string | null => (value === null || value === undefined ? null : String(value))

export const read = async (query: Query, prefixOf: PrefixOf = () => ""): Promise<Ledger> => {
  const entityOf = (row: Row): string => prefixOf(String(row["scope"])) + bare(row["entity"])
  // Read first, because the deliveries for these must exist. Batch numbers that an ERP was told are not messages.
  const inbox = await query("select f.scope, f.number as entity from inbox b join entity f on f.id = b.first_id where b.dedup_key not like 'told:%'")
  const deliveries = await query("select id, seq, scope, entity, state, attempt, is_state, cause from delivery order by seq")
  const attempts = await query("select subject, number, kind, outcome from attempt order by id")
  const intents = await query("select i.id, e.scope, e.number as entity, e.generation, i.state, i.is_cancel_wanted from intent i join entity e on e.id = i.entity order by i.created_at, i.entity")
  return {
    deliveries: deliveries.map((row) => ({
      id: String(row["id"]),
      seq: Number(row["seq"]),
      entity: entityOf(row),
      state: row["state"] as State,
      attempt: Number(row["attempt"]),
      isState: Number(row["is_state"]) === 1,
      cause: textOrNull(row["cause"])
    })),
    attempts: attempts.map((row) => ({
      subject: String(row["subject"]),
      number: Number(row["number"]),
      kind: String(row["kind"]),
      outcome: String(row["outcome"])
    })),
    intents: intents.map((row) => ({
      id: String(row["id"]),
      entity: entityOf(row),
      generation: Number(row["generation"]),
      state: row["state"] as State,
      isCancelWanted: Number(row["is_cancel_wanted"]) === 1
    })),
    inbox: inbox.map(entityOf)
  }
}

/** Reads an SQLite file while the runner writes it, or after it was killed. */
export const ofSqlite = (file: string): Query => (text) => {
  const db = new DatabaseSync(file, { readOnly: true, timeout: 5000 })
  try {
    return Promise.resolve(db.prepare(text).all() as ReadonlyArray<Row>)
  } finally {
    db.close()
  }
}
