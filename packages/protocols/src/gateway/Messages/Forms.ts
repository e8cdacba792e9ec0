/**
 * The member that names warehouses, as text and as a list (the gateway protocol uses both).
 */
import { Exchange } from "../../kit/index.ts"
import { Mapping, Table } from "../../wire/index.ts"

/** warehouseKey where the specification has a String; a list of one element is read too (variants.md row 20). */
export const key = Table.required("warehouseKey", Table.textOfOne, { is: null })

/** warehouseKey where the specification has an Array; a String is read too (variants.md row 20). */
export const keys = Table.required(
  "warehouseKey",
  Table.list(Table.text, { nonEmpty: true, single: true, option: { name: "warehouseKeyType", forms: { string: "object" } } }),
  { is: null }
)

/** Defines an exchange like `Exchange.define`, and writes the keys of a call into each request. */
export const define: typeof Exchange.define = (exchange) => {
  const type = exchange.request.members.find(({ name }) => name === "warehouseKey")?.type as Table.Type
  return Exchange.define({
    ...exchange,
    fromPayload: exchange.fromPayload ?? ((payload, named) =>
      Mapping.toWire(exchange.request, payload as object, { warehouseKey: type.kind === "list" ? named : named[0] } as never))
  })
}
