import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    include: ["runs/**/*.test.ts"],
    testTimeout: 3_600_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    // Most of a run is waiting: for an answer that hangs, a lease, a probe.
    sequence: { concurrent: true },
    maxConcurrency: 3
  }
})
