/**
 * Creates that wait for a row in the mapping or for a paused connection. The runner checks them again when either may have
 * changed.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { ConnectedLink } from "../Composition.ts"
import type { Connections } from "../connection/Connections.ts"
import type { Mapping } from "../mapping/NameMapping.ts"
import type { Database, DatabaseFailed, Row } from "../store/Database.ts"
import type { AnyEntry, Creates } from "./CreateEntry.ts"
import { type IntentStore, placeOf, textsOf } from "./IntentStore.ts"

/** The number of intents in one read. */
const atOnce = 64
/** The number of intents that are checked concurrently, so that their transactions share commits. */
const releasedAtOnce = 8

export interface HeldIntents {
  /** Maps an intent again in the current transaction, and releases it if nothing holds it any more. Returns whether it did. */
  readonly reconsider: (link: ConnectedLink, held: Row, entry: AnyEntry, asked: unknown) => Effect.Effect<boolean, DatabaseFailed>
  readonly releaseOne: (link: ConnectedLink, id: string) => Effect.Effect<boolean, DatabaseFailed>
  /** Checks all held intents of a link. Returns how many it released. */
  readonly release: (scope: string) => Effect.Effect<number, DatabaseFailed>
  /** Releases the intents of connections that any node has resumed since the last call. */
  readonly releaseResumed: Effect.Effect<void, DatabaseFailed>
}

export const make = (options: {
  readonly db: Database["Service"]
  readonly book: Pick<IntentStore, "byId" | "note" | "openable" | "replaceSent">
  readonly connections: Connections["Service"]
  readonly mapping: Mapping["Service"]
  readonly creates: Creates["Service"]
  /** Runs work in the background, at most once at a time under one name. */
  readonly start: (name: string, work: Effect.Effect<void, DatabaseFailed>) => Effect.Effect<void>
  readonly wake: Effect.Effect<void>
}): HeldIntents => {
  const { book, connections, creates, db, mapping, start, wake } = options
  const { byId, note, openable, replaceSent } = book

  /** Maps a held intent again, and releases it once every name has a mapping row and the connection is not paused. */
  const reconsider = Effect.fnUntraced(function*(link: ConnectedLink, held: Row, entry: AnyEntry, asked: unknown) {
    const mapped = yield* entry.map(mapping, link, asked, connections)
    if (mapped.unmatched.length > 0 || connections.pausedOf(link.peer) !== undefined) return false
    const now = yield* Clock.currentTimeMillis
    const released = yield* db.query(
      "update intent set held_because = null, due_at = $2 where entity = $1 and state = 'Pending' and held_because is not null returning id",
      [held.entity, now]
    )
    if (released.length === 0) return false
    const sent = entry.numbered(mapped.payload, held.number_sent)
    const { encodePayload } = textsOf(entry)
    yield* replaceSent(held, { text: encodePayload(asked), payload: asked }, { text: encodePayload(sent), payload: sent })
    yield* note(placeOf(held), "runner", "released")
    return true
  })

  const releaseOne = Effect.fnUntraced(function*(link: ConnectedLink, id: string) {
    const row = yield* byId(id)
    const entry = creates.of(row.operation)
    if (entry === undefined || row.held_because === null) return false
    const asked = yield* openable(row, entry, "asked")
    // An intent that cannot be decrypted is skipped, so that it does not block the others.
    return Option.isSome(asked) && (yield* db.transaction(reconsider(link, row, entry, asked.value)))
  })

  const release = Effect.fnUntraced(function*(scope: string) {
    const link = connections.linkOf(scope)
    if (link === undefined) return 0
    let count = 0
    let last = -1
    while (true) {
      const rows: ReadonlyArray<Row> = yield* db.query(
        `select id, entity from intent where scope = $1 and state = 'Pending' and held_because is not null and entity > $2
         order by entity limit ${atOnce}`,
        [scope, last]
      )
      const released = yield* Effect.forEach(rows, ({ id }) => releaseOne(link, id), { concurrency: releasedAtOnce })
      count += released.filter(Boolean).length
      if (rows.length < atOnce) break
      last = Number(rows[rows.length - 1]!.entity)
    }
    yield* wake
    return count
  })

  /** The links whose held intents have to be checked. `undefined` before the first call. */
  let owed: Set<string> | undefined
  const checked = (scope: string) =>
    Effect.suspend(() => {
      // Taken before the check, so that a resume during it causes another one.
      owed?.delete(scope)
      return Effect.tapCause(Effect.asVoid(release(scope)), () => Effect.sync(() => void owed?.add(scope)))
    })
  /** Releases held intents after another node resumed their connection, or after a process ended in the midst of releasing them. */
  const releaseResumed = Effect.gen(function*() {
    if (owed === undefined) {
      const rows = yield* db.query("select distinct scope from intent where state = 'Pending' and held_because is not null and held_because = 'paused'")
      owed = new Set(rows.map((row) => String(row.scope)))
    }
    const resumed = new Set(connections.takeResumed())
    for (const { peer, scope } of connections.links) if (resumed.has(peer)) owed.add(scope)
    yield* Effect.forEach([...owed], (scope) => start(`held at ${scope}`, checked(scope)), { discard: true })
  })

  return { reconsider, releaseOne, release, releaseResumed }
}
