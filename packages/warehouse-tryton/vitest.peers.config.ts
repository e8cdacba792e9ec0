import { defineConfig } from "vitest/config"

/** Against a real Tryton server, which `tools/peers` starts. */
export default defineConfig({
  test: { include: ["peers/**/*.test.ts"], testTimeout: 180_000, hookTimeout: 300_000, maxWorkers: 2 }
})
