/**
 * The facts that the findings are derived from. Times are milliseconds since 1970, sizes are bytes.
 */
import type { Problem } from "../Composition.ts"
import type { ConnectionSecrets, MissingName } from "./RemedyFacts.ts"
import type * as UntakenOrders from "../records/UntakenOrders.ts"
import type { Damage } from "../store/Integrity.ts"
import type { Beside } from "../store/ReadOnlyDatabase.ts"
import type { DatabaseErrorDiagnosis } from "../store/DatabaseErrorDiagnosis.ts"

/** What answers at a port. */
export type Answer =
  | { readonly is: "nobody" }
  | { readonly is: "silent" }
  | { readonly is: "stranger" }
  | { readonly is: "runner"; readonly ok: boolean; readonly reasons: ReadonlyArray<string> }

export interface Folder {
  readonly path: string
  readonly isThere: boolean
  /** For the user who runs the doctor. */
  readonly isWritable: boolean
  /** Key and token files that users other than the owner may read. */
  readonly readable: ReadonlyArray<string>
  readonly disk: { readonly free: number; readonly of: number } | undefined
  /** Milliseconds that a durable write of 8 kB takes; undefined if not measured. */
  readonly sync: { readonly median: number; readonly slowest: number } | { readonly message: string } | undefined
}

export interface Runner {
  /** Whether a process holds the lock of the data folder. */
  readonly isUp: boolean
  readonly port: number
  readonly adminPort: number
  readonly admin: Answer
  /** Undefined: a runner holds the folder, so the port is its own. */
  readonly public: Answer | undefined
}

export interface Waiting {
  readonly connection: string
  readonly count: number
  readonly oldest: number
}

export interface Work {
  /** Deliveries that are due and first in the line of their order. */
  readonly due: ReadonlyArray<Waiting>
  readonly dead: ReadonlyArray<Waiting>
  /** The most frequent cause of the dead letters of each connection. Absent: none is stored. */
  readonly deadCauses?: ReadonlyArray<{ readonly connection: string; readonly cause: string; readonly count: number }>
  readonly intentsDue: ReadonlyArray<Waiting>
  /** `oldest` is when the oldest became Doubtful. */
  readonly doubtful: ReadonlyArray<Waiting>
  /** The words that nobody lists with which peers have refused Doubtful creates, the most frequent first. Absent: none. */
  readonly doubtfulWords?: ReadonlyArray<{ readonly connection: string; readonly words: string; readonly count: number }>
  /** Cancels that wait for the outcome of their create, or for the answer of the peer; `oldest` counts from the last change of the create. */
  readonly cancels: ReadonlyArray<Waiting>
  /** Decisions that a person made without an answer of the peer, which has not answered yet (`asking`) or shows the contrary (`wrong`). Absent: the database is of an earlier release. */
  readonly blind?: ReadonlyArray<Waiting & { readonly is: "asking" | "wrong" }>
  /** Intents that wait for a mapping or a connection. */
  readonly held: ReadonlyArray<Waiting & { readonly because: string }>
  /** The names that these intents lack. Absent: none is known. */
  readonly missingNames?: ReadonlyArray<MissingName>
  /** The secrets of the connections. Absent: the composition is not known. */
  readonly secrets?: ReadonlyArray<ConnectionSecrets>
  /** Number of rows claimed by a node that is no longer alive. */
  readonly orphans: number
  readonly connections: ReadonlyArray<{
    readonly id: string
    readonly paused: { readonly because: string; readonly at: number } | undefined
    readonly failingSince: number | undefined
    /** Since when no call to the peer was answered, and how the first of them failed. */
    readonly callsFail?: { readonly since: number; readonly because: string } | undefined
    /** Since when rounds of polls fail, and the cause of the last failure. */
    readonly pollsFail?: { readonly since: number; readonly because: string } | undefined
  }>
  /** Open orders that the warehouse does not show or has not updated for long. */
  readonly open: ReadonlyArray<Waiting & { readonly is: "absent" | "still" }>
  /** Orders of shops that the runner did not take, by link or connection. Absent: the database is of an earlier release. */
  readonly untaken?: ReadonlyArray<UntakenOrders.Counted>
  /** Orders of ERPs that are their source, of which a person should know, by what became of them; `number` and `message` are those of the oldest. Absent: the database is of an earlier release. */
  readonly readyOrders?: ReadonlyArray<Waiting & { readonly state: string; readonly number: string; readonly message: string }>
  /** When the restore mode began; undefined if the runner works normally. */
  readonly restoredSince: number | undefined
  readonly lapsed: ReadonlyArray<{ readonly connection: string; readonly at: number }>
  /** Connections whose registration for callbacks fails. Absent: the database is of an earlier release. */
  readonly unregistered?: ReadonlyArray<{ readonly connection: string; readonly since: number; readonly because: string }>
  /** Services that do not take what they are told of a shop. Absent: the database is of an earlier release. */
  readonly untoldShops?: ReadonlyArray<{ readonly connection: string; readonly since: number; readonly because: string }>
  /** Orders that a peer had refused and has nevertheless, found in the last days; `number` is that of the first. Absent: none, or the database is of an earlier release. */
  readonly refusedAndDone?: ReadonlyArray<Waiting & { readonly number: string }>
  /** Stock of the order desk. Absent: there is none, or the database is of an earlier release. */
  readonly stock?: Stock
  /** Orders that the order desk holds, by cause; `number` is that of the oldest. Absent: there is no desk, or the database is of an earlier release. */
  readonly heldOrders?: ReadonlyArray<{ readonly cause: string; readonly count: number; readonly since: number; readonly number: string }>
}

