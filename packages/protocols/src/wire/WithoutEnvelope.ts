/**
 * An answer that is not the protocol's: what its HTTP status and headers prove.
 */
import { AdapterError, type Json, Transport } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"

const requestTimeout = 408
const gone = 410

/** When to come back, in seconds or as a moment; absent: it says nothing that can be read. */
export const retryAfter = Effect.fnUntraced(function*({ headers }: Transport.Response) {
  const header = Transport.header(headers, "retry-after")?.trim() ?? ""
  if (/^\d{1,9}$/.test(header)) return Duration.seconds(Number(header))
  const at = header === "" ? Option.none() : DateTime.make(header)
  if (Option.isNone(at)) return undefined
  const now = yield* Clock.currentTimeMillis
  return Duration.millis(Math.max(0, DateTime.toEpochMillis(at.value) - now))
})

/** What an answer without `success` proves (U-09). */
export const withoutEnvelope = Effect.fnUntraced(function*(response: Transport.Response, parsed: Result.Result<Json.Json, Json.Problem>) {
  const { body, headers, status } = response
  const isPage = (Transport.header(headers, "content-type") ?? "").includes("text/html") || body.trimStart().startsWith("<")
  if (status >= 500 || status === requestTimeout || status === gone || (isPage && status < 300)) {
    const after = yield* retryAfter(response)
    return new AdapterError.PeerUnavailable({ status, ...(after !== undefined && { retryAfter: after }) })
  }
  if (status >= 300) {
    return new AdapterError.FaultUnlisted({ fault: { code: `HTTP_${status}`, message: `HTTP ${status} without the envelope` } })
  }
  return new AdapterError.ResponseInvalid({ cause: Result.isFailure(parsed) ? parsed.failure.says : "/success is missing" })
})
