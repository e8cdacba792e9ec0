import { assert, it } from "@effect/vitest"
import * as Endpoint from "../../src/delivery/Endpoint.ts"

const failing = (count: number, endpoint: Endpoint.Endpoint, now: number) => {
  for (let index = 0; index < count; index++) Endpoint.failed(endpoint, now, 0.5)
}

it("F18 F20 what was on its way together and fails together says once that an endpoint is gone", () => {
  const endpoint = Endpoint.make("erp")
  failing(32, endpoint, 1000)
  assert.strictEqual(endpoint.closedUntil, 1000 + 5000)
  failing(10, endpoint, 5900)
  assert.strictEqual(endpoint.closedUntil, 1000 + 5000)
})

it("each probe that fails is followed by a longer wait", () => {
  const endpoint = Endpoint.make("erp")
  failing(5, endpoint, 0)
  const waits: Array<number> = []
  for (let probe = 0; probe < 6; probe++) {
    const now = endpoint.closedUntil
    failing(1, endpoint, now)
    waits.push(endpoint.closedUntil - now)
  }
  assert.deepStrictEqual(waits, [10_000, 30_000, 60_000, 120_000, 120_000, 120_000])
})
