/**
 * Settings of stored connections when the plugin's next release has another form of them (plugin-author.md 5.3).
 */
import type { AnyPlugin } from "@crossdock/config"
import { assert, it } from "@effect/vitest"
import type { Contract } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { Connections } from "../../src/connection/Connections.ts"
import { StoredConnections } from "../../src/connection/StoredConnections.ts"
import { Database } from "../../src/store/Database.ts"
import { onBothDatabases } from "../support/Databases.ts"
import * as Peers from "../support/Peers.ts"
import { type DatabaseAt, type RunnerServices, world } from "../support/World.ts"

/** One plugin in several releases, which differ in their settings. */
const release = (settings: Schema.Codec<any, any>, settingsUpgrades?: ReadonlyArray<Contract.SettingsUpgrade>): AnyPlugin => ({
  ...Peers.warehouse().plugin,
  id: "warehouse-changing",
  settings,
  ...(settingsUpgrades && { settingsUpgrades })
}) as unknown as AnyPlugin

/** `login` becomes `user` and `password`, and then `user` becomes `account`. */
const divided: Contract.SettingsUpgrade = ({ login, ...others }) => {
  const [user, password] = String(login).split(":")
  return { ...others, user, password }
}
const renamed: Contract.SettingsUpgrade = ({ user, ...others }) => ({ ...others, account: user })

const first = release(Schema.Struct({ login: Schema.String }))
const third = release(Schema.Struct({ account: Schema.String, password: Schema.RedactedFromValue(Schema.String) }), [divided, renamed])

const stored = Effect.map(Effect.serviceOption(StoredConnections), Option.getOrThrow)
const settingsOf = (id: string) => Effect.map(Connections, (all) => all.get(id)?.settings as { readonly account: string; readonly password: Redacted.Redacted } | undefined)
const versionOf = Effect.map(
  Effect.flatMap(Database, (db) => db.query("select options from connection")),
  ([row]) => (JSON.parse(String(row!.options)) as { readonly settingsVersion?: number }).settingsVersion
)

const connection = { id: "wh-2", plugin: "warehouse-changing", settings: { login: "ann:a-long-password" } } as const

onBothDatabases("settings of a stored connection", (fresh) => {
  const on = (database: DatabaseAt, plugin: AnyPlugin, test: Effect.Effect<unknown, unknown, RunnerServices>) => world(database, { plugins: [plugin] }, () => test)

  it.effect("are upgraded one form after the other when a later release of the plugin reads them", () =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(fresh)
      yield* on(database, first, Effect.gen(function*() {
        yield* (yield* stored).add(connection)
        assert.strictEqual(yield* versionOf, 1)
      }))
      yield* on(database, third, Effect.gen(function*() {
        assert.deepStrictEqual(yield* (yield* stored).load, [])
        const settings = yield* settingsOf("wh-2")
        assert.strictEqual(settings?.account, "ann")
        assert.strictEqual(Redacted.value(settings!.password), "a-long-password")
        // The earlier release of the plugin can still read what is stored.
        assert.strictEqual(yield* versionOf, 1)
      }))
      yield* on(database, first, Effect.gen(function*() {
        assert.deepStrictEqual(yield* (yield* stored).load, [])
      }))
    }))

  it.effect("have version 1 if they were stored before versions were", () =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(fresh)
      yield* on(database, first, Effect.gen(function*() {
        yield* (yield* stored).add(connection)
        yield* (yield* Database).query("update connection set options = $1", [JSON.stringify({ id: "wh-2", plugin: "warehouse-changing" })])
      }))
      yield* on(database, third, Effect.gen(function*() {
        assert.deepStrictEqual(yield* (yield* stored).load, [])
        assert.strictEqual((yield* settingsOf("wh-2"))?.account, "ann")
      }))
    }))

  it.effect("are stored in the present form when some are replaced, and an earlier release says that it cannot read them", () =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(fresh)
      yield* on(database, first, Effect.flatMap(stored, (all) => all.add(connection)))
      yield* on(database, third, Effect.gen(function*() {
        const all = yield* stored
        yield* all.load
        yield* all.rotate("wh-2", { password: "another-password" })
        assert.strictEqual(yield* versionOf, 3)
        const settings = yield* settingsOf("wh-2")
        assert.deepStrictEqual([settings?.account, Redacted.value(settings!.password)], ["ann", "another-password"])
      }))
      yield* on(database, first, Effect.gen(function*() {
        const all = yield* stored
        assert.deepStrictEqual(yield* all.load, [{
          path: "/connections/wh-2/settings",
          message: "they have version 3, which a later release of warehouse-changing has stored, and this release reads versions up to 1; install the later one"
        }])
        assert.isTrue(Exit.isFailure(yield* Effect.exit(all.rotate("wh-2", { login: "bob:b" }))))
        assert.strictEqual(yield* versionOf, 3)
      }))
    }))

  it.effect("are told without their values, and kept, if an upgrade throws", () =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(fresh)
      yield* on(database, first, Effect.flatMap(stored, (all) => all.add(connection)))
      const throwing = release(Schema.Struct({}), [({ login }) => {
        throw new Error(`no colon in ${String(login)}`)
      }])
      yield* on(database, throwing, Effect.gen(function*() {
        const problems = yield* (yield* stored).load
        assert.deepStrictEqual(problems.map(({ path }) => path), ["/connections/wh-2/settings"])
        assert.match(problems[0]!.message, /^warehouse-changing cannot upgrade them from version 1 to 2; /)
        assert.notInclude(problems[0]!.message, "password")
      }))
      yield* on(database, first, Effect.gen(function*() {
        assert.deepStrictEqual(yield* (yield* stored).load, [])
      }))
    }))
})
