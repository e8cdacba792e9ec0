/**
 * A route of the public listener: it turns one request value into one response value and never fails.
 */
import type { Transport } from "@crossdock/core"
import type * as Effect from "effect/Effect"

export type Serve = (request: Transport.Request) => Effect.Effect<Transport.Response>

export interface Route {
  /** The name by which logs and metrics refer to the route. */
  readonly name: string
  readonly serve: Serve
  /** Whether it takes bodies that are not text, and compressed ones, as they are. Default: false. */
  readonly takesBytes?: boolean
  /** Writes a refusal of a request whose bytes could not be read. Absent: the usual form. */
  readonly refuseUnread?: ((refusal: { readonly code: string; readonly message: string }, httpStatus: number) => Transport.Response) | undefined
}

/** The decoded path segment; empty if its percent-encoding is not valid, which matches no connection. */
export const decoded = (segment: string): string => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return ""
  }
}
