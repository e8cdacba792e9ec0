import { assert, describe, it } from "@effect/vitest"
import { AdapterError as Errors, Quantity, type Transport } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { CallbackClient, Profile } from "../../src/warehouse-envelope/index.ts"
import { type Raw, request, signOf } from "./raw.ts"
import * as samples from "./samples.ts"
import { at, books, callbackSettings, callbacksJoined, lastAnswer, lastSent, profile, progress, refusing, skuOf, shipped, wireTo } from "./support.ts"

const odo = "https://erp.example/api/sys/automatic/receiveOdo/sand%20box"
const asnPath = "https://erp.example/api/sys/automatic/receiveAsn/sand%20box"
const orderInfo = JSON.stringify(samples.pushOrderInfo)
const asnInfo = JSON.stringify(samples.pushAsnInfo)

const refusal = {
  success: "false",
  errorMsg: "SIGNATURE_INVALID: this call is not authenticated; check the id, the secret key and the text that is signed"
}

type More = Parameters<typeof callbacksJoined>[0]

const knock = (raw: Raw | Transport.Request, more: More = {}) => {
  const { kept, serve } = callbacksJoined(more)
  const push: Raw = { method: "pushOrderInfo", content: orderInfo, url: odo }
  const response = Effect.runSync(serve("body" in raw ? raw : request({ ...push, ...raw })))
  return { ...response, json: JSON.parse(response.body), events: kept.events, findings: kept.findings }
}

const pushed = (more: More = {}, told = shipped) =>
  Effect.gen(function*() {
    const { client, kept } = callbacksJoined(more)
    const result = yield* Effect.result(
      Effect.flatMap(Effect.fromResult(client.outboundStatus.prepare(told)), (prepared) => client.outboundStatus.deliver(prepared, { deliveryId: "d-1" }))
    )
    return { kept, result }
  })

/** The reason that an answer of the ERP gives the warehouse side. */
const answered = (body: unknown, httpStatus = 200, more: Partial<CallbackClient.Settings> = {}) =>
  Effect.gen(function*() {
    const text = typeof body === "string" ? body : JSON.stringify(body)
    const wire = wireTo(books(), () => Effect.succeed({ status: httpStatus, headers: [], body: text }))
    const client = yield* Effect.provide(CallbackClient.make({ ...callbackSettings, ...more }), Layer.fresh(wire))
    return yield* client.outboundStatus.deliver({ content: orderInfo }, { deliveryId: "d" })
  })

