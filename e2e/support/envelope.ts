/**
 * Signs and sends calls of document 1 with independent code, so that tests do not verify our signing with itself
 * (document 1, section 5).
 */
import { createHash } from "node:crypto"
import { type Answer, exchange, type Known } from "./http.ts"

export interface Credential {
  readonly accessId: string
  readonly secretKey: string
}

const short: Readonly<Record<string, string>> = {
  "\"": "\\\"",
  "\\": "\\\\",
  "\b": "\\b",
  "\t": "\\t",
  "\n": "\\n",
  "\f": "\\f",
  "\r": "\\r"
}

/** Escapes only what JSON requires, and lone surrogates, which UTF-8 cannot represent. */
const escaped = (character: string): string => {
  const code = character.codePointAt(0) ?? 0
  const isHalf = code >= 0xd800 && code <= 0xdfff
  return short[character] ?? (code < 32 || isHalf ? `\\u${code.toString(16).padStart(4, "0")}` : character)
}

const quoted = (text: string): string => `"${Array.from(text, escaped).join("")}"`

/** SHA-1 over the id, the content text and then the secret, as lower-case hexadecimal digits. */
export const sign = ({ accessId, secretKey }: Credential, content: string): string => {
  const head = `{"accessId":${quoted(accessId)}`
  const text = content === "" ? `${head}}` : `${head},"content":${quoted(content)}}`
  return createHash("sha1").update(Buffer.from(text + secretKey, "utf8")).digest("hex")
}

export interface EnvelopeCall extends Credential {
  readonly url: string | URL
  readonly method: string
  /** Serialized as JSON; a string is sent as it is. Omitted for an operation without parameters. */
  readonly content?: unknown
  /** Default: the correct signature. */
  readonly sign?: string
  readonly as?: "json" | "form"
  readonly headers?: Readonly<Record<string, string>>
  readonly timeoutMs?: number
}

export interface EnvelopeAnswer extends Answer {
  /** The body as JSON; undefined if it is not JSON. */
  readonly json: Known
  /** What was answered. */
  readonly sent: { readonly contentType: string; readonly body: string }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const contentText = (content: unknown): string =>
  content === undefined ? "" : typeof content === "string" ? content : JSON.stringify(content)

/** Signs a call and sends it once. */
export const call = async (options: EnvelopeCall): Promise<EnvelopeAnswer> => {
  const content = contentText(options.content)
  const fields = { accessId: options.accessId, method: options.method, content, sign: options.sign ?? sign(options, content) }
  const sent = options.as === "form"
    ? { contentType: "application/x-www-form-urlencoded", body: new URLSearchParams(fields).toString() }
    : { contentType: "application/json", body: JSON.stringify(fields) }
  const answer = await exchange(options.url, {
    method: "POST",
    body: sent.body,
    headers: { "content-type": sent.contentType, ...options.headers },
    ...(options.timeoutMs !== undefined && { timeoutMs: options.timeoutMs })
  })
  return { ...answer, json: parsed(answer.body), sent }
}
