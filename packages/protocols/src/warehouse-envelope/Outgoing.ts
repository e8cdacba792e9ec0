/**
 * The parts of a call that both clients of the warehouse envelope protocol share: the signed request, and the places of
 * the common members of an answer.
 */
import { Json, type Transport } from "@crossdock/core"
import type * as Redacted from "effect/Redacted"
import type { Answers } from "../kit/index.ts"
import { seal } from "./Envelope.ts"
import type { Profile } from "./Profile.ts"
import { sign } from "./Signature.ts"

/** The credentials with which a client signs its calls. */
export interface Credentials {
  readonly accessId: string
  readonly secretKey: Redacted.Redacted
  readonly profile: Profile
}

/** Builds the HTTP request of a signed call. */
export const requestOf = (
  url: URL,
  { accessId, profile, secretKey }: Credentials,
  method: string,
  content: string,
  headers: Transport.Headers
): Transport.Request => {
  // Written once for the signature and the body, because a content may be long.
  const literal = JSON.stringify(content)
  const { body, contentType } = seal(
    { accessId, method, content, sign: sign(accessId, content, secretKey, profile, literal) },
    profile.contentType,
    literal
  )
  return { method: "POST", url, headers: [["content-type", contentType], ["accept", "application/json"], ...headers], body }
}

const itemsIn = ({ result, results = result ?? null }: Json.JsonObject): ReadonlyArray<Json.Json> =>
  Array.isArray(results) ? results : Json.isObject(results) ? [results] : []

/** The places of the error text and the items in the answers of a warehouse. */
export const ofWarehouse: Answers.Shape = { errorMembers: ["message", "errorMsg"], itemsIn }

/** The places of the error text and the items in the answers to the two callbacks. */
export const ofErp: Answers.Shape = { errorMembers: ["errorMsg", "message"], itemsIn }
