/** Section 6.2 of the reliability document: ten minutes of even load, the oracle clean, the memory flat. */
import { assert, describe, it } from "vitest"
import { sqlite } from "../support/Databases.ts"
import { holds } from "../support/Proof.ts"
import { soak } from "../support/Settings.ts"
import { load } from "../stories/Load.ts"

describe("soak", () => {
  it(`C12 C13 ${soak.perSecond} messages per second for ${soak.seconds} s: nothing lost, nothing doubled, memory flat`, ({ task }) =>
    holds(task.fullTestName, { store: sqlite }, async (world) => {
      const { figures, growth, slowestSend } = await load(soak)(world)
      assert.isAtMost(growth, 50_000_000, "resident memory after the second minute")
      assert.isAtMost(slowestSend, 10_000, "milliseconds from accepted to sent")
      return figures
    }))
})
