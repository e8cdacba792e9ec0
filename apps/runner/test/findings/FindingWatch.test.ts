import { assert, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { TestClock } from "effect/testing"
import * as FindingStore from "../../src/findings/FindingStore.ts"
import { FindingWatch, longAway } from "../../src/findings/FindingWatch.ts"
import { metrics } from "../../src/http/MetricsAnswer.ts"
import * as SharedClock from "../../src/store/SharedClock.ts"
import { Database, DatabaseFailed } from "../../src/store/Database.ts"
import * as Redacted from "effect/Redacted"
import { Notifier } from "../../src/findings/Notifier.ts"
import * as NotifierSettings from "../../src/findings/NotifierSettings.ts"
import * as Receivers from "./Receivers.ts"
import * as AdminWorld from "../api/AdminWorld.ts"
import { onBothDatabases } from "../support/Databases.ts"
import { type Options, type World, world } from "../support/World.ts"

/** A dead letter to the ERP. */
const bury = (id: string) =>
  Effect.gen(function*() {
    const db = yield* Database
    const now = yield* Clock.currentTimeMillis
    yield* db.query(
      `insert into delivery (id, connection, scope, entity, operation, is_state, state, attempt, due_at, created_at, updated_at)
       values ($1, 'books', 's', $1, 'receiveOutboundStatus', 0, 'Dead', 0, $2, $2, $2)`,
      [id, now]
    )
  })
const unbury = Effect.flatMap(Database, (db) => db.query("update delivery set state = 'Cancelled'"))
const examine = Effect.flatMap(FindingWatch, (watch) => watch.examine)
const minutes = (count: number) => TestClock.adjust(`${count} minutes`)

/** A watch of its own over a database that can be stopped. */
const overStoppable = (w: World, node?: string) =>
  Effect.gen(function*() {
    const db = yield* Database
    let isDown = false
    let lasts = 0
    const stopped = Effect.fail(new DatabaseFailed({ isUniqueViolation: false, cause: { code: "ECONNREFUSED" } }))
    const either = <Args extends ReadonlyArray<never>, A>(work: (...args: Args) => Effect.Effect<A, DatabaseFailed, any>) => (...args: Args) => Effect.suspend(() => isDown ? stopped : work(...args))
    const slowly = (work: Effect.Effect<unknown, DatabaseFailed>) => Effect.andThen(lasts === 0 ? Effect.void : TestClock.adjust(lasts), db.transaction(work))
    const stoppable = { ...db, query: either(db.query as never), one: either(db.one as never), urgentQuery: either(db.urgentQuery as never), transaction: either(slowly as never) } as unknown as Database["Service"]
    const context = yield* Effect.provideService(
      Layer.build(FindingWatch.layer({ composed: w.composed, database: "postgres://db/crossdock", dataFolder: undefined })),
      Database,
      stoppable
    )
    return { watch: Context.get(context, FindingWatch), stop: () => void (isDown = true), start: () => void (isDown = false), slow: (millis: number) => void (lasts = millis), node }
  })

it.effect("a person is told of the database while it is away, once it is taken, and of its end once it is back (F2)", () =>
  Effect.scoped(Effect.gen(function*() {
    const { posted, url } = yield* Receivers.webhook([503])
    const notifier = { ...NotifierSettings.none, webhook: { url, secret: Redacted.make("a-secret-of-the-tests-1234567890") } }
    yield* world({ filename: ":memory:" }, { isIdle: true, notifier }, (w) =>
      Effect.gen(function*() {
        const { start, stop, watch } = yield* overStoppable(w)
        yield* watch.examine
        stop()
        yield* watch.look
        yield* TestClock.adjust(longAway)
        yield* watch.look
        assert.deepStrictEqual(posted, [])
        for (let turn = 0; turn < 3; turn++) {
          yield* TestClock.adjust("5 seconds")
          yield* watch.look
        }
        assert.strictEqual(posted.length, 1)
        const [began] = JSON.parse(posted[0]!.body).data.began
        assert.deepInclude(began, { code: "DATABASE_CLOSED", severity: "critical" })
        start()
        yield* watch.look
        yield* watch.examine
        yield* minutes(6)
        yield* watch.examine
        yield* (yield* Notifier).sendDue
        assert.deepStrictEqual(posted.map(({ body }) => JSON.parse(body).data.ended.length), [0, 1])
        assert.strictEqual(JSON.parse(posted[1]!.body).data.ended[0].findings[0].id, began.findings[0].id)
      }))
  })))

it.effect("a person is told of the beginning of an outage late, and then of its end, if no channel took it while the database was away (issue 25)", () =>
  Effect.scoped(Effect.gen(function*() {
    const { posted, url } = yield* Receivers.webhook([503, 503, 503])
    const notifier = { ...NotifierSettings.none, webhook: { url, secret: Redacted.make("a-secret-of-the-tests-1234567890") } }
    yield* world({ filename: ":memory:" }, { isIdle: true, notifier }, (w) =>
      Effect.gen(function*() {
        const { start, stop, watch } = yield* overStoppable(w)
        yield* watch.examine
        stop()
        yield* watch.look
        yield* TestClock.adjust(longAway)
        yield* watch.look
        start()
        yield* watch.look
        yield* watch.examine
        for (let turn = 0; turn < 4; turn++) {
          yield* minutes(6)
          yield* watch.examine
          yield* (yield* Notifier).sendDue
        }
        assert.deepStrictEqual(posted.map(({ body }) => [JSON.parse(body).data.began.length, JSON.parse(body).data.ended.length]), [[1, 0], [0, 1]])
      }))
  })))

it.effect("a person is told of the database that is away by the node whose long examinations are far apart (F2)", () =>
  Effect.scoped(Effect.gen(function*() {
    const { posted, url } = yield* Receivers.webhook()
    const notifier = { ...NotifierSettings.none, webhook: { url, secret: Redacted.make("a-secret-of-the-tests-1234567890") } }
    yield* world({ filename: ":memory:" }, { isIdle: true, notifier }, (w) =>
      Effect.gen(function*() {
        const { slow, stop, watch } = yield* overStoppable(w)
        const work = watch.jobs.find(({ name }) => name === "findings")!.work
        slow(20_000)
        yield* work
        yield* minutes(6)
        yield* work
        stop()
        yield* watch.look
        yield* TestClock.adjust(longAway)
        yield* watch.look
        assert.strictEqual(posted.length, 1)
      }))
  })))

onBothDatabases("findings of a runner", (fresh) => {
  const inWorld = (title: string, test: (w: World) => Effect.Effect<unknown, unknown, any>, options: Options = {}) =>
    it.effect(title, () => Effect.flatMap(Effect.promise(fresh), (database) => world(database, { isIdle: true, ...options }, test as never)))

  const lasting = (w: World) => Effect.flatMap(AdminWorld.client(w), (client) => Effect.map(client.runner.findings({ query: {} }), ({ items }) => items))
  const over = (w: World) => Effect.flatMap(AdminWorld.client(w), (client) => Effect.map(client.runner.findings({ query: { ended: true } }), ({ items }) => items))

  inWorld("are stored with an id, a severity, since when and until when, over a restart too (issue 25)", (w) =>
    Effect.gen(function*() {
      yield* examine
      assert.deepStrictEqual(yield* lasting(w), [])
      yield* bury("d-1")
      const since = yield* Clock.currentTimeMillis
      yield* minutes(1)
      yield* examine
      const [first, ...others] = yield* lasting(w)
      assert.deepStrictEqual(others, [])
      assert.deepInclude(first, { code: "DEAD_LETTERS", severity: "error", where: "connection books" })
      assert.match(first!.id, /^dead-letters-[0-9a-f]{8}$/)
      assert.match(first!.message ?? "", /^1 dead letters/)
      assert.strictEqual(first!.since.epochMilliseconds, since)
      const { watch: restarted } = yield* overStoppable(w)
      yield* bury("d-2")
      yield* restarted.examine
      const [again] = yield* lasting(w)
      assert.deepInclude(again, { id: first!.id, since: first!.since })
      assert.match(again!.message ?? "", /^2 dead letters/)
      yield* unbury
      yield* examine
      assert.deepStrictEqual(yield* lasting(w), [])
      const [ended] = yield* over(w)
      assert.deepInclude(ended, { id: first!.id, since: first!.since, code: "DEAD_LETTERS" })
      assert.strictEqual(ended!.endedAt?.epochMilliseconds, since + 60_000)
      assert.isUndefined(ended!.message)
    }))

  inWorld("name a clock that differs from that of the database, and the metric says by how much", (w) =>
    Effect.gen(function*() {
      const { dialect } = yield* Database
      const machine = yield* Clock.Clock
      const shared = SharedClock.make(machine)
      shared.set((yield* Clock.currentTimeMillis) + 3_600_000)
      const { watch } = yield* overStoppable(w).pipe(Effect.provideService(SharedClock.Shared, shared), Effect.provideService(Clock.Clock, shared))
      const inShared = <A, E, R>(work: Effect.Effect<A, E, R>) => work.pipe(Effect.provideService(SharedClock.Shared, shared), Effect.provideService(Clock.Clock, shared))
      assert.match(yield* inShared(metrics), /^crossdock_clock_offset_seconds 3600$/m)
      yield* inShared(watch.examine)
      const found = (yield* lasting(w)).filter(({ code }) => code === "CLOCK")
      assert.strictEqual(found.length, dialect === "postgres" ? 1 : 0)
      if (dialect === "postgres") assert.match(found[0]!.next ?? "", /NTP/)
    }))

  inWorld("go on if they begin again within the quiet time, and are new afterwards", (w) =>
    Effect.gen(function*() {
      yield* bury("d-1")
      yield* examine
      yield* unbury
      yield* minutes(1)
      yield* examine
      yield* bury("d-2")
      yield* minutes(1)
      yield* examine
      const [first] = yield* lasting(w)
      assert.deepStrictEqual(yield* over(w), [])
      yield* unbury
      yield* examine
      yield* minutes(6)
      yield* examine
      yield* bury("d-3")
      yield* examine
      const [second] = yield* lasting(w)
      assert.strictEqual(second!.id, first!.id)
      assert.isAbove(second!.since.epochMilliseconds, first!.since.epochMilliseconds)
      assert.deepStrictEqual((yield* over(w)).map(({ since }) => since), [first!.since])
    }))

  inWorld("about the machine of a node are ended by that node alone while it lives", () =>
    Effect.gen(function*() {
      const db = yield* Database
      const disk: FindingStore.Found = { code: "DISK_FULL", severity: "critical", where: "/data", message: "x", next: "y", node: "first" }
      const look = (node: string, found: ReadonlyArray<FindingStore.Found>) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) => db.transaction(FindingStore.record(db, found, { node, now, policy: { tellsFrom: undefined, ...FindingStore.usual }, mayTell: false })))
      const open = Effect.map(FindingStore.open(db), (rows) => rows.map(({ code }) => code))
      yield* db.query("insert into node (id, epoch, leased_until, started_at) values ('first', 9, 9999999999999, 0)")
      yield* look("first", [disk])
      yield* look("second", [])
      assert.deepStrictEqual(yield* open, ["DISK_FULL"])
      yield* db.query("delete from node where id = 'first'")
      yield* look("second", [])
      assert.deepStrictEqual(yield* open, [])
    }))

  inWorld("are counted by severity, the database that is away among them, which is stored once it is back (F2)", (w) =>
    Effect.gen(function*() {
      yield* bury("d-1")
      yield* examine
      const counted = Effect.map(metrics, (text) => [...text.matchAll(/^crossdock_findings\{severity="(\w+)"\} (\d+)$/gm)].map(([, severity, count]) => [severity, Number(count)]))
      assert.deepStrictEqual(yield* counted, [["critical", 0], ["error", 1], ["warning", 0]])
      const { start, stop, watch } = yield* overStoppable(w)
      stop()
      const stoppedAt = yield* Clock.currentTimeMillis
      yield* watch.look
      assert.deepStrictEqual(watch.unstored(), [])
      yield* TestClock.adjust(longAway)
      yield* watch.look
      const [away] = watch.unstored()
      assert.deepInclude(away, { code: "DATABASE_CLOSED", severity: "critical", since: stoppedAt })
      assert.deepStrictEqual(yield* Effect.provideService(counted, FindingWatch, watch), [["critical", 1], ["error", 1], ["warning", 0]])
      start()
      yield* watch.look
      assert.deepStrictEqual(watch.unstored(), [])
      assert.deepStrictEqual((yield* lasting(w)).map(({ code, id }) => [code, id === away!.id]), [["DATABASE_CLOSED", true], ["DEAD_LETTERS", false]])
      yield* watch.examine
      const [ended] = yield* over(w)
      assert.deepInclude(ended, { code: "DATABASE_CLOSED", id: away!.id })
      assert.strictEqual(ended!.since.epochMilliseconds, stoppedAt)
    }))
})
