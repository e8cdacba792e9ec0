import { assert, describe, it } from "@effect/vitest"
import { behind, before, isCredentialText, longest, sentences, subjects } from "../../src/wire/CredentialTexts.ts"
import { toReason } from "../../src/wire/FaultRules.ts"
import { reasonOf } from "../../src/wire/Refusal.ts"

describe("the usual texts about a credential", () => {
  it.each([
    "bad sign",
    "Bad Sign!",
    "sign error",
    "SIGN_ERROR",
    "signError",
    "sign-error",
    "SIGN_ERROR: look at your key",
    "E1001: bad sign",
    "[40001] sign error",
    "code 40001, sign error",
    "invalid accessId",
    "invalid access_id: acc-1",
    "accessId not exist",
    "the accessId does not exist",
    "Your signature is invalid, please check your secret key.",
    "signature mismatch",
    "signature verification failed",
    "request refused: wrong signature",
    "authentication failed: bad sign",
    "Access denied.",
    "HTTP 401: Unauthorized",
    "签名错误",
    "签名错误,请检查密钥"
  ])("hold %s", (text) => {
    assert.isTrue(isCredentialText(text))
  })

  it.each([
    "",
    "design error",
    "assign error",
    "sign errors in the label",
    "bad signal",
    "signature required is no service of this channel",
    "a signature is required for this order",
    "order SO-1: signature missing on the customs form",
    "SKU \"Sign Error\" is unknown",
    "shop Invalid Signature is unknown",
    "receiver.city: Access Denied is no city",
    "Access Denied is no city of NL",
    "Bad Sign Ltd has no contract",
    "insufficient stock",
    "order not found",
    "token is missing in the address",
    // Said by the warehouse or the platform behind a runner to that runner.
    "WAREHOUSE_FAULT: bad sign",
    "PLATFORM_FAULT: bad sign",
    `bad sign: ${"x".repeat(longest)}`
  ])("do not hold %s", (text) => {
    assert.isFalse(isCredentialText(text))
  })

  it("hold each subject with each word before and behind it, and each sentence", () => {
    for (const subject of subjects) {
      for (const word of before) assert.isTrue(isCredentialText(`${word} ${subject}`), `${word} ${subject}`)
      for (const word of behind) assert.isTrue(isCredentialText(`${subject} ${word}`), `${subject} ${word}`)
    }
    for (const sentence of sentences) assert.isTrue(isCredentialText(sentence), sentence)
  })

  it("have at most 80 characters, as the READMEs of the plugins say", () => {
    const long = (length: number) => `bad sign: ${"x".repeat(length - 10)}`
    assert.deepStrictEqual([80, 81].map((length) => isCredentialText(long(length))), [true, false])
  })

  it("count for a whole call alone, and an operator's own list wins", () => {
    const meaning = (listed: Parameters<typeof toReason>[0], about: "call" | "item") =>
      reasonOf({ text: "bad sign", code: "", about, status: 200 }, toReason(listed))._tag
    assert.strictEqual(meaning({}, "call"), "CredentialRejected")
    assert.strictEqual(meaning({}, "item"), "FaultUnlisted")
    assert.strictEqual(meaning({ sign: "rejected" }, "call"), "Rejected")
    assert.strictEqual(meaning({ "bad sign": "credential-rejected" }, "item"), "CredentialRejected")
  })
})
