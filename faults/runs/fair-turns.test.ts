/** Two merchants who share the rate of a provider, over sockets, on one node and on two. */
import { afterAll, describe, it } from "vitest"
import { callsPerSecond, fairTurns } from "../stories/FairTurns.ts"
import { sqlite, stopServer, storeOf } from "../support/Databases.ts"
import { holds } from "../support/RunAndJudge.ts"
import { isLong } from "../support/Settings.ts"

afterAll(stopServer)

const seconds = isLong ? 60 : 10
const options = { hasWarehouse: true, merchants: 2, callsPerSecond } as const

describe(`600 reads of a merchant at once and 20 a second for ${seconds} s, at ${callsPerSecond} calls a second`, () => {
  it("delay no create of the other by more than 2 s on one node", ({ task }) =>
    holds(task.fullTestName, { ...options, store: sqlite }, fairTurns(seconds)))

  it("delay no create of the other by more than 2 s on two nodes", async ({ task }) =>
    holds(task.fullTestName, { ...options, store: await storeOf("PostgreSQL"), nodes: 2, visibilityDelay: 45_000 }, fairTurns(seconds)))
})
