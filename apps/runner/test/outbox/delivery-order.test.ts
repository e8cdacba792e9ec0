import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { inject } from "vitest"
import { NodeLeases } from "../../src/connection/NodeLeases.ts"
import * as DeliveryStore from "../../src/outbox/DeliveryStore.ts"
import type { NewDelivery } from "../../src/outbox/DeliveryInsertion.ts"
import * as IntentStore from "../../src/intents/IntentStore.ts"
import type { DatabaseFailed } from "../../src/store/DatabaseDriver.ts"
import { Database } from "../../src/store/Database.ts"
import { Vault } from "../../src/store/Vault.ts"
import { claim, settle } from "../support/Claiming.ts"
import { newDatabase } from "../support/FreshDatabases.ts"

const fresh = (id: string): NewDelivery => ({
  id,
  connection: "books",
  scope: "s",
  entity: "s outbound:SO-1",
  operation: "receiveOutboundStatus",
  isState: false,
  trace: null,
  payload: { sealed: "x" }
})

/** On real time: what waits for a lock waits in the server. */
const onPostgres = (
  title: string,
  options: { readonly passesDead: boolean },
  test: (book: DeliveryStore.DeliveryStore, db: Database["Service"]) => Effect.Effect<unknown, unknown, never>
) =>
  it.live(title, () =>
    Effect.gen(function*() {
      const url = Redacted.make(yield* Effect.promise(() => newDatabase(inject("postgresPort"))))
      yield* Effect.gen(function*() {
        const db = yield* Database
        const ownership = Context.get(yield* Layer.build(Layer.fresh(NodeLeases.layer("n"))), NodeLeases)
        yield* test(DeliveryStore.make({ db, ownership, passesDead: () => options.passesDead }), db)
      }).pipe(Effect.scoped, Effect.provide(Layer.fresh(Database.layer({ url }))))
    }))

/** A transaction that has done its work and is not committed before `commit` is asked for; answers once that is so. */
const uncommitted = (db: Database["Service"], work: Effect.Effect<unknown, DatabaseFailed>) =>
  Effect.gen(function*() {
    const done = yield* Deferred.make<void>()
    const go = yield* Deferred.make<void>()
    const fiber = yield* Effect.forkChild(db.transaction(Effect.gen(function*() {
      yield* work
      yield* Deferred.succeed(done, undefined)
      yield* Deferred.await(go)
    })))
    yield* Deferred.await(done)
    return { commit: Effect.andThen(Deferred.succeed(go, undefined), Fiber.join(fiber)) }
  })

/** Until a work is over, or waits for the lock that another one has. */
const overOrWaiting = <A, E>(db: Database["Service"], fiber: Fiber.Fiber<A, E>) =>
  Effect.gen(function*() {
    const waits = yield* db.one("select count(*) as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'")
    return Number(waits?.n) > 0 || fiber.pollUnsafe() !== undefined
  }).pipe(Effect.repeat({ until: (is) => is }))

const claimed = (db: Database["Service"], book: DeliveryStore.DeliveryStore) =>
  Effect.map(claim(book, 10), (rows) => rows.map((row) => row.id))

