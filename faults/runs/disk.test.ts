/** Rows F7, F8 and F23 of faults/README.md: SQLite and its disk. */
import { assert, describe, it } from "vitest"
import { spoiledBehindTheStart, spoiledWhileItIsStopped, spoiledWhileItRuns } from "../stories/Damage.ts"
import { backup, busy, full, inOrder, refuses, torn } from "../stories/Disk.ts"
import { sqlite } from "../support/Databases.ts"
import { holds } from "../support/RunAndJudge.ts"
import { isLong } from "../support/Settings.ts"
import { because, missing } from "../support/Tools.ts"

describe("F7", () => {
  it("a second writer holds SQLite for seven seconds: nothing is lost", ({ task }) => holds(task.fullTestName, { store: sqlite }, busy(7000)))
  it("a backup that is copied while the runner works is whole", ({ task }) => holds(task.fullTestName, { store: sqlite }, backup))
  it("half a frame behind the log is left out after a kill, and nothing is lost", ({ task }) => holds(task.fullTestName, { store: sqlite }, torn))
  it.skipIf(missing.prlimit !== undefined)(`a database without room acknowledges nothing that it does not keep, and goes on when there is some${because(missing.prlimit)}`, ({ task }) =>
    holds(task.fullTestName, { store: sqlite }, full))
  it.for([["table", "inbox"], ["index", "sqlite_autoindex_entity_1"], ...(isLong ? [["table", "delivery"] as const] : [])] as const)("a page of the %s %s that is spoiled while the runner works: nothing is acknowledged, the doctor names it, the backup brings all back", ([kind, name], { task }) =>
    holds(task.fullTestName, { store: sqlite }, spoiledWhileItRuns(kind, name)))
  it.for([["table", "setting"]] as const)("a page of the %s %s that is spoiled while the runner is stopped: each start says so, the doctor names it, the backup brings all back", ([kind, name], { task }) =>
    holds(task.fullTestName, { store: sqlite }, spoiledWhileItIsStopped(kind, name)))
  it.for([["table", "delivery"]] as const)("a page of the %s %s that is spoiled while the runner is stopped and that no start reads: the work after it stops, nothing is sent or acknowledged, no later start takes anything, the backup brings all back", ([kind, name], { task }) =>
    holds(task.fullTestName, { store: sqlite }, spoiledBehindTheStart(kind, name)))
})

describe.skipIf(missing.strace !== undefined)(`F8${because(missing.strace)}`, () => {
  it.for(["fsync,fdatasync:error=EIO", "pwrite64:error=ENOSPC"])("%s: acknowledgements are refused, and work goes on afterwards", (inject, { task }) =>
    holds(task.fullTestName, { store: sqlite }, refuses(inject)))
})

describe.skipIf(missing.strace !== undefined)(`F23${because(missing.strace)}`, () => {
  it("each answer follows the disk", ({ task }) =>
    holds(task.fullTestName, { store: sqlite }, async (world) => {
      const figures = await inOrder(20)(world)
      assert.strictEqual(figures["answers before the fsync"], 0)
      return figures
    }))
})
