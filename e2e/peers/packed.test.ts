/** The runner as an operator gets it: installed from packed archives into an empty folder, and started there. */
import { spawnSync } from "node:child_process"
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { exchange } from "../support/http.ts"
import { eventually, freePort, startNode, tempDir } from "../support/processes.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))
const folder = tempDir("crossdock-packed-")

interface Manifest {
  readonly name: string
  readonly private?: boolean
}

const run = (command: string, args: ReadonlyArray<string>, cwd: string): string => {
  const done = spawnSync(command, args, { cwd, encoding: "utf8", shell: process.platform === "win32" })
  if (done.status !== 0) throw new Error(`${command} ${args.join(" ")}\n${done.stdout}${done.stderr}`)
  return done.stdout
}

const published = (): ReadonlyArray<readonly [folder: string, manifest: Manifest]> =>
  ["packages", "apps"].flatMap((kind) =>
    readdirSync(join(root, kind)).flatMap((name) => {
      const at = join(root, kind, name)
      const manifest = JSON.parse(readFileSync(join(at, "package.json"), "utf8")) as Manifest
      return manifest.private === true ? [] : [[at, manifest] as const]
    })
  )

beforeAll(() => {
  const archives = join(folder.path, "archives")
  mkdirSync(archives)
  const dependencies = Object.fromEntries(published().map(([at, manifest]) => {
    const before = new Set(readdirSync(archives))
    run("pnpm", ["pack", "--pack-destination", archives, "--config.ignore-scripts=true"], at)
    const archive = readdirSync(archives).find((name) => !before.has(name))
    return [manifest.name, `file:./archives/${archive}`]
  }))
  writeFileSync(join(folder.path, "package.json"), JSON.stringify({ name: "operator", private: true, dependencies }))
  run("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline", "--loglevel=error"], folder.path)
}, 600_000)
afterAll(() => folder.remove())

describe("packed packages", () => {
  it("start the sandbox in an empty folder, and its first call is accepted", async () => {
    const program = join(folder.path, "node_modules", "@crossdock", "runner", "dist", "main.js")
    const [port, adminPort] = [await freePort(), await freePort()]
    const env = {
      PORT: String(port),
      CROSSDOCK_ADMIN_PORT: String(adminPort),
      CROSSDOCK_DATA: join(folder.path, "data")
    }
    const runner = startNode(program, { args: ["start"], env, cwd: folder.path })
    try {
      const url = `http://127.0.0.1:${port}`
      await eventually(async () => (await exchange(`${url}/readyz`, { timeoutMs: 1000 })).status === 200 || undefined, { what: "readiness" })
      const call = startNode(program, { args: ["call", "createOrder", "--example", "--json", "--url", `${url}/warehouse`], env, cwd: folder.path })
      const exit = await call.exited
      assert.strictEqual(exit.code, 0, `${call.stdout()}${call.stderr()}${runner.stderr()}`)
      assert.include(call.stdout(), "warehouseOrderNumber")
    } finally {
      await runner.stop()
    }
  })
})