describe("the door of the callbacks", () => {
  it("answers success \"true\" as text once the event is taken (D1-337 X-204)", () => {
    const { events, json, status } = knock({})
    assert.deepStrictEqual([status, json, events.length], [200, { success: "true" }, 1])
    assert.deepStrictEqual(knock({ method: "pushAsnInfo", content: asnInfo, url: asnPath }).json, { success: "true" })
  })

  it("refuses an unknown segment, a foreign id, a wrong and a missing sign byte for byte alike (D1-335 D1-341 D1-397 D1-406)", () => {
    const other = "https://erp.example/api/sys/automatic/receiveOdo/other"
    const found = [
      knock({ url: other }),
      knock({ accessId: "nobody" }),
      knock({ sign: signOf("acc-1", orderInfo, "wrong") }),
      knock({ sign: null }),
      knock({ sign: "" }),
      knock({ url: other, sign: null, method: "none" }),
      knock({ url: "https://erp.example/api/sys/automatic/receiveOdo/%ff" })
    ]
    for (const { body, events, headers, status } of found) {
      assert.deepStrictEqual([JSON.parse(body), status, events.length, headers], [refusal, 200, 0, found[0]!.headers])
      assert.strictEqual(body, found[0]!.body)
    }
  })

  it("an envelope that cannot be read is told with 400, 405, 413 and 415 (D1-333)", () => {
    const raw = request({ method: "pushOrderInfo", content: orderInfo, url: odo })
    assert.deepStrictEqual([knock({ ...raw, body: "{" }).status, knock({ ...raw, body: "{" }).json.success], [400, "false"])
    assert.strictEqual(knock({ httpMethod: "GET" }).status, 405)
    assert.strictEqual(knock({ ...raw, headers: [["content-type", "text/plain"]] }).status, 415)
    assert.strictEqual(knock(raw, { server: { limits: { maxBody: 10 } } }).status, 413)
    assert.strictEqual(knock({ form: "form" }).json.success, "true")
  })

  it("refuses a method that does not belong to its path (D1-336)", () => {
    const raws: ReadonlyArray<Raw> = [{ method: "pushAsnInfo", content: asnInfo }, { url: asnPath }, { method: "createOrder" }]
    for (const raw of raws) {
      const { events, json, status } = knock(raw)
      assert.deepStrictEqual([status, json.success, events.length], [200, "false", 0])
      assert.match(json.errorMsg, /^METHOD_UNKNOWN: /)
    }
  })

  it("writes the text of a failure into errorMsg, or into message where the profile says so (D1-339 D1-377 X-203 X-303)", () => {
    const more = { receive: () => refusing({ code: "ORDER_UNKNOWN", message: "no such order" }) }
    assert.deepStrictEqual(knock({}, more).json, { success: "false", errorMsg: "ORDER_UNKNOWN: no such order" })
    const { json } = knock({}, { ...more, caller: { profile: profile({ callbackErrorMember: "message" }) } })
    assert.deepStrictEqual(json, { success: "false", message: "ORDER_UNKNOWN: no such order" })
    const { json: invalid } = knock({ content: "{}" })
    assert.match(invalid.errorMsg, /^MEMBER_MISSING: \/orderNumber: /)
  })

  it("gives a repeat the same digest, so that it can be counted once (D1-375)", () => {
    const digests: Array<string> = []
    const receive: NonNullable<More>["receive"] = (_caller, _event, info) => Effect.sync(() => void digests.push(info.digest))
    const { serve } = callbacksJoined({ receive })
    for (let count = 0; count < 2; count++) Effect.runSync(serve(request({ method: "pushOrderInfo", content: orderInfo, url: odo })))
    assert.deepStrictEqual(digests, [digests[0]!, digests[0]!])
  })

  it("reports a word outside the set and moves nothing (D1-230 D1-111)", () => {
    for (const wmsStatus of ["NEW", "DELETED", "LOST"]) {
      const content = JSON.stringify({ ...samples.pushAsnInfo, wmsStatus })
      const { events, findings, json } = knock({ method: "pushAsnInfo", content, url: asnPath })
      const [event] = events
      assert.strictEqual(json.success, "true")
      assert.deepStrictEqual(event?._tag === "InboundProgressed" && [event.progress.phase, event.progress.status], ["announced", wmsStatus])
      assert.deepStrictEqual(findings.map(({ path }) => path), ["/wmsStatus"])
    }
  })

  it("takes a difference between received and good plus bad, and reports it (D1-243)", () => {
    const content = JSON.stringify({ ...samples.pushAsnInfo, skuList: [{ sku: "S", receivedQuantity: 5, goodQuantity: 1, badQuantity: 1 }] })
    const { events, findings } = knock({ method: "pushAsnInfo", content, url: asnPath })
    const [event] = events
    assert.deepStrictEqual(event?._tag === "InboundProgressed" && event.progress.lines[0]?.received, Quantity.of(5))
    assert.deepStrictEqual(findings.map(({ path }) => path), ["/skuList/0/receivedQuantity"])
  })
})

