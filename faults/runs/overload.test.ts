/** Row F15 of faults/README.md: a suspended or overloaded process. */
import { afterAll, describe, it } from "vitest"
import { freezes, starves } from "../stories/Machine.ts"
import { crowded, heap, overslept, throttled } from "../stories/Overload.ts"
import { sqlite, stopServer, storeOf } from "../support/Databases.ts"
import { holds } from "../support/RunAndJudge.ts"
import { isLong } from "../support/Settings.ts"
import { because, missing } from "../support/Tools.ts"

afterAll(stopServer)

describe("F15", () => {
  it("C08 a process that stands still for ten seconds loses nothing and doubles nothing", ({ task }) =>
    holds(task.fullTestName, { store: sqlite }, freezes(10_000)))

  it("C08 outcomes of a node that stood still for longer than its lease are refused", async ({ task }) =>
    holds(task.fullTestName, { store: await storeOf("PostgreSQL"), second: {}, patience: 30_000 }, overslept(100)))

  it.skipIf(missing.prlimit !== undefined)(`a process without file handles lives on${because(missing.prlimit)}`, ({ task }) =>
    holds(task.fullTestName, { store: sqlite }, starves(256)))

  it("a heap that is nearly full sends callers away, and nothing is lost or doubled", ({ task }) =>
    holds(
      task.fullTestName,
      { store: sqlite, hasWarehouse: true, visibilityDelay: 300, callerDeadline: 1500, env: { NODE_OPTIONS: `--max-old-space-size=${heap}` } },
      crowded(isLong ? 200 : 24)
    ))

  it.skipIf(missing.taskset !== undefined)(`a process that hardly gets any time loses nothing and doubles nothing${because(missing.taskset)}`, ({ task }) =>
    holds(task.fullTestName, { store: sqlite }, throttled(isLong ? 60 : 8)))
})
