/**
 * What the document of the admin API says about signing in: each operation takes a token or the cookie of a session, except for those by which
 * somebody signs in.
 */
import type { Access } from "./Access.ts"

/** The name of the cookie where the request comes by TLS. */
export const cookieName = "__Host-crossdock"

interface Operation {
  readonly operationId?: string
  readonly security?: ReadonlyArray<unknown>
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null

const member = (value: unknown, name: string): Record<string, unknown> => {
  const found = isObject(value) ? value[name] : undefined
  return isObject(found) ? found : {}
}

const secured = (operation: Operation, rowOf: (id: string) => Access | undefined): Operation => ({
  ...operation,
  security: rowOf(operation.operationId ?? "")?.right === "anyone" ? [] : [...operation.security ?? [], { session: [] }]
})

/** The document with both ways of signing in. `rowOf` gives the row of an operation by its id in the document. */
export const withSessions = (rowOf: (id: string) => Access | undefined) => (document: Record<string, unknown>): Record<string, unknown> => {
  const components = member(document, "components")
  return {
    ...document,
    paths: Object.fromEntries(Object.entries(member(document, "paths")).map(([path, verbs]) => [
      path,
      Object.fromEntries(Object.entries(isObject(verbs) ? verbs : {}).map(([verb, operation]) => [verb, isObject(operation) ? secured(operation, rowOf) : operation]))
    ])),
    components: {
      ...components,
      securitySchemes: { ...member(components, "securitySchemes"), session: { type: "apiKey", in: "cookie", name: cookieName } }
    }
  }
}
