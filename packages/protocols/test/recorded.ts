/**
 * A wire that ends at a function, with everything that happened on it written down.
 */
import { type AdapterError, Drift, Transport } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** The requests and answers as they were, the findings, and what was dispatched. */
export interface Books<Dispatched = unknown> {
  readonly requests: Array<Transport.Request>
  readonly responses: Array<Transport.Response>
  readonly findings: Array<Drift.Finding>
  readonly dispatched: Array<Dispatched>
}

export const books = <Dispatched>(): Books<Dispatched> => ({ requests: [], responses: [], findings: [], dispatched: [] })

export const reporter = (kept: Pick<Books, "findings">) => ({
  report: (finding: Drift.Finding) => Effect.sync(() => void kept.findings.push(finding))
})

export type Serve = (request: Transport.Request) => Effect.Effect<Transport.Response, AdapterError.TransportFailed>

/** A wire to a function, with everything written down. */
export const wireTo = (kept: Books, serve: Serve): Layer.Layer<Transport.Transport> =>
  Layer.succeed(Transport.Transport, {
    send: (request) => {
      kept.requests.push(request)
      return Effect.tap(serve(request), (response) => Effect.sync(() => void kept.responses.push(response)))
    }
  })

/** Every handler, with its findings in the books. */
export const reporting = <Handlers extends object>(handlers: Handlers, kept: Books): Handlers =>
  Object.fromEntries(
    Object.entries(handlers).map(([name, handler]: [string, (payload: unknown) => Effect.Effect<unknown>]) => [
      name,
      (payload: unknown) => Effect.provideService(handler(payload), Drift.Drift, reporter(kept))
    ])
  ) as Handlers
