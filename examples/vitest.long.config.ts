import { defineConfig } from "vitest/config"

/** Each example is started as its page says, so all are in the long form: `npm run test:all`. */
export default defineConfig({ test: { include: ["test/**/*.long.test.ts"], testTimeout: 300_000, hookTimeout: 300_000, fileParallelism: false } })
