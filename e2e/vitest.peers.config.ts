import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    include: ["peers/**/*.test.ts"],
    globalSetup: ["peers/support/server.ts"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    fileParallelism: false
  }
})
