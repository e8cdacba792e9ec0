/**
 * The laws of createInboundOrder, getInboundOrders and cancelInboundOrders.
 */
import { Decimal, InboundOrder, InboundPhase, Quantity, WarehouseV1 } from "@crossdock/core"
import { AsnNumber } from "@crossdock/core/model/InboundOrder"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { assertReceived } from "../../CompareRecords.ts"
import { equal, assert, sameMembers, sameMoment } from "../../Assertions.ts"
import { both, having, type Laws } from "../../Law.ts"
import { underFault } from "../../FaultInjection.ts"
import { type LawContext, call, failure, inboundOrdersOf, newAsnNumber, unsent } from "../LawContext.ts"
import { can, type SuiteFixture } from "../SuiteFixture.ts"
import type { InboundMember } from "../PeerFields.ts"

type InboundFixture = NonNullable<SuiteFixture<unknown>["inbound"]>
type Order = InboundOrder.InboundOrder

const encoded = Schema.encodeSync(InboundOrder.InboundOrder)

const create = WarehouseV1.CreateInboundOrder
const query = WarehouseV1.GetInboundOrders
const cancel = WarehouseV1.CancelInboundOrders

const announced = Effect.fnUntraced(function*(
  context: LawContext,
  inbound: InboundFixture,
  hint: string,
  change: (order: Order) => Order = (order) => order
) {
  const order = change(inbound.order(newAsnNumber(context, hint)))
  const { referenceNumber } = yield* call(context, create, order)
  return { order, asnNumber: order.asnNumber, warehouseCode: order.warehouseCode, referenceNumber }
})

const unknown = (context: LawContext, hint: string) => AsnNumber.make(context.fresh(`unknown-asn-${hint}`))

const inboundOrderAtPeer = (inbound: InboundFixture, asnNumber: string) =>
  Effect.map(inbound.records(asnNumber), (held) => {
    const [first] = held
    assert(first !== undefined, `the peer holds nothing under ${asnNumber}`)
    assert(held.length === 1, `the peer holds ${held.length} inbound orders under ${asnNumber}, not one`)
    return first
  })

const statusOf = (context: LawContext, { asnNumber, warehouseCode }: Pick<Order, "asnNumber" | "warehouseCode">) =>
  Effect.map(call(context, query, { inboundOrders: [{ asnNumber }], warehouseCode }), ({ items: [status] }) => {
    assert(status !== undefined, `the peer holds ${asnNumber} and the answer does not contain it`)
    equal(status.asnNumber, asnNumber, "the number of the inbound order in the answer")
    return status
  })

/** A count as text, the same for 2 and 2.0. */
const countText = (count: Quantity.QuantityOrZero | undefined): string | undefined =>
  count && String(Quantity.toNumber(count) ?? Decimal.toText(count))

const receivedIn = ({ lines }: InboundOrder.InboundStatus) => countText(Quantity.sum(lines.map(({ received }) => received)))

const numbersOf = ({ items }: { readonly items: ReadonlyArray<{ readonly asnNumber: string }> }): ReadonlyArray<string> => items.map(({ asnNumber }) => asnNumber)

const sends = (members: ReadonlyArray<InboundMember>, hint: string, change: (order: Order) => Order = (order) => order) =>
  having<LawContext, SuiteFixture<unknown>, ReadonlyArray<InboundMember>>(
    {
      name: `inbound.carries: one of ${members.join(", ")}`,
      of: ({ inbound }) => {
        const carried = members.filter((member) => inbound?.carries?.includes(member))
        return carried.length === 0 ? undefined : carried
      }
    },
    Effect.fnUntraced(function*(context, carried) {
      const inbound = context.fixture.inbound!
      const { asnNumber, order } = yield* announced(context, inbound, hint, change)
      assertReceived((yield* inboundOrderAtPeer(inbound, asnNumber)).fields, encoded(order), carried)
    })
  )

