/**
 * `sign` and `verify`: sign a request and explain a signature, without a runner.
 */
import { envelopeSha1, md5SortedPairs, type Scheme } from "@crossdock/protocols/signing"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as SignatureDiagnosis from "../signatures/EnvelopeDiagnosis.ts"
import * as SignedTexts from "../signatures/SignedTexts.ts"
import { ProblemShown, usage } from "./CommandErrors.ts"
import * as Envelope from "./Envelope.ts"
import { contentArgument } from "./Flags.ts"
import * as Input from "./Input.ts"
import * as OpenApiFields from "./OpenApiFields.ts"
import * as OpenApiSignature from "./OpenApiSignature.ts"
import { answerJson, lines, remark } from "./Output.ts"
import { accessId, sandboxId, secret, secretOf } from "./CallCredentials.ts"
import * as VerificationReport from "./VerificationReport.ts"

const scheme = Flag.Literals("scheme", [...SignatureDiagnosis.schemes.map(({ name }) => name), md5SortedPairs.name]).pipe(
  Flag.withDescription(`How the text to be signed is built (default: ${envelopeSha1.name}, or ${md5SortedPairs.name} with --service-type)`),
  Flag.optional
)

const serviceType = Flag.String("service-type").pipe(
  Flag.withDescription("Service type of a call of the ERP open API (document 3); the content is then bizParam, and the access id the appId"),
  Flag.optional
)

const timestamp = Flag.String("timestamp").pipe(Flag.withDescription("Timestamp of a call of document 3, as it is sent"), Flag.optional)

interface Signed {
  readonly scheme: string
  readonly canonical: string
  readonly sign: string
}

const signedBy = <M>(by: Scheme<M>, message: M, key: Redacted.Redacted): Signed =>
  ({ scheme: by.name, canonical: by.canonicalize(message), sign: by.sign(message, key) })

export const sign = Command.make("sign", { content: contentArgument, accessId, secret, scheme, serviceType, timestamp }, Effect.fnUntraced(function*(given) {
  const isOpenApi = Option.isSome(given.serviceType)
  const name = Option.getOrElse(given.scheme, () => isOpenApi ? md5SortedPairs.name : envelopeSha1.name)
  if (isOpenApi !== (name === md5SortedPairs.name)) {
    return yield* Effect.fail(usage(`--scheme ${md5SortedPairs.name} and --service-type belong together; give both, or neither`))
  }
  if (!isOpenApi && Option.isSome(given.timestamp)) return yield* Effect.fail(usage("--timestamp is signed in calls of document 3 only; give --service-type too, or remove it"))
  const content = (yield* Input.readOptional(given.content)) ?? ""
  const key = yield* secretOf(given.secret, given.accessId)
  if (isOpenApi) {
    const fields = {
      appId: given.accessId,
      serviceType: given.serviceType.value,
      bizParam: content === "" ? "{}" : content,
      timestamp: Option.isSome(given.timestamp) ? given.timestamp.value : String(yield* Clock.currentTimeMillis)
    }
    return yield* showSigned(signedBy(md5SortedPairs, OpenApiFields.signed(fields), key), fields)
  }
  const found = SignatureDiagnosis.schemes.find((one) => one.name === name) ?? envelopeSha1
  yield* showSigned(signedBy(found, { id: given.accessId, content }, key), { accessId: given.accessId })
})).pipe(
  Command.withDescription(
    "Sign a content text as the warehouse protocol (document 1) requires: SHA-1 over {\"accessId\":…,\"content\":…} followed by\n" +
      "  the secret key. With --service-type, sign a call of the ERP open API (document 3): MD5 over its sorted pairs followed\n" +
      "  by the secret. stdout gets only the signature, stderr the text that was signed. Nothing is sent."
  ),
  Command.withShortDescription("Sign a content text, offline"),
  Command.withExamples([
    { command: "crossdock sign '{\"orderNumber\":\"SO-1001\"}'", description: "With the credentials of the sandbox" },
    { command: "crossdock sign", description: "A request without content, such as warehouses" },
    { command: "crossdock sign '{\"page\":1,\"pageSize\":10}' --service-type QUERY_ASN_LIST --timestamp 1795170911123", description: "A call of document 3" },
    { command: "CROSSDOCK_CALL_SECRET=s3cr3t crossdock sign @order.json --access-id acc-1", description: "The exact text of a file" },
    { command: "printf s3cr3t | crossdock sign '{}' --access-id acc-1 --secret - --json", description: "The secret key from stdin" }
  ])
)

const showSigned = (signed: Signed, fields: Readonly<Record<string, string>>) =>
  Effect.andThen(
    remark(lines(`canonical text (${signed.scheme}; the secret key is appended directly):`, signed.canonical, "signature:")),
    answerJson({ scheme: signed.scheme, ...fields, canonical: signed.canonical, sign: signed.sign }, () => signed.sign)
  )

