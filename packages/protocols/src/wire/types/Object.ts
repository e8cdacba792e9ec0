/** An object that has a table of its own. */
import type * as Table from "../Table.ts"
import { type Composite, formOf } from "./ValueType.ts"

export const object: Composite<Table.ObjectType> = {
  wanted: "a JSON object",
  reader: ({ listIs, table }, { readerOf }) => {
    const reader = readerOf(table as Table.Table)
    return listIs === undefined
      ? (json, path, place, found) => reader.read(json, path + place, found)
      : (json, path, place, found) => reader.read(Array.isArray(json) ? { [listIs]: json } : json, path + place, found)
  },
  write: (type, value, path, found, { writeTable }) => {
    const json = writeTable(type.table as Table.Table, value, path, found)
    return type.listIs !== undefined && json !== undefined && formOf({ ...type, written: "object" }, found) === "list"
      ? json[type.listIs]
      : json
  }
}
