/**
 * The OpenAPI 3.1 document of a protocol. Its schemas take whatever a reader of the protocol takes; the description of a member says
 * which form is written.
 */
import { Json } from "@crossdock/core"
import type { Table } from "../../src/wire/index.ts"
import { codesOf } from "./Codes.ts"
import { commandsOf } from "./Commands.ts"
import { type Described, type Ids, idsOf, messageOf, notesOf, type Operation } from "./Model.ts"
import { alsoRead, type JsonSchema, notGiven, objectSchema, wordsOf } from "./Schemas.ts"

const camel = (name: string): string => {
  const words = name.split(/[^A-Za-z0-9]+/).filter((word) => word !== "").map((word) => (/^[A-Z0-9]+$/.test(word) && word.length > 3 ? word.toLowerCase() : word))
  return words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join("")
}

const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })
const sentence = (text: string): string => (text === "" ? "" : `${text[0]!.toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`)

/** Collects the schemas of a document and names them. */
class Components {
  readonly schemas: Record<string, JsonSchema> = { NotGiven: { description: "An empty text or null, which mean that the member is not given.", ...notGiven } }
  private readonly known = new Map<Table.Table, string>()
  private readonly ids: Ids

  constructor(protocol: Described) {
    this.ids = idsOf(protocol)
  }

  /** The reference to a table, whose schema is added under the name of its table. */
  readonly ofTable = (table: Table.Table): JsonSchema => {
    const found = this.known.get(table)
    return found === undefined ? this.add(camel(table.name), table) : ref(found)
  }

  /** Adds the schema of a table under a name; where another table has it, under that name with a number. */
  add(name: string, table: Table.Table): JsonSchema {
    let free = name
    for (let count = 2; free in this.schemas; count++) free = `${name}${count}`
    this.known.set(table, free)
    this.schemas[free] = {}
    this.schemas[free] = this.objectOf(table)
    return ref(free)
  }

  put(name: string, schema: JsonSchema): JsonSchema {
    if (name in this.schemas) throw new Error(`two schemas are named ${name}`)
    this.schemas[name] = schema
    return ref(name)
  }

  objectOf(table: Table.Table, success?: boolean): JsonSchema {
    return objectSchema(table, { describe: this.describe, schemaOfTable: this.ofTable, ...(success !== undefined && { success }) })
  }

  private readonly describe = (member: Table.Member, table: Table.Table): JsonSchema => {
    const ids = this.ids.of(table, member)
    const type = member.type as Table.Type
    const also = alsoRead(type)
    const { absent } = member
    // Not as `default`, because generators take a member with a default for one that a caller must send.
    const usual = typeof absent === "number" || typeof absent === "string" || typeof absent === "boolean" ? [`Read as ${absent} if it is not given`] : []
    const text = [`Written as ${wordsOf(type)}`, ...(also.length === 0 ? [] : [`Also read: ${also.join("; ")}`]), ...usual, ...notesOf(ids)].map(sentence).join(" ")
    return { description: text, ...(ids.length > 0 && { "x-requirements": ids }) }
  }
}

/** A message as the JSON text of a field, or as the body itself. */
const contentOf = (components: Components, { listMember, method, request }: Operation): JsonSchema => {
  if (listMember === undefined) return components.add(`${camel(method)}Request`, request)
  const { type } = request.members.find(({ name }) => name === listMember)!
  const item = ((type as Table.ListType<Table.ObjectType<Table.Table>>).of).table
  return components.put(`${camel(method)}Request`, { type: "array", minItems: 1, items: components.ofTable(item) })
}

const callOf = (components: Components, protocol: Described, operation: Operation): JsonSchema => {
  const content = contentOf(components, operation)
  const { envelope } = protocol
  if (envelope === undefined) return content
  const names = [operation.method, ...(operation.also ?? [])]
  const properties = Object.fromEntries(envelope.fields.map(({ description, name }) => [
    name,
    name === envelope.method
      ? { type: "string", enum: names, description }
      : name === envelope.content
      ? { type: "string", ...(!envelope.mayBeEmpty && { minLength: 1 }), contentMediaType: "application/json", contentSchema: content, description }
      : { type: "string", minLength: 1, description }
  ]))
  // A message without a member may be left empty.
  const required = envelope.fields.map(({ name }) => name).filter((name) => name !== envelope.content || !envelope.mayBeEmpty)
  return components.put(`${camel(operation.method)}Call`, { type: "object", properties, required })
}

