/**
 * The policies of this room as tables, written a second time by hand.
 */
import { assert, describe, it } from "@effect/vitest"
import { AdapterError, type InboundOrder, OutboundOrder, type OutboundPhase, Quantity, Sku } from "@crossdock/core"
import * as Duration from "effect/Duration"
import { whenTold } from "../../src/connection/RateLimit.ts"
import { generationOf } from "../../src/records/GenerationRules.ts"
import * as IntentRules from "../../src/intents/IntentRules.ts"
import * as RefusedCreates from "../../src/intents/RefusedCreates.ts"
import * as RepeatedCreates from "../../src/intents/RepeatedCreates.ts"
import { createOutbound } from "../../src/contracts/warehouse/Creates.ts"
import * as StatusTransition from "../../src/contracts/warehouse/StatusTransition.ts"
import * as ReceivingRules from "../../src/contracts/warehouse/ReceivingRules.ts"
import { doubtful, notStored, ofReason } from "../../src/engine/Refusal.ts"
import * as Schedule from "../../src/engine/RetrySchedule.ts"
import { afterFailure, verdicts } from "../../src/engine/RetryPolicy.ts"

const fault = { code: "", message: "said so" }
const lostAnswer = new AdapterError.TransportFailed({ phase: "receive", cause: "reset" })
const kinds = ["push", "create", "read", "cancel"] as const

const reasons = [
  ["no byte left", new AdapterError.TransportFailed({ phase: "connect", cause: "refused" }), "retry", "retry-briefly", "retry-briefly", "retry-briefly"],
  ["the request was cut", new AdapterError.TransportFailed({ phase: "send", cause: "reset" }), "retry", "doubtful", "retry-briefly", "read-first"],
  ["a lost answer", lostAnswer, "retry", "doubtful", "retry-briefly", "read-first"],
  ["an answer of something in front", new AdapterError.PeerUnavailable({ status: 502 }), "retry", "doubtful", "retry-briefly", "retry-briefly"],
  ["an endpoint that is gone for good", new AdapterError.PeerUnavailable({ status: 410 }), "pause", "doubtful", "answer", "read-first"],
  ["an answer that cannot be read", new AdapterError.ResponseInvalid({ cause: "?" }), "retry", "doubtful", "retry-briefly", "read-first"],
  ["a fault that nobody lists", new AdapterError.FaultUnlisted({ fault }), "retry", "refused", "answer", "answer"],
  ["asked to slow down", new AdapterError.RateLimited({}), "retry-when-told", "retry-when-told", "retry-when-told", "retry-when-told"],
  ["refused", new AdapterError.Rejected({ fault }), "dead", "dead", "answer", "answer"],
  ["already there", new AdapterError.Duplicate({ fault }), "delivered", "doubtful", "answer", "answer"],
  ["cannot be expressed", new AdapterError.RequestInvalid({ path: "/", message: "has no place there" }), "dead", "dead", "answer", "answer"],
  ["not offered", new AdapterError.OperationUnsupported(), "dead", "dead", "answer", "answer"],
  ["the credential is refused", new AdapterError.CredentialRejected({ fault }), "pause", "pause", "answer", "answer"],
  ["accepted, and carried out later", new AdapterError.Accepted({}), "delivered", "doubtful", "retry-when-told", "read-first"]
] as const

describe("verdicts", () => {
  it.each(reasons)("%s", (_, reason, push, create, read, cancel) => {
    assert.deepStrictEqual(kinds.map((kind) => afterFailure(reason, kind)), [push, create, read, cancel])
  })

  it.each(reasons)("%s, if refusals of the peer are in doubt", (_, reason, push, create, read, cancel) => {
    const others = reason._tag === "FaultUnlisted" ? ["doubtful", "answer", "read-first"] : [create, read, cancel]
    assert.deepStrictEqual(kinds.map((kind) => afterFailure(reason, kind, "in doubt")), [push, ...others])
  })

  it("covers every reason", () => {
    assert.sameMembers([...new Set(reasons.map(([, reason]) => reason._tag))], Object.keys(verdicts))
  })
})