describe("the line of an order, changed by two at once", () => {
  onPostgres("what is put while the one before it ends goes on, though a dead letter stands before both", { passesDead: true }, (book, db) =>
    Effect.gen(function*() {
      yield* db.transaction(book.put(fresh("d0")))
      const [d0] = yield* claim(book, 1)
      yield* db.transaction(settle(book, d0!, { state: "Dead", cause: "refused" }))
      yield* db.transaction(book.put(fresh("d1")))
      const [d1] = yield* claim(book, 1)
      const settling = yield* uncommitted(db, settle(book, d1!, { state: "Delivered" }))
      const putting = yield* Effect.forkChild(db.transaction(book.put(fresh("d2"))))
      yield* overOrWaiting(db, putting)
      yield* settling.commit
      yield* Fiber.join(putting)
      assert.deepStrictEqual(yield* claimed(db, book), ["d2"])
    }))

  onPostgres("the third goes on when an operator cancels the second while the first ends", { passesDead: false }, (book, db) =>
    Effect.gen(function*() {
      for (const id of ["d1", "d2", "d3"]) yield* db.transaction(book.put(fresh(id)))
      const [d1] = yield* claim(book, 1)
      const cancelling = yield* uncommitted(db, book.cancel(["d2"], "by an operator"))
      const settling = yield* Effect.forkChild(db.transaction(settle(book, d1!, { state: "Delivered" })))
      yield* overOrWaiting(db, settling)
      yield* cancelling.commit
      yield* Fiber.join(settling)
      assert.deepStrictEqual(yield* claimed(db, book), ["d3"])
    }))

  onPostgres("a dead letter that is replayed while retention comes to it stays", { passesDead: false }, (book, db) =>
    Effect.gen(function*() {
      for (const id of ["d1", "d2"]) yield* db.transaction(book.put(fresh(id)))
      const [d1] = yield* claim(book, 1)
      yield* db.transaction(settle(book, d1!, { state: "Dead", cause: "refused" }))
      const replaying = yield* uncommitted(db, book.replay(["d1"]))
      const removing = yield* Effect.forkChild(db.transaction(book.removeDead(d1!)))
      yield* overOrWaiting(db, removing)
      yield* replaying.commit
      assert.isFalse(yield* Fiber.join(removing))
      assert.deepStrictEqual(yield* claimed(db, book), ["d1"])
    }))

  onPostgres("what an earlier release left held behind nothing is found and goes on, however much is held rightly", { passesDead: false }, (book, db) =>
    Effect.gen(function*() {
      const pairs = Array.from({ length: 300 }, (_, n) => ["first", "second"].map((which) => ({ ...fresh(`${which}-${n}`), entity: `s outbound:SO-${n}` })))
      yield* db.transaction(Effect.forEach(pairs.flat(), book.put))
      yield* db.query("update delivery set state = 'Delivered' where id = 'first-299'")
      const looks = yield* Effect.replicateEffect(book.freeStranded, 3)
      assert.deepStrictEqual(looks.flat(), ["books"])
      const free = yield* db.query("select id from delivery where is_held = 0 and id like 'second%'")
      assert.deepStrictEqual(free.map((row) => row.id), ["second-299"])
    }))
})

describe("the newest create of an order, met by two at once", () => {
  onPostgres("is seen by the second as the first leaves it", { passesDead: false }, (_, db) =>
    Effect.gen(function*() {
      const vault = Context.get(yield* Layer.build(Vault.layer(Redacted.make("k"))), Vault)
      const { newest } = IntentStore.make(db, vault)
      yield* db.query(
        `insert into entity (scope, kind, number, generation, connection, number_sent, is_known, is_open, checked_at, created_at, updated_at)
         values ('s', 'outbound', 'SO-1', 1, 'wh', 'SO-1', 0, 0, 0, 0, 0)`
      )
      yield* db.query(
        `insert into intent (entity, id, scope, connection, operation, digest, due_at, created_at, updated_at, state, attempt, is_to_refuse)
         select id, 'i1', 's', 'wh', 'createOutboundOrder', '', 0, 0, 0, 'Dead', 0, 1 from entity`
      )
      const found = newest("s", "outbound", "SO-1")
      // A repeat is told that a person gave the order up, and the next one issues it anew.
      const first = yield* uncommitted(db, Effect.andThen(found, db.query("update intent set is_to_refuse = 0 where id = 'i1'")))
      const second = yield* Effect.forkChild(db.transaction(found))
      yield* overOrWaiting(db, second)
      yield* first.commit
      assert.strictEqual((yield* Fiber.join(second))?.is_to_refuse, 0)
    }).pipe(Effect.scoped))
})
