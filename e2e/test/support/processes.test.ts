import { existsSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, assert, describe, it } from "vitest"
import { eventually, freePort, startNode, tempDir } from "../../support/processes.ts"

const folder = tempDir()
afterAll(folder.remove)

const script = (name: string, text: string) => {
  const path = join(folder.path, name)
  writeFileSync(path, text)
  return path
}

const failure = (attempt: Promise<unknown>) => attempt.then(() => assert.fail("should fail"), (error: Error) => error)

describe("a started program", () => {
  it("is waited for by a line, with its own environment, and stops when it is told to", async () => {
    process.env["CROSSDOCK_LEAK"] = "1"
    const program = startNode(script("a.mjs", "process.on('SIGTERM', () => process.exit(3)); setInterval(() => {}, 1000); console.log('noise'); console.log(`READY ${process.env.MINE} ${process.env.CROSSDOCK_LEAK} ${process.argv[2]}`)"), {
      args: ["x"],
      env: { MINE: "7" }
    })
    const [line] = await program.waitFor(/^READY .*$/)
    assert.strictEqual(line, "READY 7 undefined x")
    assert.strictEqual((await program.waitFor(/noise/))[0], "noise")
    assert.deepStrictEqual(await program.stop(), { code: 3, signal: null })
  })

  it("is killed without a chance to act, or after it did not listen", async () => {
    const stubborn = script("b.mjs", "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.log('READY')")
    const program = startNode(stubborn)
    await program.waitFor(/READY/)
    assert.deepStrictEqual(await program.kill(), { code: null, signal: "SIGKILL" })
    const another = startNode(stubborn)
    await another.waitFor(/READY/)
    assert.deepStrictEqual(await another.stop(100), { code: null, signal: "SIGKILL" })
  })

  it("that ends too early, or says nothing, is told with what it wrote", async () => {
    const broken = startNode(script("c.mjs", "console.error('no port'); process.exit(1)"))
    assert.match((await failure(broken.waitFor(/READY/))).message, /ended \(1\)[\s\S]*no port/)
    assert.deepStrictEqual(await broken.exited, { code: 1, signal: null })
    const silent = startNode(script("d.mjs", "setInterval(() => {}, 1000)"))
    assert.match((await failure(silent.waitFor(/READY/, 200))).message, /within 200 ms/)
    await silent.kill()
  })
})

describe("helpers", () => {
  it("find a free port and a folder that goes away", async () => {
    assert.isAbove(await freePort(), 1023)
    const other = tempDir()
    assert.isTrue(existsSync(other.path))
    other.remove()
    assert.isFalse(existsSync(other.path))
  })

  it("ask until the answer is there", async () => {
    let count = 0
    assert.strictEqual(await eventually(() => (++count > 2 ? count : undefined), { everyMs: 1 }), 3)
    const problem = await failure(eventually(() => Promise.reject(new Error("down")), { timeoutMs: 20, everyMs: 1, what: "the ERP" }))
    assert.match(problem.message, /the ERP did not come/)
    assert.strictEqual((problem.cause as Error).message, "down")
  })
})
