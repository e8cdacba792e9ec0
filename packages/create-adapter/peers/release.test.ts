/**
 * The release rehearsal: every package is published to a registry on loopback, and a stranger who has nothing but that
 * registry creates a plugin, checks it, publishes it, and runs it.
 */
import { spawn } from "node:child_process"
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { lowest, newest } from "../../../tools/node-packages.mjs"
import type { Kind } from "../src/Choice.ts"
import * as Node from "./support/Node.ts"
import * as Registry from "./support/Registry.ts"
import * as Releases from "./support/Releases.ts"

const limit = 10 * 60_000
const place = mkdtempSync(join(tmpdir(), "crossdock-release-"))
const copy = join(place, "copy")
let registry: Registry.Registry
let first: ReadonlyArray<Releases.Package>
/** What installations leave is removed beside the tests that follow, because it is many thousand files. */
const removals: Array<Promise<void>> = []

beforeAll(async () => {
  registry = await Registry.start(join(place, "registry"))
  Releases.copyTo(copy)
  first = await Releases.release(copy, Registry.person(registry, join(place, "maintainer")))
}, limit)

afterAll(async () => {
  registry.stop()
  await Promise.all(removals)
  rmSync(place, { recursive: true, force: true })
}, limit)

const versionOf = (released: ReadonlyArray<Releases.Package>, name: string): string => released.find((each) => each.name === name)!.version

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address() as { readonly port: number }
      server.close(() => resolve(address.port))
    })
  })

/** The composition that the README of a plugin shows. */
const compositionIn = (folder: string): string => /```ts\n([^]*?)```/.exec(readFileSync(join(folder, "README.md"), "utf8"))![1]!

