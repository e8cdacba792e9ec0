/** What the admin API shows of an order. */
import type { Answer } from "../../api/Answer.ts"

export type Found = Answer<"/admin/orders/{number}">
export type Detail = Found["items"][number]
export type Desk = NonNullable<Detail["desk"]>
export type Part = Desk["parts"][number]
export type Parcel = Desk["parcels"][number]
export type Related = Found["related"][number]
export type Entry = Found["timeline"][number]
export type Booking = Found["bookings"][number]
export type Intent = Detail["intents"][number]
export type Delivery = Detail["deliveries"][number]

/** Parts are called A, B and so on; beyond Z by their number. */
export const letterOf = (index: number): string => (index < 26 ? String.fromCharCode(65 + index) : String(index + 1))
