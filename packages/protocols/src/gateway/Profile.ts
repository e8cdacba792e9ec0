/**
 * How one side of document 2 part A writes where the document leaves a choice. One table of options; reading never asks
 * it.
 *
 * Names and values as in variants.md and open-points.md, without the protocol's name.
 */
import * as Result from "effect/Result"

/** Every option: its values, the default first; or a text, or a number of at most four digits, with its default. */
export const options = {
  /** The self-shipped package type (row 01). */
  selfShipped: ["OWN_PAKAGE", "OWN_PACKAGE"],
  /** The list of initWarehouses (row 11). */
  warehouseListMember: ["warehouseInfoList", "warehouseList"],
  /** The result of syncInventory (row 16). */
  inventoryResult: ["object", "array"],
  /** warehouseKey where the document has an Array (row 20). `string` holds for one key. */
  warehouseKeyType: ["declared", "string"],
  /** Quantities that the document types as text (row 25). */
  quantityType: ["declared", "number"],
  /** Amounts (row 26). */
  amountType: ["number", "string"],
  /** Whether answers have the member `code` (row 31). */
  writeCode: [true, false],
  /** Whether a packing line carries its measures (row 40). */
  packingDimensions: [true, false],
  /** Orders of one cancelOrder at most; those that wait at the same moment go together (row 42). */
  cancelBatch: { count: "1" },
  /** Keys of one initWarehouses or initChannels at most (U-28). */
  keysPerCall: { count: "1" },
  /** How content enters the text to sign (row 75). */
  signedContent: ["string", "object"],
  /** Letters outside ASCII in the header authInfo (U-29). */
  authInfoEncoding: ["escape", "percent"],
  /** The type of an inbound order that had none, in getAsnList (U-91). */
  defaultAsnType: { text: "MANUAL" },
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
} as const

type Options = typeof options
type OptionValue<O> = O extends ReadonlyArray<infer V> ? V : string

export type Profile = { readonly [K in keyof Options]: OptionValue<Options[K]> }

type Option = ReadonlyArray<string | boolean> | { readonly text: string } | { readonly count: string }

const defaultOf = (option: Option): string | boolean =>
  "text" in option ? option.text : "count" in option ? option.count : option[0]!

/** What is written when nothing is configured. */
export const defaults: Profile = Object.fromEntries(
  Object.entries(options).map(([name, option]) => [name, defaultOf(option)])
) as never

const wanted = (option: Option): string =>
  "text" in option ? "a text" : "count" in option ? "a number from 1 to 1000 as text" : option.join(" or ")

const fits = (option: Option, value: string | boolean): boolean => {
  if ("text" in option) return typeof value === "string"
  if ("count" in option) return typeof value === "string" && /^[1-9]\d{0,2}$|^1000$/.test(value)
  return option.includes(value)
}

/** Completes what was configured with the defaults; fails with one sentence about the first entry that does not fit. */
export const profileFrom = (
  record: Readonly<Record<string, string | boolean>> = {}
): Result.Result<Profile, string> => {
  for (const [name, value] of Object.entries(record)) {
    if (!Object.hasOwn(options, name)) {
      return Result.fail(`"${name}" is no option of gateway; known are ${Object.keys(options).join(", ")}`)
    }
    const option: Option = options[name as keyof Options]
    if (!fits(option, value)) return Result.fail(`"${name}" takes ${wanted(option)}`)
  }
  return Result.succeed({ ...defaults, ...record } as Profile)
}
