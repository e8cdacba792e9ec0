/** The members of orders that a plugin asks for, with the types and the nullability of the GraphQL Admin API 2026-01. */
export interface MoneyBag {
  readonly shopMoney: { readonly amount: string; readonly currencyCode: string }
}

export interface MailingAddress {
  readonly name: string | null
  readonly company: string | null
  readonly address1: string | null
  readonly address2: string | null
  readonly city: string | null
  readonly province: string | null
  readonly countryCodeV2: string | null
  readonly zip: string | null
  readonly phone: string | null
}

export interface LineItem {
  readonly id: string
  readonly title: string
  readonly sku: string | null
  readonly quantity: number
  readonly currentQuantity: number
  readonly requiresShipping: boolean
  readonly product: { readonly id: string } | null
  readonly variant: { readonly id: string } | null
  readonly originalUnitPriceSet: MoneyBag
  readonly discountedUnitPriceAfterAllDiscountsSet: MoneyBag
  readonly discountedTotalSet: MoneyBag
  readonly totalDiscountSet: MoneyBag
  readonly customAttributes: ReadonlyArray<{ readonly key: string; readonly value: string | null }>
}

export interface Fulfillment {
  readonly id: string
  readonly createdAt: string
  readonly location: { readonly id: string } | null
  readonly trackingInfo: ReadonlyArray<{ readonly company: string | null; readonly number: string | null; readonly url: string | null }>
  readonly fulfillmentLineItems: { readonly nodes: ReadonlyArray<{ readonly quantity: number | null; readonly lineItem: { readonly id: string } }> }
}

export type DeliveryMethodType = "LOCAL" | "NONE" | "PICK_UP" | "PICKUP_POINT" | "RETAIL" | "SHIPPING"

export interface FulfillmentOrder {
  readonly fulfillAt: string | null
  readonly fulfillBy: string | null
  readonly assignedLocation: { readonly name: string; readonly location: { readonly id: string } | null }
  readonly deliveryMethod: {
    readonly methodType: DeliveryMethodType
    readonly maxDeliveryDateTime: string | null
    readonly additionalInformation: { readonly instructions: string | null } | null
  } | null
  readonly fulfillmentHolds: ReadonlyArray<{ readonly displayReason: string; readonly reasonNotes: string | null }>
}

export type FinancialStatus = "AUTHORIZED" | "EXPIRED" | "PAID" | "PARTIALLY_PAID" | "PARTIALLY_REFUNDED" | "PENDING" | "REFUNDED" | "VOIDED"
export type FulfillmentStatus =
  | "FULFILLED" | "IN_PROGRESS" | "ON_HOLD" | "OPEN" | "PARTIALLY_FULFILLED" | "PENDING_FULFILLMENT" | "REQUEST_DECLINED" | "RESTOCKED" | "SCHEDULED" | "UNFULFILLED"
export type FieldPurpose = "SHIPPING" | "TAX"

export interface Order {
  readonly id: string
  readonly name: string
  readonly createdAt: string
  readonly processedAt: string
  readonly updatedAt: string
  readonly cancelledAt: string | null
  readonly cancelReason: string | null
  readonly closedAt: string | null
  readonly currencyCode: string
  readonly displayFinancialStatus: FinancialStatus | null
  readonly displayFulfillmentStatus: FulfillmentStatus
  readonly email: string | null
  readonly note: string | null
  readonly poNumber: string | null
  readonly tags: ReadonlyArray<string>
  readonly taxesIncluded: boolean
  readonly dutiesIncluded: boolean
  readonly paymentGatewayNames: ReadonlyArray<string>
  readonly customer: { readonly id: string; readonly displayName: string } | null
  readonly billingAddress: MailingAddress | null
  readonly shippingAddress: MailingAddress | null
  readonly shippingLine: { readonly title: string } | null
  readonly currentTotalPriceSet: MoneyBag
  readonly currentShippingPriceSet: MoneyBag
  readonly currentTotalDiscountsSet: MoneyBag
  readonly currentTotalTaxSet: MoneyBag | null
  readonly totalOutstandingSet: MoneyBag
  readonly additionalFees: ReadonlyArray<{ readonly name: string; readonly price: MoneyBag }>
  readonly localizedFields: { readonly nodes: ReadonlyArray<{ readonly key: string; readonly value: string; readonly countryCode: string; readonly purpose: FieldPurpose }> }
  readonly lineItems: { readonly nodes: ReadonlyArray<LineItem> }
  readonly fulfillments: ReadonlyArray<Fulfillment>
  readonly fulfillmentOrders: { readonly nodes: ReadonlyArray<FulfillmentOrder> }
}

/** An order, and the text in which it came. */
export interface Received {
  readonly order: Order
  readonly text: string
}
