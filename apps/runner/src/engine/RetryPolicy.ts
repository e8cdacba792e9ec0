/**
 * The retry policy: one table with the next step after a failed attempt, for every reason and every kind of operation. It never
 * depends on a vendor's error codes.
 */
import type { AdapterError, Operation } from "@crossdock/core"
import type { Refusals } from "../connection/RefusalSetting.ts"

/**
 * - `delivered`: the peer has the message already
 * - `retry`: send the same again, by the schedule
 * - `retry-briefly`: send again up to three times, before the caller's deadline
 * - `retry-when-told`: send again at the time that the peer named
 * - `doubtful`: ask the peer whether the request took effect
 * - `read-first`: read the state of the order, then decide
 * - `pause`: stop the connection and raise an alarm; the delivery stays due and loses no attempt
 * - `refused`: as `dead`, and the peer is asked once more later, because it has refused in words that nobody lists
 * - `dead`: keep it as a dead letter, which can be replayed; a waiting caller gets the failure
 * - `answer`: return the failure to the caller
 */
export type Verdict =
  | "delivered"
  | "retry"
  | "retry-briefly"
  | "retry-when-told"
  | "doubtful"
  | "read-first"
  | "pause"
  | "refused"
  | "dead"
  | "answer"

type Row = Readonly<Record<Operation.Kind, Verdict>>

/** The table. A new reason or kind without a verdict does not compile. */
export const verdicts: Readonly<Record<AdapterError.Reason["_tag"], Row>> = {
  TransportFailed: { push: "retry", create: "doubtful", read: "retry-briefly", cancel: "read-first" },
  PeerUnavailable: { push: "retry", create: "doubtful", read: "retry-briefly", cancel: "retry-briefly" },
  ResponseInvalid: { push: "retry", create: "doubtful", read: "retry-briefly", cancel: "read-first" },
  FaultUnlisted: { push: "retry", create: "refused", read: "answer", cancel: "answer" },
  RateLimited: {
    push: "retry-when-told",
    create: "retry-when-told",
    read: "retry-when-told",
    cancel: "retry-when-told"
  },
  Accepted: { push: "delivered", create: "doubtful", read: "retry-when-told", cancel: "read-first" },
  Rejected: { push: "dead", create: "dead", read: "answer", cancel: "answer" },
  Duplicate: { push: "delivered", create: "doubtful", read: "answer", cancel: "answer" },
  RequestInvalid: { push: "dead", create: "dead", read: "answer", cancel: "answer" },
  OperationUnsupported: { push: "dead", create: "dead", read: "answer", cancel: "answer" },
  CredentialRejected: { push: "pause", create: "pause", read: "answer", cancel: "answer" }
}

/** The row for a refusal in words that nobody lists, by a peer that may act nevertheless. */
const inDoubt: Row = { push: "retry", create: "doubtful", read: "answer", cancel: "read-first" }

/** The row for failures before anything was sent, so that the request cannot have had an effect. */
const unsent: Row = { push: "retry", create: "retry-briefly", read: "retry-briefly", cancel: "retry-briefly" }

/** The row for a receiver that says that it no longer exists (for example HTTP 410). */
const gone: Row = { push: "pause", create: "doubtful", read: "answer", cancel: "read-first" }

const rowOf = (reason: AdapterError.Reason, refusals: Refusals): Row =>
  reason._tag === "FaultUnlisted" && refusals === "in doubt"
    ? inDoubt
    : reason._tag === "TransportFailed" && reason.phase === "connect"
    ? unsent
    : reason._tag === "PeerUnavailable" && reason.status === 410
    ? gone
    : verdicts[reason._tag]

/** `refusals` is the setting of the connection. It decides only about creates and cancels. */
export const afterFailure = (reason: AdapterError.Reason, kind: Operation.Kind, refusals: Refusals = "final"): Verdict => rowOf(reason, refusals)[kind]

const ofEndpoint: Readonly<Record<AdapterError.Reason["_tag"], boolean>> = {
  TransportFailed: true,
  PeerUnavailable: true,
  ResponseInvalid: true,
  FaultUnlisted: false,
  RateLimited: false,
  Accepted: false,
  Rejected: false,
  Duplicate: false,
  RequestInvalid: false,
  OperationUnsupported: false,
  CredentialRejected: false
}

/** Returns true if the endpoint itself failed, not only this message. */
export const isOfEndpoint = (reason: AdapterError.Reason | undefined): boolean => reason !== undefined && ofEndpoint[reason._tag]
