/**
 * What the shops of these runs share: how a shop of document 2 shows its orders in pages.
 */

/** What a getOrder of document 2 asks for: orders by their numbers, or those that changed in a window of time. */
export interface Asked {
  readonly onlineOrderIdList?: ReadonlyArray<string>
  readonly updateTimeStart?: number
  readonly updateTimeEnd?: number
  readonly pageNo?: number
  readonly PageSize?: number
}

/** An order that a shop shows. */
export interface Shown {
  readonly number: string
  /** The time of its last change, in milliseconds since 1970. */
  readonly changedAt: number
}

/** The orders that were asked for. */
export const chosen = <O extends Shown>({ onlineOrderIdList, updateTimeEnd = 0, updateTimeStart = 0 }: Asked, orders: ReadonlyArray<O>): ReadonlyArray<O> =>
  orders.filter(({ changedAt, number }) => onlineOrderIdList?.includes(number) ?? (changedAt >= updateTimeStart && changedAt <= updateTimeEnd))

/** The page that was asked for, of the orders by the time of their last change. */
export const pageOf = <O extends Shown>({ PageSize = 100, pageNo = 1 }: Asked, orders: ReadonlyArray<O>, contentOf: (order: O) => object) => {
  const all = orders.toSorted((one, other) => one.changedAt - other.changedAt || (one.number < other.number ? -1 : 1))
  return {
    isLastPage: all.length <= pageNo * PageSize,
    currentPageNo: pageNo,
    platform: "faults",
    orderInfoList: all.slice((pageNo - 1) * PageSize, pageNo * PageSize).map(contentOf)
  }
}

/** The page that was asked for, of the orders that were asked for. */
export const page = <O extends Shown>(asked: Asked, orders: ReadonlyMap<string, O>, contentOf: (order: O) => object) =>
  pageOf(asked, chosen(asked, [...orders.values()]), contentOf)

/** The members of an article in an order that hold amounts. */
const amounts = [
  "itemPrice",
  "totalTax",
  "shippingPrice",
  "originalPrice",
  "paymentPrice",
  "payAmount",
  "itemTax",
  "shippingTax",
  "discountPrice",
  "totalDiscountedPrice",
  "discountFromPlatform",
  "discountFromSeller"
]

/** An article that costs nothing. */
export const article = ({ lineId, pieces, sku, title }: { readonly lineId: string; readonly pieces: number; readonly sku: string; readonly title: string }) => ({
  onlineTransactionId: lineId,
  onlineSkuTitle: title,
  onlineSkuCode: sku,
  onlineItemId: `I-${sku}`,
  currency: "EUR",
  onlineSkuQuantity: pieces,
  ...Object.fromEntries(amounts.map((name) => [name, "0"]))
})
