/**
 * Which known way of signing gives a signature, and if none does, which common mistake. Pure; the secret goes in and
 * never comes out.
 */
import {
  envelopeSha1,
  envelopeSha1Ascii,
  type EnvelopeMessage,
  envelopeSha1Object,
  envelopeSha1Slash,
  equal,
  gatewaySha1,
  gatewaySha1Object,
  gatewayStrict,
  lenient,
  type Scheme,
  strict
} from "@crossdock/core/signing"
import * as Redacted from "effect/Redacted"
import { createHash, createHmac } from "node:crypto"

type AnyScheme = Scheme<EnvelopeMessage>

/** Every scheme there is over an id and a content text. */
export const schemes: ReadonlyArray<AnyScheme> = [
  envelopeSha1,
  envelopeSha1Slash,
  envelopeSha1Ascii,
  envelopeSha1Object,
  gatewaySha1,
  gatewaySha1Object
]

const among = (list: ReadonlyArray<AnyScheme>, scheme: AnyScheme): boolean => list.some(({ name }) => name === scheme.name)

/** Every link reads it at its door, unless it is lenient. */
export const isStrict = (scheme: AnyScheme): boolean => among([...strict, ...gatewayStrict], scheme)

/** Which links read it, and at which door. */
export const readBy = (scheme: AnyScheme): string =>
  `${isStrict(scheme) ? "every link" : "lenient links alone"} at the ${among(lenient, scheme) ? "warehouse" : "gateway"} door`

/** What to do in place of it, for a link that is strict. */
export const strictly = (scheme: AnyScheme): string => {
  if (scheme.name.endsWith("-slash")) return "leave slashes as they are (JSON_UNESCAPED_SLASHES in PHP)"
  if (scheme.name.endsWith("-ascii")) return "leave characters outside ASCII as they are (ensure_ascii=False in Python, JSON_UNESCAPED_UNICODE in PHP)"
  return "let the content stand as a JSON string: in quotes, with its own quotes escaped"
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
    return { scheme, canonical: scheme.canonicalize(message), digest, isMatch: equal(digest, presented) }
  })

// --- mistakes -------------------------------------------------------------------------------------------------------

interface Mistake {
  /** What was done, and what to do in its place. */
  readonly message: string
  /** The signatures that it gives. */
  readonly signatures: (message: EnvelopeMessage, secret: string) => ReadonlyArray<string>
}

const sha1 = (text: string): string => createHash("sha1").update(text, "utf8").digest("hex")

/** The document's canonical text over another id or content. */
const canonical = (id: string, content: string): string => envelopeSha1.canonicalize({ id, content })

const reparsed = (content: string): unknown => {
  try {
    return JSON.parse(content)
  } catch {
    return undefined
  }
}

/** As Python's json.dumps writes without separators: a blank behind each colon and comma. */
const spaced = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(spaced).join(", ")}]`
  if (typeof value === "object" && value !== null) {
    return `{${Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${spaced(item)}`).join(", ")}}`
  }
  return JSON.stringify(value)
}

const ascii = (text: string): string =>
  text.replaceAll(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)

