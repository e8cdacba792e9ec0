import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { ErpV1, WarehouseV1 } from "@crossdock/core"
import { Dispatch } from "../src/contracts/warehouse/Dispatch.ts"
import { Outbox } from "../src/outbox/Outbox.ts"
import type * as SecretKey from "../src/SecretKey.ts"
import { Database } from "../src/store/Database.ts"
import { onBothDatabases } from "./support/Databases.ts"
import { order } from "./support/Orders.ts"
import { world } from "./support/World.ts"

onBothDatabases("the secret key", (fresh) => {
  const startWith = (database: Awaited<ReturnType<typeof fresh>>, vaultKey: string, keyStart: SecretKey.KeyStart = {}) =>
    world(database, { vaultKey, keyStart, isIdle: true }, () => Effect.flatMap(Database, (db) => db.query("select id, epoch from node")))

  it.effect("starts again with the key of the first start; another one is refused with the remedy, before anything is done", () =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(fresh)
      yield* startWith(database, "one")
      const [before] = yield* startWith(database, "one")
      const refused = yield* Effect.flip(startWith(database, "two"))
      assert.match(String((refused as Error).message), /another CROSSDOCK_SECRET_KEY; set the key of its first start/)
      const [after] = yield* startWith(database, "one")
      assert.strictEqual(Number(after?.epoch), Number(before?.epoch) + 1)
    }))

  it.effect("that was made for a first start is kept by it; where something is sealed, it is not, and the refusal says that the key is lost", () =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(fresh)
      let kept = 0
      const keep = () => void kept++
      yield* startWith(database, "one", { keep })
      assert.strictEqual(kept, 1)
      const refused = yield* Effect.flip(startWith(database, "two", { keep }))
      assert.match(String((refused as Error).message), /there is no key.*put back the file secret-key /)
      assert.strictEqual(kept, 1)
    }))

  it.effect("is not doubted because of a delivery that has no message, on a database of an earlier release", () =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(fresh)
      yield* world(database, { vaultKey: "one", isIdle: true }, () =>
        Effect.gen(function*() {
          const db = yield* Database
          const outbox = yield* Outbox
          yield* db.transaction(outbox.put({
            connection: "books",
            scope: "warehouse:acc-1",
            entity: "warehouse:acc-1 outbound:SO-1",
            operation: ErpV1.ReceiveOutboundStatus,
            payload: { orderNumber: 5 } as never,
            isState: false
          }))
          yield* db.query("delete from setting where name = 'secret-key'")
        }))
      yield* startWith(database, "one")
    }))

  it.effect("that is weak is refused by a first start alone: what was sealed with it stays readable", () =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(fresh)
      const refused = yield* Effect.flip(startWith(database, "one", { weakness: "is weak; make another" }))
      assert.match(String((refused as Error).message), /CROSSDOCK_SECRET_KEY is weak; make another/)
      yield* startWith(database, "one")
      yield* startWith(database, "one", { weakness: "is weak; make another" })
    }))

  it.effect("is tried on what an earlier release wrote", () =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(fresh)
      yield* world(database, { vaultKey: "one", isIdle: true }, (w) =>
        Effect.gen(function*() {
          yield* (yield* Dispatch).call(w.link, WarehouseV1.CreateOutboundOrder, order("SO-1"), "")
          yield* (yield* Database).query("delete from setting where name = 'secret-key'")
        }))
      assert.match(String(((yield* Effect.flip(startWith(database, "two"))) as Error).message), /CROSSDOCK_SECRET_KEY/)
      yield* startWith(database, "one")
      assert.match(String(((yield* Effect.flip(startWith(database, "two"))) as Error).message), /CROSSDOCK_SECRET_KEY/)
    }))
})
