/**
 * What ERPs were told of the parcels of outbound orders.
 */

/** `told` is what ERPs were told by number of a parcel, as JSON. Null: what the reports up to then say. */
export const toldParcels: ReadonlyArray<string> = ["alter table entity add column told text"]
