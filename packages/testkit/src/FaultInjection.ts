/**
 * The faults that a suite injects between a plugin and its peer, and the failures that it accepts for each.
 *
 * The reason of a failure answers two questions: can a repeat succeed (`isRetryable`), and may the peer have acted
 * (`mayHaveApplied`)? The laws compare both answers with the records that the peer holds.
 */
import type { AdapterError } from "@crossdock/core"
import type * as Operation from "@crossdock/core/Operation"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { equal, assert, notDriven } from "./Assertions.ts"

/** The ways in which a peer or the network can misbehave. */
export type FaultName =
  /** The connection is refused; no byte leaves. */
  | "offline"
  /** The connection breaks while the request is sent; the peer does nothing. */
  | "reset"
  /** The peer carries the request out, and its answer is lost. */
  | "lose-answer"
  /** The peer carries the request out, and answers after the client's timeout. */
  | "slow"
  /** The whole answer arrives byte by byte, within the client's timeout. */
  | "drip"
  /** The peer carries the request out, and answers with a body that is not valid JSON. */
  | "garbage"
  /** The peer carries the request out, and a proxy answers HTTP 502 with an HTML page. */
  | "html"
  /** The request arrives twice, and the client gets the second answer. */
  | "duplicate"
  /** The peer does nothing and answers HTTP 429 with a pause of 7 seconds. */
  | "rate-limit"
  /** The peer rejects the credential. */
  | "credential"
  /**
   * The peer does nothing and refuses the request in the shape of its protocol, with an HTTP status below 500 and a text
   * that the plugin's fault table does not list.
   */
  | "refuse-unlisted"
  /** The peer does nothing and answers with an error that is listed as final. */
  | "refuse"
  /** The first record of every list lacks a required member. */
  | "bad-record"
  /** No page of a list is marked as the last one; after the last page the peer repeats it. */
  | "endless-pages"
  /** The peer answers every page of a list with the first one. */
  | "repeated-page"
  /** The second page of a list is empty, and the list continues after it. */
  | "empty-page"

/**
 * Which requests of a call get the fault: `any`, all of them; `effect`, those that change something at the peer;
 * `{ write: n }`, the nth one that changes something, counted from 1, where a call sends several.
 */
export type On = "any" | "effect" | { readonly write: number }

/** How a law injects a fault: `during` for the time of a call, or `sku` where the peer misbehaves for certain goods. */
export type FaultInjection<R = never> =
  | {
    readonly during: <A, E, R2>(call: Effect.Effect<A, E, R2>, on: On) => Effect.Effect<A, E, R | R2>
    /** Whether a request of the latest call got the fault. If absent, laws about single writes are not driven. */
    readonly isMet?: Effect.Effect<boolean, unknown, R>
  }
  | { readonly sku: string }

/** Runs a call while the fault is injected. A fault that comes with a SKU needs no preparation. */
export const underFault = <A, E, R>(injection: FaultInjection<unknown>, on: On, work: Effect.Effect<A, E, R>): Effect.Effect<A, E, unknown> =>
  "during" in injection ? injection.during(work, on) : work

/**
 * Ends a law as not driven if a call succeeded and the fault met none of its requests: a table in the plugin needs no request, and a
 * plugin may leave out a write that would change nothing. A success for which the peer has nothing to show is judged as any other.
 */
export const assertMet = Effect.fnUntraced(function*(injection: FaultInjection<unknown>, hasSucceeded: boolean, isDone?: boolean) {
  if (!hasSucceeded || isDone === false || !("during" in injection) || injection.isMet === undefined) return
  if (!(yield* injection.isMet)) notDriven("the call succeeded and sent no request that could meet the fault")
})

type Kind = Operation.Kind

export interface Rule {
  readonly ids: string
  readonly message: string
  /** Which requests of the call get the fault. */
  readonly on: "any" | "effect"
  readonly claim: (error: AdapterError.AdapterError, isDone: boolean | undefined, injection: FaultInjection<unknown>) => void
}

export const describeFailure = ({ operation, reason }: AdapterError.AdapterError): string => `${operation} failed as ${reason._tag}`

const mayHaveHappened = (error: AdapterError.AdapterError): void => {
  assert(error.mayHaveApplied, `${describeFailure(error)}, whose mayHaveApplied is false; the peer may have acted`)
  assert(error.reason._tag !== "FaultUnlisted", `${describeFailure(error)}, which the runner takes for a final refusal; the peer has refused nothing and may have acted`)
}

