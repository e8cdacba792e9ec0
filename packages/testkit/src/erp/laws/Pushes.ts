/**
 * The laws about what an ERP receives, and that a repeat sends the same bytes.
 */
import { BooksV1 } from "@crossdock/books"
import { ErpV1, type OutboundOrder, type Operation, Quantity } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { assertReceived } from "../../CompareRecords.ts"
import { equal, assert } from "../../Assertions.ts"
import { both, type Capability, having, type Laws } from "../../Law.ts"
import {
  announcement,
  encodedAnnouncement,
  finishedProgress,
  goodsReturn,
  refund,
  inTwoParcels,
  orderWithLines,
  type LawContext,
  call,
  deliver,
  encodedPlatformOrder,
  encodedProgress,
  encodedRefund,
  encodedReturn,
  encodedShipments,
  encodedStatus,
  platformOrder,
  prepare,
  type PushOperation,
  shipments,
  shipped,
  taken,
  takenOnce,
  unsent,
  specialCharacters
} from "../LawContext.ts"
import { can, type SuiteFixture, type ProgressMember, type StatusMember } from "../SuiteFixture.ts"

type ErpLaws = Laws<LawContext, SuiteFixture<unknown>>
type Status = OutboundOrder.OutboundStatus

const isOneOf = <M extends string>(members: ReadonlyArray<M>, carried: ReadonlyArray<M>): ReadonlyArray<M> =>
  carried.filter((member) => members.includes(member))

type Encoded = ReturnType<typeof encodedStatus>

/** The parcels with as much of their lines as the ERP's API has a field for. */
const withLines = ({ parcels = [], ...status }: Encoded, members: ReadonlyArray<StatusMember>): Encoded => ({
  ...status,
  parcels: parcels.map(({ lines = [], ...parcel }) => ({
    ...parcel,
    lines: lines.map((line) => Object.fromEntries(Object.entries(line).filter(([name]) => name === "sku" || name === "quantity" || members.some((member) => member === `lines.${name}`))) as typeof line)
  }))
})

const moments = ["shippedAt", "deliveredAt", "estimatedDeliveryAt", "finishedAt", "updatedAt"]

/** Delivers one prepared message twice, the second time from its stored form. */
const repeatsExactly = <O extends PushOperation>(operation: O, payloadOf: (context: LawContext) => O["payload"]["Type"], numberOf: (payload: O["payload"]["Type"]) => string) =>
  Effect.fnUntraced(function*(context: LawContext) {
    const payload = payloadOf(context)
    const prepared = yield* unsent(context, prepare(context, operation, payload))
    const stored = JSON.parse(JSON.stringify(prepared)) as Operation.PreparedMessage
    yield* deliver(context, operation, prepared, "d-1")
    yield* deliver(context, operation, stored, "d-1")
    const found = yield* taken(context, numberOf(payload))
    equal(found.length, 2, "messages that the ERP received")
    equal(found[1]!.content, found[0]!.content, "the body of the repeat")
    assert(found[0]!.content !== "", "fixture.received: content is empty; it must be the exact text that carried the message")
  })

/** A law about the id of a delivery: the ERP receives it with each attempt, so that it recognizes a repeat. */
const recognized = <O extends PushOperation>(operation: O, payloadOf: (context: LawContext, hint: string) => O["payload"]["Type"], numberOf: (payload: O["payload"]["Type"]) => string, needs: Capability<SuiteFixture<unknown>, unknown> = can.received): ErpLaws => ({
  [`${operation.name}/delivery-id`]: [
    "U-19",
    `${operation.name} sends the id of the delivery with each attempt, so that the ERP recognizes a repeat`,
    having(both(both(can.received, can.recognizesRepeats), needs), Effect.fnUntraced(function*(context: LawContext) {
      const payload = payloadOf(context, "delivery-id")
      const prepared = yield* prepare(context, operation, payload)
      const ids = ["d-71", "d-71", "d-72"]
      for (const id of ids) yield* deliver(context, operation, prepared, id)
      equal((yield* taken(context, numberOf(payload))).map(({ deliveryId }) => deliveryId), ids, "ids that the ERP received with three attempts, of which the second repeats the first")
    }))
  ]
})

