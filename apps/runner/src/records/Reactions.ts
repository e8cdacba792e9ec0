/**
 * What an event of a record owes to others. Every reaction runs in the transaction that stores the event, so both happen or
 * neither does; none of them calls a peer. A contract says what its events carry, and anybody may react to them.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { DatabaseFailed } from "../store/Database.ts"

/** An event of a contract; its tag is one of no other contract. */
export interface RecordEvent {
  readonly _tag: string
}

type Handlers<E extends RecordEvent> = { readonly [Tag in E["_tag"]]?: (event: Extract<E, { readonly _tag: Tag }>) => Effect.Effect<void, DatabaseFailed> }

/** What one party does about events, by their tags. */
export interface Reaction {
  readonly handlers: ReadonlyMap<string, (event: RecordEvent) => Effect.Effect<void, DatabaseFailed>>
}

/** Makes a reaction to some of the events of a contract. The cast is safe, because a handler gets the events of its tag only. */
export const reaction = <E extends RecordEvent>(handlers: Handlers<E>): Reaction => ({ handlers: new Map(Object.entries(handlers)) as never })

export class Reactions extends Context.Service<Reactions, {
  /** Runs every reaction to an event, in the caller's transaction. */
  readonly run: <E extends RecordEvent>(event: E) => Effect.Effect<void, DatabaseFailed>
}>()("@crossdock/runner/records/Reactions") {
  static readonly layer = <R>(reactions: ReadonlyArray<Effect.Effect<Reaction, never, R>>) =>
    Layer.effect(
      Reactions,
      Effect.map(Effect.all(reactions), (all) =>
        Reactions.of({
          run: (event) =>
            Effect.forEach(all, ({ handlers }) => handlers.get(event._tag)?.(event) ?? Effect.void, { discard: true })
        }))
    )
}
