import { defineConfig } from "vitest/config"

/** Suites that a test starts in a process of their own; some must fail. */
export default defineConfig({ test: { include: ["fixtures/**/*.test.ts"] } })
