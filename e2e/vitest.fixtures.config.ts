import { defineConfig } from "vitest/config"

/** Suites that a test starts as a process of its own, some of which must fail. */
export default defineConfig({ test: { include: ["fixtures/**/*.test.ts"] } })
