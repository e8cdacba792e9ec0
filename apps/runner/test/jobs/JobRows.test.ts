/**
 * Which jobs the rows of a contract make.
 */
import { assert, it } from "@effect/vitest"
import { WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import { Connections } from "../../src/connection/Connections.ts"
import * as Contracts from "../../src/Contracts.ts"
import { type JobRow, jobsOf } from "../../src/jobs/JobRows.ts"
import { onBothDatabases } from "../support/Databases.ts"
import { inWorldOn } from "../support/World.ts"

const row = (more: Partial<JobRow<never, never>>): JobRow<never, never> =>
  ({ name: "look", contract: WarehouseV1.contract.id, every: ({ pollInterval }) => pollInterval, work: () => Effect.void, ...more })

onBothDatabases("jobs of a contract", (fresh) => {
  const links = [{ prefix: "A-" }, { id: "acc-2", prefix: "B-" }]

  inWorldOn(fresh)("are made for each of its connections or links, and for no connection of another contract", { isIdle: true, links }, () =>
    Effect.gen(function*() {
      const seen: Array<string> = []
      const jobs = yield* jobsOf([
        row({}),
        row({ name: "pull", per: "link", work: ({ id }, scope) => Effect.sync(() => void seen.push(`${id} ${scope}`)) }),
        row({ name: "unwanted", isWanted: () => false }),
        row({ contract: "desk/v1" })
      ])
      assert.deepStrictEqual(jobs.map(({ connection, every, name }) => [name, connection, every]), [
        ["look", "wh", 10_000],
        ["pull", "warehouse:acc-1", 10_000],
        ["pull", "warehouse:acc-2", 10_000]
      ])
      yield* Effect.forEach(jobs, ({ work }) => work)
      assert.deepStrictEqual(seen, ["wh warehouse:acc-1", "wh warehouse:acc-2"])
    }))
})

it.effect("a look at 1,000 connections reads each of their links once, not once for each connection", () =>
  Effect.gen(function*() {
    let reads = 0
    const ids = Array.from({ length: 1000 }, (_, at) => `wh-${at}`)
    const links = ids.map((id) => ({
      scope: `link of ${id}`,
      get peer() {
        reads += 1
        return id
      }
    }))
    const all = ids.map((id) => ({ id, plugin: { contract: WarehouseV1.contract.id }, pollInterval: 1000 }))
    const rows = [row({ name: "first", per: "link" }), row({ name: "second", per: "link" }), row({ name: "third", per: "link" })]
    const jobs = yield* Effect.provideService(jobsOf(rows), Connections, { all, links, contracts: Contracts.known } as never)
    assert.strictEqual(jobs.length, 3000)
    assert.deepStrictEqual(jobs[1000], { ...jobs[1000]!, name: "second", connection: "link of wh-0" })
    assert.isAtMost(reads, 1000)
  }))
