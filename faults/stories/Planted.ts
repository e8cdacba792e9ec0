/**
 * Lists the bugs that are planted in the runner, and the run that must find each (section 3.3 of the reliability document).
 * The simulation finds the others.
 */
import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Name } from "../planted/Bugs.ts"
import type { Options } from "../support/World.ts"
import type { Rule } from "../oracle/Oracle.ts"
import type { Figures, Story } from "../support/RunAndJudge.ts"
import type * as Databases from "../support/Databases.ts"
import { missing } from "../support/Tools.ts"
import { mixed } from "./BrokenPeers.ts"
import { clockOf, skewed } from "./Clocks.ts"
import { lostAnswers } from "./Creates.ts"
import { inOrder } from "./Disk.ts"
import { repeated } from "./Duplicates.ts"
import { cut } from "./Failpoints.ts"
import { killed } from "./Kills.ts"
import { cutWhileRead } from "./ShopOrders.ts"

export interface Bug {
  readonly name: Name
  readonly under: string
  /** One of these rules must find it. */
  readonly rules: ReadonlyArray<Rule>
  /** What finds it if no rule can. */
  readonly sees?: (figures: Figures) => boolean
  /** Why the run is skipped on this machine. */
  readonly isLeftOut?: string | undefined
  readonly on?: Databases.Name
  readonly options?: Partial<Options>
  readonly story: Story
}

/** Gaps in milliseconds: enough attempts that one succeeds. */
const often = [0, ...Array.from({ length: 19 }, () => 100)]
/** Five minutes. */
const ahead = clockOf(mkdtempSync(join(tmpdir(), "crossdock-clock-")), 300_000)
const creates = { hasWarehouse: true, visibilityDelay: 300, callerDeadline: 1500 } as const

export const bugs: ReadonlyArray<Bug> = [
  { name: "M1", under: "F2", rules: ["L1"], story: cut("event.before-commit", 12) },
  { name: "M3", under: "F1 and F11", rules: ["G"], options: { isOrdered: false }, story: repeated(30, 2) },
  { name: "M5", under: "F9", rules: ["B"], options: { schedule: often }, story: mixed(100) },
  { name: "M6", under: "F1", rules: ["A"], story: killed({ messages: 300, kills: 4, slowest: 500 }) },
  { name: "M7", under: "F2", rules: ["M", "L1"], story: cut("event.before-commit", 12) },
  { name: "M8", under: "F10", rules: ["I"], options: creates, story: lostAnswers({ orders: 20, brokenOfTen: 5 }) },
  { name: "M9", under: "F12", on: "PostgreSQL", rules: ["D1", "D2"], options: { second: ahead.env }, story: skewed(50) },
  { name: "M10", under: "F9", rules: ["O"], options: { schedule: often }, story: mixed(100) },
  { name: "M11", under: "F9", rules: ["L1", "T"], options: { schedule: often }, story: mixed(100) },
  {
    name: "M12",
    under: "F23",
    rules: [],
    sees: (figures) => Number(figures["answers before the fsync"]) > 0,
    isLeftOut: missing.strace,
    story: inOrder(10)
  },
  {
    name: "M14",
    under: "F2",
    rules: ["L1"],
    options: { hasShop: true },
    story: cutWhileRead("sync.before-commit", 12, { orders: 400, states: 1, hours: 24, kills: 8, slowest: 20 })
  }
]