describe("what an ERP is told of a failure", () => {
  it.each(
    [
      ["NOT_SENT", reasons[0][1]],
      ["NO_ANSWER", lostAnswer],
      ["WAREHOUSE_UNAVAILABLE", reasons[3][1]],
      ["ANSWER_INVALID", reasons[5][1]],
      ["WAREHOUSE_FAULT", reasons[6][1]],
      ["REJECTED", reasons[8][1]],
      ["DUPLICATE", reasons[9][1]],
      ["REQUEST_INVALID", reasons[10][1]],
      ["NOT_SUPPORTED", reasons[11][1]],
      ["CONNECTION_PAUSED", reasons[12][1]],
      ["OUT_OF_STOCK", new AdapterError.Rejected({ fault: { code: "OUT_OF_STOCK", message: "none left" } })]
    ] as const
  )("%s", (code, reason) => {
    const refusal = ofReason(reason)
    assert.strictEqual(refusal.code, code)
    assert.isAbove(refusal.message.length, 6)
    assert.isUndefined(refusal.httpStatus)
  })

  it.each([[undefined, 5], ["1500 millis", 2], ["90 seconds", 90]] as const)("RATE_LIMITED after %s says when to ask again (U-21)", (told, seconds) => {
    const refusal = ofReason(new AdapterError.RateLimited(told === undefined ? {} : { retryAfter: Duration.fromInputUnsafe(told) }))
    assert.deepStrictEqual([refusal.code, refusal.httpStatus, refusal.retryAfter], ["RATE_LIMITED", 429, seconds])
    assert.include(refusal.message, `in ${seconds} s`)
  })

  it("an unlisted refusal that is final is an answer in the peer's words, and no doubt (U-10)", () => {
    const reason = new AdapterError.FaultUnlisted({ fault: { code: "E7", message: "out of stock" } })
    assert.deepInclude(ofReason(reason, "warehouse", true), { code: "E7", message: "out of stock", isAnswer: true })
    assert.isUndefined(ofReason(reason, "warehouse", true).isUnproven)
    assert.isTrue(ofReason(reason).isUnproven)
    assert.isTrue(ofReason(lostAnswer, "warehouse", true).isUnproven)
  })

  it("the doubtful answer is in the body, or 503 besides (D1-387)", () => {
    assert.strictEqual(`${doubtful("body").code}: ${doubtful("body").message}`, "DOUBTFUL: outcome not known yet; ask again with the same number")
    assert.isUndefined(doubtful("body").httpStatus)
    assert.strictEqual(doubtful("503").httpStatus, 503)
    assert.strictEqual(notStored.code, "NOT_STORED")
  })

  it("tells a place in the payload as it is; the server of the caller has the caller's names for it", () => {
    const refusal = ofReason(new AdapterError.RequestInvalid({ path: "/lines/0/sku", message: "is wrong" }))
    assert.strictEqual(refusal.path, "/lines/0/sku")
  })
})

describe("schedule", () => {
  it("13 attempts: after each the next gap, 20 % longer or shorter, and none after the last (D1-373)", () => {
    const seconds = [5, 30, 120, 600, 1800, 3600, 7200, 14_400, 28_800, 43_200, 86_400, 86_400]
    for (const [index, gap] of seconds.entries()) {
      assert.strictEqual(Schedule.gapAfter(index + 1, 0), gap * 800)
      assert.strictEqual(Schedule.gapAfter(index + 1, 0.5), gap * 1000)
      assert.strictEqual(Schedule.gapAfter(index + 1, 1), gap * 1200)
    }
    assert.isUndefined(Schedule.gapAfter(13, 0.5))
  })

  it("uses the schedule of a connection", () => {
    assert.strictEqual(Schedule.gapAfter(1, 0.5, [0, 700]), 700)
    assert.isUndefined(Schedule.gapAfter(2, 0.5, [0, 700]))
  })

  it.each([[undefined, 5000], [0, 1000], [999, 1000], [1000, 1000], [90_000, 90_000], [86_400_000, 86_400_000], [86_400_001, 86_400_000]])(
    "told to wait %s ms is %s ms",
    (told, expected) => assert.strictEqual(whenTold(told), expected)
  )

  it("a doubtful create is asked for after 2 s, 10 s, 30 s, 2 m, 10 m, 30 m, and then every hour for three days", () => {
    assert.deepStrictEqual([0, 1, 2, 3, 4, 5, 6, 7, 100].map((count) => Schedule.queryGapAfter(count) / 1000), [2, 10, 30, 120, 600, 1800, 3600, 3600, 3600])
    assert.strictEqual(Schedule.givesUpAsking, Duration.toMillis("3 days"))
  })
})

