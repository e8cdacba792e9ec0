import assert from "node:assert/strict"
import { setTimeout as pause } from "node:timers/promises"
import { describe, it } from "node:test"
import * as TimeLimits from "../time-limits.mjs"

describe("a limit of time", () => {
  it("is what it says on a machine of its own, or on a faster one", () => {
    assert.equal(TimeLimits.extended(2000, []), 2000)
    assert.equal(TimeLimits.extended(2000, [{ took: 6, late: 0 }, { took: 3, late: 0 }]), 2000)
  })
  it("is longer where the same work takes longer, by the mean of what was measured", () =>
    assert.equal(TimeLimits.extended(2000, [{ took: 6, late: 0 }, { took: 18, late: 0 }]), 4000))
  it("is longer by the longest time in which the machine stood still", () =>
    assert.equal(TimeLimits.extended(2000, [{ took: 6, late: 1 }, { took: 6, late: 900 }]), 2900))
  it("comes from what a worker has measured meanwhile, and from nothing else", async () => {
    const limits = TimeLimits.measure()
    const from = Date.now()
    let measured = 0
    for (let tries = 0; tries < 600 && measured === 0; tries++) {
      await pause(100)
      measured = limits.allowed(2000, from)
    }
    assert.ok(measured >= 2000)
    assert.equal(limits.allowed(2000, from - 900_000, from - 600_000), 2000)
    await limits.stop()
  })
})
