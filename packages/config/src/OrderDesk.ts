/**
 * The order desk of a composition: rules by which orders of shops become orders at warehouses, and what shops are told of stock.
 */
import type { DurationWithUnit } from "@crossdock/core"

/** A range of exact decimals, written as text such as `"2.5"`. `from` belongs to it, `below` does not. */
export interface DeskRange {
  readonly from?: string
  readonly below?: string
}

/** What an order must be like for a rule. All conditions that are given must hold; without any, the rule is for every order. */
export interface DeskConditions {
  /** The ids of links to shops; an order must come from one of them. Where links share an id, write the scope, as `links ls` shows it. */
  readonly shops?: ReadonlyArray<string>
  /** Two-letter codes of countries, or `EU` for all members of the European Union; an order must go to one of them. */
  readonly countries?: ReadonlyArray<string>
  /** SKUs of the books, or beginnings of them such as `"MUG-*"`; an order must have a line with one of them. */
  readonly skus?: ReadonlyArray<string>
  /** Marks that people of the shop give orders, as the shop writes them; an order must have one of them. */
  readonly tags?: ReadonlyArray<string>
  /** The weight of all pieces in kilograms, by `weights`. An order with a SKU whose weight is not known does not match. */
  readonly weight?: DeskRange
  /** What the buyer pays, in one currency. Orders in another currency do not match. */
  readonly total?: DeskRange & { readonly currency: string }
  /** A time of day such as `"15:00"`; an order must have been placed before it on its day. */
  readonly before?: string
  /** The time zone of `before`: an IANA name or an offset such as `UTC+8`. Default: UTC+8. */
  readonly timeZone?: string
  /** `all`: the places of the rule must have all pieces; otherwise later rules are tried. Without it, the order is held until they have. */
  readonly stock?: "all"
}

/** A warehouse that can ship orders. */
export interface DeskPlace {
  /** The id of a link to a warehouse that reports to the books. Where links share an id, write the scope. */
  readonly link: string
  /** The name of the warehouse in the books. The link's `warehouseNames` has its code. */
  readonly warehouse: string
}

/** Where the orders of a rule are placed. */
export interface DeskPlacement {
  /** In the order of preference. Each warehouse once. */
  readonly at: ReadonlyArray<DeskPlace>
  /**
   * Whether an order may be shipped from several places, if none has everything. The fewest places are used. Default: false. Written as
   * `false`, it also asks warehouses that can keep it (`canShipComplete`) to ship everything at once.
   */
  readonly split?: boolean
  /** Whether the lines of a bundle may be shipped from several places, where `split` is true. Default: false. */
  readonly splitBundles?: boolean
  /** The shipping channel that the warehouse is told. Required if the plugin of one of the warehouses says so. */
  readonly channel?: string
  /** The shop arranges the shipment with this provider, and the warehouse ships with the shop's label. Default: the warehouse arranges it. */
  readonly label?: { readonly providerCode: string; readonly providerName: string }
}

/** What happens to orders that meet some conditions. A rule has either `place` or `hold`. */
export interface DeskRule {
  /** Named in the explanation of each order. */
  readonly name: string
  /** Rules with a higher number are asked first, those with the same number in the order of the list. Default: 0. */
  readonly priority?: number
  readonly when?: DeskConditions
  readonly place?: DeskPlacement
  /** Holds the orders until a person releases them, for this reason. */
  readonly hold?: string
}

/** What orders of a shop may hold that are not paid. Any buyer can write such an order, so without a bound one could empty every shop. */
export interface DeskUnpaid {
  /** The part of a SKU's pieces that the unpaid orders of one shop may hold together, in whole percent. Default: 20. */
  readonly percent?: number
  /** The pieces of a SKU that they may hold in any case. Default: 1. */
  readonly atLeast?: number
  /** How long after it was stored an order may hold pieces. Default: 24 hours. */
  readonly within?: DurationWithUnit
}

/** The stock that a shop is told: what is available in some warehouses, less what is kept back. */
export interface DeskStock {
  /** How often changes of the books are published. Default: 1 minute. */
  readonly every?: DurationWithUnit
  /** How many pieces of each SKU are kept back at each location. Default: 0. */
  readonly buffer?: number
  /** Pieces that are kept back further, by SKU or by a beginning such as `"MUG-*"`. The SKU wins over beginnings, a longer beginning over a shorter one. */
  readonly safety?: Readonly<Record<string, number>>
  /** How often the stock of the warehouses is compared with the books. Default: 1 hour. */
  readonly reconcileEvery?: DurationWithUnit
  /** What unpaid orders may hold at most. */
  readonly unpaid?: DeskUnpaid
  readonly publish: ReadonlyArray<{
    /** The id of a link to a shop. Where links share an id, write the scope. */
    readonly shop: string
    /** The shop's code of the location whose stock is set. */
    readonly location: string
    /** The names in the books of the warehouses whose stock is offered there. */
    readonly warehouses: ReadonlyArray<string>
  }>
}

/** What customs are told of an article. */
export interface ArticleCustoms {
  /** The code of the Harmonized System, such as `"9405.11"`. */
  readonly hsCode?: string
  /** The two-letter code of the country in which it was made, such as `"DE"`. */
  readonly originCountry?: string
}

/** Places the orders of shops at warehouses, and publishes the stock of the books. Without it, orders of shops go to the ERP alone. */
export interface Desk {
  /** The id of the ERP connection whose stock is reserved. Its plugin offers `allotStock`, `receiveShipments` and `listStockBalances`. */
  readonly books: string
  /** A shop's orders go to the desk if a rule could match its link. An order that no rule matches is held. */
  readonly rules: ReadonlyArray<DeskRule>
  /** The weight of one piece of each SKU in kilograms, such as `"0.35"`. */
  readonly weights?: Readonly<Record<string, string>>
  /** What customs are told of each SKU whose shop does not tell it. */
  readonly customs?: Readonly<Record<string, ArticleCustoms>>
  /** If absent, no stock is published and nothing is compared. */
  readonly stock?: DeskStock
  /**
   * The desk places orders that the shop created at this instant or later, such as `"2026-11-01T00:00:00Z"`. Earlier ones are held until a
   * person releases them, because somebody else may ship them. If absent, only the open orders that are stored when the desk first runs
   * are held so.
   */
  readonly since?: string
  /**
   * How the freight of an order, and what carriers collect on delivery, are divided if several warehouses ship it. Together they are told
   * exactly the amounts of the order. `byValue`: by the value of the lines of each part, or by their pieces if a line has no price.
   * `firstPart`: the part that is placed first has everything. Default: `byValue`.
   */
  readonly charges?: "byValue" | "firstPart"
  /** What warehouses print on the packing slips of a shop, by the id of its link. Where links share an id, write the scope. */
  readonly packingSlipNotes?: Readonly<Record<string, string>>
}
