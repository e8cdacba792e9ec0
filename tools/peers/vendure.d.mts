/** The account of a started server. */
export declare const admin: { readonly user: string; readonly password: string }

/** Whether `startVendure` can work here without installing anything. */
export declare const isPrepared: () => boolean

/** Installs the peer if `mayInstall` is set (default: CI=true). Returns whether it is ready. Throws if it could not be installed. */
export declare const prepare: (options?: { readonly mayInstall?: boolean }) => boolean

export interface VendureServer {
  /** `http://127.0.0.1:<port>`, without a trailing slash. */
  readonly url: string
  readonly admin: typeof admin
  /** The last lines of the server's output. */
  readonly log: () => string
  readonly stop: () => Promise<void>
}

/** Starts a server with an empty database in memory on a free loopback port. */
export declare const startVendure: () => Promise<VendureServer>
