import { defineConfig } from "vitest/config"

export default defineConfig({ test: { include: ["test/**/*.test.ts"], exclude: ["**/*.long.test.ts"], isolate: false, testTimeout: 30_000 } })
