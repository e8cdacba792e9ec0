/** Row F12 of faults/README.md: clocks that jump or differ. */
import { tempDir } from "@crossdock/e2e/support/processes.ts"
import { afterAll, describe, it } from "vitest"
import { clockOf, skewed, steps } from "../stories/Clocks.ts"
import { sqlite, stopServer, storeOf } from "../support/Databases.ts"
import { holds } from "../support/RunAndJudge.ts"

const folder = tempDir("crossdock-clock-")
afterAll(async () => {
  await stopServer()
  folder.remove()
})

describe("F12", () => {
  const clock = clockOf(folder.path)
  it("a clock that steps an hour on and back doubles nothing and stalls nothing", ({ task }) =>
    holds(task.fullTestName, { store: sqlite, env: clock.env, patience: 30_000 }, steps(clock, 300)))

  it("two nodes that are five minutes apart double nothing", async ({ task }) => {
    const ahead = tempDir("crossdock-clock-")
    try {
      const { env } = clockOf(ahead.path, 300_000)
      await holds(task.fullTestName, { store: await storeOf("PostgreSQL"), second: env }, skewed(100))
    } finally {
      ahead.remove()
    }
  })
})
