/**
 * What the peer tells unasked. Success is answered once the event is stored, and to nobody else.
 */
import { AdapterError, type Transport, type WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import { Broken, equal, holds } from "../../Claim.ts"
import { both, having, type Laws } from "../../Law.ts"
import { type Bench, call, created, knownStatus, newAsnNumber } from "../Bench.ts"
import { can, type Given } from "../Given.ts"
import * as Contract from "@crossdock/core/WarehouseV1"

type Callbacks = NonNullable<Given<unknown>["callbacks"]>

/** A receiver that keeps what it is given. */
const receiver = (bench: Bench, fails?: AdapterError.Reason) => {
  const events: Array<WarehouseV1.Event> = []
  const emit: WarehouseV1.Emit = (event) => (fails === undefined ? Effect.sync(() => void events.push(event)) : Effect.fail(fails))
  return { events, serve: (request: Transport.Request) => bench.time.during(bench.warehouse.incoming!(request, emit)) }
}

/** An order at the peer, and the request by which the peer tells of it. */
const reported = Effect.fnUntraced(function*(bench: Bench, { outbound }: Callbacks, hint: string, sign: "genuine" | "forged" | "none") {
  const ship = bench.given.acts?.ship
  const { orderNumber, order } = yield* created(bench, hint, ship?.order)
  const shipped = ship && (yield* ship.run(orderNumber))
  return { order, shipped, request: yield* outbound(orderNumber, sign) }
})

const refuses = Effect.fnUntraced(function*(bench: Bench, { isTaken }: Callbacks, request: Transport.Request, what: string) {
  const { events, serve } = receiver(bench)
  const response = yield* serve(request)
  equal(events.length, 0, `events out of ${what}`)
  holds(!isTaken(response), `${what} is answered as taken`)
})

export const incoming: Laws<Bench, Given<unknown>> = {
  "incoming/outbound": [
    "D1-204 D1-209 D1-213 D1-214 D1-369",
    "a report about an outbound order becomes one event with its state and its tracking number, and is answered as taken",
    having(can.callbacks, Effect.fnUntraced(function*(bench: Bench, callbacks) {
      const { order, request, shipped } = yield* reported(bench, callbacks, "report", "genuine")
      const { events, serve } = receiver(bench)
      const response = yield* serve(request)
      holds(callbacks.isTaken(response), "a genuine report is refused")
      equal(events.length, 1, "events")
      const [event] = events
      if (event?._tag === "OutboundChanged") {
        equal(event.orderNumber, order.orderNumber, "the order that the event names")
        const status = shipped && (yield* knownStatus(bench, order))
        if (shipped !== undefined) equal([status?.status, status?.trackingNumber], ["SUCCESS", shipped.trackingNumber], "what is read of it")
        return
      }
      if (event?._tag !== "OutboundStatusChanged") throw new Broken(`a report about an outbound order becomes ${event?._tag}`)
      equal(event.status.orderNumber, order.orderNumber, "the order that is reported")
      if (shipped !== undefined) {
        equal([event.status.status, event.status.trackingNumber], ["SUCCESS", shipped.trackingNumber], "state and tracking number")
      }
    }))
  ],
  "incoming/inbound": [
    "D1-227 D1-240 D1-371",
    "a report about an inbound order becomes one event with the pieces received",
    having(both(can.inboundCallbacks, both(can.receive, can.inbound)), Effect.fnUntraced(function*(bench: Bench, [report, [receive, inbound]]) {
      const order = inbound.order(newAsnNumber(bench, "asn-report"))
      yield* call(bench, Contract.CreateInboundOrder, { ...order, lines: [{ ...order.lines[0], quantity: 9 }] })
      yield* receive(order.asnNumber, 3, 1)
      const { events, serve } = receiver(bench)
      const response = yield* serve(yield* report(order.asnNumber, "genuine"))
      holds(bench.given.callbacks!.isTaken(response), "a genuine report is refused")
      const [changed] = events
      if (events.length === 1 && changed?._tag === "InboundChanged") return equal(changed.asnNumber, order.asnNumber, "the inbound order that the event names")
      const found = events.map((event) =>
        event._tag === "InboundProgressed" ? [event.progress.asnNumber, event.progress.lines.map(({ received }) => received)] : [event._tag])
      equal(found, [[order.asnNumber, [4]]], "events")
    }))
  ],
  "incoming/not-stored": [
    "D1-373 U-20",
    "a report that could not be stored is not answered as taken, so that it comes again",
    having(can.callbacks, Effect.fnUntraced(function*(bench: Bench, callbacks) {
      const { request } = yield* reported(bench, callbacks, "report-lost", "genuine")
      const { serve } = receiver(bench, new AdapterError.PeerUnavailable({ status: 503 }))
      holds(!callbacks.isTaken(yield* serve(request)), "it is answered as taken, and the report is lost")
    }))
  ],
  "incoming/again": [
    "D1-375 U-124",
    "a report that comes again is taken again",
    having(can.callbacks, Effect.fnUntraced(function*(bench: Bench, callbacks) {
      const { request } = yield* reported(bench, callbacks, "report-again", "genuine")
      const { events, serve } = receiver(bench)
      for (const count of [1, 2]) holds(callbacks.isTaken(yield* serve(request)), `it is refused at time ${count}`)
      equal(events[1], events[0], "the second event")
    }))
  ],
  "incoming/foreign": [
    "U-147",
    "a genuine report about an order that somebody else made at the peer is answered as taken, so that the peer does not call for ever",
    having(both(can.foreign, can.callbacks), Effect.fnUntraced(function*(bench: Bench, [foreign, callbacks]) {
      const { serve } = receiver(bench)
      holds(callbacks.isTaken(yield* serve(yield* foreign)), "it is refused, and the peer calls again and again")
    }))
  ],
  "incoming/forged": [
    "D1-341 U-148",
    "a report that is not signed by the peer becomes no event",
    having(can.callbacks, Effect.fnUntraced(function*(bench: Bench, callbacks) {
      for (const sign of ["forged", "none"] as const) {
        const { request } = yield* reported(bench, callbacks, `report-${sign}`, sign)
        yield* refuses(bench, callbacks, request, sign === "none" ? "a report without a sign" : "a report with another's sign")
      }
    }))
  ],
  "incoming/changed": [
    "D1-341 D1-351",
    "a report that was changed on its way becomes no event",
    having(can.callbacks, Effect.fnUntraced(function*(bench: Bench, callbacks) {
      const { order, request } = yield* reported(bench, callbacks, "report-changed", "genuine")
      const [number, other] = [order.orderNumber, `${order.orderNumber.slice(0, -1)}~`].map(encodeURIComponent) as [string, string]
      const changed = { ...request, body: request.body.replaceAll(order.orderNumber, other).replaceAll(number, other) }
      holds(changed.body !== request.body, "given.callbacks: the report does not name the order in its body")
      yield* refuses(bench, callbacks, changed, "a report that was changed")
    }))
  ],
  "incoming/garbage": [
    "D1-404 U-72",
    "what is no report is refused, whatever it is",
    having(can.callbacks, Effect.fnUntraced(function*(bench: Bench, callbacks) {
      const { request } = yield* reported(bench, callbacks, "report-garbage", "genuine")
      const bodies = ["", "{", "[]", "null", "<html></html>", request.body.slice(0, -7), "[".repeat(100_000)]
      for (const body of bodies) yield* refuses(bench, callbacks, { ...request, body }, `the body ${JSON.stringify(body.slice(0, 20))}`)
      yield* refuses(bench, callbacks, { ...request, method: "GET", body: "" }, "a GET")
    }))
  ]
}
