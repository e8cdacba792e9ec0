/**
 * What the runner passes to a plugin about its connection, beside the plugin's own settings.
 */
export interface ConnectionInfo {
  /** IANA name or an offset such as `UTC+8`. Timestamps without a zone are read and written in this time zone. */
  readonly timeZone: string
}

/** Used if the composition names no time zone (U-32). */
export const defaultConnectionInfo = { timeZone: "UTC+8" } as const satisfies ConnectionInfo
