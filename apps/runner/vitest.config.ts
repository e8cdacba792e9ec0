import { defineConfig } from "vitest/config"
import { fastFolder } from "../../tools/memory.mjs"

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    exclude: ["**/*.long.test.ts"],
    globalSetup: ["test/support/Postgres.ts"],
    setupFiles: ["test/support/ExplainStatements.ts"],
    // See `test/support/Databases.ts`.
    provide: { onPostgres: "first" },
    env: { TMPDIR: fastFolder() },
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // The default leaves one core idle on a machine of two.
    maxWorkers: 2,
    // Loading the runner anew for each file takes a fifth of the time.
    isolate: false
  }
})
