/** A list, and the other forms that are read as a list. */
import { Json } from "@crossdock/core"
import { type Found, pointer } from "../Context.ts"
import type { Values } from "../Plan.ts"
import type * as Table from "../Table.ts"
import { type Composite, digitsOf, formOf, invalid, mistyped, type ReadType } from "./ValueType.ts"

export const list: Composite<Table.ListType> = {
  wanted: "a list",
  reader: (type, { typeReader }) => {
    const readItem = typeReader(type.of as Table.Type)
    const { kind } = type.of as Table.Type
    const isElement = (json: Json.Json) => Json.isObject(json) || (kind === "text" ? typeof json === "string" : kind === "decimal" && digitsOf(json) !== undefined)
    return (json, from, place, found) => {
      const path = from + place
      const isSingle = type.single === true && isElement(json)
      if (!Array.isArray(json) && !isSingle) return mistyped(found, path, "a list")
      const items = (isSingle ? [json] : json) as ReadonlyArray<Json.Json>
      if (items.length === 0 && type.nonEmpty === true) return invalid(found, path, "is an empty list; send at least one element")
      const { maxItems } = found.context.limits
      if (maxItems !== undefined && items.length > maxItems) {
        return found.refuse(path, "MEMBER_TOO_LONG", `has more than ${maxItems} elements; send them in several calls`)
      }
      const values: Array<unknown> = []
      for (let at = 0; at < items.length; at++) {
        const item = items[at]!
        const value = type.skipInvalidItems === true
          ? readAlone(type, readItem, item, `${path}/${at}`, found)
          : readItem(picked(type, item), path, `/${at}`, found)
        if (value !== undefined) values.push(value)
      }
      for (const name of type.unique ?? []) reportRepeats(values as ReadonlyArray<Values>, name, path, found)
      return values
    }
  },
  write: (type, value, path, found, { writeType }) => {
    if (!Array.isArray(value)) return found.refuse(path, "MEMBER_MISTYPED", "is not a list")
    if (value.length === 0 && type.nonEmpty === true) return invalid(found, path, "is an empty list")
    const items = value.map((item, at) => writeType(type.of as Table.Type, item, pointer(path, at), found)).filter((item) => item !== undefined)
    return formOf({ ...type, written: type.written ?? "list" }, found) === "object" && items.length === 1 ? items[0] : items
  }
}

const readAlone = (type: Table.ListType, readItem: ReadType, json: Json.Json, path: string, found: Found): unknown => {
  const problems = found.problems
  found.problems = []
  const value = readItem(picked(type, json), path, "", found)
  const [first] = found.problems
  found.problems = problems
  if (first === undefined) return value
  found.skipped.push({ path, json })
  found.report(first.path, `${first.message}; this element is left out`)
  return undefined
}

const picked = ({ pick, short }: Table.ListType, json: Json.Json): Json.Json => {
  if (pick !== undefined && Json.isObject(json)) return json[pick] ?? null
  return short !== undefined && typeof json === "string" ? { ...short.rest, [short.member]: json } : json
}

const reportRepeats = (values: ReadonlyArray<Values>, name: string, path: string, found: Found): void => {
  const seen = new Set<unknown>()
  for (const value of values) {
    if (seen.has(value[name])) found.report(path, `has two elements with the same ${name}`)
    seen.add(value[name])
  }
}
