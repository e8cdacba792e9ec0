/**
 * Counts of received goods outside the models: text in the database, and in answers and digests a number where it is whole.
 */
import { Decimal, Quantity } from "@crossdock/core"
import * as BigDecimal from "effect/BigDecimal"

/** Every digit, and no zeros at the end of a fraction. */
export const text = (count: Quantity.QuantityOrZero): string => Decimal.toText(BigDecimal.normalize(count))

/** A whole count as a number and any other as text. */
export const plain = (count: Quantity.QuantityOrZero): number | string => Quantity.toNumber(count) ?? text(count)

type Plain<Line> = { readonly [K in keyof Line]: Quantity.QuantityOrZero extends NonNullable<Line[K]> ? number | string : Line[K] }

/** A line with its counts as numbers and texts; its members keep their order. */
export const readable = <Line extends object>(line: Line): Plain<Line> =>
  Object.fromEntries(Object.entries(line).map(([name, value]) => [name, BigDecimal.isBigDecimal(value) ? plain(value) : value])) as Plain<Line>
