import { assert, describe, it } from "@effect/vitest"
import { randomBytes } from "node:crypto"
import { keyWeakness, tokenWeakness } from "../src/SecretStrength.ts"

const random = randomBytes(32)

describe("a key", () => {
  it.each([
    ["Base64", random.toString("base64")],
    ["Base64url, as a first start makes it", random.toString("base64url")],
    ["hexadecimal", random.toString("hex")],
    ["more than 32 bytes", randomBytes(48).toString("base64")]
  ])("of 32 random bytes is taken: %s", (_, key) => assert.isUndefined(keyWeakness(key)))

  it.each([
    ["a word", "short"],
    ["nothing", ""],
    ["a sentence", "correct horse battery staple and more of the same"],
    ["31 bytes", randomBytes(31).toString("base64")],
    ["zeros", Buffer.alloc(32).toString("base64")],
    ["one word again and again", "password".repeat(8)]
  ])("that is %s is weak", (_, key) => assert.match(keyWeakness(key) ?? "", /openssl rand -base64 32/))
})

describe("an admin token", () => {
  it.each([["random", random.toString("base64url")], ["a long text", "an-admin-token-of-the-tests"]])("that is %s is taken", (_, token) =>
    assert.isUndefined(tokenWeakness(token)))

  it.each([["a word", "admin"], ["nothing", ""], ["one letter", "a".repeat(64)]])("that is %s is weak", (_, token) =>
    assert.match(tokenWeakness(token) ?? "", /openssl rand -base64 32/))
})
