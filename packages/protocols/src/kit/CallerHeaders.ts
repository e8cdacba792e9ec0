/**
 * The headers with which a caller hands over the authorization of a peer behind the server (spec 2 §2.1, §4B).
 */
import { Json } from "@crossdock/core"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { percentDecoded } from "./Framing.ts"

/** The parts of a call that these headers carry. A header that was not sent is absent. */
export interface Carried {
  /** An address that the caller asks to be used and that the allow list permits. */
  readonly apiUrl?: URL
  readonly accessToken?: Redacted.Redacted
  readonly refreshToken?: Redacted.Redacted
}

/**
 * Returns whether an address that was received may be considered at all: it is https, or http too if `allowsHttp`, and has no user and no
 * password (U-86).
 */
export const isSecureUrl = (url: URL | null, allowsHttp = false): boolean =>
  url !== null && (url.protocol === "https:" || (allowsHttp && url.protocol === "http:")) && url.username === "" && url.password === ""

/** Writes an address. A bare origin is written without the trailing slash that the URL class adds. */
export const urlText = (url: URL): string => (url.pathname === "/" && url.search === "" ? url.origin : url.href)

/**
 * Reads the three headers; an empty text is a header that was not sent. Returns undefined if the address is not allowed: it
 * must be https and without credentials, and `isAllowed` must accept it (U-86).
 */
export const carried = (
  headers: { readonly apiUrl: string; readonly accessToken: string; readonly refreshToken: string },
  isAllowed: (url: URL) => boolean
): Carried | undefined => {
  const apiUrl = headers.apiUrl === "" ? undefined : URL.parse(headers.apiUrl)
  if (apiUrl === null) return undefined
  if (apiUrl !== undefined && !(isSecureUrl(apiUrl) && isAllowed(apiUrl))) return undefined
  return {
    ...(apiUrl !== undefined && { apiUrl }),
    ...(headers.accessToken !== "" && { accessToken: Redacted.make(headers.accessToken, { label: "accessToken" }) }),
    ...(headers.refreshToken !== "" && { refreshToken: Redacted.make(headers.refreshToken, { label: "refreshToken" }) })
  }
}

/** Parses a header that holds JSON, as it is or percent-encoded; returns undefined if it is no JSON (U-29). */
export const parse = (header: string): Json.Json | undefined => {
  const text = header.startsWith("%") ? percentDecoded(header) : header
  return text === undefined ? undefined : Result.getOrUndefined(Json.parse(text))
}

/** Writes JSON in ASCII, by escapes, so that it fits into a header. */
export const escaped = (json: Json.Json): string =>
  Json.stringify(json).replaceAll(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
