/**
 * Magic buyers, whose orders have a chosen shape. Any other name is that of an ordinary buyer, who pays at once.
 */
export interface Traits {
  /** What the shop tells of the receiver: his data with asterisks, or nothing. */
  readonly receiver?: "masked" | "none"
  readonly payment?: "never" | "later" | "on delivery"
  /** Whether the buyer cancels the order after `payAfter`, unless it was shipped before. */
  readonly isCancelling?: true
  /** Whether the shop holds the order until `payAfter`. */
  readonly isHeldFirst?: true
  /** Whether the order is COMPLETED as soon as its first parcel has left, as in shops that know no part of an order. */
  readonly isCompletedEarly?: true
  /** Whether the shop refunds one piece of the first line after `payAfter`. */
  readonly isRefunded?: true
  /** The number of lines. */
  readonly lines?: number
  /** `odd`: quotes, line ends, other scripts and percent signs. */
  readonly texts?: "odd"
  /** `none`: the shop does not tell when the order was changed. */
  readonly time?: "none"
  readonly reading?: "unreadable" | "twice"
  readonly isFulfilledByPlatform?: true
  readonly isPreSale?: true
  /** The code of the location from which the second line leaves; the order leaves from the default one. */
  readonly secondLineFrom?: string
  /** Whether the lines are one bundle, and each has a tax. */
  readonly isBundle?: true
}

export interface MagicBuyer extends Traits {
  readonly buyer: string
  /** One sentence for the table in README.md. */
  readonly message: string
}

export const magicBuyers: ReadonlyArray<MagicBuyer> = [
  { buyer: "MASKED", message: "Name, phone and street of the receiver are masked with asterisks.", receiver: "masked" },
  { buyer: "NO_ADDRESS", message: "The receiver has no member at all.", receiver: "none" },
  { buyer: "UNPAID", message: "Stays UNPAID for ever.", payment: "never" },
  { buyer: "PAYS_LATER", message: "UNPAID at first, and paid after `payAfter`.", payment: "later" },
  { buyer: "CASH_ON_DELIVERY", message: "Paid on delivery; the order states what the carrier collects.", payment: "on delivery" },
  { buyer: "CANCELS", message: "CANCELLED after `payAfter`, unless everything was shipped before.", isCancelling: true },
  { buyer: "ON_HOLD", message: "ON_HOLD at first, although paid; READY_TO_SHIP after `payAfter`.", isHeldFirst: true },
  { buyer: "REFUNDED", message: "One piece of the first line is refunded after `payAfter`, without the freight.", isRefunded: true },
  { buyer: "COMPLETED_EARLY", message: "COMPLETED as soon as the first parcel has left, whatever is not shipped yet; further parcels are taken.", isCompletedEarly: true },
  { buyer: "MANY_LINES", message: "The order has 10,000 lines.", lines: 10_000 },
  { buyer: "ODD_TEXT", message: "Names, remarks, titles and the platform's message have quotes, line ends, percent signs, other scripts and numbers of 19 digits.", texts: "odd" },
  { buyer: "NO_TIME", message: "The order does not tell when it was changed.", time: "none" },
  { buyer: "UNREADABLE", message: "The order exists and cannot be read; queries name it in `unreadable`.", reading: "unreadable" },
  { buyer: "TWICE", message: "Queries return the order twice on one page.", reading: "twice" },
  { buyer: "BY_PLATFORM", message: "SHIPPED at once, because the platform ships it from its own warehouse.", isFulfilledByPlatform: true },
  { buyer: "PRE_SALE", message: "Marked as a pre-sale.", isPreSale: true },
  { buyer: "TWO_LOCATIONS", message: "The order leaves from `SBX-1`, and its second line from `SBX-2`.", secondLineFrom: "SBX-2" },
  { buyer: "BUNDLE", message: "The lines are one bundle, and each has a tax of 21 cents for each piece.", isBundle: true }
]

const byName = new Map(magicBuyers.map((magic) => [magic.buyer, magic]))

export const traitsOf = (buyer: string): Traits => byName.get(buyer) ?? {}
