/**
 * What several messages of document 1 share.
 */
import { Table } from "../../wire/index.ts"

export const quantity = {
  kind: "quantity",
  of: "pieces",
  written: "text",
  option: { name: "quantityType", forms: { number: "number" } }
} as const satisfies Table.QuantityType

/** Stock figures (2.8). */
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

const success = (written: "boolean" | "text") =>
  ({
    kind: "boolean",
    written,
    option: { name: "successType", forms: { boolean: "boolean", string: "text" } }
  }) as const satisfies Table.BooleanType

/** Row 03. */
const errorNames = [["errorMsg", "X-103"]] as const

/** The members of every answer (2.1). */
export const response = [
  Table.required("success", success("boolean")),
  Table.optional("message", Table.text, { also: errorNames })
] as const

/** cancelAsnOrder and insert_sku_info type success as text and demand the message. */
export const responseAsText = [
  Table.required("success", success("text")),
  Table.always("message", Table.text, { also: errorNames })
] as const

/** The answer of a callback. */
export const callbackResponse = [
  Table.required("success", success("text")),
  Table.optional("errorMsg", Table.text, { also: [["message", "X-103"]] })
] as const

/** The common response by itself: all that a failure carries. */
export const failureOf = (answer: Table.Table): Table.Table<typeof response> => ({
  name: answer.name,
  members: answer.members.filter(({ name }) => name === "success" || name === "message") as never,
  rules: []
})

/** Row 107: the other names of a tracking number. */
export const trackingNames = {
  trackingNumber: [["trackNumber", "X-107"], ["trackiNumber", "X-107"]],
  trackNumber: [["trackingNumber", "X-107"], ["trackiNumber", "X-107"]]
} as const

type Given<T> =
  & { [K in keyof T as undefined extends T[K] ? never : K]: T[K] }
  & { [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined> }

/** The members that have a value. */
export const given = <T extends object>(value: T): { [K in keyof Given<T>]: Given<T>[K] } => {
  const held: Record<string, unknown> = {}
  for (const [name, member] of Object.entries(value)) if (member !== undefined) held[name] = member
  return held as never
}
