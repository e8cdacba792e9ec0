import { assert } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { Database } from "../../src/store/Database.ts"
import { onBothDatabases } from "../support/Databases.ts"
import { inWorldOn } from "../support/World.ts"
import { client } from "./AdminWorld.ts"

const scope = "warehouse:acc-1"

onBothDatabases("callers and names on the pages about links (issue 27)", (fresh) => {
  const inWorld = inWorldOn(fresh)

  inWorld("callers are listed with the ends of their secrets and what was refused in the last day, without a secret", { isIdle: true }, (w) =>
    Effect.gen(function*() {
      const api = yield* client(w)
      const db = yield* Database
      const minute = Math.floor((yield* Clock.currentTimeMillis) / 60_000)
      const count = (at: number, direction: "in" | "out", code: string, calls: number) =>
        db.query("insert into call_count (minute, scope, direction, operation, code, calls, millis) values ($1, $2, $3, 'createOrder', $4, $5, 0)", [at, scope, direction, code, calls])
      yield* count(minute, "in", "OK", 7)
      yield* count(minute, "in", "SIGNATURE_INVALID", 2)
      yield* count(minute, "in", "ORDER_UNKNOWN", 1)
      yield* count(minute, "out", "SIGNATURE_INVALID", 50)
      yield* count(minute - 24 * 60 - 1, "in", "SIGNATURE_INVALID", 90)
      const before = yield* api.links.callers()
      assert.deepStrictEqual(before.items, [{ protocol: "warehouse", id: "acc-1", links: [scope], isDeclared: true, calls: 10, refused: 3, signatures: 2 }])

      const secretKey = Redacted.make("a new secret of 2026", { label: "secretKey" })
      const changed = yield* api.links.rotate({ params: { scope }, payload: { secretKey, overlapSeconds: 3600 } })
      yield* db.query("insert into secret_use (owner, used_at, used_by) values ('caller warehouse acc-1', 5000, '192.0.2.7')")
      const [caller] = (yield* api.links.callers()).items
      assert.deepStrictEqual([caller?.changedAt, caller?.earlierUntil], [changed.startedAt, changed.endsAt])
      assert.strictEqual(caller?.earlierUsed?.by, "192.0.2.7")
      assert.notInclude(JSON.stringify(caller), Redacted.value(secretKey))
    }))

  inWorld("a file of names is compared with the table, and changes nothing", { isIdle: true }, (w) =>
    Effect.gen(function*() {
      const api = yield* client(w)
      yield* api.maps.set({ payload: { link: scope, kind: "sku", ours: "A", theirs: "1" } })
      const table = yield* api.maps.list({ query: { link: scope } })
      const found = yield* api.maps.preview({ payload: { link: scope, csv: "kind,ours,theirs\nsku,A,2\nsku,B,3\n" } })
      assert.deepStrictEqual(found, { link: scope, added: 1, changed: 1, same: 0, rows: [{ kind: "sku", ours: "A", theirs: "2", before: "1" }, { kind: "sku", ours: "B", theirs: "3" }] })
      assert.deepStrictEqual(yield* api.maps.list({ query: { link: scope } }), table)
      const refused = yield* Effect.flip(api.maps.preview({ payload: { link: scope, csv: "kind,ours\nsku,A\n" } }))
      assert.include(String(refused), "missing: theirs")
    }))
})
