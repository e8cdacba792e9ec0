/** Rows F10 and F22 of faults/README.md: creates whose answers are lost. */
import { afterAll, describe, it } from "vitest"
import { lostAnswers, standsAsWanted, storm } from "../stories/Creates.ts"
import { names, sqlite, stopServer, storeOf } from "../support/Databases.ts"
import { holds } from "../support/RunAndJudge.ts"
import { isLong } from "../support/Settings.ts"

afterAll(stopServer)

describe.each(names)("on %s (F10)", (name) => {
  it("C19 a provider whose answers get lost holds each order once, and none that was cancelled", async ({ task }) =>
    holds(
      task.fullTestName,
      { store: await storeOf(name), hasWarehouse: true, visibilityDelay: 300, callerDeadline: 1500 },
      async (world) => {
        const figures = await lostAnswers({ orders: isLong ? 10_000 : 40, brokenOfTen: 5 })(world)
        await standsAsWanted(world)
        return figures
      }
    ))
})

describe("a provider that takes creates and answers none (F22)", () => {
  it("is asked afterwards, and sent nothing again (D1-381)", ({ task }) =>
    holds(
      task.fullTestName,
      { store: sqlite, hasWarehouse: true, callerDeadline: isLong ? 20_000 : 2000, callsPerSecond: 100 },
      storm(isLong ? 1000 : 60, isLong ? 20_000 : 2000, 100)
    ))
})
