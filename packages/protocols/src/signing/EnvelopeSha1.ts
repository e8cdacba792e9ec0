/**
 * The signature of documents 1 and 2: SHA-1, in lower-case hexadecimal, over a JSON text of the caller's id and the
 * content, followed by the secret (U-02, U-03).
 */
import * as Redacted from "effect/Redacted"
import { createHash, hash } from "node:crypto"
import type { Scheme } from "./Scheme.ts"
import { endOfPart, partLength } from "./TextParts.ts"

export interface EnvelopeMessage {
  /** accessId in document 1, appKey in the gateway. */
  readonly id: string
  /** The content exactly as it was sent or received. Empty for an operation without parameters. */
  readonly content: string
  /** `JSON.stringify(content)`, if the caller already has it. */
  readonly literal?: string
}

/** How the content is written into the text that is signed. */
interface Write {
  /** Writes the content as a JSON object instead of a JSON string. */
  readonly isObject?: boolean
  /** Writes a blank after each comma and colon between the members. */
  readonly hasBlanks?: boolean
  /** Converts one part of the written content. */
  readonly part: (written: string) => string
}

const make = (name: string, idMember: string, { hasBlanks = false, isObject = false, part }: Write): Scheme<EnvelopeMessage> => {
  const blank = hasBlanks ? " " : ""
  const headOf = (id: string) => `{"${idMember}":${blank}${JSON.stringify(id)}`
  const beforeContent = `,${blank}"content":${blank}`
  const written = ({ content, literal }: EnvelopeMessage) => part(isObject ? content : literal ?? JSON.stringify(content))
  const canonicalize = (message: EnvelopeMessage) =>
    message.content === "" ? `${headOf(message.id)}}` : `${headOf(message.id)}${beforeContent}${written(message)}}`
  const signInTurns = function*({ content, id, literal }: EnvelopeMessage, secret: Redacted.Redacted) {
    const digest = createHash("sha1").update(headOf(id) + beforeContent)
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

/** Converts a text character by character into ASCII bytes, which is faster than a regular expression. */
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

/** The default form of U-02: JSON.stringify escapes only what JSON requires. */
const asString: Write = { part: (written) => written }
/** Escapes only unpaired surrogates, which UTF-8 cannot represent (U-125). */
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
const asciiFrom = (first: number): Write["part"] => (written) =>
  /[\u007f-\uffff]/.test(written)
    ? inAscii(written, 6, (code, bytes, at) => {
      if (code >= first) return escaped(code, bytes, at)
      bytes[at] = code
      return at + 1
    })
    : written
const asAscii: Write = { part: asciiFrom(0x7f) }

const unicodeEscape = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`

/**
 * What the usual writers of JSON make without options: `json.dumps` of Python, with its blanks and in ASCII or not, `json_encode` of PHP, Gson,
 * and `encoding/json` of Go. The last two escape what HTML could read, and the two separators that JavaScript once took for line ends.
 */
const asPython: Write = { hasBlanks: true, part: asAscii.part }
const withBlanks: Write = { hasBlanks: true, part: asString.part }
const asPhp: Write = { part: (written) => asciiFrom(0x80)(withSlash.part(written)) }
const asGson: Write = { part: (written) => written.replaceAll(/[<>&='\u2028\u2029]/g, unicodeEscape) }
const asGo: Write = { part: (written) => written.replaceAll(/[<>&\u2028\u2029]/g, unicodeEscape) }

/** The default of document 1: the content is signed as a JSON string. */
export const envelopeSha1 = make("envelope-sha1", "accessId", asString)
/** The content is signed as a JSON object, for providers that require it. */
export const envelopeSha1Object = make("envelope-sha1-object", "accessId", asObject)
/** Slashes are escaped. Accepted in lenient mode only. */
export const envelopeSha1EscapedSlash = make("envelope-sha1-slash", "accessId", withSlash)
/** Characters outside ASCII are escaped. Accepted in lenient mode only. */
export const envelopeSha1EscapedUnicode = make("envelope-sha1-ascii", "accessId", asAscii)

/** The default output of common writers of JSON. Accepted in lenient mode only. */
const writersOf = (name: string, idMember: string) => ({
  python: make(`${name}-python`, idMember, asPython),
  blanks: make(`${name}-blanks`, idMember, withBlanks),
  php: make(`${name}-php`, idMember, asPhp),
  gson: make(`${name}-gson`, idMember, asGson),
  go: make(`${name}-go`, idMember, asGo)
})
export const envelopeSha1Writers = writersOf("envelope-sha1", "accessId")
export const gatewaySha1Writers = writersOf("gateway-sha1", "appKey")

/** The default of the gateway, whose content is the exact body. */
export const gatewaySha1 = make("gateway-sha1", "appKey", asString)
export const gatewaySha1Object = make("gateway-sha1-object", "appKey", asObject)
export const gatewaySha1EscapedSlash = make("gateway-sha1-slash", "appKey", withSlash)
export const gatewaySha1EscapedUnicode = make("gateway-sha1-ascii", "appKey", asAscii)

/** The schemes that a strict or a lenient reader accepts. */
export const strict = [envelopeSha1] as const
export const lenient = [envelopeSha1, envelopeSha1EscapedSlash, envelopeSha1EscapedUnicode, envelopeSha1Object, ...Object.values(envelopeSha1Writers)] as const
export const gatewayStrict = [gatewaySha1] as const
export const gatewayLenient = [gatewaySha1, gatewaySha1EscapedSlash, gatewaySha1EscapedUnicode, gatewaySha1Object, ...Object.values(gatewaySha1Writers)] as const
