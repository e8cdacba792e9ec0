/**
 * Carries out calls of ERPs by a table of handlers, one for each operation of a contract.
 */
import type { Contract, Operation } from "@crossdock/core"
import * as Effect from "effect/Effect"
import type { Composed, ConnectedLink } from "../Composition.ts"
import type { Connections } from "../connection/Connections.ts"
import * as OnBehalfOf from "../connection/OnBehalfOf.ts"
import * as DatabaseDefects from "./DatabaseDefects.ts"
import * as Deadline from "./Deadline.ts"
import { type PeerWord, Refusal } from "./Refusal.ts"

/** A handler for each of the operations. `More` is what a call has apart from its link and payload. */
export type Handlers<Operations extends Operation.Any, More> = {
  readonly [O in Operations as O["name"]]: (link: ConnectedLink, payload: O["payload"]["Type"], more: More) => Effect.Effect<O["success"]["Type"], Refusal>
}

const notServed = () =>
  Effect.fail(new Refusal({ code: "NOT_SUPPORTED", message: "this cannot be done by a request; ask the operator of the runner" }))

/** Registrations of callbacks are the runner's own, in every contract. */
export const registrations = { subscribe: notServed, renew: notServed, unsubscribe: notServed } as const

/** Carries out one call of a link. It never fails with anything but a refusal, and answers before the caller's deadline. */
export type Call<Operations extends Operation.Any, More> = <O extends Operations>(
  link: ConnectedLink,
  operation: O,
  payload: O["payload"]["Type"],
  more: More
) => Effect.Effect<O["success"]["Type"], Refusal>

/**
 * Operations that the peer of a link does not offer are refused, but for those that the contract requires of every peer, and those
 * that the runner carries out `itself`.
 */
export const make = <Operations extends Operation.Any, More>({ before, composed, connections, contract, handlers, itself = [], peer }: {
  readonly composed: Composed
  readonly connections: Connections["Service"]
  readonly contract: Contract.Any
  readonly handlers: Handlers<Operations, More>
  readonly itself?: ReadonlyArray<Operations>
  /** Fails for a call that is refused whatever its payload. Absent: none is. */
  readonly before?: (link: ConnectedLink, operation: Operations, more: More) => Effect.Effect<void, Refusal>
  /** What the refusal calls the peer. */
  readonly peer: PeerWord
}): Call<Operations, More> => {
  const always: ReadonlySet<string> = new Set([...contract.required, ...itself].map(({ name }) => name))
  const notOffered = new Refusal({ code: "NOT_SUPPORTED", message: `the ${peer} of this link does not support the operation` })
  const withoutDatabase = DatabaseDefects.refused(composed.server.doubtfulAnswer)
  const handlerOf = ({ name }: Operations) => handlers[name as keyof typeof handlers] as (link: ConnectedLink, payload: unknown, more: More) => Effect.Effect<never, Refusal>
  const carriedOut = (link: ConnectedLink, operation: Operations, payload: unknown, more: More): Effect.Effect<never, Refusal> =>
    before === undefined
      ? handlerOf(operation)(link, payload, more)
      : Effect.flatMap(before(link, operation, more), () => handlerOf(operation)(link, payload, more))
  return (link, operation, payload, more) =>
    always.has(operation.name) || connections.offers(link.peer).includes(operation.name)
      ? OnBehalfOf.link(link.scope, Deadline.within(composed.server.callerDeadline, carriedOut(link, operation, payload, more))).pipe(
        Effect.catchDefect((defect) => withoutDatabase(operation.kind, defect))
      )
      : Effect.fail(notOffered)
}
