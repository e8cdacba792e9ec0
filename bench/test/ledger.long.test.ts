import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { ledgerRead, ledgerReadOnPostgres } from "../cases/ledger-read.ts"
import { copied } from "../cases/seeded.ts"
import { deepest } from "../load/LedgerSources.ts"
import { sourceOf } from "../load/Sources.ts"
import { benchOf } from "../run/Case.ts"
import { plans } from "../run/Plan.ts"
import { stopPostgres } from "../run/Postgres.ts"
import { exchange, tempDir } from "../run/Processes.ts"

const folder = tempDir()
afterAll(folder.remove)
afterAll(stopPostgres)

const products = 500

describe.each([ledgerRead, ledgerReadOnPostgres])("the books of $name $variant", (one) => {
  it("answer with whole pages before and after writes", async () => {
    const own = join(folder.path, one.variant)
    mkdirSync(own)
    const bench = benchOf({ plan: plans.smoke, round: 1, folder: own, say: () => {}, nodeArgs: [] })
    const work = async () => {
      const subject = await bench.subject("ledger", "crossdock", await copied(bench, await one.prepare!(bench), "ledger"))
      const answerTo = async (name: "first-page" | "deepest-page" | "ledger-writes", n = 0) => {
        const { body, expected, headers, path } = sourceOf({ name, prefix: "T", entities: products })(n)
        const answer = await exchange(`${subject.url}${path}`, { headers, body })
        expect(answer.body).toContain(expected)
        return JSON.parse(JSON.parse(answer.body).bizContent)
      }
      const first = await answerTo("first-page")
      expect([first.total, first.result.length]).toEqual([1000, 200])
      expect((await answerTo("deepest-page")).result).toHaveLength(200)
      expect(deepest(products)).toBe(5)
      const [, second, third] = first.result
      expect([second, third].map(({ available, sku, total, totalCost }) => [sku, total, available, totalCost])).toEqual([
        ["SKU-100001", 20, 19, 240.5],
        ["SKU-100002", 30, 28, 1016.625]
      ])
      for (let n = 0; n < 4; n++) await answerTo("ledger-writes", n)
      expect((await answerTo("first-page")).total).toBe(1000)
    }
    await work().finally(bench.end)
  }, 120_000)
})
