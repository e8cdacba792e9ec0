/** Row F26 of faults/README.md: PostgreSQL loses its primary. */
import { tempDir } from "@crossdock/e2e/support/processes.ts"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as Programs from "../../tools/peers/failover.mjs"
import { lostPrimaries, type Size } from "../stories/Failover.ts"
import { type PatroniCluster, startPatroniCluster } from "../support/PatroniCluster.ts"
import { holds } from "../support/RunAndJudge.ts"
import { isLong } from "../support/Settings.ts"
import { because } from "../support/Tools.ts"
import { open } from "../support/World.ts"

const size: Size = { perSecond: isLong ? 20 : 10, losses: Array.from({ length: isLong ? 10 : 2 }, (_, index) => index % 2 === 0 ? "machine" : "server") }
const problem = Programs.prepare({ mayInstall: process.env["CI"] === "true" })

describe.skipIf(problem !== undefined)(`F26${because(problem)}`, () => {
  let cluster: PatroniCluster
  beforeAll(async () => {
    cluster = await startPatroniCluster()
  }, 180_000)
  afterAll(() => cluster?.stop())

  it("a runner behind a pool that gives each transaction another connection does not start, and says why", async () => {
    const folder = tempDir("crossdock-faults-")
    const create = () => Promise.resolve({ name: "postgres", url: cluster.urlOf("postgres", "transaction"), query: () => Promise.resolve([]), drop: () => Promise.resolve() })
    const world = await open({ store: { name: "PostgreSQL", create }, folder: folder.path })
    try {
      const told = await world.start().then(() => "it started", (error: unknown) => String(error))
      assert.include(told, "set pool_mode = session")
    } finally {
      await world.close()
      folder.remove()
    }
  })

  it(`three nodes go on by themselves after each of ${size.losses.length} losses of the primary under ${size.perSecond} orders per second`, ({ task }) =>
    holds(task.fullTestName, { store: cluster.store, hasWarehouse: true, nodes: 3, callsPerSecond: 200, patience: 60_000 }, lostPrimaries(cluster, size)))
})
