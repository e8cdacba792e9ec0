/**
 * What an event of a record owes to others. It is stored in the transaction or the unit of work that stores the event, so both
 * happen or neither does; no reaction calls a peer. A contract says what its events carry, and anybody may react to them.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { DatabaseFailed } from "../store/Database.ts"
import { type AnyOwed, Outbox } from "./Outbox.ts"

/** An event of a contract; its tag is one of no other contract. */
export interface RecordEvent {
  readonly _tag: string
}

type Handlers<E extends RecordEvent, A> = { readonly [Tag in E["_tag"]]?: (event: Extract<E, { readonly _tag: Tag }>) => Effect.Effect<A, DatabaseFailed> }
type ByTag<A> = ReadonlyMap<string, (event: RecordEvent) => Effect.Effect<A, DatabaseFailed>>

/** What one party does about events, by their tags. */
export interface Reaction {
  readonly owes: ByTag<ReadonlyArray<AnyOwed>>
  readonly writes: ByTag<void>
  /** Whether `writes` has something to write for an event. A tag without an entry always has. */
  readonly concerns: ByTag<boolean>
}

/** The cast is safe, because a handler gets the events of its tag only. */
const byTag = <E extends RecordEvent, A>(handlers: Handlers<E, A>): ByTag<A> => new Map(Object.entries(handlers)) as never

/** Makes a reaction that says which messages some of the events of a contract owe. It may read, but not write: it may run twice. */
export const owing = <E extends RecordEvent>(handlers: Handlers<E, ReadonlyArray<AnyOwed>>): Reaction => ({ owes: byTag(handlers), writes: new Map(), concerns: new Map() })

/**
 * Makes a reaction that writes to the database itself. Its events are then stored in a transaction, not as a unit of work, but for
 * those of which `concerns` says that it writes nothing about them. Events of one tag that only seldom concern the reaction need such an
 * entry, or it makes all of them dearer.
 */
export const writing = <E extends RecordEvent>(handlers: Handlers<E, void>, concerns: Handlers<E, boolean> = {}): Reaction => ({ owes: new Map(), writes: byTag(handlers), concerns: byTag(concerns) })

export class Reactions extends Context.Service<Reactions, {
  /** Runs every reaction to an event in the caller's transaction, and adds the messages that the event owes. */
  readonly run: <E extends RecordEvent>(event: E) => Effect.Effect<void, DatabaseFailed>
  /** Returns the messages that an event owes, for a unit of work that stores them. `undefined` if a reaction writes something about this event. */
  readonly owed: <E extends RecordEvent>(event: E) => Effect.Effect<ReadonlyArray<AnyOwed> | undefined, DatabaseFailed>
  /** The same for several events that one unit of work stores. */
  readonly owedByAll: <E extends RecordEvent>(events: ReadonlyArray<E>) => Effect.Effect<ReadonlyArray<AnyOwed> | undefined, DatabaseFailed>
}>()("@crossdock/runner/outbox/Reactions") {
  static readonly layer = <R>(reactions: ReadonlyArray<Effect.Effect<Reaction, never, R>>) =>
    Layer.effect(
      Reactions,
      Effect.gen(function*() {
        const all = yield* Effect.all(reactions)
        const outbox = yield* Outbox
        const owedBecauseOf = Effect.fnUntraced(function*(event: RecordEvent) {
          for (const one of all) {
            if (one.writes.has(event._tag) && (yield* one.concerns.get(event._tag)?.(event) ?? Effect.succeed(true))) return undefined
          }
          return (yield* Effect.forEach(all, (one) => owedBy(one, event))).flat()
        })
        const owedBy = ({ owes }: Reaction, event: RecordEvent) => owes.get(event._tag)?.(event) ?? Effect.succeed([])
        return Reactions.of({
          run: (event) =>
            Effect.forEach(all, (one) =>
              Effect.andThen(
                Effect.flatMap(owedBy(one, event), (owed) => Effect.forEach(owed, outbox.put, { discard: true })),
                one.writes.get(event._tag)?.(event) ?? Effect.void
              ), { discard: true }),
          owed: owedBecauseOf,
          owedByAll: (events) =>
            Effect.map(Effect.forEach(events, owedBecauseOf), (messages) => messages.includes(undefined) ? undefined : messages.flatMap((some) => some ?? []))
        })
      })
    )
}
