/**
 * Stored connections and links that a later start cannot use: shown with the reason, mended or removed, never lost in
 * silence. Each start is a world of its own on the same database.
 */
import { assert, it } from "@effect/vitest"
import type { AnyPlugin } from "@crossdock/config"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Connections } from "../../src/connection/Connections.ts"
import { StoredConnections } from "../../src/connection/StoredConnections.ts"
import { Database } from "../../src/store/Database.ts"
import * as AdminWorld from "../api/AdminWorld.ts"
import { onBothDatabases } from "../support/Databases.ts"
import { vendor } from "../support/Vendor.ts"
import { type Options, world } from "../support/World.ts"
import { commands } from "./CommandWorld.ts"

const secret = "hunter2-of-the-vendor"
const { plugin } = vendor(secret)

/** The same vendor, as a later version that cannot do without a region. */
const demanding: AnyPlugin = {
  ...plugin,
  settings: Schema.Struct({ ...plugin.settings.fields, region: Schema.Literals(["eu", "us"]).annotate({ title: "Region", description: "Where the account is" }) })
}

const stored = Effect.map(Effect.serviceOption(StoredConnections), Option.getOrThrow)
const connection = { id: "v", plugin: "warehouse-vendor", settings: { endpoint: "https://vendor.example", secretKey: secret } }
const link = { erp: "books", peer: "v", protocol: "warehouse", id: "acc-2", secretKey: "hunter2-of-the-caller" } as const

const keyFile = (content: string): string => {
  const path = join(mkdtempSync(join(tmpdir(), "crossdock-misfits-")), "key")
  writeFileSync(path, content, { mode: 0o600 })
  return path
}

