/**
 * What both clients of document 1 do: sign, send, and tell what an answer means.
 */
import { AdapterError, Drift, Json, Transport } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { Context, read, type Reading, type Refusal, retryAfter, Table, withoutEnvelope, Zone } from "../wire/index.ts"
import { seal } from "./Envelope.ts"
import { faultOf, reasonOf } from "./Fault.ts"
import type { Profile } from "./Profile.ts"
import { sign } from "./Signature.ts"

export interface Credentials {
  readonly accessId: string
  readonly secretKey: Redacted.Redacted
  readonly profile: Profile
}

/** The zone of a connection. An unknown name is a mistake of whoever configured it and stops here. */
export const contextOf = (settings: { readonly profile: Profile; readonly timeZone: string }): Effect.Effect<Context.Context> => {
  const zone = Zone.parse(settings.timeZone)
  return zone === undefined
    ? Effect.die(new Error(`${JSON.stringify(settings.timeZone)} is no time zone`))
    : Effect.succeed({ zone, profile: settings.profile, limits: Context.limits })
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

/** The two members that decide, read before anything else. */
const common = Table.make("answer", [
  Table.required("success", { kind: "boolean", written: "boolean" }),
  Table.optional("message", Table.text),
  Table.optional("errorMsg", Table.text)
])

/** A refusal in the peer's words. */
export interface Refused {
  readonly text: string
  readonly about: Refusal.About
}

/** What an answer says: read by its table, or refused. */
export type Judged<T> = { readonly reading: Reading<T> & { readonly value: Table.Value<T> } } | { readonly refused: Refused }

export interface Expected<T extends Table.Table> {
  readonly answer: T
  /** The declared place of an error text; the other name is read too (row 03). */
  readonly errorMember: "message" | "errorMsg"
  /** Success false that names its items is read by the table as well. */
  readonly failsByItem: boolean
}

/** Reads an answer; fails with what an unreadable one proves. */
export const judge = Effect.fnUntraced(function*<T extends Table.Table>(
  response: Transport.Response,
  expected: Expected<T>,
  context: Context.Context
): Effect.fn.Return<Judged<T>, AdapterError.Reason> {
  const parsed = Json.parse(response.body.startsWith("\uFEFF") ? response.body.slice(1) : response.body)
  const json = Result.getOrUndefined(parsed)
  if (response.status === 429) return yield* (yield* rateLimited(response, json))
  if (!Json.isObject(json) || !Object.hasOwn(json, "success")) {
    const contentType = Transport.header(response.headers, "content-type")
    const told = { ...response, contentType, retryAfter: Transport.header(response.headers, "retry-after") }
    return yield* withoutEnvelope(told, parsed, yield* Clock.currentTimeMillis)
  }
  const decided = read(common, json, context)
  if (decided.value === undefined) return yield* invalid(decided.problems)
  const { success } = decided.value
  if (!success && !(expected.failsByItem && hasItems(json))) {
    return { refused: refusedIn(json, expected.errorMember) }
  }
  const reading = read(expected.answer, json, context)
  yield* Drift.reportAll(reading.findings)
  const { value } = reading
  if (value === undefined) return yield* invalid(reading.problems)
  return { reading: { ...reading, value } }
})

const invalid = (problems: ReadonlyArray<Context.Problem>): AdapterError.ResponseInvalid =>
  new AdapterError.ResponseInvalid({ cause: problems.map(({ path, says }) => `${path} ${says}`).join("; ") })

const hasItems = (json: Json.JsonObject): boolean => {
  const results = json["results"]
  return Array.isArray(results) ? results.length > 0 : Json.isObject(results)
}

/** The declared member first, then the other one, then what an item says. */
const refusedIn = (json: Json.JsonObject, declared: "message" | "errorMsg"): Refused => {
  const other = declared === "message" ? "errorMsg" : "message"
  const results = json["results"]
  const [item] = Array.isArray(results) ? results : [results]
  const isText = (text: Json.Json | undefined): text is string => typeof text === "string" && text !== ""
  const text = [json[declared], json[other]].find(isText)
  if (text !== undefined) return { text, about: "call" }
  const info = Json.isObject(item) ? item["info"] : undefined
  return { text: isText(info) ? info : "", about: "item" }
}

const rateLimited = Effect.fnUntraced(function*(response: Transport.Response, json: Json.Json | undefined) {
  const after = retryAfter(Transport.header(response.headers, "retry-after"), yield* Clock.currentTimeMillis)
  const fault = Json.isObject(json) ? faultOf(refusedIn(json, "message").text) : undefined
  return new AdapterError.RateLimited({
    ...(after !== undefined && { retryAfter: after }),
    ...(fault !== undefined && { fault })
  })
})

/** A refusal as a reason. */
export const refusedReason = (
  { about, text }: Refused,
  toReason: Refusal.ToReason | undefined
): AdapterError.Reason => reasonOf(text, toReason, undefined, about)
