/** An object with arbitrary member names, whose values all have one type. */
import { Json } from "@crossdock/core"
import { pointer } from "../Context.ts"
import { notObject } from "../Plan.ts"
import type * as Table from "../Table.ts"
import type { Composite } from "./ValueType.ts"

/** Changes the value of each member and drops members whose new value is undefined. */
const changed = <A, B>(members: Readonly<Record<string, A>>, change: (one: A, name: string) => B | undefined): Record<string, B> =>
  Object.fromEntries(
    Object.entries(members).flatMap(([name, one]) => {
      const value = change(one, name)
      return value === undefined ? [] : [[name, value] as const]
    })
  )

export const map: Composite<Table.MapType> = {
  wanted: "a JSON object",
  reader: (type, { typeReader }) => {
    const readOne = typeReader(type.of as Table.Type)
    return (json, path, place, found) =>
      Json.isObject(json)
        ? changed(json, (one, name) => readOne(one, path + place, pointer("", name), found))
        : notObject(path + place, found)
  },
  write: (type, value, path, found, { writeType }) => {
    if (typeof value !== "object" || value === null) return found.refuse(path, "MEMBER_MISTYPED", "is not an object")
    return changed(value as Readonly<Record<string, unknown>>, (one, name) => writeType(type.of as Table.Type, one, pointer(path, name), found))
  }
}
