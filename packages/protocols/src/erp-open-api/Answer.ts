/**
 * The three layers of an answer: HTTP, the envelope with state, errorCode and errorMsg, and the content, which is JSON text inside the
 * envelope with a state of its own (spec 3 §2.2, U-66).
 */
import { Json } from "@crossdock/core"
import * as Result from "effect/Result"
import { type Answers, Serving } from "../kit/index.ts"
import { Refusal as Refusals } from "../wire/index.ts"
import { joined, told } from "./Fault.ts"
import type { Profile } from "./Profile.ts"

const success = "success"

const isSuccess = (state: Json.Json | undefined): boolean => typeof state === "string" && state.toLowerCase() === success

const textIn = (json: Json.JsonObject, name: string): string => {
  const value = json[name]
  return typeof value === "string" ? value : Json.textIfNumber(value ?? null) ?? ""
}

/** Client: the failure that a layer states. */
const failed = (...layers: ReadonlyArray<Json.JsonObject>): Answers.Split => {
  const found = (name: string) => layers.map((layer) => textIn(layer, name)).find((text) => text !== "") ?? ""
  const code = found("errorCode")
  return { decided: { success: false, errorMsg: joined(code, found("errorMsg")), code }, content: {} }
}

/** Client: reads the envelope and then the content. An answer without a readable envelope is left as it is. */
const splitBy = (needsContent: boolean) => (envelope: Json.JsonObject): Answers.Split => {
  const { bizContent, state } = envelope
  if (typeof state !== "string") return { decided: envelope, content: envelope }
  if (!isSuccess(state)) return failed(envelope)
  const parsed = typeof bizContent === "string" ? Result.getOrUndefined(Json.parse(bizContent)) : bizContent
  if (!Json.isObject(parsed)) return { decided: needsContent ? {} : { success: true }, content: {} }
  const { errorCode: _, errorMsg: __, ...content } = parsed
  const { notSuccess, state: inner } = content
  const isStated = inner !== undefined && inner !== null && inner !== ""
  if (notSuccess === true || notSuccess === "true" || (isStated && !isSuccess(inner))) return failed(parsed, envelope)
  const notes = typeof bizContent === "string" ? [] : [{ path: "/bizContent", message: "is an object; read like its text" }]
  return { decided: { success: true }, content, notes }
}

/** Client: where the answers of this protocol hold what decides. */
export const shape: Answers.Shape = {
  errorMembers: ["errorMsg", "message"],
  itemsIn: () => [],
  codeIn: (json) => textIn(json, "code"),
  split: splitBy(true)
}

/** Client: the same for an answer whose content may have any form, or be missing. */
export const shapeOfAny: Answers.Shape = { ...shape, split: splitBy(false) }

/** Server: the members of the content of every success. */
export const ok = { notSuccess: false, state: success } as const

/** Server: writes the layers of one answer. */
export const frameOf = (requestId: string, profile: Profile): Serving.Frame => {
  const noError = profile.successErrorCode === "0" ? "0" : ""
  const inEnvelope = (bizContent: string) => ({ state: success, errorCode: noError, errorMsg: "", bizContent, requestId })
  return {
    answer: (content) => Json.stringify(inEnvelope(content)),
    refuse: (refusal, status) => {
      const { errorCode, errorMsg, layer } = told(refusal)
      const isInner = layer === "business" ? profile.businessFailureLayer === "inner" : layer === "input" && profile.inputFailureLayer === "inner"
      const failure = { state: "fail", errorCode, errorMsg }
      const empty = profile.failureBizContent === "absent" ? {} : { bizContent: profile.failureBizContent === "null" ? null : "" }
      const json = isInner ? inEnvelope(Json.stringify({ notSuccess: true, ...failure })) : { ...failure, ...empty, requestId }
      return Serving.respond(status, json, Refusals.headersOf(status, refusal))
    }
  }
}
