/**
 * Checks messages against the OpenAPI documents of this package, as a program of somebody else would: it reads the files and no source.
 * The JSON text of a field is checked by its `contentSchema`.
 */
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js"
import { readFileSync } from "node:fs"

export const names = ["warehouse-envelope", "gateway", "platform-envelope", "erp-open-api"] as const
export type Name = (typeof names)[number]

export interface Document {
  readonly paths: Readonly<Record<string, PathItem>>
  readonly webhooks?: Readonly<Record<string, PathItem>>
  readonly components: { readonly schemas: Readonly<Record<string, object>> }
}

interface Schema {
  readonly $ref?: string
  readonly discriminator?: { readonly mapping: Readonly<Record<string, string>> }
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>

interface PathItem {
  readonly post: {
    readonly parameters?: ReadonlyArray<{ readonly in: string; readonly name: string; readonly required?: boolean }>
    readonly requestBody: { readonly content: Content }
    readonly responses: Readonly<Record<string, { readonly content?: Content }>>
    readonly "x-operations": Readonly<Record<string, { readonly request: Schema; readonly answer: Schema }>>
  }
}

const folder = new URL("../../openapi/", import.meta.url)

export const documentOf = (name: Name): Document => JSON.parse(readFileSync(new URL(`${name}.json`, folder), "utf8"))

/** The text of what is wrong; empty if a message is valid. */
export type Check = (message: unknown) => string

export interface Operation {
  readonly request: Check
  readonly answer: Check
  /** Whether the ERP serves it, and the other side calls it. */
  readonly isCallback: boolean
  /** The content types that a request may have. */
  readonly contentTypes: ReadonlyArray<string>
  /** The headers that a request must have, in lower case. */
  readonly headers: ReadonlyArray<string>
  /** The answers with other HTTP statuses than 200, by status; undefined for one without a body. */
  readonly others: ReadonlyMap<number, Check | undefined>
}

const absolute = (schema: unknown, id: string): unknown =>
  JSON.parse(JSON.stringify(schema), (name, value) => (name === "$ref" && typeof value === "string" && value.startsWith("#") ? id + value : value))

/** Makes the check of a schema of a document. Schemas are compiled at their first message. */
const checksOf = (id: string, document: Document): ((schema: object) => Check) => {
  const ajv = new Ajv2020({ strict: false, inlineRefs: false, logger: false })
  ajv.removeKeyword("contentSchema")
  ajv.addKeyword({
    keyword: "contentSchema",
    type: "string",
    compile: (schema: object) => {
      let validate: ValidateFunction | undefined
      return (text: string) => {
        // A message without a member may be left empty.
        const json = text === "" ? {} : parsed(text)
        validate ??= ajv.compile(absolute(schema, id) as object)
        return json !== undefined && validate(json) === true
      }
    }
  })
  ajv.addSchema({ $id: id, components: document.components })
  const checks = new Map<string, Check>()
  return (schema) => {
    const key = JSON.stringify(schema)
    let validate: ValidateFunction | undefined
    const check = checks.get(key) ?? ((message: unknown) => {
      validate ??= ajv.compile(absolute(schema, id) as object)
      return validate(message) ? "" : ajv.errorsText(validate.errors, { separator: "; " })
    })
    checks.set(key, check)
    return check
  }
}

const operationsOfItem = ({ post }: PathItem, isCallback: boolean, checkOf: (schema: object) => Check): ReadonlyArray<readonly [method: string, operation: Operation]> => {
  const { content } = post.requestBody
  const others = new Map(Object.entries(post.responses).flatMap(([status, { content: body }]) => {
    const schema = body?.["application/json"]?.schema
    return status === "200" ? [] : [[Number(status), schema && checkOf(schema)] as const]
  }))
  const headers = (post.parameters ?? []).filter(({ in: place, required }) => place === "header" && required === true).map(({ name }) => name.toLowerCase())
  return Object.entries(post["x-operations"]).flatMap(([method, { answer, request }]) => {
    const operation: Operation = { request: checkOf(request), answer: checkOf(answer), isCallback, contentTypes: Object.keys(content), headers, others }
    const mapped = Object.values(content).flatMap(({ schema }) => Object.entries(schema.discriminator?.mapping ?? {}))
    const also = mapped.filter(([name, ref]) => name !== method && ref === request.$ref).map(([name]) => name)
    return [method, ...new Set(also)].map((name) => [name, operation] as const)
  })
}

const make = (name: Name): ReadonlyMap<string, Operation> => {
  const document = documentOf(name)
  const checkOf = checksOf(`https://crossdock.example/openapi/${name}.json`, document)
  return new Map([
    ...Object.values(document.paths).flatMap((item) => operationsOfItem(item, false, checkOf)),
    ...Object.values(document.webhooks ?? {}).flatMap((item) => operationsOfItem(item, true, checkOf))
  ])
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const made = new Map<Name, ReadonlyMap<string, Operation>>()

/** The operations of a document by each name of their method, with what checks their messages. */
export const operationsOf = (name: Name): ReadonlyMap<string, Operation> => {
  const found = made.get(name) ?? make(name)
  made.set(name, found)
  return found
}
