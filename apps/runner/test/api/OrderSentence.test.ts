/**
 * The sentences about an order, over a table of the states in which it may be (issue 27).
 */
import { assert, describe, it } from "@effect/vitest"
import type { Delivery, DeskDecision, Intent } from "@crossdock/admin-api"
import * as DateTime from "effect/DateTime"
import * as Holds from "../../src/desk/Holds.ts"
import * as OrderSentence from "../../src/api/OrderSentence.ts"

const at = (text: string) => DateTime.makeUnsafe(text)
const [left, arrived, told] = [at("2026-11-24T14:21:00Z"), at("2026-11-25T09:05:00Z"), at("2026-11-24T14:23:00Z")]

const intent = (state: Intent["state"], more: Partial<Intent> = {}): Intent => ({
  id: "i-1", scope: "warehouse:acc-1", connection: "north", operation: "createOutboundOrder", kind: "outbound", number: "SO-1", numberSent: "SO-1", generation: 1,
  state, attempts: 1, queries: 2, absences: 0, isAskedAgain: false, isCancelWanted: false, createdAt: left, updatedAt: left, ...more
})

const delivery = (state: Delivery["state"], more: Partial<Delivery> = {}): Delivery => ({
  id: "d-1", connection: "books", scope: "warehouse:acc-1", kind: "outbound", number: "SO-1", operation: "receiveOutboundStatus", state, attempts: 1,
  createdAt: left, updatedAt: told, ...more
})

const parcel = (trackingNumber: string) => ({ generation: 1, trackingNumber, seenAt: left })
const part = (number: string, warehouse: string, state: DeskDecision["parts"][number]["state"]) => ({ number, link: "warehouse:acc-1", warehouse, state, lines: [] })
const notice = (of: string, trackingNumber: string, state: DeskDecision["parcels"][number]["state"]) => ({ part: of, trackingNumber, state, lines: [] })
const desk = (state: DeskDecision["state"], more: Partial<DeskDecision> = {}): { readonly desk: DeskDecision } => ({ desk: { state, explanation: [], parts: [], parcels: [], ...more } })

const nothing: OrderSentence.Facts = { connection: "north", deliveries: [], history: [], intents: [], isOpen: true, kind: "outbound", parcels: [] }

type Row = readonly [title: string, facts: Partial<OrderSentence.Facts>, codes: string, text: string]

