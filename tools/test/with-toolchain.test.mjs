// Tests that the launcher hands signals and exit codes on, as supervisors of `npm start` need them.
import assert from "node:assert/strict"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { describe, it } from "node:test"
import { fileURLToPath } from "node:url"

const home = fileURLToPath(new URL("../..", import.meta.url))
const launcher = `${home}tools/with-toolchain.mjs`
const start = (script) => spawn(process.execPath, [launcher, "exec", "node", "-e", script], { cwd: home, stdio: ["ignore", "pipe", "inherit"] })
const waiting = 'process.on("SIGTERM", () => { console.log("told"); process.exit(0) }); setTimeout(() => process.exit(1), 20_000); console.log("up")'

describe("the launcher", () => {
  it("passes SIGTERM on, so that the command can end in order", async () => {
    const child = start(waiting)
    let said = ""
    child.stdout.on("data", (text) => {
      said += text
      if (text.includes("up")) child.kill("SIGTERM")
    })
    await once(child, "close")
    assert.equal(said, "up\ntold\n")
  })

  it("ends with the exit code of the command", async () => {
    const [status] = await once(start("process.exit(7)"), "close")
    assert.equal(status, 7)
  })

  it("is what npm itself signals in npm start, without a shell between them", () => {
    assert.match(JSON.parse(readFileSync(`${home}package.json`, "utf8")).scripts.start, /^exec node tools\/with-toolchain\.mjs /)
  })
})
