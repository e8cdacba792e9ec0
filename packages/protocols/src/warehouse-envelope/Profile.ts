/**
 * How one side of document 1 writes where the document leaves a choice. One table of options; reading never asks it.
 *
 * Names and values as in variants.md and open-points.md, without the protocol's name.
 */
import * as Result from "effect/Result"

/** Every option: its values, the default first. `text` is any text, empty by default. */
export const options = {
  /** The self-shipped package type (row 01). */
  selfShipped: ["OWN_PACKAGE", "OWN_PAKAGE"],
  /** The shipped state in pushOrderInfo (row 02). */
  shippedPush: ["SUCCESS", "JOIN"],
  /** Where a callback answer puts its error text (row 03). */
  callbackErrorMember: ["errorMsg", "message"],
  /** The JSON type of `success` (row 04). */
  successType: ["declared", "boolean", "string"],
  /** skuList of the two pushes (row 17). `object` holds for a list of one. */
  pushSkuList: ["list", "object"],
  /** Name of the SKU operation (row 22). */
  skuMethod: ["insert_sku_info", "insertSkuInfo"],
  /** Quantities that the document types as text (row 25). */
  quantityType: ["declared", "number"],
  /** Amounts (row 26). */
  amountType: ["number", "string"],
  /** Body of a request (row 36). */
  contentType: ["form", "json"],
  /** Content of an operation without parameters (row 37). */
  emptyContent: ["empty", "object"],
  /** Whether a packing line carries its measures (row 40). */
  packingDimensions: [true, false],
  /** How content enters the text to sign (row 75). */
  signedContent: ["string", "object"],
  /** Whether an unknown optional value is written as null (row 77). */
  writeNull: [false, true],
  /** orderCreate and deliveryTime (U-31). */
  dateFormat: ["ms", "text"],
  /** What getOrder answers for an order that is not known (U-18). */
  notFoundAnswer: ["failure", "null"],
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
  emailFallback: "text"
} as const

type Options = typeof options
type OptionValue<O> = O extends ReadonlyArray<infer V> ? V : string

export type Profile = { readonly [K in keyof Options]: OptionValue<Options[K]> }

/** What is written when nothing is configured. */
export const defaults: Profile = Object.fromEntries(
  Object.entries(options).map(([name, values]) => [name, values === "text" ? "" : values[0]])
) as never

/** Completes what was configured with the defaults; fails with one sentence about the first entry that does not fit. */
export const profileFrom = (
  record: Readonly<Record<string, string | boolean>> = {}
): Result.Result<Profile, string> => {
  for (const [name, value] of Object.entries(record)) {
    if (!Object.hasOwn(options, name)) {
      return Result.fail(`"${name}" is no option of warehouse-envelope; known are ${Object.keys(options).join(", ")}`)
    }
    const values: "text" | ReadonlyArray<string | boolean> = options[name as keyof Options]
    if (values === "text" ? typeof value !== "string" : !values.includes(value)) {
      return Result.fail(`"${name}" takes ${values === "text" ? "a text" : values.join(" or ")}`)
    }
  }
  return Result.succeed({ ...defaults, ...record } as Profile)
}
