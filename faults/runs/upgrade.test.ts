/** Row F16 of faults/README.md: an upgrade with a backlog. */
import { afterAll, beforeAll, describe, it } from "vitest"
import { asked, owed } from "../stories/Upgrade.ts"
import { names, stopServer, storeOf } from "../support/Databases.ts"
import * as EarlierBuild from "../support/EarlierBuild.ts"
import { holds } from "../support/RunAndJudge.ts"
import { isLong } from "../support/Settings.ts"

describe.skipIf(!EarlierBuild.exists())("an upgrade from an earlier build (F16)", () => {
  let earlier: EarlierBuild.EarlierBuild
  beforeAll(() => {
    earlier = EarlierBuild.make()
  }, 300_000)
  afterAll(async () => {
    earlier.remove()
    await stopServer()
  })

  describe.each(names)("on %s", (name) => {
    it("C29 everything that the earlier build owed arrives once and in order", async ({ task }) =>
      holds(
        task.fullTestName,
        // How long an endpoint waits after an outage depends on how long the outage lasted, which depends on the machine.
        { store: await storeOf(name), schedule: Array.from({ length: 60 }, (_, index) => (index === 0 ? 0 : 1000)), patience: 60_000 },
        owed(earlier, isLong ? 5000 : 500)
      ))

    it("C29 every create that the earlier build took exists once, whether it was settled or not", async ({ task }) =>
      holds(
        task.fullTestName,
        { store: await storeOf(name), hasWarehouse: true, visibilityDelay: 300, callerDeadline: 1500 },
        asked(earlier, { each: isLong ? 100 : 5 })
      ))
  })
})
