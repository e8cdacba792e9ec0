/**
 * What ERPs were told of the parcels of outbound orders.
 */
import type { Types } from "./ColumnTypes.ts"

/** `told` is what ERPs were told by number of a parcel, as JSON. Null: what the reports up to then say. */
export const toldParcels: ReadonlyArray<string> = ["alter table entity add column told text"]

/** `number` is the number of a parcel in its order, from 1. Earlier parcels get theirs in the order in which the shop was told of them. */
export const parcelNumbers = ({ long }: Types): ReadonlyArray<string> => [
  `alter table desk_parcel add column number ${long}`,
  `update desk_parcel set number = (
    select count(*) from desk_parcel q where q.entity = desk_parcel.entity
      and (q.created_at, q.tracking_number, q.part) <= (desk_parcel.created_at, desk_parcel.tracking_number, desk_parcel.part))`
]
