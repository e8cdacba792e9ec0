/**
 * One order: its way, its sentences, and which actions its state allows (issue 27).
 */
import { assert, describe, it } from "vitest"
import * as Formats from "../src/formats.ts"
import { actionsOf, mayBeInspected, mayOverrule } from "../src/screens/order/actions.ts"
import { eventOf } from "../src/screens/order/events.ts"
import { type Desk, type Detail, type Entry, type Found, letterOf, type Parcel, type Part } from "../src/screens/order/found.ts"
import { folded } from "../src/screens/order/folded.ts"
import { aloud, sentencesOf } from "../src/screens/order/sentence.ts"
import { toldOf, wayOf } from "../src/screens/order/way.ts"

const at = "2026-11-25T13:58:00.000Z"
const part = (over: Partial<Part> = {}): Part => ({ number: "BM-1", link: "warehouse:north", warehouse: "North Hall", state: "placed", lines: [{ line: "1", sku: "MUG", pieces: 2 }], ...over })
const desk = (over: Partial<Desk> = {}): Desk => ({ state: "placed", explanation: [], parts: [part()], parcels: [], ...over })
const detail = (over: Partial<Detail> = {}): Detail => ({
  kind: "platform_order", scope: "platform:shop", connection: "shop", number: "BM-1", generation: 1, createdAt: at, updatedAt: at, isOpen: true, message: "", sentences: [],
  intents: [], history: [], conflicts: [], parcels: [], lines: [], deliveries: [], ...over
})
const found = (over: Partial<Found> = {}): Found => ({ items: [], related: [], timeline: [], bookings: [], notes: [], ...over })
const entry = (over: Partial<Entry>): Entry => ({ at, who: "peer", what: "status", kind: "outbound", scope: "warehouse:north", number: "BM-1", ...over })
const related: Found["related"][number] = { kind: "outbound", scope: "warehouse:north", connection: "north", number: "BM-1", generation: 1, createdAt: at, updatedAt: at, shared: "BM-1", by: "number" }
const shapes = (of: Detail, about: Found = found()) => wayOf(of, about, letterOf).rows.map((row) => row.steps.map(({ shape }) => shape).join(" "))

const rights = ["read", "hold", "decide", "tellAgain"]
const ids = (situation: Parameters<typeof actionsOf>[0], may = rights) => actionsOf(situation, may).map(({ id, not }) => (not === undefined ? id : `(${id})`))
const withdrawn = { by: "Ada", at, reason: "wrong address" }

describe("the way of an order (issue 27)", () => {
  it("shows how far each part has come", () => {
    const states = (["reserving", "labelling", "placed", "accepted", "shipped"] as const).map((state) => shapes(detail({ desk: desk({ parts: [part({ state })] }) }))[0])
    assert.deepStrictEqual(states, ["ok move wait wait wait wait", "ok ok move wait wait wait", "ok ok ok move wait wait", "ok ok ok ok wait wait", "ok ok ok ok ok wait"])
  })

  it("never shows a part as taken while nobody knows whether the warehouse has it", () => {
    const parts = [part(), part({ number: "BM-1-2", warehouse: "South Hall", link: "warehouse:south", state: "accepted" })]
    assert.deepStrictEqual(shapes(detail({ desk: desk({ parts }) }), found({ related: [{ ...related, intent: "Doubtful" }] })), ["ok ok ok doubt wait wait", "ok ok ok ok wait wait"])
  })

  it("takes no record of another link for a part with the same number", () => {
    assert.deepStrictEqual(shapes(detail({ desk: desk() }), found({ related: [{ ...related, scope: "warehouse:south", intent: "Doubtful" }] })), ["ok ok ok move wait wait"])
  })

  it("shows as told only what the shop knows of every parcel of the part", () => {
    const parcel: Parcel = { part: "BM-1", state: "told", lines: [], trackingNumber: "T1" }
    const shipped = [part({ state: "shipped" })]
    assert.deepStrictEqual(shapes(detail({ desk: desk({ parts: shipped, parcels: [parcel] }) })), ["ok ok ok ok ok ok"])
    assert.deepStrictEqual(shapes(detail({ desk: desk({ parts: shipped, parcels: [parcel, { ...parcel, trackingNumber: "T2", state: "new" }] }) })), ["ok ok ok ok ok move"])
    assert.deepStrictEqual(shapes(detail({ desk: desk({ parts: shipped, parcels: [{ ...parcel, state: "refused" }] }) })), ["ok ok ok ok ok fail"])
  })

  it("says who has withdrawn a part, and whether its warehouse has answered", () => {
    const noteOf = (state: "cancelling" | "void") => wayOf(detail({ desk: desk({ parts: [part({ state, withdrawn })] }) }), found(), letterOf).rows[0]!.steps[3]
    assert.deepStrictEqual(noteOf("cancelling"), { word: "Cancel asked", shape: "hold", note: "withdrawn by Ada", at })
    assert.deepStrictEqual(noteOf("void"), { word: "ended", shape: "void", note: "withdrawn by Ada", at })
  })

  it("has a row for an order that is not placed", () => assert.deepStrictEqual(shapes(detail({ desk: desk({ state: "held", parts: [] }) })), ["hold wait wait wait wait wait"]))

  it("has a way for an order that the desk does not take", () => {
    assert.deepStrictEqual(shapes(detail({ kind: "outbound", intent: "Doubtful" })), ["ok doubt wait wait"])
    assert.deepStrictEqual(shapes(detail({ kind: "outbound", intent: "Delivered", phase: "shipped" })), ["ok ok ok wait"])
  })

  it("does not call an ERP told while a message waits, and never while one was given up", () => {
    const message = (state: "Delivered" | "Pending" | "Dead") => ({ state, updatedAt: at })
    assert.deepStrictEqual([["Delivered"], ["Delivered", "Pending"], ["Dead", "Delivered"], []].map((states) => toldOf(states.map((state) => message(state as "Dead"))).shape), ["ok", "move", "fail", "wait"])
  })
})

