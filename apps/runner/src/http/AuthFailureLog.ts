/**
 * Logs failed authentications: which id, from which address. At most a few lines per minute are written, so that a
 * person can read them; the rest is counted.
 */
import * as Effect from "effect/Effect"
import * as LogLineLimit from "../engine/LogLineLimit.ts"

export interface Failure {
  readonly id: string
  /** Whether the id belongs to a caller. */
  readonly isKnown: boolean
  readonly address: string | undefined
}

/**
 * Shortens an unknown id to at most half of its characters, because it may be a secret that was sent in the wrong
 * field.
 */
const shown = ({ id, isKnown }: Failure): string => {
  const start = isKnown ? id.slice(0, 128) : id.slice(0, Math.min(16, Math.floor(id.length / 2)))
  const text = JSON.stringify(start).replaceAll(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
  return isKnown ? text : `unknown, ${id.length} characters beginning with ${text}`
}

export interface AuthFailureLog {
  readonly failed: (failure: Failure, now: number) => Effect.Effect<void>
  /** Logs the failure that reached the limit, so that a block begins. */
  readonly blocked: (failure: Failure, now: number) => Effect.Effect<void>
}

export const make = (protocol: string): AuthFailureLog => {
  const line = (message: string) => {
    const ask = LogLineLimit.make()
    return (failure: Failure, now: number): Effect.Effect<void> => {
      const leftOut = ask(now)
      if (leftOut === undefined) return Effect.void
      return Effect.logWarning(message).pipe(Effect.annotateLogs({
        protocol,
        id: shown(failure),
        address: failure.address ?? "unknown",
        ...(leftOut > 0 && { linesLeftOut: leftOut })
      }))
    }
  }
  return {
    failed: line("authentication failed"),
    blocked: line("too many failed authentications: further ones with this id or from this address get 429 for 60 seconds; requests with a valid signature are still served")
  }
}
