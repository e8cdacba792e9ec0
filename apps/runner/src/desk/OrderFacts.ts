/**
 * What the rules of the order desk see of an order.
 */
import type { Money } from "@crossdock/core"

/** Pieces of one line of an order. `line` is the shop's id of the line; the SKU is that of the books. */
export interface OrderLine {
  readonly line: string
  readonly sku: string
  /** A whole number from 0. */
  readonly pieces: number
}

/** Stands for the SKU of a line that has none. Such a line is held before anything asks a warehouse for it. */
export const unnamedSku = ""

export interface OrderFacts {
  /** The scope of the link to the shop. */
  readonly shop: string
  readonly country: string | undefined
  readonly lines: ReadonlyArray<OrderLine>
  readonly tags: ReadonlyArray<string>
  /**
   * The warehouses from which the shop wants a line to leave, by the line and by their names in the books. A line that is not among them may
   * leave from any.
   */
  readonly leavesFrom: ReadonlyMap<string, ReadonlyArray<string>>
  /** The bundle of each line that is a part of one, by the line. */
  readonly bundles: ReadonlyMap<string, string>
  /** What the buyer pays. */
  readonly total: Money.Money
  /** When the buyer placed the order, in milliseconds since 1970. */
  readonly placedAt: number
}

/** How many pieces of some lines each SKU has, in the order of the lines. SKUs without pieces are left out. */
export const piecesBySku = (lines: ReadonlyArray<OrderLine>): ReadonlyMap<string, number> => {
  const pieces = new Map<string, number>()
  for (const line of lines) {
    if (line.pieces > 0) pieces.set(line.sku, (pieces.get(line.sku) ?? 0) + line.pieces)
  }
  return pieces
}

/** A text names so many SKUs, and so many characters of each. */
const [mostSkus, mostCharacters] = [5, 100]

const skuText = (sku: string): string => sku === unnamedSku ? "an article without a SKU" : JSON.stringify(sku.length > mostCharacters ? `${sku.slice(0, mostCharacters)}…` : sku)

/** Pieces by SKU for people. Of many SKUs only the first are named, because a shop decides how long its orders are. */
export const piecesText = (pieces: ReadonlyMap<string, number>): string => {
  const named = [...pieces].slice(0, mostSkus).map(([sku, count]) => `${count} of ${skuText(sku)}`)
  return [...named, ...(pieces.size > mostSkus ? [`${pieces.size - mostSkus} further SKUs`] : [])].join(" and ")
}
