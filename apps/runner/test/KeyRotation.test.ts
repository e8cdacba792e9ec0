/**
 * The key that encrypts the database is changed while callers call and messages are sent: nothing is refused or lost, a killed runner goes
 * on with either key, and afterwards the new key alone opens everything.
 */
import { WarehouseV1 } from "@crossdock/core"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import { randomBytes } from "node:crypto"
import { Dispatch } from "../src/contracts/warehouse/Dispatch.ts"
import * as Verification from "../src/backup/Verification.ts"
import { KeyRotation, setting as rotationSetting } from "../src/KeyRotation.ts"
import { Connections } from "../src/connection/Connections.ts"
import { StoredConnections } from "../src/connection/StoredConnections.ts"
import * as SecretKey from "../src/SecretKey.ts"
import { Database } from "../src/store/Database.ts"
import * as SealedColumns from "../src/store/SealedColumns.ts"
import * as KeyFence from "../src/store/KeyFence.ts"
import { Vault } from "../src/store/Vault.ts"
import { onBothDatabases } from "./support/Databases.ts"
import { order } from "./support/Orders.ts"
import { during, nothingOwed, until, type World, world } from "./support/World.ts"

const newKey = () => randomBytes(32).toString("base64")

const create = (w: World, number: string) =>
  Effect.flatMap(Dispatch, (dispatch) => during(dispatch.call(w.link, WarehouseV1.CreateOutboundOrder, order(number), "{}")))

const codeOf = (work: Effect.Effect<unknown, unknown>) => Effect.map(Effect.flip(work), (error) => (error as { readonly code?: string }).code)

/** Works until every text is sealed with the new key. */
const sealedAll = Effect.gen(function*() {
  const rotation = yield* KeyRotation
  yield* until(Effect.gen(function*() {
    yield* during(rotation.job.work)
    return (yield* rotation.state)?.doneAt !== undefined
  }))
})

/** Forgets the old key, although processes that were started with it were there a moment ago. */
const finished = Effect.flatMap(KeyRotation, (rotation) => Effect.provideService(during(rotation.finish("ada")), KeyFence.SilentAfter, -1))

/** The sealed texts that the present key does not open, and how many it opens. */
const sealedTexts = Effect.gen(function*() {
  const db = yield* Database
  const { keys } = yield* Vault
  const others: Array<string> = []
  let present = 0
  for (const source of SealedColumns.sources) {
    for (const row of yield* db.query(source.statement, [source.first, 10_000])) {
      for (const [column, place] of source.columns) {
        const text: unknown = row[column]
        if (typeof text !== "string" || !text.startsWith("v1.")) continue
        if (keys.isPresent(place(row), text)) present++
        else others.push(`${source.table} ${column}`)
      }
    }
  }
  return { others, present }
})

