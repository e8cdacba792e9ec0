/**
 * What the client does with every call: headers and signature, and where an answer holds what.
 */
import { Json, type Transport } from "@crossdock/core"
import * as Redacted from "effect/Redacted"
import type { Answers } from "../kit/index.ts"
import { type AuthInfo, pathVersion, writeAuthInfo } from "./Envelope.ts"
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

/** The outcomes of single things in a result, whatever its shape. */
const itemsIn = ({ result }: Json.JsonObject): ReadonlyArray<Json.Json> => {
  const list = Json.isObject(result) && Array.isArray(result["results"]) ? result["results"] : result
  return (Array.isArray(list) ? list : [list]).filter((item) => Json.isObject(item))
}

export const shape: Answers.Shape = {
  errorMembers: ["errorMsg", "message"],
  itemsIn,
  codeIn: ({ code }) => (typeof code === "string" ? code : Json.numberText(code) ?? ""),
  reportsErrorBesideSuccess: true
}
