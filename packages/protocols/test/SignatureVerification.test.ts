/** How much is computed to verify a call, whoever sends it. */
import type * as Signing from "../src/signing/index.ts"
import { assert, describe, it } from "@effect/vitest"
import * as Redacted from "effect/Redacted"
import { SignatureVerification } from "../src/kit/index.ts"
import { SplitWork } from "../src/wire/index.ts"

interface Message {
  readonly content: string
}

/** Verifies calls and remembers which schemes were computed. */
const counted = () => {
  const computed: Array<string> = []
  const scheme = (name: string): Signing.Scheme<Message> => ({
    name,
    canonicalize: ({ content }) => content,
    sign: (_, secret) => (computed.push(name), `${name} ${Redacted.value(secret)}`)
  })
  const [strict, slash, object] = [scheme("strict"), scheme("slash"), scheme("object")]
  const authenticate = SignatureVerification.make<Message & { readonly sign: string }, SignatureVerification.EnvelopeCredentials, Message>({
    schemes: { strict: [strict], lenient: [strict, slash, object] },
    message: ({ content }) => ({ content }),
    secretOf: ({ secretKey }) => secretKey
  })
  const verify = (sign: string, signing: "strict" | "lenient" | undefined, length: number) => {
    computed.length = 0
    const who = signing && { signing, secretKey: Redacted.make("s") }
    const outcome = SplitWork.atOnce(authenticate({ sign, content: "x".repeat(length) }, who))
    return { ...outcome, computed: [...computed] }
  }
  return verify
}

describe.each([["a short call", 10], ["a long call", SplitWork.length + 1]] as const)("%s", (_, length) => {
  const verify = counted()

  it("costs the same for an unknown id, a strict account and a lenient one, if the strict form does not match (U-148)", () => {
    const all = ["strict", "slash", "object"]
    for (const signing of [undefined, "strict", "lenient"] as const) {
      for (const sign of ["wrong", "slash s"]) assert.deepStrictEqual(verify(sign, signing, length).computed, all)
    }
  })

  it("with another form is authentic for a lenient account alone, and the strict form needs one digest", () => {
    assert.deepStrictEqual([undefined, "strict", "lenient"].map((signing) => verify("slash s", signing as "strict", length).matched), [undefined, undefined, "slash"])
    assert.isFalse(verify("slash s", "strict", length).isAuthentic)
    assert.deepStrictEqual(verify("strict s", "strict", length), { isAuthentic: true, matched: "strict", computed: ["strict"] })
    assert.isFalse(verify("strict nobody", undefined, length).isAuthentic)
  })
})
