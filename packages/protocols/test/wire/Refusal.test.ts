import { AdapterError } from "@crossdock/core"
import { assert, it } from "@effect/vitest"
import { Refusal, Table } from "../../src/wire/index.ts"

it("is one text with a code, a place and a remedy", () => {
  assert.strictEqual(Refusal.textOf({ code: "A_B", message: "mend it" }), "A_B: mend it")
  assert.strictEqual(Refusal.textOf({ code: "A_B", message: "mend it", path: "/x" }), "A_B: /x: mend it")
  assert.strictEqual(Refusal.textOf(Refusal.doubtful), "DOUBTFUL: outcome not known yet; ask again with the same number")
})

it.each(
  [
    [200, {}, []],
    [405, {}, [["allow", "POST"]]],
    [429, {}, [["retry-after", "60"]]],
    [429, { retryAfter: 7 }, [["retry-after", "7"]]],
    [503, { retryAfter: 7 }, [["retry-after", "7"]]]
  ] as const
)("the answer %i to a refusal with %j has the fields %j (U-21)", (status, more, headers) => {
  assert.deepStrictEqual(Refusal.headersOf(status, { code: "A_B", message: "mend it", ...more }), headers as never)
})

it("names the first problem in full and the others by their place", () => {
  const problem = (path: string) => ({ path, code: "MEMBER_MISSING" as const, message: "is missing" })
  assert.deepStrictEqual(Refusal.ofProblems([problem("/a")]), { code: "MEMBER_MISSING", message: "is missing", path: "/a" })
  assert.strictEqual(Refusal.ofProblems([problem("/a"), problem("/b"), problem("/c")]).message, "is missing; see also /b, /c")
  const many = Refusal.ofProblems(Array.from({ length: 12 }, (_, at) => problem(`/${at}`)))
  assert.isTrue(many.message.endsWith("/8 and 3 more"))
  assert.deepStrictEqual(Refusal.ofProblems([]), { code: "MEMBER_INVALID", message: "is not valid" })
  assert.strictEqual(AdapterError.describe(Refusal.notWritten([problem("/a")], Table.make("message", []))), "/a: is missing")
  assert.strictEqual(AdapterError.describe(Refusal.notWritten([], Table.make("message", []))), ": cannot be written")
})

const whole = { text: "", code: "", about: "call", status: 200 } as const

it.each([
  ["MEMBER_MISSING: /a", {}, "Rejected"],
  // A code beside the text is the peer's own, and says nothing that we know.
  ["no", { code: "MEMBER_MISSING" }, "FaultUnlisted"],
  ["__proto__: x", {}, "FaultUnlisted"],
  ["", {}, "FaultUnlisted"],
  ["out of stock", {}, "FaultUnlisted"],
  ["out of stock", { status: 400 }, "FaultUnlisted"],
  ["out of stock", { status: 500 }, "PeerUnavailable"],
  ["out of stock", { about: "item" }, "FaultUnlisted"],
  // What the table lists wins over our own codes, the usual texts and the status.
  ["listed: OUT_OF_STOCK", {}, "Rejected"],
  ["SIGNATURE_INVALID: listed", {}, "Rejected"],
  ["bad sign, listed", {}, "Rejected"],
  ["listed", { status: 503 }, "Rejected"],
  ["", { items: ["listed"] }, "Rejected"],
  // No table turns an outcome that is not known into a refusal.
  ["DOUBTFUL: listed", {}, "PeerUnavailable"],
  ["NOT_STORED: send it again", {}, "PeerUnavailable"],
  ["HELD: no row", {}, "PeerUnavailable"],
  ["SIGNATURE_INVALID: no", {}, "CredentialRejected"],
  ["RATE_LIMITED: slow", {}, "RateLimited"],
  ["OVERLOADED: no memory", { status: 503 }, "RateLimited"],
  ["ORDER_EXISTS: as W-1", {}, "Duplicate"],
  ["UNKNOWN_SKU: no", {}, "Rejected"],
  // What the peer of another Crossdock said is a refusal, and says nothing about us or the rate of our calls.
  ["WAREHOUSE_FAULT: bad sign", {}, "FaultUnlisted"],
  ["WAREHOUSE_FAULT: system busy", {}, "FaultUnlisted"],
  ["WAREHOUSE_FAULT: order SO-1 already exists", {}, "Duplicate"],
  ["bad sign", {}, "CredentialRejected"],
  ["bad sign", { about: "item" }, "FaultUnlisted"],
  ["System is busy", {}, "RateLimited"],
  // From 500 on, the peer may have acted before it was too busy to answer.
  ["System is busy", { status: 500 }, "PeerUnavailable"],
  ["order SO-1 already exists", { about: "item" }, "Duplicate"]
] as const)("reads the refusal %j with %j of a call as %s (U-09 U-10)", (text, more, tag) => {
  const rejected = new AdapterError.Rejected({ fault: { code: "", message: "listed" } })
  const reason = Refusal.reasonOf({ ...whole, ...more, text }, (said) => (said.includes("listed") ? rejected : undefined))
  assert.strictEqual(reason._tag, tag)
})

