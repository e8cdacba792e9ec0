/**
 * Finds which common mistake produced a signature of the ERP open API (document 3). Pure; the secret is an input and never
 * part of the result.
 */
import { timingSafeEqualHex } from "@crossdock/core/signing"
import { md5SortedPairs, type SortedPairsMessage } from "@crossdock/protocols/signing"
import * as DateTime from "effect/DateTime"
import * as Redacted from "effect/Redacted"
import { createHash, createHmac } from "node:crypto"
import { type Fields, signed } from "./OpenApiFields.ts"
import { parting, reserialized, withoutSecret } from "./SignatureDiagnosis.ts"
import { lengthOf, type Report } from "./VerificationReport.ts"

interface Mistake {
  readonly message: string
  /** The texts that this mistake signs. */
  readonly texts: (sent: SortedPairsMessage, secret: string) => ReadonlyArray<string>
}

type Pair = readonly [name: string, value: string]

/** The pairs in the order in which they are signed. */
const pairsOf = ({ content, id, serviceType, timestamp }: SortedPairsMessage): ReadonlyArray<Pair> =>
  [["appId", id], ["bizParam", content], ["serviceType", serviceType], ["timestamp", timestamp]]

const joined = (pairs: ReadonlyArray<Pair>, between = "", equals = "="): string => pairs.map(([name, value]) => name + equals + value).join(between)

const canonical = md5SortedPairs.canonicalize