describe("actions (issue 27)", () => {
  it("disables what the state forbids, and says why", () => {
    assert.deepStrictEqual(ids({ desk: desk(), intents: [], deliveries: [] }), ["(hold)", "(release)", "(place)", "withdraw", "(tell)"])
    assert.deepStrictEqual(ids({ desk: desk({ state: "held", parts: [] }), intents: [], deliveries: [] }), ["hold", "release", "place", "takeOver", "(tell)"])
    assert.deepStrictEqual(ids({ desk: desk({ parts: [part({ state: "labelling" })] }), intents: [], deliveries: [] }), ["hold", "(release)", "(place)", "withdraw", "(tell)"])
    assert.deepStrictEqual(ids({ desk: desk({ parts: [part({ state: "shipped" }), part({ state: "void" })] }), intents: [], deliveries: [] }), ["(hold)", "(release)", "(place)", "(withdraw)", "(tell)"])
    for (const { not } of actionsOf({ desk: desk({ parts: [part({ state: "shipped" })] }), intents: [], deliveries: [] }, rights)) assert.match(not ?? "", /\.$/)
  })

  it("offers no message again that was sent again already, but one that was given up", () => {
    const resentAt = at
    const tell = (deliveries: Parameters<typeof actionsOf>[0]["deliveries"]) => actionsOf({ desk: undefined, intents: [], deliveries }, rights)[0]
    assert.deepStrictEqual(tell([{ state: "Delivered", resentAt }]), { id: "tell", not: "Each message about it was sent again already, or is still to be sent." })
    assert.deepStrictEqual(tell([{ state: "Delivered", resentAt }, { state: "Dead" }]), { id: "tell" })
    assert.deepStrictEqual(tell([{ state: "Delivered" }]), { id: "tell" })
  })

  it("offers a decision only about what is in doubt", () => {
    assert.deepStrictEqual(ids({ desk: undefined, intents: [{ state: "Doubtful" }], deliveries: [{ state: "Dead" }] }), ["tell", "decide"])
    assert.deepStrictEqual(ids({ desk: undefined, intents: [{ state: "Delivered" }], deliveries: [] }), ["(tell)"])
  })

  it("lets a person who may decide say what is in a parcel that nobody knows the contents of", () => {
    assert.deepStrictEqual((["unknown", "new", "told", "refused"] as const).map((state) => mayBeInspected({ state }, rights)), [true, false, false, false])
    assert.isFalse(mayBeInspected({ state: "unknown" }, ["read"]))
  })

  it("lets a person choose the place of what no warehouse has yet", () => {
    for (const state of ["due", "waiting", "held"] as const) assert.include(ids({ desk: desk({ state, parts: [part({ state: "void" })] }), intents: [], deliveries: [] }), "place")
    assert.include(ids({ desk: desk({ state: "placed" }), intents: [], deliveries: [] }), "(place)")
  })

  it("does not show what the account may not do", () => {
    assert.deepStrictEqual(ids({ desk: desk({ state: "held", parts: [] }), intents: [{ state: "Doubtful" }], deliveries: [{ state: "Delivered" }] }, ["read", "tellAgain"]), ["tell"])
    assert.deepStrictEqual(ids({ desk: desk({ state: "held" }), intents: [], deliveries: [] }, ["read"]), [])
    assert.notInclude(actionsOf({ desk: desk({ state: "held", parts: [] }), intents: [], deliveries: [] }, rights, true).map(({ id }) => id), "takeOver")
  })

  it("lets nobody overrule a peer that shows the order", () => assert.deepStrictEqual(["NOT_ASKED", "NOT_PROVEN", "CANCEL_WANTED", "FOUND_THERE", "TOO_EARLY"].map(mayOverrule), [true, true, true, false, false]))
})

