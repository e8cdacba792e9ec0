// Checks the types of the workspace in the current folder, and that no effect is made and never run: `typecheck` of each
// workspace. It is the compiler of TypeScript with the diagnostics of Effect in it, so one pass finds both.
//
//   node ../../tools/types.mjs            started by turbo in the folder of a workspace
//   node ../../tools/types.mjs -p other   arguments are passed to the compiler
import { execFileSync, spawnSync } from "node:child_process"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"

const tool = join(dirname(createRequire(import.meta.url).resolve("@effect/tsgo/package.json")), "dist", "effect-tsgo.cjs")
const compiler = execFileSync(process.execPath, [tool, "get-exe-path"], { encoding: "utf8" }).trim()
// Several checkers would each check what all files use: in the runner that is two thirds more CPU time, and no less waiting on two cores.
const { error, status, stderr, stdout } = spawnSync(compiler, ["--noEmit", "--checkers", "1", ...process.argv.slice(2)], { encoding: "utf8", maxBuffer: 1 << 28 })
if (error !== undefined) throw error
// Suggestions are for editors: they fail nothing, and would hide what does.
const lines = `${stdout}${stderr}`.split("\n").filter((line) => !/: suggestion TS\d+: /.test(line))
process.stdout.write(lines.join("\n"))
process.exitCode = status ?? 1
