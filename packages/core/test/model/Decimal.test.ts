import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as BigDecimal from "effect/BigDecimal"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { TestSchema } from "effect/testing"
import { Decimal, fromText, isDecimalText, toText } from "../../src/model/Decimal.ts"
import { holds } from "../property.ts"

const decode = Schema.decodeUnknownEffect(Decimal)
const encode = Schema.encodeEffect(Decimal)

/** Texts of decimals of 1 to 38 digits; a text that has more is filtered out. */
const texts = Arbitrary.filter(
  Arbitrary.schema(Schema.String.check(Schema.isPattern(/^-?(?:0|[1-9]\d{0,24})(?:\.\d{1,25})?$/))),
  (text) => text.replaceAll(/\D/g, "").length <= 38
)

describe("Decimal", () => {
  it.effect.each([
    "4.50", "0", "0.0", "0.00", "1000", "1000000.0000", "-12.5", "-0.10", "0.0000001", "9007199254740993",
    "12345678901234567890.123456789012345678", "99999999999999999999999999999999999999",
    "0.1234567890123456789012345678901234567"
  ])("keeps every digit and its scale: %s", (text) =>
    Effect.gen(function*() {
      const value = yield* decode(text)
      assert.strictEqual(yield* encode(value), text)
      assert.strictEqual(toText(value), text)
      const direct = fromText(text)
      assert.isTrue(direct !== undefined && BigDecimal.equals(direct, value))
    }))

  it.effect("keeps 38 digits exactly and refuses 39 (D1-401)", () =>
    Effect.gen(function*() {
      const whole = "1".repeat(38)
      const fraction = `${"1".repeat(20)}.${"0".repeat(18)}`
      for (const text of [whole, `-${whole}`, fraction]) assert.strictEqual(yield* encode(yield* decode(text)), text)
      for (const text of [`${whole}1`, `-${whole}1`, `${fraction}0`, `0.${"0".repeat(38)}`, "1".repeat(200)]) {
        assert.isFalse(isDecimalText(text))
        assert.isUndefined(fromText(text))
        yield* Effect.flip(decode(text))
      }
    }))

  it.effect.each(["", " ", "1 ", "+1", ".5", "5.", "1e2", "1E2", "1,5", "0x1", "١", "NaN", "Infinity", "--1", "1.2.3", "1_000", "1\n"])(
    "is not %j",
    (text) =>
      Effect.gen(function*() {
        assert.isFalse(isDecimalText(text))
        yield* Effect.flip(decode(text))
      })
  )

  it.effect("holds only what it can write", () =>
    Effect.gen(function*() {
      const tooMuch = [
        BigDecimal.make(10n ** 38n, 0),
        BigDecimal.make(-(10n ** 38n), 10),
        BigDecimal.make(1n, 38),
        BigDecimal.make(1n, -38),
        BigDecimal.make(123n, -36),
        BigDecimal.make(0n, 1_000_000)
      ]
      for (const value of tooMuch) yield* Effect.flip(encode(value))
      assert.strictEqual(yield* encode(BigDecimal.make(123n, -35)), `123${"0".repeat(35)}`)
      assert.strictEqual(yield* encode(BigDecimal.make(5n, 3)), "0.005")
      assert.strictEqual(yield* encode(BigDecimal.make(-5n, 3)), "-0.005")
    }))

  it.effect("gives back any text of up to 38 digits", () =>
    holds(texts, (text) => {
      const value = fromText(text)
      const isMinusZero = /^-[0.]*$/.test(text)
      return value !== undefined && toText(value) === (isMinusZero ? text.slice(1) : text)
    }, 1000))

  it.effect("reads exactly what is plain notation, short or long", () =>
    holds(Arbitrary.schema(Schema.String.check(Schema.isPattern(/^[-+.0-9eE 1]{0,18}$/))), (text) => {
      const value = fromText(text)
      return isDecimalText(text)
        ? value !== undefined && BigDecimal.equals(value, BigDecimal.fromStringUnsafe(text)) && value.scale === (text.split(".")[1]?.length ?? 0)
        : value === undefined
    }, 5000))

  it.effect("survives a round trip", () =>
    new TestSchema.Asserts(Decimal).verifyRoundTripEffect({ seed: 1, runs: 300, maxDiscards: 100_000 }))
})
