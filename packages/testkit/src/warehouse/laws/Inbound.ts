/**
 * Goods announced to a warehouse, what it received of them, and taking the announcement back.
 */
import { InboundOrder, WarehouseV1 } from "@crossdock/core"
import { AsnNumber } from "@crossdock/core/model/InboundOrder"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { arrived } from "../../Arrived.ts"
import { equal, holds, sameMembers, sameMoment } from "../../Claim.ts"
import { both, having, type Laws } from "../../Law.ts"
import { amid } from "../../Trouble.ts"
import { type Bench, call, failure, newAsnNumber, unsent } from "../Bench.ts"
import { can, type Given } from "../Given.ts"
import type { InboundMember } from "../Told.ts"

type GivenInbound = NonNullable<Given<unknown>["inbound"]>
type Order = InboundOrder.InboundOrder

const encoded = Schema.encodeSync(InboundOrder.InboundOrder)

const create = WarehouseV1.CreateInboundOrder
const query = WarehouseV1.GetInboundOrders
const cancel = WarehouseV1.CancelInboundOrders

const announced = Effect.fnUntraced(function*(
  bench: Bench,
  inbound: GivenInbound,
  hint: string,
  change: (order: Order) => Order = (order) => order
) {
  const order = change(inbound.order(newAsnNumber(bench, hint)))
  const { referenceNumber } = yield* call(bench, create, order)
  return { order, asnNumber: order.asnNumber, warehouseCode: order.warehouseCode, referenceNumber }
})

const unknown = (bench: Bench, hint: string) => AsnNumber.make(bench.fresh(`unknown-asn-${hint}`))

const bookedOnce = (inbound: GivenInbound, asnNumber: string) =>
  Effect.map(inbound.books(asnNumber), (held) => {
    const [first] = held
    holds(first !== undefined, `the peer holds nothing under ${asnNumber}`)
    holds(held.length === 1, `the peer holds ${held.length} inbound orders under ${asnNumber}, not one`)
    return first
  })

const statusOf = (bench: Bench, { asnNumber, warehouseCode }: Pick<Order, "asnNumber" | "warehouseCode">) =>
  Effect.map(call(bench, query, { asnNumbers: [asnNumber], warehouseCode }), ([status]) => {
    holds(status !== undefined, `${asnNumber} is in the peer's books and absent from the answer`)
    equal(status.asnNumber, asnNumber, "the inbound order that was asked for")
    return status
  })

const numbersOf = (found: ReadonlyArray<{ readonly asnNumber: string }>): ReadonlyArray<string> => found.map(({ asnNumber }) => asnNumber)

const told = (members: ReadonlyArray<InboundMember>, hint: string, change: (order: Order) => Order = (order) => order) =>
  having<Bench, Given<unknown>, ReadonlyArray<InboundMember>>(
    {
      name: `inbound.carries: one of ${members.join(", ")}`,
      of: ({ inbound }) => {
        const carried = members.filter((member) => inbound?.carries?.includes(member))
        return carried.length === 0 ? undefined : carried
      }
    },
    Effect.fnUntraced(function*(bench, carried) {
      const inbound = bench.given.inbound!
      const { asnNumber, order } = yield* announced(bench, inbound, hint, change)
      arrived((yield* bookedOnce(inbound, asnNumber)).told, encoded(order), carried)
    })
  )

/** Ended for good; whoever reads one of these stops asking. */
const ends = new Set<InboundOrder.InboundState>(["FINISHED", "CLOSED", "DELETED"])

