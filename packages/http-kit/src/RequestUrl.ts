/**
 * Builds the URL of a call from base URL, path, parameters and query.
 */
import { AdapterError } from "@crossdock/core"
import * as Result from "effect/Result"

type Value = string | number | boolean

/** Query parameters. A list repeats the name; undefined values are left out. */
export type Query = Readonly<Record<string, Value | ReadonlyArray<Value> | undefined>>

const parameter = /\{(\w+)\}/g
/** An unpaired surrogate cannot be written in UTF-8, so the peer would receive another text. */
const isEncodable = (text: string): boolean => !/\p{Surrogate}/u.test(text)
/** An empty or dot segment would change the path. */
const isSegment = (text: string): boolean => text !== "" && text !== "." && text !== ".." && isEncodable(text)

const invalid = (message: string) => Result.fail(new AdapterError.RequestInvalid({ path: "", message }))

/** Joins the parts and keeps the query of the base URL. Fails with `RequestInvalid` for a parameter that would change the path. */
export const make = (
  baseUrl: URL,
  path: string,
  parameters: Readonly<Record<string, string>>,
  query: Query
): Result.Result<URL, AdapterError.RequestInvalid> => {
  const url = new URL(baseUrl)
  const wrong = [...path.matchAll(parameter)].find(([, name = ""]) => !isSegment(parameters[name] ?? ""))
  if (wrong !== undefined) return invalid(`the value for ${wrong[0]} is not allowed in the path ${path}: it is empty, a dot segment or not valid Unicode`)
  const filled = path.replaceAll(parameter, (_, name: string) => encodeURIComponent(parameters[name]!))
  url.pathname = url.pathname.replace(/\/+$/, "") + filled
  url.hash = ""
  for (const [name, value] of Object.entries(query)) {
    for (const each of value === undefined ? [] : typeof value === "object" ? value : [value]) {
      if (!isEncodable(String(each))) return invalid(`the value for ${name} is not valid Unicode, so it cannot be sent in the query`)
      url.searchParams.append(name, String(each))
    }
  }
  return Result.succeed(url)
}
