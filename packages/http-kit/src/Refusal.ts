/**
 * Turns an answer other than 2xx into a reason, by two tables: first by the error code in the body, then by the status.
 *
 * An error in the declared shape, with a status below 500, that no table lists is `FaultUnlisted` with the peer's words. The
 * runner takes it for a final refusal unless the connection says otherwise. So list a code as `PeerUnavailable` if the
 * peer may have acted before it failed, such as the code of an internal error with status 200. An answer without a
 * readable error, and an error with a status from 500, are `PeerUnavailable` unless a table says otherwise.
 */
import { AdapterError, type Json, RetryAfter, Transport } from "@crossdock/core"
import type * as Duration from "effect/Duration"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

export type Meaning = "Rejected" | "Duplicate" | "CredentialRejected" | "RateLimited" | "PeerUnavailable" | "FaultUnlisted"

/** Meanings by error code, as the peer writes it. */
export type FaultTable = Readonly<Record<string, Meaning>>

/** Meanings by HTTP status, for errors without a code. */
export type StatusTable = Readonly<Record<number, Meaning>>

/** Reads the error from a body. Undefined if the body has none. */
export type FaultReader = (body: Json.Json) => AdapterError.Fault | undefined

export interface Rules {
  /** Default: no code is listed. */
  readonly faults?: FaultTable
  /**
   * Added to the defaults: 401 and 403 `CredentialRejected`, 429 `RateLimited`, 408 and 5xx `PeerUnavailable`. A 403 with
   * an HTML page is `PeerUnavailable` too, since it comes from a firewall or proxy. For many APIs 404 is `Rejected` and
   * 409 is `Duplicate`.
   */
  readonly statuses?: StatusTable
  /** Reads the error from the body. Default: `code`, a text or a number, and `message` of the outermost object. */
  readonly fault?: FaultReader
}

/** Makes a reader of errors from a schema of the body. */
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

/** Whether a firewall or proxy in front of the peer wrote the answer; it does not know the peer's credentials. */
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
  PeerUnavailable: (fault, { retryAfter, status }) => new AdapterError.PeerUnavailable({ status, fault, ...(retryAfter && { retryAfter }) }),
  FaultUnlisted: (fault) => new AdapterError.FaultUnlisted({ fault })
}

const meaningIn = <K extends string | number>(table: Readonly<Record<K, Meaning>> | undefined, key: K): Meaning | undefined =>
  table !== undefined && Object.hasOwn(table, key) ? table[key] : undefined

/** The reason for an error by its code alone. A code that is not listed is `FaultUnlisted`. */
export const toReason = (faults: FaultTable, fault: AdapterError.Fault, answered: Answered = { status: 200 }): AdapterError.Reason =>
  reasons[meaningIn(faults, fault.code) ?? "FaultUnlisted"](fault, answered)

/** The pause that the peer asks for, as a member of a reason. */
const pauseOf = (headers: Transport.Headers, now: number): Pick<Answered, "retryAfter"> => {
  const retryAfter = RetryAfter.parse(Transport.header(headers, "retry-after"), now)
  return retryAfter === undefined ? {} : { retryAfter }
}

/** The reason for an answer other than 2xx. `body` is undefined if it is not JSON; `now` is in milliseconds since 1970. */
export const fromResponse = (
  response: Transport.Response,
  body: Json.Json | undefined,
  { fault: faultOf = usualFault, faults, statuses }: Rules,
  now: number
): AdapterError.Reason => {
  const { headers, status } = response
  const said = body === undefined ? undefined : faultOf(body)
  const listed = (said && meaningIn(faults, said.code)) ?? meaningIn(statuses, status) ??
    (isPageOfProxy(response) ? "PeerUnavailable" : meaningIn(everywhere, status)) ?? "FaultUnlisted"
  const isRefusal = said !== undefined && status < 500
  const meaning = listed === "FaultUnlisted" && !isRefusal ? "PeerUnavailable" : listed
  const pause = pauseOf(headers, now)
  if (said === undefined && meaning === "PeerUnavailable") return new AdapterError.PeerUnavailable({ status, ...pause })
  return reasons[meaning](said ?? { code: `HTTP_${status}`, message: `the peer answered HTTP ${status} without a readable error message` }, { status, ...pause })
}

/**
 * Converts the failure of a later call of an operation, after an earlier call took effect, to a reason that leaves open
 * what the peer has done. A refusal of the later call is none of the operation, so it is not `FaultUnlisted`.
 */
export const afterEffect = (reason: AdapterError.Reason): AdapterError.Reason => {
  if (reason._tag === "TransportFailed") return reason.mayHaveApplied ? reason : new AdapterError.TransportFailed({ phase: "send", cause: reason.cause })
  return reason.mayHaveApplied && reason._tag !== "FaultUnlisted"
    ? reason
    : new AdapterError.PeerUnavailable({ status: 200, fault: { code: reason._tag, message: AdapterError.describe(reason) } })
}

/** Whether the answer is an HTML page instead of JSON, which a proxy in front of the peer has sent. */
export const isPage = ({ body }: Transport.Response): boolean => body.trimStart().startsWith("<")