/** Starts a runner, waits until it is ready, asks it for a plugin, and stops it. Answers with what it said of the plugin. */
const runOf = async (person: Registry.Person, below: string, composition: string, id: string): Promise<string> => {
  const secrets = [...composition.matchAll(/env\("(\w+)"\)/g)].map(([, name]) => [name, "9f1c2b7a5d3e4f60"])
  const port = await freePort()
  const env = { ...person.env, ...Object.fromEntries(secrets), PORT: String(port), CROSSDOCK_ADMIN_PORT: String(await freePort()) }
  const cwd = join(person.folder, below)
  const child = spawn(join(cwd, "node_modules", ".bin", "crossdock"), ["start"], { cwd, env, stdio: ["ignore", "pipe", "pipe"] })
  let said = ""
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text: string) => (said += text))
  const ended = new Promise<string>((resolve) => child.on("close", (code, signal) => resolve(`it ended with ${code ?? signal}`)))
  const isReady = async (): Promise<string> => {
    for (;;) {
      const status = await fetch(`http://127.0.0.1:${port}/readyz`).then((answer) => answer.status, () => 0)
      if (status === 200) return "ready"
      // Outside of the repository there is nothing to wait for but time: the runner is asked again.
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
  try {
    const state = await Promise.race([isReady(), ended])
    if (state !== "ready") throw new Error(`the runner is not ready: ${state}\n${said}`)
    return await Registry.run(cwd, env, join(cwd, "node_modules", ".bin", "crossdock"), "plugins", "show", id)
  } finally {
    child.kill("SIGTERM")
    await ended
  }
}

interface Conformance {
  readonly plugin: string
  readonly counts: { readonly held: number; readonly broken: number }
}

const conformanceOf = (folder: string): Conformance => JSON.parse(readFileSync(join(folder, "coverage", "crossdock-conformance.json"), "utf8")) as Conformance

const kinds: ReadonlyArray<Kind> = ["warehouse", "platform", "erp"]

/**
 * Every kind of plugin, on the oldest and the newest Node that is supported. With CROSSDOCK_SCAFFOLD=all each kind is tried on both;
 * otherwise a warehouse is, and the others are divided, because each takes half a minute.
 */
const strangers = kinds.flatMap((kind) => [lowest, newest].map((node) => [kind, node] as const)).filter(([kind, node]) =>
  process.env["CROSSDOCK_SCAFFOLD"] === "all" || kind === "warehouse" || (kind === "platform") === (node === lowest)
)

describe("a registry that has the first release", () => {
  it("has every package of the repository in the same first version", () => {
    assert.isAbove(first.length, 10)
    assert.deepStrictEqual(new Set(first.map(({ version }) => version)), new Set([versionOf(first, "@crossdock/core")]))
  })

  it.each(strangers)("creates a plugin for %s on Node %s, which is checked, published and run", async (kind, version) => {
    const stranger = Registry.person(registry, join(place, `${kind}-${version}`), Node.folderOf(version, join(place, "node")))
    assert.strictEqual((await stranger.run("", "node", "--version")).trim(), `v${version}`)
    const began = process.hrtime.bigint()
    await stranger.run("", "npm", "create", "--yes", "@crossdock/adapter@latest", "--", "--kind", kind, "--protocol", "http-json", "--name", `Box${version.split(".")[0]}`, "--dir", "plugin")
    await stranger.run("plugin", "npm", "install")
    await stranger.run("plugin", "npm", "run", "check")
    const folder = join(stranger.folder, "plugin")
    const { counts, plugin } = conformanceOf(folder)
    assert.strictEqual(counts.broken, 0)
    assert.isAbove(counts.held, 30)
    // Packing it builds it again.
    await stranger.run("plugin", "npm", "publish")

    const runner = join(stranger.folder, "runner")
    mkdirSync(runner)
    writeFileSync(join(runner, "package.json"), JSON.stringify({ private: true, type: "module" }))
    const composition = compositionIn(folder)
    const imported = [...composition.matchAll(/from "((?:@[^/"]+\/)?[^/"]+)/g)].map(([, each]) => each!)
    await stranger.run("runner", "npm", "install", "@crossdock/runner", ...new Set(imported))
    writeFileSync(join(runner, "crossdock.config.ts"), composition)
    assert.include(await runOf(stranger, "runner", composition, plugin), plugin)
    const seconds = Number(process.hrtime.bigint() - began) / 1e9
    removals.push(rm(join(place, `${kind}-${version}`), { recursive: true, force: true }))
    console.log(`${kind} on Node ${version}: ${seconds.toFixed(1)} s from npm create to a runner that is ready`)
  }, limit)
})

describe("a registry that has the next minor release", () => {
  const frozen = fileURLToPath(new URL("../frozen", import.meta.url))
  const authors = new Map<Kind, Registry.Person>()
  let second: ReadonlyArray<Releases.Package>

  /** What the author of a plugin has since the first release: its ranges, and the sources and tests that nobody edits. */
  const install = async (kind: Kind): Promise<void> => {
    const author = Registry.person(registry, join(place, `author-${kind}`))
    await author.run("", "npm", "create", "--yes", "@crossdock/adapter@latest", "--", "--kind", kind, "--protocol", "http-json", "--name", "acme", "--dir", "plugin")
    const folder = join(author.folder, "plugin")
    copyFileSync(join(folder, "package.json"), join(author.folder, "package.json"))
    rmSync(folder, { recursive: true })
    cpSync(join(frozen, "1", kind), folder, { recursive: true })
    copyFileSync(join(author.folder, "package.json"), join(folder, "package.json"))
    await author.run("plugin", "npm", "install")
    authors.set(kind, author)
  }

  beforeAll(async () => {
    for (const kind of kinds) await install(kind)
    Releases.change(copy, "minor", "Something that plugins may use.")
    second = await Releases.release(copy, Registry.person(registry, join(place, "maintainer-2")))
  }, limit)

  it.each(kinds)("updates a frozen plugin for %s, which passes its tests unedited (plugin-author.md 1.4)", async (kind) => {
    const author = authors.get(kind)!
    const folder = join(author.folder, "plugin")
    const installed = (name: string): string => (JSON.parse(readFileSync(join(folder, "node_modules", name, "package.json"), "utf8")) as Releases.Package).version
    assert.strictEqual(installed("@crossdock/core"), versionOf(first, "@crossdock/core"))
    // As on a later day: npm has not just asked for the versions.
    await author.run("plugin", "npm", "update", "--prefer-online")
    for (const name of ["@crossdock/core", "@crossdock/testkit"]) {
      assert.strictEqual(installed(name), versionOf(second, name))
      assert.notStrictEqual(installed(name), versionOf(first, name))
    }
    await author.run("plugin", "npm", "run", "check")
    assert.strictEqual(conformanceOf(folder).counts.broken, 0)
    assert.isAbove(conformanceOf(folder).counts.held, 20)
  }, limit)
})
