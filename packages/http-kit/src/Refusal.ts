/**
 * What an answer other than 2xx means, by tables: the code of the fault in its body first, then its HTTP status.
 *
 * What no table lists proves nothing. List a code as `Rejected` only where the peer promises that nothing was done: a
 * create that fails so is not asked about again.
 */
import { AdapterError, type Json, RetryAfter, Transport } from "@crossdock/core"
import type * as Duration from "effect/Duration"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

export type Meaning = "Rejected" | "Duplicate" | "CredentialRejected" | "RateLimited" | "PeerUnavailable" | "FaultUnlisted"

/** By the code of the fault, as the peer writes it. */
export type FaultTable = Readonly<Record<string, Meaning>>

/** By HTTP status, for what the peer says by its status alone. */
export type StatusTable = Readonly<Record<number, Meaning>>

/** The fault that a body holds; undefined: it holds none. */
export type FaultReader = (body: Json.Json) => AdapterError.Fault | undefined

export interface Rules {
  /** Absent: no code is listed. */
  readonly faults?: FaultTable
  /**
   * Beside what holds everywhere: 401 and 403 `CredentialRejected`, 429 `RateLimited`, 408 and 5xx `PeerUnavailable`. A
   * 403 with an HTML page is `PeerUnavailable` as well: a firewall or proxy wrote it, and it says nothing of the credential.
   * Many APIs list 404 as `Rejected` or 409 as `Duplicate`.
   */
  readonly statuses?: StatusTable
  /** Absent: `code`, a text or a number, and `message` of the outermost object. */
  readonly fault?: FaultReader
}

/** Reads the fault by a schema of the body of a refusal. */
export const faultIn = <A>(schema: Schema.Decoder<A>, toFault: (body: A) => AdapterError.Fault): FaultReader => {
  const decode = Schema.decodeUnknownResult(schema)
  return (body) => {
    const result = decode(body)
    return Result.isSuccess(result) ? toFault(result.success) : undefined
  }
}

const usualFault = faultIn(
  Schema.Struct({ code: Schema.Union([Schema.String, Schema.Finite]), message: Schema.String }),
  ({ code, message }) => ({ code: String(code), message })
)

const everywhere: StatusTable = { 401: "CredentialRejected", 403: "CredentialRejected", 408: "PeerUnavailable", 429: "RateLimited" }

/** The answer comes from something in front of the peer that does not know its credentials. */
const isPageOfProxy = ({ body, status }: Transport.Response): boolean => status === 403 && body.trimStart().startsWith("<")

interface Answered {
  readonly status: number
  readonly retryAfter?: Duration.Duration
}

const reasons: Readonly<Record<Meaning, (fault: AdapterError.Fault, answered: Answered) => AdapterError.Reason>> = {
  Rejected: (fault) => new AdapterError.Rejected({ fault }),
  Duplicate: (fault) => new AdapterError.Duplicate({ fault }),
  CredentialRejected: (fault) => new AdapterError.CredentialRejected({ fault }),
  RateLimited: (fault, { retryAfter }) => new AdapterError.RateLimited({ fault, ...(retryAfter && { retryAfter }) }),
  PeerUnavailable: (_, { retryAfter, status }) => new AdapterError.PeerUnavailable({ status, ...(retryAfter && { retryAfter }) }),
  FaultUnlisted: (fault) => new AdapterError.FaultUnlisted({ fault })
}

const meaningIn = <K extends string | number>(table: Readonly<Record<K, Meaning>> | undefined, key: K): Meaning | undefined =>
  table !== undefined && Object.hasOwn(table, key) ? table[key] : undefined

/** What a fault means by its code alone; a code that is not listed is `FaultUnlisted`. */
export const toReason = (faults: FaultTable, fault: AdapterError.Fault, answered: Answered = { status: 200 }): AdapterError.Reason =>
  reasons[meaningIn(faults, fault.code) ?? "FaultUnlisted"](fault, answered)

/** How long the peer asks to wait, as a member for a reason. */
const pauseOf = (headers: Transport.Headers, now: number): Pick<Answered, "retryAfter"> => {
  const retryAfter = RetryAfter.parse(Transport.header(headers, "retry-after"), now)
  return retryAfter === undefined ? {} : { retryAfter }
}

/** What an answer other than 2xx means. `body` is undefined where it is not JSON, `now` in milliseconds since 1970. */
export const fromResponse = (
  response: Transport.Response,
  body: Json.Json | undefined,
  { fault: faultOf = usualFault, faults, statuses }: Rules,
  now: number
): AdapterError.Reason => {
  const { headers, status } = response
  const said = body === undefined ? undefined : faultOf(body)
  const meaning = (said && meaningIn(faults, said.code)) ?? meaningIn(statuses, status) ??
    (isPageOfProxy(response) ? "PeerUnavailable" : meaningIn(everywhere, status)) ?? (status >= 500 ? "PeerUnavailable" : "FaultUnlisted")
  const fault = said ?? { code: `HTTP_${status}`, message: `the peer answered HTTP ${status} and gave no reason that can be read` }
  return reasons[meaning](fault, { status, ...pauseOf(headers, now) })
}

/**
 * The same failure for an operation of several calls, of which an earlier one took effect: it may not say that nothing has
 * happened.
 */
export const afterEffect = (reason: AdapterError.Reason): AdapterError.Reason => {
  if (reason.mayHaveApplied) return reason
  return reason._tag === "TransportFailed"
    ? new AdapterError.TransportFailed({ phase: "send", cause: reason.cause })
    : new AdapterError.FaultUnlisted({ fault: { code: reason._tag, message: AdapterError.describe(reason) } })
}

/** A page of HTML in place of JSON: something in front of the peer has answered. */
export const isPage = ({ body }: Transport.Response): boolean => body.trimStart().startsWith("<")
