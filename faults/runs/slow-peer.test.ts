/** Row F22 of faults/README.md: a provider that answers slowly beside one that answers fast. */
import { afterAll, describe, it } from "vitest"
import { slowBesideFast, type Size } from "../stories/SlowPeer.ts"
import { names, stopServer, storeOf } from "../support/Databases.ts"
import { holds } from "../support/RunAndJudge.ts"
import { isLong } from "../support/Settings.ts"

afterAll(stopServer)

const size: Size = isLong ? { orders: 20_000, callers: 8, waiting: 100, slow: 5000 } : { orders: 300, callers: 2, waiting: 40, slow: 5000 }

describe.each(names)("on %s (F22)", (name) => {
  it(`creates at a provider that answers at once take less than 2 s, while ${size.waiting} wait for one that answers after ${size.slow} ms`, async ({ task }) =>
    holds(
      task.fullTestName,
      { store: await storeOf(name), hasWarehouse: true, hasOther: true, callerDeadline: 20_000, patience: 60_000 },
      slowBesideFast(size)
    ))
})