it.each([
  ["out of stock", {}, "FaultUnlisted"],
  ["out of stock", { status: 500 }, "FaultUnlisted"],
  ["UNKNOWN_SKU: no", {}, "FaultUnlisted"],
  ["DOUBTFUL: later", {}, "FaultUnlisted"],
  ["OVERLOADED: no memory", { status: 503 }, "FaultUnlisted"],
  ["System is busy", {}, "FaultUnlisted"],
  ["order SO-1 already exists", {}, "FaultUnlisted"],
  ["MEMBER_MISSING: /a", {}, "Rejected"],
  ["DUPLICATE: there", {}, "Duplicate"],
  ["RATE_LIMITED: slow", {}, "RateLimited"],
  ["SIGNATURE_INVALID: no", {}, "CredentialRejected"],
  ["bad sign", {}, "CredentialRejected"],
  ["bad sign", { about: "item" }, "FaultUnlisted"],
  ["listed", {}, "Rejected"]
] as const)("reads the refusal %j with %j of a push as %s, so that a receiver may change its mind (U-20)", (text, more, tag) => {
  const rejected = new AdapterError.Rejected({ fault: { code: "", message: "listed" } })
  const reason = Refusal.reasonOfPush({ ...whole, ...more, text }, (said) => (said.includes("listed") ? rejected : undefined))
  assert.strictEqual(reason._tag, tag)
})

it("keeps all words of the peer: code, text of the call and texts of its items (D1-379)", () => {
  const said = (refused: Partial<Refusal.PeerRefusal>) => AdapterError.describe(Refusal.reasonOf({ ...whole, ...refused }))
  assert.strictEqual(said({ text: "partly", items: ["bad barcode"] }), "partly: bad barcode")
  assert.strictEqual(said({ text: "bad barcode", items: ["bad barcode", "no weight", "no weight"] }), "bad barcode: no weight")
  assert.strictEqual(said({ items: ["bad barcode"] }), "bad barcode")
  assert.strictEqual(said({ code: "E1", text: "E1: no" }), "E1: no")
  assert.strictEqual(said({ status: 500, code: "E1", text: "no" }), "E1: no")
  assert.strictEqual(said({ text: "no", items: ["1", "2", "3", "4", "5", "6", "7"] }), "no: 1; 2; 3; 4; 5; and 2 more")
})

it("splits a text into a code and a message", () => {
  assert.deepStrictEqual(Refusal.faultOf("", "E1"), { code: "E1", message: "refused without a text" })
  assert.deepStrictEqual(Refusal.faultOf("A_B: c\nd"), { code: "A_B", message: "c\nd" })
})

it("tells each place of a text in the names of the caller's message, wherever it stands in the text", () => {
  const message = Table.make("m", [
    Table.required("service", Table.text, { is: "channelCode" }),
    Table.required("goods", Table.list(Table.object(Table.make("g", [Table.required("code", Table.text, { is: "sku" })]))), { is: "lines" })
  ])
  const held = { code: "HELD", message: "/channelCode: \"UPS\" has no row; /lines/1/sku: \"/lines\" has no row", places: ["/channelCode", "/lines/1/sku"] }
  assert.strictEqual(Refusal.inNamesOf(message, held).message, "/service: \"UPS\" has no row; /goods/1/code: \"/lines\" has no row")
})

it("keeps the message of a refusal that is an Error, in the names of the caller's message", () => {
  class Refused extends Error {
    readonly code = "ORDER_NOT_FOUND"
    readonly path = "/orderNumber"
  }
  const table = Table.make("m", [Table.required("number", Table.text, { is: "orderNumber" })])
  const told = Refusal.inNamesOf(table, new Refused("order not found"))
  assert.deepStrictEqual([told.code, told.path, told.message], ["ORDER_NOT_FOUND", "/number", "order not found"])
})

it("of a message that was not stored asks for it again, unless what it says was refused", () => {
  const fault = (code: string) => ({ fault: { code, message: "too many; send it corrected" } })
  assert.deepStrictEqual(Refusal.notStored(new AdapterError.Rejected(fault("QUANTITY_TOO_LARGE"))), { code: "QUANTITY_TOO_LARGE", message: "too many; send it corrected" })
  assert.deepStrictEqual(Refusal.notStored(new AdapterError.Rejected(fault(""))), { code: "REFUSED", message: "too many; send it corrected" })
  assert.deepStrictEqual(Refusal.notStored(new AdapterError.RequestInvalid({ path: "/a", message: "is too long" })), { code: "MEMBER_INVALID", message: "is too long", path: "/a" })
  assert.match(Refusal.notStored(new AdapterError.PeerUnavailable({ status: 503 })).message, /; send it again$/)
})