export const receiveOutboundStatusLaws: ErpLaws = {
  ...recognized(ErpV1.ReceiveOutboundStatus, shipped, ({ orderNumber }) => orderNumber),
  "receiveOutboundStatus/parcels": [
    "D1-394 U-146",
    "sends every parcel with its number, its time and what is in it",
    having(can.carryStatus(["parcels"]), Effect.fnUntraced(function*(context: LawContext) {
      const status = inTwoParcels(context, "two-parcels")
      yield* call(context, ErpV1.ReceiveOutboundStatus, status)
      const { fields } = yield* takenOnce(context, status.orderNumber)
      const members = context.fixture.carriesStatus?.filter((member) => member.startsWith("lines.")) ?? []
      assertReceived(fields, withLines(encodedStatus(status), members), ["parcels"])
    }))
  ],
  "receiveOutboundStatus/lots": [
    "D1-104",
    "sends which line, which lot and which serial numbers were shipped, and until when a lot may be used",
    having(can.carryStatus(["lines.lineId", "lines.lot", "lines.expiresOn", "lines.serialNumbers"]), Effect.fnUntraced(function*(context: LawContext, carried: ReadonlyArray<StatusMember>) {
      const status = inTwoParcels(context, "lots")
      yield* call(context, ErpV1.ReceiveOutboundStatus, status)
      assertReceived((yield* takenOnce(context, status.orderNumber)).fields, encodedStatus(status), carried)
    }))
  ],
  "receiveOutboundStatus/told": [
    "D1-204 D1-205 D1-206 D1-207 D1-208 D1-209 D1-211 D1-212 D1-220 D1-221 D1-222 U-97",
    "sends every field of a shipped order that the ERP's API supports, digit for digit",
    having(can.carriesStatus, Effect.fnUntraced(function*(context: LawContext, carries: ReadonlyArray<StatusMember>) {
      const status = shipped(context, "told")
      yield* call(context, ErpV1.ReceiveOutboundStatus, status)
      assertReceived((yield* takenOnce(context, status.orderNumber)).fields, encodedStatus(status), carries.filter((member) => !moments.includes(member)))
    }))
  ],
  "receiveOutboundStatus/every-state": [
    "D1-213 D1-216 D1-224 D1-369 D1-370",
    "sends every status of an order in sequence, and a failure with its reason",
    having(can.carriesStatus, Effect.fnUntraced(function*(context: LawContext, carries: ReadonlyArray<StatusMember>) {
      const { carrierName: _carrier, lines: _lines, shippedAt: _at, trackingNumber: _number, trackingUrl: _url, ...open } = shipped(context, "states")
      const states: ReadonlyArray<Status> = [
        { ...open, phase: "open", status: "PICKING" },
        { ...open, phase: "cancelled", status: "CANCELLED" },
        { ...open, phase: "failed", status: "EXCEPTION", failedReason: specialCharacters }
      ]
      for (const state of states) yield* call(context, ErpV1.ReceiveOutboundStatus, state)
      const found = yield* taken(context, open.orderNumber)
      equal(found.length, states.length, "messages that the ERP received")
      for (const [at, state] of states.entries()) {
        assertReceived(found[at]!.fields, encodedStatus(state), isOneOf<StatusMember>(["phase", "status", "failedReason"], carries))
      }
    }))
  ],
  "receiveOutboundStatus/delivered": [
    "D1-213 D1-216",
    "sends a delivered order as delivered if the ERP has such a status, otherwise as shipped",
    having(can.carriesStatus, Effect.fnUntraced(function*(context: LawContext, carries: ReadonlyArray<StatusMember>) {
      const left = shipped(context, "delivered")
      const status: Status = { ...left, phase: "delivered", status: "DELIVERED", deliveredAt: DateTime.makeUnsafe("2026-03-29T10:15:00Z") }
      yield* call(context, ErpV1.ReceiveOutboundStatus, status)
      const expected: Status = context.erp.facts.knowsDelivered === false ? { ...status, phase: "shipped" } : status
      const { fields } = yield* takenOnce(context, status.orderNumber)
      assertReceived(fields, encodedStatus(expected), isOneOf<StatusMember>(["phase", "trackingNumber", "deliveredAt"], carries))
    }))
  ],
  "receiveOutboundStatus/closed-short": [
    "D1-213 U-146",
    "sends an order that was closed short as such, with what never leaves, if the plugin states knowsClosedShort",
    having(can.carriesStatus, Effect.fnUntraced(function*(context: LawContext, carries: ReadonlyArray<StatusMember>) {
      // The runner tells others such an order as shipped or failed, which other laws are about.
      if (context.erp.facts.knowsClosedShort !== true) return
      const left = shipped(context, "closed-short")
      const [line] = left.lines!
      const status: Status = { ...left, phase: "closedShort", status: "CLOSED_SHORT", notShipped: [{ sku: line!.sku, quantity: Quantity.of(3), reason: specialCharacters }] }
      yield* call(context, ErpV1.ReceiveOutboundStatus, status)
      const { fields } = yield* takenOnce(context, status.orderNumber)
      assertReceived(fields, encodedStatus(status), isOneOf<StatusMember>(["phase", "trackingNumber", "notShipped"], carries))
    }))
  ],
  "receiveOutboundStatus/further-parcel": [
    "D1-394 U-146",
    "sends a further parcel of the same order",
    having(can.carriesStatus, Effect.fnUntraced(function*(context: LawContext, carries: ReadonlyArray<StatusMember>) {
      const first = shipped(context, "parcels")
      const second = { ...first, trackingNumber: "00340434161094042558" }
      yield* call(context, ErpV1.ReceiveOutboundStatus, first)
      yield* call(context, ErpV1.ReceiveOutboundStatus, second)
      const found = yield* taken(context, first.orderNumber)
      equal(found.length, 2, "messages that the ERP received")
      assertReceived(found[1]!.fields, encodedStatus(second), isOneOf<StatusMember>(["trackingNumber"], carries))
    }))
  ],
  "receiveOutboundStatus/moments": [
    "D1-217 D1-218 D1-382 U-32",
    "sends the time of shipment as the same instant",
    having(can.carriesStatus, Effect.fnUntraced(function*(context: LawContext, carries: ReadonlyArray<StatusMember>) {
      const status = shipped(context, "moment")
      yield* call(context, ErpV1.ReceiveOutboundStatus, status)
      assertReceived((yield* takenOnce(context, status.orderNumber)).fields, encodedStatus(status), isOneOf<StatusMember>(["shippedAt", "estimatedDeliveryAt"], carries))
    }))
  ],
  "receiveOutboundStatus/same-again": [
    "D1-373 D1-395 U-19",
    "repeats a stored delivery byte for byte, and sends nothing while it prepares one",
    having(can.received, repeatsExactly(ErpV1.ReceiveOutboundStatus, (context) => shipped(context, "again"), ({ orderNumber }) => orderNumber))
  ]
}

