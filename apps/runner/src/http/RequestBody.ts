/**
 * Reads the body of a request up to the limit of its size, and decodes it as UTF-8. The default limit is in `RequestLimits.ts`.
 */
import type { IncomingMessage } from "node:http"
import * as RequestMemory from "./RequestMemory.ts"

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false })

export type Read =
  /** `held`: bytes that the request reserved until it is finished. `bytes`: the body, where its bytes do not follow from the text. */
  | { readonly is: "body"; readonly text: string; readonly bytes?: Uint8Array; readonly held: number }
  | { readonly is: "too-large" }
  | { readonly is: "no-room" }
  | { readonly is: "not-utf8" }
  | { readonly is: "gone" }

/**
 * Reads the body up to the size limit and the available memory; data beyond that is discarded. Reports the result
 * exactly once. With `mayBeBytes`, a body that is no text is read as bytes.
 */
export const readBody = (message: IncomingMessage, limit: number, capacity: RequestMemory.RequestMemory, mayBeBytes: boolean, tell: (read: Read) => void): void => {
  const text = mayBeBytes ? gathering(message) : decoding()
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
    done(whole === undefined ? { is: "not-utf8" } : { is: "body", ...whole, held })
  })
  message.on("error", () => done({ is: "gone" }))
  message.on("close", () => done({ is: "gone" }))
}

/** What collects the pieces of a body. */
interface Collector {
  readonly add: (bytes: Buffer) => void
  /** Undefined: it had to be text and is not UTF-8. */
  readonly end: () => Pick<Extract<Read, { readonly is: "body" }>, "bytes" | "text"> | undefined
  readonly forget: () => void
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
const decoding = (): Collector => {
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
    end: () => {
      if (parts === undefined) {
        const text = orUndefined(() => utf8.decode(first))
        return text === undefined ? undefined : { text }
      }
      take(undefined)
      return isText ? { text: parts.join("") } : undefined
    },
    forget: () => {
      parts = undefined
      decoder = undefined
    }
  }
}

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf])

/** Whether the headers say that the body is text that nothing was done to. */
const isPlain = ({ headers }: Pick<IncomingMessage, "headers">): boolean => (headers["content-encoding"]?.trim().toLowerCase() || "identity") === "identity"

/** Collects a body as it is, because a signature may be over its bytes. What is compressed or not UTF-8 has the text "". */
const gathering = (message: IncomingMessage): Collector => {
  let pieces: Array<Buffer> = []
  return {
    add: (bytes) => void pieces.push(bytes),
    end: () => {
      const bytes = Buffer.concat(pieces)
      const text = isPlain(message) ? orUndefined(() => utf8.decode(bytes)) : undefined
      const isSame = text !== undefined && !bytes.subarray(0, byteOrderMark.length).equals(byteOrderMark)
      return { text: text ?? "", ...(!isSame && { bytes }) }
    },
    forget: () => {
      pieces = []
    }
  }
}
