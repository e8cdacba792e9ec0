import { defineConfig } from "vitest/config"

export default defineConfig({ test: { include: ["test/golden/golden.test.ts"], setupFiles: ["test/golden/exchanged.setup.ts"] } })