export const receiveInboundProgressLaws: ErpLaws = {
  ...recognized(ErpV1.ReceiveInboundProgress, finishedProgress, ({ asnNumber }) => asnNumber),
  "receiveInboundProgress/told": [
    "D1-225 D1-226 D1-227 D1-228 D1-231 D1-236 D1-237 D1-238 D1-239 D1-240 D1-241 D1-242 D1-246 U-97",
    "sends every field of a received batch that the ERP's API supports",
    having(can.carriesProgress, Effect.fnUntraced(function*(context: LawContext, carries: ReadonlyArray<ProgressMember>) {
      const progress = finishedProgress(context, "asn-told")
      yield* call(context, ErpV1.ReceiveInboundProgress, progress)
      assertReceived((yield* takenOnce(context, progress.asnNumber)).fields, encodedProgress(progress), carries.filter((member) => !moments.includes(member)))
    }))
  ],
  "receiveInboundProgress/batches": [
    "D1-247 D1-371 D1-372",
    "sends each batch of an inbound order with its own number and its own pieces",
    having(can.carriesProgress, Effect.fnUntraced(function*(context: LawContext, carries: ReadonlyArray<ProgressMember>) {
      const last = finishedProgress(context, "asn-batches")
      const { finishedAt: _at, ...first } = { ...last, phase: "receiving", status: "RECEIVING", batchNo: context.fresh("batch") } as const
      yield* call(context, ErpV1.ReceiveInboundProgress, first)
      yield* call(context, ErpV1.ReceiveInboundProgress, last)
      const found = yield* taken(context, last.asnNumber)
      equal(found.length, 2, "messages that the ERP received")
      for (const [at, progress] of [first, last].entries()) {
        assertReceived(found[at]!.fields, encodedProgress(progress), isOneOf<ProgressMember>(["phase", "lines", "batchNo"], carries))
      }
    }))
  ],
  "receiveInboundProgress/moments": [
    "D1-232 D1-233 D1-234 D1-235 D1-382 U-32",
    "sends the times of a batch as the same instants",
    having(can.carriesProgress, Effect.fnUntraced(function*(context: LawContext, carries: ReadonlyArray<ProgressMember>) {
      const progress = { ...finishedProgress(context, "asn-moment"), updatedAt: DateTime.makeUnsafe("2026-07-01T00:15:00Z") }
      yield* call(context, ErpV1.ReceiveInboundProgress, progress)
      const { fields } = yield* takenOnce(context, progress.asnNumber)
      assertReceived(fields, encodedProgress(progress), isOneOf<ProgressMember>(["finishedAt", "updatedAt"], carries))
    }))
  ],
  "receiveInboundProgress/same-again": [
    "D1-373 D1-395 U-19",
    "repeats the stored delivery of a batch byte for byte, and sends nothing while it prepares one",
    having(can.received, repeatsExactly(ErpV1.ReceiveInboundProgress, (context) => finishedProgress(context, "asn-again"), ({ asnNumber }) => asnNumber))
  ]
}

