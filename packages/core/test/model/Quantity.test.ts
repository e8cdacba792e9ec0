import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Decimal from "../../src/model/Decimal.ts"
import * as Quantity from "../../src/model/Quantity.ts"

const decoded = (schema: Schema.Codec<Quantity.Quantity, number | string>, value: unknown) =>
  Effect.runSync(Effect.match(Schema.decodeUnknownEffect(schema)(value), { onSuccess: Decimal.toText, onFailure: () => "refused" }))

describe("a quantity", () => {
  it.each([
    [1, "1"],
    [1000, "1000"],
    ["0.5", "0.5"],
    ["2.50", "2.50"],
    ["3", "3"],
    [0, "refused"],
    [-1, "refused"],
    [1.5, "refused"],
    ["0.0", "refused"],
    ["-1", "refused"],
    ["1e3", "refused"],
    ["", "refused"],
    [null, "refused"],
    [NaN, "refused"]
  ])("is read from %j as %s (U-80)", (value, expected) => {
    assert.strictEqual(decoded(Quantity.Quantity, value), expected)
  })

  it.each([[0, "0"], ["0.25", "0.25"], [-1, "refused"], ["-0.1", "refused"]])("that was counted is read from %j as %s (U-80)", (value, expected) => {
    assert.strictEqual(decoded(Quantity.QuantityOrZero, value), expected)
  })

  it("is a number in JSON where it is whole, and a text with every digit where it is not", () => {
    const encoded = (value: number | string) => Schema.encodeSync(Quantity.Quantity)(Quantity.of(value))
    assert.deepStrictEqual([3, "3", "3.0", "2.50", "12345678901234567890"].map(encoded), [3, 3, "3.0", "2.50", "12345678901234567890"])
  })

  it("is made from a number or a text, and from nothing else", () => {
    assert.strictEqual(Decimal.toText(Quantity.of("1.250")), "1.250")
    assert.strictEqual(Decimal.toText(Quantity.of(0)), "0")
    for (const wrong of [-1, "-0.5", "many", NaN, Infinity, 1e21, ""]) assert.throws(() => Quantity.of(wrong), RangeError)
  })

  it("is a number where it is whole, and undefined where a number would not be exact", () => {
    const numbers = [3, "3.00", "0", "3.5", "0.001", "9007199254740991", "9007199254740993"].map((value) => Quantity.toNumber(Quantity.of(value)))
    assert.deepStrictEqual(numbers, [3, 3, 0, undefined, undefined, 9007199254740991, undefined])
  })

  it("is compared, added and subtracted exactly", () => {
    const [tenth, fifth, half] = [Quantity.of("0.1"), Quantity.of("0.2"), Quantity.of("0.50")]
    assert.isTrue(Quantity.equals(Quantity.sum([tenth, fifth]), Quantity.of("0.3")))
    assert.isTrue(Quantity.equals(Quantity.of(2), Quantity.of("2.00")))
    assert.isTrue(Quantity.equals(Quantity.sum([]), Quantity.of(0)))
    assert.deepStrictEqual([Quantity.compare(tenth, half), Quantity.compare(half, tenth), Quantity.compare(half, Quantity.of("0.5"))], [-1, 1, 0])
    assert.strictEqual(Decimal.toText(Quantity.subtract(tenth, half)), "-0.40")
  })

  it("is the smaller or the greater of two, and 0 is what remains where more is taken", () => {
    const [one, two] = [Quantity.of("1.0"), Quantity.of("2.5")]
    assert.deepStrictEqual([Quantity.min(one, two), Quantity.max(one, two)], [one, two])
    assert.deepStrictEqual([Quantity.remaining(two, one), Quantity.remaining(one, two)].map(Decimal.toText), ["1.5", "0"])
    assert.strictEqual(Quantity.toNumber(Quantity.zero), 0)
  })

  it("that was counted has at most 38 digits and is 0 or more", () => {
    const sum = Quantity.sum([Quantity.of("9".repeat(38)), Quantity.of(1)])
    assert.deepStrictEqual([Quantity.zero, Quantity.of("1.5"), Quantity.subtract(Quantity.zero, Quantity.of(1)), sum].map(Quantity.isQuantityOrZero), [true, true, false, false])
  })
})
