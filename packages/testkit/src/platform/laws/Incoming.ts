/**
 * The laws about callbacks. A callback is acknowledged only if it is genuine and its event is stored.
 */
import { AdapterError, type PlatformV1, type Transport } from "@crossdock/core"
import * as Effect from "effect/Effect"
import { assert, equal } from "../../Assertions.ts"
import { having, type Laws } from "../../Law.ts"
import { assertSameOrder, type LawContext, place } from "../LawContext.ts"
import { can, type SuiteFixture } from "../SuiteFixture.ts"

type Callbacks = NonNullable<SuiteFixture<unknown>["callbacks"]>

/** A receiver that collects events, or fails to store each with `fails`. */
const receiver = (context: LawContext, fails?: AdapterError.Reason) => {
  const events: Array<PlatformV1.Event> = []
  const emit: PlatformV1.StoreEvent = (event) => (fails === undefined ? Effect.sync(() => void events.push(event)) : Effect.fail(fails))
  return { events, serve: (request: Transport.Request) => Effect.flatMap(context.fixture.callbacks?.registered ?? Effect.succeed([]), (subscriptions) => context.time.during(context.platform.incoming!(request, emit, { subscriptions }))) }
}

/** An order of the shop, and the callback that the platform sends about it. */
const reported = Effect.fnUntraced(function*(context: LawContext, { order }: Callbacks, hint: string, sign: "genuine" | "forged" | "none") {
  const placed = yield* place(context, hint)
  return { placed, request: yield* order(placed.onlineOrderId, sign) }
})

const refuses = Effect.fnUntraced(function*(context: LawContext, { isAccepted }: Callbacks, request: Transport.Request, what: string) {
  const { events, serve } = receiver(context)
  const response = yield* serve(request)
  equal(events.length, 0, `events emitted for ${what}`)
  assert(!isAccepted(response), `${what} is acknowledged; answer it with an error`)
})

export const incomingLaws: Laws<LawContext, SuiteFixture<unknown>> = {
  "incoming/order": [
    "P-383 P-085",
    "turns a callback about an order into one event with the order or its number, and acknowledges it",
    having(can.callbacks, Effect.fnUntraced(function*(context: LawContext, callbacks) {
      const { placed, request } = yield* reported(context, callbacks, "pushed", "genuine")
      const { events, serve } = receiver(context)
      assert(callbacks.isAccepted(yield* serve(request)), "a genuine callback is refused")
      equal(events.length, 1, "events")
      const [event] = events
      if (event?._tag === "OrderChanged") return equal(event.onlineOrderId, placed.onlineOrderId, "the onlineOrderId of the event")
      if (event !== undefined) assertSameOrder(event.order, placed)
    }))
  ],
  "incoming/not-stored": [
    "P-386 U-20",
    "does not acknowledge a callback that could not be stored, so that the platform repeats it",
    having(can.callbacks, Effect.fnUntraced(function*(context: LawContext, callbacks) {
      const { request } = yield* reported(context, callbacks, "pushed-lost", "genuine")
      const { serve } = receiver(context, new AdapterError.PeerUnavailable({ status: 503 }))
      assert(!callbacks.isAccepted(yield* serve(request)), "the callback is acknowledged although it could not be stored, so it is lost")
    }))
  ],
  "incoming/again": [
    "P-386 U-124",
    "acknowledges a repeated callback, and emits the same event again",
    having(can.callbacks, Effect.fnUntraced(function*(context: LawContext, callbacks) {
      const { request } = yield* reported(context, callbacks, "pushed-again", "genuine")
      const { events, serve } = receiver(context)
      for (const count of [1, 2]) assert(callbacks.isAccepted(yield* serve(request)), `the callback is refused on delivery ${count}`)
      equal(events[1], events[0], "the second event")
    }))
  ],
  "incoming/forged": [
    "P-010 U-148",
    "emits no event for a callback whose signature is forged or missing",
    having(can.callbacks, Effect.fnUntraced(function*(context: LawContext, callbacks) {
      for (const sign of ["forged", "none"] as const) {
        const { request } = yield* reported(context, callbacks, `pushed-${sign}`, sign)
        yield* refuses(context, callbacks, request, sign === "none" ? "a callback without a signature" : "a callback with a forged signature")
      }
    }))
  ],
  "incoming/changed": [
    "P-010",
    "emits no event for a callback whose body was changed after signing",
    having(can.callbacks, Effect.fnUntraced(function*(context: LawContext, callbacks) {
      const { placed: { onlineOrderId }, request } = yield* reported(context, callbacks, "pushed-changed", "genuine")
      const [number, other] = [onlineOrderId, `${onlineOrderId.slice(0, -1)}~`].map(encodeURIComponent) as [string, string]
      const changed = { ...request, body: request.body.replaceAll(onlineOrderId, other).replaceAll(number, other) }
      assert(changed.body !== request.body, "fixture.callbacks: the body of the callback does not contain the order number")
      yield* refuses(context, callbacks, changed, "a callback whose body was changed")
    }))
  ],
  "incoming/garbage": [
    "P-006 U-72",
    "refuses a request that is not a callback, whatever its body is",
    having(can.callbacks, Effect.fnUntraced(function*(context: LawContext, callbacks) {
      const { request } = yield* reported(context, callbacks, "pushed-garbage", "genuine")
      const bodies = ["", "{", "[]", "null", "<html></html>", request.body.slice(0, -7), "[".repeat(100_000)]
      for (const body of bodies) yield* refuses(context, callbacks, { ...request, body }, `the body ${JSON.stringify(body.slice(0, 20))}`)
      yield* refuses(context, callbacks, { ...request, method: "GET", body: "" }, "a GET request")
    }))
  ]
}
