/**
 * The names of the members that an operation of the admin API declares in its query and its payload. A query with any other is refused. In
 * the payload of most operations the handler ignores others, so nothing else may believe them either.
 */
import type { HttpApiEndpoint } from "effect/http-api"
import * as SchemaAST from "effect/SchemaAST"

type Endpoint = Pick<HttpApiEndpoint.Top, "payload" | "query">

const namesOf = (ast: SchemaAST.AST): ReadonlyArray<string> =>
  ast._tag === "Objects" ? ast.propertySignatures.map(({ name }) => String(name)) : ast._tag === "Union" ? ast.types.flatMap(namesOf) : []

const known = new WeakMap<Endpoint, { readonly query: ReadonlySet<string>; readonly payload: ReadonlySet<string> }>()

/** As a request writes them. */
export const of = (endpoint: Endpoint): { readonly query: ReadonlySet<string>; readonly payload: ReadonlySet<string> } => {
  const before = known.get(endpoint)
  if (before !== undefined) return before
  const written = (schemas: Iterable<{ readonly ast: SchemaAST.AST }>) => new Set([...schemas].flatMap(({ ast }) => namesOf(SchemaAST.toEncoded(ast))))
  const found = {
    query: written(endpoint.query === undefined ? [] : [endpoint.query]),
    payload: written([...endpoint.payload.values()].flatMap(({ schemas }) => schemas.filter((each) => "ast" in each)))
  }
  known.set(endpoint, found)
  return found
}
