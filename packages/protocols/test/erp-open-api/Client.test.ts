/**
 * What the client of document 3 makes of answers, and how it pages and paces its calls.
 */
import { BooksV1 } from "@crossdock/books"
import { type AdapterError } from "@crossdock/core"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import { answeredWith, atNow, calls, draft, joined, order, profile } from "./support.ts"

const ok = { state: "success", errorCode: "", errorMsg: "", requestId: "r-1" }
const inner = { notSuccess: false, state: "success" }
const text = (content: unknown) => JSON.stringify(content)

const cancelled = (body: unknown, status?: number) => {
  const { client, kept } = answeredWith(body, status)
  return Effect.map(Effect.result(client.cancelInboundOrder(calls.cancelInboundOrder.payload as never)), (result) => ({ result, kept }))
}

const reasonOf = (body: unknown, status?: number) =>
  Effect.map(cancelled(body, status), ({ result }) => (result._tag === "Failure" ? result.failure as AdapterError.Reason : undefined))

/** The kind of a failure and the peer's words in it. Errors are not compared whole, because chai looks at their messages alone. */
const told = (body: unknown, status?: number) =>
  Effect.map(reasonOf(body, status), (reason) => reason && "fault" in reason ? [reason._tag, reason.fault] : [reason?._tag])

describe("an answer", () => {
  it.effect.each([
    ["with empty codes", { ...ok, bizContent: text(inner) }, "E-032"],
    ["with the errorCode 0", { ...ok, errorCode: "0", bizContent: text(inner) }, "E-029"],
    ["without an errorCode", { state: "SUCCESS", bizContent: text(inner) }, "E-036"],
    ["without notSuccess", { ...ok, bizContent: text({ state: "success" }) }, "E-038"],
    ["without notSuccess and state", { ...ok, bizContent: text({ result: null }) }, "E-038"],
    ["with a traceId", { ...ok, bizContent: text({ ...inner, traceId: "t-1" }) }, "E-043"]
  ])("is a success %s (E-029 E-032 E-036 E-038 E-043)", ([, body]) =>
    Effect.gen(function*() {
      const { kept, result } = yield* cancelled(body)
      assert.deepStrictEqual([result._tag, kept.findings.filter(({ path }) => path !== "/result")], ["Success", []])
    }))

  it.effect("whose content is an object is read, and reported (E-033)", () =>
    Effect.gen(function*() {
      const { kept, result } = yield* cancelled({ ...ok, bizContent: inner })
      assert.deepStrictEqual([result._tag, kept.findings.map(({ path }) => path)], ["Success", ["/bizContent"]])
    }))

  it.effect.each([
    ["DATA_INPUT_ERROR", "Rejected"],
    ["AUTH_001", "CredentialRejected"],
    ["APP_NOT_EXIST", "CredentialRejected"],
    ["SYSTEM_ERROR", "PeerUnavailable"],
    ["order.id.exist", "Duplicate"],
    ["CUSTOM_NUMBER_EXIST", "Duplicate"],
    ["SKU_NOT_EXISTS_WITH_ARGS", "Rejected"],
    ["ASN_STATE_INVALID", "Rejected"],
    ["SOMETHING_NEW", "FaultUnlisted"],
    ["something.new", "FaultUnlisted"],
    ["", "FaultUnlisted"]
  ] as const)("with errorCode %j means %s, in the envelope and in the content (E-034 E-044 E-779 E-781 E-791)", ([errorCode, tag]) =>
    Effect.gen(function*() {
      const failure = { errorCode, errorMsg: "it did not work" }
      const outer = [{ bizContent: "" }, { bizContent: null }, {}].map((content) => ({ state: "fail", ...failure, requestId: null, ...content }))
      const within = [{ notSuccess: true }, { notSuccess: true, state: "success" }, { state: "fail" }].map((content) => ({ ...ok, bizContent: text({ ...content, ...failure }) }))
      for (const body of [...outer, ...within]) {
        const reason = yield* reasonOf(body)
        assert.strictEqual(reason?._tag, tag, text(body))
        if (reason?._tag === "FaultUnlisted") assert.deepStrictEqual([reason.fault.code, reason.fault.message.includes("it did not work")], [errorCode, true])
      }
    }))

  it.effect.each([
    [{ notSuccess: "true" }],
    [{ notSuccess: true }],
    [{ notSuccess: "true", state: "success" }],
    [{ notSuccess: false, state: "fail" }]
  ] as const)("whose content says %j is a failure, though its envelope says success (E-034 E-038)", ([content]) =>
    Effect.gen(function*() {
      const found = yield* told({ ...ok, bizContent: text({ ...content, errorMsg: "no such warehouse" }) })
      assert.deepStrictEqual(found, ["FaultUnlisted", { code: "", message: "no such warehouse" }])
    }))

  it.effect("with a failure in the content that has no words of its own gets the words of the envelope (E-044)", () =>
    Effect.gen(function*() {
      const inside = (content: object) => told({ ...ok, errorCode: "E7", errorMsg: "the warehouse is closed", bizContent: text({ notSuccess: true, ...content }) })
      assert.deepStrictEqual(yield* inside({}), ["FaultUnlisted", { code: "E7", message: "the warehouse is closed" }])
      assert.deepStrictEqual(yield* inside({ errorCode: "E8" }), ["FaultUnlisted", { code: "E8", message: "the warehouse is closed" }])
      assert.deepStrictEqual(yield* inside({ errorCode: "E8", errorMsg: "no stock" }), ["FaultUnlisted", { code: "E8", message: "no stock" }])
    }))

  it.effect("that fails keeps the peer's words, whether or not the outcome is known (E-781 U-10)", () =>
    Effect.gen(function*() {
      const failed = (errorCode: string, errorMsg: string, status?: number) => told({ state: "fail", errorCode, errorMsg }, status)
      assert.deepStrictEqual(yield* failed("SYSTEM_ERROR", "DOUBTFUL: not known yet"), ["PeerUnavailable", { code: "DOUBTFUL", message: "not known yet" }])
      assert.deepStrictEqual(yield* failed("SYSTEM_ERROR", "no connection"), ["PeerUnavailable", { code: "SYSTEM_ERROR", message: "no connection" }])
      assert.deepStrictEqual(yield* failed("order.bad", "no"), ["FaultUnlisted", { code: "order.bad", message: "no" }])
      assert.deepStrictEqual(yield* failed("", "no"), ["FaultUnlisted", { code: "", message: "no" }])
      assert.deepStrictEqual(yield* failed("order.bad", "no", 500), ["PeerUnavailable", { code: "order.bad", message: "no" }])
    }))

  it.effect.each([
    ["<html>bad gateway</html>", 502, "PeerUnavailable"],
    ["", 500, "PeerUnavailable"],
    ["", 404, "PeerUnavailable"],
    ["{}", 200, "ResponseInvalid"],
    ["not JSON", 200, "ResponseInvalid"],
    [text({ ...ok, bizContent: "not JSON" }), 200, "ResponseInvalid"],
    [text(ok), 200, "ResponseInvalid"],
    [text({ state: "fail", errorCode: "RATE_LIMITED", errorMsg: "slow" }), 429, "RateLimited"]
  ] as const)("without a readable envelope or content is a failure of its layer: %j with %i is %s (E-782)", ([body, status, tag]) =>
    Effect.map(reasonOf(body, status), (reason) => assert.strictEqual(reason?._tag, tag)))
})

