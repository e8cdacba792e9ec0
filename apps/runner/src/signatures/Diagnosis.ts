/**
 * Says why a signature is accepted or refused: which text should have been signed, which one was, and what to do. Pure: secrets are inputs, and
 * neither they nor the right signature stand in the result, so nobody can sign with what he is told.
 */
import type { Transport } from "@crossdock/core"
import { timingSafeEqualHex, timingSafeEqualSecret } from "@crossdock/core/signing"
import { matching } from "@crossdock/protocols/signing"
import * as DateTime from "effect/DateTime"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { createHash, hash } from "node:crypto"
import { placeholder } from "../calls/SecretRemoval.ts"
import { type Dialect, dialects, type Opened, type ProtocolName } from "./Dialects.ts"
import { strictly } from "./EnvelopeDiagnosis.ts"
import * as Mistakes from "./Mistakes.ts"
import { withoutSecret } from "./SignedTexts.ts"

/** Whoever signs: a caller of a link, or a sender of messages. */
export interface Signer {
  readonly protocol: string
  readonly id: string
  /** The link or receiver, by which the result names him. */
  readonly scope: string
  readonly signing: "strict" | "lenient"
  readonly secretKey: Redacted.Redacted
  /** `until` in milliseconds since 1970. */
  readonly earlierSecret?: { readonly secretKey: Redacted.Redacted; readonly until: number } | undefined
  /** What the header `secret` has to be. */
  readonly secretHeader?: Redacted.Redacted | undefined
  /** Whether the time that is signed may be any. */
  readonly isAnyTime?: boolean
}

export interface Asked {
  readonly protocol: ProtocolName
  readonly request: Transport.Request
  /** Instead of the signature of the request, which the log of calls does not keep. */
  readonly sign?: string | undefined
  /** The text that the caller says he signed. */
  readonly theirs?: string | undefined
}

export interface Reason {
  readonly code: string
  /** What is wrong, and what to do. */
  readonly message: string
  /** The text that was signed, with `Mistakes.shownSecret` in the place of the secret. Absent: the right one, or it is not known. */
  readonly signed?: string
  /** The first byte that differs from the right text, from 0. */
  readonly byte?: number
}

export interface Diagnosis {
  readonly verdict: "accepted" | "refused"
  readonly method: string
  readonly id: string
  readonly sign: string
  /** The link or receiver whose secret decides. Absent: nobody has the id. */
  readonly scope?: string
  /** What should be signed. Absent: the request cannot be read. */
  readonly text?: string
  readonly reasons: ReadonlyArray<Reason>
}

/** A timestamp may be so far from the clock of the server, in milliseconds (document 3). */
const tolerance = 600_000

/** Where two texts differ first, in bytes of UTF-8; undefined if they are equal. */
export const byteOf = (ours: string, theirs: string): number | undefined => {
  const [a, b] = [Buffer.from(ours, "utf8"), Buffer.from(theirs, "utf8")]
  if (a.equals(b)) return undefined
  let at = 0
  while (at < a.length && at < b.length && a[at] === b[at]) at++
  return at
}

const differing = (text: string, reason: Reason): Reason => {
  const byte = reason.signed === undefined ? undefined : byteOf(text, reason.signed)
  return byte === undefined ? reason : { ...reason, byte }
}

/** What is wrong with the time of a call; undefined if it is right, or no time is signed. */
const timeReason = (timestamp: string | undefined, now: number): Reason | undefined => {
  if (timestamp === undefined) return undefined
  const millis = /^\d{13}$/.test(timestamp) ? Number(timestamp) : /^\d{10}$/.test(timestamp) ? Number(timestamp) * 1000 : undefined
  if (millis === undefined) return { code: "timestamp-form", message: "the timestamp has neither 13 digits (milliseconds since 1970) nor 10 (seconds); send one of the two" }
  if (Math.abs(now - millis) <= tolerance) return undefined
  const [sent, ours] = [millis, now].map((one) => DateTime.formatIso(DateTime.makeUnsafe(one)))
  return {
    code: "timestamp-far",
    message: `the timestamp is ${sent}, and the clock of the runner reads ${ours}: at most 10 minutes may be between them when the call arrives; set the clock of the caller, and sign each call when it is sent`
  }
}

