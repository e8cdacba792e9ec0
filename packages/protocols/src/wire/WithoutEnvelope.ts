/**
 * An answer that is not the protocol's: what its HTTP status and headers prove.
 */
import { AdapterError, type Json } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Option from "effect/Option"
import * as Result from "effect/Result"

export interface Answer {
  readonly status: number
  readonly body: string
  readonly contentType: string | undefined
  readonly retryAfter: string | undefined
}

const requestTimeout = 408
const gone = 410

/** When to come back, told in seconds or as a moment; absent: it says nothing that can be read. `now` in milliseconds since 1970. */
export const retryAfter = (written: string | undefined, now: number): Duration.Duration | undefined => {
  const header = written?.trim() ?? ""
  if (/^\d{1,9}$/.test(header)) return Duration.seconds(Number(header))
  const at = header === "" ? Option.none() : DateTime.make(header)
  return Option.isNone(at) ? undefined : Duration.millis(Math.max(0, DateTime.toEpochMillis(at.value) - now))
}

/** What an answer without `success` proves (U-09). */
export const withoutEnvelope = (answer: Answer, parsed: Result.Result<Json.Json, Json.Problem>, now: number): AdapterError.Reason => {
  const { body, contentType = "", status } = answer
  const isPage = contentType.includes("text/html") || body.trimStart().startsWith("<")
  if (status >= 500 || status === requestTimeout || status === gone || (isPage && status < 300)) {
    const after = retryAfter(answer.retryAfter, now)
    return new AdapterError.PeerUnavailable({ status, ...(after !== undefined && { retryAfter: after }) })
  }
  if (status >= 300) {
    return new AdapterError.FaultUnlisted({ fault: { code: `HTTP_${status}`, message: `HTTP ${status} without the envelope` } })
  }
  return new AdapterError.ResponseInvalid({ cause: Result.isFailure(parsed) ? parsed.failure.says : "/success is missing" })
}
