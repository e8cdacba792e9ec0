/** Row F1 of faults/README.md: kills at random times. */
import { afterAll, describe, it } from "vitest"
import { killed } from "../stories/Kills.ts"
import { names, stopServer, storeOf } from "../support/Databases.ts"
import { holds } from "../support/RunAndJudge.ts"
import { isLong } from "../support/Settings.ts"

afterAll(stopServer)

const size = isLong ? { messages: 20_000, kills: 50, slowest: 2000 } : { messages: 600, kills: 3, slowest: 200 }

describe.each(names)("on %s (F1)", (name) => {
  it(`C07 C14 ${size.kills} kills at random moments lose nothing and double nothing`, async ({ task }) =>
    holds(task.fullTestName, { store: await storeOf(name), ...(isLong && { deliveriesAtOnce: 512 }) }, killed(size)))
})
