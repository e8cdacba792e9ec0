import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    include: ["runs/**/*.test.ts"],
    testTimeout: 3_600_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    // Runs mostly wait: for a hanging answer, a lease or a probe.
    sequence: { concurrent: true },
    maxConcurrency: 3
  }
})
