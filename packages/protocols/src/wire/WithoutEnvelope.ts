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

/**
 * Converts an answer without the member `success` to a reason (U-09). It is no answer of the peer's protocol, so it says
 * nothing about what the peer has done. Its status may tell a person what is wrong, such as a 404 of a wrong address.
 */
export const withoutEnvelope = (answer: Answer, parsed: Result.Result<Json.Json, Json.Problem>, now: number): AdapterError.Reason => {
  const { body, contentType = "", status } = answer
  const isPage = contentType.includes("text/html") || body.trimStart().startsWith("<")
  if (status >= 300 || isPage) {
    const after = RetryAfter.parse(answer.retryAfter, now)
    return new AdapterError.PeerUnavailable({ status, ...(after !== undefined && { retryAfter: after }) })
  }
  return new AdapterError.ResponseInvalid({ cause: Result.isFailure(parsed) ? parsed.failure.message : "/success is missing" })
}
