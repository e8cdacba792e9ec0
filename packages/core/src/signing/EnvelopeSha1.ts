/**
 * The SHA-1 suffix scheme of documents 1 and 2: a JSON text of the caller's id and the content text, the secret put
 * behind it bare, SHA-1, lower-case hexadecimal (U-02, U-03).
 */
import * as Redacted from "effect/Redacted"
import { createHash, hash } from "node:crypto"
import type { Scheme } from "./Scheme.ts"

export interface EnvelopeMessage {
  /** accessId in document 1, appKey in the gateway. */
  readonly id: string
  /** The content exactly as sent or received; empty for an operation without parameters. */
  readonly content: string
  /** `JSON.stringify(content)` where it is known, so that it need not be written anew. */
  readonly literal?: string
}

/** How a content enters the text that is signed. */
interface Write {
  /** As the object it is, and not as a JSON string. */
  readonly isObject?: boolean
  /** Of what the content is written as so far, one part of it. */
  readonly part: (written: string) => string
}

/** Characters that are signed at a time: what is longer is signed in parts, so that nobody waits for a long one. */
const partLength = 131_072

/** The ends of the parts of a text, no part ending inside a pair of surrogates. */
const endOfPart = (text: string, from: number): number => {
  const end = from + partLength
  if (end >= text.length) return text.length
  const last = text.charCodeAt(end - 1)
  return last >= 0xd800 && last < 0xdc00 ? end + 1 : end
}

const make = (name: string, idMember: string, { isObject = false, part }: Write): Scheme<EnvelopeMessage> => {
  const headOf = (id: string) => `{"${idMember}":${JSON.stringify(id)}`
  const written = ({ content, literal }: EnvelopeMessage) => part(isObject ? content : literal ?? JSON.stringify(content))
  const canonicalize = (message: EnvelopeMessage) =>
    message.content === "" ? `${headOf(message.id)}}` : `${headOf(message.id)},"content":${written(message)}}`
  const signInTurns = function*({ content, id, literal }: EnvelopeMessage, secret: Redacted.Redacted) {
    const digest = createHash("sha1").update(`${headOf(id)},"content":`)
    const source = isObject ? content : literal ?? content
    const isRaw = isObject || literal !== undefined
    if (!isRaw) digest.update("\"")
    for (let from = 0, to = 0; from < source.length; from = to) {
      to = endOfPart(source, from)
      const piece = source.slice(from, to)
      digest.update(part(isRaw ? piece : JSON.stringify(piece).slice(1, -1)))
      yield
    }
    if (!isRaw) digest.update("\"")
    return digest.update(`}${Redacted.value(secret)}`).digest("hex")
  }
  const sign = (message: EnvelopeMessage, secret: Redacted.Redacted) => {
    if (message.content.length <= partLength) return hash("sha1", canonicalize(message) + Redacted.value(secret), "hex")
    const signing = signInTurns(message, secret)
    for (;;) {
      const turn = signing.next()
      if (turn.done === true) return turn.value
    }
  }
  return {
    name,
    canonicalize,
    sign,
    signInTurns: (message, secret) => message.content.length <= partLength ? undefined : signInTurns(message, secret)
  }
}

/** The characters of a text one by one, as `write` puts them into bytes of ASCII; for what a pattern takes long over. */
const inAscii = (text: string, most: number, write: (code: number, bytes: Buffer, at: number) => number): string => {
  const bytes = Buffer.allocUnsafe(text.length * most)
  let at = 0
  for (let each = 0; each < text.length; each++) at = write(text.charCodeAt(each), bytes, at)
  return bytes.toString("latin1", 0, at)
}

const digits = Buffer.from("0123456789abcdef")

const escaped = (code: number, bytes: Buffer, at: number): number => {
  bytes[at] = 92
  bytes[at + 1] = 117
  for (let digit = 0; digit < 4; digit++) bytes[at + 2 + digit] = digits[(code >> (12 - 4 * digit)) & 15]!
  return at + 6
}

/** JSON.stringify escapes what JSON requires and nothing else, which is the default form of U-02. */
const asString: Write = { part: (written) => written }
/** UTF-8 cannot carry half a character, so that alone is escaped here too (U-125). */
const asObject: Write = {
  isObject: true,
  part: (content) =>
    /[\ud800-\udfff]/.test(content)
      ? content.replaceAll(/\p{Surrogate}/gu, (half) => `\\u${half.charCodeAt(0).toString(16)}`)
      : content
}
const withSlash: Write = {
  part: (written) => written.includes("/") ? written.split("/").join("\\/") : written
}
const asAscii: Write = {
  part: (written) =>
    /[\u007f-\uffff]/.test(written)
      ? inAscii(written, 6, (code, bytes, at) => {
        if (code >= 0x7f) return escaped(code, bytes, at)
        bytes[at] = code
        return at + 1
      })
      : written
}

/** The default of document 1: the content enters as a JSON string. */
export const envelopeSha1 = make("envelope-sha1", "accessId", asString)
/** The content enters as the object it is, for a provider that needs it. */
export const envelopeSha1Object = make("envelope-sha1-object", "accessId", asObject)
/** Each slash is escaped; read in lenient mode only. */
export const envelopeSha1Slash = make("envelope-sha1-slash", "accessId", withSlash)
/** Each character outside ASCII is escaped; read in lenient mode only. */
export const envelopeSha1Ascii = make("envelope-sha1-ascii", "accessId", asAscii)

/** The default of the gateway; the content is the exact body. */
export const gatewaySha1 = make("gateway-sha1", "appKey", asString)
export const gatewaySha1Object = make("gateway-sha1-object", "appKey", asObject)
export const gatewaySha1Slash = make("gateway-sha1-slash", "appKey", withSlash)
export const gatewaySha1Ascii = make("gateway-sha1-ascii", "appKey", asAscii)

/** What a strict reader tries, and what a lenient one tries besides. */
export const strict = [envelopeSha1] as const
export const lenient = [envelopeSha1, envelopeSha1Slash, envelopeSha1Ascii, envelopeSha1Object] as const
export const gatewayStrict = [gatewaySha1] as const
export const gatewayLenient = [gatewaySha1, gatewaySha1Slash, gatewaySha1Ascii, gatewaySha1Object] as const
