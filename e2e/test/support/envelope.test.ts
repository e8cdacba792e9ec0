import { readFileSync } from "node:fs"
import { assert, describe, it } from "vitest"
import { sign } from "../../support/envelope.ts"

interface Vector {
  readonly id: string
  readonly scheme: string
  readonly inputs: { readonly accessId: string; readonly content: string; readonly secretKey: string }
  readonly digest: string
}

const file = new URL("../../../packages/protocols/test/signing/vectors/vectors.json", import.meta.url)
const vectors = (JSON.parse(readFileSync(file, "utf8")) as ReadonlyArray<Vector>)
  .filter(({ inputs, scheme }) => scheme === "envelope-sha1" && typeof inputs.content === "string")

describe("the tests' own signer", () => {
  it.each(vectors)("agrees with $id", ({ digest, inputs }) => {
    assert.strictEqual(sign(inputs, inputs.content), digest)
  })

  it("was tried on many vectors", () => {
    assert.isAtLeast(vectors.length, 36)
  })
})
