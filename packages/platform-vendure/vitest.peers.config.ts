import { defineConfig } from "vitest/config"

/** Against a real Vendure server, which `tools/peers` starts. */
export default defineConfig({
  test: { include: ["peers/**/*.test.ts"], testTimeout: 60_000, hookTimeout: 120_000, maxWorkers: 1 }
})
