/**
 * The fields of a call of the ERP open API (document 3) as text: a form, multipart/form-data, or JSON as `call --print` writes it.
 */
import { Json, Multipart } from "@crossdock/core"
import type { SortedPairsMessage } from "@crossdock/protocols/signing"
import * as Result from "effect/Result"

export interface Fields {
  readonly appId: string
  readonly serviceType: string
  readonly bizParam: string
  readonly timestamp: string
  readonly sign: string
}

const names = ["appId", "serviceType", "bizParam", "timestamp", "sign"] as const

/** The fields that are signed. */
export const signed = ({ appId, bizParam, serviceType, timestamp }: Omit<Fields, "sign">): SortedPairsMessage =>
  ({ id: appId, serviceType, content: bizParam, timestamp })

/** The fields in the order in which they are sent. */
export const pairs = (fields: Fields): ReadonlyArray<readonly [name: string, value: string]> => names.map((name) => [name, fields[name]])

export const toForm = (fields: Fields): string => new URLSearchParams(Object.fromEntries(pairs(fields))).toString()

/** The content type and the body of a multipart form. */
export const toMultipart = (fields: Fields): { readonly contentType: string; readonly body: string } => {
  const { bytes, headers } = Multipart.make(pairs(fields).map(([name, value]) => ({ name, value })))
  return { contentType: headers[0]![1], body: Buffer.from(bytes).toString("utf8") }
}

/** The parts of a multipart text by their names. Lines may end as an editor or a terminal has left them. */
const partsOf = (text: string): ReadonlyArray<readonly [string, string]> => {
  const [delimiter = ""] = /^--\S+/.exec(text) ?? []
  return text.split(delimiter).flatMap((part) => {
    const [, name, value] = /name="([^"]*)"[\s\S]*?(?:\r?\n){2}([\s\S]*?)\r?\n$/.exec(part) ?? []
    return name === undefined ? [] : [[name, value ?? ""] as const]
  })
}

const pairsOf = (body: string): ReadonlyArray<readonly [string, unknown]> => {
  if (body.startsWith("--")) return partsOf(body)
  if (!body.startsWith("{")) return [...new URLSearchParams(body)]
  const json = Json.parse(body)
  return Result.isSuccess(json) && Json.isObject(json.success) ? Object.entries(json.success) : []
}

/** Reads the fields that a text has; undefined if it is no call of document 3. */
export const read = (text: string): Partial<Fields> | undefined => {
  const found: Record<string, string> = {}
  for (const [name, value] of pairsOf(text.trim())) {
    if (typeof value === "string" && names.some((known) => known === name)) found[name] = value
  }
  return found.appId === undefined && found.bizParam === undefined ? undefined : found
}