describe("intents", () => {
  const none = undefined
  it.each(
    [
      // state, what the peer last said, same content, other content
      ["Pending", none, "meet", "refuse"],
      ["InFlight", none, "meet", "refuse"],
      ["Doubtful", none, "meet", "refuse"],
      ["Delivered", none, "meet", "refuse"],
      ["Delivered", "open", "meet", "refuse"],
      ["Delivered", "shipped", "meet", "refuse"],
      ["Delivered", "cancelled", "next-generation", "next-generation"],
      ["Delivered", "failed", "next-generation", "next-generation"],
      ["Delivered", "cancelled", "next-generation", "next-generation"],
      ["Dead", none, "next-generation", "next-generation"],
      ["Cancelled", none, "next-generation", "next-generation"]
    ] as const
  )("a repeat of a create that is %s, its order %s (D1-328 D1-388 D1-389)", (state, phase, same, other) => {
    assert.deepStrictEqual([true, false].map((isSame) => RepeatedCreates.afterRepeat({ state, isVoid: phase !== undefined && createOutbound.isVoid(phase) }, isSame)), [same, other])
  })

  it.each(
    [
      // reported since, asked since, milliseconds until the visibility delay is over
      [false, false, 1, "say-refused"],
      [false, true, 1, "say-refused"],
      [false, false, 0, "ask"],
      [false, false, -9000, "ask"],
      [false, true, 0, "next-generation"],
      [false, true, -9000, "next-generation"],
      [true, false, 1, "ask"],
      [true, true, -9000, "ask"]
    ] as const
  )("a create under a number that was refused in words that nobody lists, reported %s, asked %s, %s ms before the end of the delay: %s (U-10)", (isReported, isSettled, left, expected) => {
    assert.strictEqual(RefusedCreates.afterRefusal({ isReported, isSettled, until: 50_000 + left }, 50_000), expected)
  })

  it.each(
    [
      [{ isFound: true }, "found"],
      [{ hasAnswered: true }, "absent"],
      [{ hasAnswered: true, isTooEarly: true }, "failed"],
      [{ reason: new AdapterError.OperationUnsupported() }, "unanswerable"],
      [{ reason: new AdapterError.RequestInvalid({ path: "/", message: "has no place there" }) }, "unanswerable"],
      [{ reason: new AdapterError.ResponseInvalid({ cause: new RefusedCreates.CannotTell("it shows no numbers") }) }, "unanswerable"],
      [{ reason: new AdapterError.ResponseInvalid({ cause: "cut" }) }, "failed"],
      [{ reason: new AdapterError.FaultUnlisted({ fault }) }, "failed"],
      [{ reason: lostAnswer }, "failed"],
      [{}, "failed"]
    ] as const
  )("a query about a refused create that brought %j is %s (U-10)", (answer, expected) => {
    assert.strictEqual(RefusedCreates.lookedOf({ isFound: false, isTooEarly: false, hasAnswered: false, reason: undefined, ...answer }), expected)
  })

  it("what a cancel does with a create (D1-390 D1-391)", () => {
    assert.deepStrictEqual(IntentRules.afterCancel, {
      Pending: "never-send",
      InFlight: "wait",
      Doubtful: "wait",
      Delivered: "cancel-at-peer",
      Dead: "nothing-to-do",
      Cancelled: "nothing-to-do"
    })
  })

  it.each(
    [
      [0, true, false],
      [1, true, false],
      [2, false, false],
      [9, false, false],
      [2, true, true],
      [3, true, true]
    ] as const
  )("after %s absences, asked again %s, it may be sent again: %s (D1-405)", (absences, isAsked, expected) => {
    assert.strictEqual(IntentRules.maySendAgain(absences, isAsked), expected)
  })

  it.each([[undefined, 0, true], [0, 1999, false], [0, 2000, true], [5000, 6999, false], [5000, 7000, true]] as const)(
    "absent at %s and again at %s, with a visibility delay of 2 s, counts: %s (D1-405)",
    (before, now, expected) => assert.strictEqual(IntentRules.countsAsAbsence(before, now, 2000), expected)
  )

  it.each(
    [
      // earlier numbers, newest number, told number, told after
      [[], undefined, "W-1", 0, "newest"],
      [[], "W-1", undefined, 0, "newest"],
      [["W-1"], "W-2", "W-2", 0, "newest"],
      [["W-1"], "W-2", "W-1", 0, "earlier"],
      [["W-1"], "W-2", "W-1", 9000, "earlier"],
      [["W-1"], "W-2", "W-3", 9000, "earlier"],
      [["W-1"], undefined, "W-1", 9000, "earlier"],
      [["W-1"], undefined, "W-2", 0, "newest"],
      [[undefined], "W-2", "W-2", 0, "newest"],
      [[undefined], "W-2", "W-1", 9000, "earlier"],
      [[undefined], undefined, "W-2", 1999, "too early"],
      [[undefined], undefined, "W-2", 2000, "cannot tell"],
      [["W-1", undefined], undefined, "W-1", 0, "earlier"],
      [["W-1"], "W-2", undefined, 0, "too early"],
      [["W-1"], "W-2", undefined, 1999, "too early"],
      [["W-1"], "W-2", undefined, 2000, "cannot tell"],
      // A warehouse whose numbers do not change from one issue to the next.
      [["W-1"], "W-1", "W-1", 1999, "too early"],
      [["W-1"], "W-1", "W-1", 2000, "cannot tell"]
    ] as const
  )("earlier issues %j, newest %s: a report of %s after %s ms is about %s (D1-389)", (earlier, number, told, after, expected) => {
    const takenAt = 100_000
    const at = takenAt + after
    assert.strictEqual(generationOf({ generation: earlier.length + 1, earlier, number, takenAt }, { number: told, at }, at, 2000), expected)
  })

  it("what was asked before the newest issue was there cannot be told, however late the answer (D1-389)", () => {
    const issues = { generation: 2, earlier: ["W-1"], number: "W-2", takenAt: 100_000 }
    assert.strictEqual(generationOf(issues, { number: undefined, at: 99_000 }, 200_000, 2000), "too early")
  })

  it("an issue that is not settled is not told from the one before it by the time alone (D1-389)", () => {
    const issues = { generation: 2, earlier: ["W-1"], number: undefined, takenAt: undefined }
    assert.strictEqual(generationOf(issues, { number: undefined, at: 900_000 }, 900_000, 2000), "too early")
    assert.strictEqual(generationOf(issues, { number: "W-2", at: 900_000 }, 900_000, 2000), "newest")
  })

  it("a clock that was put back holds nothing up", () => {
    const issues = { generation: 2, earlier: ["W-1"], number: "W-2", takenAt: 86_400_000 }
    assert.strictEqual(generationOf(issues, { number: undefined, at: 1000 }, 1000, 2000), "cannot tell")
  })

  it.each(
    [
      ["newest", false, true],
      ["newest", true, true],
      ["cannot tell", false, true],
      ["cannot tell", true, false],
      ["earlier", false, false],
      ["too early", false, false]
    ] as const
  )("a query that finds an order of %s, ended %s, settles it: %s (D1-389)", (generation, hasEnded, expected) => {
    assert.strictEqual(IntentRules.isThisGeneration(generation, { hasEnded }), expected)
  })

  it("only what the peer said itself shows that it heard a cancel", () => {
    const heard = reasons.filter(([, reason]) => IntentRules.hasHeard(reason)).map(([, reason]) => reason._tag)
    assert.sameMembers(heard, ["FaultUnlisted", "Rejected", "Duplicate", "RequestInvalid", "OperationUnsupported"])
  })
})