export const announcing: Laws<Bench, Given<unknown>> = {
  "createInboundOrder/announces": [
    "D1-301 U-97",
    "an inbound order that is announced stands in the peer's books, under the number that is answered",
    having(can.inbound, Effect.fnUntraced(function*(bench: Bench, inbound) {
      const { asnNumber, referenceNumber } = yield* announced(bench, inbound, "announced")
      const { number, state } = yield* bookedOnce(inbound, asnNumber)
      equal(state, "open", "the state in the books")
      if (referenceNumber !== undefined && number !== undefined) equal(referenceNumber, number, "the peer's number")
    }))
  ],
  "createInboundOrder/told": [
    "D1-133 D1-134 D1-135 D1-136 D1-137 D1-138 D1-147 D1-148 D1-149 U-32",
    "tells the numbers, the moment of arrival and every line",
    told(
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
        type: InboundOrder.asnTypes.purchase,
        lines: [{ ...order.lines[0], quantity: 7 }, { ...order.lines[0], quantity: 2 }]
      })
    )
  ],
  "createInboundOrder/return-told": [
    "D1-141 D1-143 D1-145",
    "tells of a return which order comes back and why",
    told(["type", "orderNumber", "onlineOrderId", "returnReason"], "asn-return", (order) => ({
      ...order,
      type: InboundOrder.asnTypes.saleReturn,
      orderNumber: "SO-1",
      onlineOrderId: "9007199254740993001",
      returnReason: "too \"small\""
    }))
  ],
  "createInboundOrder/twice": [
    "U-62",
    "announcing one inbound order twice leaves one at the peer, and never says that nothing has happened",
    having(can.inbound, Effect.fnUntraced(function*(bench: Bench, inbound) {
      const { asnNumber, order } = yield* announced(bench, inbound, "asn-twice")
      const again = yield* Effect.result(call(bench, create, order))
      yield* bookedOnce(inbound, asnNumber)
      holds(
        again._tag === "Success" || again.failure.mayHaveApplied,
        "the repeat failed and says that nothing has happened; the inbound order is there"
      )
    }))
  ]
}

