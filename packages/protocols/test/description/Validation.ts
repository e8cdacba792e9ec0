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

interface PathItem {
  readonly post: { readonly "x-operations": Readonly<Record<string, { readonly request: object; readonly answer: object }>> }
}

const folder = new URL("../../openapi/", import.meta.url)

export const documentOf = (name: Name): Document => JSON.parse(readFileSync(new URL(`${name}.json`, folder), "utf8"))

/** The text of what is wrong; empty if a message is valid. */
export type Check = (message: unknown) => string

export interface Operation {
  readonly request: Check
  readonly answer: Check
}

const absolute = (schema: unknown, id: string): unknown =>
  JSON.parse(JSON.stringify(schema), (name, value) => (name === "$ref" && typeof value === "string" && value.startsWith("#") ? id + value : value))

const make = (name: Name): ReadonlyMap<string, Operation> => {
  const id = `https://crossdock.example/openapi/${name}.json`
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
  const document = documentOf(name)
  ajv.addSchema({ $id: id, components: document.components })
  const checkOf = (schema: object): Check => {
    let validate: ValidateFunction | undefined
    return (message) => {
      validate ??= ajv.compile(absolute(schema, id) as object)
      return validate(message) ? "" : ajv.errorsText(validate.errors, { separator: "; " })
    }
  }
  const items = [...Object.values(document.paths), ...Object.values(document.webhooks ?? {})]
  return new Map(items.flatMap(({ post }) =>
    Object.entries(post["x-operations"]).map(([method, { answer, request }]) => [method, { request: checkOf(request), answer: checkOf(answer) }] as const)))
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const made = new Map<Name, ReadonlyMap<string, Operation>>()

/** The operations of a document by method, with what checks their messages. */
export const operationsOf = (name: Name): ReadonlyMap<string, Operation> => {
  const found = made.get(name) ?? make(name)
  made.set(name, found)
  return found
}
