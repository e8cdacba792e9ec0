// Which files of tests `npm test` runs, and which `npm run test:all` runs beside them: those whose names end with
// `.long.test.ts`. A test is long if it starts processes of the runner, or plays thousands of events. Of the tests of the runner on both
// databases, `npm run test:all` runs on PostgreSQL what `npm test` leaves out there (see apps/runner/test/support/Databases.ts).
import { existsSync, globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import * as Reports from "./reports.mjs"

/** The two forms: the script of a workspace with its configuration and its report. */
export const forms = {
  short: { script: "test", config: "vitest.config.ts", report: "coverage/tests.json" },
  long: { script: "test:long", config: "vitest.long.config.ts", report: "coverage/long.json" }
}

const ignored = (name) => name === "node_modules" || name === "dist"

/** The files of all long tests, relative to `root`. */
export const longFiles = (root) =>
  Reports.workspaces(root)
    .flatMap((folder) => globSync("**/*.long.test.ts", { cwd: join(root, folder), exclude: ignored }).map((name) => `${folder}/${name}`))
    .toSorted()

/** The files that a script of a workspace runs by its configuration, relative to the workspace; none if it has no such script. */
export const filesOf = async (root, folder, { config, script }) => {
  const { scripts = {} } = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"))
  if (scripts[script] === undefined || !existsSync(join(root, folder, config))) return []
  const { default: { test } } = await import(pathToFileURL(join(root, folder, config)).href)
  const left = new Set((test.exclude ?? []).flatMap((pattern) => globSync(pattern, { cwd: join(root, folder), exclude: ignored })))
  return test.include.flatMap((pattern) => globSync(pattern, { cwd: join(root, folder) })).filter((name) => !left.has(name))
}