describe("reports of outbound orders", () => {
  const known = (phase: OutboundPhase.OutboundPhase | null, parcels: ReadonlyArray<string> = []): StatusTransition.Known => ({
    phase,
    status: phase,
    trackingNumber: parcels.at(-1) ?? null,
    warehouseOrderNumber: "W-1",
    latest: { shippedAt: null, deliveredAt: null, trackingUrl: null },
    shippedNumbers: new Set(parcels)
  })
  const report = (phase: OutboundPhase.OutboundPhase, trackingNumber?: string): OutboundOrder.OutboundStatus => ({
    orderNumber: OutboundOrder.OrderNumber.make("SO-1"),
    phase,
    status: phase,
    ...(trackingNumber !== undefined && { trackingNumber })
  })

  it.each(
    [
      // known, open, shipped, shipped T-1, shipped T-2, cancelled, failed
      [null, [], ["apply", "apply", "apply", "apply", "apply", "apply"]],
      ["open", [], ["repeat", "apply", "apply", "apply", "apply", "apply"]],
      ["shipped", ["T-1"], ["conflict", "repeat", "repeat", "parcel", "conflict", "conflict"]],
      ["cancelled", [], ["conflict", "conflict", "revive", "revive", "repeat", "conflict"]],
      ["failed", [], ["conflict", "conflict", "revive", "revive", "conflict", "repeat"]]
    ] as const
  )("of an order that is %s with %j (D1-260 D1-392 D1-394)", (phase, parcels, expected) => {
    const reports = [report("open"), report("shipped"), report("shipped", "T-1"), report("shipped", "T-2"), report("cancelled"), report("failed")]
    assert.deepStrictEqual(reports.map((one) => StatusTransition.ofReport(known(phase, parcels), one, one.trackingNumber === "T-2")), [...expected])
  })

  it.each(
    [
      // known, open, shipped T-1, shipped T-2, delivered T-1, cancelled, closed short, closed short with T-1, with T-2
      ["open", [], ["repeat", "apply", "apply", "apply", "apply", "apply", "apply", "apply"]],
      ["shipped", ["T-1"], ["conflict", "repeat", "parcel", "apply", "conflict", "apply", "apply", "parcel"]],
      ["delivered", ["T-1"], ["conflict", "repeat", "parcel", "repeat", "conflict", "apply", "apply", "parcel"]],
      ["closedShort", ["T-1"], ["conflict", "repeat", "parcel", "repeat", "conflict", "repeat", "repeat", "parcel"]],
      ["cancelled", [], ["conflict", "revive", "revive", "revive", "repeat", "conflict", "revive", "revive"]]
    ] as const
  )("of an order that is %s with %j, in the light of a short end (issue 24)", (phase, parcels, expected) => {
    const reports = [report("open"), report("shipped", "T-1"), report("shipped", "T-2"), report("delivered", "T-1"), report("cancelled"), report("closedShort"), report("closedShort", "T-1"), report("closedShort", "T-2")]
    assert.deepStrictEqual(reports.map((one) => StatusTransition.ofReport(known(phase, parcels), one, one.trackingNumber === "T-2")), [...expected])
  })

  it("an order nobody knew takes whatever is said", () => {
    assert.strictEqual(StatusTransition.ofReport(known(null), report("failed"), false), "apply")
  })

  it.each(
    [
      ["another word of the peer", { status: "PACKED" }, "apply"],
      ["a tracking number", { trackingNumber: "T-9" }, "apply"],
      ["another number of the warehouse", { warehouseOrderNumber: "W-2" }, "apply"],
      ["the same number of the warehouse", { warehouseOrderNumber: "W-1" }, "repeat"],
      ["a carrier alone", { carrierName: "Post" }, "repeat"]
    ] as const
  )("of an order in progress, %s is %s", (_, more, expected) => {
    assert.strictEqual(StatusTransition.ofReport(known("open"), { ...report("open"), ...more }, false), expected)
  })

  it("what it says of goods is news, whatever the word is", () => {
    for (const areNew of [true, false]) {
      assert.strictEqual(StatusTransition.ofReport(known("shipped", ["T-1"]), report("shipped", "T-1"), areNew), areNew ? "apply" : "repeat")
      assert.strictEqual(StatusTransition.ofReport(known("delivered", ["T-1"]), report("shipped", "T-1"), areNew), "repeat")
    }
  })
})

