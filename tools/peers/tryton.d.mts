/** The account in every prepared database. */
export declare const admin: { readonly user: string; readonly password: string }

/** Whether `startTryton` can work here without installing anything. */
export declare const isPrepared: () => boolean

/**
 * Creates the template database, and installs the Debian packages first if `mayInstall` is set (default: CI=true). Returns
 * whether the peer is ready. Throws if it could not be prepared.
 */
export declare const prepare: (options?: { readonly mayInstall?: boolean }) => boolean

export interface TrytonServer {
  /** `http://127.0.0.1:<port>`, without a trailing slash. */
  readonly url: string
  readonly admin: typeof admin
  /** The last lines of the server's log. */
  readonly log: () => string
  /** Creates an isolated warehouse, and returns the name of its database. */
  readonly freshDatabase: (name?: string) => string
  readonly dropDatabase: (database: string) => void
  readonly stop: () => Promise<void>
}

/** Starts a server on a free loopback port. A login is valid for `sessionSeconds` (default: a day). */
export declare const startTryton: (options?: { readonly sessionSeconds?: number }) => Promise<TrytonServer>
