/**
 * Creates that wait for a name of the mapping or for a paused connection: looked at again when that may have changed.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { ConnectedLink } from "../Composition.ts"
import type { Connections } from "../connection/Connections.ts"
import type { Mapping } from "../mapping/Mapping.ts"
import type { Database, DatabaseFailed, Row } from "../store/Database.ts"
import type { Vault } from "../store/Vault.ts"
import { type AnyEntry, entryOf } from "./Creates.ts"
import { type IntentBook, payloadPlace, placeOf, textsOf } from "./IntentBook.ts"

/** Read at a time. */
const atOnce = 64
/** Looked at at a time; their transactions share commits. */
const releasedAtOnce = 8

export interface HeldIntents {
  /** Inside a transaction: maps it anew, and lets it go where nothing holds it any more. */
  readonly reconsider: (link: ConnectedLink, held: Row, entry: AnyEntry, asked: unknown) => Effect.Effect<boolean, DatabaseFailed>
  readonly releaseOne: (link: ConnectedLink, id: string) => Effect.Effect<boolean, DatabaseFailed>
  /** All of a link; answers how many go on. */
  readonly release: (scope: string) => Effect.Effect<number, DatabaseFailed>
  /** Looks whether a connection was resumed since the last time, by whichever node. */
  readonly releaseResumed: Effect.Effect<void, DatabaseFailed>
}

export const make = (options: {
  readonly db: Database["Service"]
  readonly vault: Vault["Service"]
  readonly book: Pick<IntentBook, "byId" | "note" | "openable">
  readonly connections: Connections["Service"]
  readonly mapping: Mapping["Service"]
  /** Runs beside the loop, once under a name. */
  readonly start: (name: string, work: Effect.Effect<void, DatabaseFailed>) => Effect.Effect<void>
  readonly wake: Effect.Effect<void>
}): HeldIntents => {
  const { book, connections, db, mapping, start, vault, wake } = options
  const { byId, note, openable } = book

  /** Maps again what was held; sends it once every name is known and the connection runs. */
  const reconsider = Effect.fnUntraced(function*(link: ConnectedLink, held: Row, entry: AnyEntry, asked: unknown) {
    const mapped = yield* entry.map(mapping, link, asked)
    if (mapped.unmatched.length > 0 || connections.pausedOf(link.peer) !== undefined) return false
    const now = yield* Clock.currentTimeMillis
    const sent = textsOf(entry).encodePayload(entry.numbered(mapped.payload, held.number_sent))
    const released = yield* db.query(
      `update intent set held_because = null, payload_sealed = $2, due_at = $3
       where id = $1 and state = 'Pending' and held_because is not null returning id`,
      [held.id, vault.seal(payloadPlace(held.id, "sent"), sent), now]
    )
    if (released.length === 0) return false
    yield* note(placeOf(held), "runner", "released")
    return true
  })

  const releaseOne = Effect.fnUntraced(function*(link: ConnectedLink, id: string) {
    const row = yield* byId(id)
    const entry = entryOf(row.operation)
    if (entry === undefined || row.held_because === null) return false
    const asked = yield* openable(row, entry, "asked")
    // One that is damaged keeps no other from being sent.
    return Option.isSome(asked) && (yield* db.transaction(reconsider(link, row, entry, asked.value)))
  })

  const release = Effect.fnUntraced(function*(scope: string) {
    const link = connections.linkOf(scope)
    if (link === undefined) return 0
    let count = 0
    let last = ""
    while (true) {
      // The contents may be large, so they are read of a few at a time.
      const rows: ReadonlyArray<Row> = yield* db.query(
        `select id from intent where scope = $1 and state = 'Pending' and held_because is not null and id > $2
         order by id limit ${atOnce}`,
        [scope, last]
      )
      const released = yield* Effect.forEach(rows, ({ id }) => releaseOne(link, id), { concurrency: releasedAtOnce })
      count += released.filter(Boolean).length
      if (rows.length < atOnce) break
      last = rows[rows.length - 1]!.id
    }
    yield* wake
    return count
  })

  /** The connections that were paused when this node looked last; absent: it has just begun. */
  let pausedBefore: ReadonlySet<string> | undefined
  /** What another node resumed is learnt later here, and what was held meanwhile goes on then; so does what a process left that ended between. */
  const releaseResumed = Effect.gen(function*() {
    const before = pausedBefore
    pausedBefore = new Set(connections.all.flatMap(({ id }) => connections.pausedOf(id) === undefined ? [] : [id]))
    const scopes = before === undefined
      ? (yield* db.query("select distinct scope from intent where state = 'Pending' and held_because is not null and held_because = 'paused'"))
        .map((row) => String(row.scope))
      : connections.links.filter(({ peer }) => before.has(peer) && connections.pausedOf(peer) === undefined).map(({ scope }) => scope)
    yield* Effect.forEach(scopes, (scope) => start(`held at ${scope}`, Effect.asVoid(release(scope))), { discard: true })
  })

  return { reconsider, releaseOne, release, releaseResumed }
}
