import { assert, it } from "@effect/vitest"
import { Credentials, WarehouseV1 } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { TestClock } from "effect/testing"
import { Connections } from "../../src/connection/Connections.ts"
import { CredentialStore } from "../../src/connection/CredentialStore.ts"
import { StoredConnections } from "../../src/connection/StoredConnections.ts"
import { Database } from "../../src/store/Database.ts"
import { onBothDatabases } from "../support/Databases.ts"
import { withNodes } from "../support/Nodes.ts"
import { type TokenPeer, tokenPeer } from "../support/TokenPeer.ts"
import { during, pass, type RunnerServices, until, world } from "../support/World.ts"

const owned = { id: "wh", plugin: "warehouse-token" }

const authorize = (peer: TokenPeer) => Effect.flatMap(peer.issued, (obtained) => Effect.flatMap(CredentialStore, (store) => store.put(owned, obtained)))

const ask = Effect.flatMap(Connections, (connections) => connections.invoke("wh", WarehouseV1.ListWarehouses, {}))

const failure = Effect.map(Effect.flip(ask), ({ reason }) => reason)

const row = Effect.flatMap(Database, (db) => db.one("select * from credential where connection = 'wh'"))

const paused = Effect.map(Connections, (connections) => connections.pausedOf("wh")?.because)

const many = (count: number) => Effect.all(Array.from({ length: count }, () => ask), { concurrency: "unbounded", discard: true })

