/**
 * The laws about callbacks. A callback is acknowledged only if it is genuine and its event is stored.
 */
import { AdapterError, type UnannouncedReturn, Quantity, type Transport, type WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import { LawViolation, equal, assert } from "../../Assertions.ts"
import { both, having, type Laws } from "../../Law.ts"
import { type LawContext, call, created, knownStatus, newAsnNumber } from "../LawContext.ts"
import { can, type SortedPieces, type SuiteFixture } from "../SuiteFixture.ts"
import * as Contract from "@crossdock/core/WarehouseV1"

type Callbacks = NonNullable<SuiteFixture<unknown>["callbacks"]>

/** A receiver that collects events, or fails to store each with `fails`. */
const receiver = (context: LawContext, fails?: AdapterError.Reason) => {
  const events: Array<WarehouseV1.Event> = []
  const emit: WarehouseV1.StoreEvent = (event) => (fails === undefined ? Effect.sync(() => void events.push(event)) : Effect.fail(fails))
  return { events, serve: (request: Transport.Request) => Effect.flatMap(context.fixture.callbacks?.registered ?? Effect.succeed([]), (subscriptions) => context.time.during(context.warehouse.incoming!(request, emit, { subscriptions }))) }
}

/** An order at the peer, and the callback that the peer sends about it. */
const reported = Effect.fnUntraced(function*(context: LawContext, { outbound }: Callbacks, hint: string, sign: "genuine" | "forged" | "none") {
  const ship = context.fixture.actions?.ship
  const { orderNumber, order } = yield* created(context, hint, ship?.order)
  const shipped = ship && (yield* ship.run(orderNumber))
  return { order, shipped, request: yield* outbound(orderNumber, sign) }
})

const refuses = Effect.fnUntraced(function*(context: LawContext, { isAccepted }: Callbacks, request: Transport.Request, what: string) {
  const { events, serve } = receiver(context)
  const response = yield* serve(request)
  equal(events.length, 0, `events emitted for ${what}`)
  assert(!isAccepted(response), `${what} is acknowledged; answer it with an error`)
})

type Sorted = { readonly sku: string; readonly condition?: UnannouncedReturn.GoodsCondition; readonly reason?: string }

/** Lines as text, in one order, so that a plugin may tell them in any. */
const sortedTexts = (lines: ReadonlyArray<readonly [line: Sorted, pieces: Quantity.QuantityOrZero]>): ReadonlyArray<string> =>
  lines.map(([{ condition, reason, sku }, pieces]) => JSON.stringify([sku, Quantity.toNumber(pieces), condition, reason])).toSorted()

const expectedTexts = (lines: ReadonlyArray<SortedPieces>): ReadonlyArray<string> => sortedTexts(lines.map((line) => [line, Quantity.of(line.pieces)]))

export const incoming: Laws<LawContext, SuiteFixture<unknown>> = {
  "incoming/outbound": [
    "D1-204 D1-209 D1-213 D1-214 D1-369",
    "turns a callback about an outbound order into one event with its status and tracking number, and acknowledges it",
    having(can.callbacks, Effect.fnUntraced(function*(context: LawContext, callbacks) {
      const { order, request, shipped } = yield* reported(context, callbacks, "report", "genuine")
      const { events, serve } = receiver(context)
      const response = yield* serve(request)
      assert(callbacks.isAccepted(response), "a genuine report is refused")
      equal(events.length, 1, "events")
      const [event] = events
      if (event?._tag === "OutboundChanged") {
        equal(event.orderNumber, order.orderNumber, "the orderNumber of the event")
        const status = shipped && (yield* knownStatus(context, order))
        if (shipped !== undefined) equal([status?.phase, status?.trackingNumber], ["shipped", shipped.trackingNumber], "phase and tracking number of the query after the event")
        return
      }
      if (event?._tag !== "OutboundStatusChanged") throw new LawViolation(`a callback about an outbound order becomes the event ${event?._tag}`)
      equal(event.status.orderNumber, order.orderNumber, "the orderNumber of the event's status")
      if (shipped !== undefined) {
        equal([event.status.phase, event.status.trackingNumber], ["shipped", shipped.trackingNumber], "phase and tracking number of the event")
      }
    }))
  ],
  "incoming/inbound": [
    "D1-227 D1-240 D1-371",
    "turns a callback about an inbound order into one event with the received pieces",
    having(both(can.inboundCallbacks, both(can.receive, can.inbound)), Effect.fnUntraced(function*(context: LawContext, [report, [receive, inbound]]) {
      const order = inbound.order(newAsnNumber(context, "asn-report"))
      yield* call(context, Contract.CreateInboundOrder, { ...order, lines: [{ ...order.lines[0], quantity: Quantity.of(9) }] })
      yield* receive(order.asnNumber, 3, 1)
      const { events, serve } = receiver(context)
      const response = yield* serve(yield* report(order.asnNumber, "genuine"))
      assert(context.fixture.callbacks!.isAccepted(response), "a genuine report is refused")
      const [changed] = events
      if (events.length === 1 && changed?._tag === "InboundChanged") return equal(changed.asnNumber, order.asnNumber, "the asnNumber of the event")
      const found = events.map((event) =>
        event._tag === "InboundProgressed" ? [event.progress.asnNumber, event.progress.lines.map(({ received }) => Quantity.toNumber(received))] : [event._tag])
      equal(found, [[order.asnNumber, [4]]], "events")
    }))
  ],
  "incoming/conditions": [
    "U-82",
    "tells received goods with their condition and its reason, a line for each condition",
    having(both(can.conditions, both(can.callbacks, can.inbound)), Effect.fnUntraced(function*(context: LawContext, [receive, [callbacks, inbound]]) {
      const order = inbound.order(newAsnNumber(context, "asn-conditions"))
      yield* call(context, Contract.CreateInboundOrder, order)
      const { lines, request } = yield* receive(order.asnNumber, "genuine")
      const { events, serve } = receiver(context)
      assert(callbacks.isAccepted(yield* serve(request)), "a genuine report is refused")
      const [event] = events
      if (event?._tag !== "InboundProgressed") throw new LawViolation(`a callback about received goods becomes the event ${event?._tag}`)
      equal(sortedTexts(event.progress.lines.map((line) => [line, line.received])), expectedTexts(lines), "SKU, pieces, condition and reason of the lines")
    }))
  ],
  "incoming/return": [
    "U-80",
    "turns a callback about goods that came back into one event with the return's id and everything that came back",
    having(both(can.returned, can.callbacks), Effect.fnUntraced(function*(context: LawContext, [returned, callbacks]) {
      const ship = context.fixture.actions?.ship
      const { orderNumber } = yield* created(context, "comes-back", ship?.order)
      if (ship !== undefined) yield* ship.run(orderNumber)
      const { lines, request, returnId } = yield* returned(orderNumber, "genuine")
      const { events, serve } = receiver(context)
      assert(callbacks.isAccepted(yield* serve(request)), "a genuine report is refused")
      equal(events.length, 1, "events")
      const [event] = events
      if (event?._tag !== "ReturnReceived") throw new LawViolation(`a callback about goods that came back becomes the event ${event?._tag}`)
      equal([event.returned.returnId, event.returned.orderNumber as string], [returnId, orderNumber as string], "the id and the order of the return")
      equal(sortedTexts(event.returned.lines.map((line) => [line, line.quantity])), expectedTexts(lines), "SKU, pieces, condition and reason of the lines")
    }))
  ],
  "incoming/not-stored": [
    "D1-373 U-20",
    "does not acknowledge a callback that could not be stored, so that the peer repeats it",
    having(can.callbacks, Effect.fnUntraced(function*(context: LawContext, callbacks) {
      const { request } = yield* reported(context, callbacks, "report-lost", "genuine")
      const { serve } = receiver(context, new AdapterError.PeerUnavailable({ status: 503 }))
      assert(!callbacks.isAccepted(yield* serve(request)), "the callback is acknowledged although it could not be stored, so it is lost")
    }))
  ],
  "incoming/again": [
    "D1-375 U-124",
    "acknowledges a repeated callback, and emits the same event again",
    having(can.callbacks, Effect.fnUntraced(function*(context: LawContext, callbacks) {
      const { request } = yield* reported(context, callbacks, "report-again", "genuine")
      const { events, serve } = receiver(context)
      for (const count of [1, 2]) assert(callbacks.isAccepted(yield* serve(request)), `the callback is refused on delivery ${count}`)
      equal(events[1], events[0], "the second event")
    }))
  ],
  "incoming/foreign": [
    "U-147",
    "acknowledges a genuine callback about an order that another system created, so that the peer stops repeating it",
    having(both(can.foreign, can.callbacks), Effect.fnUntraced(function*(context: LawContext, [foreign, callbacks]) {
      const { serve } = receiver(context)
      assert(callbacks.isAccepted(yield* serve(yield* foreign)), "the callback is refused, so the peer repeats it for ever")
    }))
  ],
  "incoming/forged": [
    "D1-341 U-148",
    "emits no event for a callback whose signature is forged or missing",
    having(can.callbacks, Effect.fnUntraced(function*(context: LawContext, callbacks) {
      for (const sign of ["forged", "none"] as const) {
        const { request } = yield* reported(context, callbacks, `report-${sign}`, sign)
        yield* refuses(context, callbacks, request, sign === "none" ? "a callback without a signature" : "a callback with a forged signature")
      }
    }))
  ],
  "incoming/changed": [
    "D1-341 D1-351",
    "emits no event for a callback whose body was changed after signing",
    having(can.callbacks, Effect.fnUntraced(function*(context: LawContext, callbacks) {
      const { order, request } = yield* reported(context, callbacks, "report-changed", "genuine")
      const [number, other] = [order.orderNumber, `${order.orderNumber.slice(0, -1)}~`].map(encodeURIComponent) as [string, string]
      const changed = { ...request, body: request.body.replaceAll(order.orderNumber, other).replaceAll(number, other) }
      assert(changed.body !== request.body, "fixture.callbacks: the body of the callback does not contain the order number")
      yield* refuses(context, callbacks, changed, "a callback whose body was changed")
    }))
  ],
  "incoming/garbage": [
    "D1-404 U-72",
    "refuses a request that is not a callback, whatever its body is",
    having(can.callbacks, Effect.fnUntraced(function*(context: LawContext, callbacks) {
      const { request } = yield* reported(context, callbacks, "report-garbage", "genuine")
      const bodies = ["", "{", "[]", "null", "<html></html>", request.body.slice(0, -7), "[".repeat(100_000)]
      for (const body of bodies) yield* refuses(context, callbacks, { ...request, body }, `the body ${JSON.stringify(body.slice(0, 20))}`)
      yield* refuses(context, callbacks, { ...request, method: "GET", body: "" }, "a GET request")
    }))
  ]
}
