import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    include: ["browser/**/*.test.ts"],
    testTimeout: 600_000,
    hookTimeout: 120_000,
    // Each file has a browser and a runner, which mostly wait for each other.
    maxWorkers: 2
  }
})
