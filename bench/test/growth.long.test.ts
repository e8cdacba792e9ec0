import { expect, it } from "vitest"
import { growth } from "../growth/Growth.ts"

it("a runner with a history takes orders while retention removes what is over, and loses and doubles none", async () => {
  const found = await growth({ orders: 2000, rate: 20, seconds: 5, say: () => {} })
  expect(found).toMatchObject({ errors: 0, missing: 0, doubled: 0 })
  expect(found.answered).toBeGreaterThan(0)
  expect(found.rows.after.delivery).toBeLessThan(found.rows.before.delivery)
  expect(found.runner.turns).toBeGreaterThan(0)
  expect(found.control.turns).toBeGreaterThan(0)
}, 120_000)
