/**
 * Prices that the books take: not below 0, and short enough that they can be added up for all pieces.
 */
import { type AdapterError, Decimal } from "@crossdock/core"
import * as Faults from "./Faults.ts"

/** Values have 38 digits, and pieces up to 16. */
const mostDigits = 20

/** What is wrong with a price. `path` is its JSON pointer. */
export const wrong = (price: Decimal.Decimal | undefined, path: string): AdapterError.RequestInvalid | undefined =>
  price === undefined ? undefined
    : price.value < 0n ? Faults.invalid(path, "is below 0; send what one piece costs")
    : Decimal.toText(price).replace(".", "").length > mostDigits ? Faults.invalid(path, `has more than ${mostDigits} digits; send fewer`)
    : undefined

const prices = ["purchasePrice", "firstLegPrice", "transferPrice"] as const

/** The first of the three prices of a piece that is wrong. */
export const wrongPrice = (
  goods: { readonly [Price in (typeof prices)[number]]?: Decimal.Decimal },
  path: string
): AdapterError.RequestInvalid | undefined => {
  for (const price of prices) {
    const found = wrong(goods[price], `${path}/${price}`)
    if (found !== undefined) return found
  }
  return undefined
}
