/**
 * What `npm create` writes, as an author gets it: out of packed archives, in an empty folder outside of the repository.
 * It installs, compiles, builds, and passes its suite at once.
 *
 * One combination of each kind goes this way; with CROSSDOCK_SCAFFOLD=all every one does.
 */
import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as TimeLimits from "../../../tools/time-limits.mjs"
import { combinations } from "../src/Choice.ts"

const isWanted = ({ kind, protocol }: (typeof combinations)[number]): boolean =>
  process.env["CROSSDOCK_SCAFFOLD"] === "all" || protocol === (kind === "erp" ? "envelope" : "http-json")

const packages = fileURLToPath(new URL("../..", import.meta.url))
const place = mkdtempSync(join(tmpdir(), "crossdock-scaffold-"))
const packed = join(place, "packed")
const limit = 600_000
const limits = TimeLimits.measure()

/** What an author has around him: nothing of the package manager and the test runner that this test runs in. */
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(?:p?npm_|vitest|node_env$|node_path$|test$)/i.test(name)))

/** Runs a program to its end; what it said is the failure. */
const run = (cwd: string, command: string, ...args: ReadonlyArray<string>): string => {
  const done = spawnSync(command, args, { cwd, env, encoding: "utf8", maxBuffer: 1 << 26, timeout: limit, shell: process.platform === "win32" })
  if (done.status !== 0) throw new Error(`${command} ${args.join(" ")}\n${done.error?.message ?? ""}${done.stdout}${done.stderr}`)
  return done.stdout
}

const archive = (name: string): string => join(packed, readdirSync(packed).find((each) => each.startsWith(`crossdock-${name}-`))!)

interface Conformance {
  readonly plugin: string
  readonly counts: { readonly held: number; readonly broken: number }
  readonly operations: ReadonlyArray<{ readonly declared: boolean; readonly observed: string }>
}

beforeAll(() => {
  mkdirSync(packed)
  for (const name of ["core", "books", "protocols", "http-kit", "testkit", "transport-undici", "create-adapter"]) {
    run(join(packages, name), "pnpm", "pack", "--pack-destination", packed, "--config.ignore-scripts=true")
  }
}, limit)

afterAll(async () => {
  await limits.stop()
  rmSync(place, { recursive: true, force: true })
}, limit)

describe("npm create", () => {
  it.each(combinations.filter(isWanted).map(({ kind, protocol }) => [kind, protocol] as const))(
    "writes a plugin for %s by %s that installs, compiles, builds and passes its suite within 60 s of a machine of its own",
    (kind, protocol) => {
      const folder = join(place, `${kind}-${protocol}`)
      const began = Date.now()
      const flags = ["--kind", kind, "--protocol", protocol, "--name", "Blue Box", "--dir", folder, "--packages", packed]
      run(place, "npm", "exec", "--yes", `--package=${archive("create-adapter")}`, "--", "create-adapter", ...flags)
      run(folder, "npm", "install", "--no-audit", "--no-fund", "--prefer-offline")
      run(folder, "npm", "run", "check")
      const longest = limits.allowed(60_000, began) / 1000
      const seconds = (Date.now() - began) / 1000
      console.log(`${kind} by ${protocol}: ${seconds.toFixed(1)} s from nothing to a green suite`)
      const { counts, operations, plugin } = JSON.parse(readFileSync(join(folder, "coverage", "crossdock-conformance.json"), "utf8")) as Conformance
      assert.strictEqual(plugin, `${kind}-blue-box`)
      assert.strictEqual(counts.broken, 0)
      assert.isAbove(counts.held, 30)
      assert.deepStrictEqual(operations.filter(({ declared, observed }) => declared && observed !== "works"), [])
      run(folder, "node", "--input-type=module", "-e", `import { blueBox } from "./dist/index.js"; if (blueBox.id !== "${kind}-blue-box") process.exit(1)`)
      assert.isBelow(seconds, longest)
    },
    3 * limit
  )

  it("writes nothing over what is there, and nothing without what it needs", () => {
    const fails = (...args: ReadonlyArray<string>) => {
      const done = spawnSync("node", [join(packages, "create-adapter", "dist", "main.js"), ...args], { cwd: place, env, encoding: "utf8", input: "" })
      return [done.status, done.stderr.split("\n")[0]]
    }
    assert.deepStrictEqual(fails("--kind", "erp"), [2, "there is no terminal to ask in; pass --kind, --protocol and --name"])
    assert.deepStrictEqual(fails("--kind", "erp", "--protocol", "envelope", "--name", "x", "--dir", packed), [
      2,
      `${packed} is not empty; choose another folder with --dir`
    ])
  })
})
