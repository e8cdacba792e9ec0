/**
 * The same tests on SQLite and on PostgreSQL.
 */
import * as Redacted from "effect/Redacted"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, inject } from "vitest"
import { newDatabase, newFile } from "./FreshDatabases.ts"
import type { DatabaseAt } from "./World.ts"

/** `fresh` gives a database nobody used; the same value twice is the same data. */
export const onBothDatabases = (name: string, tests: (fresh: () => Promise<DatabaseAt>) => void): void => {
  describe(`${name} (SQLite)`, () => {
    const folders: Array<string> = []
    afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })))
    tests(async () => {
      const folder = mkdtempSync(join(tmpdir(), "crossdock-"))
      folders.push(folder)
      return { filename: newFile(join(folder, "test.sqlite")) }
    })
  })
  describe(`${name} (PostgreSQL)`, () => {
    tests(async () => ({ url: Redacted.make(await newDatabase(inject("postgresPort"))) }))
  })
}
