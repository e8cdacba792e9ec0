import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { desk, deskOnPostgres } from "../cases/desk.ts"
import type { Case } from "../run/Case.ts"
import { benchOf } from "../run/Case.ts"
import { plans } from "../run/Plan.ts"
import { stopPostgres } from "../run/Postgres.ts"
import { tempDir } from "../run/Processes.ts"

const folder = tempDir()
afterAll(async () => {
  await stopPostgres()
  folder.remove()
})

const sampleOf = async (one: Case, name: string) => {
  const own = join(folder.path, `${one.variant}-${name}`)
  mkdirSync(own)
  const bench = benchOf({ plan: plans.smoke, round: 1, folder: own, say: () => {}, nodeArgs: [] })
  const [sample] = await one.run(bench, name, {}).finally(bench.end)
  return sample
}

describe("the desk", () => {
  for (const [one, name] of [[desk, "one-node"], [deskOnPostgres, "three-nodes"]] as const) {
    it(`tells the shop of the parcel of each order once, ${one.variant}, ${name}, and counts what it asks of the database`, async () => {
      const sample = await sampleOf(one, name)
      expect(sample).toMatchObject({ subject: name, oracle: "clean", errors: 0 })
      expect(sample?.statements).toBeGreaterThan(1)
      expect(sample?.commits).toBeGreaterThan(0)
    })
  }
})
