/**
 * Blocks all calls to a paused connection until an operator has repaired and resumed it.
 */
import { AdapterError } from "@crossdock/core"
import * as Effect from "effect/Effect"
import type { Connections } from "../connection/Connections.ts"
import { pausedCode } from "./Refusal.ts"

export const unlessPaused = (connections: Connections["Service"], id: string): Effect.Effect<void, AdapterError.AdapterError> =>
  Effect.suspend(() => {
    const paused = connections.pausedOf(id)
    if (paused === undefined) return Effect.void
    const reason = new AdapterError.CredentialRejected({ fault: { code: pausedCode, message: paused.because } })
    return Effect.fail(new AdapterError.AdapterError({ adapter: id, operation: "paused", reason }))
  })
