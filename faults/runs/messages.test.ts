/** Rows F11, F19 and F20 of faults/README.md: repeated, damaged and waiting messages. */
import { afterAll, describe, it } from "vitest"
import { repeated } from "../stories/Duplicates.ts"
import { comesBack } from "../stories/Outage.ts"
import { rows } from "../stories/Poison.ts"
import { names, sqlite, stopServer, storeOf } from "../support/Databases.ts"
import { holds } from "../support/RunAndJudge.ts"
import { isLong } from "../support/Settings.ts"

afterAll(stopServer)

describe.each(names)("on %s (F11)", (name) => {
  it("C21 reports that come up to ten times, in any order and around kills, have one effect each, and no state goes back (D1-375)", async ({ task }) =>
    holds(task.fullTestName, { store: await storeOf(name), isOrdered: false }, repeated(isLong ? 5000 : 40, isLong ? 20 : 2)))
})

describe.each(names)("on %s (F19)", (name) => {
  it("C10 rows that nobody can carry out are dead letters, and the others flow", async ({ task }) =>
    holds(task.fullTestName, { store: await storeOf(name), schedule: [0, 200, 200] }, rows(20)))
})

describe("F20", () => {
  it("an ERP that was down is told everything when it comes back, without a herd", ({ task }) =>
    holds(
      task.fullTestName,
      { store: sqlite, schedule: Array.from({ length: 60 }, (_, index) => (index === 0 ? 0 : 1000)) },
      comesBack(isLong ? 100_000 : 1000, isLong ? 60_000 : 3000)
    ))
})
