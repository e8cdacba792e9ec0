/**
 * The rules for creates that a peer has refused in words that nobody lists. Such a refusal is final, but a peer may do nevertheless what it
 * refuses, and show it only a visibility delay later. The functions are pure; `RefusalRechecks.ts` asks the peers.
 */
import type { AdapterError } from "@crossdock/core"

export interface Refused {
  /** When the visibility delay after the refusal ends, in milliseconds since 1970. */
  readonly until: number
  /** True if the peer was asked after that and does not have the order, or if it cannot be asked. */
  readonly isSettled: boolean
  /** True if the peer has reported the order since. */
  readonly isReported: boolean
}

/**
 * Decides what another create under the number does, whatever its content is:
 * - `say-refused`: it gets the same refusal, and the peer is not called
 * - `ask`: the peer is asked first whether it has the order of the refused create
 * - `next-generation`: the number is free
 */
export const afterRefusal = ({ isReported, isSettled, until }: Refused, now: number): "say-refused" | "ask" | "next-generation" =>
  isReported ? "ask" : now < until ? "say-refused" : isSettled ? "next-generation" : "ask"

/**
 * What a query tells of the order of a refused create:
 * - `found`: the peer has it
 * - `absent`: the peer does not have it
 * - `unanswerable`: the peer has no query, or none whose answer proves anything
 * - `failed`: it is to be asked again
 */
export type Looked = "found" | "absent" | "unanswerable" | "failed"

/** The cause of an error of a query that proves neither that a create took effect nor that it did not, whenever it is asked. */
export class CannotTell extends Error {}

const isUnanswerable = (reason: AdapterError.Reason): boolean =>
  reason._tag === "OperationUnsupported" || reason._tag === "RequestInvalid" || (reason._tag === "ResponseInvalid" && reason.cause instanceof CannotTell)

/** `reason` is why the query failed, if it did. */
export const lookedOf = (answer: { readonly isFound: boolean; readonly isTooEarly: boolean; readonly hasAnswered: boolean; readonly reason: AdapterError.Reason | undefined }): Looked => {
  if (answer.isFound) return "found"
  if (answer.isTooEarly) return "failed"
  if (answer.hasAnswered) return "absent"
  return answer.reason !== undefined && isUnanswerable(answer.reason) ? "unanswerable" : "failed"
}