describe("what a push looks like", () => {
  it.effect("goes to receiveOdo with the segment and method pushOrderInfo (D1-329 D1-330 D1-334 D1-369)", () =>
    Effect.gen(function*() {
      const { kept } = yield* pushed()
      assert.strictEqual(kept.requests[0]?.url.href, odo)
      assert.deepStrictEqual([lastSent(kept).envelope["method"], kept.events[0]?._tag], ["pushOrderInfo", "OutboundStatusChanged"])
    }))

  it.effect("goes to receiveAsn with method pushAsnInfo, for progress and for the end (D1-331 D1-332 D1-371)", () =>
    Effect.gen(function*() {
      const { client, kept } = callbacksJoined()
      for (const [phase, word] of [["receiving", "RECEIVING"], ["received", "FINISHED"]] as const) {
        const prepared = yield* Effect.fromResult(client.inboundProgress.prepare({ ...progress, phase }))
        yield* client.inboundProgress.deliver(prepared, { deliveryId: "d" })
        assert.deepStrictEqual([lastSent(kept).envelope["method"], lastSent(kept).content.wmsStatus], ["pushAsnInfo", word])
      }
      assert.strictEqual(kept.requests[0]?.url.href, asnPath)
    }))

  it.effect("carries the batchNo it is given, batch by batch (D1-372 D1-246 D1-247)", () =>
    Effect.gen(function*() {
      const { client, kept } = callbacksJoined()
      for (const batchNo of ["ASN-1-1", "ASN-1-2"]) {
        yield* client.inboundProgress.deliver(yield* Effect.fromResult(client.inboundProgress.prepare({ ...progress, batchNo })), { deliveryId: "d" })
        assert.strictEqual(lastSent(kept).content.batchNo, batchNo)
      }
      assert.deepStrictEqual(kept.events.map((event) => event._tag === "InboundProgressed" && event.progress.batchNo), ["ASN-1-1", "ASN-1-2"])
    }))

  it.effect("carries errorMsg for a failure, the warehouse's own word where it gives no reason (D1-370)", () =>
    Effect.gen(function*() {
      const { trackingNumber: _, ...failed } = { ...shipped, phase: "failed" as const, status: "lost" }
      const { kept } = yield* pushed({}, failed)
      assert.deepStrictEqual([lastSent(kept).content.errorMsg, lastSent(kept).content.trackNumber], ["lost", ""])
      const { kept: told } = yield* pushed({}, { ...failed, failedReason: "broken" })
      assert.strictEqual(lastSent(told).content.errorMsg, "broken")
    }))

  it.effect("a repeat carries the same content byte for byte, signed anew, under the same delivery id (D1-395)", () =>
    Effect.gen(function*() {
      const { client, kept } = callbacksJoined()
      const prepared = yield* Effect.fromResult(client.outboundStatus.prepare(shipped))
      const odd = { content: ` ${prepared.content} ` }
      for (const { content } of [prepared, prepared, odd]) {
        yield* client.outboundStatus.deliver({ content }, { deliveryId: "d-7" })
        assert.deepStrictEqual(lastSent(kept).envelope, { accessId: "acc-1", method: "pushOrderInfo", content, sign: signOf("acc-1", content) })
        assert.deepInclude(kept.requests.at(-1)!.headers as unknown as Array<unknown>, ["x-crossdock-delivery-id", "d-7"])
      }
      const moved = callbacksJoined({ client: { secretKey: Redacted.make("new key") }, caller: { secretKey: Redacted.make("new key") } })
      yield* moved.client.outboundStatus.deliver(prepared, { deliveryId: "d-7" })
      assert.strictEqual(lastSent(moved.kept).envelope["content"], prepared.content)
      assert.strictEqual(lastSent(moved.kept).envelope["sign"], signOf("acc-1", prepared.content, "new key"))
    }))

  it.effect("writes timestamps with 13 digits (D1-382 X-228 X-227)", () =>
    Effect.gen(function*() {
      const { kept } = yield* pushed({}, { ...shipped, shippedAt: at("2026-04-02T01:02:03Z") })
      assert.strictEqual(lastSent(kept).content.shippingTime, 1775091723000)
      const { client, kept: inbound } = callbacksJoined()
      const prepared = yield* Effect.fromResult(client.inboundProgress.prepare({ ...progress, finishedAt: at("2026-04-02T01:02:03Z") }))
      yield* client.inboundProgress.deliver(prepared, { deliveryId: "d" })
      assert.deepStrictEqual([lastSent(inbound).content.finishTime, lastSent(inbound).content.updateTime], [1775091723000, 1775091723456])
      const early = yield* Effect.flip(Effect.fromResult(client.inboundProgress.prepare({ ...progress, updatedAt: at("1999-01-01T00:00:00Z") })))
      assert.deepStrictEqual([early._tag, (early as Errors.RequestInvalid).path], ["RequestInvalid", "/updatedAt"])
    }))

  it.effect("writes received as good plus bad (D1-244)", () =>
    Effect.gen(function*() {
      const { client } = callbacksJoined()
      const lines = [{ sku: skuOf("S"), received: Quantity.of(9), good: Quantity.of(4), bad: Quantity.of(1) }, { sku: skuOf("T"), received: Quantity.of(2) }]
      const { content } = yield* Effect.fromResult(client.inboundProgress.prepare({ ...progress, lines }))
      assert.deepStrictEqual(JSON.parse(content).skuList, [
        { sku: "S", receivedQuantity: 5, goodQuantity: 4, badQuantity: 1 },
        { sku: "T", receivedQuantity: 2, goodQuantity: 2, badQuantity: 0 }
      ])
    }))

  it.effect("writes a shipped order as SUCCESS, or as JOIN where the profile says so, and both are read (D1-216 X-202 X-302)", () =>
    Effect.gen(function*() {
      for (const shippedPush of Profile.options.shippedPush) {
        const { kept } = yield* pushed({ client: { profile: profile({ shippedPush }) } })
        assert.strictEqual(lastSent(kept).content.status, shippedPush)
        assert.deepStrictEqual(kept.events[0]?._tag === "OutboundStatusChanged" && kept.events[0].status.phase, "shipped")
      }
      assert.strictEqual(Profile.defaults.shippedPush, "SUCCESS")
    }))

  it.effect("refuses to prepare a shipped order without a tracking number, and one without a warehouse (D1-210)", () =>
    Effect.gen(function*() {
      const { client } = callbacksJoined()
      const { trackingNumber: _, ...untracked } = shipped
      const reason = yield* Effect.flip(Effect.fromResult(client.outboundStatus.prepare(untracked)))
      assert.deepStrictEqual([reason._tag, (reason as Errors.RequestInvalid).path], ["RequestInvalid", "/trackingNumber"])
      const { warehouseCode: __, ...unplaced } = shipped
      const other = yield* Effect.flip(Effect.fromResult(client.outboundStatus.prepare(unplaced)))
      assert.strictEqual((other as Errors.RequestInvalid).path, "/warehouseCode")
    }))
})

