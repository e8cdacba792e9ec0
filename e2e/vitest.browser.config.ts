import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    include: ["browser/**/*.test.ts"],
    testTimeout: 300_000,
    hookTimeout: 120_000,
    // A browser and a runner for each file are enough for two cores.
    maxWorkers: 1
  }
})