describe("a list", () => {
  const list = (body: unknown) => answeredWith({ ...ok, bizContent: text({ ...inner, ...body as object }) }).client.listReceivedBatches({ ...calls.listReceivedBatches.payload, limit: 2 } as never)
  const element = {
    asnNumber: "ASN-1",
    businessNumber: "PO-1",
    warehouseName: "Main",
    totalQuantity: 1,
    skuQuantity: 1,
    asnSkuVOList: []
  }

  it.effect.each([
    [{ result: [element, element], total: 5 }, "2"],
    [{ result: [element, element], total: 2 }, undefined],
    [{ result: [element, element] }, "2"],
    [{ result: [element], total: 5 }, undefined],
    [{ result: [], total: 0 }, undefined]
  ])("goes on until its total is reached or a page is not full: %j (E-040 E-042 E-411)", ([body, nextCursor]) =>
    Effect.map(list(body), (page) => assert.strictEqual((page as { readonly nextCursor?: string }).nextCursor, nextCursor)))

  it.effect("keeps members that no table has out of the record, and reports them once (E-120)", () =>
    Effect.gen(function*() {
      const { client, kept } = answeredWith({ ...ok, bizContent: text({ ...inner, result: [{ ...element, containerNumber: "X", isDeleted: 0 }], total: 1 }) })
      yield* client.listReceivedBatches(calls.listReceivedBatches.payload as never)
      assert.deepStrictEqual(kept.findings.map(({ path }) => path), ["/result/0/containerNumber", "/result/0/isDeleted"])
    }))

  it.effect("is read to its end through the server, page by page, with page and pageSize in each request (E-409 E-411 E-433 E-434 E-558 E-559)", () =>
    atNow(Effect.gen(function*() {
      const all = Array.from({ length: 5 }, (_, at) => ({ ...order, asnNumber: `ASN-${at}` as typeof order.asnNumber }))
      const { client, kept } = joined({
        client: { profile: profile({ contentType: "urlencoded" }) },
        answers: {
          listInboundOrders: ({ cursor = "0", limit }: typeof BooksV1.ListInboundOrders.payload.Type) => {
            const from = Number(cursor)
            return { items: all.slice(from, from + limit), total: all.length, ...(from + limit < all.length && { nextCursor: String(from + limit) }) }
          }
        }
      })
      const found: Array<string> = []
      let cursor: string | undefined
      do {
        const payload: typeof BooksV1.ListInboundOrders.payload.Type = { limit: 2, ...(cursor !== undefined && { cursor }) }
        const page = (yield* client.listInboundOrders(payload as never)) as typeof BooksV1.ListInboundOrders.success.Type
        found.push(...page.items.map(({ asnNumber }) => asnNumber))
        cursor = page.nextCursor
      } while (cursor !== undefined)
      assert.deepStrictEqual(found, all.map(({ asnNumber }) => asnNumber))
      assert.deepStrictEqual(kept.requests.map(({ body }) => JSON.parse(new URLSearchParams(body).get("bizParam")!)), [1, 2, 3].map((page) => ({ page, pageSize: 2 })))
    })))

  it.effect("is never asked for more than 200 records at a time (E-784)", () =>
    atNow(Effect.gen(function*() {
      const { client, kept } = joined()
      yield* client.listInboundOrders({ limit: 1000 } as never)
      assert.deepStrictEqual(kept.dispatched[0]!.payload, { limit: 200 })
    })))
})

