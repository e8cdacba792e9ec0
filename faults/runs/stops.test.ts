/** Row F4 of faults/README.md: an orderly stop. */
import { afterAll, describe, it } from "vitest"
import { asked, askedTwice } from "../stories/Stops.ts"
import { names, sqlite, stopServer, storeOf } from "../support/Databases.ts"
import { holds } from "../support/RunAndJudge.ts"
import { isLong } from "../support/Settings.ts"

afterAll(stopServer)

describe.each(names)("on %s (F4)", (name) => {
  it("asked to stop with many deliveries owed, it is not ready at once, ends by itself and drops nothing that it accepted", async ({ task }) =>
    holds(task.fullTestName, { store: await storeOf(name) }, asked(isLong ? 20_000 : 2700)))
})

describe("F4", () => {
  it("asked to stop twice, it waits for nothing", ({ task }) =>
    holds(task.fullTestName, { store: sqlite }, askedTwice(1000)))
})