const rows: ReadonlyArray<Row> = [
  ["unknown", {}, "NO_STATUS_YET", "It is at north, which has not reported a status yet."],
  ["about to be sent", { intents: [intent("Pending")] }, "TO_BE_SENT", "It is about to be sent to north."],
  ["held by a pause", { intents: [intent("Pending", { heldBecause: "paused" })] }, "HELD_BY_PAUSE", "It is held because north is paused."],
  ["held for a name", { intents: [intent("Pending", { heldBecause: "\"A\" has no row" })] }, "HELD_FOR_NAME", "It is held because a name has no row in the mapping: \"A\" has no row."],
  ["being sent", { intents: [intent("InFlight")] }, "BEING_SENT", "It is being sent to north now."],
  ["in doubt", { intents: [intent("Doubtful", { dueAt: told })] }, "IN_DOUBT", "Whether north has it is not known; it is asked again at 24 Nov 14:23 UTC."],
  ["refused", { intents: [intent("Dead", { failure: "no such SKU" })] }, "REFUSED", "north refused it: no such SKU."],
  ["given up", { intents: [intent("Dead")] }, "GIVEN_UP", "A person has given it up; it is not at the warehouse."],
  ["cancelled before", { intents: [intent("Cancelled")] }, "CANCELLED_BEFORE", "It was cancelled before it was sent."],
  ["open", { phase: "open", intents: [intent("Delivered")] }, "AT_WAREHOUSE", "It is in progress at north."],
  ["partly shipped", { phase: "open", parcels: [parcel("1Z-1")] }, "PARTLY_SHIPPED", "A part of it left north in 1Z-1; the rest is still there."],
  ["shipped, and told", { phase: "shipped", isOpen: false, shippedAt: left, parcels: [parcel("1Z-1")], trackingNumber: "1Z-1", deliveries: [delivery("Delivered")] }, "SHIPPED ERP_TOLD", "It left north on 24 Nov 14:21 UTC in parcel 1Z-1. books was told on 24 Nov 14:23 UTC."],
  ["arrived", { phase: "delivered", isOpen: false, shippedAt: left, deliveredAt: arrived, parcels: [parcel("1Z-1"), parcel("1Z-2")] }, "DELIVERED", "It left north on 24 Nov 14:21 UTC in parcels 1Z-1 and 1Z-2, and arrived on 25 Nov 09:05 UTC."],
  ["arrived at an unknown time", { phase: "delivered", shippedAt: left }, "DELIVERED", "It left north on 24 Nov 14:21 UTC, and has arrived."],
  ["cancelled", { phase: "cancelled", isOpen: false }, "CANCELLED", "It is cancelled."],
  ["failed", { phase: "failed", failedReason: "address unknown" }, "FAILED", "north could not carry it out: address unknown."],
  ["closed short", { phase: "closedShort", parcels: [parcel("1Z-1")] }, "CLOSED_SHORT", "north has shipped a part of it, and ships no more."],
  ["not shown any more", { phase: "open", lookAt: { is: "absent", since: left } }, "NOT_SHOWN", "north accepted it and has not shown it since 24 Nov 14:21 UTC."],
  ["without news", { phase: "open", lookAt: { is: "still", since: left } }, "AT_WAREHOUSE NO_NEWS", "It is in progress at north. There has been no news since 24 Nov 14:21 UTC."],
  ["reported late", { phase: "cancelled", history: [{ at: left, who: "north", what: "late", detail: "shipped" }] }, "CANCELLED LATE_REPORT", "It is cancelled. On 24 Nov 14:21 UTC, after it had ended, north reported something else: shipped."],
  ["received", { kind: "inbound", phase: "received", isOpen: false }, "RECEIVED", "It is received."],
  ["told not yet", { phase: "shipped", deliveries: [delivery("Pending")] }, "SHIPPED ERP_NOT_TOLD_YET", "It left north. books is not told yet."],
  ["not told", { phase: "shipped", deliveries: [delivery("Dead", { cause: "ITEM_UNKNOWN" })] }, "SHIPPED ERP_NOT_TOLD", "It left north. books was not told: ITEM_UNKNOWN."],
  ["at the desk, to be decided", desk("due"), "DECIDING", "The order desk decides about it now."],
  ["at the desk, not paid", desk("waiting"), "WAITS_FOR_PAYMENT", "It waits for the payment."],
  ["at the desk, placed", desk("placed", { parts: [part("S-1", "North", "accepted")] }), "PLACED", "It is at North to be shipped."],
  ["at the desk, partly shipped", {
    ...desk("placed", { parts: [part("S-1", "North", "shipped"), part("S-1-2", "South", "accepted")], parcels: [notice("S-1", "1Z-1", "told")] }),
    partTimes: { "S-1": { shippedAt: left } }
  }, "SHIPPED PARTLY_SHIPPED SHOP_TOLD", "It left North on 24 Nov 14:21 UTC in parcel 1Z-1. Something of it is still at South to be shipped. The shop was told of parcel 1Z-1."],
  ["at the desk, shipped", { ...desk("done", { parts: [part("S-1", "North", "shipped")], parcels: [notice("S-1", "1Z-1", "told")] }) }, "SHIPPED SHOP_TOLD", "It left North in parcel 1Z-1. The shop was told of parcel 1Z-1."],
  ["at the desk, the shop refuses the notice", { ...desk("held", { cause: "shop", because: "no such carrier", parts: [part("S-1", "North", "shipped")], parcels: [notice("S-1", "1Z-1", "refused")] }) }, "SHIPPED HELD HOLD_ENDS SHOP_REFUSED", "It left North in parcel 1Z-1. It is held because the shop refused the notice of a parcel: no such carrier. The hold ends when a person releases it; the shop is told once more. The shop did not take the notice of parcel 1Z-1."],
  ["closed at the shop", desk("closed", { because: "cancelled" }), "CLOSED_AT_SHOP", "The shop has closed it: cancelled."]
]

describe("the sentences about an order (issue 27)", () => {
  it.each(rows)("%s", (_, facts, codes, text) => {
    const sentences = OrderSentence.of({ ...nothing, ...facts })
    assert.strictEqual(sentences.map(({ code }) => code).join(" "), codes)
    assert.strictEqual(sentences.map((one) => one.text).join(" "), text)
  })

  it.each(Object.entries(Holds.all))("says of a hold for %s why it is and what ends it", (cause, { because, ends }) => {
    const [held, end] = OrderSentence.of({ ...nothing, ...desk("held", { cause, because: "the reason" }) })
    assert.deepStrictEqual([held, end], [
      { code: "HELD", params: { cause, because: "the reason" }, text: `It is held because ${because}: the reason.` },
      { code: "HOLD_ENDS", params: { cause }, text: `The hold ends ${ends}.` }
    ])
  })

  it("gives times exactly, so that another language can say them", () => {
    const [shipped] = OrderSentence.of({ ...nothing, phase: "shipped", shippedAt: left, parcels: [parcel("1Z-1")] })
    assert.deepStrictEqual(shipped?.params, { warehouse: "north", parcels: "1Z-1", at: "2026-11-24T14:21:00.000Z" })
  })
})
