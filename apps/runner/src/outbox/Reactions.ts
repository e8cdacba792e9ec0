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

type Handler<A> = (event: RecordEvent) => Effect.Effect<A, DatabaseFailed>
const always: Handler<boolean> = () => Effect.succeed(true)

/** The handlers of all reactions by tag, because most events concern few of them. */
const tagged = <A>(all: ReadonlyArray<Reaction>, handlersOf: (one: Reaction) => ByTag<A>): ReadonlyMap<string, ReadonlyArray<Handler<A>>> =>
  all.map(handlersOf).reduce((found, handlers) => {
    for (const [tag, handler] of handlers) found.set(tag, [...found.get(tag) ?? [], handler])
    return found
  }, new Map<string, ReadonlyArray<Handler<A>>>())

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
        const owingAt = tagged(all, ({ owes }) => owes)
        const writingAt = tagged(all, ({ concerns, writes }) => new Map([...writes.keys()].map((tag) => [tag, concerns.get(tag) ?? always])))
        /** Adds what an event owes. Returns false if a reaction writes something about it. */
        const addOwed = Effect.fnUntraced(function*(event: RecordEvent, messages: Array<AnyOwed>) {
          for (const concerns of writingAt.get(event._tag) ?? []) if (yield* concerns(event)) return false
          for (const owes of owingAt.get(event._tag) ?? []) messages.push(...(yield* owes(event)))
          return true
        })
        const owedByAll = Effect.fnUntraced(function*(events: ReadonlyArray<RecordEvent>) {
          const messages: Array<AnyOwed> = []
          for (const event of events) if (!(yield* addOwed(event, messages))) return undefined
          return messages
        })
        const owedBy = ({ owes }: Reaction, event: RecordEvent) => owes.get(event._tag)?.(event) ?? Effect.succeed([])
        return Reactions.of({
          run: (event) =>
            Effect.forEach(all, (one) =>
              Effect.andThen(
                Effect.flatMap(owedBy(one, event), (owed) => Effect.forEach(owed, outbox.put, { discard: true })),
                one.writes.get(event._tag)?.(event) ?? Effect.void
              ), { discard: true }),
          owed: (event) => owedByAll([event]),
          owedByAll
        })
      })
    )
}
