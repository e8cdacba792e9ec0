// Compares the public names of a package with the report in its folder `api`; for a test of the package.
import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import * as Api from "./api.mjs"

/** Emits the declarations of the sources as they are now, and makes something of them. */
const withDeclarations = (folder, use) => {
  const emitted = mkdtempSync(join(tmpdir(), "crossdock-api-"))
  try {
    const tsc = join(folder, "node_modules", "typescript", "bin", "tsc")
    const options = ["--noEmit", "false", "--outDir", emitted, "--declarationMap", "false"]
    const done = spawnSync(process.execPath, [tsc, "-p", "tsconfig.build.json", ...options], { cwd: folder, encoding: "utf8" })
    if (done.status !== 0) throw new Error(`${done.stdout}${done.stderr}`)
    return use(emitted)
  } finally {
    rmSync(emitted, { recursive: true })
  }
}

/**
 * The lines that differ from the report: `-` is gone, `+` is new. With UPDATE_API=1 it writes the report first. With `isDocumented`, also the
 * public names without a docstring.
 */
export const check = (folder, { isDocumented = false } = {}) => {
  const file = join(folder, "api", `${basename(folder)}.api.txt`)
  const { now, undocumented } = withDeclarations(folder, (emitted) => ({ now: Api.report(folder, emitted), undocumented: Api.undocumented(folder, emitted) }))
  if (process.env.UPDATE_API === "1") {
    mkdirSync(join(folder, "api"), { recursive: true })
    writeFileSync(file, now)
  }
  const written = existsSync(file) ? readFileSync(file, "utf8").replaceAll("\r\n", "\n") : ""
  const lines = Api.difference(written, now)
  const silent = isDocumented ? undocumented.map((name) => `${name} has no docstring`) : []
  return lines.length > 0 || silent.length > 0 || written === now ? [...lines, ...silent] : ["the order of the report differs"]
}

export const whatToDo = "the public names of this package have changed; look at each line, then write them down with UPDATE_API=1 vitest run test/api.test.ts"
