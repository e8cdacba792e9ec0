/**
 * What a plugin learns of the connection that it is opened for, beside its own settings.
 */
export interface Connected {
  /** IANA name or `UTC+8`: texts of this peer without a zone are read and written in it. */
  readonly timeZone: string
}

/** Where nobody says otherwise (U-32). */
export const atHome: Connected = { timeZone: "UTC+8" }
