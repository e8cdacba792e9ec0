/**
 * Releases what an attempt has reserved after it was given up. A node that is slow may reserve pieces of an order that another node has
 * taken over, and die before it releases them; nobody else knows of them.
 */
import { AdapterError } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { OrderDesk } from "../composition/Desk.ts"
import { Connections } from "../connection/Connections.ts"
import type { Job } from "../jobs/Jobs.ts"
import { Database, type DatabaseFailed } from "../store/Database.ts"
import * as Books from "./Books.ts"
import * as DeskRows from "./DeskRows.ts"

const minute = 60_000

/** How long after an attempt was given up its pieces are released once more: longer than any call to the books takes. */
const after = 15 * minute

/** How many are released in one run. */
const atOnce = 100

/** Releases once more, without a look at the books, what attempts had reserved that were given up by others than their node. */
export const make = Effect.fnUntraced(function*(desk: OrderDesk) {
  const db = yield* Database
  const rows = DeskRows.make(db)
  const books = Books.make(yield* Connections, desk.books)

  /** What cannot be released is tried again after the others. */
  const release = ({ number, warehouse }: DeskRows.Part) =>
    Effect.catchTags(Effect.andThen(books.reserve(number, warehouse, []), rows.released(number)), {
      AdapterError: ({ reason }) =>
        Effect.andThen(
          Effect.logWarning(`what ${number} may have reserved could not be released; it is tried again: ${AdapterError.describe(reason)}`),
          rows.releasedLater(number)
        )
    })

  const work = Effect.gen(function*() {
    const given = yield* rows.givenUp((yield* Clock.currentTimeMillis) - after, atOnce)
    yield* Effect.forEach(given, release, { discard: true })
  })

  return { name: "desk-reservations", connection: "", every: 5 * minute, work } satisfies Job<DatabaseFailed, never> as Job<DatabaseFailed, never>
})
