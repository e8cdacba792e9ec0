/**
 * A form out of a JSON Schema: what each member takes. What a form has no field for is written as JSON.
 */
export type Schema = { readonly [word: string]: unknown }
export type Definitions = { readonly [name: string]: unknown }

export interface Member {
  readonly name: string
  readonly isRequired: boolean
  readonly hint: string
  readonly model: Model
}

export type Model =
  | { readonly kind: "object"; readonly members: ReadonlyArray<Member> }
  | { readonly kind: "list"; readonly item: Model }
  | { readonly kind: "choice"; readonly values: ReadonlyArray<string | number> }
  | { readonly kind: "text" | "number" | "flag" | "json" }

const isObject = (value: unknown): value is Schema => typeof value === "object" && value !== null && !Array.isArray(value)
const deepest = 8

/** The first alternative that is a value at all: others are further spellings of it, or stand for a member that is not given. */
const alternative = (schemas: ReadonlyArray<unknown>, definitions: Definitions): unknown =>
  schemas.find((each) => {
    const schema = resolved(each, definitions)
    return !(isObject(schema) && (schema["type"] === "null" || schema["not"] !== undefined || (typeof each === "object" && isObject(each) && String(each["$ref"]).endsWith("/NotGiven"))))
  })

const resolved = (schema: unknown, definitions: Definitions, depth = 0): unknown => {
  if (!isObject(schema) || depth > deepest) return schema
  const reference = schema["$ref"]
  if (typeof reference === "string") return resolved(definitions[reference.split("/").at(-1) ?? ""], definitions, depth + 1)
  const any = schema["anyOf"] ?? schema["oneOf"]
  return Array.isArray(any) ? resolved(alternative(any, definitions), definitions, depth + 1) : schema
}

/** The sentence of a description that says what a member means, without how it is written. */
const hintOf = (schema: unknown): string => {
  const text = isObject(schema) && typeof schema["description"] === "string" ? schema["description"] : ""
  return text.split(/(?<=\.)\s+/).filter((sentence) => !/^(?:Written as|Also read|Read as|`)/.test(sentence)).join(" ").slice(0, 160)
}

const typeOf = (schema: Schema): string => {
  const type = schema["type"]
  return Array.isArray(type) ? String(type.find((each) => each !== "null")) : String(type)
}

export const modelOf = (schema: unknown, definitions: Definitions, depth = 0): Model => {
  const found = resolved(schema, definitions)
  if (!isObject(found) || depth > deepest) return { kind: "json" }
  const values = found["enum"]
  if (Array.isArray(values)) return { kind: "choice", values: values.filter((each) => typeof each === "string" || typeof each === "number") }
  const type = typeOf(found)
  if (type === "object" && isObject(found["properties"])) {
    const required = Array.isArray(found["required"]) ? found["required"] : []
    return {
      kind: "object",
      members: Object.entries(found["properties"]).flatMap(([name, member]) =>
        isObject(member) && member["deprecated"] === true ? [] : [{ name, isRequired: required.includes(name), hint: hintOf(member), model: modelOf(member, definitions, depth + 1) }])
    }
  }
  if (type === "array") return { kind: "list", item: modelOf(found["items"], definitions, depth + 1) }
  if (type === "string") return { kind: "text" }
  if (type === "number" || type === "integer") return { kind: "number" }
  return type === "boolean" ? { kind: "flag" } : { kind: "json" }
}

/** What a new element of a list, or a member that is added, begins with. */
export const begun = (model: Model): unknown =>
  model.kind === "object" ? Object.fromEntries(model.members.filter(({ isRequired }) => isRequired).map(({ model: member, name }) => [name, begun(member)]))
  : model.kind === "list" ? []
  : model.kind === "choice" ? model.values[0] ?? ""
  : model.kind === "flag" ? false
  : model.kind === "number" ? 1 : ""

/** A number if the text is one that JSON can hold without loss, otherwise the text. Empty: the member is left out. */
export const typed = (text: string): number | string | undefined =>
  text === "" ? undefined : /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,6})?$/.test(text) && String(Number(text)) === text ? Number(text) : text

/** An object with a member changed; undefined leaves it out. The order of members stays. */
export const withMember = (value: unknown, name: string, member: unknown): Schema => {
  const before = isObject(value) ? value : {}
  return Object.fromEntries(Object.entries({ ...before, [name]: member }).filter(([, each]) => each !== undefined))
}

export const memberOf = (value: unknown, name: string): unknown => (isObject(value) ? value[name] : undefined)
