/**
 * The member that names warehouses, in both forms of document 2 part A.
 */
import { Table } from "../../wire/index.ts"

/** warehouseKey where the document has a String; a list of one is read (row 20). */
export const key = Table.required("warehouseKey", Table.textOfOne, { is: null })

/** warehouseKey where the document has an Array; a String is read (row 20). */
export const keys = Table.required(
  "warehouseKey",
  Table.list(Table.text, { nonEmpty: true, single: true, option: { name: "warehouseKeyType", forms: { string: "object" } } }),
  { is: null }
)
