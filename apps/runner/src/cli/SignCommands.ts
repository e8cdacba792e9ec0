/**
 * `sign` and `verify`: sign a request and explain a signature, without a runner.
 */
import { equal, envelopeSha1 } from "@crossdock/core/signing"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as SignatureDiagnosis from "./SignatureDiagnosis.ts"
import { ProblemShown, usage } from "./CommandErrors.ts"
import * as Envelope from "./Envelope.ts"
import { contentArgument } from "./Flags.ts"
import * as Input from "./Input.ts"
import { answerJson, lines, plain, remark, section, table } from "./Output.ts"
import { accessId, sandboxId, secret, secretOf } from "./CallCredentials.ts"

const scheme = Flag.Literals("scheme", SignatureDiagnosis.schemes.map(({ name }) => name)).pipe(
  Flag.withDescription("How the text to be signed is built"),
  Flag.withDefault(envelopeSha1.name)
)

export const sign = Command.make("sign", { content: contentArgument, accessId, secret, scheme }, Effect.fnUntraced(function*(given) {
  const key = yield* secretOf(given.secret, given.accessId)
  const content = (yield* Input.readOptional(given.content)) ?? ""
  const found = SignatureDiagnosis.schemes.find(({ name }) => name === given.scheme) ?? envelopeSha1
  const message = { id: given.accessId, content }
  const [canonical, digest] = [found.canonicalize(message), found.sign(message, key)]
  yield* remark(lines(`canonical text (${found.name}; the secret key is appended directly):`, canonical, "signature:"))
  yield* answerJson({ scheme: found.name, accessId: given.accessId, canonical, sign: digest }, () => digest)
})).pipe(
  Command.withDescription(
    "Sign a content text as the warehouse protocol (document 1) requires: SHA-1 over {\"accessId\":…,\"content\":…} followed by\n" +
      "  the secret key. stdout gets only the signature, stderr the text that was signed. Nothing is sent."
  ),
  Command.withShortDescription("Sign a content text, offline"),
  Command.withExamples([
    { command: "crossdock sign '{\"orderNumber\":\"SO-1001\"}'", description: "With the credentials of the sandbox" },
    { command: "crossdock sign", description: "A request without content, such as warehouses" },
    { command: "CROSSDOCK_CALL_SECRET=s3cr3t crossdock sign @order.json --access-id acc-1", description: "The exact text of a file" },
    { command: "printf s3cr3t | crossdock sign '{}' --access-id acc-1 --secret - --json", description: "The secret key from stdin" }
  ])
)

const envelopeOf = Effect.fnUntraced(function*(given: {
  readonly envelope: Option.Option<string>
  readonly content: Option.Option<string>
  readonly accessId: Option.Option<string>
  readonly sign: Option.Option<string>
}) {
  const whole = yield* Input.readOptional(given.envelope)
  const read = whole === undefined ? Result.succeed({}) : Envelope.read(whole)
  if (Result.isFailure(read)) return yield* Effect.fail(usage(read.failure))
  const members: Partial<Envelope.Envelope> = read.success
  const presented = Option.getOrElse(given.sign, () => members.sign)
  if (presented === undefined) return yield* Effect.fail(usage("there is no signature to verify; give a whole envelope, or use --sign"))
  return {
    id: Option.getOrElse(given.accessId, () => members.accessId ?? sandboxId),
    content: (yield* Input.readOptional(given.content)) ?? members.content ?? "",
    sign: presented.trim()
  }
})

interface Verified {
  readonly id: string
  readonly content: string
  readonly sign: string
  readonly computed: ReadonlyArray<SignatureDiagnosis.Computed>
  readonly mistakes: ReadonlyArray<string>
  readonly parting: SignatureDiagnosis.Parting | undefined
  readonly hasTheirs: boolean
}

/** Compares a signature with every known scheme and with a text from the other side. Pure. */
export const verified = (
  message: { readonly id: string; readonly content: string; readonly sign: string },
  key: Redacted.Redacted,
  theirs: string | undefined
): Verified => {
  const computed = SignatureDiagnosis.compute(message, key, message.sign)
  const canonical = (computed.find(({ isMatch }) => isMatch) ?? computed[0])!.canonical
  return {
    ...message,
    computed,
    mistakes: computed.some(({ isMatch }) => isMatch) ? [] : SignatureDiagnosis.explain(message, key, message.sign),
    parting: theirs === undefined ? undefined : SignatureDiagnosis.parting(canonical, SignatureDiagnosis.withoutSecret(theirs, key)),
    hasTheirs: theirs !== undefined
  }
}

type Signing = "strict" | "lenient"

/** Whether a link with this setting accepts the signature. */
export const isRead = ({ computed }: Verified, signing: Signing): boolean =>
  computed.some(({ isMatch, scheme: one }) => isMatch && (signing === "lenient" || SignatureDiagnosis.isStrict(one)))