onBothDatabases("the key of the database", (fresh) => {
  it.effect("is changed while orders are created, and none is refused or lost (issue 25)", () =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(fresh)
      const [old, next] = [newKey(), newKey()]
      yield* world(database, { vaultKey: old }, (w) =>
        Effect.gen(function*() {
          for (let n = 0; n < 20; n++) yield* create(w, `SO-${n}`)
          const rotation = yield* KeyRotation
          yield* rotation.begin(Redacted.make(next), "ada")
          const traffic = yield* Effect.forkChild(Effect.forEach(Array.from({ length: 30 }, (_, n) => n), (n) => create(w, `SO-N${n}`)))
          yield* sealedAll
          yield* Fiber.join(traffic)
          yield* nothingOwed
          assert.strictEqual(w.warehouse.orders.length, 50)
          assert.strictEqual(yield* codeOf(rotation.finish("ada")), "STARTED_WITH_OLD_KEY")
          const settings = new Map((yield* (yield* Database).query("select name, content from setting")).map(({ content, name }) => [String(name), String(content)]))
          const copy = { rows: {}, sealed: settings.get(SecretKey.sealedName), keyChange: settings.get(rotationSetting) }
          for (const key of [old, next]) yield* Verification.verify(copy, {}, Redacted.make(key))
          assert.strictEqual(yield* codeOf(Verification.verify({ ...copy, keyChange: undefined }, {}, Redacted.make(old))), "KEY_REFUSED")
          const { others, present } = yield* sealedTexts
          assert.deepStrictEqual(others, [])
          assert.isAbove(present, 50)
        }))
      yield* world(database, { vaultKey: next }, () =>
        Effect.gen(function*() {
          yield* finished
          assert.deepStrictEqual((yield* sealedTexts).others, [])
          const db = yield* Database
          const lines = yield* db.query("select detail from history where subject = 'runner secrets' order by id")
          assert.deepStrictEqual(lines.map(({ detail }) => detail), ["the change of CROSSDOCK_SECRET_KEY began", "the old CROSSDOCK_SECRET_KEY was forgotten"])
        }))
      const refused = yield* Effect.flip(world(database, { vaultKey: old, isIdle: true }, () => Effect.void))
      assert.match(String((refused as Error).message), /another CROSSDOCK_SECRET_KEY/)
    }))

  it.effect("goes on after a kill in the middle, with the old key and with the new one (issue 25)", () =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(fresh)
      const [old, next] = [newKey(), newKey()]
      yield* world(database, { vaultKey: old }, (w) =>
        Effect.gen(function*() {
          for (let n = 0; n < 5; n++) yield* create(w, `SO-${n}`)
          yield* (yield* KeyRotation).begin(Redacted.make(next), "ada")
          yield* create(w, "SO-NEW")
        }))
      for (const vaultKey of [old, next, old]) {
        yield* world(database, { vaultKey }, (w) =>
          Effect.gen(function*() {
            yield* create(w, `SO-${vaultKey.slice(0, 4)}`)
            assert.isUndefined((yield* (yield* KeyRotation).state)?.doneAt)
          }))
      }
      yield* world(database, { vaultKey: old }, () => sealedAll)
      yield* world(database, { vaultKey: next }, () => finished)
      yield* world(database, { vaultKey: next }, () => Effect.map(sealedTexts, ({ others }) => assert.deepStrictEqual(others, [])))
    }))

  it.effect("derives the same before and after a change, so that a repeated create without a number is the same one (issue 25)", () =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(fresh)
      const [old, next, third] = [newKey(), newKey(), newKey()]
      const derived = Effect.map(Vault, (vault) => vault.derive("a place", "a text"))
      const changed = (from: string, to: string) =>
        Effect.gen(function*() {
          const before = yield* world(database, { vaultKey: from, isIdle: true }, () =>
            Effect.gen(function*() {
              yield* (yield* KeyRotation).begin(Redacted.make(to), "ada")
              yield* sealedAll
              return yield* derived
            }))
          const after = yield* world(database, { vaultKey: to, isIdle: true }, () => Effect.andThen(finished, derived))
          return [before, after]
        })
      const first = yield* world(database, { vaultKey: old, isIdle: true }, () => derived)
      assert.deepStrictEqual(yield* changed(old, next), [first, first])
      assert.deepStrictEqual(yield* changed(next, third), [first, first])
      assert.strictEqual(yield* world(database, { vaultKey: third, isIdle: true }, () => derived), first)
    }))

  it.effect("reaches what plugins have sealed, whatever the type of the column (issue 25)", () =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(fresh)
      const [old, next] = [newKey(), newKey()]
      const types = ["text", "varchar", "varchar(500)", "character varying(500)"]
      const texts = Effect.flatMap(Database, (db) => Effect.map(Effect.forEach(types, (_, n) => db.query(`select id, token from "erp_fake_kept_${n}" order by id`)), (rows) => rows.flat()))
      yield* world(database, { vaultKey: old, isIdle: true }, () =>
        Effect.gen(function*() {
          const db = yield* Database
          const vault = yield* Vault
          for (const [n, type] of types.entries()) {
            yield* db.query(`create table erp_fake_kept_${n} (id integer primary key, token ${type} not null)`)
            for (let id = 0; id < 150; id++) yield* db.query(`insert into "erp_fake_kept_${n}" (id, token) values ($1, $2)`, [id, vault.seal("plugin erp-fake", `token ${n} ${id}`)])
          }
          yield* (yield* KeyRotation).begin(Redacted.make(next), "ada")
          yield* sealedAll
        }))
      yield* world(database, { vaultKey: next, isIdle: true }, () =>
        Effect.gen(function*() {
          yield* finished
          const vault = yield* Vault
          const opened = yield* Effect.forEach(yield* texts, ({ token }) => vault.open("plugin erp-fake", String(token)))
          assert.deepStrictEqual(opened, types.flatMap((_, n) => Array.from({ length: 150 }, (_, id) => `token ${n} ${id}`)))
        }))
    }))

  it.effect("reaches what a plugin has sealed that is not in the composition any more (issue 25)", () =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(fresh)
      const [old, next] = [newKey(), newKey()]
      yield* world(database, { vaultKey: old, isIdle: true }, () =>
        Effect.gen(function*() {
          const db = yield* Database
          const vault = yield* Vault
          yield* db.query("create table \"gone_books_kept\" (id integer primary key, token text not null)")
          for (let id = 0; id < 3; id++) yield* db.query("insert into \"gone_books_kept\" (id, token) values ($1, $2)", [id, id === 2 ? "v1.2 of a form" : vault.seal("plugin gone-books", `token ${id}`)])
          yield* (yield* KeyRotation).begin(Redacted.make(next), "ada")
          yield* sealedAll
        }))
      yield* world(database, { vaultKey: next, isIdle: true }, () =>
        Effect.gen(function*() {
          yield* finished
          const [first, second, third] = yield* (yield* Database).query("select token from \"gone_books_kept\" order by id")
          const vault = yield* Vault
          assert.deepStrictEqual(yield* Effect.forEach([first, second], (row) => vault.open("plugin gone-books", String(row?.token))), ["token 0", "token 1"])
          assert.strictEqual(third?.token, "v1.2 of a form")
        }))
    }))

  it.effect("is changed while stored connections stay open, also when another one is added later (issue 25)", () =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(fresh)
      yield* world(database, { vaultKey: newKey(), isIdle: true }, () =>
        Effect.gen(function*() {
          const connections = yield* Connections
          const stored = yield* StoredConnections
          yield* stored.add({ id: "wh-2", plugin: "warehouse-fake", settings: {} })
          const before = connections.get("wh-2")
          yield* (yield* KeyRotation).begin(Redacted.make(newKey()), "ada")
          yield* sealedAll
          yield* stored.load
          assert.isDefined(before)
          assert.strictEqual(connections.get("wh-2"), before)
        }))
    }))

  it.effect("is learned by another node from the first text that it cannot open (issue 25)", () =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(fresh)
      const [old, next] = [newKey(), newKey()]
      yield* world(database, { vaultKey: old, isIdle: true }, () =>
        Effect.gen(function*() {
          const other = yield* Vault
          yield* world(database, { vaultKey: old, isIdle: true }, () =>
            Effect.gen(function*() {
              yield* (yield* KeyRotation).begin(Redacted.make(next), "ada")
              const sealed = (yield* Vault).seal("a place", "a text")
              assert.isFalse(other.keys.isPresent("a place", sealed))
              assert.strictEqual(yield* other.open("a place", sealed), "a text")
            }) as never)
        }))
    }))

  it.effect("is learned by all that open at once, so that none takes a text for damaged (issue 25)", () =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(fresh)
      const [old, next] = [newKey(), newKey()]
      yield* world(database, { vaultKey: old, isIdle: true }, () =>
        Effect.gen(function*() {
          const other = yield* Vault
          yield* world(database, { vaultKey: old, isIdle: true }, () =>
            Effect.gen(function*() {
              yield* (yield* KeyRotation).begin(Redacted.make(next), "ada")
              const sealed = (yield* Vault).seal("a place", "a text")
              const opened = yield* Effect.all(Array.from({ length: 8 }, () => other.open("a place", sealed)), { concurrency: "unbounded" })
              assert.deepStrictEqual(new Set(opened), new Set(["a text"]))
            }) as never)
        }))
    }))

  it.effect("is begun once by two that begin at the same time (issue 25)", () =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(fresh)
      yield* world(database, { vaultKey: newKey(), isIdle: true }, () =>
        Effect.gen(function*() {
          const rotation = yield* KeyRotation
          const both = yield* Effect.all([newKey(), newKey()].map((key) => Effect.result(rotation.begin(Redacted.make(key), "ada"))), { concurrency: "unbounded" })
          assert.deepStrictEqual(both.flatMap((one) => one._tag === "Failure" ? [(one.failure as { readonly code?: string }).code] : []), ["KEY_ROTATION_UNDER_WAY"])
        }))
    }))

  it.effect("is not finished by a node with the old one, and a node that slept through the change stores nothing more (issue 25)", () =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(fresh)
      const [old, next] = [newKey(), newKey()]
      yield* world(database, { vaultKey: old, isIdle: true }, () =>
        Effect.gen(function*() {
          const sleeping = yield* Vault
          yield* world(database, { vaultKey: old, isIdle: true }, () =>
            Effect.gen(function*() {
              const late = yield* KeyRotation
              yield* world(database, { vaultKey: old, isIdle: true }, () =>
                Effect.gen(function*() {
                  yield* (yield* KeyRotation).begin(Redacted.make(next), "ada")
                  yield* sealedAll
                }) as never)
              assert.strictEqual(yield* codeOf(late.finish("ada")), "STARTED_WITH_OLD_KEY")
            }) as never)
          const sealed = yield* world(database, { vaultKey: next, isIdle: true }, () =>
            Effect.gen(function*() {
              yield* finished
              return (yield* Vault).seal("a place", "a text")
            }) as never)
          // Nobody takes what the new key opens for damaged, and nobody writes what it does not open.
          const opened = yield* Effect.exit(sleeping.open("a place", sealed as string))
          assert.match(String(opened), /started with an earlier CROSSDOCK_SECRET_KEY/)
          assert.throws(() => sleeping.seal("a place", "a text"), /started with an earlier CROSSDOCK_SECRET_KEY/)
        }))
    }))

  it.effect("does not leave a text that a process writes late which slept through the change (issue 25)", () =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(fresh)
      const [old, next] = [newKey(), newKey()]
      // One process has a database of SQLite, so nobody else can write late there.
      if (!("url" in database)) return
      yield* world(database, { vaultKey: old, isIdle: true }, () =>
        Effect.gen(function*() {
          const sleeping = yield* Database
          const write = (name: string) => (text: string) => sleeping.query("insert into setting (name, content) values ($1, $2)", [name, text])
          const { seal } = yield* Vault
          const [first, second] = ["late", "later"].map((name) => seal(`setting ${name}`, "a text"))
          yield* world(database, { vaultKey: old, isIdle: true }, () =>
            Effect.gen(function*() {
              yield* (yield* KeyRotation).begin(Redacted.make(next), "ada")
              yield* sealedAll
            }) as never)
          yield* write("late")(first!)
          yield* world(database, { vaultKey: next, isIdle: true }, () =>
            Effect.gen(function*() {
              yield* finished
              const written = yield* Effect.exit(write("later")(second!))
              assert.match(String(written), /started with an earlier CROSSDOCK_SECRET_KEY/)
              const vault = yield* Vault
              const rows = yield* (yield* Database).query("select name, content from setting where name in ('late', 'later')")
              assert.deepStrictEqual(rows.map(({ name }) => name), ["late"])
              assert.strictEqual(yield* vault.open("setting late", String(rows[0]?.content)), "a text")
            }) as never)
        }))
    }))

  it.effect("is not forgotten while a process that was started with it works (issue 25)", () =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(fresh)
      const [old, next] = [newKey(), newKey()]
      if (!("url" in database)) return
      yield* world(database, { vaultKey: old, isIdle: true }, () =>
        Effect.gen(function*() {
          const vault = yield* Vault
          const db = yield* Database
          yield* (yield* KeyRotation).begin(Redacted.make(next), "ada")
          yield* sealedAll
          yield* world(database, { vaultKey: next, isIdle: true }, () =>
            Effect.flatMap(KeyRotation, (rotation) => Effect.map(codeOf(during(rotation.finish("ada"))), (code) => assert.strictEqual(code, "OLD_KEY_IN_USE"))) as never)
          // It goes on, and opens new connections too.
          yield* Effect.forEach(Array.from({ length: 20 }, (_, n) => n), (n) => db.transaction(db.query("insert into setting (name, content) values ($1, $2)", [`n${n}`, vault.seal(`setting n${n}`, "a text")])), { concurrency: 20 })
        }))
    }))

  it.effect("is not changed to a weak one or the same one, and a second change waits (issue 25)", () =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(fresh)
      const old = newKey()
      yield* world(database, { vaultKey: old, isIdle: true }, () =>
        Effect.gen(function*() {
          const rotation = yield* KeyRotation
          const codeOfBegin = (key: string) => codeOf(rotation.begin(Redacted.make(key), "ada"))
          assert.strictEqual(yield* codeOfBegin("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"), "KEY_WEAK")
          assert.strictEqual(yield* codeOfBegin(old), "KEY_SAME")
          yield* rotation.begin(Redacted.make(newKey()), "ada")
          assert.strictEqual(yield* codeOfBegin(newKey()), "KEY_ROTATION_UNDER_WAY")
          assert.strictEqual(yield* codeOf(rotation.finish("ada")), "KEY_ROTATION_UNFINISHED")
        }))
    }))

  it.effect("reaches every sealed column of the schema (issue 25)", () =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(fresh)
      yield* world(database, { isIdle: true }, () =>
        Effect.gen(function*() {
          const db = yield* Database
          const rows = yield* db.query(db.dialect === "sqlite"
            ? "select m.name as t, c.name as c from sqlite_schema m join pragma_table_info(m.name) c where m.type = 'table' and c.name like '%sealed'"
            : "select table_name as t, column_name as c from information_schema.columns where table_schema = 'public' and column_name like '%sealed'")
          const covered = SealedColumns.sources.flatMap(({ columns, table }) => columns.map(([column]) => `${table} ${column}`))
          assert.sameMembers(covered.filter((one) => one !== "setting content"), rows.map(({ c, t }) => `${t} ${c}`))
          for (const source of SealedColumns.sources) yield* db.query(source.statement, [source.first, 1])
        }))
    }))
})
