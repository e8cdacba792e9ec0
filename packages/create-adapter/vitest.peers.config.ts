import { defineConfig } from "vitest/config"

/** What needs the npm registry: a plugin as its author gets it. */
export default defineConfig({ test: { include: ["peers/**/*.test.ts"] } })
