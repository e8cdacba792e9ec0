import { assert, it } from "@effect/vitest"
import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, sep } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("..", import.meta.url))
const report = join(root, "api", "core.api.d.ts")

/** What a user of the package sees: every declaration, without comments, one file after the other. */
const declarations = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "crossdock-api-"))
  try {
    const tsc = join(root, "node_modules", "typescript", "bin", "tsc")
    const options = ["--outDir", folder, "--removeComments", "--declarationMap", "false"]
    const done = spawnSync(process.execPath, [tsc, "-p", "tsconfig.build.json", ...options], { cwd: root, encoding: "utf8" })
    if (done.status !== 0) throw new Error(`${done.stdout}${done.stderr}`)
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".d.ts")).sort()
    return files
      .map((file) => `// ${file.replaceAll(sep, "/")}\n${readFileSync(join(folder, file), "utf8").trim()}\n`)
      .join("\n")
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
