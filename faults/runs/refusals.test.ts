/** Row F10 of faults/README.md: a provider that refuses creates in words that nobody lists. */
import { afterAll, describe, it } from "vitest"
import type { Rule } from "../oracle/Desk.ts"
import { bugs } from "../planted/Bugs.ts"
import { program } from "../planted/Bundle.ts"
import { killedInTurn, setting, type Size as DeskSize } from "../stories/OrderDesk.ts"
import { refusedCreates, type Size } from "../stories/RefusedCreates.ts"
import { names, sqlite, stopServer, storeOf } from "../support/Databases.ts"
import { type DeskWorld, open } from "../support/desk/DeskWorld.ts"
import { finds, findsOn, holds, holdsOn } from "../support/RunAndJudge.ts"
import { isLong } from "../support/Settings.ts"

afterAll(stopServer)

const visibilityDelay = 2000
const size: Omit<Size, "isLiar" | "isMute"> = isLong
  ? { orders: 3000, callers: 8, kills: 60, every: 3000, visibilityDelay }
  : { orders: 60, callers: 6, kills: 3, every: 2500, visibilityDelay }

const given = { hasWarehouse: true, visibilityDelay, callerDeadline: 3000, patience: 60_000 } as const
const deskSize: Omit<DeskSize, "refusals"> = isLong ? { orders: 1000, perSecond: 4, kills: 40, isKilledOn: true, every: 5000 } : { orders: 60, perSecond: 10, kills: 3, every: 3000 }

const forms = [
  { what: "refuses every third create", isLiar: false, isMute: false },
  { what: "refuses every third create and carries out half of these", isLiar: true, isMute: false },
  { what: "refuses every third create and cannot be asked", isLiar: false, isMute: true },
  { what: "carries out half of what it refuses and cannot be asked", isLiar: true, isMute: true }
] as const

describe.each(names)("on %s", (name) => {
  // Three nodes beside a provider that cannot be asked need a minute, so only the long form has them.
  for (const { isLiar, isMute, what } of forms.filter((form) => isLong || name === "SQLite" || !form.isMute)) {
    it(`a provider that ${what}: each caller is told once and within 2 s, and nothing is lost or doubled (D1-274)`, async ({ task }) =>
      holds(
        task.fullTestName,
        { ...given, store: await storeOf(name), ...(name === "PostgreSQL" && { nodes: 3 }), isMute },
        refusedCreates({ ...size, isLiar, isMute })
      ))

    it(`warehouses of an order desk of which each ${what}: each order is shipped once, or held with their words`, async ({ task }) => {
      const size: DeskSize = { ...deskSize, refusals: { isLiar, isMute } }
      return holdsOn<Rule, DeskWorld>(
        task.fullTestName,
        async (folder) => open({ ...setting(size), store: await storeOf(name), ...(name === "PostgreSQL" && { nodes: 3 }), folder }),
        killedInTurn(size)
      )
    })
  }
})

describe("a planted bug", () => {
  const refusals = { isLiar: false, isMute: false } as const

  it(`M16: it ${bugs.M16.is}`, async ({ task }) => {
    const size: DeskSize = { orders: 30, perSecond: 20, kills: 0, every: 0, patience: 5000, refusals: { ...refusals, visibilityDelay: 20_000 } }
    return findsOn<Rule, DeskWorld>(
      task.fullTestName,
      { rules: ["refusedElsewhere"] },
      async (folder) => open({ ...setting(size), store: sqlite, program: await program("M16"), folder }),
      killedInTurn(size)
    )
  })

  // Its callers wait to their deadline, which is so long that no busy machine excuses it.
  it(`M17: it ${bugs.M17.is}`, async ({ task }) =>
    finds(
      task.fullTestName,
      { rules: ["slow"] },
      { ...given, store: sqlite, program: await program("M17"), isMute: true, callerDeadline: 9000 },
      refusedCreates({ ...size, isLiar: false, isMute: true, orders: 12, kills: 0 })
    ))
})
