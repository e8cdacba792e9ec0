/**
 * The parts of a call that both clients share: the signed request, and the places of the common members of an answer.
 */
import { Json, type Transport } from "@crossdock/core"
import type * as Redacted from "effect/Redacted"
import { type Answers, Form } from "../kit/index.ts"
import type { Profile } from "./Profile.ts"
import { sign } from "./Signature.ts"

/** The credentials with which a client signs its calls. */
export interface Credentials {
  readonly accessId: string
  readonly secretKey: Redacted.Redacted
  readonly profile: Profile
}

/** Builds the HTTP request of a signed call. */
export const requestOf = (url: URL, { accessId, profile, secretKey }: Credentials, method: string, content: string, headers: Transport.Headers): Transport.Request => ({
  method: "POST",
  url,
  headers: [["content-type", Form.contentType], ["accept", "application/json"], ...headers],
  body: Form.written({ accessId, method, content, sign: sign(accessId, content, secretKey, profile) })
})

/** The example of a pushOrder answer has its members in `result`, and `state` in place of success (variants.md row 67). */
const unwrap = (json: Json.JsonObject): Json.JsonObject => {
  const { result, state } = json
  return {
    ...(typeof state === "string" && { success: state.toLowerCase() === "success" }),
    ...(Json.isObject(result) ? result : {}),
    ...json
  }
}

/** The places of the error text in the answers of an external service. */
export const ofService: Answers.Shape = { errorMembers: ["message", "errorMsg"], itemsIn: () => [] }

/** The places of the error text in the answers of an ERP to pushOrder. */
export const ofErp: Answers.Shape = { ...ofService, unwrap }
