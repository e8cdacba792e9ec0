import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { arrived } from "../cases/at-rate.ts"
import { sourceOf } from "../load/Sources.ts"
import { benchOf } from "../run/Case.ts"
import { plans } from "../run/Plan.ts"
import { stopPostgres } from "../run/Postgres.ts"
import { exchange, tempDir } from "../run/Processes.ts"
import { type SubjectName, subjectsOf } from "../run/Subjects.ts"

const folder = tempDir()
afterAll(async () => {
  await stopPostgres()
  folder.remove()
})

const entities = 20
const reports = 100

describe("what is owed comes to the ERP signed, once and in order, also where it fails at first", () => {
  const onSqlite = subjectsOf("callback").map((name) => [name, "sqlite"] as const)
  for (const [name, on] of [...onSqlite, ["fastify", "postgres"], ["crossdock", "postgres"]] as ReadonlyArray<readonly [SubjectName, string]>) {
    it.concurrent(`${name}, ${on}`, async () => {
      const own = join(folder.path, `${name}-${on}`)
      mkdirSync(own)
      const bench = benchOf({ plan: plans.smoke, round: 1, folder: own, say: () => {}, nodeArgs: [] })
      try {
        const sink = await bench.peer("sink", { REFUSED: "0.1" })
        const subject = await bench.subject("callback", name, {
          erpUrl: sink.url,
          isHeld: true,
          ...(on === "postgres" && { databaseUrl: await bench.database() })
        })
        const call = sourceOf({ name: "callbacks", prefix: "T", entities })
        // One after the other, so that their order is known; the first is repeated at the end.
        for (const n of [...Array(reports).keys(), 0]) {
          const { body, headers, path, expected } = call(n)
          expect((await exchange(`${subject.url}${path}`, { headers, body })).body).toContain(expected)
        }
        expect(await subject.owed()).toEqual({ pending: reports, dead: 0 })
        await subject.resume()
        const report = await arrived(sink, reports, 30_000)
        expect(report).toMatchObject({ distinct: reports, doubled: 0, disordered: 0, unverified: 0 })
        expect(report.refused).toBeGreaterThan(0)
      } finally {
        await bench.end()
      }
    })
  }
})
