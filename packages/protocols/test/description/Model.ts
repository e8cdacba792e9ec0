/**
 * A protocol as data that does not depend on a format: its operations and callbacks with their tables, one example of each
 * message, and what the requirements state of each member. The OpenAPI document and the page of a protocol are made from it.
 */
import { Json } from "@crossdock/core"
import type { Table } from "../../src/wire/index.ts"
import type { Row, Subjects } from "../law/Law.ts"
import { statementOf } from "./Requirements.ts"

/** One operation or callback. */
export interface Operation {
  /** The name of the method, or the service type. */
  readonly method: string
  /** Other names under which a server takes it. */
  readonly also?: ReadonlyArray<string>
  /** What it does, in one sentence without a full stop. */
  readonly summary: string
  /** The path of an operation that has one of its own, or that of its callback. */
  readonly path: string
  readonly request: Table.Table
  readonly answer: Table.Table
  /** The member of the request table that stands for the message, which is a list. */
  readonly listMember?: string
  readonly isDeprecated?: boolean
  readonly examples: Examples
}

/** A message of each direction, in the form that is written by default. */
export interface Examples {
  readonly request: Json.JsonObject
  readonly answer: Json.JsonObject
}

/** Members in place of those of a sample; undefined takes one away. */
export type Instead = Readonly<Record<string, Json.Json | undefined>>

export const withInstead = (sample: Json.JsonObject, instead: Instead = {}): Json.JsonObject =>
  Object.fromEntries(Object.entries({ ...sample, ...instead }).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])))

/** A call of an operation as HTTP. */
export interface Call {
  readonly headers: ReadonlyArray<readonly [name: string, value: string]>
  /** The fields of the body; absent if the body is the message itself. */
  readonly fields?: Readonly<Record<string, string>>
  readonly body: string
}

export interface Header {
  readonly name: string
  readonly isRequired: boolean
  readonly description: string
}

/** A field of the outer message beside the one that carries the message. */
export interface Field {
  readonly name: string
  readonly description: string
}

export interface Described {
  /** The name of the files. */
  readonly name: string
  readonly title: string
  readonly summary: string
  /** The number of the document, as `spec N §x` names it. */
  readonly document: "1" | "2" | "3"
  /** The prefix of its requirements. */
  readonly family: "D1" | "G" | "P" | "E"
  readonly operations: ReadonlyArray<Operation>
  readonly callbacks: ReadonlyArray<Operation>
  /** The content types of a request. */
  readonly contentTypes: ReadonlyArray<"application/json" | "application/x-www-form-urlencoded" | "multipart/form-data">
  readonly headers: ReadonlyArray<Header>
  /** The outer message; absent if the body is the message itself. */
  readonly envelope?: {
    readonly fields: ReadonlyArray<Field>
    /** The field that names the operation. */
    readonly method: string
    /** The field whose JSON text is the message. */
    readonly content: string
    /** Whether the message may be left empty if it has no member. */
    readonly mayBeEmpty: boolean
  }
  /** The fields around an answer whose message is JSON text in one of them. */
  readonly answerEnvelope?: { readonly content: string }
  /** The members of every failure. */
  readonly failure: Table.Table
  readonly callbackFailure?: Table.Table
  readonly rows: ReadonlyArray<{ readonly rows: ReadonlyArray<Row>; readonly subjects: Subjects }>
  /** Builds the request of an example, signed with the secret of the examples. */
  readonly call: (operation: Operation, message: string) => Call
  /** Writes an answer as the body of a response. */
  readonly answered: (message: string) => string
}

/** The JSON text of the message of an example. */
export const messageOf = ({ examples: { request }, listMember }: Operation): string => Json.stringify(listMember === undefined ? request : request[listMember]!)

/** The path of an example. */
export const pathOf = ({ path }: Operation): string => path.replace("{version}", "v1").replace("{warehouseExtraType}", "acme")

/** The secret with which every example is signed. */
export const exampleSecret = "example-secret"

/** The requirements of members. */
export interface Ids {
  /** The ids of a member of a table. With `method`, without those that state something of another operation. */
  readonly of: (table: Table.Table, member: Table.Member, method?: string) => ReadonlyArray<string>
}

/** A table and all below it, each once, in the order in which they are met. */
export const closure = (tables: ReadonlyArray<Table.Table>, found: Set<Table.Table> = new Set()): ReadonlyArray<Table.Table> => {
  for (const table of tables) {
    if (found.has(table)) continue
    found.add(table)
    closure(table.members.flatMap(({ type }) => tableIn(type as Table.Type) ?? []), found)
  }
  return [...found]
}

const tableIn = (type: Table.Type): Table.Table | undefined =>
  type.kind === "object" ? type.table as Table.Table : type.kind === "list" || type.kind === "map" ? tableIn(type.of as Table.Type) : undefined

/** Reads the ids from the rows of the law. A table without a row of its own for a member has the ids of the member in other tables, if they state nothing of an operation that does not use the table. */
export const idsOf = ({ callbacks, operations, rows }: Pick<Described, "callbacks" | "operations" | "rows">): Ids => {
  const own = new Map<Table.Table, Map<string, ReadonlyArray<string>>>()
  const shared = new Map<Table.Member, ReadonlyArray<string>>()
  for (const { rows: some, subjects } of rows) {
    for (const { ids: text, member: name, message } of some) {
      const table = subjects[message]?.table
      const member = table?.members.find((one) => one.name === name)
      if (table === undefined || member === undefined) continue
      const ids = text.split(" ")
      const ofTable = own.get(table) ?? new Map<string, ReadonlyArray<string>>()
      own.set(table, ofTable.set(name, [...new Set([...(ofTable.get(name) ?? []), ...ids])]))
      shared.set(member, [...new Set([...(shared.get(member) ?? []), ...ids])])
    }
  }
  const methods = new Set([...operations, ...callbacks].map(({ method }) => method))
  /** The operation that a statement is about, if it begins with the name of one. */
  const methodOf = (id: string): string | undefined => {
    const first = /^[UX]-/.test(id) ? undefined : /^`?(\w+)/.exec(statementOf(id))?.[1]
    return first !== undefined && methods.has(first) ? first : undefined
  }
  const users = new Map<Table.Table, Set<string>>()
  for (const { answer, method, request } of [...operations, ...callbacks]) {
    for (const table of closure([request, answer])) users.set(table, (users.get(table) ?? new Set<string>()).add(method))
  }
  const isUsedBy = (table: Table.Table, method: string | undefined): boolean => method === undefined || users.get(table)?.has(method) === true
  return {
    of: (table, member, method) => {
      const ids = own.get(table)?.get(member.name) ?? (shared.get(member) ?? []).filter((id) => isUsedBy(table, methodOf(id)))
      return method === undefined ? ids : ids.filter((id) => (methodOf(id) ?? method) === method)
    }
  }
}

/** The statements about a member, without its name and type, which stand beside them. */
export const notesOf = (ids: ReadonlyArray<string>): ReadonlyArray<string> =>
  // Open points (U-nn) and variants (X-nnn) are named by their ids alone.
  ids.filter((id) => !/^[UX]-/.test(id)).flatMap((id) => {
    const statement = statementOf(id)
    const [head = "", ...rest] = statement.split("; ")
    const note = /, (?:required|optional)(?: (?:in|list|of)\b.*)?$/.test(head) ? rest.join("; ") : statement
    return note === "" ? [] : [note]
  })
