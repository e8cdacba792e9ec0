/** What the parts of a split cost: what was paid for each, and its share of the fee. */
import type { ErpStockOrder } from "@crossdock/books"
import * as BigDecimal from "effect/BigDecimal"

type Line = ErpStockOrder.SplitOrder["lines"][number]

const zero = BigDecimal.make(0n, 0)

/** The places after the point of the share of a fee. */
const places = 4

const shareOf = (fee: BigDecimal.BigDecimal, pieces: BigDecimal.BigDecimal): BigDecimal.BigDecimal =>
  BigDecimal.isZero(pieces) ? zero : BigDecimal.round(BigDecimal.divideUnsafe(fee, pieces), { scale: places, mode: "half-from-zero" })

/**
 * Completes the costs of a line. A part costs what was put away times the sum of its purchase price and its share of the fee; all
 * pieces have the same share. The line costs as much as its parts (document 3, 2.10).
 */
export const complete = (line: Line): Line => {
  const fee = line.fee ?? zero
  const pieces = BigDecimal.sumAll(line.parts.map(({ received }) => received ?? zero))
  const share = shareOf(fee, pieces)
  const parts = line.parts.map((part) => ({
    ...part,
    cost: BigDecimal.multiply(part.received ?? zero, BigDecimal.sum(part.purchasePrice ?? zero, share))
  }))
  return { ...line, fee, parts, cost: BigDecimal.sumAll(parts.map(({ cost }) => cost)) }
}
