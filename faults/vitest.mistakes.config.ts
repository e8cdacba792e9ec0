import { readFileSync } from "node:fs"
import { relative } from "node:path"
import { fileURLToPath } from "node:url"
import { defineConfig, type UserWorkspaceConfig } from "vitest/config"
import { fastFolder } from "../tools/memory.mjs"
import { type Mistake, mistakes } from "./planted/Mistakes.ts"

const root = fileURLToPath(new URL("..", import.meta.url))
const setup = fileURLToPath(new URL("planted/OnlyOneTest.ts", import.meta.url))

/** Replaces the text when its file is loaded. The files of the repository stay as they are. */
const planting = ({ file, find, put }: Mistake): NonNullable<UserWorkspaceConfig["plugins"]>[number] => {
  const isFile = (id: string) => relative(root, id) === file
  return {
    name: "planted mistake",
    enforce: "pre",
    load: (id: string) => isFile(id) ? readFileSync(id, "utf8").replace(find, () => put) : undefined,
    // What is transformed is kept by the text of its file, and the projects share everything else.
    configureVitest: ({ defineCacheKeyGenerator }) => defineCacheKeyGenerator(({ id }) => isFile(id) ? false : null)
  }
}

const projectOf = (mistake: Mistake): UserWorkspaceConfig => {
  const [parent, name] = mistake.file.split("/")
  return {
    plugins: [planting(mistake)],
    test: {
      name: mistake.title,
      root: `${root}${parent}/${name}`,
      include: [mistake.caught.by],
      setupFiles: [setup],
      provide: { onlyTest: mistake.caught.title, migratedFile: process.env["CROSSDOCK_MIGRATED_FILE"] ?? "" },
      env: { TMPDIR: fastFolder() },
      testTimeout: 60_000
    }
  }
}

/** One project for each mistake, each with modules of its own. `test/mistakes.long.test.ts` runs them, and judges what their tests say. */
export default defineConfig({ test: { maxWorkers: 2, projects: mistakes.map(projectOf) } })
