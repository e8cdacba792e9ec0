import { readFileSync, globSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { defineConfig } from "vitest/config"
import short from "./vitest.config.ts"

const root = fileURLToPath(new URL(".", import.meta.url))
/** `npm test` runs all of their tests. */
const ofDatabase = ["test/store/**", "test/engine/**", "test/connection/**"]
/** Of these, `npm test` runs only the first test of a block on PostgreSQL. */
const onBoth = globSync("test/**/*.test.ts", { cwd: root, exclude: ["**/*.long.test.ts", ...ofDatabase] })
  .filter((file) => readFileSync(new URL(file, import.meta.url), "utf8").includes("onBothDatabases("))

/** What `npm run test:all` runs beside `npm test`. */
export default defineConfig({
  test: { ...short.test, provide: { onPostgres: "others" }, include: ["test/**/*.long.test.ts", ...onBoth], exclude: [] }
})
