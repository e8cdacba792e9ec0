/**
 * The errors that callers get: a code, a message with the remedy, and the place. One table translates each failure of
 * an adapter into a message for the ERP.
 */
import { AdapterError } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Schema from "effect/Schema"
import { whenTold } from "../connection/RateLimit.ts"

export class Refusal extends Schema.TaggedError<Refusal>("@crossdock/runner/Refusal")("Refusal", {
  code: Schema.String,
  message: Schema.String,
  /**
   * JSON pointer into the payload of the operation; the protocol server translates it into the caller's member names.
   */
  path: Schema.optionalKey(Schema.String),
  /** All places that `message` mentions, as pointers like `path`. */
  places: Schema.optionalKey(Schema.Array(Schema.String)),
  httpStatus: Schema.optionalKey(Schema.Literals([429, 503])),
  /** Seconds after which the request may be repeated. */
  retryAfter: Schema.optionalKey(Schema.Int),
  /** The warehouse may have carried out the request nevertheless. */
  isUnproven: Schema.optionalKey(Schema.Boolean),
  /** The warehouse or its plugin answered this request, so repeating it gives the same result. */
  isAnswer: Schema.optionalKey(Schema.Boolean),
  /** The peer refused the whole call in words of its own. A call about one record passes it on as the refusal of a whole call. */
  isOfWholeCall: Schema.optionalKey(Schema.Boolean)
}) {}

/** Makes the refusal for a create whose outcome is unknown. Its code and message are fixed (U-141). */
export const doubtful = (answer: "body" | "503"): Refusal =>
  new Refusal({
    code: "DOUBTFUL",
    message: "outcome not known yet; ask again with the same number",
    isUnproven: true,
    ...(answer === "503" && { httpStatus: 503 as const })
  })

/** The refusal if the database could not store the request. Nothing was done. */
export const notStored = new Refusal({
  code: "NOT_STORED",
  message: "the runner could not store this request and did nothing; send it again with the same number"
})

/** The refusal if the warehouse has carried out the request, but the database could not store that. */
export const doneNotStored = new Refusal({
  code: "NOT_STORED",
  message: "the warehouse has carried this out, but the runner could not store it; send it again with the same number",
  isUnproven: true
})

const told = (fault: AdapterError.Fault, code: string) =>
  fault.code === "" ? { code, message: fault.message } : { code: fault.code, message: fault.message }

/** The number of seconds after which the peer may be asked again. */
const restOf = (after: Duration.Duration | undefined): number => Math.ceil(whenTold(after && Duration.toMillis(after)) / 1000)

/** The code of the error for every call to a paused connection, whatever the reason for the pause. */
export const pausedCode = "PAUSED"

type Said = Pick<Refusal, "code" | "message" | "path" | "httpStatus" | "retryAfter">

/** What a message calls the peer that was asked. */
export type PeerWord = "warehouse" | "platform" | "ERP"

const sentences: { readonly [R in AdapterError.Reason as R["_tag"]]: (reason: R, peer: PeerWord) => Said } = {
  TransportFailed: (reason, peer) =>
    reason.phase === "connect"
      ? { code: "NOT_SENT", message: `the ${peer} could not be reached and nothing was sent; try again later` }
      : { code: "NO_ANSWER", message: `the ${peer} did not answer; send the request again` },
  PeerUnavailable: (reason, peer) => ({
    code: `${peer.toUpperCase()}_UNAVAILABLE`,
    message: reason.fault === undefined
      ? `the ${peer} answered HTTP ${reason.status} without a message of its protocol; try again later`
      : `the ${peer} failed: ${reason.fault.code === "" ? "" : `${reason.fault.code}: `}${reason.fault.message}; try again later`
  }),
  RateLimited: (reason, peer) => ({
    code: "RATE_LIMITED",
    message: `the ${peer} limits the rate of requests; send this one again in ${restOf(reason.retryAfter)} s`,
    httpStatus: 429,
    retryAfter: restOf(reason.retryAfter)
  }),
  Accepted: (reason, peer) => ({
    code: "NOT_READY",
    message: `the ${peer} has taken the request and carries it out later; send it again in ${restOf(reason.after)} s`,
    retryAfter: restOf(reason.after)
  }),
  Rejected: (reason) => told(reason.fault, "REJECTED"),
  Duplicate: (reason) => told(reason.fault, "DUPLICATE"),
  RequestInvalid: (reason) => ({ code: "REQUEST_INVALID", message: reason.message, path: reason.path }),
  CredentialRejected: ({ fault }, peer) => ({
    code: "CONNECTION_PAUSED",
    message: fault.code === pausedCode
      ? `the connection to the ${peer} is paused and nothing was sent; send the request again when its operator has resumed it`
      : `the ${peer} does not accept the runner's credentials; the operator of the runner must correct them`
  }),
  FaultUnlisted: (reason, peer) => told(reason.fault, `${peer.toUpperCase()}_FAULT`),
  ResponseInvalid: (_, peer) => ({ code: "ANSWER_INVALID", message: `the ${peer}'s response is not valid in its protocol; try again later` }),
  OperationUnsupported: (_, peer) => ({ code: "NOT_SUPPORTED", message: `this ${peer} does not support the operation` })
}

const answers: ReadonlySet<AdapterError.Reason["_tag"]> = new Set(["Rejected", "Duplicate", "RequestInvalid", "OperationUnsupported"])

/** `isFinal`: a refusal in words that nobody lists is taken as one, by the setting `refusals` of the connection. */
export const ofReason = (reason: AdapterError.Reason, peer: PeerWord = "warehouse", isFinal = false): Refusal => {
  const isRefused = isFinal && reason._tag === "FaultUnlisted"
  return new Refusal({
    ...(sentences[reason._tag] as (reason: AdapterError.Reason, peer: PeerWord) => Said)(reason, peer),
    ...(reason.mayHaveApplied && !isRefused && { isUnproven: true }),
    ...((answers.has(reason._tag) || isRefused) && { isAnswer: true }),
    ...(isRefused && { isOfWholeCall: true })
  })
}

/** The same refusal for a repeat that is not sent, because the peer may not show yet what it has refused and done nevertheless. */
export const stillRefused = (refusal: Refusal, until: number, peer: PeerWord, isSameContent: boolean): Refusal => {
  const then = `the ${peer} is not called for this number again before ${DateTime.formatIso(DateTime.makeUnsafe(until))}`
  return new Refusal({ ...refusal, message: `${refusal.message} (answered before; ${then}${isSameContent ? "" : "; send the other content after that"})` })
}

/** The refusal for a call that is not over at its caller's deadline. */
export const noAnswer = (peer: PeerWord): Refusal => ofReason(new AdapterError.TransportFailed({ phase: "receive", cause: "the caller deadline is over" }), peer)
