/**
 * What a plugin learns about the connection that it is opened for, beside its own settings.
 */
export interface ConnectionInfo {
  /** IANA name or `UTC+8`. Timestamps of this peer that carry no zone are read and written in it. */
  readonly timeZone: string
}

/** Defaults when the composition names none (U-32). */
export const defaultConnectionInfo: ConnectionInfo = { timeZone: "UTC+8" }
