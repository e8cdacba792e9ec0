/**
 * Mistakes in signatures over an id and a content, as documents 1, 2A and 2B make them: SHA-1 of a JSON text followed by the secret.
 */
import { envelopeSha1, gatewaySha1, type EnvelopeMessage } from "@crossdock/protocols/signing"
import * as Mistakes from "./Mistakes.ts"
import { ascii, htmlSafe, percentEncoded, reordered, reserialized, spaced, twiceEncoded } from "./SignedTexts.ts"

type OfText = Mistakes.OfText<EnvelopeMessage>
type IdName = "accessId" | "appKey"

const tableOf = (idName: IdName): Mistakes.Table<EnvelopeMessage> => {
  const [scheme, other] = idName === "accessId" ? [envelopeSha1, gatewaySha1] : [gatewaySha1, envelopeSha1]
  const canonical = (id: string, content: string): string => scheme.canonicalize({ id, content })

  /** The canonical text with its content escaped as a certain JSON library does. */
  const outer = (id: string, content: string, escape: (literal: string) => string): string =>
    content === "" ? `{"${idName}":${JSON.stringify(id)}}` : `{"${idName}":${JSON.stringify(id)},"content":${escape(JSON.stringify(content))}}`

  const ofContents = (contents: (content: string) => ReadonlyArray<string>): OfText["texts"] => ({ content, id }, secret) =>
    contents(content).filter((one) => one !== content).map((one) => canonical(id, one) + secret)

  const texts: ReadonlyArray<OfText> = [
    {
      code: "secret-blanks",
      message: "the secret key was used with spaces or a line break around it; trim it",
      texts: ({ content, id }, secret) =>
        [`${secret}\n`, `${secret}\r\n`, `${secret} `, ` ${secret}`, secret.trim()].filter((one) => one !== secret).map((one) => canonical(id, content) + one)
    },
    {
      code: "secret-missing",
      message: "the secret key was left out; append it directly to the canonical text",
      texts: ({ content, id }) => [canonical(id, content)]
    },
    {
      code: "secret-first",
      message: "the secret key was put first; append it directly to the canonical text",
      texts: ({ content, id }, secret) => [secret + canonical(id, content), secret + canonical(id, content) + secret]
    },
    {
      code: "content-blanks",
      message: "the content was signed with spaces or line breaks around it that were not sent, or the reverse; sign exactly the text that you send",
      texts: ofContents((content) => [content.trim(), `${content}\n`, `${content}\r\n`])
    },
    {
      code: "content-reserialized",
      message: "the content was parsed and serialized again before signing; sign exactly the text that you send",
      texts: ofContents(reserialized)
    },
    {
      code: "content-reordered",
      message: "the members of the content were sorted before signing, but not before sending; sign exactly the text that you send",
      texts: ofContents(reordered)
    },
    {
      code: "content-encoded",
      message: "form encoding confused the spaces and plus signs of the content; percent-encode it (a space as %20 or +, a plus as %2B)",
      texts: ofContents((content) => [content.replaceAll("+", " "), content.replaceAll(" ", "+"), percentEncoded(content), new URLSearchParams({ c: content }).toString().slice(2)])
    },
    {
      code: "encoding",
      message: "the content was read in another encoding than UTF-8 and written as UTF-8 again; say UTF-8 wherever bytes become text",
      texts: ofContents((content) => [twiceEncoded(content)])
    },
    {
      code: "text-blanks",
      message: "the canonical text was written with spaces after colons and commas; write it compactly: separators=(\",\", \":\") in Python",
      texts: ({ content, id }, secret) => {
        const text = spaced(content === "" ? { [idName]: id } : { [idName]: id, content })
        return [text + secret, ascii(text) + secret]
      }
    },
    {
      code: "text-escapes",
      message: "slashes and characters outside ASCII were escaped, as PHP's json_encode does by default; add JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE",
      texts: ({ content, id }, secret) => [outer(id, content, (literal) => ascii(literal).replaceAll("/", "\\/")) + secret]
    },
    {
      code: "text-html",
      message: "characters such as < > & were escaped, as Gson and Go do by default; turn HTML escaping off",
      texts: ({ content, id }, secret) => [
        outer(id, content, (literal) => htmlSafe(literal, /[<>&='\u2028\u2029]/g)) + secret,
        outer(id, content, (literal) => htmlSafe(literal, /[<>&\u2028\u2029]/g)) + secret
      ]
    },
    {
      code: "text-order",
      message: `the content comes before the ${idName}; put the ${idName} first`,
      texts: ({ content, id }, secret) => [`{"content":${JSON.stringify(content)},"${idName}":${JSON.stringify(id)}}${secret}`]
    },
    {
      code: "text-quotes",
      message: "the content is in quotes, but its own quotes and backslashes are not escaped; write it as a JSON string",
      texts: ({ content, id }, secret) => [`{"${idName}":"${id}","content":"${content}"}${secret}`]
    },
    {
      code: "content-empty",
      message: "an empty content was signed as a member; leave the member out if the content is empty",
      texts: ({ content, id }, secret) =>
        content === "" ? [`{"${idName}":${JSON.stringify(id)},"content":""}${secret}`, `{"${idName}":${JSON.stringify(id)},"content":null}${secret}`] : []
    },
    {
      code: "content-alone",
      message: `only the content was signed; sign the JSON of ${idName} and content`,
      texts: ({ content }, secret) => [content + secret, JSON.stringify(content) + secret]
    },
    {
      code: "content-of-another",
      message: "the signature of an empty content was sent with this content; sign every request anew",
      texts: ({ content, id }, secret) => content === "" ? [] : [canonical(id, "") + secret]
    },
    {
      code: "id-name",
      message: `the id was signed under another name; the member is called ${idName} here`,
      texts: (sent, secret) => [other.canonicalize(sent) + secret]
    }
  ]

  return { scheme, digest: "sha1", texts, digests: Mistakes.ofDigests("sha1", "SHA-1", 40) }
}

/** Signatures of the warehouse protocol, its callbacks and the platform interface. */
export const envelope = tableOf("accessId")
/** Signatures of the gateway. */
export const gateway = tableOf("appKey")
