/**
 * Mistakes of callers who sign, as tables: which texts and digests each gives, and what to do instead. Pure; the secret is an input, and stands
 * in no result.
 */
import { timingSafeEqualHex } from "@crossdock/core/signing"
import type { Scheme } from "@crossdock/protocols/signing"
import * as Redacted from "effect/Redacted"
import { createHash, createHmac, hash } from "node:crypto"

/** What stands in a text for the secret. */
export const shownSecret = "‹secret›"

interface Named {
  /** For programs: it stays when the sentence is written anew. */
  readonly code: string
  /** What the caller did wrong, and what to do instead. */
  readonly message: string
}

/** Another text was signed. */
export interface OfText<Message> extends Named {
  /** The texts that are signed by mistake, with the secret. Their number does not depend on the secret, but for those behind the others. */
  readonly texts: (sent: Message, secret: string) => ReadonlyArray<string>
}

/** Another digest of the right text was made, or it was written in another way. */
export interface OfDigest extends Named {
  /** Whether the text as `canonical` and the secret gives the signature in this way. */
  readonly gives: (canonical: string, secret: string, presented: string, right: string) => boolean
}

export interface Table<Message> {
  /** The scheme that should have been used. */
  readonly scheme: Scheme<Message>
  readonly digest: "md5" | "sha1"
  readonly texts: ReadonlyArray<OfText<Message>>
  readonly digests: ReadonlyArray<OfDigest>
}

export interface Found extends Named {
  /** The text that was signed, with `shownSecret` in the place of the secret. Absent: the right one. */
  readonly signed?: string
}

/** Compares hexadecimal digests without case; Base64 digests are compared as they are. */
export const isSame = (computed: string, presented: string): boolean => computed === presented || timingSafeEqualHex(computed, presented)

/** The mistakes that produce this signature; empty if it is right. */
export const found = <Message>({ digest, digests, scheme, texts }: Table<Message>, sent: Message, secret: Redacted.Redacted, presented: string): ReadonlyArray<Found> => {
  const key = Redacted.value(secret)
  const canonical = scheme.canonicalize(sent)
  const right = scheme.sign(sent, secret)
  if (isSame(right, presented)) return []
  return [
    ...texts.flatMap(({ code, message, texts: textsOf }): ReadonlyArray<Found> => {
      // A mistake may give the right text, for example if the content is in lower case already.
      const at = textsOf(sent, key).findIndex((text) => text !== canonical + key && isSame(hash(digest, text, "hex"), presented))
      if (at === -1) return []
      const signed = textsOf(sent, shownSecret)[at]
      return [{ code, message, ...(signed !== undefined && { signed }) }]
    }),
    ...digests.flatMap(({ code, gives, message }): ReadonlyArray<Found> => gives(canonical, key, presented, right) ? [{ code, message }] : [])
  ]
}

const algorithms = ["md5", "sha1", "sha256", "sha512"] as const

/** The rows about the digest, which are the same for every text that is signed. */
export const ofDigests = (digest: Table<unknown>["digest"], name: string, length: number): ReadonlyArray<OfDigest> => [
  {
    code: "other-digest",
    message: `another digest was used; use plain ${name} in hexadecimal`,
    gives: (canonical, secret, presented) => [
      ...algorithms.filter((each) => each !== digest).flatMap((each) => (["hex", "base64"] as const).map((form) => createHash(each).update(canonical + secret, "utf8").digest(form))),
      ...algorithms.flatMap((each) => (["hex", "base64"] as const).map((form) => createHmac(each, secret).update(canonical, "utf8").digest(form))),
      createHash(digest).update(canonical + secret, "utf8").digest("base64")
    ].some((one) => isSame(one, presented))
  },
  {
    code: "digest-form",
    message: `the digest is right, but it is not written as it must be; send its ${length} hexadecimal digits and nothing else`,
    gives: (_, __, presented, right) => {
      const digits = presented.toLowerCase().replaceAll(/[^0-9a-f]/g, "")
      return digits.includes(right) || (digits.length >= 16 && digits.length < right.length && right.startsWith(digits)) || presented === Buffer.from(right, "utf8").toString("base64")
    }
  },
  {
    code: "encoding",
    message: "the text was turned into bytes in another encoding than UTF-8; say UTF-8 where the text becomes bytes",
    gives: (canonical, secret, presented) =>
      (["latin1", "utf16le"] as const).some((encoding) => {
        const bytes = Buffer.from(canonical + secret, encoding)
        // In ASCII alone both encodings are one.
        return !bytes.equals(Buffer.from(canonical + secret, "utf8")) && isSame(createHash(digest).update(bytes).digest("hex"), presented)
      })
  }
]
