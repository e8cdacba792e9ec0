/**
 * The signature of document 3: MD5, in lower-case hexadecimal, over four fields of the form in the order of their names, each
 * written as name=value with nothing in between, followed by the secret (U-45).
 */
import * as Redacted from "effect/Redacted"
import { createHash, hash } from "node:crypto"
import type { Scheme } from "./Scheme.ts"
import { endOfPart, partLength } from "./TextParts.ts"

/** The fields that are signed. Other fields of the form are not. */
export interface SortedPairsMessage {
  /** The field appId. */
  readonly id: string
  readonly serviceType: string
  /** The field bizParam exactly as it was sent or received. */
  readonly content: string
  /** The digits exactly as they were sent or received. */
  readonly timestamp: string
}

/*
 * Because nothing separates the pairs, a text can be divided in more than one way. A server must therefore refuse a timestamp
 * that has other characters than digits, and a bizParam that is not JSON.
 */
const before = ({ id }: SortedPairsMessage) => `appId=${id}bizParam=`
const after = ({ serviceType, timestamp }: SortedPairsMessage) => `serviceType=${serviceType}timestamp=${timestamp}`

const signInTurns = function*(message: SortedPairsMessage, secret: Redacted.Redacted): Generator<void, string> {
  const digest = createHash("md5").update(before(message))
  const { content } = message
  for (let from = 0, to = 0; from < content.length; from = to) {
    to = endOfPart(content, from)
    digest.update(content.slice(from, to))
    yield
  }
  return digest.update(after(message) + Redacted.value(secret)).digest("hex")
}

const canonicalize = (message: SortedPairsMessage): string => before(message) + message.content + after(message)

/** The default of document 3. A short message is signed at once, a long one in steps. */
export const md5SortedPairs: Scheme<SortedPairsMessage> = {
  name: "md5-sorted-pairs",
  canonicalize,
  sign: (message, secret) => hash("md5", canonicalize(message) + Redacted.value(secret), "hex"),
  signInTurns: (message, secret) => (message.content.length <= partLength ? undefined : signInTurns(message, secret))
}

/** The schemes of document 3 that a connection or a caller can select by name. None of them accepts an unsigned message. */
export const sortedPairs: Readonly<Record<"md5-sorted-pairs", Scheme<SortedPairsMessage>>> = { "md5-sorted-pairs": md5SortedPairs }