/** The answer of an operation, and that of a failure, as the body of a response. */
const answerOf = (components: Components, protocol: Described, operation: Operation, failure: string): JsonSchema => {
  const name = `${camel(operation.method)}Answer`
  if (protocol.answerEnvelope === undefined) {
    components.put(name, components.objectOf(operation.answer, true))
    return { anyOf: [ref(name), ref(failure)] }
  }
  const content = components.add(`${camel(operation.method)}Content`, operation.answer)
  components.put(name, {
    type: "object",
    required: ["state", protocol.answerEnvelope.content],
    properties: {
      state: { type: "string", pattern: "^[Ss][Uu][Cc][Cc][Ee][Ss][Ss]$", description: "Written as success." },
      errorCode: { type: ["string", "integer", "null"], description: "Empty on success (option `successErrorCode`)." },
      errorMsg: { type: ["string", "null"] },
      requestId: { type: ["string", "null"], description: "Names the request in the logs of the server." },
      [protocol.answerEnvelope.content]: {
        description: "The answer as JSON text. A refusal of the business stands here, with `notSuccess` true.",
        anyOf: [
          { type: "string", contentMediaType: "application/json", contentSchema: { anyOf: [ref("InnerFailure"), content] } },
          { anyOf: [ref("InnerFailure"), content] }
        ]
      }
    }
  })
  return { anyOf: [ref(name), ref(failure)] }
}

const innerFailure: JsonSchema = {
  type: "object",
  description: "A failure inside the content of an answer.",
  required: ["errorMsg"],
  anyOf: [
    { required: ["notSuccess"], properties: { notSuccess: { anyOf: [{ const: true }, { type: "string", pattern: "^[Tt][Rr][Uu][Ee]$" }] } } },
    { required: ["state"], properties: { state: { type: "string", not: { pattern: "^[Ss][Uu][Cc][Cc][Ee][Ss][Ss]$" }, minLength: 1 } } }
  ],
  properties: { errorCode: { type: ["string", "integer", "null"] }, errorMsg: { type: ["string", "null"] } }
}

const outerFailure: JsonSchema = {
  type: "object",
  required: ["state", "errorCode", "errorMsg"],
  properties: {
    state: { type: "string", minLength: 1, not: { pattern: "^[Ss][Uu][Cc][Cc][Ee][Ss][Ss]$" }, description: "Any text but success; written as fail." },
    errorCode: { type: ["string", "integer", "null"], description: "One of the codes of this document, or one of the peer." },
    errorMsg: { type: ["string", "null"], description: "What is wrong, where, and how to mend it." },
    bizContent: {},
    requestId: { type: ["string", "null"] }
  }
}

const statuses = [
  ["400", "The framing, the outer message or the JSON of a body cannot be read."],
  ["405", "Another HTTP method than POST."],
  ["408", "The request did not arrive in time, and nothing was done."],
  ["413", "The body is too large."],
  ["415", "The content type is not supported."],
  ["429", "A limit of calls is reached. `Retry-After` says when to call again."],
  ["500", "The server failed. The call may have been carried out."],
  ["503", "Written in place of 200 for an outcome that is not known, where a setting says so, and while the server stops or has too much to do."],
  ["504", "The call was not answered in time, and may have been carried out."]
] as const

const responses = (answer: JsonSchema, failure: string, examples: JsonSchema): JsonSchema => ({
  "200": { description: "The answer, or a refusal in the same place.", content: { "application/json": { schema: answer, examples } } },
  ...Object.fromEntries(statuses.map(([status, description]) => [status, { description, content: { "application/json": { schema: ref(failure) } } }]))
})

interface Part {
  readonly operation: Operation
  readonly call: JsonSchema
  readonly answer: JsonSchema
  readonly request: { readonly value: Json.Json }
  readonly response: { readonly value: Json.Json }
}

const partOf = (components: Components, protocol: Described, operation: Operation, failure: string): Part => {
  const message = messageOf(operation)
  const { fields } = protocol.call(operation, message)
  return {
    operation,
    call: callOf(components, protocol, operation),
    answer: answerOf(components, protocol, operation, failure),
    request: { value: fields ?? parsed(message) },
    response: { value: parsed(protocol.answered(Json.stringify(operation.examples.answer))) }
  }
}

const parsed = (text: string): Json.Json => {
  const found = Json.parse(text)
  if (found._tag === "Failure") throw new Error(text)
  return found.success
}

const unique = (all: ReadonlyArray<JsonSchema>): ReadonlyArray<JsonSchema> => [...new Map(all.map((one) => [JSON.stringify(one), one])).values()]

