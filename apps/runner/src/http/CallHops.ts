/**
 * Ends a loop of runners that call each other: a request that is made for a caller says how many runners the call has passed, and a
 * call that has passed too many is refused. Creates are sent by the runner itself, once under each number, so they cannot loop.
 */
import { Transport } from "@crossdock/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Refusal } from "../engine/Refusal.ts"

export const header = "x-crossdock-hop"

/** The most runners that a call may have passed. */
export const most = 3

/** How many runners a request of the current fiber will have passed. 0: it is made for no caller. */
const Passed = Context.Reference<number>("@crossdock/runner/http/CallHops", { defaultValue: () => 0 })

const passedOf = ({ headers }: Transport.Request): number => {
  const text = Transport.header(headers, header) ?? ""
  return /^\d+$/.test(text) ? Number(text) : 0
}

const tooMany = new Refusal({
  code: "TOO_MANY_HOPS",
  message: `the call has passed more than ${most} runners, so it goes round in a circle and nothing was done; correct the address of the connection`
})

/** Serves requests that have passed few enough runners. `refuse` answers the others. */
export const limited = <R>(
  serve: (request: Transport.Request) => Effect.Effect<Transport.Response, never, R>,
  refuse: (refusal: Refusal) => Transport.Response
) =>
(request: Transport.Request): Effect.Effect<Transport.Response, never, R> => {
  const passed = passedOf(request)
  return passed > most ? Effect.succeed(refuse(tooMany)) : Effect.provideService(serve(request), Passed, passed + 1)
}

/** A transport whose requests for a caller carry the header. */
export const layer = Layer.effect(
  Transport.Transport,
  Effect.map(Transport.Transport, (transport) =>
    Transport.Transport.of({
      send: (request) =>
        Effect.withFiber((fiber) => {
          const passed = fiber.getRef(Passed)
          return transport.send(passed === 0 ? request : { ...request, headers: [...request.headers, [header, String(passed)]] })
        })
    }))
)