onBothDatabases("credentials of a connection", (fresh) => {
  const inWorld = (title: string, test: (peer: TokenPeer) => Effect.Effect<unknown, unknown, RunnerServices>): void =>
    it.effect(title, () =>
      Effect.gen(function*() {
        const database = yield* Effect.promise(fresh)
        const peer = tokenPeer()
        yield* world(database, { plugin: peer.plugin, isIdle: true }, () => test(peer))
      }))

  inWorld("are renewed once for many calls, shortly before they lapse", (peer) =>
    Effect.gen(function*() {
      yield* authorize(peer)
      yield* during(many(20))
      assert.deepStrictEqual(peer.seen, { exchanges: 0, calls: 20, refused: 0 })
      yield* TestClock.adjust("241 seconds")
      yield* during(many(20))
      assert.deepStrictEqual(peer.seen, { exchanges: 1, calls: 40, refused: 0 })
      assert.strictEqual(Number((yield* row)?.version), 2)
    }))

  inWorld("lie sealed in the database, and what a peer says of them is hidden", (peer) =>
    Effect.gen(function*() {
      yield* authorize(peer)
      peer.lapse()
      peer.plan("works")
      yield* during(ask)
      assert.notMatch(JSON.stringify(yield* row), /(?:access|refresh)-token/)
      yield* authorize(tokenPeer())
      peer.lapse()
      const reason = yield* during(failure)
      assert.strictEqual(reason._tag, "CredentialRejected")
      assert.notMatch(JSON.stringify(reason), /(?:access|refresh)-token-\d/)
      assert.notMatch(JSON.stringify(yield* row), /(?:access|refresh)-token-\d/)
    }))

  inWorld("are renewed once after the peer refused them, also when the clock was put back", (peer) =>
    Effect.gen(function*() {
      yield* TestClock.adjust("1 hour")
      yield* authorize(peer)
      peer.lapse()
      yield* TestClock.setTime(0)
      yield* during(many(5))
      assert.strictEqual(peer.seen.exchanges, 1)
      yield* during(ask)
      assert.strictEqual(peer.seen.exchanges, 1)
    }))

  inWorld("that nobody obtained yet fail the call and send nothing", (peer) =>
    Effect.gen(function*() {
      const reason = yield* during(failure)
      assert.strictEqual(reason._tag, "CredentialRejected")
      assert.include(JSON.stringify(reason), Credentials.faultCodes.notAuthorized)
      assert.deepStrictEqual(peer.seen, { exchanges: 0, calls: 0, refused: 0 })
    }))

  inWorld("that the peer refuses to renew pause the connection, and are not exchanged again until a person helps", (peer) =>
    Effect.gen(function*() {
      yield* authorize(tokenPeer())
      yield* peer.issued
      yield* peer.issued
      const reason = yield* during(failure)
      assert.strictEqual(reason._tag, "CredentialRejected")
      assert.match((yield* paused) ?? "", /^AUTHORIZATION_REFUSED: invalid_grant/)
      yield* during(failure)
      yield* during(failure)
      assert.strictEqual(peer.seen.exchanges, 1)
      yield* authorize(peer)
      yield* during(ask)
      assert.strictEqual(peer.seen.exchanges, 1)
    }))

  inWorld("that were refused are exchanged once more when a person resumes the connection", (peer) =>
    Effect.gen(function*() {
      const connections = yield* Connections
      yield* authorize(tokenPeer())
      yield* peer.issued
      yield* peer.issued
      yield* during(failure)
      yield* connections.resume("wh")
      yield* during(failure)
      assert.strictEqual(peer.seen.exchanges, 2)
      assert.match((yield* paused) ?? "", /^AUTHORIZATION_REFUSED/)
    }))

  inWorld("are forgotten with a connection that is removed", (peer) =>
    Effect.gen(function*() {
      const stored = yield* Effect.map(Effect.serviceOption(StoredConnections), Option.getOrThrow)
      yield* stored.add({ id: "second", plugin: "warehouse-token", settings: {} })
      const obtained = yield* peer.issued
      yield* Effect.flatMap(CredentialStore, (store) => store.put({ id: "second", plugin: "warehouse-token" }, obtained))
      yield* stored.remove("second")
      assert.isUndefined(yield* Effect.flatMap(Database, (db) => db.one("select * from credential where connection = 'second'")))
    }))

  inWorld("of another plugin are not taken over by one that has its place", (peer) =>
    Effect.gen(function*() {
      const obtained = yield* peer.issued
      yield* Effect.flatMap(CredentialStore, (store) => store.put({ id: "wh", plugin: "warehouse-before" }, obtained))
      assert.include(JSON.stringify(yield* during(failure)), Credentials.faultCodes.notAuthorized)
    }))

  inWorld("whose exchange does not reach the peer are tried again later, and good ones are used until then", (peer) =>
    Effect.gen(function*() {
      yield* authorize(peer)
      yield* TestClock.adjust("270 seconds")
      peer.plan("unreachable")
      yield* during(many(3))
      yield* during(ask)
      assert.deepStrictEqual(peer.seen, { exchanges: 1, calls: 4, refused: 0 })
      assert.include(String((yield* row)?.failure), "could not be reached")
      yield* TestClock.adjust("1 minute")
      peer.plan("unreachable")
      const reason = yield* during(failure)
      assert.isFalse(reason.mayHaveApplied)
      assert.isTrue(reason.isRetryable)
      assert.isUndefined(yield* paused)
      yield* TestClock.adjust("1 minute")
      yield* during(ask)
      assert.strictEqual(peer.seen.exchanges, 3)
      assert.isNull((yield* row)?.failing_since)
    }))

  inWorld("whose exchange dies of a bug are free for the next one", (peer) =>
    Effect.gen(function*() {
      yield* authorize(peer)
      peer.lapse()
      peer.plan("defect")
      const exit = yield* during(Effect.exit(ask))
      assert.strictEqual(exit._tag, "Failure")
      assert.notInclude(JSON.stringify(exit), "refresh-token-1")
      yield* during(ask)
      assert.strictEqual(peer.seen.exchanges, 2)
    }))

  inWorld("stay what they are when the caller gives up in the midst of an exchange", (peer) =>
    Effect.gen(function*() {
      yield* authorize(peer)
      peer.lapse()
      yield* during(Effect.timeoutOption(ask, "100 millis"))
      yield* until(Effect.map(row, (found) => Number(found?.version) === 2))
      yield* during(ask)
      assert.strictEqual(peer.seen.exchanges, 1)
    }))

  inWorld("do not lapse where the peer says nothing of it", (peer) =>
    Effect.gen(function*() {
      const { values } = yield* peer.issued
      yield* Effect.flatMap(CredentialStore, (store) => store.put(owned, { values }))
      yield* TestClock.adjust("299 seconds")
      yield* during(ask)
      assert.strictEqual(peer.seen.exchanges, 0)
      assert.isUndefined((yield* row)?.expires_at ?? undefined)
    }))
})

/** By then the exchange of a node that plays dead is given up. */
const exchangeLimit = 21_000

const dies = (name: string) => Effect.flatMap(Database, (db) => db.query("delete from node where id = $1", [name]))

