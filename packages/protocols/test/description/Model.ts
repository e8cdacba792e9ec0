/**
 * A protocol as data that does not depend on a format: its operations and callbacks with their tables, one example of each
 * message, and what the requirements state of each member. The OpenAPI document and the page of a protocol are made from it.
 */
import type { Json } from "@crossdock/core"
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

/** The secret with which every example is signed. */
export const exampleSecret = "example-secret"

/** The ids of the requirements of each member. */
export const idsOf = ({ rows }: Pick<Described, "rows">): ReadonlyMap<Table.Member, ReadonlyArray<string>> => {
  const ids = new Map<Table.Member, ReadonlyArray<string>>()
  for (const { rows: some, subjects } of rows) {
    for (const { ids: text, member: name, message } of some) {
      const member = subjects[message]?.table.members.find((one) => one.name === name)
      if (member !== undefined) ids.set(member, [...new Set([...(ids.get(member) ?? []), ...text.split(" ")])])
    }
  }
  return ids
}

/** The statements about a member, without its name and type, which stand beside them. */
export const notesOf = (ids: ReadonlyArray<string>): ReadonlyArray<string> =>
  // Open points (U-nn) and variants (X-nnn) are named by their ids alone.
  ids.filter((id) => !/^[UX]-/.test(id)).flatMap((id) => {
    const statement = statementOf(id)
    const [head = "", ...rest] = statement.split("; ")
    const note = /, (?:required|optional)(?: (?:in|list)\b.*)?$/.test(head) ? rest.join("; ") : statement
    return note === "" ? [] : [note]
  })
