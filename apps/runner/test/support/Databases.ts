/**
 * The same tests on SQLite and on PostgreSQL.
 */
import * as Redacted from "effect/Redacted"
import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe } from "vitest"
import { type Postgres, startPostgres } from "./Postgres.ts"
import type { DatabaseAt } from "./World.ts"

/** `fresh` gives a database nobody used; the same value twice is the same data. */
export const onBothDatabases = (name: string, tests: (fresh: () => Promise<DatabaseAt>) => void): void => {
  describe(`${name} (SQLite)`, () => {
    tests(async () => ({ filename: join(mkdtempSync(join(tmpdir(), "crossdock-")), "test.sqlite") }))
  })
  describe(`${name} (PostgreSQL)`, () => {
    let postgres: Postgres | undefined
    beforeAll(async () => {
      postgres = await startPostgres()
    })
    afterAll(() => postgres?.stop())
    tests(async () => ({ url: Redacted.make(await postgres!.database()) }))
  })
}
