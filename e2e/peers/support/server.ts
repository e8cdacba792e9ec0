/**
 * One Tryton server for all files of a run, and one database for each file, so that no file meets the orders of
 * another. A machine without Tryton leaves these tests out; CI may not.
 */
import { globSync } from "node:fs"
import { basename } from "node:path"
import { fileURLToPath } from "node:url"
import type { TestProject } from "vitest/node"
import { isPrepared, startTryton } from "../../../tools/peers/tryton.mjs"

export interface Served {
  readonly url: string
  /** By the name of the test file, without its ending. */
  readonly databases: Readonly<Record<string, string>>
}

declare module "vitest" {
  interface ProvidedContext {
    /** Absent: Tryton is not on this machine. */
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
