import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    include: ["peers/**/*.test.ts"],
    globalSetup: ["peers/support/server.ts"],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // They mostly wait: for a poll of Tryton, for an alert that has to hold for a minute, for a lease.
    maxWorkers: 2
  }
})
