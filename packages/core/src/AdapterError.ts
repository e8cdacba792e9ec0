/**
 * The error of every adapter operation.
 *
 * `AdapterError` names the adapter and the operation; its `reason` says what went wrong. Each reason answers two
 * questions: `isRetryable`, can a repeat succeed, and `mayHaveApplied`, may the peer have carried the request out. The
 * runner schedules by the reason and never by a vendor's error code.
 */
import type * as Duration from "effect/Duration"
import * as Schema from "effect/Schema"

/**
 * A refusal in the peer's own words: its error code (`""` if it has none) and its message. A plugin fills it from the peer's answer, and
 * decides by the code which `Reason` it gives. The runner shows both to people and does not interpret them. Only the two codes of
 * `Credentials.faultCodes`, which core itself writes, tell the runner something: that a person must authorize the connection.
 */
export const Fault = Schema.Struct({ code: Schema.String, message: Schema.String })
export type Fault = typeof Fault.Type

/**
 * The request did not reach the peer, or its answer did not reach us. Only in the phase `connect` is it certain that no
 * byte was sent.
 */
export class TransportFailed extends Schema.TaggedError<TransportFailed>("@crossdock/core/AdapterError/TransportFailed")(
  "TransportFailed",
  { phase: Schema.Literals(["connect", "send", "receive"]), cause: Schema.Defect() }
) {
  get isRetryable(): true {
    return true
  }
  get mayHaveApplied(): boolean {
    return this.phase !== "connect"
  }
}

/**
 * The peer, or a proxy in front of it, failed: it answered with something other than the peer's protocol, such as an HTML
 * page or a 404 without a readable body, or with a 5xx, or with 410 if the service has ended. It may have failed after the
 * work, so the outcome is not known. `fault` holds the peer's own words if the answer has them, such as a 5xx in the shape
 * of the protocol, or a text that says that the outcome is not known. `retryAfter` is the pause that it asked for.
 */
export class PeerUnavailable extends Schema.TaggedError<PeerUnavailable>("@crossdock/core/AdapterError/PeerUnavailable")(
  "PeerUnavailable",
  { status: Schema.Int, retryAfter: Schema.optionalKey(Schema.Duration), fault: Schema.optionalKey(Fault) }
) {
  get isRetryable(): true {
    return true
  }
  get mayHaveApplied(): true {
    return true
  }
}

/** The peer refused the request because of a rate limit, and carried nothing out. `retryAfter` is the pause that it asked for. */
export class RateLimited extends Schema.TaggedError<RateLimited>("@crossdock/core/AdapterError/RateLimited")(
  "RateLimited",
  { retryAfter: Schema.optionalKey(Schema.Duration), fault: Schema.optionalKey(Fault) }
) {
  get isRetryable(): true {
    return true
  }
  get mayHaveApplied(): false {
    return false
  }
}

/**
 * No failure, and no answer yet: the peer has taken the request and carries it out later, such as a job of a bulk interface. A plugin fails
 * with it because it has no result to return. `after` is the time that the peer needs at least; if absent, it did not say. A create is then in doubt: the runner asks for the record after that time, and its absence proves nothing before. A read is asked again.
 * A message that was delivered to such a peer counts as delivered. For a cancel, answer `requested` in place of this reason.
 */
export class Accepted extends Schema.TaggedError<Accepted>("@crossdock/core/AdapterError/Accepted")(
  "Accepted",
  { after: Schema.optionalKey(Schema.Duration) }
) {
  get isRetryable(): true {
    return true
  }
  get mayHaveApplied(): true {
    return true
  }
}

/** The peer refused the request with an error that the plugin knows, so it is certain that it carried nothing out. A repeat would be refused again. */
export class Rejected extends Schema.TaggedError<Rejected>("@crossdock/core/AdapterError/Rejected")(
  "Rejected",
  { fault: Fault }
) {
  get isRetryable(): false {
    return false
  }
  get mayHaveApplied(): false {
    return false
  }
}

/**
 * The peer refused to create a record because it already has one under that number. It may be ours, from an earlier attempt whose answer was
 * lost, so `mayHaveApplied` is true; the runner reads the record to find out.
 */
export class Duplicate extends Schema.TaggedError<Duplicate>("@crossdock/core/AdapterError/Duplicate")(
  "Duplicate",
  { fault: Fault }
) {
  get isRetryable(): false {
    return false
  }
  get mayHaveApplied(): true {
    return true
  }
}

/** The payload cannot be sent: the peer's API cannot express it, or it exceeds a limit of the peer. Core or the plugin found that before it sent anything. */
export class RequestInvalid extends Schema.TaggedError<RequestInvalid>("@crossdock/core/AdapterError/RequestInvalid")(
  "RequestInvalid",
  {
    /** JSON pointer into the payload of the operation. */
    path: Schema.String,
    message: Schema.String
  }
) {
  get isRetryable(): false {
    return false
  }
  get mayHaveApplied(): false {
    return false
  }
}

/** The peer rejected the credential: unknown key, wrong signature or expired token. It carried nothing out. */
export class CredentialRejected extends Schema.TaggedError<CredentialRejected>(
  "@crossdock/core/AdapterError/CredentialRejected"
)("CredentialRejected", { fault: Fault }) {
  get isRetryable(): false {
    return false
  }
  get mayHaveApplied(): false {
    return false
  }
}

