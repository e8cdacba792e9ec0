/** Takes the place of the runner's module, without even the question whether tracing is on. */
import type * as Real from "../../../apps/runner/src/tracing/Spans.ts"
import * as Effect from "effect/Effect"

export { attributeNames, isOwn, Tracing } from "../../../apps/runner/src/tracing/Spans.ts"
export const isOn: typeof Real.isOn = () => false
export const traceIdOf: typeof Real.traceIdOf = () => undefined
export const textOf: typeof Real.textOf = () => undefined
export const stored: typeof Real.stored = Effect.succeed(null)
export const begun: typeof Real.begun = Effect.succeed(null)
export const within: typeof Real.within = (_name, work) => work
export const resumed: typeof Real.resumed = (_row, _name, work) => work
export const job: typeof Real.job = (work) => work
export const annotate: typeof Real.annotate = () => {}
export const served: typeof Real.served = (_name, _request, work) => work(undefined)