/** Whose secret gives the signature, if it is none of the caller: another caller, or one that has ended. */
const otherSecret = <M>({ mistakes, schemes }: Dialect<M>, message: M, sign: string, signers: ReadonlyArray<Signer>, id: string, now: number): Reason | undefined => {
  // All schemes put the secret last. Each text is written and digested once, because it may be long and the callers many.
  const begun = schemes.lenient.map((scheme) => createHash(mistakes.digest).update(scheme.canonicalize(message), "utf8"))
  const fits = (secret: Redacted.Redacted) => begun.some((digest) => timingSafeEqualHex(digest.copy().update(Redacted.value(secret), "utf8").digest("hex"), sign))
  for (const { earlierSecret, id: other, protocol, scope, secretKey } of signers) {
    if (fits(secretKey)) return { code: "secret-of-other", message: `it is signed with the secret of ${other} (${scope}, protocol ${protocol}); sign with that of ${id}` }
    if (earlierSecret !== undefined && fits(earlierSecret.secretKey)) {
      const end = DateTime.formatIso(DateTime.makeUnsafe(earlierSecret.until))
      return other === id && earlierSecret.until <= now
        ? { code: "secret-ended", message: `it is signed with the secret before the present one, which ended at ${end}; use the present one` }
        : { code: "secret-of-other", message: `it is signed with an earlier secret of ${other} (${scope}, protocol ${protocol}); sign with that of ${id}` }
    }
  }
  return undefined
}

/** What the text that the caller says he signed shows. */
const theirReason = <M>({ mistakes: { digest, scheme } }: Dialect<M>, message: M, secret: Redacted.Redacted, sign: string, theirs: string): Reason => {
  const text = scheme.canonicalize(message)
  const given = withoutSecret(theirs, secret)
  const gives = Mistakes.isSame(hash(digest, given + Redacted.value(secret), "hex"), sign)
  const key = Redacted.value(secret)
  // Who signs otherwise may have the secret in front. It is looked for nowhere else: a long text can hold many guesses, and would show the right one.
  const signed = key !== "" && given.startsWith(key) ? Mistakes.shownSecret + given.slice(key.length) : given
  if (given === text) return { code: "secret-differs", message: "the text that you signed is the right one, so the secret differs from the one that the runner has; compare the two, or have a new one set", signed: text }
  return gives
    ? { code: "text-differs", message: "the text that you signed is another one than what arrived; sign exactly the text that you send", signed }
    : { code: "text-differs", message: "the text that you signed is another one than what arrived, and it does not give this signature with the secret of the runner either; mend the text first", signed }
}

/** What is wrong with the form of a signature. */
const formOf = (length: number, sign: string): string => sign.length === length ? "others than these" : sign.length === 1 ? "1 character" : `${sign.length} characters`

const unknownReason = (length: number, sign: string): Reason =>
  /^[0-9a-f]+$/i.test(sign) && sign.length === length
    ? { code: "not-found", message: "no usual mistake gives this signature with the secret that the runner has: the secret differs, or the text. Give the text that you signed, without the secret, and it shows which" }
    : { code: "digest-form", message: `a signature has ${length} hexadecimal digits, and this one has ${formOf(length, sign)}; send the digits and nothing else` }

interface Known<M> {
  readonly dialect: Dialect<M>
  readonly opened: Opened<M>
  readonly sign: string
  readonly theirs: string | undefined
  readonly signers: ReadonlyArray<Signer>
  readonly now: number
}

/** The reasons why the signature is not that of a caller. */
const refusedBy = <M>({ dialect, now, opened: { id, message }, sign, signers, theirs }: Known<M>, caller: Signer): ReadonlyArray<Reason> => {
  const { mistakes, schemes } = dialect
  const lenient = matching(schemes.lenient, message, caller.secretKey, sign)
  const asLenient: ReadonlyArray<Reason> = lenient === undefined ? [] : [{
    code: "lenient-only",
    message: `the text was written as \`${lenient.name}\`, which only links with signing: "lenient" accept; ${strictly(lenient)}`,
    signed: lenient.canonicalize(message) + Mistakes.shownSecret
  }]
  const found = lenient === undefined ? Mistakes.found(mistakes, message, caller.secretKey, sign) : []
  if (asLenient.length + found.length > 0) return [...asLenient, ...found]
  const other = otherSecret(dialect, message, sign, signers, id, now)
  if (other !== undefined) return [other]
  if (theirs !== undefined && theirs !== "") {
    const reason = theirReason(dialect, message, caller.secretKey, sign, theirs)
    return [reason.signed === undefined ? reason : { ...reason, signed: reason.signed + Mistakes.shownSecret }]
  }
  return [unknownReason(mistakes.digest === "md5" ? 32 : 40, sign)]
}

