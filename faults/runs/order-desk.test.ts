/** Rows F1, F2, F3 and F21 of faults/README.md: an order desk between a shop and two warehouses, while its nodes are killed. */
import { afterAll, describe, it } from "vitest"
import type { Rule } from "../oracle/Desk.ts"
import { bugs } from "../planted/Bugs.ts"
import { program } from "../planted/Bundle.ts"
import { cutWhilePlaced, killedInTurn, setting, type Size } from "../stories/OrderDesk.ts"
import { sqlite, stopServer, storeOf } from "../support/Databases.ts"
import { type DeskWorld, open, type Options } from "../support/desk/DeskWorld.ts"
import { type Figures, findsOn, holdsOn } from "../support/RunAndJudge.ts"
import { isLong } from "../support/Settings.ts"

afterAll(stopServer)

const holds = (title: string, options: Omit<Options, "course" | "folder" | "manner" | "opening">, size: Size, story: (world: DeskWorld) => Promise<Figures>) =>
  holdsOn<Rule, DeskWorld>(title, (folder) => open({ ...setting(size), ...options, folder }), story)

const among: Size = isLong ? { orders: 5000, perSecond: 3, kills: 100, isKilledOn: true, every: 5000 } : { orders: 150, perSecond: 15, kills: 5, every: 5000 }
const alone: Size = isLong ? { orders: 1000, perSecond: 5, kills: 40, every: 5000 } : { orders: 60, perSecond: 10, kills: 2, every: 3000 }
const cut: Size = { orders: 60, perSecond: 20, kills: 0, every: 0 }

describe("an order desk", () => {
  it(`three nodes on PostgreSQL, a kill every 5 s: ${among.orders} orders are shipped once or held, and the books are right`, async ({ task }) =>
    holds(task.fullTestName, { store: await storeOf("PostgreSQL"), nodes: 3, ...(isLong && { visibilityDelay: 45_000 }) }, among, killedInTurn(among)))

  it(`one node on SQLite, and warehouses that show all orders whatever they are asked for: ${alone.kills} kills lose no order and double none`, ({ task }) =>
    holds(task.fullTestName, { store: sqlite, ignoresFilters: true }, alone, killedInTurn(alone)))

  it("a death at each step of placing loses no order and doubles none", ({ task }) =>
    holds(task.fullTestName, { store: sqlite }, cut, cutWhilePlaced(["desk.before-reserve", "desk.reserved", "desk.before-commit", "desk.committed"], 6, cut)))

  it(`finds the planted bug M15: it ${bugs.M15.is}`, async ({ task }) =>
    findsOn<Rule, DeskWorld>(
      task.fullTestName,
      { rules: ["reserved"] },
      async (folder) => open({ ...setting(cut), store: sqlite, program: await program("M15"), folder }),
      cutWhilePlaced(["desk.reserved", "desk.reserved"], 6, { ...cut, patience: 5000 })
    ))
})