const nothingHappened = (error: AdapterError.AdapterError, isDone: boolean | undefined): void => {
  assert(isDone !== true, "the peer has acted although the request must not have reached it")
  assert(!error.mayHaveApplied, `${describeFailure(error)}, whose mayHaveApplied is true; the peer cannot have acted`)
}

const mayRepeat = (error: AdapterError.AdapterError): void =>
  assert(error.isRetryable, `${describeFailure(error)}, whose isRetryable is false; a repeat can succeed`)

const isWrite = (kind: Kind) => kind !== "read"
const doubt = (kind: Kind): string => kind === "create" ? "D1-381 U-141" : kind === "read" ? "U-18 U-09" : "U-09"

/** The faults under which a call must fail, with the law about each failure. */
export const failureRules: Readonly<Partial<Record<FaultName, (kind: Kind) => Rule>>> = {
  offline: () => ({
    ids: "U-123",
    message: "reports a refused connection as retryable and without effect at the peer",
    on: "any",
    claim: (error, isDone) => {
      nothingHappened(error, isDone)
      mayRepeat(error)
    }
  }),
  reset: (kind) => ({
    ids: doubt(kind),
    message: "reports a connection reset while sending as retryable and possibly carried out",
    on: "any",
    claim: (error) => {
      mayHaveHappened(error)
      mayRepeat(error)
    }
  }),
  "lose-answer": (kind) => ({
    ids: doubt(kind),
    message: "reports a lost answer as retryable and possibly carried out",
    on: isWrite(kind) ? "effect" : "any",
    claim: (error) => {
      mayHaveHappened(error)
      mayRepeat(error)
    }
  }),
  slow: (kind) => ({
    ids: `${doubt(kind)} U-123`.replace("U-123 U-123", "U-123"),
    message: "reports a timeout as retryable and possibly carried out",
    on: isWrite(kind) ? "effect" : "any",
    claim: (error) => {
      mayHaveHappened(error)
      mayRepeat(error)
    }
  }),
  html: (kind) => ({
    ids: doubt(kind),
    message: "reports a proxy's HTML page with status 502 as retryable and possibly carried out",
    on: isWrite(kind) ? "effect" : "any",
    claim: (error) => {
      mayHaveHappened(error)
      mayRepeat(error)
    }
  }),
  garbage: (kind) => ({
    ids: `D1-030 ${doubt(kind)}`,
    message: "reports an answer that cannot be parsed as possibly carried out",
    on: isWrite(kind) ? "effect" : "any",
    claim: (error) => mayHaveHappened(error)
  }),
  "rate-limit": () => ({
    ids: "U-21",
    message: "reports a rate limit as retryable after the peer's pause and without effect at the peer",
    on: "any",
    claim: (error, isDone, injection) => {
      nothingHappened(error, isDone)
      mayRepeat(error)
      const { retryAfter } = error
      assert(retryAfter !== undefined, `${describeFailure(error)} without retryAfter; pass on the pause that the peer asks for`)
      // A peer in memory asks for 7 seconds. A peer that misbehaves for a SKU chooses its own pause.
      if ("during" in injection) equal(Duration.toMillis(retryAfter), 7000, `${describeFailure(error)}; retryAfter in milliseconds`)
    }
  }),
  "refuse-unlisted": () => ({
    ids: "D1-376 U-10",
    message: "fails with FaultUnlisted and the peer's words when the peer refuses with a text that its fault table does not list",
    on: "any",
    claim: ({ reason }, isDone) => {
      assert(isDone !== true, "the peer has acted although it refused the request")
      assert(reason._tag === "FaultUnlisted", `it failed as ${reason._tag}; a refusal in the peer's shape that no table lists is FaultUnlisted, which the runner tells its caller`)
      assert(reason.fault.message !== "", "the fault has no message; pass on the peer's words")
    }
  }),
  credential: () => ({
    ids: "D1-376 U-148",
    message: "fails with CredentialRejected when the peer rejects the credential",
    on: "any",
    claim: (error, isDone) => {
      nothingHappened(error, isDone)
      equal(error.reason._tag, "CredentialRejected", "the reason of the failure (CredentialRejected pauses the connection)")
    }
  })
}