export const createInboundOrderLaws: Laws<LawContext, SuiteFixture<unknown>> = {
  "createInboundOrder/announces": [
    "D1-301 U-97",
    "creates the inbound order at the peer, and returns the peer's number of it",
    having(can.inbound, Effect.fnUntraced(function*(context: LawContext, inbound) {
      const { asnNumber, referenceNumber } = yield* announced(context, inbound, "announced")
      const { number, state } = yield* inboundOrderAtPeer(inbound, asnNumber)
      equal(state, "open", "the state of the order at the peer")
      if (referenceNumber !== undefined && number !== undefined) equal(referenceNumber, number, "referenceNumber")
    }))
  ],
  "createInboundOrder/told": [
    "D1-133 D1-134 D1-135 D1-136 D1-137 D1-138 D1-147 D1-148 D1-149 U-32",
    "sends the numbers, the estimated time of arrival and every line",
    sends(
      [
        "asnNumber",
        "warehouseCode",
        "customNumber",
        "estimatedArrivalAt",
        "trackingNumber",
        "type",
        "lines.sku",
        "lines.quantity",
        "lines.name"
      ],
      "asn-told",
      (order) => ({
        ...order,
        customNumber: "0000900719925474099300",
        estimatedArrivalAt: DateTime.makeUnsafe("2026-03-28T23:30:00Z"),
        trackingNumber: "00340434161094042557",
        type: InboundOrder.knownAsnTypes.purchase,
        lines: [{ ...order.lines[0], quantity: Quantity.of(7) }, { ...order.lines[0], quantity: Quantity.of(2) }]
      })
    )
  ],
  "createInboundOrder/return-told": [
    "D1-141 D1-143 D1-145",
    "sends which order a return belongs to, and the reason of the return",
    sends(["type", "orderNumber", "onlineOrderId", "returnReason"], "asn-return", (order) => ({
      ...order,
      type: InboundOrder.knownAsnTypes.saleReturn,
      orderNumber: "SO-1",
      onlineOrderId: "9007199254740993001",
      returnReason: "too \"small\""
    }))
  ],
  "createInboundOrder/twice": [
    "U-62",
    "leaves one inbound order at the peer when it is created twice, and never claims that nothing was created",
    having(can.inbound, Effect.fnUntraced(function*(context: LawContext, inbound) {
      const { asnNumber, order } = yield* announced(context, inbound, "asn-twice")
      const again = yield* Effect.result(call(context, create, order))
      yield* inboundOrderAtPeer(inbound, asnNumber)
      assert(
        again._tag === "Success" || again.failure.mayHaveApplied,
        "the repeat failed with mayHaveApplied false; the peer holds the inbound order"
      )
    }))
  ]
}

