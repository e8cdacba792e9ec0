/**
 * The types that several messages of documents 1 and 2 share, with the forms in which they are written.
 */
import type { Table } from "../../wire/index.ts"

/** Pieces that the document types as text. */
export const quantity = {
  kind: "quantity",
  of: "pieces",
  isExact: true,
  written: "text",
  option: { name: "quantityType", forms: { number: "number" } }
} as const satisfies Table.QuantityType

/** Stock figures. */
export const balance = { kind: "balance", written: "text", option: quantity.option } as const satisfies Table.BalanceType

/** Quantities that the document types Number: of an inbound order, and in what is told of orders. */
export const ordered = { kind: "quantity", of: "pieces", isExact: true, written: "number" } as const satisfies Table.QuantityType
export const pieces = { kind: "quantity", of: "pieces", written: "number" } as const satisfies Table.QuantityType
export const count = { kind: "quantity", of: "count", written: "number" } as const satisfies Table.QuantityType

/** BigDecimal. */
export const amount = {
  kind: "decimal",
  written: "number",
  option: { name: "amountType", forms: { string: "text" } }
} as const satisfies Table.DecimalType

/** Measures: Decimal, no option. */
export const measure = { kind: "decimal", written: "number" } as const satisfies Table.DecimalType

/** A Long of 13 digits. */
export const timestamp = { kind: "instant", written: "ms" } as const satisfies Table.InstantType

/** `yyyy-MM-dd HH:mm:ss`. */
export const dateText = { kind: "instant", written: "text" } as const satisfies Table.InstantType

/** Date (U-31). */
export const date = {
  kind: "instant",
  written: "ms",
  option: { name: "dateFormat", forms: { text: "text" } }
} as const satisfies Table.InstantType

/** The other names of a tracking number. */
export const trackingNames = {
  trackingNumber: ["trackNumber", "trackiNumber"],
  trackNumber: ["trackingNumber", "trackiNumber"]
} as const

