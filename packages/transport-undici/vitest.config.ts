import { defineConfig } from "vitest/config"

// A file of its own modules each: `ConnectTimeout.test.ts` needs an undici whose timer was made under its fake clock.
export default defineConfig({ test: { include: ["test/**/*.test.ts"], testTimeout: 120_000, hookTimeout: 120_000 } })
