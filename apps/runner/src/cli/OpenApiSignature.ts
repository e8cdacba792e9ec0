/**
 * What `verify` says of a signature of the ERP open API (document 3). Pure; the secret is an input and never part of the result.
 */
import { timingSafeEqualHex } from "@crossdock/core/signing"
import { md5SortedPairs } from "@crossdock/protocols/signing"
import * as DateTime from "effect/DateTime"
import type * as Redacted from "effect/Redacted"
import { type Fields, signed } from "./OpenApiFields.ts"
import * as Mistakes from "../signatures/Mistakes.ts"
import { openApi } from "../signatures/OpenApiMistakes.ts"
import { parting, withoutSecret } from "../signatures/SignedTexts.ts"
import { lengthOf, type Report } from "./VerificationReport.ts"

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
  const [text, digest] = [md5SortedPairs.canonicalize(message), md5SortedPairs.sign(message, secret)]
  const ok = timingSafeEqualHex(digest, fields.sign)
  const mistakes = ok ? [] : Mistakes.found(openApi, message, secret, fields.sign).map((mistake) => mistake.message)
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
