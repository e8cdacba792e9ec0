import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { readFileSync } from "node:fs"
import { Profile } from "../../src/warehouse-envelope/index.ts"

const failure = (record: Record<string, string | boolean>) => Result.getOrUndefined(Result.flip(Profile.profileFrom(record)))

describe("the options of a profile", () => {
  it("completes what is configured with the defaults", () => {
    assert.deepStrictEqual(Profile.profileFrom(), Result.succeed(Profile.defaults))
    assert.deepStrictEqual(
      Profile.profileFrom({ contentType: "json", packingDimensions: false, emailFallback: "x@y" }),
      Result.succeed({ ...Profile.defaults, contentType: "json", packingDimensions: false, emailFallback: "x@y" })
    )
  })

  it("names an option that does not exist and a value that does not fit", () => {
    assert.match(failure({ colour: "red" }) ?? "", /^"colour" is not an option of warehouse-envelope; the options are selfShipped, /)
    assert.strictEqual(failure({ contentType: "xml" }), "\"contentType\" takes form or json")
    assert.strictEqual(failure({ packingDimensions: "true" }), "\"packingDimensions\" takes true or false")
    assert.strictEqual(failure({ emailFallback: true }), "\"emailFallback\" takes a text")
    assert.isDefined(failure({ constructor: "x" }))
  })

  it("has every option of variants.md for this protocol, with its values and its default", () => {
    const text = readFileSync(new URL("../../../../docs/spec/variants.md", import.meta.url), "utf8")
    const options = [...text.matchAll(/warehouse-envelope\.(\w+) = ([^;|\n]+)/g)].map(([, name, values]) => [
      name!,
      values!.trim().split(/,\s*|\s+or\s+/).map((value) => (value === "true" ? true : value === "false" ? false : value))
    ] as const)
    assert.isAbove(options.length, 10)
    for (const [name, values] of options) {
      assert.sameDeepMembers([...Profile.options[name as "selfShipped"]], values as never, name)
    }
  })
})
