/**
 * What the doctor looks at, before anybody judges it. Times are milliseconds since 1970, sizes bytes.
 */
import type { Problem } from "../Composition.ts"
import type { Damage } from "../store/Integrity.ts"
import type { Beside } from "../store/Reader.ts"
import type { DatabaseErrorDiagnosis } from "../store/DatabaseErrorDiagnosis.ts"

/** Who answers at a port. */
export type Answer =
  | { readonly is: "nobody" }
  | { readonly is: "silent" }
  | { readonly is: "stranger" }
  | { readonly is: "runner"; readonly ok: boolean; readonly reasons: ReadonlyArray<string> }

export interface Folder {
  readonly path: string
  readonly isThere: boolean
  /** By whoever asks the doctor. */
  readonly isWritable: boolean
  /** Keys and tokens that others than their owner may read. */
  readonly readable: ReadonlyArray<string>
  readonly disk: { readonly free: number; readonly of: number } | undefined
  /** How long the disk takes to keep 8 kB, in milliseconds; absent: not measured. */
  readonly sync: { readonly median: number; readonly slowest: number } | { readonly message: string } | undefined
}

export interface Runner {
  /** A process holds the data folder. */
  readonly isUp: boolean
  readonly port: number
  readonly adminPort: number
  readonly admin: Answer
  /** Absent: a runner holds the folder, so the port is its own. */
  readonly public: Answer | undefined
}

export interface Waiting {
  readonly connection: string
  readonly count: number
  readonly oldest: number
}

export interface Work {
  /** Deliveries whose time has come, first of their entity. */
  readonly due: ReadonlyArray<Waiting>
  readonly dead: ReadonlyArray<Waiting>
  readonly intentsDue: ReadonlyArray<Waiting>
  /** `oldest`: since when. */
  readonly doubtful: ReadonlyArray<Waiting>
  /** Cancels that wait for the answer of the peer; `oldest`: since their create is known. */
  readonly cancels: ReadonlyArray<Waiting>
  /** Intents that wait for a person. */
  readonly held: ReadonlyArray<Waiting & { readonly because: string }>
  /** What is claimed by a node that is struck out. */
  readonly orphans: number
  readonly connections: ReadonlyArray<{
    readonly id: string
    readonly paused: { readonly because: string; readonly at: number } | undefined
    readonly failingSince: number | undefined
    /** The rounds of polls fail since then, the last one because of this. */
    readonly pollsFail?: { readonly since: number; readonly because: string } | undefined
  }>
  /** Open orders that the warehouse does not show, or says nothing new of. */
  readonly open: ReadonlyArray<Waiting & { readonly is: "absent" | "still" }>
  /** Since when it works on a restored backup; absent: it does not. */
  readonly restoredSince: number | undefined
  readonly lapsed: ReadonlyArray<{ readonly connection: string; readonly at: number }>
}

/** What a connection obtained while a runner ran. */
export interface Credential {
  readonly connection: string
  readonly is: "needed" | "held"
  readonly refusedBecause: string | undefined
  readonly failing: { readonly since: number; readonly because: string } | undefined
  /** Exchanges that were begun and never came to an end; one that a live node carries out is none. */
  readonly unfinished: number
}

export interface Node {
  readonly id: string
  readonly leasedUntil: number
}

/** What was read; absent: it could not be, and stands among `unread`. */
export interface Contents {
  readonly dialect: "sqlite" | "postgres"
  /** By the clock that its rows go by. */
  readonly now: number
  readonly isQuick: boolean
  readonly damage: ReadonlyArray<Damage> | undefined
  /** Numbers and names of the migrations that were carried out. */
  readonly schema: ReadonlyArray<string> | undefined
  /** `missing`: something is sealed, and there is no key. */
  readonly key: "opens" | "refused" | "missing" | "nothing sealed" | undefined
  /** Rows that the key does not open, though it opens others. */
  readonly unopened: ReadonlyArray<{ readonly what: string; readonly id: string }>
  readonly misfits: ReadonlyArray<{ readonly id: string; readonly message: string }>
  /** Deliveries for connections that are neither declared nor stored. */
  readonly unserved: ReadonlyArray<Waiting>
  /** Of the newest row, or of the clock of the server, before that of this machine. */
  readonly clockAhead: number | undefined
  readonly nodes: ReadonlyArray<Node> | undefined
  readonly work: Work | undefined
  /** Of connections that obtain one, or should; absent: they could not be read. */
  readonly credentials?: ReadonlyArray<Credential> | undefined
  /** The server takes no writes: a standby, or set so. */
  readonly isReadOnly: boolean
  /** Pages that PostgreSQL has read and found damaged. */
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
