/**
 * Reads the body of a request up to the limit of its size, and decodes it as UTF-8. The default limit is in `RequestLimits.ts`.
 */
import type { IncomingMessage } from "node:http"
import * as RequestMemory from "./RequestMemory.ts"

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false })

export type Read =
  /** `held`: bytes that the request reserved until it is finished. */
  | { readonly is: "body"; readonly text: string; readonly held: number }
  | { readonly is: "too-large" }
  | { readonly is: "no-room" }
  | { readonly is: "not-utf8" }
  | { readonly is: "gone" }

/**
 * Reads the body up to the size limit and the available memory; data beyond that is discarded. Reports the result
 * exactly once.
 */
export const readBody = (message: IncomingMessage, limit: number, capacity: RequestMemory.RequestMemory, tell: (read: Read) => void): void => {
  const text = decoding()
  let held = 0
  let isTold = false
  const done = (read: Read) => {
    if (isTold) return
    isTold = true
    if (read.is !== "body") {
      text.forget()
      capacity.give(held)
    }
    tell(read)
  }
  const hold = (bytes: number): boolean => {
    const has = capacity.take(held, bytes)
    if (has) held += bytes
    return has
  }
  if (Number(message.headers["content-length"] ?? 0) > limit) {
    message.resume()
    return done({ is: "too-large" })
  }
  if (!hold(RequestMemory.perRequest)) {
    message.resume()
    return done({ is: "no-room" })
  }
  let size = 0
  message.on("data", (chunk: Buffer) => {
    if (isTold) return
    size += chunk.length
    if (size > limit) done({ is: "too-large" })
    else if (hold(chunk.length)) text.add(chunk)
    else done({ is: "no-room" })
  })
  message.on("end", () => {
    if (isTold) return
    const whole = text.end()
    done(whole === undefined ? { is: "not-utf8" } : { is: "body", text: whole, held })
  })
  message.on("error", () => done({ is: "gone" }))
  message.on("close", () => done({ is: "gone" }))
}

const orUndefined = (decode: () => string): string | undefined => {
  try {
    return decode()
  } catch {
    return undefined
  }
}

/**
 * Decodes a body. Most arrive in one chunk; a longer one is decoded chunk by chunk, so that no chunk blocks the event
 * loop for long.
 */
const decoding = () => {
  let first: Buffer | undefined
  let parts: Array<string> | undefined
  let decoder: typeof utf8 | undefined
  /** False as soon as a chunk is not UTF-8. */
  let isText = true
  const take = (bytes: Buffer | undefined) => {
    if (!isText || parts === undefined) return
    const part = orUndefined(() => decoder!.decode(bytes, { stream: bytes !== undefined }))
    if (part === undefined) isText = false
    else parts.push(part)
  }
  return {
    add: (bytes: Buffer) => {
      if (first === undefined) {
        first = bytes
        return
      }
      if (parts === undefined) {
        parts = []
        decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false })
        take(first)
      }
      take(bytes)
    },
    /** The text; undefined if the body is not UTF-8. */
    end: (): string | undefined => {
      if (parts === undefined) return orUndefined(() => utf8.decode(first))
      take(undefined)
      return isText ? parts.join("") : undefined
    },
    forget: () => {
      parts = undefined
      decoder = undefined
    }
  }
}
