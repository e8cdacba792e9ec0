import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as UnsafeProcess from "../src/UnsafeProcess.ts"

const program = fileURLToPath(new URL("../dist/main.js", import.meta.url))
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "crossdock-start-"))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Starts a runner with a composition of this source, which ends it if nothing else does. */
const start = (source: string, more: Readonly<Record<string, string>> = {}, flags: ReadonlyArray<string> = []) => {
  const composition = join(folder, "crossdock.config.mjs")
  writeFileSync(composition, source)
  const { status, stderr } = spawnSync(process.execPath, [...flags, program, "start"], {
    cwd: folder,
    encoding: "utf8",
    env: { PATH: process.env["PATH"] ?? "", CROSSDOCK_DATA: join(folder, "data"), CROSSDOCK_CONFIG: composition, ...more }
  })
  return { status, stderr }
}

describe("a start", () => {
  it("is refused if Node was told to accept any certificate (A103)", () => {
    const { status, stderr } = start("", { NODE_TLS_REJECT_UNAUTHORIZED: "0" })
    assert.strictEqual(status, 1)
    assert.match(stderr, /^crossdock: NODE_TLS_REJECT_UNAUTHORIZED=0 accepts any certificate .*; unset it/m)
  })

  it("is refused if Node was told to read malformed HTTP (A062)", () => {
    for (const { status, stderr } of [start("", { NODE_OPTIONS: "--max-semi-space-size=8 --insecure-http-parser" }), start("", {}, ["--insecure-http-parser"])]) {
      assert.strictEqual(status, 1)
      assert.match(stderr, /^crossdock: the flag --insecure-http-parser .*; remove it/m)
    }
  })

  it("takes the other settings of Node", () => {
    const flags = ["--enable-source-maps", "--max-semi-space-size=8", "--no-insecure-http-parser"]
    for (const value of [undefined, "", "1"]) {
      assert.isUndefined(UnsafeProcess.problemOf({ NODE_OPTIONS: flags.join(" "), ...(value !== undefined && { NODE_TLS_REJECT_UNAUTHORIZED: value }) }, flags))
    }
    assert.isDefined(UnsafeProcess.problemOf({}, ["--insecure_http_parser"]))
  })

  it("lets nothing that it loads add a member to every object (A108)", () => {
    const names = ["Object", "Array", "Function", "String", "Date", "Map", "Promise", "Error", "Uint8Array"]
    const { status, stderr } = start(`
      const adds = (name) => { try { globalThis[name].prototype.polluted = true; return true } catch { return false } }
      throw new Error("open: " + ${JSON.stringify(names)}.filter(adds).join() + ".")
    `)
    assert.strictEqual(status, 1)
    assert.include(stderr, "could not be loaded: open: .")
  })
})
