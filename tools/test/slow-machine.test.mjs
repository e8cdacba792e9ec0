// Tests that CI runs the long tests in quarters as long as it has the time, that every quarter has its turn, and that nothing else leaves any out.
import assert from "node:assert/strict"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, it } from "node:test"
import * as SlowMachine from "../slow-machine.mjs"

const minutes = (count) => count * 60_000

describe("the long tests in CI", () => {
  it("run in quarters, of which commits that follow each other begin with different ones", () => {
    assert.deepEqual([300, 301, 302, 303].map(SlowMachine.orderOf), [[1, 2, 3, 4], [2, 3, 4, 1], [3, 4, 1, 2], [4, 1, 2, 3]])
    assert.deepEqual(SlowMachine.planOf(".", { CI: "true" }).toSorted(), [1, 2, 3, 4])
    assert.deepEqual(SlowMachine.flagsOf(2), ["--only", "--", "--shard=2/4", "--passWithNoTests"])
  })

  it("begin no further quarter after 17 minutes, and always the first", () => {
    assert.deepEqual([5, 10, 16].map((at) => SlowMachine.begins("long", 1, at)), [true, true, true])
    assert.deepEqual([17, 40].map((at) => SlowMachine.begins("long", 3, at)), [false, false])
    assert.equal(SlowMachine.begins("long", 0, 40), true)
  })

  it("leave time for the steps that follow, whose last quarter begins thirteen minutes before the limit of an hour", () => {
    const begun = ["long", "browser", "peers", "faults"].map((step) => SlowMachine.steps[step].until)
    assert.deepEqual(begun, begun.toSorted((one, other) => one - other))
    assert.equal(begun.at(-1), 47)
    assert.deepEqual([["browser", 29], ["browser", 30], ["peers", 33], ["peers", 34], ["faults", 46], ["faults", 47]].map(([step, at]) => SlowMachine.begins(step, 1, at)), [true, false, true, false, true, false])
  })

  it("count the minutes since the begin of CI, or of a step that runs alone", () => {
    assert.equal(SlowMachine.elapsed({ CROSSDOCK_CI_BEGUN: "1000" }, 1_000_000 + minutes(12), minutes(3)), 12)
    assert.equal(SlowMachine.elapsed({}, 1_000_000, minutes(3)), 3)
  })

  it("run as a whole for a person, however long it takes", () => {
    assert.equal(SlowMachine.planOf(".", {}), undefined)
  })

  it("tell the steps of CI that follow that they were not run as a whole, and nobody else", () => {
    const root = mkdtempSync(join(tmpdir(), "crossdock-slow-"))
    try {
      assert.equal(SlowMachine.isSlow(root, { CI: "true" }), false)
      SlowMachine.remember(root, [3, 4])
      assert.equal(SlowMachine.isSlow(root, { CI: "true" }), true)
      assert.equal(SlowMachine.isSlow(root, {}), false)
      SlowMachine.remember(root, [])
      assert.equal(SlowMachine.isSlow(root, { CI: "true" }), false)
    } finally {
      rmSync(root, { recursive: true })
    }
  })
})
