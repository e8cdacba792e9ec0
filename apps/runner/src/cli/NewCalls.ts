/**
 * Reads the log of calls with the oldest call first, and goes on with the calls that are new.
 *
 * The id of a call begins with the time at which it began, and the call is stored when it has ended. A call that took long therefore
 * comes after others with larger ids. So each look reads the last two minutes again, which is longer than any call takes, and leaves out
 * the ids that it has read before.
 */
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type { LoggedCall } from "@crossdock/admin-api"
import type { Ask, Client } from "./AdminClient.ts"
import { given as member } from "./Flags.ts"

type Asked = Parameters<Client["calls"]["list"]>[0]["query"]

/** What a listener chooses; the order and the pages are decided here. */
export type Query = Omit<Asked, "after" | "bodies" | "limit" | "order">

/** Calls of one page. */
const pageSize = 200

/** Milliseconds that each look reads again. An operation takes at most 30 s, and is stored at once after it. */
export const overlap = 120_000

/** Hands the calls over one after another, oldest first. Only one page is in memory. */
export const oldestFirst = Effect.fnUntraced(function*<E, R>(ask: Ask, query: Query, each: (call: LoggedCall) => Effect.Effect<void, E, R>) {
  let after: string | undefined
  do {
    const page = yield* ask((client) => client.calls.list({ query: { ...query, order: "oldest", limit: pageSize, ...member("after", after) } }))
    for (const call of page.items) yield* each(call)
    after = page.next
  } while (after !== undefined)
})

const millisOf = ({ at }: LoggedCall): number => DateTime.toEpochMillis(at)

/** Makes the reader of what happens from now on. It remembers what it has read, so it can go on after the runner was away. */
export const make = (ask: Ask, query: Query) => {
  let since = 0
  let heldUntil = 0
  const read = new Map<string, number>()

  /** When the newest call of the runner began, by the clock of the runner. */
  const newest = Effect.map(ask((client) => client.calls.list({ query: { limit: 1 } })), ({ items }) => items.reduce((last, call) => Math.max(last, millisOf(call)), 0))

  const goOn = (last: number): void => {
    since = Math.max(since, last - overlap)
    for (const [id, at] of read) if (at < since) read.delete(id)
  }

  const isNew = (call: LoggedCall): boolean => !read.has(call.id)

  const taken = (call: LoggedCall) => Effect.sync(() => void read.set(call.id, millisOf(call)))

  return {
    /** Takes what is in the log already as read. */
    begin: Effect.gen(function*() {
      goOn(yield* newest)
      yield* oldestFirst(ask, { ...query, since: DateTime.makeUnsafe(since) }, taken)
    }),
    /** Hands over the calls that were not handed over before. One that fails is handed over again by the next look. */
    look: Effect.fnUntraced(function*<E, R, R2>(each: (call: LoggedCall) => Effect.Effect<void, E, R>, isReached: Effect.Effect<void, never, R2>) {
      const last = yield* newest
      yield* isReached
      yield* oldestFirst(ask, { ...query, since: DateTime.makeUnsafe(since) }, (call) => isNew(call) ? Effect.andThen(each(call), taken(call)) : Effect.void)
      if ((yield* Clock.currentTimeMillis) >= heldUntil) goOn(last)
    }),
    /** A look has failed. Other nodes may store calls late after that, so for some time the next looks begin where this one did. */
    failed: Effect.map(Clock.currentTimeMillis, (now) => {
      heldUntil = now + overlap
    })
  }
}
