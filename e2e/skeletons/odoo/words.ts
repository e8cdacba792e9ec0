/** What the words of Odoo are called in core. */
import type { Money, OrderDetails, ReadyOrder } from "@crossdock/core"
import type { Partner, PickingState } from "./peer.ts"

/** A delivery in another state waits for goods or for a person, and is not told. */
export const states: Readonly<Partial<Record<PickingState, ReadyOrder.ReadyState>>> = { assigned: "ready", cancel: "cancelled", done: "done" }

export const addressType = ({ is_company }: Partner): OrderDetails.AddressType => is_company ? "business" : "residential"

/** Whose number the VAT of a receiver is, and what kind it is. */
export const vat: Pick<OrderDetails.TaxId, "kind" | "of"> = { of: "buyer", kind: "VAT" }

/** Prices of moves are for one unit of the move, and have the tax in them. */
export const perUnit: Money.PriceBasis = "piece"
export const pricesIncludeTax: Readonly<Record<"price_reduce_taxinc", boolean>> = { price_reduce_taxinc: true }

/** The members of a partner that a receiver cannot do without, for messages. */
export const partnerMembers = { name: "name", country_code: "country_code", city: "city", street: "street" } satisfies { readonly [K in keyof Partner]?: K }
