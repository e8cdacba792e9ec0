/** One PostgreSQL server for all test files: vitest starts it before the first of them, and stops it after the last. */
import type { TestProject } from "vitest/node"
import { startPostgres } from "../../../tools/peers/postgres.mjs"

declare module "vitest" {
  interface ProvidedContext {
    readonly postgresPort: number
  }
}

export default async (project: TestProject): Promise<() => Promise<void>> => {
  const { port, stop } = await startPostgres({ from: import.meta.url })
  project.provide("postgresPort", port)
  return stop
}
