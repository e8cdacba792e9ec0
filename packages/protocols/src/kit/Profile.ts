/**
 * The options of a protocol as a table: their values, their defaults, and what is configured checked against them.
 */
import * as Result from "effect/Result"

/** Its values, the default first; or any text, or a number from 1 to 1000, each with its default. */
export type Option = ReadonlyArray<string | boolean> | { readonly text: string } | { readonly count: string }

export type ProfileOf<Options> = {
  readonly [K in keyof Options]: Options[K] extends ReadonlyArray<infer V> ? V : string
}

/** Options that both documents have, with the names and values of variants.md and open-points.md. */
export const common = {
  /** Quantities that the document types as text (row 25). */
  quantityType: ["declared", "number"],
  /** What the amount of an order line is of, which no document says. */
  lineAmount: ["line", "piece"],
  /** Amounts (row 26). */
  amountType: ["number", "string"],
  /** Whether a packing line carries its measures (row 40). */
  packingDimensions: [true, false],
  /** How content enters the text to sign (row 75). */
  signedContent: ["string", "object"],
  /** Whether an unknown optional value is written as null (row 77). */
  writeNull: [false, true],
  /** orderCreate and deliveryTime (U-31). */
  dateFormat: ["ms", "text"],
  /** A label that is no PDF (U-74). */
  labelCheck: ["report", "refuse"],
  /** Ten digits where thirteen are declared (U-81). */
  timestampLeniency: ["report", "refuse"],
  /** Fractions of stock (U-80). */
  allowFractionalStock: [true, false],
  /** What a character limit counts (U-73). */
  lengthUnit: ["codePoint", "utf16", "byte"],
  /** Letter case of a signature that is written (U-05). */
  hexCase: ["lower", "upper"],
  /** Whether email, state and postalCode may be empty (U-79). */
  requireContact: [false, true],
  /** Written where the buyer has no email (row 45). */
  emailFallback: { text: "" }
} as const satisfies Readonly<Record<string, Option>>

const defaultOf = (option: Option): string | boolean =>
  "text" in option ? option.text : "count" in option ? option.count : option[0]!

const wanted = (option: Option): string =>
  "text" in option ? "a text" : "count" in option ? "a number from 1 to 1000 as text" : option.join(" or ")

const fits = (option: Option, value: string | boolean): boolean => {
  if ("text" in option) return typeof value === "string"
  if ("count" in option) return typeof value === "string" && /^[1-9]\d{0,2}$|^1000$/.test(value)
  return option.includes(value)
}

/** What is written when nothing is configured. */
export const defaultsOf = <const Options extends Readonly<Record<string, Option>>>(options: Options): ProfileOf<Options> =>
  Object.fromEntries(Object.entries(options).map(([name, option]) => [name, defaultOf(option)])) as never

/** Completes what was configured with the defaults; fails with one sentence about the first entry that does not fit. */
export const readerOf = <const Options extends Readonly<Record<string, Option>>>(protocol: string, options: Options) =>
(record: Readonly<Record<string, string | boolean>> = {}): Result.Result<ProfileOf<Options>, string> => {
  for (const [name, value] of Object.entries(record)) {
    const option = Object.hasOwn(options, name) ? options[name] : undefined
    if (option === undefined) {
      return Result.fail(`"${name}" is no option of ${protocol}; known are ${Object.keys(options).join(", ")}`)
    }
    if (!fits(option, value)) return Result.fail(`"${name}" takes ${wanted(option)}`)
  }
  return Result.succeed({ ...defaultsOf(options), ...record } as never)
}