/**
 * The peer refused the request with an error code that the plugin does not know: it gave a complete answer of its usual shape, with an
 * HTTP status below 500, that says failure. `fault` holds the peer's own words. (A code that the plugin knows is `Rejected`.)
 *
 * Give this reason for nothing else. For an answer that is lost, cut, unreadable, a 5xx or not of the declared shape, the
 * outcome is not known: use `TransportFailed`, `PeerUnavailable` or `ResponseInvalid`. Where an earlier call of the same
 * operation took effect, the refusal of a later one proves nothing either; use `PeerUnavailable` then, as `afterEffect` of
 * http-kit does.
 *
 * The runner decides by the option `refusals` of the connection whether the refusal of a create or a cancel is final. It is
 * by default: who asked gets the words at once. A push is sent again by its schedule, and a read ends with the words.
 *
 * `mayHaveApplied` is true nevertheless, because nothing promises that the peer did nothing: a
 * few providers refuse an order and carry it out. So the runner looks once more later on, and does not send a refused
 * order elsewhere before.
 */
export class FaultUnlisted extends Schema.TaggedError<FaultUnlisted>("@crossdock/core/AdapterError/FaultUnlisted")(
  "FaultUnlisted",
  { fault: Fault }
) {
  get isRetryable(): false {
    return false
  }
  get mayHaveApplied(): true {
    return true
  }
}

/**
 * The peer answered, and the plugin could not read the answer, because it lacks something or has another shape than usual. The peer may have carried the request out.
 * For an HTML page, also one with status 200, use `PeerUnavailable`.
 */
export class ResponseInvalid extends Schema.TaggedError<ResponseInvalid>("@crossdock/core/AdapterError/ResponseInvalid")(
  "ResponseInvalid",
  { cause: Schema.Defect() }
) {
  get isRetryable(): false {
    return false
  }
  get mayHaveApplied(): true {
    return true
  }
}

/** The plugin of this connection does not offer the operation that was called. Nothing was sent. */
export class OperationUnsupported extends Schema.TaggedError<OperationUnsupported>(
  "@crossdock/core/AdapterError/OperationUnsupported"
)("OperationUnsupported", {}) {
  get isRetryable(): false {
    return false
  }
  get mayHaveApplied(): false {
    return false
  }
}

/**
 * Why an operation failed. A plugin fails with a reason; `OpenConnection` wraps it into an `AdapterError`. Each reason tells whether a repeat
 * can succeed (`isRetryable`), and whether the peer may have carried the request out (`mayHaveApplied`).
 */
export const Reason = Schema.Union([
  TransportFailed,
  PeerUnavailable,
  RateLimited,
  Accepted,
  Rejected,
  Duplicate,
  RequestInvalid,
  CredentialRejected,
  FaultUnlisted,
  ResponseInvalid,
  OperationUnsupported
])
export type Reason = typeof Reason.Type

const textOf = ({ code, message }: Fault): string => (code === "" ? message : `${code}: ${message}`)

/** Describes a reason in one sentence for logs and people, with the peer's own message if it sent one. It quotes nothing of the payload. */
export const describe = (reason: Reason): string => {
  switch (reason._tag) {
    case "TransportFailed":
      return reason.phase === "connect"
        ? "the peer could not be reached; nothing was sent"
        : `the connection broke while ${reason.phase === "send" ? "sending" : "waiting for the answer"}`
    case "PeerUnavailable":
      return reason.fault === undefined
        ? `the peer, or a proxy in front of it, answered HTTP ${reason.status} without a valid response`
        : textOf(reason.fault)
    case "RateLimited":
      return "the peer asks to slow down"
    case "Accepted":
      return "the peer has taken the request and carries it out later"
    case "RequestInvalid":
      return `${reason.path}: ${reason.message}`
    case "ResponseInvalid":
      return "the peer's answer does not have the promised shape"
    case "OperationUnsupported":
      return "the plugin does not offer this operation"
    case "Rejected":
    case "Duplicate":
    case "CredentialRejected":
    case "FaultUnlisted":
      return textOf(reason.fault)
  }
}

/**
 * What every call of an `OpenConnection` fails with: the reason that the plugin gave, with the id of the plugin (`adapter`) and the name of
 * the operation. `isRetryable` and `mayHaveApplied` are those of the reason. `retryAfter` is the pause that the peer asked for, or `after` of
 * the reason `Accepted`; undefined if the reason has neither.
 */
export class AdapterError extends Schema.TaggedError<AdapterError>("@crossdock/core/AdapterError")(
  "AdapterError",
  { adapter: Schema.String, operation: Schema.String, reason: Reason }
) {
  override get message(): string {
    return `${this.adapter}.${this.operation}: ${this.reason._tag}`
  }
  get isRetryable(): boolean {
    return this.reason.isRetryable
  }
  get mayHaveApplied(): boolean {
    return this.reason.mayHaveApplied
  }
  get retryAfter(): Duration.Duration | undefined {
    if (this.reason._tag === "Accepted") return this.reason.after
    return this.reason._tag === "RateLimited" || this.reason._tag === "PeerUnavailable" ? this.reason.retryAfter : undefined
  }
}

/**
 * Whether a value is an `AdapterError`, also one that another copy of this package created. It looks at the members `_tag`, `reason` and
 * `operation`, and not at the class.
 */
export const isAdapterError = (error: unknown): error is AdapterError =>
  typeof error === "object" && error !== null && "_tag" in error && error._tag === "AdapterError" && "reason" in error && "operation" in error