describe("reports of inbound orders", () => {
  const states = ["announced", "cancelled", "shipping", "receiving", "received", "closed"] as const
  const line = (received: number, good: number, bad: number, ahead?: number): ReceivingRules.Line => ({
    sku: "S",
    received: Quantity.of(received),
    good: Quantity.of(good),
    bad: Quantity.of(bad),
    ...(ahead !== undefined && { ahead: Quantity.of(ahead) })
  })
  const reported = (received: number, { bad, good }: { readonly good?: number; readonly bad?: number } = {}): InboundOrder.InboundProgress["lines"][number] => ({
    sku: Sku.Sku.make("S"),
    received: Quantity.of(received),
    ...(good !== undefined && { good: Quantity.of(good) }),
    ...(bad !== undefined && { bad: Quantity.of(bad) })
  })
  const counts = ({ ahead, bad, good, received }: ReceivingRules.Line) => [received, good, bad, ahead ?? Quantity.zero].map(Quantity.toNumber)

  it.each(
    [
      // from, to announced, cancelled, shipping, receiving, received, closed
      [null, [true, true, true, true, true, true]],
      ["announced", [true, true, true, true, true, true]],
      ["shipping", [false, true, true, true, true, true]],
      ["receiving", [false, true, true, true, true, true]],
      ["cancelled", [false, true, false, false, false, false]],
      ["received", [false, false, false, false, true, false]],
      ["closed", [false, false, false, false, false, true]]
    ] as const
  )("what moves an inbound order that is %s (D1-261 D1-167)", (from, expected) => {
    assert.deepStrictEqual(states.map((to) => ReceivingRules.mayMove(from, to)), [...expected])
  })

  it("lots of a SKU are told apart where all of them are added, and not where only a part is", () => {
    const lot = (name: string, received: number) => ({ ...reported(received), lot: name })
    const told = (adds: number, ...lines: ReadonlyArray<InboundOrder.InboundProgress["lines"][number]>) =>
      ReceivingRules.detailed([line(adds, adds, 0)], lines).map((one) => [one.lot, Quantity.toNumber(one.received)])
    assert.deepStrictEqual(told(5, lot("A", 2), lot("B", 3)), [["A", 2], ["B", 3]])
    assert.deepStrictEqual(told(4, lot("A", 2), lot("B", 3)), [[undefined, 4]])
    assert.deepStrictEqual(told(4, lot("A", 5)), [["A", 4]])
    assert.deepStrictEqual(told(5, lot("A", 2), lot("A", 3)), [["A", 5]])
    assert.deepStrictEqual(told(5, reported(5)), [[undefined, 5]])
  })

  it("what a push may carry, and what is told of the rest (D1-230)", () => {
    assert.deepStrictEqual(states.map(ReceivingRules.isOfPush), [false, false, true, true, true, true])
    assert.deepStrictEqual(states.map(ReceivingRules.told), ["receiving", "closed", "shipping", "receiving", "received", "closed"])
  })

  it.each(
    [
      ["received alone", reported(5), [5, 5, 0, 0], false],
      ["with bad", reported(5, { bad: 2 }), [5, 3, 2, 0], false],
      ["with good", reported(5, { good: 3 }), [5, 3, 2, 0], false],
      ["all three", reported(5, { good: 3, bad: 2 }), [5, 3, 2, 0], false],
      ["all three, uneven", reported(5, { good: 3, bad: 1 }), [5, 3, 1, 0], true],
      ["more bad than received", reported(1, { bad: 3 }), [1, 0, 3, 0], false],
      ["more good than received", reported(1, { good: 3 }), [1, 3, 0, 0], false]
    ] as const
  )("a line with %s (D1-243)", (_, told, expected, isUneven) => {
    assert.deepStrictEqual(counts(ReceivingRules.lineOf(told)), [...expected])
    assert.strictEqual(ReceivingRules.contradictionOf(told) !== undefined, isUneven)
  })

  it("lines of one SKU and batches are added up, and the latest name and announcement stay (D1-251)", () => {
    const [merged] = ReceivingRules.bySku([{ ...line(1, 1, 0), name: "A", estimated: Quantity.of(4) }, { ...line(2, 1, 1), name: "B" }]).values()
    assert.deepStrictEqual(counts(merged!), [3, 2, 1, 0])
    assert.deepStrictEqual([merged?.name, merged?.estimated], ["B", Quantity.of(4)])
  })

  it.each(
    [
      // known, batch, total after it, what it adds
      ["a first batch", undefined, line(3, 2, 1), [3, 2, 1, 0], [3, 2, 1, 0]],
      ["a further batch", line(3, 2, 1), line(2, 2, 0), [5, 4, 1, 0], [2, 2, 0, 0]],
      ["a batch of what a poll saw", line(5, 5, 0, 5), line(3, 3, 0), [5, 5, 0, 2], [0, 0, 0, 0]],
      ["a batch of that and more", line(5, 5, 0, 2), line(6, 4, 2), [9, 7, 2, 0], [4, 2, 2, 0]]
    ] as const
  )("%s", (_, known, batch, total, adds) => {
    const step = ReceivingRules.ofBatch(known, batch)
    assert.deepStrictEqual(counts(step.total), [...total])
    assert.deepStrictEqual(counts(step.adds).slice(0, 3), adds.slice(0, 3))
  })

  it("what a poll sees first waits for its batches", () => {
    assert.deepStrictEqual(counts(ReceivingRules.ofPoll(undefined, line(3, 3, 0))), [3, 3, 0, 3])
    assert.deepStrictEqual(counts(ReceivingRules.ofPoll(line(5, 5, 0, 1), line(3, 2, 1))), [8, 7, 1, 4])
  })

  it.each(
    [
      ["nothing before", undefined, line(3, 2, 1), [[3, 2, 1, 0]], []],
      ["more than before", line(3, 2, 1), line(5, 3, 2), [[2, 1, 1, 0]], []],
      ["the same", line(3, 2, 1), line(3, 2, 1), [], []],
      ["the same, but found to be bad", line(3, 3, 0), line(3, 1, 2), [], []],
      ["more, and some of the earlier found to be bad", line(3, 3, 0), line(4, 1, 3), [[1, 0, 1, 0]], []],
      ["more, and fewer bad", line(3, 0, 3), line(4, 4, 0), [[1, 1, 0, 0]], []],
      ["less than before", line(3, 2, 1), line(2, 2, 0), [], ["S"]],
      ["nothing at all", undefined, line(0, 0, 0), [], []]
    ] as const
  )("a polled total with %s (D1-407)", (_, before, total, lines, below) => {
    const found = ReceivingRules.difference(new Map(before === undefined ? [] : [["S", before]]), new Map([["S", total]]))
    assert.deepStrictEqual(found.lines.map(counts), lines.map((each) => [...each]))
    assert.deepStrictEqual(found.below, [...below])
  })
})

