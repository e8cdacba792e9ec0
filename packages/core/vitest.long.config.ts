import { defineConfig } from "vitest/config"
import short from "./vitest.config.ts"

/** What `npm run test:all` runs beside `npm test`. */
export default defineConfig({ test: { ...short.test, include: ["test/**/*.long.test.ts"], exclude: [] } })
