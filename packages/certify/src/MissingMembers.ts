/**
 * The requests that lack one required member each, made from a right one by the table of its message.
 */
import { Json } from "@crossdock/core"
import type { Table } from "@crossdock/protocols/wire"

/** A request without one member. */
export interface Incomplete {
  /** JSON pointer to the member that is missing. */
  readonly path: string
  /** The message or record that declares the member. */
  readonly table: string
  readonly content: Json.JsonObject
}

/** The names of the members on the way of a JSON pointer. */
export const namesOf = (path: string): ReadonlyArray<string> => path.split("/").slice(1).filter((step) => !/^\d+$/.test(step))

const isNeeded = ({ absent, mayBeEmpty, mayBeNull, need }: Table.Member): boolean =>
  need === "required" && absent === undefined && mayBeEmpty !== true && mayBeNull !== true

const without = (json: Json.JsonObject, name: string): Json.JsonObject => Object.fromEntries(Object.entries(json).filter(([key]) => key !== name))

/** The table of the objects in a member, and the first of them with its path below the member. */
const inside = (type: Table.Type, value: Json.Json | undefined): { readonly table: Table.Table; readonly json: Json.JsonObject; readonly below: string; readonly put: (json: Json.JsonObject) => Json.Json } | undefined => {
  if (type.kind === "object" && Json.isObject(value)) return { table: type.table as Table.Table, json: value, below: "", put: (json) => json }
  if (type.kind !== "list" || !Array.isArray(value)) return undefined
  const [first, ...rest] = value
  const of = type.of as Table.Type
  return of.kind === "object" && Json.isObject(first) ? { table: of.table as Table.Table, json: first, below: "/0", put: (json) => [json, ...rest] } : undefined
}

/** Each request without one of its required members. A member inside a list is dropped from the first element. */
export const incompleteOf = (table: Table.Table, json: Json.JsonObject, at = ""): ReadonlyArray<Incomplete> =>
  table.members.flatMap((member) => {
    const { name, type } = member
    if (!Object.hasOwn(json, name)) return []
    const found = inside(type as Table.Type, json[name])
    const deeper = found === undefined ? [] : incompleteOf(found.table, found.json, `${at}/${name}${found.below}`).map((one) => ({ ...one, content: { ...json, [name]: found.put(one.content) } }))
    return isNeeded(member) ? [{ path: `${at}/${name}`, table: table.name, content: without(json, name) }, ...deeper] : deeper
  })

/** The name of the record that declares the member at a JSON pointer. */
export const recordAt = (table: Table.Table, path: string): string => recordsAt(table, path.slice(0, path.lastIndexOf("/")))?.name ?? table.name

/** The table of the object, or of the elements of the list, at a JSON pointer; undefined if there is neither. */
export const recordsAt = (table: Table.Table, path: string): Table.Table | undefined => {
  let record: Table.Table | undefined = table
  for (const step of namesOf(path)) {
    const type = record?.members.find(({ also = [], name }) => name === step || also.includes(step))?.type as Table.Type | undefined
    const of = type?.kind === "list" ? type.of as Table.Type : type
    record = of?.kind === "object" ? of.table as Table.Table : undefined
  }
  return record
}

/** The value at a JSON pointer. */
export const valueAt = (json: Json.Json, path: string): Json.Json | undefined => {
  let found: Json.Json | undefined = json
  for (const step of path.split("/").slice(1)) found = Array.isArray(found) ? found[Number(step)] : Json.isObject(found) ? found[step] : undefined
  return found
}