export const getInboundOrdersLaws: Laws<LawContext, SuiteFixture<unknown>> = {
  "getInboundOrders/unknown": [
    "D1-305 D1-307",
    "leaves out inbound orders that the peer does not know, without an error",
    having(can.inbound, Effect.fnUntraced(function*(context: LawContext, inbound) {
      const { order } = yield* announced(context, inbound, "beside-unknown-asn")
      equal(numbersOf(yield* call(context, query, { inboundOrders: [{ asnNumber: unknown(context, "one") }] })), [], "inbound orders found")
      const asnNumbers = [unknown(context, "two"), order.asnNumber, unknown(context, "three")] as const
      const found = yield* call(context, query, { inboundOrders: inboundOrdersOf(asnNumbers), warehouseCode: order.warehouseCode })
      equal(numbersOf(found), [order.asnNumber as string], "inbound orders found")
    }))
  ],
  "getInboundOrders/all-found": [
    "D1-305 D1-307",
    "finds all of limits.asnsPerQuery inbound orders in one query",
    having(can.inbound, Effect.fnUntraced(function*(context: LawContext, inbound) {
      const { asnsPerQuery, ordersPerQuery } = context.warehouse.facts.limits
      const all = yield* Effect.forEach(
        Array.from({ length: asnsPerQuery ?? ordersPerQuery }, (_, at) => at),
        (at) => announced(context, inbound, `asn-all-${at}`),
        { concurrency: 4 }
      )
      const [first, ...rest] = all.map(({ asnNumber }) => asnNumber)
      const found = yield* call(context, query, { inboundOrders: [{ asnNumber: first! }, ...rest.map((asnNumber) => ({ asnNumber }))], warehouseCode: all[0]!.warehouseCode })
      sameMembers(numbersOf(found), [first!, ...rest], "inbound orders found")
    }))
  ],
  "getInboundOrders/too-many": [
    "D1-305",
    "refuses a query for more than limits.asnsPerQuery inbound orders, and sends no request",
    having(can.inbound, Effect.fnUntraced(function*(context: LawContext) {
      const { asnsPerQuery, ordersPerQuery } = context.warehouse.facts.limits
      const more = Array.from({ length: asnsPerQuery ?? ordersPerQuery }, (_, at) => unknown(context, `many-${at}`))
      const asnNumbers = [unknown(context, "first"), ...more] as const
      const { reason } = yield* unsent(context, failure(context, query, { inboundOrders: inboundOrdersOf(asnNumbers) }, "it asks for more than limits.asnsPerQuery"))
      equal(reason._tag, "RequestInvalid", "the reason for a query beyond the limits")
    }))
  ],
  "getInboundOrders/new": [
    "D1-163 D1-165 D1-168 D1-176",
    "reports no received pieces for an inbound order that was only announced",
    having(can.inbound, Effect.fnUntraced(function*(context: LawContext, inbound) {
      const { order } = yield* announced(context, inbound, "asn-new")
      const status = yield* statusOf(context, order)
      assert(!InboundPhase.isEnded(status.phase), `the phase is ${status.phase}, which is final`)
      equal(receivedIn(status), "0", "received pieces")
    }))
  ],
  "getInboundOrders/totals": [
    "D1-173 D1-176 D1-177 D1-178",
    "reports the peer's totals of received, good and bad pieces, however often it is asked",
    having(both(can.receive, can.inbound), Effect.fnUntraced(function*(context: LawContext, [receive, inbound]) {
      const { asnNumber, order } = yield* announced(context, inbound, "asn-totals", (each) => ({
        ...each,
        lines: [{ ...each.lines[0], quantity: Quantity.of(9) }]
      }))
      const rows = [[3, 1, 4], [2, 0, 6]] as const
      for (const [good, bad, received] of rows) {
        yield* receive(asnNumber, good, bad)
        for (const _ of rows) {
          const status = yield* statusOf(context, order)
          assert(!InboundPhase.isEnded(status.phase), `the phase is ${status.phase}, which is final; more pieces are expected`)
          const [line] = status.lines
          equal(line && [line.sku as string, countText(line.received)], [order.lines[0].sku as string, String(received)], "SKU and received pieces")
        }
      }
      const [line] = (yield* statusOf(context, order)).lines
      equal(line && [line.good, line.bad].map(countText), ["5", "1"], "good and bad pieces")
    }))
  ],
  "getInboundOrders/finished": [
    "D1-165 D1-169 D1-170 U-32",
    "reports a fully received inbound order as ended, at the same instant whatever time zone the peer writes",
    having(both(can.finish, can.inbound), Effect.fnUntraced(function*(context: LawContext, [finish, inbound]) {
      const { asnNumber, order } = yield* announced(context, inbound, "asn-finished")
      const { finishedAt } = yield* finish(asnNumber)
      const status = yield* statusOf(context, order)
      assert(status.phase === "received" || status.phase === "closed", `the phase is ${status.phase}; expected received or closed, since every piece was received`)
      equal(
        receivedIn(status),
        countText(Quantity.sum(order.lines.map(({ quantity }) => quantity))),
        "pieces received"
      )
      if (status.finishedAt === undefined || finishedAt === undefined) return
      sameMoment(DateTime.toEpochMillis(status.finishedAt), finishedAt, "finishedAt")
    }))
  ],
  "getInboundOrders/unlisted-word": [
    "D1-165 D1-167 U-14",
    "does not end an inbound order on a status that its table does not list, and passes the status on",
    having(both(can.reportInboundStatus, can.inbound), Effect.fnUntraced(function*(context: LawContext, [reportStatus, inbound]) {
      const { asnNumber, order } = yield* announced(context, inbound, "asn-word")
      for (const word of ["QUARANTINE_7", "toString"]) {
        yield* reportStatus(asnNumber, word)
        const status = yield* statusOf(context, order)
        assert(!InboundPhase.isEnded(status.phase), `at the peer's status "${word}" the phase is ${status.phase}, which is final`)
        equal(status.status, word, "status")
      }
    }))
  ],
  "getInboundOrders/bad-record": [
    "D1-307",
    "returns every inbound order although one record cannot be parsed, and does not leave that one out",
    having(both(can.injection("bad-record", "getInboundOrders"), can.inbound), Effect.fnUntraced(function*(context: LawContext, [injection, inbound]) {
      const { order: bad } = yield* announced(context, inbound, "asn-bad")
      const { order: good } = yield* announced(context, inbound, "asn-good")
      const asnNumbers = [bad.asnNumber, good.asnNumber] as const
      const found = yield* underFault(injection, "any", call(context, query, { inboundOrders: inboundOrdersOf(asnNumbers), warehouseCode: bad.warehouseCode }))
      sameMembers(numbersOf(found), asnNumbers, "inbound orders found")
      for (const { asnNumber, phase } of found.items) assert(!InboundPhase.isEnded(phase), `${asnNumber} is ${phase}, which is final`)
    }))
  ]
}