/** As Gson (five characters) and Go (three) escape HTML inside JSON. */
const htmlSafe = (text: string, unsafe: RegExp): string =>
  text.replaceAll(unsafe, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`)

/** The outer text with its content, escaped by a library's own idea of JSON. */
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
    message: "the secret key was used with blanks or a line end around it; trim it",
    signatures: ofTexts(({ content, id }, secret) =>
      [`${secret}\n`, `${secret}\r\n`, `${secret} `, ` ${secret}`, secret.trim()].filter((one) => one !== secret).map((one) => canonical(id, content) + one))
  },
  {
    message: "the secret key was left out; put it directly behind the canonical text",
    signatures: ofTexts(({ content, id }) => [canonical(id, content)])
  },
  {
    message: "the secret key was put in front; put it directly behind the canonical text",
    signatures: ofTexts(({ content, id }, secret) => [secret + canonical(id, content)])
  },
  {
    message: "the content was signed with blanks or line ends around it that were not sent (or the reverse); sign the text that you send",
    signatures: ofContents((content) => [content.trim(), `${content}\n`, `${content}\r\n`])
  },
  {
    message: "the content was parsed and written again before signing; sign the text that you send, unchanged",
    signatures: ofContents((content) => {
      const value = reparsed(content)
      return value === undefined ? [] : [JSON.stringify(value), spaced(value), JSON.stringify(value, null, 2), JSON.stringify(value, null, 4), ascii(JSON.stringify(value)), ascii(spaced(value))]
    })
  },
  {
    message: "blanks and plus signs of the content were confused by form encoding; encode the content with percent signs (a blank as %20 or +, a plus as %2B)",
    signatures: ofContents((content) => [content.replaceAll("+", " "), content.replaceAll(" ", "+"), encodeURIComponent(content), new URLSearchParams({ c: content }).toString().slice(2)])
  },
  {
    message: "the canonical text was written with blanks behind colons and commas; write it compactly: separators=(\",\", \":\") in Python",
    signatures: ofTexts(({ content, id }, secret) => {
      const text = spaced(content === "" ? { accessId: id } : { accessId: id, content })
      return [text + secret, ascii(text) + secret]
    })
  },
  {
    message: "slashes and characters outside ASCII were escaped, as PHP's json_encode does by itself; add JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE",
    signatures: ofTexts(({ content, id }, secret) => [outer(id, content, (literal) => ascii(literal).replaceAll("/", "\\/")) + secret])
  },
  {
    message: "characters such as < > & were escaped, as Gson and Go do by themselves; switch HTML escaping off",
    signatures: ofTexts(({ content, id }, secret) => [
      outer(id, content, (literal) => htmlSafe(literal, /[<>&='\u2028\u2029]/g)) + secret,
      outer(id, content, (literal) => htmlSafe(literal, /[<>&\u2028\u2029]/g)) + secret
    ])
  },
  {
    message: "the content stands before the accessId; the accessId comes first",
    signatures: ofTexts(({ content, id }, secret) => [`{"content":${JSON.stringify(content)},"accessId":${JSON.stringify(id)}}${secret}`])
  },
  {
    message: "the content stands in quotes without its own quotes and backslashes escaped; write it as a JSON string",
    signatures: ofTexts(({ content, id }, secret) => [`{"accessId":"${id}","content":"${content}"}${secret}`])
  },
  {
    message: "an empty content was signed as a member; leave the member out when the content is empty",
    signatures: ofTexts(({ content, id }, secret) =>
      content === "" ? [`{"accessId":${JSON.stringify(id)},"content":""}${secret}`, `{"accessId":${JSON.stringify(id)},"content":null}${secret}`] : [])
  },
  {
    message: "only the content was signed; the canonical text is the JSON of accessId and content",
    signatures: ofTexts(({ content }, secret) => [content + secret, JSON.stringify(content) + secret])
  },
  {
    message: "the signature of an empty content was sent with this content; sign again for each call",
    signatures: ofTexts(({ content, id }, secret) => content === "" ? [] : [canonical(id, "") + secret])
  },
  {
    message: "another digest was taken; it is plain SHA-1 in hexadecimal",
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

/** Base64 keeps its letter case, so it is compared as it is. */
const isSame = (computed: string, presented: string): boolean => computed === presented || equal(computed, presented)

/** The mistakes that give this signature; none: the secret or the text itself is another one. */
export const explain = (sent: EnvelopeMessage, secret: Redacted.Redacted, presented: string): ReadonlyArray<string> =>
  mistakes
    .filter(({ signatures }) => signatures(sent, Redacted.value(secret)).some((one) => isSame(one, presented)))
    .map(({ message }) => message)

// --- where two texts part -------------------------------------------------------------------------------------------

export interface Parting {
  /** In characters, from 0. */
  readonly at: number
  readonly ours: string
  readonly theirs: string
}

const context = 24

const around = (text: string, at: number): string => {
  const start = Math.max(0, at - context)
  return `${start > 0 ? "…" : ""}${text.slice(start, at)}▶${text.slice(at, at + context)}${at + context < text.length ? "…" : ""}`
}

/** The first difference of two texts with what stands around it; absent: they are equal. */
export const parting = (ours: string, theirs: string): Parting | undefined => {
  if (ours === theirs) return undefined
  let at = 0
  while (at < ours.length && at < theirs.length && ours[at] === theirs[at]) at++
  return { at, ours: around(ours, at), theirs: around(theirs, at) }
}

/** Their text without the secret, which many sign with it in one text; it is never shown. */
export const withoutSecret = (text: string, secret: Redacted.Redacted): string => {
  const value = Redacted.value(secret)
  const trimmed = text.replace(/\r?\n$/, "")
  return value !== "" && trimmed.endsWith(value) ? trimmed.slice(0, -value.length) : trimmed
}
