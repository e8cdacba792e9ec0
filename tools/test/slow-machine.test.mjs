// Tests that a slow machine of CI runs a part of the long tests, that every part has its turn, and that nothing else leaves any out.
import assert from "node:assert/strict"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, it } from "node:test"
import * as SlowMachine from "../slow-machine.mjs"

const minutes = (count) => count * 60_000

describe("a machine on which the short tests take long", () => {
  it("runs all long tests in CI as long as it takes at most 8 minutes", () => {
    assert.deepEqual([4, 6, 8].map((count) => SlowMachine.partsOf(minutes(count))), [1, 1, 1])
    assert.equal(SlowMachine.shareOf(".", minutes(8), { CI: "true" }), undefined)
    assert.deepEqual(SlowMachine.flagsOf(undefined), [])
  })

  it("runs a half, a third or a quarter of them", () => {
    assert.deepEqual([9, 10, 12, 15, 17, 22, 90].map((count) => SlowMachine.partsOf(minutes(count))), [2, 2, 3, 3, 4, 4, 4])
    assert.deepEqual(SlowMachine.flagsOf({ part: 2, parts: 3 }), ["--", "--shard=2/3", "--passWithNoTests"])
  })

  it("runs another part for the next commit", () => {
    assert.deepEqual([300, 301, 302, 303].map((commits) => SlowMachine.partOf(commits, 3)), [1, 2, 3, 1])
    const { part, parts } = SlowMachine.shareOf(".", minutes(12), { CI: "true" })
    assert.equal(parts, 3)
    assert.ok([1, 2, 3].includes(part))
  })

  it("runs all of them for a person, however long it takes", () => {
    assert.equal(SlowMachine.shareOf(".", minutes(90), {}), undefined)
  })

  it("is known as slow to the steps of CI that follow, and to nobody else", () => {
    const root = mkdtempSync(join(tmpdir(), "crossdock-slow-"))
    try {
      assert.equal(SlowMachine.isSlow(root, { CI: "true" }), false)
      SlowMachine.remember(root, { part: 1, parts: 3 })
      assert.equal(SlowMachine.isSlow(root, { CI: "true" }), true)
      assert.equal(SlowMachine.isSlow(root, {}), false)
      SlowMachine.remember(root, undefined)
      assert.equal(SlowMachine.isSlow(root, { CI: "true" }), false)
    } finally {
      rmSync(root, { recursive: true })
    }
  })
})
