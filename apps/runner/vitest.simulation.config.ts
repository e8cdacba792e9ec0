import { defineConfig } from "vitest/config"

export default defineConfig({
  test: { include: ["simulation/runs/**/*.test.ts"], testTimeout: 7_200_000, hookTimeout: 60_000, fileParallelism: false }
})
