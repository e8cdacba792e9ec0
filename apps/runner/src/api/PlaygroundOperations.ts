/**
 * What every operation of a protocol of the house takes: from its OpenAPI document, with an example for the sandbox.
 */
import type { Schema } from "effect"
import type { PlaygroundOperation } from "@crossdock/admin-api"
import { documents } from "../DefaultProtocols.ts"
import { examples as gateway } from "../examples/GatewayExamples.ts"
import { examples as openApi } from "../examples/OpenApiExamples.ts"
import { examples as platform } from "../examples/PlatformExamples.ts"
import { contentOf, type Example, examples as warehouse } from "../examples/WarehouseExamples.ts"
import { documentOf } from "../http/DocumentRoute.ts"
import type { ProtocolName } from "../signatures/Dialects.ts"

type Json = Schema.Json
type JsonObject = { readonly [name: string]: Json }

const tables: Readonly<Record<ProtocolName, Readonly<Record<string, Example>>>> = { warehouse, gateway, platform, "open-api": openApi }

interface Documented {
  readonly paths: Readonly<Record<string, {
    readonly post: {
      readonly summary: string
      readonly requestBody: { readonly content: Readonly<Record<string, { readonly examples?: Readonly<Record<string, { readonly summary: string; readonly value: JsonObject }>> }>> }
      readonly "x-operations": Readonly<Record<string, { readonly request: JsonObject }>>
    }
  }>>
  readonly components: { readonly schemas: Readonly<Record<string, Json>> }
}

const isObject = (value: Json | undefined): value is JsonObject => typeof value === "object" && value !== null && !Array.isArray(value)

/** The names of the definitions that a schema needs. */
const neededBy = (schema: Json, definitions: Readonly<Record<string, Json>>, found = new Set<string>()): ReadonlySet<string> => {
  if (Array.isArray(schema)) for (const each of schema) neededBy(each, definitions, found)
  else if (isObject(schema)) {
    const name = typeof schema["$ref"] === "string" ? schema["$ref"].split("/").at(-1) : undefined
    const target = name === undefined ? undefined : definitions[name]
    if (name !== undefined && target !== undefined && !found.has(name)) {
      found.add(name)
      neededBy(target, definitions, found)
    }
    for (const each of Object.values(schema)) neededBy(each, definitions, found)
  }
  return found
}

/** The schema of the content. A form carries it as JSON text in one of its fields; the body of the gateway is the content itself. */
const contentSchemaOf = (request: JsonObject, definitions: Readonly<Record<string, Json>>): Json => {
  const name = typeof request["$ref"] === "string" ? request["$ref"].split("/").at(-1) : undefined
  const call = name === undefined ? request : definitions[name]
  const fields = isObject(call) ? call["properties"] : undefined
  const field = isObject(fields) ? fields["content"] ?? fields["bizParam"] : undefined
  return isObject(field) ? field["contentSchema"] ?? request : request
}

/** The content of the example of the document, for an operation that has none for the sandbox. */
const documented = (value: JsonObject | undefined): string => {
  const content = value?.["content"] ?? value?.["bizParam"]
  return typeof content === "string" ? content : value === undefined ? "{}" : JSON.stringify(value)
}

interface Described {
  readonly definitions: Readonly<Record<string, Json>>
  /** `number` is a number that nobody has yet. */
  readonly operations: (number: string) => ReadonlyArray<PlaygroundOperation>
}

const described = (protocol: ProtocolName): Described => {
  const { components: { schemas }, paths } = JSON.parse(documentOf(documents[protocol] ?? "", undefined)) as Documented
  const all = Object.entries(paths).flatMap(([path, { post }]) => {
    const shown = Object.assign({}, ...Object.values(post.requestBody.content).map(({ examples = {} }) => examples)) as Readonly<Record<string, { readonly summary: string; readonly value: JsonObject }>>
    return Object.entries(post["x-operations"]).map(([name, { request }]) => ({ name, path: path.replace("{version}", "v1"), schema: contentSchemaOf(request, schemas), summary: shown[name]?.summary ?? post.summary, value: shown[name]?.value }))
  })
  const needed = neededBy(all.map(({ schema }) => schema), schemas)
  return {
    definitions: Object.fromEntries(Object.entries(schemas).filter(([name]) => needed.has(name))),
    operations: (number) =>
      all.map(({ value, ...operation }) => {
        const own = tables[protocol][operation.name]
        const example = own === undefined ? documented(value) : contentOf(own, { number: own.newNumber === undefined ? number : `${own.newNumber}-${number}` })
        return { ...operation, example }
      })
  }
}

/** The operations of each protocol. A document is read when it is first asked for. */
export const make = (): ((protocol: ProtocolName) => Described) => {
  const known = new Map<ProtocolName, Described>()
  return (protocol) => {
    let found = known.get(protocol)
    if (found === undefined) known.set(protocol, found = described(protocol))
    return found
  }
}
