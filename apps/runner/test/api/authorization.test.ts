import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { texts } from "../../src/cli/ConnectionCommands.ts"
import { CredentialStore } from "../../src/connection/CredentialStore.ts"
import { findings } from "../../src/doctor/AuthorizationFindings.ts"
import * as DatabaseFacts from "../../src/doctor/DatabaseFacts.ts"
import type { Contents as Found, Credential } from "../../src/doctor/Facts.ts"
import { Database } from "../../src/store/Database.ts"
import { Vault } from "../../src/store/Vault.ts"
import { onBothDatabases } from "../support/Databases.ts"
import { tokenPeer } from "../support/TokenPeer.ts"
import { world } from "../support/World.ts"
import { client } from "./AdminWorld.ts"

const publicUrl = new URL("https://runner.example/crossdock")
const params = { id: "wh" }

onBothDatabases("the authorization of a connection", (fresh) => {
  it.effect("is told with its connection: that it is needed, until when it is good, and that it was refused", () =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(fresh)
      const peer = tokenPeer()
      yield* world(database, { plugin: peer.plugin, isIdle: true }, (w) =>
        Effect.gen(function*() {
          const { connections } = yield* client(w, undefined, publicUrl)
          const needed = yield* connections.show({ params })
          assert.deepStrictEqual(needed.authorization, { is: "needed" })
          assert.include(texts.show(needed), "crossdock connections authorize wh")
          const link = yield* connections.authorize({ params })
          assert.strictEqual(link.redirectUrl, "https://runner.example/crossdock/oauth/callback/wh")
          assert.strictEqual(new URL(link.url).searchParams.get("redirect_uri"), link.redirectUrl)
          assert.deepStrictEqual((yield* connections.show({ params })).authorization, { is: "needed" })

          yield* (yield* CredentialStore).put({ id: "wh", plugin: "warehouse-token" }, yield* peer.issued)
          const held = yield* connections.show({ params })
          assert.strictEqual(held.authorization?.is, "authorized")
          assert.include(texts.show(held), "until 1970-01-01 00:05:00Z")
          assert.notMatch(JSON.stringify(held), /(?:access|refresh)-token/)

          yield* (yield* Database).query("update credential set refused_because = 'invalid_grant: gone'")
          const refused = yield* connections.show({ params })
          assert.strictEqual(refused.authorization?.is, "refused")
          assert.include(texts.show(refused), "refused: invalid_grant: gone")

          yield* (yield* Database).query("update credential set refused_because = null, owner = 'a dead node', epoch = 1")
          assert.strictEqual((yield* connections.show({ params })).authorization?.unfinished, 1)
        }))
    }))

  it.effect("is not begun without a public address, or where the plugin asks nobody", () =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(fresh)
      yield* world(database, { plugin: tokenPeer().plugin, isIdle: true }, (w) =>
        Effect.gen(function*() {
          const closed = yield* client(w)
          assert.include(JSON.stringify(yield* Effect.flip(closed.connections.authorize({ params }))), "NO_PUBLIC_URL")
          const open = yield* client(w, undefined, publicUrl)
          const nothing = yield* Effect.flip(open.connections.authorize({ params: { id: "books" } }))
          assert.include(JSON.stringify(nothing), "NOTHING_TO_AUTHORIZE")
        }))
    }))
})

onBothDatabases("the doctor", (fresh) => {
  it.effect("reads from the database whether a connection is authorized", () =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(fresh)
      const peer = tokenPeer()
      yield* world(database, { plugin: peer.plugin, isIdle: true }, (w) =>
        Effect.gen(function*() {
          const db = yield* Database
          const read = Effect.map(
            DatabaseFacts.read(db, { now: 0, isQuick: true, key: Redacted.make("test key"), composed: w.composed, check: undefined }),
            ({ credentials, unopened, unread }) => ({ codes: findings({ credentials, now: 0 }).map(({ code }) => code), unopened, unread })
          ).pipe(Effect.provide(Vault.layer(Redacted.make("test key"))))
          assert.deepStrictEqual(yield* read, { codes: ["NOT_AUTHORIZED"], unopened: [], unread: [] })
          yield* (yield* CredentialStore).put({ id: "wh", plugin: "warehouse-token" }, yield* peer.issued)
          assert.deepStrictEqual(yield* read, { codes: [], unopened: [], unread: [] })
          yield* db.query("update credential set owner = 'a dead node', epoch = 1")
          assert.deepStrictEqual((yield* read).codes, ["EXCHANGE_UNFINISHED"])
          yield* db.query("insert into node (id, epoch, leased_until, started_at) values ('the last node', 7, -1, -60000)")
          yield* db.query("update credential set owner = 'the last node', epoch = 7")
          assert.deepStrictEqual((yield* read).codes, ["EXCHANGE_UNFINISHED"])
          yield* db.query("update node set leased_until = 15000 where id = 'the last node'")
          assert.deepStrictEqual((yield* read).codes, [])
          yield* db.query("update credential set refused_because = 'invalid_grant'")
          assert.deepStrictEqual((yield* read).codes, ["AUTHORIZATION_REFUSED"])
        }))
    }))
})

const found = (credential: Partial<Credential>) => {
  const one: Credential = { connection: "wh", is: "held", refusedBecause: undefined, failing: undefined, unfinished: 0, ...credential }
  const contents: Pick<Found, "credentials" | "now"> = { credentials: [one], now: 1_000_000 }
  return findings(contents).map(({ code }) => code)
}

it("the doctor finds a connection that needs a person, and one whose renewal fails", () => {
  assert.deepStrictEqual(found({}), [])
  assert.deepStrictEqual(found({ is: "needed" }), ["NOT_AUTHORIZED"])
  assert.deepStrictEqual(found({ refusedBecause: "invalid_grant" }), ["AUTHORIZATION_REFUSED"])
  assert.deepStrictEqual(found({ unfinished: 1 }), ["EXCHANGE_UNFINISHED"])
  assert.deepStrictEqual(found({ failing: { since: 999_000, because: "503" } }), [])
  assert.deepStrictEqual(found({ failing: { since: 100_000, because: "503" } }), ["RENEWAL_FAILS"])
})
