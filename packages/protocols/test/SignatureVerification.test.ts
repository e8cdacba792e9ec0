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
  const verify = (sign: string, signing: "strict" | "lenient" | undefined, length: number, earlierSecret?: SignatureVerification.EarlierSecret) => {
    computed.length = 0
    const who = signing && { signing, secretKey: Redacted.make("s"), ...(earlierSecret !== undefined && { earlierSecret }) }
    const outcome = SplitWork.atOnce(authenticate({ sign, content: "x".repeat(length) }, who))
    return { ...outcome, computed: [...computed] }
  }
  return verify
}

describe.each([["a short call", 10], ["a long call", SplitWork.length + 1]] as const)("%s", (_, length) => {
  const verify = counted()
  // Each secret is compared with all forms before the other.
  const pairs = ["slash", "object", "slash", "object"]

  const verifyBoth = (sign: string, signing: "strict" | "lenient", isValid: boolean) => verify(sign, signing, length, { secretKey: Redacted.make("former"), isValid: () => isValid })
  const twice = (...names: ReadonlyArray<string>) => names.flatMap((name) => [name, name])

  it("is authentic with either secret while both are valid, and costs the same with both (M1)", () => {
    assert.deepStrictEqual(verifyBoth("strict s", "strict", true), { isAuthentic: true, matched: "strict", computed: twice("strict") })
    assert.deepStrictEqual(verifyBoth("strict former", "strict", true), { isAuthentic: true, matched: "strict", signedWith: "earlier", computed: twice("strict") })
    assert.deepStrictEqual(verifyBoth("slash former", "lenient", true), { isAuthentic: true, matched: "slash", signedWith: "earlier", computed: [...twice("strict"), ...pairs] })
    assert.deepStrictEqual(verifyBoth("slash s", "lenient", true).computed, verifyBoth("slash former", "lenient", true).computed)
  })

  it("with a secret that has ended is refused, and costs what any refused call costs (M1, U-148)", () => {
    for (const signing of ["strict", "lenient"] as const) {
      const ended = verifyBoth("strict former", signing, false)
      assert.deepStrictEqual(ended, { isAuthentic: false, signedWith: "ended", computed: verify("wrong", undefined, length).computed })
      assert.deepStrictEqual(verifyBoth("wrong", signing, true), { isAuthentic: false, computed: ended.computed })
    }
  })

  it("is not authentic with what stands in for the earlier secret of a caller that has none (M1)", () => {
    for (const signing of [undefined, "strict", "lenient"] as const) assert.isFalse(verify("strict no earlier secret", signing, length).isAuthentic)
  })

  it("costs the same for an unknown id, a strict account and a lenient one, if the strict form does not match (U-148)", () => {
    const all = [...twice("strict"), ...pairs]
    for (const signing of [undefined, "strict", "lenient"] as const) {
      for (const sign of ["wrong", "slash s"]) assert.deepStrictEqual(verify(sign, signing, length).computed, all)
    }
  })

  it("with another form is authentic for a lenient account alone, and the strict form of a caller with one secret needs one digest", () => {
    assert.deepStrictEqual([undefined, "strict", "lenient"].map((signing) => verify("slash s", signing as "strict", length).matched), [undefined, undefined, "slash"])
    assert.isFalse(verify("slash s", "strict", length).isAuthentic)
    assert.deepStrictEqual(verify("strict s", "strict", length), { isAuthentic: true, matched: "strict", computed: ["strict"] })
    assert.isFalse(verify("strict nobody", undefined, length).isAuthentic)
  })
})
