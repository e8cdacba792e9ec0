import { assert, it } from "@effect/vitest"
import * as Endpoint from "../../src/outbox/Endpoint.ts"

const failing = (count: number, endpoint: Endpoint.Endpoint, now: number) => {
  for (let index = 0; index < count; index++) Endpoint.failed(endpoint, now, 0.5)
}

it("what was on its way together and fails together says once that an endpoint is gone (F18 F20)", () => {
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

it("an endpoint that fails is given half as much at once, and one that closed is given one", () => {
  const endpoint = { ...Endpoint.make("erp"), most: 32 }
  for (let count = 0; count < 100; count++) Endpoint.succeeded(endpoint)
  const shares = [endpoint.share]
  for (let count = 0; count < 5; count++) {
    failing(1, endpoint, 0)
    shares.push(endpoint.share)
  }
  assert.deepStrictEqual(shares, [32, 16, 8, 4, 2, 1])
})

it("an endpoint that asked to slow down is given half as much, and nothing until then", () => {
  const endpoint = { ...Endpoint.make("erp"), most: 32 }
  for (let count = 0; count < 100; count++) Endpoint.succeeded(endpoint)
  Endpoint.slowedDown(endpoint, 1000, 7000)
  assert.deepStrictEqual([endpoint.share, endpoint.closedUntil], [16, 8000])
  Endpoint.slowedDown(endpoint, 2000, 1000)
  assert.deepStrictEqual([endpoint.share, endpoint.closedUntil], [8, 8000], "a shorter wait does not end a longer one")
})
