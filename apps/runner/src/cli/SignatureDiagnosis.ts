/**
 * Finds which signing scheme produced a signature or, if none did, which common mistake. Pure; the secret is an input
 * and never part of the result.
 */
import { timingSafeEqualHex } from "@crossdock/core/signing"
import {
  envelopeSha1,
  envelopeSha1EscapedUnicode,
  type EnvelopeMessage,
  envelopeSha1Object,
  envelopeSha1EscapedSlash,
  gatewaySha1,
  gatewaySha1Object,
  gatewayStrict,
  lenient,
  type Scheme,
  strict
} from "@crossdock/protocols/signing"
import * as Redacted from "effect/Redacted"
import { createHash, createHmac } from "node:crypto"

type AnyScheme = Scheme<EnvelopeMessage>

/** Every known scheme over an id and a content text. */
export const schemes: ReadonlyArray<AnyScheme> = [
  envelopeSha1,
  envelopeSha1EscapedSlash,
  envelopeSha1EscapedUnicode,
  envelopeSha1Object,
  gatewaySha1,
  gatewaySha1Object
]

const among = (list: ReadonlyArray<AnyScheme>, scheme: AnyScheme): boolean => list.some(({ name }) => name === scheme.name)

/** Whether links accept the scheme when they are not lenient. */
export const isStrict = (scheme: AnyScheme): boolean => among([...strict, ...gatewayStrict], scheme)

/** Which links accept the scheme, and on which route. */
export const readBy = (scheme: AnyScheme): string =>
  `${isStrict(scheme) ? "every link" : "lenient links only"} on the ${among(lenient, scheme) ? "warehouse" : "gateway"} route`

/** What the caller must change so that a strict link accepts the signature. */
export const strictly = (scheme: AnyScheme): string => {
  if (scheme.name.endsWith("-slash")) return "leave slashes unescaped (JSON_UNESCAPED_SLASHES in PHP)"
  if (scheme.name.endsWith("-ascii")) return "leave characters outside ASCII unescaped (ensure_ascii=False in Python, JSON_UNESCAPED_UNICODE in PHP)"
  return "write the content as a JSON string: in quotes, with the quotes inside it escaped"
}

export interface Computed {
  readonly scheme: AnyScheme
  readonly canonical: string
  readonly digest: string
  readonly isMatch: boolean
}

export const compute = (message: EnvelopeMessage, secret: Redacted.Redacted, presented: string): ReadonlyArray<Computed> =>
  schemes.map((scheme) => {
    const digest = scheme.sign(message, secret)
    return { scheme, canonical: scheme.canonicalize(message), digest, isMatch: timingSafeEqualHex(digest, presented) }
  })

interface Mistake {
  /** What the caller did wrong, and what to do instead. */
  readonly message: string
  /** The signatures that this mistake produces. */
  readonly signatures: (message: EnvelopeMessage, secret: string) => ReadonlyArray<string>
}

const sha1 = (text: string): string => createHash("sha1").update(text, "utf8").digest("hex")

/** The canonical text of the protocol, for another id or content. */
const canonical = (id: string, content: string): string => envelopeSha1.canonicalize({ id, content })

const reparsed = (content: string): unknown => {
  try {
    return JSON.parse(content)
  } catch {
    return undefined
  }
}

/** JSON as Python's json.dumps writes it by default: a space after each colon and comma. */
const spaced = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(spaced).join(", ")}]`
  if (typeof value === "object" && value !== null) {
    return `{${Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${spaced(item)}`).join(", ")}}`
  }
  return JSON.stringify(value)
}

const ascii = (text: string): string =>
  text.replaceAll(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)

/** A JSON text as libraries write it again after they have parsed it. */
export const reserialized = (content: string): ReadonlyArray<string> => {
  const value = reparsed(content)
  return value === undefined ? [] : [JSON.stringify(value), spaced(value), JSON.stringify(value, null, 2), JSON.stringify(value, null, 4), ascii(JSON.stringify(value)), ascii(spaced(value))]
}

