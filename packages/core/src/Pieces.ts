/**
 * Lines for a peer that counts whole pieces and has no place for anything else.
 */
import * as Effect from "effect/Effect"
import * as AdapterError from "./AdapterError.ts"
import * as Decimal from "./model/Decimal.ts"
import * as Quantity from "./model/Quantity.ts"

interface Measured {
  readonly quantity: Quantity.Quantity
  readonly unit?: string
}

/** A line whose quantity is a number of whole pieces. */
export type InPieces<Line extends Measured> = Omit<Line, "quantity" | "unit"> & { readonly quantity: number }

/**
 * The lines for a peer that counts whole pieces and nothing else. Fails with the place in the payload of the first line
 * that has a fraction or a unit; `path` is where the lines stand in the payload.
 */
export const fromLines = <Line extends Measured>(
  lines: ReadonlyArray<Line>,
  path = "/lines"
): Effect.Effect<ReadonlyArray<InPieces<Line>>, AdapterError.RequestInvalid> =>
  Effect.forEach(lines, ({ quantity, unit: named, ...line }, at) => {
    if (named !== undefined) return Effect.fail(notInPieces(`${path}/${at}/unit`, `names the unit ${JSON.stringify(named)}`))
    const pieces = Quantity.toNumber(quantity)
    return pieces === undefined
      ? Effect.fail(notInPieces(`${path}/${at}/quantity`, `is ${Decimal.toText(quantity)}`))
      : Effect.succeed({ ...line, quantity: pieces })
  })

const notInPieces = (path: string, found: string) =>
  new AdapterError.RequestInvalid({ path, message: `${found}, and the peer counts whole pieces; order whole pieces without a unit` })