/** Every order of a list. */
const orders = <A>(list: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A>> =>
  list.length < 2 ? [list] : list.flatMap((first, at) => orders(list.toSpliced(at, 1)).map((rest) => [first, ...rest]))

const ofContents = (contents: (content: string) => ReadonlyArray<string>): Mistake["texts"] => (sent, secret) =>
  contents(sent.content).filter((content) => content !== sent.content).map((content) => canonical({ ...sent, content }) + secret)

const form = (text: string): string => new URLSearchParams({ t: text }).toString().slice(2)

/** The same time in the other unit. */
const otherUnit = (timestamp: string): string => /^\d{13}$/.test(timestamp) ? timestamp.slice(0, 10) : `${timestamp}000`

const known: ReadonlyArray<Mistake> = [
  {
    message: "the secret was used with spaces or a line break around it; trim it",
    texts: (sent, secret) => [`${secret}\n`, `${secret}\r\n`, `${secret} `, ` ${secret}`, secret.trim()].filter((one) => one !== secret).map((one) => canonical(sent) + one)
  },
  { message: "the secret was left out; append it directly to the canonical text", texts: (sent) => [canonical(sent)] },
  {
    message: "the secret was put first; append it directly to the canonical text, and put nothing before it",
    texts: (sent, secret) => [secret + canonical(sent), secret + canonical(sent) + secret]
  },
  {
    message: "the secret was appended as a pair; append its value alone",
    texts: (sent, secret) => ["appSecret", "secret", "key"].flatMap((name) => [`${canonical(sent)}${name}=${secret}`, `${joined(pairsOf(sent), "&")}&${name}=${secret}`])
  },
  {
    message: "the pairs are in another order; sort them by name: appId, bizParam, serviceType, timestamp",
    texts: (sent, secret) => orders(pairsOf(sent)).slice(1).map((pairs) => joined(pairs) + secret)
  },
  {
    message: "something was put between the pairs; put nothing between them",
    texts: (sent, secret) => ["&", ",", "|", ";", " ", "\n"].flatMap((between) => [joined(pairsOf(sent), between) + secret, joined(pairsOf(sent), between) + between + secret])
  },
  {
    message: "the pairs were not written as name=value; write each name, an equals sign, and the value",
    texts: (sent, secret) => [joined(pairsOf(sent), "", ""), joined(pairsOf(sent), "", ":"), pairsOf(sent).map(([, value]) => value).join("")].map((text) => text + secret)
  },
  {
    message: "a field was left out; sign appId, bizParam, serviceType and timestamp, all four",
    texts: (sent, secret) => [...pairsOf(sent).map((_, at) => joined(pairsOf(sent).toSpliced(at, 1)) + secret), sent.content + secret]
  },
  {
    message: "the timestamp was signed in the other unit; sign the digits that you send",
    texts: (sent, secret) => [canonical({ ...sent, timestamp: otherUnit(sent.timestamp) }) + secret]
  },
  {
    message: "bizParam was signed with spaces or line breaks around it that were not sent, or the reverse; sign exactly the text that you send",
    texts: ofContents((content) => [content.trim(), `${content}\n`, `${content}\r\n`])
  },
  {
    message: "bizParam was parsed and serialized again before signing; sign exactly the text that you send",
    texts: ofContents(reserialized)
  },
  {
    message: "bizParam was signed as it is encoded in the form, or the form has changed its spaces and plus signs; sign the text before it is encoded",
    texts: ofContents((content) => [encodeURIComponent(content), form(content), content.replaceAll("+", " "), content.replaceAll(" ", "+")])
  },
  {
    message: "the text was changed to upper or lower case before it was signed; sign it as it is",
    texts: (sent, secret) => [canonical(sent).toUpperCase() + secret, canonical(sent).toLowerCase() + secret, (canonical(sent) + secret).toUpperCase(), (canonical(sent) + secret).toLowerCase()]
  }
]

const md5 = (text: string): string => createHash("md5").update(text, "utf8").digest("hex")

const otherDigest = "another digest was used; use plain MD5 in hexadecimal"

const otherDigests = (sent: SortedPairsMessage, secret: string): ReadonlyArray<string> => {
  const text = canonical(sent)
  return [
    ...["sha1", "sha256", "sha512"].map((name) => createHash(name).update(text + secret, "utf8").digest("hex")),
    ...["md5", "sha1", "sha256"].flatMap((name) => (["hex", "base64"] as const).map((encoding) => createHmac(name, secret).update(text, "utf8").digest(encoding))),
    createHash("md5").update(text + secret, "utf8").digest("base64")
  ]
}

/** The mistakes that produce this signature. If there are none, the secret or a signed field differs. */
export const explain = (sent: SortedPairsMessage, secret: Redacted.Redacted, presented: string): ReadonlyArray<string> => {
  const key = Redacted.value(secret)
  // In this order some mistake can give the right text, for example if bizParam is in lower case already.
  const right = canonical(sent) + key
  const found = known.filter(({ texts }) => texts(sent, key).some((text) => text !== right && timingSafeEqualHex(md5(text), presented)))
  const isOther = otherDigests(sent, key).some((digest) => digest === presented || timingSafeEqualHex(digest, presented))
  return [...found.map(({ message }) => message), ...(isOther ? [otherDigest] : [])]
}

/** A timestamp as a person reads it, or why a server refuses it. */
export const timeOf = (timestamp: string): string => {
  const millis = /^\d{13}$/.test(timestamp) ? Number(timestamp) : /^\d{10}$/.test(timestamp) ? Number(timestamp) * 1000 : undefined
  return millis === undefined
    ? "a server refuses it: it has neither 13 digits (milliseconds) nor 10 (seconds)"
    : DateTime.formatIso(DateTime.makeUnsafe(millis))
}

/** Compares a signature with the scheme of the protocol and with a text from the other side. */
export const verified = (fields: Fields, secret: Redacted.Redacted, theirs: string | undefined): Report => {
  const message = signed(fields)
  const [text, digest] = [canonical(message), md5SortedPairs.sign(message, secret)]
  const ok = timingSafeEqualHex(digest, fields.sign)
  const mistakes = ok ? [] : explain(message, secret, fields.sign)
  return {
    facts: [
      ["appId", fields.appId],
      ["serviceType", fields.serviceType],
      ["bizParam", lengthOf(fields.bizParam)],
      ["timestamp", `${fields.timestamp} (${timeOf(fields.timestamp)})`]
    ],
    sign: fields.sign,
    ok,
    message: verdictOf(ok, mistakes.length > 0, fields.sign),
    mistakes,
    schemes: [{ scheme: md5SortedPairs.name, canonical: text, sign: digest, matches: ok, readBy: "every link with the protocol open-api" }],
    parting: theirs === undefined ? undefined : parting(text, withoutSecret(theirs, secret)),
    hasTheirs: theirs !== undefined
  }
}

const verdictOf = (ok: boolean, isMistake: boolean, sign: string): string => {
  if (ok) return `it matches: ${md5SortedPairs.name}, accepted by every link with the protocol open-api`
  if (isMistake) return `it does not match ${md5SortedPairs.name}, but a common mistake`
  return /^[0-9a-f]{32}$/i.test(sign)
    ? `it does not match ${md5SortedPairs.name}: the secret or one of the four fields differs from what was signed. Compare the signed text with --theirs @file`
    : `it does not match ${md5SortedPairs.name}: a signature has 32 hexadecimal digits, this one has ${sign.length} characters`
}