/** JSON with HTML characters escaped, as Gson (five characters) and Go (three) do. */
const htmlSafe = (text: string, unsafe: RegExp): string =>
  text.replaceAll(unsafe, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`)

/** The canonical text with its content escaped as a certain JSON library does. */
const outer = (id: string, content: string, escape: (literal: string) => string): string =>
  content === "" ? `{"accessId":${JSON.stringify(id)}}` : `{"accessId":${JSON.stringify(id)},"content":${escape(JSON.stringify(content))}}`

const ofContents = (contents: (content: string) => ReadonlyArray<string>): Mistake["signatures"] => (message, secret) =>
  contents(message.content)
    .filter((content) => content !== message.content)
    .map((content) => sha1(canonical(message.id, content) + secret))

const ofTexts = (texts: (message: EnvelopeMessage, secret: string) => ReadonlyArray<string>): Mistake["signatures"] => (message, secret) =>
  texts(message, secret).map(sha1)

const mistakes: ReadonlyArray<Mistake> = [
  {
    message: "the secret key was used with spaces or a line break around it; trim it",
    signatures: ofTexts(({ content, id }, secret) =>
      [`${secret}\n`, `${secret}\r\n`, `${secret} `, ` ${secret}`, secret.trim()].filter((one) => one !== secret).map((one) => canonical(id, content) + one))
  },
  {
    message: "the secret key was left out; append it directly to the canonical text",
    signatures: ofTexts(({ content, id }) => [canonical(id, content)])
  },
  {
    message: "the secret key was put first; append it directly to the canonical text",
    signatures: ofTexts(({ content, id }, secret) => [secret + canonical(id, content)])
  },
  {
    message: "the content was signed with spaces or line breaks around it that were not sent, or the reverse; sign exactly the text that you send",
    signatures: ofContents((content) => [content.trim(), `${content}\n`, `${content}\r\n`])
  },
  {
    message: "the content was parsed and serialized again before signing; sign exactly the text that you send",
    signatures: ofContents(reserialized)
  },
  {
    message: "form encoding confused the spaces and plus signs of the content; percent-encode it (a space as %20 or +, a plus as %2B)",
    signatures: ofContents((content) => [content.replaceAll("+", " "), content.replaceAll(" ", "+"), encodeURIComponent(content), new URLSearchParams({ c: content }).toString().slice(2)])
  },
  {
    message: "the canonical text was written with spaces after colons and commas; write it compactly: separators=(\",\", \":\") in Python",
    signatures: ofTexts(({ content, id }, secret) => {
      const text = spaced(content === "" ? { accessId: id } : { accessId: id, content })
      return [text + secret, ascii(text) + secret]
    })
  },
  {
    message: "slashes and characters outside ASCII were escaped, as PHP's json_encode does by default; add JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE",
    signatures: ofTexts(({ content, id }, secret) => [outer(id, content, (literal) => ascii(literal).replaceAll("/", "\\/")) + secret])
  },
  {
    message: "characters such as < > & were escaped, as Gson and Go do by default; turn HTML escaping off",
    signatures: ofTexts(({ content, id }, secret) => [
      outer(id, content, (literal) => htmlSafe(literal, /[<>&='\u2028\u2029]/g)) + secret,
      outer(id, content, (literal) => htmlSafe(literal, /[<>&\u2028\u2029]/g)) + secret
    ])
  },
  {
    message: "the content comes before the accessId; put the accessId first",
    signatures: ofTexts(({ content, id }, secret) => [`{"content":${JSON.stringify(content)},"accessId":${JSON.stringify(id)}}${secret}`])
  },
  {
    message: "the content is in quotes, but its own quotes and backslashes are not escaped; write it as a JSON string",
    signatures: ofTexts(({ content, id }, secret) => [`{"accessId":"${id}","content":"${content}"}${secret}`])
  },
  {
    message: "an empty content was signed as a member; leave the member out if the content is empty",
    signatures: ofTexts(({ content, id }, secret) =>
      content === "" ? [`{"accessId":${JSON.stringify(id)},"content":""}${secret}`, `{"accessId":${JSON.stringify(id)},"content":null}${secret}`] : [])
  },
  {
    message: "only the content was signed; sign the JSON of accessId and content",
    signatures: ofTexts(({ content }, secret) => [content + secret, JSON.stringify(content) + secret])
  },
  {
    message: "the signature of an empty content was sent with this content; sign every request anew",
    signatures: ofTexts(({ content, id }, secret) => content === "" ? [] : [canonical(id, "") + secret])
  },
  {
    message: "another digest was used; use plain SHA-1 in hexadecimal",
    signatures: ({ content, id }, secret) => {
      const text = canonical(id, content)
      return [
        ...["md5", "sha256", "sha512"].map((name) => createHash(name).update(text + secret, "utf8").digest("hex")),
        ...["sha1", "md5", "sha256"].flatMap((name) => {
          const digest = () => createHmac(name, secret).update(text, "utf8")
          return [digest().digest("hex"), digest().digest("base64")]
        }),
        createHash("sha1").update(text + secret, "utf8").digest("base64")
      ]
    }
  }
]

/** Compares hexadecimal digests without case; Base64 digests are compared as they are. */
const isSame = (computed: string, presented: string): boolean => computed === presented || timingSafeEqualHex(computed, presented)

/** The mistakes that produce this signature. If there are none, the secret key or the signed text differs. */
export const explain = (sent: EnvelopeMessage, secret: Redacted.Redacted, presented: string): ReadonlyArray<string> =>
  mistakes
    .filter(({ signatures }) => signatures(sent, Redacted.value(secret)).some((one) => isSame(one, presented)))
    .map(({ message }) => message)

export interface Parting {
  /** Position of the first difference in characters, from 0. */
  readonly at: number
  readonly ours: string
  readonly theirs: string
}

const context = 24

const around = (text: string, at: number): string => {
  const start = Math.max(0, at - context)
  return `${start > 0 ? "…" : ""}${text.slice(start, at)}▶${text.slice(at, at + context)}${at + context < text.length ? "…" : ""}`
}

/** The first difference between two texts, with some text around it; undefined if they are equal. */
export const parting = (ours: string, theirs: string): Parting | undefined => {
  if (ours === theirs) return undefined
  let at = 0
  while (at < ours.length && at < theirs.length && ours[at] === theirs[at]) at++
  return { at, ours: around(ours, at), theirs: around(theirs, at) }
}

/**
 * Removes the secret from the end of the other side's text, because many sign both as one text; the secret is never
 * shown.
 */
export const withoutSecret = (text: string, secret: Redacted.Redacted): string => {
  const value = Redacted.value(secret)
  const trimmed = text.replace(/\r?\n$/, "")
  return value !== "" && trimmed.endsWith(value) ? trimmed.slice(0, -value.length) : trimmed
}
