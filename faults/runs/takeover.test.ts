/** Row F21 of faults/README.md: the node that polls is killed. */
import { afterAll, describe, it } from "vitest"
import { type Size, takenOver } from "../stories/Takeover.ts"
import { stopServer, storeOf } from "../support/Databases.ts"
import { holds } from "../support/RunAndJudge.ts"
import { isLong } from "../support/Settings.ts"

afterAll(stopServer)

const size: Size = isLong ? { kills: 20, away: 30_000 } : { kills: 3, away: 11_000 }

describe("F21", () => {
  it(`three nodes on PostgreSQL: the others take over within 10 s after each of ${size.kills} kills`, async ({ task }) =>
    holds(task.fullTestName, { store: await storeOf("PostgreSQL"), hasWarehouse: true, visibilityDelay: 60_000, nodes: 3, patience: 60_000 }, takenOver(size)))
})
