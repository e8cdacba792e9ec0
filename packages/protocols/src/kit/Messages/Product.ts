/** The description of a product, which both specifications share (spec 1 §2.12, spec 2 §2.9). */
import { Table } from "../../wire/index.ts"
import { measure } from "./Forms.ts"

const name = Table.textUpTo(255)

export const members = [
  Table.optional("warehouseCode", Table.code),
  Table.required("sku", Table.keyUpTo(255)),
  Table.required("erpSku", name),
  Table.optional("title", name),
  Table.optional("barcode", name),
  Table.optional("specifications", Table.text),
  Table.optional("imageUrl", Table.text),
  Table.optional("weight", measure),
  Table.optional("netWeight", measure),
  Table.optional("weightUnit", Table.text),
  Table.optional("length", measure),
  Table.optional("width", measure),
  Table.optional("height", measure),
  Table.optional("dimensionUnit", Table.text),
  Table.optional("itemPackage", Table.whole)
] as const