interface Given {
  readonly envelope: Option.Option<string>
  readonly content: Option.Option<string>
  readonly accessId: Option.Option<string>
  readonly sign: Option.Option<string>
  readonly serviceType: Option.Option<string>
  readonly timestamp: Option.Option<string>
}

const noSignature = () => usage("there is no signature to verify; give a whole envelope, or use --sign")

const envelopeOf = Effect.fnUntraced(function*(given: Given, whole: string | undefined) {
  const read = whole === undefined ? Result.succeed({}) : Envelope.read(whole)
  if (Result.isFailure(read)) return yield* Effect.fail(usage(read.failure))
  const members: Partial<Envelope.Envelope> = read.success
  const presented = Option.getOrElse(given.sign, () => members.sign)
  if (presented === undefined) return yield* Effect.fail(noSignature())
  return {
    id: Option.getOrElse(given.accessId, () => members.accessId ?? sandboxId),
    content: (yield* Input.readOptional(given.content)) ?? members.content ?? "",
    sign: presented.trim()
  }
})

const openApiOf = Effect.fnUntraced(function*(given: Given, fields: Partial<OpenApiFields.Fields>) {
  const presented = Option.getOrElse(given.sign, () => fields.sign)
  if (presented === undefined) return yield* Effect.fail(noSignature())
  const type = Option.getOrElse(given.serviceType, () => fields.serviceType)
  const at = Option.getOrElse(given.timestamp, () => fields.timestamp)
  if (type === undefined || at === undefined) {
    return yield* Effect.fail(usage("a call of document 3 signs its serviceType and timestamp too; give all fields of the form, or use --service-type and --timestamp"))
  }
  return {
    appId: Option.getOrElse(given.accessId, () => fields.appId ?? sandboxId),
    serviceType: type,
    bizParam: (yield* Input.readOptional(given.content)) ?? fields.bizParam ?? "{}",
    timestamp: at,
    sign: presented.trim()
  }
})

interface Verified {
  readonly id: string
  readonly content: string
  readonly sign: string
  readonly computed: ReadonlyArray<SignatureDiagnosis.Computed>
  readonly mistakes: ReadonlyArray<string>
  readonly parting: SignedTexts.Parting | undefined
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
    parting: theirs === undefined ? undefined : SignedTexts.parting(canonical, SignedTexts.withoutSecret(theirs, key)),
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

const reportOf = (found: Verified, signing: Signing): VerificationReport.Report => ({
  facts: [["accessId", found.id], ["content", VerificationReport.lengthOf(found.content)]],
  sign: found.sign,
  ok: isRead(found, signing),
  message: verdictOf(found, signing),
  mistakes: found.mistakes,
  schemes: found.computed.map((one) => ({
    scheme: one.scheme.name,
    canonical: one.canonical,
    sign: one.digest,
    matches: one.isMatch,
    readBy: SignatureDiagnosis.readBy(one.scheme)
  })),
  parting: found.parting,
  hasTheirs: found.hasTheirs
})

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
  serviceType,
  timestamp,
  secret
}, Effect.fnUntraced(function*(given) {
  const whole = yield* Input.readOptional(given.envelope)
  const fields = whole === undefined ? undefined : OpenApiFields.read(whole)
  const isOpenApi = fields !== undefined || Option.isSome(given.serviceType)
  const theirs = yield* Input.readOptional(given.theirs)
  if (isOpenApi) {
    const message = yield* openApiOf(given, fields ?? {})
    return yield* show(OpenApiSignature.verified(message, yield* secretOf(given.secret, message.appId), theirs))
  }
  const message = yield* envelopeOf(given, whole)
  yield* show(reportOf(verified(message, yield* secretOf(given.secret, message.id), theirs), given.signing))
})).pipe(
  Command.withDescription(
    "Explain a signature: show the canonical text, the digest of every known scheme, which one matches, and which mistake\n" +
      "  was made if none does. For the gateway, give the appKey as access id and the body as content. For the ERP open API\n" +
      "  (document 3), give the form, or bizParam as content with --service-type and --timestamp. Nothing is sent or stored,\n" +
      "  and the secret key is never shown. Exit code 1: no match, or only one that a link with --signing refuses."
  ),
  Command.withShortDescription("Explain why a signature matches or not, offline"),
  Command.withExamples([
    { command: "crossdock verify '{\"accessId\":\"sandbox\",\"method\":\"warehouses\",\"content\":\"\",\"sign\":\"c154b63330f338664bb0b0a2cbab76683a663a42\"}'", description: "A whole envelope" },
    { command: "crossdock verify @request.txt --secret - < secret.txt", description: "A captured body, as JSON or a form; the secret key from stdin" },
    { command: "crossdock verify --content '{}' --sign 0dc8404e7b69a25460f5719578399e20716bbe28 --theirs @signed.txt", description: "Show where the text that the other side signed differs from ours" }
  ])
)

const show = Effect.fnUntraced(function*(report: VerificationReport.Report) {
  yield* answerJson(VerificationReport.jsonOf(report), () => VerificationReport.textOf(report))
  if (!report.ok) return yield* Effect.fail(new ProblemShown())
})