export const receiving: Laws<Bench, Given<unknown>> = {
  "getInboundOrders/unknown": [
    "D1-305 D1-307",
    "an inbound order that the peer does not know is absent; it is no error",
    having(can.inbound, Effect.fnUntraced(function*(bench: Bench, inbound) {
      const { order } = yield* announced(bench, inbound, "beside-unknown-asn")
      equal(yield* call(bench, query, { asnNumbers: [unknown(bench, "one")] }), [], "inbound orders found")
      const asnNumbers = [unknown(bench, "two"), order.asnNumber, unknown(bench, "three")] as const
      const found = yield* call(bench, query, { asnNumbers, warehouseCode: order.warehouseCode })
      equal(numbersOf(found), [order.asnNumber as string], "inbound orders found")
    }))
  ],
  "getInboundOrders/all-found": [
    "D1-305 D1-307",
    "finds every one of as many inbound orders as its limits say, where the peer has them all",
    having(can.inbound, Effect.fnUntraced(function*(bench: Bench, inbound) {
      const { asnsPerQuery, ordersPerQuery } = bench.warehouse.facts.limits
      const all = yield* Effect.forEach(
        Array.from({ length: asnsPerQuery ?? ordersPerQuery }, (_, at) => at),
        (at) => announced(bench, inbound, `asn-all-${at}`),
        { concurrency: 4 }
      )
      const [first, ...rest] = all.map(({ asnNumber }) => asnNumber)
      const found = yield* call(bench, query, { asnNumbers: [first!, ...rest], warehouseCode: all[0]!.warehouseCode })
      sameMembers(numbersOf(found), [first!, ...rest], "inbound orders found")
    }))
  ],
  "getInboundOrders/too-many": [
    "D1-305",
    "refuses to ask for more inbound orders at a time than its limits say",
    having(can.inbound, Effect.fnUntraced(function*(bench: Bench) {
      const { asnsPerQuery, ordersPerQuery } = bench.warehouse.facts.limits
      const more = Array.from({ length: asnsPerQuery ?? ordersPerQuery }, (_, at) => unknown(bench, `many-${at}`))
      const asnNumbers = [unknown(bench, "first"), ...more] as const
      const { reason } = yield* unsent(bench, failure(bench, query, { asnNumbers }, "it asks for too many"))
      equal(reason._tag, "RequestInvalid", "a query beyond the limits")
    }))
  ],
  "getInboundOrders/new": [
    "D1-163 D1-165 D1-168 D1-176",
    "of an inbound order that was only announced nothing is received",
    having(can.inbound, Effect.fnUntraced(function*(bench: Bench, inbound) {
      const { order } = yield* announced(bench, inbound, "asn-new")
      const status = yield* statusOf(bench, order)
      holds(!ends.has(status.status), `it is ${status.status}, which is an end`)
      equal(status.lines.reduce((sum, line) => sum + line.received, 0), 0, "pieces received")
    }))
  ],
  "getInboundOrders/totals": [
    "D1-173 D1-176 D1-177 D1-178",
    "the pieces received, good and bad, are the peer's totals, however often they are asked for",
    having(both(can.receive, can.inbound), Effect.fnUntraced(function*(bench: Bench, [receive, inbound]) {
      const { asnNumber, order } = yield* announced(bench, inbound, "asn-totals", (each) => ({
        ...each,
        lines: [{ ...each.lines[0], quantity: 9 }]
      }))
      const rows = [[3, 1, 4], [2, 0, 6]] as const
      for (const [good, bad, received] of rows) {
        yield* receive(asnNumber, good, bad)
        for (const _ of rows) {
          const status = yield* statusOf(bench, order)
          holds(!ends.has(status.status), `it is ${status.status}, which is an end; more is to come`)
          const [line] = status.lines
          equal(line && [line.sku as string, line.received], [order.lines[0].sku as string, received], "goods and pieces received")
        }
      }
      const [line] = (yield* statusOf(bench, order)).lines
      equal(line && [line.good, line.bad], [5, 1], "good and bad pieces")
    }))
  ],
  "getInboundOrders/finished": [
    "D1-165 D1-169 D1-170 U-32",
    "an inbound order that has arrived whole is at its end, and the moment of it is the same instant in whatever zone it is written",
    having(both(can.finish, can.inbound), Effect.fnUntraced(function*(bench: Bench, [finish, inbound]) {
      const { asnNumber, order } = yield* announced(bench, inbound, "asn-finished")
      const { finishedAt } = yield* finish(asnNumber)
      const status = yield* statusOf(bench, order)
      holds(status.status === "FINISHED" || status.status === "CLOSED", `it is ${status.status}; all has arrived`)
      equal(
        status.lines.reduce((sum, line) => sum + line.received, 0),
        order.lines.reduce((sum, line) => sum + line.quantity, 0),
        "pieces received"
      )
      if (status.finishedAt === undefined || finishedAt === undefined) return
      sameMoment(DateTime.toEpochMillis(status.finishedAt), finishedAt, "the moment at which it was finished")
    }))
  ],
  "getInboundOrders/unlisted-word": [
    "D1-165 D1-167 U-14",
    "a word for the state that no table lists ends nothing, and the word is kept",
    having(both(can.sayInboundWord, can.inbound), Effect.fnUntraced(function*(bench: Bench, [sayWord, inbound]) {
      const { asnNumber, order } = yield* announced(bench, inbound, "asn-word")
      for (const word of ["QUARANTINE_7", "toString"]) {
        yield* sayWord(asnNumber, word)
        const status = yield* statusOf(bench, order)
        holds(!ends.has(status.status), `behind the word "${word}" it is ${status.status}, which is an end`)
        equal(status.peerStatus, word, "the peer's own word")
      }
    }))
  ],
  "getInboundOrders/bad-record": [
    "D1-307",
    "one record that cannot be read loses no other inbound order, and is not taken for one that the peer does not know",
    having(both(can.trouble("bad-record", "getInboundOrders"), can.inbound), Effect.fnUntraced(function*(bench: Bench, [trouble, inbound]) {
      const { order: bad } = yield* announced(bench, inbound, "asn-bad")
      const { order: good } = yield* announced(bench, inbound, "asn-good")
      const asnNumbers = [bad.asnNumber, good.asnNumber] as const
      const found = yield* amid(trouble, "any", call(bench, query, { asnNumbers, warehouseCode: bad.warehouseCode }))
      sameMembers(numbersOf(found), asnNumbers, "inbound orders found")
      for (const { asnNumber, status } of found) holds(!ends.has(status), `${asnNumber} is ${status}, which is an end`)
    }))
  ]
}

