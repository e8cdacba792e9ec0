/** Rows F1, F2, F14 and F21 of faults/README.md: orders of a shop that change while the runner reads them and is killed. */
import { afterAll, describe, it } from "vitest"
import { changed, cutWhileRead, type Size, takenOver } from "../stories/ShopOrders.ts"
import { names, sqlite, stopServer, storeOf } from "../support/Databases.ts"
import { holds } from "../support/RunAndJudge.ts"
import { isLong } from "../support/Settings.ts"

afterAll(stopServer)

const size: Size = isLong ? { orders: 8000, states: 3, hours: 24 * 30, kills: 50, slowest: 60 } : { orders: 320, states: 3, hours: 24, kills: 3, slowest: 50 }

describe.each(names)("on %s (F1 F14)", (name) => {
  it(`${size.kills} kills while a shop is read lose no order, double none and tell each in order (C15 P-363)`, async ({ task }) =>
    holds(task.fullTestName, { store: await storeOf(name), hasShop: true }, changed(size)))
})

const shared: Size = isLong ? { ...size, orders: 2000, hours: 24 } : { orders: 40, states: 3, hours: 3, kills: 2, slowest: 20 }

describe.each([["SQLite", true], ["PostgreSQL", false]] as const)("of two merchants with the same numbers at one service, on %s (F14)", (name, showsAllShops) => {
  it(`which shows the orders of ${showsAllShops ? "both, whichever it is asked for" : "the one it is asked for"}: each merchant is told all of its orders and none of the other (P-363)`, async ({ task }) =>
    holds(task.fullTestName, { store: await storeOf(name), hasShop: true, merchants: 2, showsAllShops }, changed(shared)))
})

const among: Size = isLong ? { ...size, kills: 20 } : { ...size, hours: 96, kills: 1 }

describe("of three nodes on PostgreSQL (F21)", () => {
  it(`kills of the one that reads a shop (${among.kills}) lose no order, double none and tell each in order (P-363)`, async ({ task }) =>
    holds(task.fullTestName, { store: await storeOf("PostgreSQL"), hasShop: true, nodes: 3, visibilityDelay: 60_000, patience: 60_000 }, takenOver(among)))
})

describe("where a page of a shop is stored (F2)", () => {
  for (const place of ["sync.before-commit", "sync.committed"]) {
    it(`three deaths at ${place} lose no order, double none and tell each in order (P-363)`, ({ task }) =>
      holds(task.fullTestName, { store: sqlite, hasShop: true }, cutWhileRead(place, 12, { orders: 240, states: 2, hours: 24, kills: 3, slowest: 20 })))
  }
})
