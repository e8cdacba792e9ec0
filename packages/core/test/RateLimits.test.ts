import { assert, describe, it } from "vitest"
import * as RateLimits from "../src/RateLimits.ts"

const answer = (body: string, headers: ReadonlyArray<readonly [string, string]> = []) => ({ status: 200, headers, body })

describe("what an answer tells about the limit of its peer (M6)", () => {
  const places = { cost: { pointer: "/extensions/cost/actual~1Cost" }, remaining: { header: "X-Left" }, perSecond: { pointer: "/list/1" } } as const

  it("is read in headers of any case, in members and in items of lists, as numbers or texts of numbers", () => {
    const body = JSON.stringify({ extensions: { cost: { "actual/Cost": "12.5" } }, list: [1, 0.0167] })
    assert.deepStrictEqual(RateLimits.readReportedLimits(places, answer(body, [["x-left", "40"]])), { cost: 12.5, remaining: 40, perSecond: 0.0167 })
  })

  it("keeps a number with more digits than a double has", () => {
    assert.deepStrictEqual(RateLimits.readReportedLimits({ cost: { pointer: "/cost" } }, answer("{\"cost\":52.0000000000000000001}")), { cost: 52 })
  })

  it.each([
    ["nothing where the body is not JSON", answer("<html>")],
    ["nothing where there is no body", answer("")],
    ["nothing that is negative, no number, or inherited", answer("{\"extensions\":{\"cost\":{\"actual/Cost\":-1}},\"list\":[0,\"fast\"]}", [["x-left", ""]])]
  ])("is %s", (_, told) => assert.deepStrictEqual(RateLimits.readReportedLimits(places, told), {}))
})
