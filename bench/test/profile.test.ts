import { describe, expect, it } from "vitest"
import { type CpuProfile, sharesOf } from "../observe/Profile.ts"

const frame = (functionName: string, url = "") => ({ functionName, url, lineNumber: 0, columnNumber: 0 })

const profile = (samples: ReadonlyArray<number>): CpuProfile => ({
  nodes: [
    { id: 1, callFrame: frame("(root)"), children: [2, 3, 4, 6] },
    { id: 2, callFrame: frame("(idle)") },
    { id: 3, callFrame: frame("(garbage collector)") },
    { id: 4, callFrame: frame("insert", "file:///checkout/apps/runner/src/store/SqliteStatements.ts"), children: [5] },
    { id: 5, callFrame: frame("toString") },
    { id: 6, callFrame: frame("decide", "file:///checkout/apps/runner/src/desk/Advance.ts") }
  ],
  samples,
  timeDeltas: samples.map(() => 1000)
})

describe("a profile", () => {
  it("has the time of each group without idle time, and native functions count for their caller", () => {
    expect(sharesOf([profile([2, 2, 3, 4, 5, 5, 6, 6, 6, 6])], 0)).toEqual([
      { where: "runner/desk", percent: 50 },
      { where: "SQLite", percent: 37.5 },
      { where: "garbage collection", percent: 12.5 }
    ])
  })

  it("leaves out the first part of each process", () => {
    expect(sharesOf([profile([3, 3, 4, 6]), profile([3, 3, 4, 4])], 0.6)).toEqual([{ where: "SQLite", percent: 75 }, { where: "runner/desk", percent: 25 }])
  })
})
