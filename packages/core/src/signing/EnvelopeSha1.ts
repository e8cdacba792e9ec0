/**
 * The SHA-1 suffix scheme of documents 1 and 2: a JSON text of the caller's id and the content text, the secret put
 * behind it bare, SHA-1, lower-case hexadecimal (U-02, U-03).
 */
import * as Redacted from "effect/Redacted"
import { hash } from "node:crypto"
import type { Scheme } from "./Scheme.ts"

export interface EnvelopeMessage {
  /** accessId in document 1, appKey in the gateway. */
  readonly id: string
  /** The content exactly as sent or received; empty for an operation without parameters. */
  readonly content: string
  /** `JSON.stringify(content)` where it is known, so that it need not be written anew. */
  readonly literal?: string
}

type Write = (content: string, literal: string | undefined) => string

const make = (name: string, idMember: string, write: Write): Scheme<EnvelopeMessage> => {
  const canonicalize = ({ content, id, literal }: EnvelopeMessage) => {
    const head = `{"${idMember}":${JSON.stringify(id)}`
    return content === "" ? `${head}}` : `${head},"content":${write(content, literal)}}`
  }
  return {
    name,
    canonicalize,
    sign: (message, secret) => hash("sha1", canonicalize(message) + Redacted.value(secret), "hex")
  }
}

/** JSON.stringify escapes what JSON requires and nothing else, which is the default form of U-02. */
const asString: Write = (content, literal = JSON.stringify(content)) => literal
/** UTF-8 cannot carry half a character, so that alone is escaped here too (U-125). */
const asObject: Write = (content) =>
  content.replaceAll(/\p{Surrogate}/gu, (half) => `\\u${half.charCodeAt(0).toString(16)}`)
const withSlash: Write = (content, literal = JSON.stringify(content)) => literal.replaceAll("/", "\\/")
const asAscii: Write = (content, literal = JSON.stringify(content)) =>
  literal.replaceAll(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`
  )

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
