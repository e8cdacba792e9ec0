/**
 * Reads Tryton's errors and maps them to the reasons of an `AdapterError`.
 *
 * Tryton runs each call in one transaction and rolls it back before it responds with an error, so a call that fails with a
 * fault listed here had no effect. Earlier calls of the same operation may have had one; the operation handles that itself.
 */
import { AdapterError } from "@crossdock/core"
import type * as Duration from "effect/Duration"

/** An error of Tryton. `warning` is the name of a warning that Tryton raises again on every call until the user confirms it. */
export interface Fault extends AdapterError.Fault {
  readonly warning?: string
}

const text = (value: unknown): string => typeof value === "string" ? value : ""

/** Returns the first line of a server exception; the traceback after it is dropped. */
const firstLine = (value: unknown): string => text(value).split("\n", 1)[0]!.slice(0, 300)

const named = (type: string, details: ReadonlyArray<unknown>): Fault => {
  if (type === "UserWarning") return { code: type, message: text(details[1]), warning: text(details[0]) }
  if (type === "LoginException") return { code: type, message: text(details[1]) }
  const [message, description] = details.map(text)
  return { code: type, message: [message, description].filter((part) => part !== "").join(" - ") }
}

/**
 * Reads the array in `error`. It is `[type, details]` for an error that Tryton raises on purpose, and `[text, traceback]` for
 * any other exception in the server.
 */
export const read = (error: ReadonlyArray<unknown>): Fault => {
  const [type, details] = error
  if (Array.isArray(details)) return named(text(type), details)
  if (type === "ConcurrencyException") return { code: type, message: text(details) }
  if (/^Database '.*' doesn't exist!$/.test(text(type))) {
    return { code: "NO_DATABASE", message: "Tryton has no database of this name" }
  }
  return { code: "SERVER", message: firstLine(type) }
}

const listed: Readonly<Record<string, (fault: AdapterError.Fault) => AdapterError.Reason>> = {
  UserError: (fault) => new AdapterError.Rejected({ fault }),
  UserWarning: (fault) => new AdapterError.Rejected({ fault }),
  LoginException: (fault) => new AdapterError.CredentialRejected({ fault }),
  NO_DATABASE: (fault) => new AdapterError.CredentialRejected({ fault }),
  /** Any other exception in the server. */
  SERVER: (fault) => new AdapterError.PeerUnavailable({ status: 200, fault }),
  /** Another transaction changed the same record; a repeat can succeed. */
  ConcurrencyException: (fault) => new AdapterError.PeerUnavailable({ status: 200, fault })
}

/**
 * Maps a fault to a reason. An error that Tryton raises on purpose and that is not listed is a refusal too. The server's
 * own failures are listed as in doubt, since the answer to a failure proves less than one to a wrong request.
 */
export const toReason = ({ code, message }: Fault): AdapterError.Reason =>
  Object.hasOwn(listed, code) ? listed[code]!({ code, message }) : new AdapterError.FaultUnlisted({ fault: { code, message } })

/**
 * Maps a response that is not JSON-RPC to a reason. Returns `undefined` if the body has to be read. `retryAfter` is the time
 * that Tryton asks the caller to wait.
 */
export const ofHttp = (status: number, body: string, retryAfter: Duration.Duration | undefined): AdapterError.Reason | undefined => {
  if (status === 401) {
    return new AdapterError.CredentialRejected({ fault: { code: "401", message: "Tryton does not accept this login" } })
  }
  if (status === 403) {
    return new AdapterError.Rejected({ fault: { code: "403", message: "Tryton does not offer this method; install the Tryton module that has it" } })
  }
  if (status === 429) {
    return new AdapterError.RateLimited({ ...(retryAfter && { retryAfter }) })
  }
  return status !== 200 || body.trimStart().startsWith("<")
    ? new AdapterError.PeerUnavailable({ status, ...(retryAfter && { retryAfter }) })
    : undefined
}

/** Makes the error for a request that this plugin refuses after a lookup in Tryton. The message names the cause. Nothing was changed. */
export const refusal = (
  code:
    | "UNKNOWN_ORDER"
    | "UNKNOWN_WAREHOUSE"
    | "UNKNOWN_CHANNEL"
    | "UNKNOWN_SKU"
    | "UNKNOWN_COMPANY"
    | "UNKNOWN_SUPPLIER"
    | "AMBIGUOUS"
    | "OUT_OF_STOCK"
    | "NOT_CANCELLABLE"
    | "NO_LOCATION"
    | "NO_PRICE"
    | "NO_SUPPLIER"
    | "NO_UNIT",
  message: string
): AdapterError.Rejected => new AdapterError.Rejected({ fault: { code, message } })

/**
 * Converts a reason for an operation whose earlier calls took effect: the result leaves open what happened. The refusal of
 * a later call is none of the operation, so the result is not `FaultUnlisted`.
 */
export const afterEffect = (reason: AdapterError.Reason): AdapterError.Reason => {
  if (reason._tag === "TransportFailed") return reason.mayHaveApplied ? reason : new AdapterError.TransportFailed({ phase: "send", cause: reason.cause })
  return reason.mayHaveApplied && reason._tag !== "FaultUnlisted"
    ? reason
    : new AdapterError.PeerUnavailable({ status: 200, fault: { code: reason._tag, message: AdapterError.describe(reason) } })
}
