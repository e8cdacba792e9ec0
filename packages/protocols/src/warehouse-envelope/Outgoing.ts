/**
 * What both clients of document 1 do: sign a call, and know where an answer holds what.
 */
import type { Json, Transport } from "@crossdock/core"
import type * as Redacted from "effect/Redacted"
import type { Answers } from "../kit/index.ts"
import { seal } from "./Envelope.ts"
import type { Profile } from "./Profile.ts"
import { sign } from "./Signature.ts"

export interface Credentials {
  readonly accessId: string
  readonly secretKey: Redacted.Redacted
  readonly profile: Profile
}

/** A signed call as a request. */
export const requestOf = (
  url: URL,
  { accessId, profile, secretKey }: Credentials,
  method: string,
  content: string,
  headers: Transport.Headers
): Transport.Request => {
  const { body, contentType } = seal(
    { accessId, method, content, sign: sign(accessId, content, secretKey, profile) },
    profile.contentType
  )
  return { method: "POST", url, headers: [["content-type", contentType], ["accept", "application/json"], ...headers], body }
}

const itemsIn = ({ results }: Json.JsonObject): ReadonlyArray<Json.Json> =>
  Array.isArray(results) ? results : typeof results === "object" && results !== null ? [results] : []

/** Of the answers of a warehouse. */
export const ofWarehouse: Answers.Shape = { errorMembers: ["message", "errorMsg"], itemsIn }

/** Of the answers to the two callbacks. */
export const ofErp: Answers.Shape = { errorMembers: ["errorMsg", "message"], itemsIn }
