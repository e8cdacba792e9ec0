/**
 * The types of document 2 part A that several messages share, with the forms in which they are written.
 */
import { Table } from "../../wire/index.ts"

export const quantity = {
  kind: "quantity",
  of: "pieces",
  written: "text",
  option: { name: "quantityType", forms: { number: "number" } }
} as const satisfies Table.QuantityType

/** Stock figures (2.6). */
export const balance = { ...quantity, of: "balance" } as const satisfies Table.QuantityType

/** Quantities that the document types Number. */
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

/** Row 07: the other names of a tracking number. */
export const trackingNames = {
  trackingNumber: [["trackNumber", "X-107"], ["trackiNumber", "X-107"]],
  trackNumber: [["trackingNumber", "X-107"], ["trackiNumber", "X-107"]]
} as const

/** warehouseKey where the document has a String; a list of one is read (row 20). */
export const key = Table.required("warehouseKey", Table.textOfOne)

/** warehouseKey where the document has an Array; a String is read (row 20). */
export const keys = Table.required(
  "warehouseKey",
  Table.list(Table.text, { nonEmpty: true, single: true, option: { name: "warehouseKeyType", forms: { string: "object" } } })
)
