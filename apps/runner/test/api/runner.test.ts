/**
 * The runner itself by the admin API: what it is, its nodes, and what ends each finding (issue 27).
 */
import { assert } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as FindingStore from "../../src/findings/FindingStore.ts"
import * as Migrations from "../../src/store/Migrations.ts"
import { Database } from "../../src/store/Database.ts"
import { onBothDatabases } from "../support/Databases.ts"
import { inWorldOn } from "../support/World.ts"
import * as AdminWorld from "./AdminWorld.ts"

onBothDatabases("the runner in the admin API", (fresh) => {
  const inWorld = inWorldOn(fresh)

  inWorld("says what it is, which nodes there are, and what is wrong with what ends it (issue 27)", {}, (w) =>
    Effect.gen(function*() {
      const db = yield* Database
      const client = yield* AdminWorld.client(w, undefined, new URL("https://hub.example/"))
      const shown = yield* client.runner.show()
      assert.deepStrictEqual([shown.schema, shown.database, shown.publicUrl, shown.hasDesk, shown.nodes], [Migrations.names.at(-1), db.dialect, "https://hub.example/", false, 1])
      const { items: [node, ...others] } = yield* client.nodes.list()
      assert.deepStrictEqual([others, node!.isThis, DateTime.toEpochMillis(node!.leaseUntil) >= DateTime.toEpochMillis(node!.startedAt)], [[], true, true])
      yield* db.transaction(FindingStore.record(db, [
        { code: "PAUSED", severity: "error", where: "connection wh", message: "wh is paused", next: "run `crossdock connections resume wh`", node: "" },
        { code: "DISK_SMALL", severity: "warning", where: "/data", message: "the disk fills up", next: "make room", node: "n" }
      ], { node: "n", now: 1000, policy: { tellsFrom: undefined, ...FindingStore.usual }, mayTell: false }))
      const { items } = yield* client.runner.findings({ query: {} })
      assert.deepStrictEqual(items.map(({ code, remedy, subject, weight }) => ({ code, remedy, subject, weight })), [
        { code: "PAUSED", weight: 2, subject: { kind: "connection", id: "wh" }, remedy: { by: "operation", operation: "connections.resume", text: "run `crossdock connections resume wh`", commands: ["crossdock connections resume wh"], page: "/connections/wh" } },
        { code: "DISK_SMALL", weight: 1, subject: { kind: "other", id: "/data" }, remedy: { by: "shell", text: "make room", commands: [] } }
      ])
      const { items: kinds } = yield* client.runner.findingKinds()
      assert.deepInclude(kinds, { code: "PAUSED", title: "A connection is paused, and work waits for it", ending: "Correct the cause, then resume the connection", foundBy: "runner", by: "operation", operation: "connections.resume" })
      assert.notInclude(kinds.map(({ code }) => code), "TEST")
    }))
})
