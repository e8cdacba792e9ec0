/**
 * The checks of a server before it reads a request: the HTTP method and the size.
 */
import { Json, type Transport } from "@crossdock/core"
import * as Result from "effect/Result"
import type { Refusal } from "../wire/index.ts"

/** The limits of a server for incoming requests. */
export interface Limits {
  /** The maximum size of a body in bytes. Default: 8 MiB (U-122). */
  readonly maxBody?: number
  /** The maximum number of records on a page. Default: 1000 (U-22). */
  readonly maxPageSize?: number
  /** The maximum size of one text in bytes. Default: 64 kB (U-122). */
  readonly maxText?: number
  /** The maximum nesting depth of any parsed JSON. Default: 32 (U-122). */
  readonly maxDepth?: number
  /** The maximum number of members and list elements in the content of a call. Default: 60,000 (U-122). */
  readonly maxMembers?: number
}

/** The default of `Limits.maxBody`, in bytes. The runner always sets that limit; its default is in `http/RequestLimits.ts`. */
export const maxBody = 8 * 1024 * 1024

const boundsOf = ({ maxDepth = Json.defaultMaxDepth, maxMembers = 60_000 }: Limits) => ({ maxDepth, maxMembers })

/**
 * Parses the JSON that a call contains, within the limits. Says why it is refused, with `advice` where that is about its form. A member that
 * occurs twice in one object is refused, because two readers may take another one of the two (U-128).
 */
export const parsed = (text: string, limits: Limits, { advice }: { readonly advice: string }): Result.Result<Json.Json, string> =>
  Result.mapError(Json.parse(text, { ...boundsOf(limits), refuseTwice: true }), ({ code, message }) => code === "TOO_MANY" ? message : `${message}; ${advice}`)

/** A request that is refused before its sender is authenticated. */
export interface Unread {
  readonly status: 400 | 405 | 413 | 415
  readonly refusal: Refusal.Refusal
}

/** Builds the refusal of a request that could not be read. */
export const unread = (status: Unread["status"], code: string, message: string, path?: string): Result.Result<never, Unread> =>
  Result.fail({ status, refusal: { code, message, ...(path !== undefined && { path }) } })

/** Refuses a request that is not a POST or whose body is too large; returns undefined for any other. */
export const refusedFrame = ({ body, method }: Transport.Request, limits: Limits): Result.Result<never, Unread> | undefined => {
  if (method !== "POST") return unread(405, "HTTP_METHOD_INVALID", "only POST is served here; send a POST")
  const max = limits.maxBody ?? maxBody
  return body.length * 3 > max && Buffer.byteLength(body) > max
    ? unread(413, "BODY_TOO_LARGE", `the body is too large; send at most ${max} bytes`)
    : undefined
}

/** Decodes percent-encoded text; returns undefined if it is malformed. */
export const percentDecoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