export const recalling: Laws<Bench, Given<unknown>> = {
  "cancelInboundOrders/cancels": [
    "D1-308 D1-311 D1-312",
    "an inbound order that is cancelled is cancelled in the peer's books, and no other is",
    having(can.inbound, Effect.fnUntraced(function*(bench: Bench, inbound) {
      const { order, asnNumber, warehouseCode } = yield* announced(bench, inbound, "asn-cancel")
      const { asnNumber: other } = yield* announced(bench, inbound, "asn-keep")
      equal(yield* call(bench, cancel, { asnNumbers: [asnNumber], warehouseCode }), [{ asnNumber }], "the answer")
      equal((yield* bookedOnce(inbound, asnNumber)).state, "cancelled", "the state in the books")
      equal((yield* bookedOnce(inbound, other)).state, "open", "the state of another in the books")
      equal((yield* statusOf(bench, order)).status, "DELETED", "the state that is told")
    }))
  ],
  "cancelInboundOrders/twice": [
    "U-105",
    "cancelling a cancelled inbound order again succeeds",
    having(can.inbound, Effect.fnUntraced(function*(bench: Bench, inbound) {
      const { asnNumber, warehouseCode } = yield* announced(bench, inbound, "asn-cancel-twice")
      const wanted = { asnNumbers: [asnNumber], warehouseCode } as const
      yield* call(bench, cancel, wanted)
      equal(yield* call(bench, cancel, wanted), [{ asnNumber }], "the second answer")
      equal((yield* bookedOnce(inbound, asnNumber)).state, "cancelled", "the state in the books")
    }))
  ],
  "cancelInboundOrders/each-for-itself": [
    "D1-309 D1-310 D1-313 D1-316 D1-378",
    "of several inbound orders each is answered for itself: one that is not there fails with a text, the others are cancelled",
    having(can.inbound, Effect.fnUntraced(function*(bench: Bench, inbound) {
      const { asnNumber: one, warehouseCode } = yield* announced(bench, inbound, "asn-each-1")
      const { asnNumber: two } = yield* announced(bench, inbound, "asn-each-2")
      const missing = unknown(bench, "each")
      const answers = yield* call(bench, cancel, { asnNumbers: [one, missing, two], warehouseCode })
      sameMembers(numbersOf(answers), [one, missing, two], "inbound orders that are answered for")
      const failed = answers.filter((answer) => answer.failure !== undefined)
      equal(numbersOf(failed), [missing as string], "inbound orders that are not cancelled")
      for (const asnNumber of [one, two]) equal((yield* bookedOnce(inbound, asnNumber)).state, "cancelled", `the state of ${asnNumber}`)
    }))
  ],
  "cancelInboundOrders/received": [
    "D1-261 D1-313",
    "an inbound order that has arrived is not cancelled, and the answer says why",
    having(both(can.finish, can.inbound), Effect.fnUntraced(function*(bench: Bench, [finish, inbound]) {
      const { asnNumber, warehouseCode } = yield* announced(bench, inbound, "asn-cancel-late")
      yield* finish(asnNumber)
      const [answer] = yield* call(bench, cancel, { asnNumbers: [asnNumber], warehouseCode })
      holds(answer?.failure !== undefined, "it is answered as cancelled")
      equal((yield* bookedOnce(inbound, asnNumber)).state, "finished", "the state in the books")
    }))
  ]
}
