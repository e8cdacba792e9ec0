import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { readFileSync } from "node:fs"
import { Profile } from "../../src/gateway/index.ts"

const failure = (record: Record<string, string | boolean>) => Result.getOrUndefined(Result.flip(Profile.profileFrom(record)))

describe("the options of a profile", () => {
  it("completes what is configured with the defaults", () => {
    assert.deepStrictEqual(Profile.profileFrom(), Result.succeed(Profile.defaults))
    const written = { cancelBatch: "20", writeCode: false, emailFallback: "x@y", defaultAsnType: "PURCHASE" }
    assert.deepStrictEqual(Profile.profileFrom(written), Result.succeed({ ...Profile.defaults, ...written }))
  })

  it("names an option that does not exist and a value that does not fit", () => {
    assert.match(failure({ colour: "red" }) ?? "", /^"colour" is not an option of gateway; the options are selfShipped, /)
    assert.strictEqual(failure({ inventoryResult: "list" }), "\"inventoryResult\" takes object or array")
    assert.strictEqual(failure({ writeCode: "true" }), "\"writeCode\" takes true or false")
    assert.strictEqual(failure({ emailFallback: true }), "\"emailFallback\" takes a text")
    for (const cancelBatch of ["0", "1001", "-1", "1.5", "ten", "", true]) {
      assert.strictEqual(failure({ cancelBatch }), "\"cancelBatch\" takes a number from 1 to 1000 as text")
    }
    for (const keysPerCall of ["1", "9", "999", "1000"]) assert.isUndefined(failure({ keysPerCall }))
    assert.isDefined(failure({ constructor: "x" }))
  })

  it("has every option of variants.md for this protocol, with its values and its default", () => {
    const text = readFileSync(new URL("../../../../docs/spec/variants.md", import.meta.url), "utf8")
    const ofEnvelope = new Map([...text.matchAll(/warehouse-envelope\.(\w+) = ([^;|\n]+)/g)].map(([, name, values]) => [name!, values!.trim()]))
    const options = [...text.matchAll(/[^-]gateway\.(\w+) = ([^;|\n]+)/g)].map(([, name, values]) =>
      [name!, values!.trim() === "the same" ? ofEnvelope.get(name!)! : values!.trim()] as const)
    assert.isAbove(options.length, 9)
    for (const [name, values] of options) {
      const option = Profile.options[name as "selfShipped"]
      if (values === "number of orders per call") {
        assert.deepStrictEqual(option as unknown, { count: "1" })
        continue
      }
      const listed = values.split(/,\s*|\s+or\s+/).map((value) => (value === "true" ? true : value === "false" ? false : value))
      assert.sameDeepMembers([...option], listed as never, name)
    }
  })
})
