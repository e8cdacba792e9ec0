/**
 * The types that messages of both protocols share, with the forms in which they are written.
 */
import type { Table } from "../../wire/index.ts"

/** A number of pieces, for which the specification declares text. */
export const quantity = {
  kind: "quantity",
  of: "pieces",
  isExact: true,
  written: "text",
  option: { name: "quantityType", forms: { number: "number" } }
} as const satisfies Table.QuantityType

/** A stock quantity. */
export const balance = { kind: "balance", written: "text", option: quantity.option } as const satisfies Table.BalanceType

/**
 * A number of pieces, for which the specification declares a number: in inbound orders, and in status reports about
 * orders.
 */
export const ordered = { kind: "quantity", of: "pieces", isExact: true, written: "number" } as const satisfies Table.QuantityType
export const pieces = { kind: "quantity", of: "pieces", written: "number" } as const satisfies Table.QuantityType
export const count = { kind: "quantity", of: "count", isExact: true, written: "number" } as const satisfies Table.QuantityType

/** An amount, declared as BigDecimal. */
export const amount = {
  kind: "decimal",
  written: "number",
  option: { name: "amountType", forms: { string: "text" } }
} as const satisfies Table.DecimalType

/** A measure, declared as Decimal. No option changes its form. */
export const measure = { kind: "decimal", written: "number" } as const satisfies Table.DecimalType

/** A timestamp of 13 digits, declared as Long. */
export const timestamp = { kind: "instant", written: "ms" } as const satisfies Table.InstantType

/** A timestamp written as `yyyy-MM-dd HH:mm:ss`. */
export const dateText = { kind: "instant", written: "text" } as const satisfies Table.InstantType

/** A timestamp that the specification declares as Date (U-31). */
export const date = {
  kind: "instant",
  written: "ms",
  option: { name: "dateFormat", forms: { text: "text" } }
} as const satisfies Table.InstantType

/** The other names under which a tracking number is read. */
export const trackingNames = {
  trackingNumber: ["trackNumber", "trackiNumber"],
  trackNumber: ["trackingNumber", "trackiNumber"]
} as const

/** A sign with which platforms and warehouses hide a part of a person's data. */
export const maskingSign = /[*＊•]/u
