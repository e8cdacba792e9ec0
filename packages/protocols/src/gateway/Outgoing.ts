/**
 * The parts of a call that all methods share: the client's headers and signature, and where an answer holds its common
 * members.
 */
import { Json, type Transport } from "@crossdock/core"
import * as Redacted from "effect/Redacted"
import { type Answers, CallerHeaders } from "../kit/index.ts"
import { type AuthInfo, pathVersion, writeAuthInfo } from "./Envelope.ts"
import type { Profile } from "./Profile.ts"
import { sign } from "./Signature.ts"

/** The credentials of the caller, and the warehouse's authorization that is sent with every call (spec 2 §2.1). */
export interface Account {
  /** The part of the URL before `/global-api/…`. It belongs to one environment, production or test (U-126). */
  readonly baseUrl: URL
  /** The version segment of every path (U-57). Default: `v1`. */
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
  /** Time zone of the account: an IANA name or `UTC+8`. */
  readonly timeZone: string
}

/** Builds the HTTP request of a signed call. */
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
    apiUrl: apiUrl && CallerHeaders.urlText(apiUrl)
  }
  return Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]))
}

/** Finds the outcomes of single items in a result of any shape. */
const itemsIn = ({ result }: Json.JsonObject): ReadonlyArray<Json.Json> => {
  const list = Json.isObject(result) && Array.isArray(result["results"]) ? result["results"] : result
  return (Array.isArray(list) ? list : [list]).filter((item) => Json.isObject(item))
}

/** The places of the error text, the code and the items in the answers of a gateway. */
export const shape: Answers.Shape = {
  errorMembers: ["errorMsg", "message"],
  itemsIn,
  codeIn: ({ code }) => (typeof code === "string" ? code : Json.textIfNumber(code) ?? ""),
  reportsErrorBesideSuccess: true
}