describe("differences", () => {
  it.each(
    [
      ["nothing", { a: 1, b: [1, { c: "x" }] }, { b: [1, { c: "x" }], a: 1 }, []],
      ["a value", { a: 1 }, { a: 2 }, ["/a"]],
      ["a type", { a: 1 }, { a: "1" }, ["/a"]],
      ["null and absent", { a: null }, {}, ["/a"]],
      ["a new member", {}, { a: 1 }, ["/a"]],
      ["an element more", { a: [1] }, { a: [1, 2] }, ["/a/1"]],
      ["a list and an object", { a: [1] }, { a: { 0: 1 } }, ["/a"]],
      ["deep inside", { a: [{ b: 1, c: 2 }] }, { a: [{ b: 1, c: 3 }] }, ["/a/0/c"]],
      ["names that need escaping", { "a/b": 1, "c~d": 1 }, { "a/b": 2, "c~d": 2 }, ["/a~1b", "/c~0d"]],
      ["a member called __proto__", JSON.parse("{\"__proto__\": 1}"), JSON.parse("{\"__proto__\": 2}"), ["/__proto__"]],
      ["everything", 1, 2, ["/"]]
    ] as const
  )("%s", (_, first, second, expected) => {
    assert.deepStrictEqual(RepeatedCreates.changedPlaces(first, second), expected as unknown as ReadonlyArray<string>)
  })

  it("names eight places, counts the rest, and shows no value", () => {
    const first = Object.fromEntries(Array.from({ length: 11 }, (_, at) => [`m${at}`, "before"]))
    const second = Object.fromEntries(Array.from({ length: 11 }, (_, at) => [`m${at}`, "after"]))
    const found = RepeatedCreates.changedPlaces(first, second)
    assert.strictEqual(found.length, 9)
    assert.strictEqual(found.at(-1), "and 3 more")
    assert.notMatch(found.join(), /before|after/)
  })
})
