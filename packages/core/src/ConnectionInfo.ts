/**
 * What the runner tells a plugin about the connection that it opens, beside the plugin's own settings: the second argument of `make`.
 */
export interface ConnectionInfo {
  /** IANA name or an offset such as `UTC+8`. Timestamps without a zone are read and written in this time zone. */
  readonly timeZone: string
}

/**
 * What `make` gets if nothing says otherwise: the time zone `UTC+8`, in which the warehouse systems that Crossdock was first built for write
 * timestamps without a zone. An operator sets another one in `crossdock.config.ts` (U-32).
 */
export const defaultConnectionInfo = { timeZone: "UTC+8" } as const satisfies ConnectionInfo
