import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    include: ["simulation/**/*.test.ts", "interleaving/**/*.test.ts"],
    globalSetup: ["../apps/runner/test/support/Postgres.ts"],
    // Two operations of two nodes meet at each statement, and not at a sample of them as in `npm run test:all`; on a slow machine of CI at a sample too.
    env: { INTERLEAVINGS: process.env["FAULTS_INTERLEAVINGS"] ?? "all" },
    testTimeout: 7_200_000,
    hookTimeout: 180_000,
    fileParallelism: false
  }
})