onBothDatabases("stored parts that do not fit any more", (fresh) => {
  /** What was stored while the plugin was there, met by a start with other plugins. */
  const afterwards = (
    title: string,
    options: Options,
    test: (
      tools: { readonly client: Effect.Success<ReturnType<typeof AdminWorld.client>> } & Effect.Success<ReturnType<typeof commands>>,
      restart: (options: Options, look: Effect.Effect<unknown, unknown, Connections | Database | StoredConnections>) => Effect.Effect<unknown, unknown>
    ) => Effect.Effect<unknown, unknown, Connections | Database | StoredConnections>
  ) =>
    it.effect(title, () =>
      Effect.gen(function*() {
        const database = yield* Effect.promise(fresh)
        yield* world(database, { plugins: [plugin], isIdle: true }, () =>
          Effect.gen(function*() {
            yield* (yield* stored).add(connection)
            yield* (yield* stored).addLink(link)
          }))
        yield* world(database, { ...options, isIdle: true }, (w) =>
          Effect.gen(function*() {
            yield* (yield* stored).load
            const client = yield* AdminWorld.client(w)
            yield* test({ client, ...(yield* commands(w)) }, (next, look) =>
              world(database, { ...next, isIdle: true }, () => Effect.andThen(Effect.flatMap(stored, ({ load }) => load), look)))
          }))
      }))

  afterwards("settings that are not enough any more are told with what is missing, and a rotation mends them with their links", { plugins: [demanding] }, ({ client, run }) =>
    Effect.gen(function*() {
      const { items, misfits } = yield* client.connections.list({})
      assert.deepStrictEqual(items.map(({ id }) => id), ["books", "wh"])
      assert.deepStrictEqual(misfits, [{
        id: "v",
        plugin: "warehouse-vendor",
        problems: [{ path: "/settings/region", message: "this member is missing; add it (Region: Where the account is)" }],
        links: ["warehouse:acc-2"]
      }])
      const links = yield* client.links.list({})
      assert.deepStrictEqual(links.misfits.map(({ peer, scope }) => [scope, peer]), [["warehouse:acc-2", "v"]])
      const shown = yield* run("connections", "ls")
      assert.strictEqual(shown.code, 0, shown.err)
      assert.include(shown.out, "\nv (warehouse-vendor) is stored but not in use, because it is not valid any more:\n")
      assert.include(shown.out, "/settings/region\n      this member is missing; add it (Region: Where the account is)")
      assert.include(shown.out, "its links are not in use either: warehouse:acc-2")
      const ofLinks = yield* run("links", "ls")
      assert.include(ofLinks.out, "warehouse:acc-2 from books to v is stored but not in use")
      const missing = yield* run("connections", "show", "v")
      assert.strictEqual(missing.code, 1)
      assert.include(missing.err, "it is stored but not valid any more")
      for (const { err, out } of [shown, ofLinks, missing]) assert.notInclude(out + err, "hunter2")

      const wrong = yield* run("connections", "rotate", "v", "region=mars")
      assert.include(wrong.err, "/settings/region")
      const again = yield* run("connections", "add", JSON.stringify({ ...connection, settings: { ...connection.settings, region: "eu" } }))
      assert.include(again.err, "v is stored but not valid any more; correct or remove it, or choose another id")
      assert.lengthOf((yield* client.connections.list({})).misfits, 1)
      const mended = yield* run("connections", "rotate", "v", "region=eu", "--test")
      assert.strictEqual(mended.code, 0, mended.err)
      assert.strictEqual((yield* Connections).linkOf("warehouse:acc-2")?.peer, "v")
      assert.deepStrictEqual([(yield* client.connections.list({})).misfits, (yield* client.links.list({})).misfits], [[], []])
    }))

  afterwards("what lost its plugin waits for it to come back", {}, ({ client, run }, restart) =>
    Effect.gen(function*() {
      const { misfits } = yield* client.connections.list({})
      assert.lengthOf(misfits, 1)
      assert.deepStrictEqual(misfits[0]?.problems.map(({ path }) => path), ["/plugin"])
      assert.include(misfits[0]?.problems[0]?.message, "existing plugins: warehouse-fake, erp-fake")
      const rotated = yield* run("connections", "rotate", "v", `secretKey=@${keyFile(secret)}`)
      assert.notStrictEqual(rotated.code, 0)
      yield* restart({ plugins: [plugin] }, Effect.gen(function*() {
        const connections = yield* Connections
        assert.isDefined(connections.get("v"))
        assert.isDefined(connections.linkOf("warehouse:acc-2"))
      }))
    }))

  afterwards("what nobody misses is removed with its links and secrets", {}, ({ client, run }) =>
    Effect.gen(function*() {
      const removed = yield* run("connections", "remove", "v")
      assert.strictEqual(removed.code, 0, removed.err)
      assert.match(removed.out, /^v is removed, together with warehouse:acc-2\n/)
      const db = yield* Database
      assert.deepStrictEqual([yield* db.query("select id from connection"), yield* db.query("select scope from link")], [[], []])
      assert.deepStrictEqual((yield* client.connections.list({})).misfits, [])
      assert.strictEqual((yield* run("connections", "remove", "v")).code, 1)
    }))

  afterwards(
    "what the composition declares under the same id stays when the stored one is removed",
    { plugins: [plugin], connections: [{ id: "v", plugin: "warehouse-fake" }] },
    ({ client, run }) =>
      Effect.gen(function*() {
        const { misfits } = yield* client.connections.list({})
        assert.deepStrictEqual(misfits.map(({ id, links, problems }) => [id, links, problems.map(({ path }) => path)]), [["v", [], ["/id"]]])
        const rotated = yield* client.connections.rotate({ params: { id: "v" }, payload: { settings: Redacted.make({ batches: 3 }, { label: "settings" }) } }).pipe(Effect.flip)
        assert.strictEqual(rotated._tag, "NotTaken")
        const removed = yield* run("connections", "remove", "v")
        assert.strictEqual(removed.out, "v is removed")
        const connections = yield* Connections
        assert.strictEqual(connections.get("v")?.plugin.id, "warehouse-fake")
        assert.strictEqual(connections.linkOf("warehouse:acc-2")?.peer, "v")
        assert.include((yield* run("connections", "remove", "v")).err, "v is declared in the composition")
      })
  )
})