/** The result of the verification in one sentence. */
export const verdictOf = (found: Verified, signing: Signing = "strict"): string => {
  const { computed, mistakes } = found
  const matches = computed.filter(({ isMatch }) => isMatch)
  const [match] = matches
  if (match !== undefined && !isRead(found, signing)) {
    return `a strict link refuses it: it matches ${match.scheme.name}, accepted by ${SignatureDiagnosis.readBy(match.scheme)}. A link is strict unless its operator ` +
      `set signing: "lenient"; ${SignatureDiagnosis.strictly(match.scheme)}`
  }
  if (match !== undefined) {
    const others = matches.length === 1 ? "" : ` (so do ${matches.slice(1).map(({ scheme: one }) => one.name).join(", ")}, because their texts are equal)`
    return `it matches: ${match.scheme.name}, accepted by ${SignatureDiagnosis.readBy(match.scheme)}${others}`
  }
  if (mistakes.length > 0) return "it matches no scheme, but a common mistake"
  return /^[0-9a-f]{40}$/i.test(found.sign)
    ? "it matches no scheme: the secret key, the accessId or the content differs from what was signed. Compare the signed text with --theirs @file"
    : `it matches no scheme: a signature has 40 hexadecimal digits, this one has ${found.sign.length} characters`
}

const text = (found: Verified, signing: Signing): string => {
  const { computed, content, hasTheirs, id, mistakes, parting, sign: presented } = found
  const shown = (computed.find(({ isMatch }) => isMatch) ?? computed[0])!
  return lines(
    `signature  ${plain(presented)}`,
    `accessId   ${plain(id)}`,
    `content    ${content === "" ? "empty" : `${content.length} characters`}`,
    "",
    verdictOf(found, signing),
    ...mistakes.map((message) => `  - ${message}`),
    "",
    table(["scheme", "digest", "accepted by", ""], computed.map((one) => [
      one.scheme.name,
      one.digest,
      SignatureDiagnosis.readBy(one.scheme),
      one.isMatch ? "matches" : equal(one.digest, shown.digest) && one !== shown ? "same text" : " "
    ])),
    section(`canonical text (${shown.scheme.name}; the secret key is appended directly)`, shown.canonical),
    hasTheirs
      ? parting === undefined
        ? `\nyour text is the same${computed.some(({ isMatch }) => isMatch) ? "" : ", so only the secret key can differ"}`
        : section(`the texts differ from character ${parting.at + 1}`, `ours    ${plain(parting.ours)}\nyours   ${plain(parting.theirs)}`)
      : undefined
  )
}

export const verify = Command.make("verify", {
  envelope: contentArgument,
  content: Flag.String("content").pipe(Flag.withDescription("The content text, @file, or - for stdin; use it instead of an envelope"), Flag.optional),
  accessId: Flag.String("access-id").pipe(Flag.withDescription("Access id of the caller (default: that of the envelope)"), Flag.optional),
  sign: Flag.String("sign").pipe(Flag.withDescription("The signature to verify (default: that of the envelope)"), Flag.optional),
  signing: Flag.Literals("signing", ["strict", "lenient"]).pipe(
    Flag.withDescription("Signing setting of the link that receives the request; links are strict unless configured otherwise"),
    Flag.withDefault("strict")
  ),
  theirs: Flag.String("theirs").pipe(Flag.withDescription("The text that the other side signed, or @file: shows where it differs from ours"), Flag.optional),
  secret
}, Effect.fnUntraced(function*(given) {
  const message = yield* envelopeOf(given)
  const key = yield* secretOf(given.secret, message.id)
  const theirs = yield* Input.readOptional(given.theirs)
  const found = verified(message, key, theirs)
  const matched = found.computed.filter(({ isMatch }) => isMatch).map(({ scheme: one }) => one.name)
  yield* answerJson({
    ok: isRead(found, given.signing),
    matched,
    message: verdictOf(found, given.signing),
    mistakes: found.mistakes,
    schemes: found.computed.map((one) => ({ scheme: one.scheme.name, canonical: one.canonical, sign: one.digest, matches: one.isMatch, readBy: SignatureDiagnosis.readBy(one.scheme) })),
    ...(found.parting !== undefined && { parting: found.parting })
  }, () => text(found, given.signing))
  if (!isRead(found, given.signing)) return yield* Effect.fail(new ProblemShown())
})).pipe(
  Command.withDescription(
    "Explain a signature: show the canonical text, the digest of every known scheme, which one matches, and which mistake\n" +
      "  was made if none does. For the gateway, give the appKey as access id and the body as content. Nothing is sent or\n" +
      "  stored, and the secret key is never shown. Exit code 1: no match, or only one that a link with --signing refuses."
  ),
  Command.withShortDescription("Explain why a signature matches or not, offline"),
  Command.withExamples([
    { command: "crossdock verify '{\"accessId\":\"sandbox\",\"method\":\"warehouses\",\"content\":\"\",\"sign\":\"c154b63330f338664bb0b0a2cbab76683a663a42\"}'", description: "A whole envelope" },
    { command: "crossdock verify @request.txt --secret - < secret.txt", description: "A captured body, as JSON or a form; the secret key from stdin" },
    { command: "crossdock verify --content '{}' --sign 0dc8404e7b69a25460f5719578399e20716bbe28 --theirs @signed.txt", description: "Show where the text that the other side signed differs from ours" }
  ])
)
