/** Runs the runner in a folder that was created with npm, with its packages installed. */
import { symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { assert, it, onTestFinished } from "vitest"
import { startNode, tempDir } from "../support/processes.ts"

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

const folderOf = (manifest: object, files: Readonly<Record<string, string>>): string => {
  const folder = tempDir("crossdock-installed-")
  onTestFinished(folder.remove)
  symlinkSync(at("../../apps/runner/node_modules"), join(folder.path, "node_modules"), "junction")
  for (const [name, text] of Object.entries({ "package.json": JSON.stringify(manifest), ...files })) writeFileSync(join(folder.path, name), text)
  return folder.path
}

const check = async (cwd: string) => {
  const running = startNode(at("../../apps/runner/dist/main.js"), { args: ["config", "check"], cwd })
  const { code } = await running.exited
  return { code, out: running.stdout(), err: running.stderr() }
}

const links = "export const links: ReadonlyArray<never> = []\n"
const composition = `import { defineRunner } from "@crossdock/config"
import { links } from "./links.ts"

export default defineRunner({ plugins: [], connections: [], links })
`

it.for([
  ["as npm init makes it, with type commonjs", { type: "commonjs" }],
  ["with type module", { type: "module" }],
  ["without a type", {}]
] as const)("loads crossdock.config.ts and what it imports in a folder %s", async ([, manifest]) => {
  const { code, err, out } = await check(folderOf(manifest, { "crossdock.config.ts": composition, "links.ts": links }))
  assert.strictEqual(code, 0, out + err)
  assert.include(out, "0 connections, 0 links; no problem found")
  assert.strictEqual(err, "")
})

it("loads a composition that is a CommonJS module", async () => {
  const { code, out } = await check(folderOf({ type: "commonjs" }, { "crossdock.config.ts": "module.exports = { plugins: [], connections: [], links: [] }\n" }))
  assert.strictEqual(code, 0, out)
})
