/** A wire that answers as it is told, and remembers what was sent. */
import { Transport } from "@crossdock/core"
import * as Effect from "effect/Effect"

export const answer = (status: number, body: unknown = "", headers: Transport.Headers = []): Transport.Response => ({
  status,
  headers,
  body: typeof body === "string" ? body : JSON.stringify(body)
})

export const wire = (serve: (request: Transport.Request, at: number) => Transport.Response | Effect.Effect<Transport.Response>) => {
  const sent: Array<Transport.Request> = []
  const send = (request: Transport.Request): Effect.Effect<Transport.Response> => {
    sent.push(request)
    const served = serve(request, sent.length)
    return Effect.isEffect(served) ? served : Effect.succeed(served)
  }
  return { sent, send, provide: Effect.provideService(Transport.Transport, { send }) }
}
