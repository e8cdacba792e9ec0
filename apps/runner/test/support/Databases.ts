/**
 * The same tests on SQLite and on PostgreSQL. On PostgreSQL a test takes about eight times the CPU time, so `npm test` runs there only
 * the first test of each block, and all tests of the folders whose subject is the database. `npm run test:all` runs the others there too.
 */
import * as Redacted from "effect/Redacted"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, inject, TestRunner } from "vitest"
import { newDatabase, newFile } from "./FreshDatabases.ts"
import type { DatabaseAt } from "./World.ts"

declare module "vitest" {
  interface ProvidedContext {
    /** Which tests of a block this run has on PostgreSQL: its first one, or all others. Undefined: all, as in every `*.long.test.ts`. */
    readonly onPostgres: "first" | "others" | undefined
  }
}

/** Files of which every test runs on PostgreSQL in `npm test`: tests of the store, of locks between nodes, and of lost connections. */
export const isAboutDatabase = (file: string): boolean => /[\\/]test[\\/](?:store|engine|connection)[\\/]/.test(file)

/** Which tests of a block of the current file run on PostgreSQL. */
const partOf = ({ filepath }: { readonly filepath: string }): "all" | "first" | "others" =>
  filepath.endsWith(".long.test.ts") || isAboutDatabase(filepath) ? "all" : inject("onPostgres") ?? "all"

/** Leaves out those tests of the current block that another run has. A block with one test keeps it, because vitest refuses an empty one. */
const leaveOut = (): void => {
  const { file, tasks } = TestRunner.getCurrentSuite()
  const part = partOf(file)
  if (part === "first") tasks.splice(1)
  if (part === "others" && tasks.length > 1) tasks.splice(0, 1)
}

/** `fresh` gives a database nobody used; the same value twice is the same data. */
export const onBothDatabases = (name: string, tests: (fresh: () => Promise<DatabaseAt>) => void): void => {
  if (partOf(TestRunner.getCurrentSuite().file) !== "others") {
    describe(`${name} (SQLite)`, () => {
      const folders: Array<string> = []
      afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })))
      tests(async () => {
        const folder = mkdtempSync(join(tmpdir(), "crossdock-"))
        folders.push(folder)
        return { filename: newFile(join(folder, "test.sqlite")) }
      })
    })
  }
  describe(`${name} (PostgreSQL)`, () => {
    tests(async () => ({ url: Redacted.make(await newDatabase(inject("postgresPort"))) }))
    leaveOut()
  })
}
