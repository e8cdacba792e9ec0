/**
 * What the log says of failed authentications: who claimed to be whom from where, in so many lines a minute as a person
 * reads. The rest is counted.
 */
import * as Effect from "effect/Effect"

/** Lines of each kind in a minute, for each door. */
export const perMinute = 10
const minute = 60_000

export interface Failure {
  readonly id: string
  /** Whether the id is somebody's. */
  readonly isKnown: boolean
  readonly address: string | undefined
}

/** An unknown id may be a secret or a name that stands in the wrong field, so no more than the half of it is shown. */
const shown = ({ id, isKnown }: Failure): string => {
  const start = isKnown ? id.slice(0, 128) : id.slice(0, Math.min(16, Math.floor(id.length / 2)))
  const text = JSON.stringify(start).replaceAll(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
  return isKnown ? text : `unknown, ${id.length} characters beginning with ${text}`
}

/** Whether a line is written now, and how many were not since the last one; absent: it is not. */
const budget = () => {
  let since = Number.NEGATIVE_INFINITY
  let written = 0
  let leftOut = 0
  return (now: number): number | undefined => {
    if (Math.abs(now - since) >= minute) {
      since = now
      written = 0
    }
    if (written === perMinute) {
      leftOut++
      return undefined
    }
    written++
    const told = leftOut
    leftOut = 0
    return told
  }
}

export interface AuthFailureLog {
  readonly failed: (failure: Failure, now: number) => Effect.Effect<void>
  /** This failure was one too many. */
  readonly blocked: (failure: Failure, now: number) => Effect.Effect<void>
}

export const make = (door: string): AuthFailureLog => {
  const line = (message: string) => {
    const ask = budget()
    return (failure: Failure, now: number): Effect.Effect<void> => {
      const leftOut = ask(now)
      if (leftOut === undefined) return Effect.void
      return Effect.logWarning(message).pipe(Effect.annotateLogs({
        door,
        id: shown(failure),
        address: failure.address ?? "unknown",
        ...(leftOut > 0 && { linesLeftOut: leftOut })
      }))
    }
  }
  return {
    failed: line("authentication failed"),
    blocked: line("too many failed authentications: further ones of this id or address are answered 429 for 60 seconds; calls with a right sign are served")
  }
}
