/**
 * Where a failed attempt goes: one total table, reason by kind. No vendor code is read.
 */
import type { AdapterError, Operation } from "@crossdock/core"

/**
 * - `delivered`: the peer has it already
 * - `retry`: the same again, by the schedule
 * - `retry-briefly`: up to three times, inside the caller's deadline
 * - `retry-when-told`: at the time that the peer named
 * - `doubtful`: ask the peer what became of it
 * - `read-first`: read the state, then decide
 * - `pause`: the connection stops and alarms; the delivery stays due and loses no attempt
 * - `dead`: kept, visible, replayable; answered if someone waits
 * - `answer`: the failure goes to the caller
 */
export type Verdict =
  | "delivered"
  | "retry"
  | "retry-briefly"
  | "retry-when-told"
  | "doubtful"
  | "read-first"
  | "pause"
  | "dead"
  | "answer"

type Row = Readonly<Record<Operation.Kind, Verdict>>

/** Total: a new reason or kind without its verdict does not compile. */
export const verdicts: Readonly<Record<AdapterError.Reason["_tag"], Row>> = {
  TransportFailed: { push: "retry", create: "doubtful", read: "retry-briefly", cancel: "read-first" },
  PeerUnavailable: { push: "retry", create: "doubtful", read: "retry-briefly", cancel: "retry-briefly" },
  ResponseInvalid: { push: "retry", create: "doubtful", read: "retry-briefly", cancel: "read-first" },
  FaultUnlisted: { push: "retry", create: "doubtful", read: "answer", cancel: "read-first" },
  RateLimited: {
    push: "retry-when-told",
    create: "retry-when-told",
    read: "retry-when-told",
    cancel: "retry-when-told"
  },
  Rejected: { push: "dead", create: "dead", read: "answer", cancel: "answer" },
  Duplicate: { push: "delivered", create: "doubtful", read: "answer", cancel: "answer" },
  RequestInvalid: { push: "dead", create: "dead", read: "answer", cancel: "answer" },
  OperationUnsupported: { push: "dead", create: "dead", read: "answer", cancel: "answer" },
  CredentialRejected: { push: "pause", create: "pause", read: "answer", cancel: "answer" }
}

/** No byte left, so nothing can have happened. */
const unsent: Row = { push: "retry", create: "retry-briefly", read: "retry-briefly", cancel: "retry-briefly" }

/** The receiver is gone for good and says so. */
const gone: Row = { push: "pause", create: "doubtful", read: "answer", cancel: "read-first" }

const rowOf = (reason: AdapterError.Reason): Row =>
  reason._tag === "TransportFailed" && reason.phase === "connect"
    ? unsent
    : reason._tag === "PeerUnavailable" && reason.status === 410
    ? gone
    : verdicts[reason._tag]

export const afterFailure = (reason: AdapterError.Reason, kind: Operation.Kind): Verdict => rowOf(reason)[kind]

const ofEndpoint: Readonly<Record<AdapterError.Reason["_tag"], boolean>> = {
  TransportFailed: true,
  PeerUnavailable: true,
  ResponseInvalid: true,
  FaultUnlisted: false,
  RateLimited: false,
  Rejected: false,
  Duplicate: false,
  RequestInvalid: false,
  OperationUnsupported: false,
  CredentialRejected: false
}

/** Whether the endpoint failed, and not the message. */
export const isOfEndpoint = (reason: AdapterError.Reason | undefined): boolean => reason !== undefined && ofEndpoint[reason._tag]

/** The owner died, so nobody knows how far it got: as if the answer was lost. */
export const afterLostLease = (kind: Operation.Kind): Verdict => verdicts.TransportFailed[kind]

/** Out of attempts. A push is never doubtful: sending the same id again is how it is settled. */
export const whenSpent = (verdict: Verdict, kind: Operation.Kind): Verdict => {
  if (verdict !== "retry" && verdict !== "retry-briefly" && verdict !== "retry-when-told") return verdict
  return kind === "push" || kind === "create" ? "dead" : "answer"
}
