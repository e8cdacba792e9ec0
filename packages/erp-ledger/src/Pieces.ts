/**
 * The books count whole pieces.
 */
import { type AdapterError, Decimal, Quantity } from "@crossdock/core"
import * as Faults from "./Faults.ts"

/** The number of pieces, or why there is none. `path` is the JSON pointer of the quantity. */
export const wrong = (quantity: Decimal.Decimal, unit: string | undefined, path: string): AdapterError.RequestInvalid | undefined =>
  unit !== undefined
    ? Faults.invalid(path.replace(/\/[^/]*$/, "/unit"), `the unit is ${JSON.stringify(unit)}, but the books count pieces; send a whole number without a unit`)
    : Quantity.toNumber(quantity) === undefined
    ? Faults.invalid(path, `the quantity is ${Decimal.toText(quantity)}, but the books count whole pieces; send a whole number`)
    : undefined

/** A quantity that was checked to be whole. */
export const of = (quantity: Decimal.Decimal): number => Quantity.toNumber(quantity) ?? 0

/** The first quantity of some lines that is not a whole number of pieces. */
export const wrongLine = <Line extends { readonly sku: string; readonly unit?: string }>(
  lines: ReadonlyArray<Line>,
  member: keyof Line & string,
  path = "/lines"
): AdapterError.RequestInvalid | undefined => {
  for (const [at, line] of lines.entries()) {
    const quantity = line[member] as Decimal.Decimal | undefined
    const found = quantity && wrong(quantity, line.unit, `${path}/${at}/${member}`)
    if (found !== undefined) return found
  }
  return undefined
}
