/**
 * Judges an answer that is not in the format of the protocol, by its HTTP status and headers.
 */
import { AdapterError, type Json, RetryAfter } from "@crossdock/core"
import * as Result from "effect/Result"

export interface Answer {
  readonly status: number
  readonly body: string
  readonly contentType: string | undefined
  readonly retryAfter: string | undefined
}

const requestTimeout = 408
const gone = 410

/** Converts an answer without the member `success` to the reason that it proves (U-09). */
export const withoutEnvelope = (answer: Answer, parsed: Result.Result<Json.Json, Json.Problem>, now: number): AdapterError.Reason => {
  const { body, contentType = "", status } = answer
  const isPage = contentType.includes("text/html") || body.trimStart().startsWith("<")
  if (status >= 500 || status === requestTimeout || status === gone || (isPage && status < 300)) {
    const after = RetryAfter.parse(answer.retryAfter, now)
    return new AdapterError.PeerUnavailable({ status, ...(after !== undefined && { retryAfter: after }) })
  }
  if (status >= 300) {
    return new AdapterError.FaultUnlisted({ fault: { code: `HTTP_${status}`, message: `HTTP ${status} without the envelope` } })
  }
  return new AdapterError.ResponseInvalid({ cause: Result.isFailure(parsed) ? parsed.failure.message : "/success is missing" })
}
