/**
 * Converts lines for a peer that supports whole pieces only.
 */
import * as Effect from "effect/Effect"
import * as AdapterError from "./AdapterError.ts"
import * as Decimal from "./model/Decimal.ts"
import * as Quantity from "./model/Quantity.ts"

interface Measured {
  readonly quantity: Quantity.Quantity
  readonly unit?: string
}

/** A line whose quantity is a plain whole number of pieces, and which has no unit: what `fromLines` makes of `Line`. */
export type InPieces<Line extends Measured> = Omit<Line, "quantity" | "unit"> & { readonly quantity: number }

/**
 * Converts lines to whole pieces. Fails with `RequestInvalid` at the first line that has a fraction or a unit. `path` is
 * the JSON pointer of the lines in the payload.
 */
export const fromLines = <Line extends Measured>(
  lines: ReadonlyArray<Line>,
  path = "/lines"
): Effect.Effect<ReadonlyArray<InPieces<Line>>, AdapterError.RequestInvalid> =>
  Effect.forEach(lines, ({ quantity, unit: named, ...line }, at) => {
    if (named !== undefined) return Effect.fail(notInPieces(`${path}/${at}/unit`, `the unit is ${JSON.stringify(named)}`))
    const pieces = Quantity.toNumber(quantity)
    return pieces === undefined
      ? Effect.fail(notInPieces(`${path}/${at}/quantity`, `the quantity is ${Decimal.toText(quantity)}`))
      : Effect.succeed({ ...line, quantity: pieces })
  })

const notInPieces = (path: string, found: string) =>
  new AdapterError.RequestInvalid({ path, message: `${found}, but the peer supports whole pieces only; send a whole number without a unit` })
