import { defineConfig } from "vitest/config"

export default defineConfig({
  test: { include: ["soak/**/*.test.ts"], testTimeout: 86_400_000, hookTimeout: 120_000 }
})
