/**
 * A call as the log gets it: what was asked and answered, and what is known of both. It refers to the messages as they are; the
 * log removes secrets and encrypts the rest later, so that the caller does not wait for it.
 */
import type { Transport } from "@crossdock/core"
import type { Hide } from "../connection/Redaction.ts"

/** The outcome of a call that brought what was asked for. */
export const ok = "OK"

export interface LoggedCall {
  /** `in`: served. `out`: sent. */
  readonly direction: "in" | "out"
  /** When it began, in milliseconds since 1970. */
  readonly at: number
  readonly millis: number
  /** The link or receiver that called, or the connection that was called. */
  readonly scope: string
  /** The link whose caller waits for a call that was sent. */
  readonly onBehalfOf?: string | undefined
  /** The protocol that served it, or the plugin that sent it. */
  readonly protocol: string
  /** Of the contract. Undefined: none was reached. */
  readonly operation?: string | undefined
  /** As the caller wrote it. */
  readonly method?: string | undefined
  /** `OK`, or the stable code of the refusal. */
  readonly code: string
  readonly status?: number | undefined
  /** The id that the caller of the runner got with its answer. */
  readonly requestId?: string | undefined
  /** The trace to which it belongs. Undefined: tracing is off. */
  readonly traceId?: string | undefined
  /** Values in which the log looks for numbers of records. */
  readonly about: ReadonlyArray<unknown>
  readonly request?: Transport.Request | undefined
  readonly response?: Transport.Response | undefined
  /** Why a call that was sent failed, without personal data. */
  readonly reason?: string | undefined
  /** Replaces the secrets that are known of the caller or the connection. */
  readonly hide?: Hide | undefined
}