export const cancelInboundOrdersLaws: Laws<LawContext, SuiteFixture<unknown>> = {
  "cancelInboundOrders/cancels": [
    "D1-308 D1-311 D1-312",
    "cancels the inbound order at the peer, and no other",
    having(can.inbound, Effect.fnUntraced(function*(context: LawContext, inbound) {
      const { order, asnNumber, warehouseCode } = yield* announced(context, inbound, "asn-cancel")
      const { asnNumber: other } = yield* announced(context, inbound, "asn-keep")
      equal(yield* call(context, cancel, { asnNumbers: [asnNumber], warehouseCode }), { items: [{ asnNumber }] }, "the answer")
      equal((yield* inboundOrderAtPeer(inbound, asnNumber)).state, "cancelled", "the state of the order at the peer")
      equal((yield* inboundOrderAtPeer(inbound, other)).state, "open", "the state of another inbound order at the peer")
      equal((yield* statusOf(context, order)).phase, "cancelled", "the phase in the answer")
    }))
  ],
  "cancelInboundOrders/twice": [
    "U-105",
    "succeeds when the inbound order is cancelled already",
    having(can.inbound, Effect.fnUntraced(function*(context: LawContext, inbound) {
      const { asnNumber, warehouseCode } = yield* announced(context, inbound, "asn-cancel-twice")
      const wanted = { asnNumbers: [asnNumber], warehouseCode } as const
      yield* call(context, cancel, wanted)
      equal(yield* call(context, cancel, wanted), { items: [{ asnNumber }] }, "the second answer")
      equal((yield* inboundOrderAtPeer(inbound, asnNumber)).state, "cancelled", "the state of the order at the peer")
    }))
  ],
  "cancelInboundOrders/each-for-itself": [
    "D1-309 D1-310 D1-313 D1-316 D1-378",
    "answers for each inbound order separately: an unknown one fails with a message, the others are cancelled",
    having(can.inbound, Effect.fnUntraced(function*(context: LawContext, inbound) {
      const { asnNumber: one, warehouseCode } = yield* announced(context, inbound, "asn-each-1")
      const { asnNumber: two } = yield* announced(context, inbound, "asn-each-2")
      const missing = unknown(context, "each")
      const answers = yield* call(context, cancel, { asnNumbers: [one, missing, two], warehouseCode })
      sameMembers(numbersOf(answers), [one, missing, two], "inbound orders in the answer")
      const failed = answers.items.filter((answer) => answer.failure !== undefined)
      equal(numbersOf({ items: failed }), [missing as string], "inbound orders with a failure in the answer")
      for (const asnNumber of [one, two]) equal((yield* inboundOrderAtPeer(inbound, asnNumber)).state, "cancelled", `the state of ${asnNumber}`)
    }))
  ],
  "cancelInboundOrders/received": [
    "D1-261 D1-313",
    "does not cancel an inbound order that has been received, and returns the reason",
    having(both(can.finish, can.inbound), Effect.fnUntraced(function*(context: LawContext, [finish, inbound]) {
      const { asnNumber, warehouseCode } = yield* announced(context, inbound, "asn-cancel-late")
      yield* finish(asnNumber)
      const { items: [answer] } = yield* call(context, cancel, { asnNumbers: [asnNumber], warehouseCode })
      assert(answer?.failure !== undefined, "the answer has no failure, so it claims that the inbound order is cancelled")
      equal((yield* inboundOrderAtPeer(inbound, asnNumber)).state, "finished", "the state of the order at the peer")
    }))
  ]
}
