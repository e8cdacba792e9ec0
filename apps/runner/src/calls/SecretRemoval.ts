/**
 * Removes secrets from a message before it is stored: credentials, tokens and signatures by the names of their headers and members, and
 * the secrets that are known of a connection wherever they stand. They are not even stored encrypted, so no person can be shown them.
 */
import type { Transport } from "@crossdock/core"
import type { Hide } from "../connection/Redaction.ts"

export const placeholder = "<secret>"

/** The rest of a name is bounded, because the time to look for a long one grows with its square. */
const words = "(?:token|secret|password|passwd|pwd|authorization|credential|api[_-]?key|private[_-]?key|access[_-]?key|session[_-]?id)[\\w-]{0,64}"
const names = `sign|signature|sig|[\\w-]{0,64}${words}`

const isSecretHeader = /^(?:.*(?:auth|cookie|token|secret|sign|hmac|digest|password|credential|api[_-]?key|-key$).*)$/i

/** The beginning of a text member of JSON, also of JSON that stands as text in a member and whose quotes are therefore escaped. */
const beginsInJson = new RegExp(`(?:"(?:sign|signature|sig)|${words})(\\\\*)"\\s*:\\s*\\1"`, "gi")
const inForm = new RegExp(`((?:^|[?&\\s])(?:${names})=)([^&\\s"]*)`, "gi")
const inXml = new RegExp(`(<(?:\\w+:)?(?:${names})(?:\\s[^<>]*)?>)([^<]*)(?=<)`, "gi")

/** Where the text ends whose quotes have so many backslashes before them; the end of `text` if it is not closed. */
const endOf = (text: string, from: number, backslashes: number): number => {
  for (let at = text.indexOf("\"", from); at !== -1; at = text.indexOf("\"", at + 1)) {
    let before = 0
    while (at - before > from && text[at - before - 1] === "\\") before++
    // Each level of escaping doubles the backslashes of the text itself, and a quote in it has one more than twice as many.
    if (before % (2 * (backslashes + 1)) === backslashes) return at - backslashes
  }
  return text.length
}

const withoutJson = (text: string): string => {
  let kept = ""
  let at = 0
  beginsInJson.lastIndex = 0
  for (let found = beginsInJson.exec(text); found !== null; found = beginsInJson.exec(text)) {
    const from = found.index + found[0].length
    kept += text.slice(at, from) + placeholder
    at = endOf(text, from, found[1]!.length)
    beginsInJson.lastIndex = Math.max(at, from)
  }
  return at === 0 ? text : kept + text.slice(at)
}

/** A text without the secrets that its member names tell. */
export const inText = (text: string): string => {
  let kept = text.includes("\"") ? withoutJson(text) : text
  if (kept.includes("=") && !/^\s*[[{]/.test(kept)) kept = kept.replaceAll(inForm, (_, before: string) => before + placeholder)
  if (kept.startsWith("<")) kept = kept.replaceAll(inXml, (_, before: string) => before + placeholder)
  return kept
}

/** Most callers send the same few headers with every call, so what was found of their names is remembered, of so many of up to this length. */
const mostNames = 1000
const longestName = 64
const known = new Map<string, boolean>()

const isSecret = (name: string): boolean => {
  const before = known.get(name)
  if (before !== undefined) return before
  const found = isSecretHeader.test(name)
  if (known.size < mostNames && name.length <= longestName) known.set(name, found)
  return found
}

export const inHeaders = (headers: Transport.Headers, hide: Hide): Transport.Headers =>
  headers.map(([name, value]) => [name, isSecret(name) ? placeholder : hide(value)])

/** Headers without the secrets that sign nothing, so that a signature among them can still be examined. */
export const inHeadersBesideSignatures = (headers: Transport.Headers): Transport.Headers =>
  headers.map(([name, value]) => [name, isSecret(name) && !/^(?:x-)?sign(?:ature)?$/i.test(name) ? placeholder : value])

/** A URL with its query, without user and password. */
export const inUrl = (url: URL, hide: Hide): string => hide(inText(`${url.protocol}//${url.host}${url.pathname}${url.search}`))
