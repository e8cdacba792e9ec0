/**
 * The address of one call: base URL, path with its parameters, and query.
 */
import { AdapterError } from "@crossdock/core"
import * as Result from "effect/Result"

type Value = string | number | boolean

/** A list repeats the name; what is undefined is left out. */
export type Query = Readonly<Record<string, Value | ReadonlyArray<Value> | undefined>>

const parameter = /\{(\w+)\}/g
/** Half of a surrogate pair cannot be written in UTF-8, so the peer would be asked for another text. */
const isEncodable = (text: string): boolean => !/\p{Surrogate}/u.test(text)
/** A URL leaves out dot segments, and an empty one makes another address. */
const isSegment = (text: string): boolean => text !== "" && text !== "." && text !== ".." && isEncodable(text)

const invalid = (message: string) => Result.fail(new AdapterError.RequestInvalid({ path: "", message }))

/** Joins the parts; what is in the query of the base URL stays. A parameter that would change the path is refused. */
export const make = (
  baseUrl: URL,
  path: string,
  parameters: Readonly<Record<string, string>>,
  query: Query
): Result.Result<URL, AdapterError.RequestInvalid> => {
  const url = new URL(baseUrl)
  const wrong = [...path.matchAll(parameter)].find(([, name = ""]) => !isSegment(parameters[name] ?? ""))
  if (wrong !== undefined) return invalid(`the value for ${wrong[0]} cannot stand in the path ${path}`)
  const filled = path.replaceAll(parameter, (_, name: string) => encodeURIComponent(parameters[name]!))
  url.pathname = url.pathname.replace(/\/+$/, "") + filled
  url.hash = ""
  for (const [name, value] of Object.entries(query)) {
    for (const each of value === undefined ? [] : typeof value === "object" ? value : [value]) {
      if (!isEncodable(String(each))) return invalid(`the value for ${name} cannot stand in a query`)
      url.searchParams.append(name, String(each))
    }
  }
  return Result.succeed(url)
}
