/** The account every prepared database has. */
export declare const admin: { readonly user: string; readonly password: string }

/** Whether `startTryton` can work here without installing anything. */
export declare const isPrepared: () => boolean

/**
 * Makes the template database, and installs the Debian packages first where `mayInstall` (CI=true by default) says so.
 * True when the peer is ready, false when it is not there; throws when it should be ready and is not.
 */
export declare const prepare: (options?: { readonly mayInstall?: boolean }) => boolean

export interface TrytonServer {
  /** `http://127.0.0.1:<port>`, without a slash at the end. */
  readonly url: string
  readonly admin: typeof admin
  /** The last lines of the server's own log. */
  readonly log: () => string
  /** A new, isolated warehouse; gives the name of its database. */
  readonly freshDatabase: (name?: string) => string
  readonly dropDatabase: (database: string) => void
  readonly stop: () => Promise<void>
}

/** Starts a server of its own on a free loopback port. `sessionSeconds` is how long a login holds; a day by default. */
export declare const startTryton: (options?: { readonly sessionSeconds?: number }) => Promise<TrytonServer>
