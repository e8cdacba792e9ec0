/**
 * The options of a protocol: their allowed values and defaults, and the check of configured values.
 */
import * as Result from "effect/Result"

/**
 * The allowed values, the default first; or any text, or a number from 1 to 1000, each with its default. With `isAnyCase`,
 * the text is the default in any letter case.
 */
export type Option = ReadonlyArray<string | boolean> | { readonly text: string; readonly isAnyCase?: boolean } | { readonly count: string }

/** The type of a complete set of options. */
export type ProfileOf<Options> = {
  readonly [K in keyof Options]: Options[K] extends ReadonlyArray<infer V> ? V : string
}

/** The options that both specifications have, with the names and values of variants.md and open-points.md. */
export const common = {
  /** The form of quantities for which the specification declares text (variants.md row 25). */
  quantityType: ["declared", "number"],
  /** Whether the amount of an order line is for the line or for one piece, which no specification says. */
  lineAmount: ["line", "piece"],
  /** The form of amounts (variants.md row 26). */
  amountType: ["number", "string"],
  /** Whether a packing line carries its measures (variants.md row 40). */
  packingDimensions: [true, false],
  /** The form in which the content is embedded in the text to sign (variants.md row 75). */
  signedContent: ["string", "object"],
  /** Whether an unknown optional value is written as null (variants.md row 77). */
  writeNull: [false, true],
  /** The form of orderCreate and deliveryTime (U-31). */
  dateFormat: ["ms", "text"],
  /** The treatment of a label that is not a PDF (U-74). */
  labelCheck: ["report", "refuse"],
  /** The treatment of a timestamp of ten digits where thirteen are declared (U-81). */
  timestampLeniency: ["report", "refuse"],
  /** Whether stock quantities may be fractions (U-80). */
  allowFractionalStock: [true, false],
  /** The unit in which character limits are counted (U-73). */
  lengthUnit: ["codePoint", "utf16", "byte"],
  /** The letter case of written signatures (U-05). */
  hexCase: ["lower", "upper"],
  /** Whether an empty email, state or postalCode is refused (U-79). */
  requireContact: [false, true],
  /** The text that is written if the buyer has no email (variants.md row 45). */
  emailFallback: { text: "" }
} as const satisfies Readonly<Record<string, Option>>

const defaultOf = (option: Option): string | boolean =>
  "text" in option ? option.text : "count" in option ? option.count : option[0]!

const wanted = (option: Option): string =>
  "text" in option ? option.isAnyCase === true ? `${option.text} in any letter case` : "a text" : "count" in option ? "a number from 1 to 1000 as text" : option.join(" or ")

const fits = (option: Option, value: string | boolean): boolean => {
  if ("text" in option) return typeof value === "string" && (option.isAnyCase !== true || value.toLowerCase() === option.text.toLowerCase())
  if ("count" in option) return typeof value === "string" && /^[1-9]\d{0,2}$|^1000$/.test(value)
  return option.includes(value)
}

/** Returns the default of every option. */
export const defaultsOf = <const Options extends Readonly<Record<string, Option>>>(options: Options): ProfileOf<Options> =>
  Object.fromEntries(Object.entries(options).map(([name, option]) => [name, defaultOf(option)])) as never

/**
 * Builds a reader that completes configured options with the defaults. It fails with one sentence about the first
 * option that is unknown or has a wrong value.
 */
export const readerOf = <const Options extends Readonly<Record<string, Option>>>(protocol: string, options: Options) =>
(record: Readonly<Record<string, string | boolean>> = {}): Result.Result<ProfileOf<Options>, string> => {
  for (const [name, value] of Object.entries(record)) {
    const option = Object.hasOwn(options, name) ? options[name] : undefined
    if (option === undefined) {
      return Result.fail(`"${name}" is not an option of ${protocol}; the options are ${Object.keys(options).join(", ")}`)
    }
    if (!fits(option, value)) return Result.fail(`"${name}" takes ${wanted(option)}`)
  }
  return Result.succeed({ ...defaultsOf(options), ...record } as never)
}
