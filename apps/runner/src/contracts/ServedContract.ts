/**
 * How the calls of a contract are carried out that reach the runner over any protocol.
 */
import type { Drift, Operation } from "@crossdock/core"
import type { Serving } from "@crossdock/protocols/kit"
import type * as Effect from "effect/Effect"
import type { ConnectedEntrance, ConnectedLink } from "../Composition.ts"
import type { Refusal } from "../engine/Refusal.ts"

/** A call whose caller is known. */
export interface LinkCall<Info extends Serving.Info = Serving.Info> {
  readonly link: ConnectedLink
  readonly entrance: ConnectedEntrance
  readonly operation: Operation.Any
  readonly payload: unknown
  readonly info: Info
}

export interface ServedContract<Info extends Serving.Info = Serving.Info, Event = never> {
  /** The id of the contract. */
  readonly contract: string
  readonly call: (call: LinkCall<Info>) => Effect.Effect<unknown, Refusal>
  /** Finds the members and headers of a call that are not forwarded. */
  readonly unforwarded: (call: LinkCall<Info>) => ReadonlyArray<Drift.Finding>
  /** The headers that the contract reads; others are recorded as not forwarded. */
  readonly reads: ReadonlyArray<string>
  /** Whether a call is refused that has passed too many runners. Creates cannot loop, because the runner sends them itself. */
  readonly endsLoops: boolean
  /** Stores an event that a sender reports. Absent: the contract takes none. */
  readonly receive?: (scope: string, event: Event, info: Info) => Effect.Effect<void, Refusal>
}

/** The served contract as the routes have it: its arguments are cast, which is safe: a protocol of the same contract has read them. */
export type AnyServed = ServedContract<never, never>
