/**
 * One Tryton server for all test files of a run, and one database for each file, so that test files do not affect each
 * other. Without Tryton these tests are skipped, except in CI.
 */
import { globSync } from "node:fs"
import { basename } from "node:path"
import { fileURLToPath } from "node:url"
import type { TestProject } from "vitest/node"
import { isPrepared, startTryton } from "../../../tools/peers/tryton.mjs"

export interface Served {
  readonly url: string
  /** Maps the name of a test file, without its extension, to its database. */
  readonly databases: Readonly<Record<string, string>>
}

declare module "vitest" {
  interface ProvidedContext {
    /** Undefined if Tryton is not installed. */
    readonly tryton: Served | undefined
  }
}

export default async function setup(project: TestProject) {
  if (process.env.CI !== "true" && !isPrepared()) {
    project.provide("tryton", undefined)
    return
  }
  const server = await startTryton()
  const folder = fileURLToPath(new URL("..", import.meta.url))
  const names = globSync("*.test.ts", { cwd: folder }).map((file) => basename(file, ".test.ts"))
  project.provide("tryton", {
    url: server.url,
    databases: Object.fromEntries(names.map((name) => [name, server.freshDatabase(name)]))
  })
  return () => server.stop()
}