/** One path item for the operations of a path. */
const itemOf = (protocol: Described, path: string, parts: ReadonlyArray<Part>, id: string, failure: string, isWebhook = false): JsonSchema => {
  const { contentTypes, envelope, headers } = protocol
  const [first, ...others] = parts
  const isOne = others.length === 0
  const schema: JsonSchema = isOne
    ? first!.call
    : {
      oneOf: parts.map(({ call }) => call),
      discriminator: {
        propertyName: envelope!.method,
        mapping: Object.fromEntries(parts.flatMap(({ call, operation }) => [operation.method, ...(operation.also ?? [])].map((name) => [name, call["$ref"]])))
      }
    }
  const answer: JsonSchema = isOne ? first!.answer : { anyOf: unique(parts.flatMap(({ answer }) => answer["anyOf"] as ReadonlyArray<JsonSchema>)) }
  const examples = (key: "request" | "response") => Object.fromEntries(parts.map(({ operation, ...part }) => [operation.method, { summary: operation.summary, ...part[key] }]))
  // The address of a webhook is the receiver's, so that its path is told in words.
  const ownPath = isWebhook ? "" : path
  const parameters = [
    ...[...ownPath.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => ({
      name,
      in: "path",
      required: true,
      schema: { type: "string", ...(name === "version" && { default: "v1" }) },
      description: name === "version" ? "The version of the interface; v1." : "The word by which the ERP knows this kind of warehouse; its operator says which."
    })),
    ...headers.map(({ description, isRequired, name }) => ({ name, in: "header", required: isRequired, schema: { type: "string" }, description }))
  ]
  return {
    post: {
      operationId: id,
      summary: isOne ? first!.operation.summary : `One of ${parts.length} operations, which \`${envelope!.method}\` names`,
      ...(isWebhook && { description: `Sent as a POST to \`${path}\` of the ERP.` }),
      ...(!isOne && { description: parts.map(({ operation }) => `- \`${operation.method}\`: ${operation.summary}${operation.isDeprecated === true ? " (deprecated)" : ""}`).join("\n") }),
      ...(parameters.length > 0 && { parameters }),
      requestBody: {
        required: true,
        content: Object.fromEntries(contentTypes.map((type) => [type, { schema, examples: examples("request") }]))
      },
      responses: responses(answer, failure, examples("response")),
      "x-codeSamples": parts.flatMap(({ operation }) =>
        commandsOf(protocol, operation).map(({ program, text }) => ({ lang: "Shell", label: isOne ? program : `${operation.method}: ${program}`, source: text }))),
      // What belongs together, for programs that check an exchange by its operation.
      "x-operations": Object.fromEntries(parts.map(({ answer, call, operation }) => [operation.method, { request: call, answer }]))
    }
  }
}

const codesText = (protocol: Described): string =>
  codesOf(protocol).map(({ codes, text }) => `- ${text}: ${codes.map((code) => `\`${code}\``).join(", ")}`).join("\n")

/** The document of a protocol. */
export const documentOf = (protocol: Described): Json.JsonObject => {
  const components = new Components(protocol)
  const isErp = protocol.answerEnvelope !== undefined
  components.put("Failure", isErp ? outerFailure : components.objectOf(protocol.failure, false))
  if (isErp) components.put("InnerFailure", innerFailure)
  if (protocol.callbackFailure !== undefined) components.put("CallbackFailure", components.objectOf(protocol.callbackFailure, false))
  const paths = new Map<string, Array<Part>>()
  for (const operation of protocol.operations) {
    paths.set(operation.path, [...(paths.get(operation.path) ?? []), partOf(components, protocol, operation, "Failure")])
  }
  const webhooks = protocol.callbacks.map((operation) => {
    const failure = protocol.callbackFailure === undefined ? "Failure" : "CallbackFailure"
    return [operation.method, itemOf(protocol, operation.path, [partOf(components, protocol, operation, failure)], operation.method, failure, true)] as const
  })
  const items = [...paths].map(([path, parts]) =>
    [path, itemOf(protocol, path, parts, parts.length === 1 ? parts[0]!.operation.method : `call${camel(path.split("/").at(-1)!)}`, "Failure")] as const)
  return {
    openapi: "3.1.1",
    info: {
      title: protocol.title,
      version: "1.0.0",
      summary: protocol.summary,
      description: `${protocol.summary}. The specification of this protocol is document ${protocol.document} in docs/spec.\n\nThe schemas take every form that a reader takes; the description of a member says which form is written.\n\n## Codes of refusals\n\n${codesText(protocol)}\n`,
      license: { name: "Apache-2.0", identifier: "Apache-2.0" }
    },
    servers: [{ url: "https://{host}", description: "The address of the side that serves the operations.", variables: { host: { default: "crossdock.example" } } }],
    security: protocol.headers.some(({ name }) => name === "appKey") ? [{ appKey: [], sign: [] }] : [],
    paths: Object.fromEntries(items),
    ...(webhooks.length > 0 && { webhooks: Object.fromEntries(webhooks) }),
    components: {
      schemas: components.schemas,
      ...(protocol.headers.some(({ name }) => name === "appKey") && {
        securitySchemes: {
          appKey: { type: "apiKey", in: "header", name: "appKey", description: "The id of the caller." },
          sign: { type: "apiKey", in: "header", name: "sign", description: "The signature of the body." }
        }
      })
    }
  } as unknown as Json.JsonObject
}

/** Writes JSON in two columns of indentation, with the digits of its numbers as they are. */
export const printed = (json: Json.Json, indent = ""): string => {
  const inner = `${indent}  `
  if (Array.isArray(json)) return json.length === 0 ? "[]" : `[\n${json.map((one) => inner + printed(one, inner)).join(",\n")}\n${indent}]`
  if (!Json.isObject(json)) return Json.stringify(json)
  const members = Object.entries(json).filter(([, value]) => value !== undefined)
  return members.length === 0 ? "{}" : `{\n${members.map(([name, value]) => `${inner}${JSON.stringify(name)}: ${printed(value, inner)}`).join(",\n")}\n${indent}}`
}
