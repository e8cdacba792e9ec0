/**
 * The member that names warehouses, in both forms of document 2 part A.
 */
import { Exchange } from "../../kit/index.ts"
import { Mapping, Table } from "../../wire/index.ts"

/** warehouseKey where the document has a String; a list of one is read (row 20). */
export const key = Table.required("warehouseKey", Table.textOfOne, { is: null })

/** warehouseKey where the document has an Array; a String is read (row 20). */
export const keys = Table.required(
  "warehouseKey",
  Table.list(Table.text, { nonEmpty: true, single: true, option: { name: "warehouseKeyType", forms: { string: "object" } } }),
  { is: null }
)

/** As the kit's, with the keys of a call in each request. */
export const define: typeof Exchange.define = (exchange) => {
  const type = exchange.request.members.find(({ name }) => name === "warehouseKey")?.type as Table.Type
  return Exchange.define({
    ...exchange,
    fromPayload: exchange.fromPayload ?? ((payload, named) =>
      Mapping.toWire(exchange.request, payload as object, { warehouseKey: type.kind === "list" ? named : named[0] } as never))
  })
}
