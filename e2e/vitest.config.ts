import { defineConfig } from "vitest/config"
import { fastFolder } from "../tools/memory.mjs"

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    exclude: ["**/*.long.test.ts"],
    env: { TMPDIR: fastFolder() },
    testTimeout: 300_000,
    hookTimeout: 300_000,
    fileParallelism: false,
    // Each case of the kill test starts up to four processes.
    maxConcurrency: 4
  }
})
