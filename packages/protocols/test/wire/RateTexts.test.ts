import { assert, describe, it } from "@effect/vitest"
import { chinesePhrases, isRateText, longest, phrases } from "../../src/wire/RateTexts.ts"

describe("the usual texts about the rate of calls (U-10)", () => {
  it.each([
    "System is busy",
    "system busy, please try again later",
    "The server is busy.",
    "SYSTEM_BUSY",
    "Too Many Requests",
    "tooManyRequests",
    "429: too many requests",
    "E1001: rate limit exceeded",
    "[429] request limit reached",
    "requests are too frequent, wait 10 s",
    "系统繁忙",
    "系统繁忙，请稍后再试",
    "请求过于频繁"
  ])("hold %s", (text) => {
    assert.isTrue(isRateText(text))
  })

  it.each([
    "",
    "out of stock",
    "try again later",
    "operation failed, please try again later",
    "the warehouse is busy on this day",
    "order SO-1: system is busy with it",
    "busy street 5 is no address",
    "system is busyness",
    `too many requests ${"x".repeat(longest)}`
  ])("do not hold %s", (text) => {
    assert.isFalse(isRateText(text))
  })

  it("hold each phrase", () => {
    for (const phrase of [...phrases, ...chinesePhrases]) assert.isTrue(isRateText(phrase), phrase)
  })
})