describe("sentences (issue 27)", () => {
  it("leaves out commands, which nobody reads aloud", () => {
    assert.strictEqual(aloud("the warehouse may have it, but has not confirmed it after 2 queries. Look it up there, then run `crossdock intents decide 1 dead`"), "The warehouse may have it, but has not confirmed it after 2 queries. Look it up there.")
    assert.strictEqual(aloud("held: the connection north is paused; correct the cause, then run `crossdock connections resume north`"), "Held: the connection north is paused; correct the cause.")
    assert.strictEqual(aloud("shipped as order BM-1 and BM-1-2, and the shop is told"), "Shipped as order BM-1 and BM-1-2, and the shop is told.")
    assert.strictEqual(aloud(""), "")
  })

  it("says the runner's own sentences where it has them, with times as people read them", () => {
    const now = Date.parse("2026-11-25T15:00:00Z")
    assert.match(sentencesOf({ message: "x", sentences: [{ text: "it is held since 2026-11-20T14:14:00.000Z" }, { text: "The shop is told." }] }, now), /^It is held since 20 Nov \d\d:14\. The shop is told\.$/)
    assert.strictEqual(sentencesOf({ message: "shipped", sentences: [] }, now), "Shipped.")
    const params = { warehouse: "North Hall", at: "2026-11-05T14:21:40.000Z", arrivedAt: "2026-11-06T08:02:00.000Z" }
    assert.strictEqual(
      sentencesOf({ message: "x", sentences: [{ text: "It left North Hall on 5 Nov 14:21 UTC, and arrived on 6 Nov 08:02 UTC.", params }] }, now),
      `It left North Hall on ${Formats.dayTime(params.at)}, and arrived on ${Formats.dayTime(params.arrivedAt)}.`
    )
  })

  it("tells a person's act from that of the runner", () => {
    const nameOf = () => undefined
    assert.strictEqual(eventOf(entry({ what: "released", who: "mara" }), nameOf).shape, "person")
    assert.strictEqual(eventOf(entry({ what: "held", who: "mara", detail: "call first" }), nameOf).text, "Held by mara")
    assert.strictEqual(eventOf(entry({ what: "doubtful" }), nameOf).shape, "doubt")
    assert.strictEqual(eventOf(entry({ what: "message", who: "erp-retail", detail: "receiveOutboundStatus: Cancelled, superseded" }), nameOf).shape, "void")
    assert.strictEqual(eventOf(entry({ what: "unheard-of" }), nameOf).shape, "wait")
  })

  it("folds equal calls that follow each other, and no others", () => {
    const call = (operation: string, code = "OK") => ({ operation, scope: "shop", code })
    const rows = folded([call("getOrders"), call("getOrders"), call("getOrders", "NO_ANSWER"), call("createShipment"), call("getOrders")])
    assert.deepStrictEqual(rows.map(({ count, newest }) => `${newest.operation} ${newest.code} ${count}`), ["getOrders OK 2", "getOrders NO_ANSWER 1", "createShipment OK 1", "getOrders OK 1"])
  })
})
