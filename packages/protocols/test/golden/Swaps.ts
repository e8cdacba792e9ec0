/** Exchanges of two members of one type in a message table. */
import { Json } from "@crossdock/core"
import type { Table } from "../../src/wire/index.ts"
import type * as Golden from "./Golden.ts"

export interface Place {
  readonly subject: Golden.Subject
  readonly side: "request" | "answer"
}

export interface Swap extends Place {
  readonly table: Table.Table
  readonly one: Table.Member
  readonly other: Table.Member
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

/** The tables of a message: its own, and those of the objects in it. */
export const tablesOf = (table: Table.Table): ReadonlyArray<Table.Table> => [...new Set([table, ...table.members.flatMap(({ type }) => below(type as Table.Type).flatMap(tablesOf))])]

const below = (type: Table.Type): ReadonlyArray<Table.Table> =>
  type.kind === "object" ? [type.table as Table.Table] : type.kind === "list" || type.kind === "map" ? below(type.of as Table.Type) : []

/** Each two members of one type in the tables of both messages of an operation. */
export const of = (subject: Golden.Subject): ReadonlyArray<Swap> =>
  (["request", "answer"] as const).flatMap((side) =>
    tablesOf(subject[side].table).flatMap((table) =>
      table.members.flatMap((one, at) =>
        table.members.slice(at + 1).filter((other) => kindOf(one) === kindOf(other)).map((other) => ({ subject, side, table, one, other })))))

const kindOf = ({ type }: Table.Member): string => (type as Table.Type).kind

export const titleOf = ({ one, other, side, subject, table }: Swap): string =>
  `${subject.protocol} ${subject.method} ${side}: ${one.name} and ${other.name} of ${table.name}`

/** Gives each of the two members the name of the other in the table, for good. It must run before anything reads or writes by the table. */
export const exchange = ({ one, other }: Swap): void => {
  const [first, second] = [one.name, other.name]
  const rename = (member: Table.Member, name: string): void => void Object.assign(member as Mutable<Table.Member>, { name, is: member.is === undefined ? member.name : member.is })
  rename(one, second)
  rename(other, first)
}

/**
 * Exchanges what stands under the two names wherever the table describes an object. To read that by the table is to read the message as it
 * is by a table, or by code, whose names are exchanged.
 */
export const onTheWay = ({ one, other, side, subject, table }: Swap): Golden.Way => {
  const within = (described: Table.Table, json: Json.JsonObject): Json.JsonObject =>
    Object.fromEntries(Object.entries(json).map(([name, value]) => {
      const member = described.members.find((each) => each.name === name)
      const to = described !== table ? name : name === one.name ? other.name : name === other.name ? one.name : name
      return [to, member === undefined ? value : inside(member.type as Table.Type, value)]
    }))
  const inside = (type: Table.Type, json: Json.Json): Json.Json =>
    type.kind === "list"
      ? Array.isArray(json) ? json.map((item) => inside(type.of as Table.Type, item)) : inside(type.of as Table.Type, json)
      : type.kind === "object" && Json.isObject(json)
      ? within(type.table as Table.Table, json)
      : json
  return (of, json) => (of === side ? within(subject[side].table, json) : json)
}
