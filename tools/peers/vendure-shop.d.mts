/** A stock level of one variant at one location. */
export interface ShopLevel {
  readonly stockLocationId: string
  readonly stockOnHand: number
  readonly stockAllocated: number
}

export interface ShopFulfillment {
  readonly id: string
  readonly state: string
  readonly method: string
  readonly trackingCode: string
  readonly createdAt: string
  readonly updatedAt: string
  readonly lines: ReadonlyArray<{ readonly orderLineId: string; readonly quantity: number }>
}

export interface ShopLine {
  readonly id: string
  readonly quantity: number
  readonly lineTax: number
  readonly unitPriceWithTax: number
  readonly proratedUnitPriceWithTax: number
  readonly linePriceWithTax: number
  readonly proratedLinePriceWithTax: number
  readonly productVariant: { readonly id: string; readonly productId: string; readonly sku: string; readonly name: string }
}

/** An order as Vendure has stored it. Amounts are in cents. */
export interface ShopOrder {
  readonly id: string
  readonly code: string
  readonly state: string
  readonly updatedAt: string
  readonly orderPlacedAt: string | null
  readonly currencyCode: string
  readonly totalWithTax: number
  readonly shippingWithTax: number
  readonly lines: ReadonlyArray<ShopLine>
  readonly discounts: ReadonlyArray<{ readonly amountWithTax: number }>
  readonly payments: ReadonlyArray<{ readonly id: string; readonly state: string; readonly amount: number; readonly createdAt: string; readonly updatedAt: string }>
  readonly fulfillments: ReadonlyArray<ShopFulfillment>
}

export interface ShopCart {
  /** Names the buyer, the address and the shipping method. */
  readonly checkOut: (options?: {
    readonly coupon?: "TEN"
    readonly firstName?: string
    readonly lastName?: string
    readonly method?: "standard" | "express"
  }) => Promise<void>
  /** Places the order. `card` (the default) pays at once; `invoice` is settled later by the merchant. */
  readonly pay: (method?: "card" | "invoice") => Promise<unknown>
}

export interface Shop {
  /** Calls the Admin API as the administrator. Throws on errors of either layer. */
  readonly admin: <Data = unknown>(query: string, variables?: Readonly<Record<string, unknown>>) => Promise<Data>
  readonly apiKey: string
  readonly locations: ReadonlyArray<{ readonly id: string; readonly name: string }>
  readonly variants: Readonly<Record<string, { readonly productId: string; readonly variantId: string }>>
  readonly order: (code: string) => Promise<ShopOrder>
  readonly levels: (sku: string) => Promise<ReadonlyArray<ShopLevel>>
  /** Takes a fulfillment to a state, and returns the state. */
  readonly transition: (id: string, state: string) => Promise<string>
  /** Puts goods by SKU into a new cart, whose order will have this code. */
  readonly cart: (code: string, lines: Readonly<Record<string, number>>) => Promise<ShopCart>
  readonly settle: (code: string) => Promise<void>
  readonly cancel: (code: string) => Promise<void>
  /** Makes a fulfillment with quantities by line, and returns its id. It is Pending. */
  readonly fulfil: (trackingCode: string, lines: Readonly<Record<string, number>>) => Promise<string>
}

/** The permissions of the API key. */
export declare const permissions: ReadonlyArray<string>

/** Logs in, and sets up a shop with goods by SKU, two stock locations, and an API key for the plugin. */
export declare const openShop: (options: {
  readonly url: string
  readonly admin: { readonly user: string; readonly password: string }
  readonly stock?: Readonly<Record<string, number>>
}) => Promise<Shop>
