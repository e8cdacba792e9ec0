import { SqlStorage } from "@crossdock/core"
import { assert, layer } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Schema from "effect/Schema"
import * as BooksSession from "../src/BooksSession.ts"
import { Settings } from "../src/Settings.ts"
import { postgres, sqlite } from "./storages.ts"

const settings = Schema.decodeSync(Settings)({ warehouses: [{ id: "1", name: "One", code: "W-1" }] })

for (const [name, database] of [["SQLite", sqlite], ["PostgreSQL", postgres]] as const) {
  layer(database, { timeout: 60_000 })(`BooksSession on ${name}`, (it) => {
    it.effect("creates the tables once, and runs the transactions of one books one after another", () =>
      Effect.gen(function*() {
        const storage = yield* SqlStorage.SqlStorage
        const [one, two] = yield* Effect.all([1, 2].map(() => BooksSession.make(storage, settings, "UTC")), { concurrency: 2 })
        const read = (session: BooksSession.BooksSession) => session.query(`SELECT * FROM ${session.tables.balance}`, [])
        assert.deepStrictEqual(yield* read(one!), [])
        const add = (session: BooksSession.BooksSession) =>
          session.inTransaction(({ sequence }) => Effect.as(Effect.yieldNow, sequence))
        const sequences = yield* Effect.forEach(Array.from({ length: 20 }), (_, at) => add(at % 2 === 0 ? one! : two!), { concurrency: "unbounded" })
        assert.deepStrictEqual(sequences.toSorted((left, right) => left - right), Array.from({ length: 20 }, (_, at) => at + 1))
      }))

    it.effect("lets its bookings share a connection and a commit, by books", () =>
      Effect.gen(function*() {
        const storage = yield* SqlStorage.SqlStorage
        const groups: Array<string> = []
        const counting: typeof storage = {
          ...storage,
          transaction: () => Effect.die("a booking takes a connection of its own"),
          groupedTransaction: (group, work) => {
            groups.push(group)
            return storage.groupedTransaction(group, work)
          }
        }
        yield* BooksSession.make(storage, settings, "UTC")
        const session = yield* BooksSession.make(counting, settings, "UTC")
        const sequences = yield* Effect.forEach(Array.from({ length: 20 }), () => session.inTransaction(({ sequence }) => Effect.succeed(sequence)), { concurrency: "unbounded" })
        assert.strictEqual(new Set(sequences).size, 20)
        assert.deepStrictEqual(groups, Array.from({ length: 20 }, () => session.books))
      }))

    // In SQLite everybody waits for the one writer.
    if (name === "PostgreSQL") {
      it.effect("is opened by a node that starts while others book, without waiting for them", () =>
        Effect.gen(function*() {
          const storage = yield* SqlStorage.SqlStorage
          const session = yield* BooksSession.make(storage, settings, "UTC")
          const [hasBooked, isOpen] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
          const booking = yield* Effect.forkChild(session.inTransaction(({ sequence }) =>
            Effect.gen(function*() {
              for (const table of ["balance", "entry", "document"] as const) yield* session.query(`DELETE FROM ${session.tables[table]} WHERE books = $1`, ["none"])
              yield* Deferred.succeed(hasBooked, undefined)
              yield* Deferred.await(isOpen)
              return sequence
            })))
          yield* Deferred.await(hasBooked)
          yield* BooksSession.make(storage, settings, "UTC")
          yield* Deferred.succeed(isOpen, undefined)
          assert.isAbove(yield* Fiber.join(booking), 0)
        }))
    }
  })
}
