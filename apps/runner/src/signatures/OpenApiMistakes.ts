/**
 * Mistakes in signatures of the ERP open API (document 3): MD5 of sorted pairs followed by the secret.
 */
import { md5SortedPairs, type SortedPairsMessage } from "@crossdock/protocols/signing"
import * as Mistakes from "./Mistakes.ts"
import { percentEncoded, reordered, reserialized, twiceEncoded } from "./SignedTexts.ts"

type Pair = readonly [name: string, value: string]

/** The pairs in the order in which they are signed. */
const pairsOf = ({ content, id, serviceType, timestamp }: SortedPairsMessage): ReadonlyArray<Pair> =>
  [["appId", id], ["bizParam", content], ["serviceType", serviceType], ["timestamp", timestamp]]

const joined = (pairs: ReadonlyArray<Pair>, between = "", equals = "="): string => pairs.map(([name, value]) => name + equals + value).join(between)

const canonical = md5SortedPairs.canonicalize

/** Every order of a list. */
const orders = <A>(list: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A>> =>
  list.length < 2 ? [list] : list.flatMap((first, at) => orders(list.toSpliced(at, 1)).map((rest) => [first, ...rest]))

const ofContents = (contents: (content: string) => ReadonlyArray<string>): Mistakes.OfText<SortedPairsMessage>["texts"] => (sent, secret) =>
  contents(sent.content).filter((content) => content !== sent.content).map((content) => canonical({ ...sent, content }) + secret)

const form = (text: string): string => new URLSearchParams({ t: text }).toString().slice(2)

/** The same time in the other unit. */
const otherUnit = (timestamp: string): string => /^\d{13}$/.test(timestamp) ? timestamp.slice(0, 10) : `${timestamp}000`

const texts: ReadonlyArray<Mistakes.OfText<SortedPairsMessage>> = [
  {
    code: "secret-blanks",
    message: "the secret was used with spaces or a line break around it; trim it",
    texts: (sent, secret) => [`${secret}\n`, `${secret}\r\n`, `${secret} `, ` ${secret}`, secret.trim()].filter((one) => one !== secret).map((one) => canonical(sent) + one)
  },
  { code: "secret-missing", message: "the secret was left out; append it directly to the canonical text", texts: (sent) => [canonical(sent)] },
  {
    code: "secret-first",
    message: "the secret was put first; append it directly to the canonical text, and put nothing before it",
    texts: (sent, secret) => [secret + canonical(sent), secret + canonical(sent) + secret]
  },
  {
    code: "secret-pair",
    message: "the secret was appended as a pair; append its value alone",
    texts: (sent, secret) => ["appSecret", "secret", "key"].flatMap((name) => [`${canonical(sent)}${name}=${secret}`, `${joined(pairsOf(sent), "&")}&${name}=${secret}`])
  },
  {
    code: "text-order",
    message: "the pairs are in another order; sort them by name: appId, bizParam, serviceType, timestamp",
    texts: (sent, secret) => orders(pairsOf(sent)).slice(1).map((pairs) => joined(pairs) + secret)
  },
  {
    code: "text-between",
    message: "something was put between the pairs; put nothing between them",
    texts: (sent, secret) => ["&", ",", "|", ";", " ", "\n"].flatMap((between) => [joined(pairsOf(sent), between) + secret, joined(pairsOf(sent), between) + between + secret])
  },
  {
    code: "text-pairs",
    message: "the pairs were not written as name=value; write each name, an equals sign, and the value",
    texts: (sent, secret) => [joined(pairsOf(sent), "", ""), joined(pairsOf(sent), "", ":"), pairsOf(sent).map(([, value]) => value).join("")].map((text) => text + secret)
  },
  {
    code: "text-field",
    message: "a field was left out; sign appId, bizParam, serviceType and timestamp, all four",
    texts: (sent, secret) => [...pairsOf(sent).map((_, at) => joined(pairsOf(sent).toSpliced(at, 1)) + secret), sent.content + secret]
  },
  {
    code: "timestamp-unit",
    message: "the timestamp was signed in the other unit; sign the digits that you send",
    texts: (sent, secret) => [canonical({ ...sent, timestamp: otherUnit(sent.timestamp) }) + secret]
  },
  {
    code: "content-blanks",
    message: "bizParam was signed with spaces or line breaks around it that were not sent, or the reverse; sign exactly the text that you send",
    texts: ofContents((content) => [content.trim(), `${content}\n`, `${content}\r\n`])
  },
  {
    code: "content-reserialized",
    message: "bizParam was parsed and serialized again before signing; sign exactly the text that you send",
    texts: ofContents(reserialized)
  },
  {
    code: "content-reordered",
    message: "the members of bizParam were sorted before signing, but not before sending; sign exactly the text that you send",
    texts: ofContents(reordered)
  },
  {
    code: "encoding",
    message: "bizParam was read in another encoding than UTF-8 and written as UTF-8 again; say UTF-8 wherever bytes become text",
    texts: ofContents((content) => [twiceEncoded(content)])
  },
  {
    code: "content-encoded",
    message: "bizParam was signed as it is encoded in the form, or the form has changed its spaces and plus signs; sign the text before it is encoded",
    texts: ofContents((content) => [percentEncoded(content), form(content), content.replaceAll("+", " "), content.replaceAll(" ", "+")])
  },
  {
    code: "text-case",
    message: "the text was changed to upper or lower case before it was signed; sign it as it is",
    texts: (sent, secret) => [canonical(sent).toUpperCase() + secret, canonical(sent).toLowerCase() + secret, (canonical(sent) + secret).toUpperCase(), (canonical(sent) + secret).toLowerCase()]
  }
]

export const openApi: Mistakes.Table<SortedPairsMessage> = { scheme: md5SortedPairs, digest: "md5", texts, digests: Mistakes.ofDigests("md5", "MD5", 32) }
