/**
 * What `npm create` writes, out of packed archives in an empty folder outside of the repository: it compiles, builds, and
 * passes its suite at once.
 *
 * One combination goes the whole way of an author; the others are checked together on its installation. With
 * CROSSDOCK_SCAFFOLD=all each goes the whole way.
 */
import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { combinations } from "../src/Choice.ts"

const isAll = process.env["CROSSDOCK_SCAFFOLD"] === "all"
const whole = isAll ? combinations : combinations.filter(({ kind, protocol }) => kind === "warehouse" && protocol === "http-json")

const packages = fileURLToPath(new URL("../..", import.meta.url))
const place = mkdtempSync(join(tmpdir(), "crossdock-scaffold-"))
const packed = join(place, "packed")
const limit = 300_000

/** Runs a program to its end; what it said is the failure. */
const run = (cwd: string, command: string, ...args: ReadonlyArray<string>): string => {
  const done = spawnSync(command, args, { cwd, encoding: "utf8", maxBuffer: 1 << 26, shell: process.platform === "win32" })
  if (done.status !== 0) throw new Error(`${command} ${args.join(" ")}\n${done.error?.message ?? ""}${done.stdout}${done.stderr}`)
  return done.stdout
}

const archive = (name: string): string => join(packed, readdirSync(packed).find((each) => each.startsWith(`crossdock-${name}-`))!)

const flags = (folder: string, kind: string, protocol: string): ReadonlyArray<string> =>
  ["--kind", kind, "--protocol", protocol, "--name", "Blue Box", "--dir", folder, "--packages", packed]

/** `npm create`, out of the archive. */
const create = (folder: string, kind: string, protocol: string): string =>
  run(place, "npm", "exec", "--yes", `--package=${archive("create-adapter")}`, "--", "create-adapter", ...flags(folder, kind, protocol))

interface Conformance {
  readonly plugin: string
  readonly counts: { readonly held: number; readonly broken: number }
  readonly operations: ReadonlyArray<{ readonly declared: boolean; readonly observed: string }>
}

interface Results {
  readonly numFailedTests: number
  readonly testResults: ReadonlyArray<{ readonly name: string; readonly assertionResults: ReadonlyArray<unknown> }>
}

const json = <T>(...path: ReadonlyArray<string>): T => JSON.parse(readFileSync(join(...path), "utf8")) as T

/** Nothing of the template's provider is left. */
const namesNobodyElse = (folder: string): void => {
  const texts = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/node_modules|dist|coverage/.test(entry.parentPath))
    .map((entry) => [entry.name, readFileSync(join(entry.parentPath, entry.name), "utf8")] as const)
  assert.deepStrictEqual(texts.filter(([name, text]) => name !== "package-lock.json" && /acme|PACKAGE_NAME|PLUGIN_/i.test(text)).map(([name]) => name), [])
}

beforeAll(() => {
  mkdirSync(packed)
  for (const name of ["core", "protocols", "testkit", "create-adapter"]) {
    run(join(packages, name), "pnpm", "pack", "--pack-destination", packed, "--config.ignore-scripts=true")
  }
}, limit)

afterAll(() => rmSync(place, { recursive: true, force: true }))

describe("a new plugin", () => {
  it.each(whole.map(({ kind, protocol }) => [kind, protocol] as const))("%s by %s compiles, builds and passes its suite", (kind, protocol) => {
    const folder = join(place, `${kind}-${protocol}`)
    create(folder, kind, protocol)
    for (const file of ["README.md", ".gitignore", ".changeset/config.json", ".changeset/first.md", ".github/workflows/ci.yml"]) {
      assert.isTrue(existsSync(join(folder, file)), file)
    }
    namesNobodyElse(folder)
    run(folder, "npm", "install", "--no-audit", "--no-fund", "--prefer-offline")
    run(folder, "npm", "run", "check")
    const { counts, operations, plugin } = json<Conformance>(folder, "coverage", "crossdock-conformance.json")
    assert.strictEqual(plugin, `${kind}-blue-box`)
    assert.strictEqual(counts.broken, 0)
    assert.isAbove(counts.held, 30)
    assert.deepStrictEqual(operations.filter(({ declared, observed }) => declared && observed !== "works"), [])
    run(folder, "node", "--input-type=module", "-e", `import { blueBox } from "./dist/index.js"; if (blueBox.id !== "${kind}-blue-box") process.exit(1)`)
  }, limit)

  it.skipIf(isAll)("of every kind by every protocol compiles and passes its suite", () => {
    const all = join(place, "all")
    const [{ kind: ofKind, protocol: by }] = whole as [(typeof whole)[number]]
    mkdirSync(all)
    for (const { kind, protocol } of combinations) {
      const folder = join(all, `${kind}-${protocol}`)
      run(place, "node", join(packages, "create-adapter", "dist", "main.js"), ...flags(folder, kind, protocol))
      namesNobodyElse(folder)
    }
    symlinkSync(join(place, `${ofKind}-${by}`, "node_modules"), join(all, "node_modules"))
    writeFileSync(join(all, "tsconfig.json"), JSON.stringify({ extends: `./${ofKind}-${by}/tsconfig.json`, include: ["*/src", "*/test"] }))
    run(all, "node", join("node_modules", "typescript", "bin", "tsc"), "--noEmit")
    run(all, "node", join("node_modules", "vitest", "vitest.mjs"), "run", "--reporter=json", "--outputFile=results.json")
    const { numFailedTests, testResults } = json<Results>(all, "results.json")
    assert.strictEqual(numFailedTests, 0)
    const suites = testResults.filter(({ assertionResults, name }) => name.endsWith("conformance.test.ts") && assertionResults.length > 30)
    assert.strictEqual(suites.length, combinations.length)
  }, limit)

  it("is not written over what is there, and not without what it needs", () => {
    const fails = (...args: ReadonlyArray<string>) => {
      const done = spawnSync("node", [join(packages, "create-adapter", "dist", "main.js"), ...args], { cwd: place, encoding: "utf8", input: "" })
      return [done.status, done.stderr.split("\n")[0]]
    }
    assert.deepStrictEqual(fails("--kind", "erp"), [2, "without a terminal nothing can be asked: give --kind, --protocol and --name"])
    assert.deepStrictEqual(fails("--kind", "erp", "--protocol", "envelope", "--name", "x", "--dir", packed), [
      2,
      `${packed} is not empty; name another folder with --dir`
    ])
  })
})