withNodes("one exchange is seen at the peer when 50 calls on two nodes meet tokens of five minutes that lapse", ({ join }) =>
  Effect.gen(function*() {
    const peer = tokenPeer()
    const options = { plugin: peer.plugin, isIdle: true } as const
    const nodes = [yield* join("one", options), yield* join("two", options)]
    yield* nodes[0]!.on(authorize(peer))
    for (const round of [1, 2]) {
      yield* TestClock.adjust("5 minutes")
      yield* during(Effect.all(nodes.map(({ on }) => on(many(25))), { concurrency: "unbounded" }))
      assert.deepStrictEqual(peer.seen, { exchanges: round, calls: 50 * round, refused: 0 })
    }
  }))

withNodes("a node that dies between exchange and store is told of, and the lost token is asked for once", ({ db, join }) =>
  Effect.gen(function*() {
    const peer = tokenPeer()
    const options = { plugin: peer.plugin, isIdle: true } as const
    const [one, two] = [yield* join("one", options), yield* join("two", options)]
    yield* one.on(authorize(peer))
    peer.lapse()
    peer.plan("hang")
    yield* Effect.forkScoped(one.on(Effect.exit(ask)))
    yield* until(Effect.map(db.one("select owner from credential"), (found) => found?.owner === "one"))
    yield* dies("one")
    const reason = yield* during(two.on(failure), 15_000)
    assert.strictEqual(reason._tag, "CredentialRejected")
    const because = (yield* two.on(paused)) ?? ""
    assert.match(because, /^AUTHORIZATION_REFUSED: .*did not finish/)
    assert.notMatch(because, /refresh-token-\d/)
    yield* during(two.on(failure))
    assert.strictEqual(peer.seen.exchanges, 2)
    yield* two.on(authorize(peer))
    yield* during(two.on(ask))
    yield* pass(exchangeLimit)
    assert.strictEqual(Number((yield* db.one("select version from credential"))?.version), 2)
  }))

withNodes("a peer that takes the old token once more heals what a dead node lost", ({ db, join }) =>
  Effect.gen(function*() {
    const peer = tokenPeer()
    peer.manners.takesOldTokens = true
    const options = { plugin: peer.plugin, isIdle: true } as const
    const [one, two] = [yield* join("one", options), yield* join("two", options)]
    yield* one.on(authorize(peer))
    peer.lapse()
    peer.plan("hang")
    yield* Effect.forkScoped(one.on(Effect.exit(ask)))
    yield* until(Effect.map(db.one("select owner from credential"), (found) => found?.owner === "one"))
    yield* dies("one")
    yield* during(two.on(ask), 15_000)
    yield* pass(exchangeLimit)
    assert.deepInclude(yield* db.one("select version, unfinished, failures from credential"), { version: 2, unfinished: 0, failures: 0 })
  }))

withNodes("exchanges that never come to an end are not begun for ever", ({ db, join }) =>
  Effect.gen(function*() {
    const peer = tokenPeer()
    const node = yield* join("one", { plugin: peer.plugin, isIdle: true })
    yield* node.on(authorize(peer))
    peer.lapse()
    yield* db.query("update credential set owner = 'gone', epoch = 0, unfinished = 2")
    const reason = yield* during(node.on(failure))
    assert.strictEqual(reason._tag, "CredentialRejected")
    assert.strictEqual(peer.seen.exchanges, 0)
    assert.match((yield* node.on(paused)) ?? "", /^AUTHORIZATION_REFUSED: 3 exchanges/)
  }))

withNodes("what another node obtained is used without an exchange", ({ join }) =>
  Effect.gen(function*() {
    const peer = tokenPeer()
    const options = { plugin: peer.plugin, isIdle: true } as const
    const [one, two] = [yield* join("one", options), yield* join("two", options)]
    yield* one.on(authorize(peer))
    const portOf = Effect.map(CredentialStore, (store) =>
      store.portOf(owned, { learn: () => {}, hide: (text) => text, refused: () => Effect.void }))
    const [first, second] = [yield* one.on(portOf), yield* two.on(portOf)]
    const held = yield* first.get
    const obtained = { values: held.values, expiresAt: DateTime.makeUnsafe(1) }
    const newer = yield* during(first.refresh(held, Effect.succeed(obtained)))
    assert.strictEqual(newer.version, 2)
    const same = yield* during(second.refresh(held, Effect.die("exchanged twice")))
    assert.strictEqual(same.version, 2)
  }))
