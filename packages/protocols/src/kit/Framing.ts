/**
 * What a server looks at before it reads a request: the HTTP method and the size.
 */
import type { Transport } from "@crossdock/core"
import * as Result from "effect/Result"
import type { Refusal } from "../wire/index.ts"

export interface Limits {
  /** Bytes of a body; 20 MiB (U-122). */
  readonly maxBody?: number
  /** Records of a page; 1000 (U-22). */
  readonly maxPageSize?: number
  /** Bytes of one text; 64 kB (U-122). */
  readonly maxText?: number
  /** Levels of nesting of whatever is parsed; 32 (U-122). */
  readonly maxDepth?: number
}

export const maxBody = 20 * 1024 * 1024

/** A request that is answered without looking at who sends it. */
export interface Unread {
  readonly status: 400 | 405 | 413 | 415
  readonly refusal: Refusal.Refusal
}

export const unread = (status: Unread["status"], code: string, message: string, path?: string): Result.Result<never, Unread> =>
  Result.fail({ status, refusal: { code, message, ...(path !== undefined && { path }) } })

/** Absent: the request is a POST whose body is not too large. */
export const refusedFrame = ({ body, method }: Transport.Request, limits: Limits): Result.Result<never, Unread> | undefined => {
  if (method !== "POST") return unread(405, "HTTP_METHOD_INVALID", "only POST is served here; send a POST")
  const max = limits.maxBody ?? maxBody
  return body.length * 3 > max && Buffer.byteLength(body) > max
    ? unread(413, "BODY_TOO_LARGE", `the body is too large; send at most ${max} bytes`)
    : undefined
}

/** Percent-encoded text; absent where it is none. */
export const percentDecoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
