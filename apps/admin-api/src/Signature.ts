/**
 * Why a signature is refused: which text should have been signed, which one was, and what to do. Nothing is sent or stored. No answer has a secret,
 * or the right signature.
 */
import * as Schema from "effect/Schema"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { CallRequest } from "./Calls.ts"
import { Invalid, NotFound, TooManyGuesses } from "./Errors.ts"
import { described, Instant, ProtocolName, revealing } from "./CommonSchemas.ts"

/** The most characters of a body or a text that is examined. */
export const longestExamined = 131_072

const text = Schema.String.check(Schema.isMaxLength(longestExamined))

export const SignatureReason = Schema.Struct({
  code: Schema.String.annotate(described("For programs, such as `secret-first` or `content-reserialized`")),
  message: Schema.String.annotate(described("What is wrong, and what to do")),
  signed: Schema.optionalKey(Schema.String.annotate(described("The text that was signed, with ‹secret› in the place of the secret. Absent: the right one, or it is not known"))),
  byte: Schema.optionalKey(Schema.Int.annotate(described("The first byte of UTF-8 in which it differs from `text`, from 0")))
})
export type SignatureReason = typeof SignatureReason.Type

export const SignatureDiagnosis = Schema.Struct({
  verdict: Schema.Literals(["accepted", "refused"]).annotate(described("Whether the runner accepts the signature now")),
  method: Schema.String.annotate(described("The method of the protocol that the request names")),
  id: Schema.String.annotate(described("The id that the request names")),
  sign: Schema.String.annotate(described("The signature that was examined")),
  scope: Schema.optionalKey(Schema.String.annotate(described("The link or receiver whose secret decides"))),
  text: Schema.optionalKey(Schema.String.annotate(described("What should be signed, with ‹secret› in the place of the secret. Absent: the request cannot be read"))),
  reasons: Schema.Array(SignatureReason).annotate(described("Of a refusal at least one. Of an accepted signature what is to be said of it"))
})
export type SignatureDiagnosis = typeof SignatureDiagnosis.Type

/** A call whose signature was refused. It is kept in memory for an hour by the node that refused it. */
export const RefusedCall = Schema.Struct({
  requestId: Schema.String.annotate(described("What the caller got as x-request-id")),
  at: Instant,
  protocol: Schema.String.annotate(described("The protocol that refused it")),
  scope: Schema.String.annotate(described("The link or receiver whose id it names. Empty: nobody has the id")),
  remoteAddress: Schema.optionalKey(Schema.String),
  request: Schema.optionalKey(CallRequest.annotate(described("Only of a call that is shown. Masked, it is not what was signed")))
})
export type RefusedCall = typeof RefusedCall.Type

export const SignatureGroup = HttpApiGroup.make("signature").add(
  HttpApiEndpoint.get("refused", "/refused", { success: Schema.Struct({ items: Schema.Array(RefusedCall).annotate(described("At most 100 of the last hour, the newest first")) }) }),
  HttpApiEndpoint.get("showRefused", "/refused/:requestId", { params: { requestId: Schema.String }, success: RefusedCall, error: NotFound }),
  HttpApiEndpoint.post("revealRefused", "/refused/:requestId/reveal", { params: { requestId: Schema.String }, payload: Schema.Struct(revealing), success: RefusedCall, error: [NotFound, Invalid] }),
  HttpApiEndpoint.post("diagnose", "/diagnose", {
    payload: Schema.Struct({
      protocol: ProtocolName,
      method: Schema.optionalKey(Schema.Literals(["GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS"]).annotate(described("Of HTTP. Default: POST"))),
      url: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(8192)).annotate(described("The address or its path. The host says nothing, and nothing is sent there"))),
      headers: Schema.optionalKey(Schema.Array(Schema.Tuple([Schema.String, text])).check(Schema.isMaxLength(200))),
      body: text.annotate(described("Exactly as it was sent")),
      sign: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(1024)).annotate(described("Instead of the signature of the request, for a call out of the log of calls, which keeps none"))),
      theirs: Schema.optionalKey(text.annotate(described("The text that the caller signed, without the secret, to compare it")))
    }),
    success: SignatureDiagnosis,
    error: TooManyGuesses
  })
).prefix("/admin/signature")
