/**
 * Each search of calls is led by an index, whatever is in the table.
 */
import { assert, describe, it } from "vitest"
import * as Effect from "effect/Effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import pg from "pg"
import { inject } from "vitest"
import * as CallSearch from "../../src/calls/CallSearch.ts"
import { Database } from "../../src/store/Database.ts"

const page = { rows: 51, withContent: false }
const pages: ReadonlyArray<CallSearch.Page> = [page, { ...page, after: 1 }, { ...page, isOldestFirst: true }, { ...page, isOldestFirst: true, after: 1 }]

/** What is asked, and the indexes that may lead to it. */
const searches: ReadonlyArray<readonly [wanted: CallSearch.Wanted, numbers: ReadonlyArray<string> | undefined, index: RegExp]> = [
  [{}, undefined, /PRIMARY KEY|call_pkey/],
  [{ since: 1, until: 2 }, undefined, /PRIMARY KEY|call_pkey/],
  [{ scope: "a" }, undefined, /call_scope/],
  [{ scope: "a", operation: "b", direction: "in" }, undefined, /call_scope/],
  [{ operation: "b" }, undefined, /call_operation/],
  [{ operation: "b,c", direction: "out", since: 1 }, undefined, /PRIMARY KEY|call_pkey/],
  [{ operation: "b,c", scope: "a" }, undefined, /call_scope/],
  [{ code: "MEMBER_MISSING" }, undefined, /call_code/],
  [{ code: "MEMBER_MISSING", scope: "a", operation: "b" }, undefined, /call_code/],
  [{ refused: true, scope: "a" }, undefined, /call_refused/],
  [{ requestId: "r", scope: "a" }, undefined, /call_request/],
  [{ number: "SO-1", scope: "a", code: "OK" }, ["SO-1", "W-1"], /call_number|sqlite_autoindex_call_number|PRIMARY KEY/]
]

describe("a search of calls (issue 25)", () => {
  it("is led by an index on SQLite", async () => {
    const folder = mkdtempSync(join(tmpdir(), "crossdock-calls-"))
    const filename = join(folder, "calls.sqlite")
    await Effect.runPromise(Effect.void.pipe(Effect.provide(Database.layer({ filename }))))
    const db = new DatabaseSync(filename)
    for (const [wanted, numbers, index] of searches) {
      for (const one of pages) {
        const [text] = CallSearch.statement(wanted, numbers, one)
        const plan = db.prepare(`explain query plan ${text.replaceAll(/\$(\d+)/g, "?$1")}`).all().map((row) => String(row["detail"]))
        assert.match(plan.join("\n"), index, text)
        assert.notMatch(plan.join("\n"), /SCAN c\b/, text)
      }
    }
    db.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it("walks through no table on PostgreSQL", async () => {
    const client = new pg.Client({ connectionString: inject("grownPostgres") })
    await client.connect()
    for (const [wanted, numbers] of searches) {
      for (const one of pages) {
        const [text] = CallSearch.statement(wanted, numbers, one)
        const { rows } = await client.query(`explain (generic_plan, format json) ${text}`)
        assert.notInclude(JSON.stringify(rows[0]["QUERY PLAN"]), "Seq Scan", text)
      }
    }
    await client.end()
  })
})