export interface Stock {
  /** Differences between warehouses and books that at least two comparisons have found. */
  readonly drift: ReadonlyArray<{ readonly scope: string; readonly warehouse: string; readonly count: number; readonly since: number }>
  /** Differences of which the desk has reserved more than the warehouse has; `orders` are those that lack pieces. */
  readonly short: ReadonlyArray<{ readonly scope: string; readonly warehouse: string; readonly sku: string; readonly since: number; readonly orders: ReadonlyArray<string> }>
  /** Articles whose stock shops refused. */
  readonly refused: ReadonlyArray<{ readonly scope: string; readonly count: number; readonly because: string }>
  /** SKUs of the books whose stock shops do not count. Absent: none. */
  readonly untracked?: ReadonlyArray<{ readonly scope: string; readonly skus: ReadonlyArray<string> }>
  /** Jobs whose runs fail. */
  readonly failing: ReadonlyArray<{ readonly job: "publish" | "compare"; readonly scope: string; readonly since: number; readonly message: string }>
}

/** State of a credential that a connection obtained at run time. */
export interface Credential {
  readonly connection: string
  readonly is: "needed" | "held"
  readonly refusedBecause: string | undefined
  readonly failing: { readonly since: number; readonly because: string } | undefined
  /** Number of exchanges that did not finish, without those that a live node still carries out. */
  readonly unfinished: number
}

/** An earlier secret of a caller that was replaced, and who used it last. */
export interface RotatedSecret {
  /** Protocol of the caller; `receiver` for the sender that a receiver declares. */
  readonly protocol: string
  readonly id: string
  /** The scope of one of its links. Undefined: it has none. */
  readonly link: string | undefined
  /** Undefined: both secrets are in the composition. */
  readonly startedAt: number | undefined
  readonly endsAt: number
  readonly used: { readonly at: number; readonly by: string } | undefined
  /** Used after it had ended. */
  readonly endedUsed: { readonly at: number; readonly by: string } | undefined
}

export interface Node {
  readonly id: string
  readonly leasedUntil: number
}

/** What was read from the database. A member is undefined if it could not be read; `unread` then says why. */
export interface Contents {
  readonly dialect: "sqlite" | "postgres"
  /** Time of the clock that the rows use: the database's, or this machine's for SQLite. */
  readonly now: number
  readonly isQuick: boolean
  readonly damage: ReadonlyArray<Damage> | undefined
  /** Numbers and names of the migrations that were applied. */
  readonly schema: ReadonlyArray<string> | undefined
  /** `missing`: the database holds encrypted values, but there is no key. */
  readonly key: "opens" | "refused" | "missing" | "nothing sealed" | undefined
  /** A change of the key that is not finished. Absent: there is none. */
  readonly keyChange?: { readonly startedAt: number; readonly doneAt: number | undefined } | undefined
  /** Changes of rows after an upgrade that are under way. Absent: none is. */
  readonly unfinishedMigrations?: ReadonlyArray<{ readonly name: string; readonly rows: number; readonly since: number }> | undefined
  /** Rows that the key does not decrypt, although it decrypts others. */
  readonly unopened: ReadonlyArray<{ readonly what: string; readonly id: string }>
  readonly misfits: ReadonlyArray<{ readonly id: string; readonly message: string }>
  /** Deliveries for connections that do not exist. */
  readonly unserved: ReadonlyArray<Waiting>
  /** Milliseconds that the newest row, or the clock of the server, is ahead of this machine. */
  readonly clockAhead: number | undefined
  readonly nodes: ReadonlyArray<Node> | undefined
  readonly work: Work | undefined
  /** Undefined: they could not be read. */
  readonly credentials?: ReadonlyArray<Credential> | undefined
  /** Absent: the database is of an earlier release, or there is no valid composition. */
  readonly secrets?: ReadonlyArray<RotatedSecret> | undefined
  /** The server accepts no writes, because it is a standby or configured so. */
  readonly isReadOnly: boolean
  /** Damaged pages that PostgreSQL has found so far. */
  readonly checksumFailures: number
  readonly unread: ReadonlyArray<{ readonly what: string; readonly diagnosis: DatabaseErrorDiagnosis }>
}

export type Store =
  | { readonly is: "absent"; readonly place: string }
  | { readonly is: "closed"; readonly place: string; readonly dialect: "sqlite" | "postgres"; readonly diagnosis: DatabaseErrorDiagnosis }
  | {
    readonly is: "open"
    readonly place: string
    readonly beside: Beside | undefined
    readonly size: { readonly file: number; readonly log: number } | undefined
    readonly contents: Contents
  }

export interface Facts {
  readonly now: number
  readonly folder: Folder
  readonly runner: Runner
  readonly store: Store
  readonly composition: { readonly file: string; readonly problems: ReadonlyArray<Problem> } | undefined
}
