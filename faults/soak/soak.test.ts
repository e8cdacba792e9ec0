/** Keeps an even load for a long time: the oracle finds nothing, and memory does not grow. */
import { assert, describe, it } from "vitest"
import { sqlite } from "../support/Databases.ts"
import { holds } from "../support/RunAndJudge.ts"
import { soak } from "../support/Settings.ts"
import { load, type Loaded } from "../stories/Load.ts"

describe("soak", () => {
  it(`C12 C13 ${soak.perSecond} messages per second for ${soak.seconds} s: nothing lost, nothing doubled, memory flat`, async ({ task }) => {
    let loaded: Loaded | undefined
    await holds(task.fullTestName, { store: sqlite }, async (world) => {
      loaded = await load(soak)(world)
      return loaded.figures
    })
    assert.isAtMost(loaded!.growth, 50_000_000, "bytes of resident memory after the second minute")
    assert.isAtMost(loaded!.slowestSend, 10_000, "milliseconds from accepted to sent")
  })
})