const diagnosed = <M>(known: Known<M>, protocol: ProtocolName): Diagnosis => {
  const { dialect, now, opened, sign, signers } = known
  const { id, message, method, secret, timestamp } = opened
  const text = dialect.mistakes.scheme.canonicalize(message) + Mistakes.shownSecret
  const refused = (reasons: ReadonlyArray<Reason>, scope?: string): Diagnosis =>
    ({ verdict: "refused", method, id, sign, text, ...(scope !== undefined && { scope }), reasons: reasons.map((reason) => differing(text, reason)) })
  const callers = signers.filter((one) => one.id === id && one.protocol === protocol)
  const [first] = callers
  if (id === "") return refused([{ code: "id-missing", message: `the request names no ${dialect.idName}; send it` }])
  if (first === undefined) {
    const elsewhere = signers.find((one) => one.id === id)
    return refused([elsewhere === undefined
      ? { code: "id-unknown", message: `no caller of this protocol has the ${dialect.idName} ${JSON.stringify(id)}; correct it, or have a link added for it` }
      : { code: "id-elsewhere", message: `${JSON.stringify(id)} is a caller of the protocol ${elsewhere.protocol}, not of ${protocol}; send to the address of that protocol, or have a link added` }])
  }
  if (sign === "") return refused([{ code: "unsigned", message: "the request has no signature; send it" }], first.scope)
  const caller = callers.find(({ earlierSecret, secretKey, signing }) =>
    matching(dialect.schemes[signing], message, secretKey, sign) !== undefined ||
    (earlierSecret !== undefined && now < earlierSecret.until && matching(dialect.schemes[signing], message, earlierSecret.secretKey, sign) !== undefined))
  if (caller === undefined) return refused(refusedBy(known, first), first.scope)
  const time = caller.isAnyTime === true ? undefined : timeReason(timestamp, now)
  if (time !== undefined) return refused([time], caller.scope)
  // A refused call is shown without it.
  if (caller.secretHeader !== undefined && secret !== placeholder && !timingSafeEqualSecret(caller.secretHeader, secret ?? "")) {
    return refused([{ code: "secret-header", message: "the signature is right, but the header `secret` is not the one that was agreed; send that" }], caller.scope)
  }
  const scheme = matching(dialect.schemes[caller.signing], message, caller.secretKey, sign)
  const isEarlier = scheme === undefined
  const notes: ReadonlyArray<Reason> = isEarlier
    ? [{ code: "secret-earlier", message: `it is signed with the earlier secret, which ends at ${DateTime.formatIso(DateTime.makeUnsafe(caller.earlierSecret?.until ?? 0))}; use the present one before` }]
    : dialect.schemes.strict.includes(scheme) ? [] : [differing(text, {
      code: "lenient",
      message: `this link is lenient and accepts the text as \`${scheme.name}\`; to be accepted everywhere, ${strictly(scheme)}`,
      signed: scheme.canonicalize(message) + Mistakes.shownSecret
    })]
  return { verdict: "accepted", method, id, sign, scope: caller.scope, text, reasons: notes }
}

/** The diagnosis of a request. `signers` are those that the asker may know of, at any protocol. */
export const diagnose = ({ protocol, request, sign, theirs }: Asked, signers: ReadonlyArray<Signer>, now: number): Diagnosis => {
  const of = <M>(dialect: Dialect<M>): Diagnosis => {
    const opened = dialect.open(request)
    if (Result.isFailure(opened)) return { verdict: "refused", method: "", id: "", sign: sign ?? "", reasons: [{ code: "unreadable", message: `the request cannot be read: ${opened.failure}` }] }
    return diagnosed({ dialect, opened: opened.success, sign: (sign ?? opened.success.sign).trim(), theirs, signers, now }, protocol)
  }
  return protocol === "open-api" ? of(dialects["open-api"]) : of(dialects[protocol])
}
