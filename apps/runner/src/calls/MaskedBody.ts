/**
 * A message of a call for a person who may not see personal data. The form of a message is that of its protocol or plugin, which no schema
 * here knows, so a value is shown only if the name of its member says that it is none of a person: numbers, codes, states, quantities, times.
 */
import type { Content, Message } from "./CallContent.ts"
import { placeholder } from "./SecretRemoval.ts"

/** Names of members whose values are about goods, records and outcomes. */
const isPlain = new RegExp(
  `^(?:${[
    "success", "code", "status\\w*", "phase", "type", "kind", "method", "operation", "serviceType", "version", "environment", "accessId", "appKey", "appId",
    "\\w*(?:order|asn|custom|reference|business|tracking|track|transfer|parcel|package|batch|odo|shop|store|product|variant|platform|line|item|warehouse|channel|carrier|logistics|location|fulfil\\w*ment)(?:numbers?|nos?|ids?|codes?|sn|type|status)",
    "sku\\w*", "\\w*(?:quantity|qty|amount|price|cost|fee|weight|length|width|height|volume|currency)", "total\\w*", "page\\w*", "limit", "offset", "timestamp", "country\\w*", "hsCode", "barcode"
  ].join("|")})$`,
  "i"
)

/** Names of times. */
const isTime = /^(?:time|date|\w+(?:Time|Date|At|Since|Until))$/

/** Names that the pattern above would take for something plain. */
const isPersonal = /name|phone|mail|address|street|city|district|province|postal|zip|contact|receiver|sender|buyer|recipient|consignee|remark|note|comment|label|tax|identity|idcard|birth/i

/** Names of texts that say why a call was refused. The runner quotes nobody in them, but a peer may. */
const isMessage = /^(?:message|msg|error\w*|reason|failed\w*|detail|description|title)$/i

const isHarmless = (name: string): boolean => (isPlain.test(name) || isTime.test(name)) && !isPersonal.test(name)

const hidden = "<hidden>"

const isContainer = (value: unknown): value is object => typeof value === "object" && value !== null

const nested = (text: string): object | undefined => {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return isContainer(value) ? value : undefined
  } catch {
    return undefined
  }
}

interface Masking {
  /** Every text that was hidden, so that a message which quotes it is hidden in that part. */
  readonly hides: Set<string>
  /** Whether the runner wrote the message. */
  readonly isOurs: boolean
}

const masked = (value: unknown, name: string, masking: Masking): unknown => {
  if (typeof value === "string") {
    const inside = nested(value)
    if (inside !== undefined) return masked(inside, name, masking)
    if (value === "" || value === placeholder || (masking.isOurs && isMessage.test(name)) || isHarmless(name)) return value
    if (value.trim().length >= 3) masking.hides.add(value.trim())
    return hidden
  }
  if (typeof value === "number") return isHarmless(name) || (!isPersonal.test(name) && Math.abs(value) < 10_000) ? value : hidden
  if (Array.isArray(value)) return value.map((item) => masked(item, name, masking))
  if (isContainer(value)) return Object.fromEntries(Object.entries(value).map(([member, item]) => [member, masked(item, member, masking)]))
  return value
}

/** Hides in the texts of a peer what was hidden elsewhere, longer texts first, because one may contain another. */
const withoutQuotes = (value: unknown, hides: ReadonlyArray<string>): unknown => {
  if (typeof value === "string") return hides.reduce((text, one) => text.includes(one) ? text.replaceAll(one, hidden) : text, value)
  if (Array.isArray(value)) return value.map((item) => withoutQuotes(item, hides))
  return isContainer(value) ? Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withoutQuotes(item, hides)])) : value
}

const formOf = (body: string): Record<string, string> | undefined =>
  /^[\w.[\]-]+=[^\s{]*$/.test(body) ? Object.fromEntries(new URLSearchParams(body)) : undefined

const bodyOf = ({ body }: Message, masking: Masking): unknown => {
  if (body === "") return ""
  const read = nested(body) ?? formOf(body)
  return read === undefined ? `<${body.length} characters that are neither JSON nor a form; use --reveal>` : masked(read, "", masking)
}

const headersOf = ({ headers }: Message): Message["headers"] =>
  headers.map(([name, value]) => /^(?:content-|accept|date$|server$|retry-after$|x-request-id$|x-crossdock-delivery-id$|host$|user-agent$)/i.test(name) ? [name, value] : [name, value === placeholder ? value : hidden])

const urlOf = (text: string): string => {
  const url = URL.parse(text)
  if (url === null) return hidden
  const query = [...url.searchParams].map(([name, value]) => `${name}=${value === placeholder || isHarmless(name) ? value : hidden}`)
  return `${url.origin}${url.pathname}${query.length === 0 ? "" : `?${query.join("&")}`}`
}

/** The messages of a call without personal data. `direction` is that of the call. */
export const content = ({ reason, request, response }: Content, direction: "in" | "out"): Content => {
  const found = new Set<string>()
  const asked = request && bodyOf(request, { hides: found, isOurs: false })
  const answered = response && bodyOf(response, { hides: found, isOurs: direction === "in" })
  const hides = [...found].toSorted((a, b) => b.length - a.length)
  const written = (value: unknown): string => {
    const shown = withoutQuotes(value, hides)
    return typeof shown === "string" ? shown : JSON.stringify(shown)
  }
  return {
    ...(reason !== undefined && { reason }),
    ...(request !== undefined && {
      request: {
        method: request.method,
        url: urlOf(request.url),
        headers: headersOf(request),
        body: written(asked),
        ...(request.leftOut !== undefined && { leftOut: request.leftOut })
      }
    }),
    ...(response !== undefined && { response: { ...response, headers: headersOf(response), body: written(answered) } })
  }
}
