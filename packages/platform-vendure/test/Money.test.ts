import { Decimal, Json } from "@crossdock/core"
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Money from "../src/Money.ts"
import { holds } from "./property.ts"

const read = (json: string) => Schema.decodeUnknownSync(Money.Minor)(Result.getOrThrow(Json.parse(json)))
const text = (json: string, precision: number) => Decimal.toText(Money.decimals(precision)(read(json)))

describe("amounts of Vendure", () => {
  it.each([
    ["4916", 2, "49.16"],
    ["5", 2, "0.05"],
    ["-480", 2, "-4.80"],
    ["0", 2, "0.00"],
    // Vendure keeps yen with two decimal places like any other currency.
    ["100000", 2, "1000.00"],
    ["12345", 3, "12.345"],
    ["77", 0, "77"],
    ["9007199254740993", 2, "90071992547409.93"]
  ])("%s with %i decimal places is %s (P-117)", (minor, precision, expected) => {
    assert.strictEqual(text(minor, precision), expected)
  })

  const Case = Schema.Tuple([
    Schema.String.check(Schema.isPattern(/^(?:0|-?[1-9]\d{0,17})$/)),
    Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 18 }))
  ])
  it.effect("keeps every digit of an amount (P-117)", () =>
    holds(Arbitrary.schema(Case), ([minor, precision]) => {
      const written = text(minor, precision)
      const places = written.split(".")[1]?.length ?? 0
      return places === precision && BigInt(written.replace(".", "")) === BigInt(minor)
    }))

  it("does not read a fraction", () => {
    assert.throws(() => read("49.16"))
    assert.throws(() => read("1e3"))
  })
})
