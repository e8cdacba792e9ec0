/**
 * What others do when a create ends. They register for an operation, and what they write is stored in the transaction that stores the
 * end, so both happen or neither does.
 */
import * as Effect from "effect/Effect"
import type { ConnectedLink } from "../Composition.ts"
import type { Connections } from "../connection/Connections.ts"
import type { DatabaseFailed, Row } from "../store/Database.ts"

/** How a create ended. A create that a person reopens may end again. */
export type CreateEnd =
  | { readonly is: "created"; readonly asked: unknown; readonly success: unknown }
  /** The peer does not have the order. */
  | {
    readonly is: "refused" | "cancelled"
    readonly reason: string
    /**
     * Whether the peer has refused it in words that somebody lists. After other words, the peer is asked later whether it has done it
     * nevertheless. Absent: the peer has not refused it.
     */
    readonly words?: "listed" | "unlisted"
  }

/** What a query has told of a create after it was refused: the peer does not have it, or cannot be asked. */
export type LookedFor = "absent" | "unanswerable"

export interface EndHandler {
  /** Whether creates of this link matter. The acceptance of others may be stored as a unit of work. */
  readonly concerns: (link: ConnectedLink) => boolean
  /** Runs in the transaction that stores the end. It may run again if the transaction is repeated. */
  readonly ended: (intent: Row, link: ConnectedLink, end: CreateEnd) => Effect.Effect<void, DatabaseFailed>
  /** Runs in the transaction that stores what the peer has answered about a refused create. */
  readonly lookedFor?: (intent: Row, looked: LookedFor) => Effect.Effect<void, DatabaseFailed>
}

export interface CreateEnds {
  /** Registers what is done when creates of this operation end, after what others have registered. */
  readonly register: (operation: string, handler: EndHandler) => void
  /** Whether the end of an intent has to be stored in a transaction. */
  readonly concerns: (intent: Row) => boolean
  /** Does what is to be done at the end of an intent, in the caller's transaction. */
  readonly run: (intent: Row, end: CreateEnd) => Effect.Effect<void, DatabaseFailed>
  /** Does what is to be done once the peer was asked about a refused create, in the caller's transaction. */
  readonly lookedFor: (intent: Row, looked: LookedFor) => Effect.Effect<void, DatabaseFailed>
}

export const make = (connections: Pick<Connections["Service"], "linkOf">): CreateEnds => {
  const handlers = new Map<string, ReadonlyArray<EndHandler>>()
  /** The handlers of an intent whose end matters to them, with its link. The link may have been removed since. */
  const of = ({ operation, scope }: Row) => {
    const registered = handlers.get(operation)
    const link = registered && connections.linkOf(scope)
    return registered === undefined || link === undefined ? [] : registered.filter(({ concerns }) => concerns(link)).map((handler) => ({ handler, link }))
  }
  return {
    register: (operation, handler) => void handlers.set(operation, [...handlers.get(operation) ?? [], handler]),
    concerns: (intent) => of(intent).length > 0,
    run: (intent, end) => Effect.forEach(of(intent), ({ handler, link }) => handler.ended(intent, link, end), { discard: true }),
    lookedFor: (intent, looked) => Effect.forEach(of(intent), ({ handler }) => handler.lookedFor?.(intent, looked) ?? Effect.void, { discard: true })
  }
}