export const receiveInboundAnnouncementLaws: ErpLaws = {
  ...recognized(BooksV1.ReceiveInboundAnnouncement, announcement, ({ asnNumber }) => asnNumber),
  "receiveInboundAnnouncement/told": [
    "E-447",
    "tells whether the warehouse took an inbound order, and why it did not",
    having(can.received, Effect.fnUntraced(function*(context: LawContext) {
      const sent = announcement(context, "asn-announced")
      const { referenceNumber: _, ...rest } = announcement(context, "asn-unannounced")
      const failed = { ...rest, outcome: "failed", reason: specialCharacters } as const
      for (const each of [sent, failed]) {
        yield* call(context, BooksV1.ReceiveInboundAnnouncement, each)
        const { fields } = yield* takenOnce(context, each.asnNumber)
        assertReceived(fields, encodedAnnouncement(each), ["asnNumber", "outcome", ...("reason" in each ? ["reason"] : [])])
      }
    }))
  ],
  "receiveInboundAnnouncement/same-again": [
    "D1-395 U-19",
    "repeats the stored delivery of an announcement byte for byte, and sends nothing while it prepares one",
    having(can.received, repeatsExactly(BooksV1.ReceiveInboundAnnouncement, (context) => announcement(context, "asn-announced-again"), ({ asnNumber }) => asnNumber))
  ]
}

export const receiveShipmentsLaws: ErpLaws = {
  ...recognized(ErpV1.ReceiveShipments, shipments, ({ document }) => document.orderNumber),
  "receiveShipments/told": [
    "U-80",
    "tells the document with its link and issue, the version, and everything that has left",
    having(can.received, Effect.fnUntraced(function*(context: LawContext) {
      const left = shipments(context, "left")
      yield* call(context, ErpV1.ReceiveShipments, left)
      const { fields } = yield* takenOnce(context, left.document.orderNumber)
      assertReceived(fields, encodedShipments(left), ["document", "version", "lines", "isEnded"])
    }))
  ],
  "receiveShipments/same-again": [
    "D1-395 U-19",
    "repeats a stored statement of what has left byte for byte, and sends nothing while it prepares one",
    having(can.received, repeatsExactly(ErpV1.ReceiveShipments, (context) => shipments(context, "left-again"), ({ document }) => document.orderNumber))
  ]
}

