/** Row F24 of faults/README.md: orders that are cancelled and issued again while nodes are killed. */
import { afterAll, describe, it } from "vitest"
import { traded, type Size } from "../stories/Trade.ts"
import { stopServer, storeOf } from "../support/Databases.ts"
import { holds } from "../support/RunAndJudge.ts"
import { isLong } from "../support/Settings.ts"
import type { Options } from "../support/World.ts"

afterAll(stopServer)

const short = () => 0
/** One of five pauses is longer than a lease, so that other nodes take over the claims of the killed node. */
const long: Size["away"] = (random) => (random.below(5) === 0 ? 18_000 : 500)

const alone: Size = isLong
  ? { orders: 300, announced: 60, callers: 8, kills: 45, apart: 2000, away: short, losesRequests: true }
  : { orders: 40, announced: 8, callers: 6, kills: 3, apart: 1500, away: short, losesRequests: true }
const among: Size = isLong
  ? { orders: 400, announced: 80, callers: 6, kills: 45, apart: 4000, away: long, losesRequests: true }
  : { orders: 20, announced: 4, callers: 5, kills: 3, apart: 1500, away: () => 200, losesRequests: false }

/** Three nodes as operators have them: a kill every 5 s, and nodes that stand still for longer than their lease. */
const disturbed: Size = isLong
  ? { orders: 1100, announced: 120, callers: 8, kills: 30, apart: { every: 5000 }, suspended: [30_000, 60_000], away: short, losesRequests: true }
  : { orders: 40, announced: 6, callers: 5, kills: 4, apart: { every: 5000 }, suspended: [15_000], away: short, losesRequests: false }
/** Calls per second to the provider, of all nodes together. */
const callsPerSecond = 150

const given: Omit<Options, "folder" | "store"> = { hasWarehouse: true, visibilityDelay: 500, callerDeadline: 3000, patience: 60_000 }

describe("a tenth of the orders is cancelled and issued again (F24)", () => {
  it(`C19 D1-381 one node on SQLite, a merchant without a prefix: ${alone.kills} kills lose nothing, double nothing and keep the order`, async ({ task }) =>
    holds(task.fullTestName, { ...given, store: await storeOf("SQLite") }, traded(alone)))

  it(`C19 D1-381 one node on PostgreSQL, two merchants with the same numbers: ${alone.kills} kills lose nothing, double nothing and keep the order`, async ({ task }) =>
    holds(task.fullTestName, { ...given, merchants: 2, store: await storeOf("PostgreSQL") }, traded({ ...alone, orders: alone.orders / 2 })))

  it(`C19 D1-381 three nodes on PostgreSQL, two merchants with the same numbers: ${among.kills} kills lose nothing, double nothing and keep the order`, async ({ task }) =>
    holds(
      task.fullTestName,
      { ...given, visibilityDelay: 60_000, merchants: 2, nodes: 3, store: await storeOf("PostgreSQL") },
      traded(among)
    ))

  it(`C19 D1-381 three nodes on PostgreSQL, a kill every 5 s and nodes suspended for ${disturbed.suspended!.join(" and ")} ms: nothing is lost, doubled or told out of order, and one node polls`, async ({ task }) =>
    holds(
      task.fullTestName,
      { ...given, visibilityDelay: 60_000, merchants: 2, nodes: 3, callsPerSecond, store: await storeOf("PostgreSQL") },
      traded(disturbed)
    ))
})
