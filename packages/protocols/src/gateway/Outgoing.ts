/**
 * What the client does with every call: headers, signature, and what an answer means.
 */
import { AdapterError, Drift, Json, Transport } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { Context, read, type Reading, type Refusal, retryAfter, Table, withoutEnvelope, Zone } from "../wire/index.ts"
import { type AuthInfo, pathVersion, writeAuthInfo } from "./Envelope.ts"
import { faultOf } from "./Fault.ts"
import type { Messages } from "./Messages/Exchange.ts"
import type { Profile } from "./Profile.ts"
import { sign } from "./Signature.ts"

/** Who calls, and the authorization of the warehouse that travels along (2.1). */
export interface Account {
  /** What stands before `/global-api/…`: one environment, production or test (U-126). */
  readonly baseUrl: URL
  /** Segment of every path (U-57). Absent: v1. */
  readonly pathVersion?: string
  readonly appKey: string
  readonly appSecret: Redacted.Redacted
  readonly warehouseType?: string
  readonly secret?: Redacted.Redacted
  readonly accessToken?: Redacted.Redacted
  readonly refreshToken?: Redacted.Redacted
  readonly authInfo?: ReadonlyArray<AuthInfo>
  readonly apiUrl?: URL
  readonly profile: Profile
  /** IANA name or `UTC+8`. */
  readonly timeZone: string
}

/** The zone of a connection. An unknown name is a mistake of whoever configured it and stops here. */
export const contextOf = ({ profile, timeZone }: Account): Effect.Effect<Context.Context> => {
  const zone = Zone.parse(timeZone)
  return zone === undefined
    ? Effect.die(new Error(`${JSON.stringify(timeZone)} is no time zone`))
    : Effect.succeed({ zone, profile, limits: Context.limits })
}

/** A signed call as a request. */
export const requestOf = (account: Account, method: string, body: string): Transport.Request => {
  const base = account.baseUrl.href.split(/[?#]/)[0]!.replace(/\/+$/, "")
  return {
    method: "POST",
    url: new URL(`${base}/global-api/${account.pathVersion ?? pathVersion}/warehouse/${method}`),
    headers: [
      ["content-type", "application/json"],
      ["accept", "application/json"],
      ["appKey", account.appKey],
      ["sign", sign(account.appKey, body, account.appSecret, account.profile)],
      ...headersOf(account)
    ],
    body
  }
}

const headersOf = (account: Account): Transport.Headers => {
  const { accessToken, apiUrl, authInfo, profile, refreshToken, secret, warehouseType } = account
  const headers = {
    warehouseType,
    secret: secret && Redacted.value(secret),
    accessToken: accessToken && Redacted.value(accessToken),
    refreshToken: refreshToken && Redacted.value(refreshToken),
    authInfo: authInfo && writeAuthInfo(authInfo, profile.authInfoEncoding),
    // A domain as it is typed, without the slash that a URL puts behind it.
    apiUrl: apiUrl && (apiUrl.pathname === "/" && apiUrl.search === "" ? apiUrl.origin : apiUrl.href)
  }
  return Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]))
}

/** The members that decide, read before anything else. */
const common = Table.make("answer", [
  Table.required("success", { kind: "boolean", written: "boolean" }),
  Table.optional("errorMsg", Table.text),
  Table.optional("message", Table.text),
  Table.optional("code", { kind: "any" }),
  Table.optional("result", { kind: "any" })
])

/** A refusal in the peer's words. */
export interface Refused {
  readonly text: string
  /** What stood in `code`, as it was (U-11). */
  readonly code: string
  readonly about: Refusal.About
}

/** What an answer says: read by its table, or refused. */
export type Judged<T> = { readonly reading: Reading<T> & { readonly value: Table.Value<T> } } | { readonly refused: Refused }

/** Reads an answer; fails with what an unreadable one proves. */
export const judge = Effect.fnUntraced(function*<Request extends Table.Table, Answer extends Table.Table>(
  response: Transport.Response,
  { answer, failsByItem = false }: Messages<Request, Answer>,
  context: Context.Context
): Effect.fn.Return<Judged<Answer>, AdapterError.Reason> {
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
  if (!decided.value.success && !(failsByItem && itemsIn(json).length > 0)) return { refused: refusedIn(json) }
  const reading = read(answer, json, context)
  yield* Drift.reportAll(reading.findings)
  const { value } = reading
  if (value === undefined) return yield* invalid(reading.problems)
  if (decided.value.success && decided.value.errorMsg !== undefined) yield* Drift.report(besideSuccess(answer.name))
  return { reading: { ...reading, value } }
})

const besideSuccess = (where: string): Drift.Finding => ({
  where,
  path: "/errorMsg",
  says: "stands beside success; a part of what was asked may be missing"
})

const invalid = (problems: ReadonlyArray<Context.Problem>): AdapterError.ResponseInvalid =>
  new AdapterError.ResponseInvalid({ cause: problems.map(({ path, says }) => `${path} ${says}`).join("; ") })

/** The outcomes of single things in a result, whatever its shape. */
const itemsIn = ({ result }: Json.JsonObject): ReadonlyArray<Json.JsonObject> => {
  const list = Json.isObject(result) && Array.isArray(result["results"]) ? result["results"] : result
  const items = Array.isArray(list) ? list : [list]
  return items.filter((item) => Json.isObject(item))
}

/** errorMsg, else message, else what the thing that failed says (rows 03 and 72). */
const refusedIn = (json: Json.JsonObject): Refused => {
  const isText = (text: Json.Json | undefined): text is string => typeof text === "string" && text !== ""
  const ofCall = [json["errorMsg"], json["message"]].find(isText)
  const { code } = json
  return {
    text: ofCall ?? itemsIn(json).map((item) => item["info"]).find(isText) ?? "",
    about: ofCall === undefined ? "item" : "call",
    code: typeof code === "string" ? code : Json.numberText(code) ?? ""
  }
}

const rateLimited = Effect.fnUntraced(function*(response: Transport.Response, json: Json.Json | undefined) {
  const after = retryAfter(Transport.header(response.headers, "retry-after"), yield* Clock.currentTimeMillis)
  const refused = Json.isObject(json) ? refusedIn(json) : undefined
  return new AdapterError.RateLimited({
    ...(after !== undefined && { retryAfter: after }),
    ...(refused !== undefined && { fault: faultOf(refused.text, refused.code) })
  })
})
