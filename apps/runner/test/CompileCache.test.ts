import { spawnSync } from "node:child_process"
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, assert, beforeAll, describe, it } from "vitest"

const program = fileURLToPath(new URL("../dist/main.js", import.meta.url))
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "crossdock-compile-cache-"))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A start that fails soon, because its composition does not exist. */
const start = (name: string, more: Readonly<Record<string, string>> = {}, args: ReadonlyArray<string> = ["start"]) => {
  const data = join(folder, name)
  const { status, stderr } = spawnSync(process.execPath, [program, ...args], {
    cwd: folder,
    encoding: "utf8",
    env: { PATH: process.env["PATH"] ?? "", CROSSDOCK_DATA: data, CROSSDOCK_CONFIG: join(folder, "none.config.ts"), ...more }
  })
  return { data, status, stderr }
}

const filesIn = (path: string): number => existsSync(path) ? readdirSync(path, { recursive: true, withFileTypes: true }).filter((each) => each.isFile()).length : 0

describe("the cache of compiled code", () => {
  it("is kept in the data folder, which only its owner may enter", () => {
    const { data, status, stderr } = start("kept")
    assert.strictEqual(status, 1, stderr)
    assert.isAbove(filesIn(join(data, "compile-cache")), 100)
    assert.strictEqual(statSync(data).mode & 0o777, 0o700)
  })

  it("is found by the name of a file with the path of the data folder", () => {
    const file = join(folder, "data-path")
    writeFileSync(file, `${join(folder, "named")}\n`)
    start("unused", { CROSSDOCK_DATA: "", CROSSDOCK_DATA_FILE: file })
    assert.isAbove(filesIn(join(folder, "named", "compile-cache")), 100)
  })

  it("is not created by a command that only asks", () => {
    const { data, status } = start("asked", {}, ["--version"])
    assert.strictEqual(status, 0)
    assert.isFalse(existsSync(data))
  })

  it("leaves it to the start to say that the data folder cannot be used", () => {
    writeFileSync(join(folder, "a-file"), "")
    const { status, stderr } = start("a-file")
    assert.strictEqual(status, 1)
    assert.include(stderr, "the folder of CROSSDOCK_DATA cannot be created")
  })

  it("does not prevent a start if it cannot be written", () => {
    const first = start("taken")
    rmSync(join(first.data, "compile-cache"), { recursive: true })
    writeFileSync(join(first.data, "compile-cache"), "")
    const { stderr } = start("taken")
    assert.strictEqual(stderr, first.stderr)
  })
})
