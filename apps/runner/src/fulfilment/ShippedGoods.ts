/**
 * What has left of an outbound order, as a pure function of the reports of its warehouse. `Statement.fromStatus` translates a report,
 * `FulfilmentRecord.add` keeps it, and `Fulfilment.fromReports` derives the state.
 */
export * as Fulfilment from "./Fulfilment.ts"
export * as FulfilmentRecord from "./FulfilmentRecord.ts"
export * as Quantities from "./Quantities.ts"
export type { ShippedLines } from "./ListInterpretations.ts"
export * as Rules from "./Rules.ts"
export { detailsOf, type ParcelDetails, type ShippedParcel } from "./ShippedParcels.ts"
export * as Statement from "./Statement.ts"
