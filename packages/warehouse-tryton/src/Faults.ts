/**
 * What Tryton says when it does not do what it was asked, and what that means to us.
 *
 * Tryton runs each call in one transaction and rolls it back before it answers with an error, so a fault that is listed
 * here had no effect of that call. What earlier calls of the same operation did is the business of that operation.
 */
import { AdapterError } from "@crossdock/core"
import type * as Duration from "effect/Duration"

/** `warning` names a question that Tryton repeats until it is answered. */
export interface Fault extends AdapterError.Fault {
  readonly warning?: string
}

const text = (value: unknown): string => typeof value === "string" ? value : ""

/** Exceptions of the server carry a traceback; only their first line is kept. */
const firstLine = (value: unknown): string => text(value).split("\n", 1)[0]!.slice(0, 300)

const named = (type: string, details: ReadonlyArray<unknown>): Fault => {
  if (type === "UserWarning") return { code: type, message: text(details[1]), warning: text(details[0]) }
  if (type === "LoginException") return { code: type, message: text(details[1]) }
  const [message, description] = details.map(text)
  return { code: type, message: [message, description].filter((part) => part !== "").join(" - ") }
}

/**
 * Reads the array under `error`: `[type, details]` for what Tryton raises on purpose, `[text, traceback]` for anything
 * else that went wrong in the server.
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
  NO_DATABASE: (fault) => new AdapterError.CredentialRejected({ fault })
}

/** A fault no table lists proves nothing. */
export const toReason = ({ code, message }: Fault): AdapterError.Reason =>
  Object.hasOwn(listed, code) ? listed[code]!({ code, message }) : new AdapterError.FaultUnlisted({ fault: { code, message } })

/** Answers that are not the protocol's; absent: the body is to be read. `retryAfter` is how long Tryton asks to wait. */
export const ofHttp = (status: number, body: string, retryAfter: Duration.Duration | undefined): AdapterError.Reason | undefined => {
  if (status === 401) {
    return new AdapterError.CredentialRejected({ fault: { code: "401", message: "Tryton does not accept this login" } })
  }
  if (status === 403) {
    return new AdapterError.Rejected({ fault: { code: "403", message: "Tryton does not offer this method: a module is missing" } })
  }
  if (status === 429) {
    return new AdapterError.RateLimited({ ...(retryAfter && { retryAfter }) })
  }
  return status !== 200 || body.trimStart().startsWith("<")
    ? new AdapterError.PeerUnavailable({ status, ...(retryAfter && { retryAfter }) })
    : undefined
}

/** What this plugin refuses after it looked in Tryton, in words that name the cause. Nothing was changed. */
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

/** The same reason for a caller whose earlier calls took effect: none that claims that nothing happened. */
export const afterEffect = (reason: AdapterError.Reason): AdapterError.Reason => {
  if (reason.mayHaveApplied) return reason
  return reason._tag === "TransportFailed"
    ? new AdapterError.TransportFailed({ phase: "send", cause: reason.cause })
    : new AdapterError.FaultUnlisted({ fault: { code: reason._tag, message: AdapterError.describe(reason) } })
}
