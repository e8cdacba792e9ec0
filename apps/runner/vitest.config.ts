import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    exclude: ["**/*.long.test.ts"],
    globalSetup: ["test/support/Postgres.ts"],
    setupFiles: ["test/support/ExplainStatements.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // The default leaves one core idle on a machine of two.
    maxWorkers: 2
  }
})