export const receiveRefundLaws: ErpLaws = {
  ...recognized(ErpV1.ReceiveRefund, refund, ({ onlineOrderId }) => onlineOrderId),
  "receiveRefund/told": [
    "U-95",
    "tells a refund under its order, with its id, its amounts to the cent and every line",
    having(can.received, Effect.fnUntraced(function*(context: LawContext) {
      const refunded = refund(context, "refund")
      yield* call(context, ErpV1.ReceiveRefund, refunded)
      const { fields } = yield* takenOnce(context, refunded.onlineOrderId)
      assertReceived(fields, encodedRefund(refunded), ["shopId", "onlineOrderId", "refund", "currency"])
    }))
  ],
  "receiveRefund/same-again": [
    "D1-395 U-19",
    "repeats the stored delivery of a refund byte for byte, and sends nothing while it prepares one",
    having(can.received, repeatsExactly(ErpV1.ReceiveRefund, (context) => refund(context, "refund-again"), ({ onlineOrderId }) => onlineOrderId))
  ]
}

export const receiveReturnLaws: ErpLaws = {
  ...recognized(ErpV1.ReceiveReturn, goodsReturn, ({ orderNumber }) => orderNumber),
  "receiveReturn/told": [
    "U-80",
    "tells a return with its id, and every line with its condition and why it came back",
    having(can.received, Effect.fnUntraced(function*(context: LawContext) {
      const returned = goodsReturn(context, "return")
      yield* call(context, ErpV1.ReceiveReturn, returned)
      const { fields } = yield* takenOnce(context, returned.orderNumber)
      assertReceived(fields, encodedReturn(returned), ["returnId", "orderNumber", "updatedAt", "lines"])
    }))
  ],
  "receiveReturn/same-again": [
    "D1-395 U-19",
    "repeats the stored delivery of a return byte for byte, and sends nothing while it prepares one",
    having(can.received, repeatsExactly(ErpV1.ReceiveReturn, (context) => goodsReturn(context, "return-again"), ({ orderNumber }) => orderNumber))
  ]
}

export const receivePlatformOrderLaws: ErpLaws = {
  ...recognized(ErpV1.ReceivePlatformOrder, (context, hint) => platformOrder(context, `web-${hint}`), ({ onlineOrderId }) => onlineOrderId, can.platformOrder),
  "receivePlatformOrder/contents": [
    "U-95 U-97",
    "sends the amounts of a platform's order to the cent, and every line of it",
    having(both(can.platformOrder, can.carriesPlatformOrder), Effect.fnUntraced(function*(context: LawContext, [, carries]) {
      const order = orderWithLines(context, "web-contents")
      yield* call(context, ErpV1.ReceivePlatformOrder, order)
      const { fields } = yield* takenOnce(context, order.onlineOrderId)
      assertReceived(fields, encodedPlatformOrder(order), carries)
      if (carries.includes("currency")) equal("currency" in fields && fields.currency, order.currency, "the currency of the order")
    }))
  ],
  "receivePlatformOrder/told": [
    "U-95",
    "passes a platform's order on, with the platform's message byte for byte",
    having(can.platformOrder, Effect.fnUntraced(function*(context: LawContext) {
      const order = platformOrder(context, "web")
      yield* call(context, ErpV1.ReceivePlatformOrder, order)
      const { fields } = yield* takenOnce(context, order.onlineOrderId)
      const isRaw = "raw" in fields && fields.raw === encodedPlatformOrder(order).raw
      assert(isRaw, "the platform's message arrived changed; pass raw on byte for byte")
      assertReceived(fields, encodedPlatformOrder(order), ["platform", "shopId", "onlineOrderId"])
    }))
  ],
  "receivePlatformOrder/same-again": [
    "D1-395 U-19",
    "repeats the stored delivery of a platform's order byte for byte, and sends nothing while it prepares one",
    having(can.platformOrder, repeatsExactly(ErpV1.ReceivePlatformOrder, (context) => platformOrder(context, "web-again"), ({ onlineOrderId }) => onlineOrderId))
  ]
}
