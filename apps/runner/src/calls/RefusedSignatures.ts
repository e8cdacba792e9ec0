/**
 * The latest calls whose signature was refused, with the bytes that were sent, for the diagnosis of signatures. They are in memory of this
 * process alone and for an hour: the log of calls keeps no signatures, and nothing of callers who are not authenticated.
 */
import type { Transport } from "@crossdock/core"

/** The most calls of all scopes and of one, so that nobody drives out those of others. */
export const most = 100
export const mostOfScope = 20
/** The longest body; a longer one is not kept. */
export const longest = 32_768
const keptFor = 3_600_000

export interface RefusedCall {
  readonly requestId: string
  /** Milliseconds since 1970. */
  readonly at: number
  /** The name of the route. */
  readonly protocol: string
  /** Whose id it names. Empty: nobody's. */
  readonly scope: string
  readonly request: Transport.Request
}

export interface RefusedSignatures {
  readonly add: (call: RefusedCall) => void
  /** Those of the last hour, the newest first. */
  readonly latest: (now: number) => ReadonlyArray<RefusedCall>
}

export const make = (): RefusedSignatures => {
  let calls: ReadonlyArray<RefusedCall> = []
  return {
    add: (call) => {
      if (call.request.body.length > longest || call.request.bytes !== undefined) return
      const others = calls.filter(({ scope }) => scope !== call.scope)
      const ofScope = calls.filter(({ scope }) => scope === call.scope).slice(0, mostOfScope - 1)
      calls = [call, ...[...others, ...ofScope].toSorted((a, b) => b.at - a.at).slice(0, most - 1)]
    },
    latest: (now) => (calls = calls.filter(({ at }) => now - at <= keptFor && at - now <= keptFor))
  }
}