describe("an inbound order", () => {
  it.effect("is not sent without a number of its creator, or with units (E-439)", () =>
    Effect.gen(function*() {
      const { client, kept } = joined()
      const { customNumber: _, ...unnumbered } = draft
      const measured = { ...draft, lines: [{ ...draft.lines[0], unit: "kg" }] }
      for (const [wrong, path] of [[unnumbered, "/customNumber"], [measured, "/lines/0/unit"]] as const) {
        const reason = (yield* Effect.flip(client.submitInboundOrder(wrong as never))) as AdapterError.Reason
        assert.deepStrictEqual([reason._tag, "path" in reason && reason.path], ["RequestInvalid", path])
      }
      assert.deepStrictEqual(kept.requests, [])
    }))

  it.effect.each([[true, "SHIPPER"], [false, undefined], [undefined, undefined]] as const)("of a shipper (%s) has the customerType %s (E-491)", ([isOfShipper, customerType]) =>
    atNow(Effect.gen(function*() {
      const { client, kept } = joined({ client: { profile: profile({ contentType: "urlencoded" }) } })
      const { isOfShipper: _, ...others } = draft
      yield* client.submitInboundOrder({ ...others, ...(isOfShipper !== undefined && { isOfShipper }) } as never)
      assert.strictEqual(JSON.parse(new URLSearchParams(kept.requests[0]!.body).get("bizParam")!).customerType, customerType)
    })))

  it.effect("is created although the answer tells its number alone", () =>
    Effect.gen(function*() {
      const { client } = answeredWith({ ...ok, bizContent: text({ ...inner, result: { asnNumber: "ASN-7" } }) })
      assert.deepStrictEqual(yield* client.submitInboundOrder(draft as never), { asnNumber: "ASN-7", warehouseName: "Main", status: "NEW", phase: "announced", lines: [] })
    }))
})

describe("the pace of calls", () => {
  it.effect("does not make stock wait for calls about inbound orders, which an ERP counts apart (E-783)", () =>
    atNow(Effect.gen(function*() {
      const { client, kept } = joined({ client: { rate: { calls: 1, millis: 10_000 } }, server: { rate: "none" } })
      const sent = () => kept.requests.map(({ url }) => url.pathname.split("/").at(-1))
      const inbound = () => client.cancelInboundOrder(calls.cancelInboundOrder.payload as never)
      const stock = () => client.listStockBalances(calls.listStockBalances.payload as never)
      const all = yield* Effect.forkChild(Effect.all([inbound(), inbound(), stock(), stock()], { concurrency: "unbounded" }))
      yield* TestClock.adjust(9999)
      assert.deepStrictEqual(sent().toSorted(), ["asn", "inventory"])
      yield* TestClock.adjust(1)
      yield* Fiber.join(all)
      assert.deepStrictEqual(sent().toSorted(), ["asn", "asn", "inventory", "inventory"])
    })))

  it.effect("is at most 200 in 10 seconds: the next call waits (E-783)", () =>
    atNow(Effect.gen(function*() {
      const { client, kept } = joined({ server: { rate: "none" } })
      const all = yield* Effect.forkChild(Effect.forEach(Array.from({ length: 201 }), () => client.cancelInboundOrder(calls.cancelInboundOrder.payload as never)))
      for (const millis of [...Array.from({ length: 9 }, () => 1000), 999]) yield* TestClock.adjust(millis)
      assert.strictEqual(kept.requests.length, 200)
      yield* TestClock.adjust(1)
      yield* Fiber.join(all)
      assert.strictEqual(kept.requests.length, 201)
    })))
})
