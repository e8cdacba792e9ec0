/**
 * Signs and calls the envelope of document 1 with code of its own, so that a test does not prove our signing by our
 * signing. Document 1, section 5.
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

/** Escapes what JSON requires of a character, and nothing else; half a character too, which UTF-8 cannot carry. */
const escaped = (character: string): string => {
  const code = character.codePointAt(0) ?? 0
  const isHalf = code >= 0xd800 && code <= 0xdfff
  return short[character] ?? (code < 32 || isHalf ? `\\u${code.toString(16).padStart(4, "0")}` : character)
}

const quoted = (text: string): string => `"${Array.from(text, escaped).join("")}"`

/** SHA-1 over the id and the content text with the secret behind them, in lower-case hexadecimal digits. */
export const sign = ({ accessId, secretKey }: Credential, content: string): string => {
  const head = `{"accessId":${quoted(accessId)}`
  const text = content === "" ? `${head}}` : `${head},"content":${quoted(content)}}`
  return createHash("sha1").update(Buffer.from(text + secretKey, "utf8")).digest("hex")
}

export interface EnvelopeCall extends Credential {
  readonly url: string | URL
  readonly method: string
  /** Written as JSON; a text is sent as it is. Absent: an operation without parameters. */
  readonly content?: unknown
  /** Absent: the right one. */
  readonly sign?: string
  readonly as?: "json" | "form"
  readonly headers?: Readonly<Record<string, string>>
  readonly timeoutMs?: number
}

export interface EnvelopeAnswer extends Answer {
  /** The body as JSON; absent when it is none. */
  readonly json: Known
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

/** Signs one call and sends it once. */
export const call = async (options: EnvelopeCall): Promise<EnvelopeAnswer> => {
  const content = contentText(options.content)
  const fields = { accessId: options.accessId, method: options.method, content, sign: options.sign ?? sign(options, content) }
  const isForm = options.as === "form"
  const answer = await exchange(options.url, {
    method: "POST",
    body: isForm ? new URLSearchParams(fields).toString() : JSON.stringify(fields),
    headers: {
      "content-type": isForm ? "application/x-www-form-urlencoded" : "application/json",
      ...options.headers
    },
    ...(options.timeoutMs !== undefined && { timeoutMs: options.timeoutMs })
  })
  return { ...answer, json: parsed(answer.body) }
}
