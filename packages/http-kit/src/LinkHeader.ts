/**
 * Reads the header `Link` (RFC 8288), with which many APIs name the next page.
 */
import { AdapterError, type Transport } from "@crossdock/core"
import * as Result from "effect/Result"

const link = /<([^>]*)>((?:\s*;\s*[^\s=;,"]+(?:\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^\s;,"]*))?)*)/g
const relation = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,"]+))/i

/** The targets of a relation such as `next`, in the order of the headers. */
export const targets = (headers: Transport.Headers, rel: string): ReadonlyArray<string> =>
  headers.filter(([name]) => name.toLowerCase() === "link").flatMap(([, value]) =>
    [...value.matchAll(link)].flatMap(([, target = "", parameters = ""]) => {
      const [, quoted, bare = ""] = relation.exec(parameters) ?? []
      const relations = (quoted ?? bare).toLowerCase().split(/\s+/)
      return relations.includes(rel.toLowerCase()) ? [target] : []
    })
  )

/**
 * The URL of the next page, or undefined if there is none. Fails if the URL has another origin than the API, because a
 * request to it would send the credential there.
 */
export const next = (headers: Transport.Headers, requested: URL): Result.Result<URL | undefined, AdapterError.ResponseInvalid> => {
  const [target] = targets(headers, "next")
  if (target === undefined) return Result.succeed(undefined)
  const url = URL.canParse(target, requested.href) ? new URL(target, requested) : undefined
  return url !== undefined && url.origin === requested.origin
    ? Result.succeed(url)
    : Result.fail(new AdapterError.ResponseInvalid({ cause: "the header Link names a next page at another origin than the API" }))
}
