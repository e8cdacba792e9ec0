/** Takes the place of the runner's module, without records of served calls. */
import type * as Real from "../../../apps/runner/src/http/ServedCallRecords.ts"
import * as Effect from "effect/Effect"

export const authenticated: typeof Real.authenticated = () => Effect.void
export const carriedOut: typeof Real.carriedOut = (_call, work) => work
export const recorded: typeof Real.recorded = (_log, _name, serve) => serve
export const unauthenticated: typeof Real.unauthenticated = () => Effect.void
