/**
 * What can go wrong between a plugin and its peer, and what a failure must then say.
 *
 * A reason answers two questions: may the same be tried again, and may the peer have acted. Both answers are held
 * against what the peer has in its books.
 */
import type { AdapterError } from "@crossdock/core"
import type * as Operation from "@crossdock/core/Operation"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { equal, assert } from "./Assertions.ts"

/** How a peer misbehaves. */
export type FaultName =
  /** The connection is refused; no byte leaves. */
  | "offline"
  /** The connection breaks while the request is sent; the peer does nothing. */
  | "reset"
  /** The peer does what is asked, and its answer is lost. */
  | "lose-answer"
  /** The peer does what is asked and answers later than anyone waits. */
  | "slow"
  /** The whole answer comes, byte by byte and within the time limit. */
  | "drip"
  /** Done, and answered with a text that nobody can read. */
  | "garbage"
  /** Done, and answered with HTTP 502 and a page. */
  | "html"
  /** The request arrives twice, and the second answer comes back. */
  | "duplicate"
  /** Refused before anything is done: HTTP 429, come back after 7 seconds. */
  | "rate-limit"
  /** The peer does not accept the credential any more. */
  | "credential"
  /** Refused, in words that no table lists; nothing is done. */
  | "refuse-unlisted"
  /** Refused, in words that are listed as final; nothing is done. */
  | "refuse"
  /** The first record of every list lacks a member that it must have. */
  | "bad-record"
  /** No page of a list is the last one; behind the end the last page comes again. */
  | "endless-pages"
  /** Each page of a list is the first one. */
  | "repeated-page"
  /** The second page of a list is empty, and the list goes on after it. */
  | "empty-page"

/**
 * Which requests of a call meet the trouble: all; those that change something at the peer; or of these the one with this
 * place, counted from 1, where a plugin makes several.
 */
export type On = "any" | "effect" | { readonly write: number }

/** How a law brings a trouble about: for the time of a call, or by goods that an order names. */
export type FaultInjection<R = never> =
  | {
    readonly during: <A, E, R2>(call: Effect.Effect<A, E, R2>, on: On) => Effect.Effect<A, E, R | R2>
    /** Whether a request of the latest call met it. Absent: the peer cannot tell, and laws about single writes are not driven. */
    readonly isMet?: Effect.Effect<boolean, unknown, R>
  }
  | { readonly sku: string }

/** Runs a call while the peer is in trouble. Goods bring the trouble themselves. */
export const underFault = <A, E, R>(injection: FaultInjection<unknown>, on: On, work: Effect.Effect<A, E, R>): Effect.Effect<A, E, unknown> =>
  "during" in injection ? injection.during(work, on) : work

type Kind = Operation.Kind

export interface Rule {
  readonly ids: string
  readonly message: string
  /** Which request of the call meets the trouble. */
  readonly on: "any" | "effect"
  readonly claim: (error: AdapterError.AdapterError, isDone: boolean | undefined, injection: FaultInjection<unknown>) => void
}

export const describeFailure = ({ operation, reason }: AdapterError.AdapterError): string => `${operation} failed as ${reason._tag}`

const mayHaveHappened = (error: AdapterError.AdapterError): void =>
  assert(error.mayHaveApplied, `${describeFailure(error)}, which says that nothing has happened; the peer may have acted`)

const nothingHappened = (error: AdapterError.AdapterError, isDone: boolean | undefined): void => {
  assert(isDone !== true, "the peer has acted although it could not be asked")
  assert(!error.mayHaveApplied, `${describeFailure(error)}, which says that the peer may have acted; it cannot have`)
}

const mayRepeat = (error: AdapterError.AdapterError): void =>
  assert(error.isRetryable, `${describeFailure(error)}, which says that the same again is of no use`)

const isWrite = (kind: Kind) => kind !== "read"
const doubt = (kind: Kind): string => kind === "create" ? "D1-381 U-141" : kind === "read" ? "U-18 U-09" : "U-09"

/** The troubles in which a call fails, and what its failure must say. */
export const failureRules: Readonly<Partial<Record<FaultName, (kind: Kind) => Rule>>> = {
  offline: () => ({
    ids: "U-123",
    message: "fails as not sent when the connection is refused, and may be tried again",
    on: "any",
    claim: (error, isDone) => {
      nothingHappened(error, isDone)
      mayRepeat(error)
    }
  }),
  reset: (kind) => ({
    ids: doubt(kind),
    message: "fails as possibly done when the connection breaks while sending, and may be tried again",
    on: "any",
    claim: (error) => {
      mayHaveHappened(error)
      mayRepeat(error)
    }
  }),
  "lose-answer": (kind) => ({
    ids: doubt(kind),
    message: "fails as possibly done when the answer is lost, and may be tried again",
    on: isWrite(kind) ? "effect" : "any",
    claim: (error) => {
      mayHaveHappened(error)
      mayRepeat(error)
    }
  }),
  slow: (kind) => ({
    ids: `${doubt(kind)} U-123`.replace("U-123 U-123", "U-123"),
    message: "fails as possibly done when the answer comes too late, and may be tried again",
    on: isWrite(kind) ? "effect" : "any",
    claim: (error) => {
      mayHaveHappened(error)
      mayRepeat(error)
    }
  }),
  html: (kind) => ({
    ids: doubt(kind),
    message: "fails as possibly done when a proxy answers 502 with a page, and may be tried again",
    on: isWrite(kind) ? "effect" : "any",
    claim: (error) => {
      mayHaveHappened(error)
      mayRepeat(error)
    }
  }),
  garbage: (kind) => ({
    ids: `D1-030 ${doubt(kind)}`,
    message: "fails as possibly done when the answer cannot be read",
    on: isWrite(kind) ? "effect" : "any",
    claim: (error) => mayHaveHappened(error)
  }),
  "rate-limit": () => ({
    ids: "U-21",
    message: "fails as not done and to be repeated later when the peer asks to slow down",
    on: "any",
    claim: (error, isDone, injection) => {
      nothingHappened(error, isDone)
      mayRepeat(error)
      const { retryAfter } = error
      assert(retryAfter !== undefined, `${describeFailure(error)} and does not tell for how long`)
      // The peer of a test asks for 7 seconds; goods that bring the trouble ask for a pause of their own.
      if ("during" in injection) equal(Duration.toMillis(retryAfter), 7000, `${describeFailure(error)}; milliseconds to wait`)
    }
  }),
  "refuse-unlisted": () => ({
    ids: "D1-376 U-10",
    message: "fails as possibly done when it is refused in words that no table lists: they prove nothing",
    on: "any",
    claim: (error) => mayHaveHappened(error)
  }),
  credential: () => ({
    ids: "D1-376 U-148",
    message: "fails as CredentialRejected when the peer does not accept the credential",
    on: "any",
    claim: (error, isDone) => {
      nothingHappened(error, isDone)
      equal(error.reason._tag, "CredentialRejected", "the connection does not pause")
    }
  })
}