describe("what the answer to a push means", () => {
  it.effect("takes success as text in any case and as a boolean (D1-338 X-104)", () =>
    Effect.gen(function*() {
      for (const success of ["true", "TRUE", true]) yield* answered({ success })
      for (const success of ["false", "False", false]) assert.strictEqual((yield* Effect.flip(answered({ success })))._tag, "FaultUnlisted")
      for (const success of ["yes", 1, null]) assert.strictEqual((yield* Effect.flip(answered({ success })))._tag, "ResponseInvalid")
    }))

  it.effect("reads the text from errorMsg, else from message (D1-340 D1-377 X-103)", () =>
    Effect.gen(function*() {
      const texts = [{ errorMsg: "a" }, { message: "a" }, { errorMsg: "a", message: "b" }]
      for (const text of texts) {
        const reason = yield* Effect.flip(answered({ success: "false", ...text }))
        assert.deepStrictEqual((reason as Errors.FaultUnlisted).fault, { code: "", message: "a" })
      }
    }))

  it.effect("a refusal is unlisted, and so sent again, unless a table lists it (D1-374)", () =>
    Effect.gen(function*() {
      const toReason = (text: string) => text === "final" ? new Errors.Rejected({ fault: { code: "", message: text } }) : undefined
      const said = (errorMsg: string) => Effect.map(Effect.flip(answered({ success: "false", errorMsg }, 200, { toReason })), ({ _tag }) => _tag)
      assert.deepStrictEqual([yield* said("not stored yet"), yield* said("final"), yield* said("MEMBER_INVALID: /status: x")], [
        "FaultUnlisted",
        "Rejected",
        "Rejected"
      ])
      assert.strictEqual(yield* said(refusal.errorMsg), "CredentialRejected")
    }))

  it.effect("an answer that cannot be read, and none at all, are reasons to send again (D1-373)", () =>
    Effect.gen(function*() {
      for (const [body, httpStatus, tag] of [["", 500, "PeerUnavailable"], ["<html>", 200, "PeerUnavailable"], ["{}", 200, "ResponseInvalid"]] as const) {
        const reason = yield* Effect.flip(answered(body, httpStatus))
        assert.deepStrictEqual([reason._tag, reason.mayHaveApplied], [tag, true])
      }
      const { result } = yield* pushed({ receive: () => Effect.die("full") })
      assert.strictEqual(result._tag, "Failure")
      assert.match(JSON.stringify(result), /INTERNAL/)
    }))

  it.effect("what client and server say to each other agrees (D1-376)", () =>
    Effect.gen(function*() {
      const { kept, result } = yield* pushed({ receive: () => refusing({ code: "ORDER_UNKNOWN", message: "no such order" }) })
      assert.strictEqual(lastAnswer(kept).success, "false")
      assert.match(JSON.stringify(result), /"code":"ORDER_UNKNOWN","message":"no such order"/)
    }))
})
