/**
 * The one error an adapter operation can fail with.
 *
 * `AdapterError` says where (adapter and operation); its `reason` says what. A caller may ask a reason two questions:
 * `isRetryable`, may the same be tried again, and `mayHaveApplied`, may the peer have acted. Whoever schedules reads
 * the reason, never a vendor's code.
 */
import type * as Duration from "effect/Duration"
import * as Schema from "effect/Schema"

/** What the peer said, in its own words: shown to people, never branched on outside a plugin's fault table. */
export const Fault = Schema.Struct({ code: Schema.String, message: Schema.String })
export type Fault = typeof Fault.Type

/**
 * The request did not reach the peer, or its answer did not reach us. Only in the phase `connect` it is certain that no
 * byte left.
 */
export class TransportFailed extends Schema.TaggedError<TransportFailed>("@crossdock/core/AdapterError/TransportFailed")(
  "TransportFailed",
  { phase: Schema.Literals(["connect", "send", "receive"]), cause: Schema.Defect() }
) {
  get isRetryable(): boolean {
    return true
  }
  get mayHaveApplied(): boolean {
    return this.phase !== "connect"
  }
}

/**
 * The peer, or something in front of it, answered without the peer's envelope: a 5xx, an HTML page, or 410 where it is
 * gone for good. `retryAfter`: when it asked to be tried again.
 */
export class PeerUnavailable extends Schema.TaggedError<PeerUnavailable>("@crossdock/core/AdapterError/PeerUnavailable")(
  "PeerUnavailable",
  { status: Schema.Int, retryAfter: Schema.optionalKey(Schema.Duration) }
) {
  get isRetryable(): boolean {
    return true
  }
  get mayHaveApplied(): boolean {
    return true
  }
}

/** The peer asks us to slow down. It refused before it acted. */
export class RateLimited extends Schema.TaggedError<RateLimited>("@crossdock/core/AdapterError/RateLimited")(
  "RateLimited",
  { retryAfter: Schema.optionalKey(Schema.Duration), fault: Schema.optionalKey(Fault) }
) {
  get isRetryable(): boolean {
    return true
  }
  get mayHaveApplied(): boolean {
    return false
  }
}

/** The peer understood and refused, with a fault that its document or the plugin's table lists. Nothing happened. */
export class Rejected extends Schema.TaggedError<Rejected>("@crossdock/core/AdapterError/Rejected")(
  "Rejected",
  { fault: Fault }
) {
  get isRetryable(): boolean {
    return false
  }
  get mayHaveApplied(): boolean {
    return false
  }
}

/** The peer already holds what we asked it to create, under our number. A query tells with which result. */
export class Duplicate extends Schema.TaggedError<Duplicate>("@crossdock/core/AdapterError/Duplicate")(
  "Duplicate",
  { fault: Fault }
) {
  get isRetryable(): boolean {
    return false
  }
  get mayHaveApplied(): boolean {
    return true
  }
}

/** The request cannot be expressed to this peer, or breaks one of its limits. Nothing was sent. */
export class RequestInvalid extends Schema.TaggedError<RequestInvalid>("@crossdock/core/AdapterError/RequestInvalid")(
  "RequestInvalid",
  {
    /** JSON pointer into the payload of the operation. */
    path: Schema.String,
    message: Schema.String
  }
) {
  get isRetryable(): boolean {
    return false
  }
  get mayHaveApplied(): boolean {
    return false
  }
}

/** The peer does not accept who we say we are: unknown key, wrong signature, expired token. */
export class CredentialRejected extends Schema.TaggedError<CredentialRejected>(
  "@crossdock/core/AdapterError/CredentialRejected"
)("CredentialRejected", { fault: Fault }) {
  get isRetryable(): boolean {
    return false
  }
  get mayHaveApplied(): boolean {
    return false
  }
}

/** The peer reported a fault that no table lists. It proves nothing. */
export class FaultUnlisted extends Schema.TaggedError<FaultUnlisted>("@crossdock/core/AdapterError/FaultUnlisted")(
  "FaultUnlisted",
  { fault: Fault }
) {
  get isRetryable(): boolean {
    return false
  }
  get mayHaveApplied(): boolean {
    return true
  }
}

/** The peer answered, but not in the shape its document promises. It did act on the request, one way or another. */
export class ResponseInvalid extends Schema.TaggedError<ResponseInvalid>("@crossdock/core/AdapterError/ResponseInvalid")(
  "ResponseInvalid",
  { cause: Schema.Defect() }
) {
  get isRetryable(): boolean {
    return false
  }
  get mayHaveApplied(): boolean {
    return true
  }
}

/** The adapter does not offer this operation. Nothing was sent. */
export class OperationUnsupported extends Schema.TaggedError<OperationUnsupported>(
  "@crossdock/core/AdapterError/OperationUnsupported"
)("OperationUnsupported", {}) {
  get isRetryable(): boolean {
    return false
  }
  get mayHaveApplied(): boolean {
    return false
  }
}

export const Reason = Schema.Union([
  TransportFailed,
  PeerUnavailable,
  RateLimited,
  Rejected,
  Duplicate,
  RequestInvalid,
  CredentialRejected,
  FaultUnlisted,
  ResponseInvalid,
  OperationUnsupported
])
export type Reason = typeof Reason.Type

/** One sentence for a person: what happened, in the peer's words where there are any. Holds no personal data of ours. */
export const describe = (reason: Reason): string => {
  switch (reason._tag) {
    case "TransportFailed":
      return reason.phase === "connect"
        ? "the peer could not be reached; nothing was sent"
        : `the connection broke while ${reason.phase === "send" ? "sending" : "waiting for the answer"}`
    case "PeerUnavailable":
      return `the peer answered HTTP ${reason.status} without its envelope`
    case "RateLimited":
      return "the peer asks to slow down"
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
      return reason.fault.code === "" ? reason.fault.message : `${reason.fault.code}: ${reason.fault.message}`
  }
}

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
    return this.reason._tag === "RateLimited" || this.reason._tag === "PeerUnavailable" ? this.reason.retryAfter : undefined
  }
}

/** True for the error of a plugin, also of one that was built with another copy of this package. */
export const isAdapterError = (error: unknown): error is AdapterError =>
  typeof error === "object" && error !== null && "_tag" in error && error._tag === "AdapterError" && "reason" in error && "operation" in error
