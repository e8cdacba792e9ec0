import { assert, it } from "@effect/vitest"
import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, sep } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("..", import.meta.url))
const report = join(root, "api", "core.api.d.ts")

/** One file as a module of its own, so that the names of two files do not meet. */
const module = (file: string, text: string): string => {
  const lines = text.trim().replaceAll(/^(export )?declare /gm, "$1").replaceAll(/^(?=.)/gm, "    ")
  return `declare module "${file.replace(/\.d\.ts$/, "")}" {\n${lines}\n}\n`
}

/** What a user of the package sees: every declaration, without comments, one file after the other. */
const declarations = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "crossdock-api-"))
  try {
    const tsc = join(root, "node_modules", "typescript", "bin", "tsc")
    const options = ["--outDir", folder, "--removeComments", "--declarationMap", "false"]
    const done = spawnSync(process.execPath, [tsc, "-p", "tsconfig.build.json", ...options], { cwd: root, encoding: "utf8" })
    if (done.status !== 0) throw new Error(`${done.stdout}${done.stderr}`)
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".d.ts")).toSorted()
    const modules = files.map((file) => module(file.replaceAll(sep, "/"), readFileSync(join(folder, file), "utf8")))
    return ["/* oxlint-disable */\n", ...modules].join("\n")
  } finally {
    rmSync(folder, { recursive: true })
  }
}

it("api report is current", () => {
  const current = declarations()
  if (process.env.UPDATE_API === "1") {
    mkdirSync(join(root, "api"), { recursive: true })
    writeFileSync(report, current)
  }
  const committed = existsSync(report) ? readFileSync(report, "utf8").replaceAll("\r\n", "\n") : ""
  assert.strictEqual(
    current,
    committed,
    "the public types changed; look at the difference, then write it down with UPDATE_API=1 pnpm --filter @crossdock/core test"
  )
}, 60_000)
