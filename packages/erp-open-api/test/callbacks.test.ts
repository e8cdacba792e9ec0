/**
 * The plugin against the protocol's own server, and against ERPs that answer otherwise.
 */
import { AdapterError, Decimal, ErpV1, InboundOrder, type Operation, type PlatformOrder, Transport } from "@crossdock/core"
import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { createHash } from "node:crypto"
import { answering, connect, erpServer, received, shipped } from "./fixtures.ts"

const status = ErpV1.ReceiveOutboundStatus
const progress = ErpV1.ReceiveInboundProgress

/** The digest as an ERP computes it that shares nothing with us. */
const signature = (accessId: string, content: string, secret: string) =>
  createHash("sha1").update(JSON.stringify({ accessId, content }) + secret, "utf8").digest("hex")

const ordered: PlatformOrder.PlatformOrder = {
  platform: "shop",
  shopId: "7",
  onlineOrderId: "A-1",
  createdAt: DateTime.makeUnsafe(1_772_330_584_123),
  modifiedAt: DateTime.makeUnsafe(1_772_330_584_456),
  phase: "open",
  status: "PAID",
  paymentMethod: "online",
  currency: "EUR",
  total: Decimal.fromText("4.50")!,
  freight: Decimal.fromText("0")!,
  receiver: { name: Redacted.make("Ada") },
  lines: [],
  raw: Redacted.make("{}")
}

/** An ERP that has taken this order. */
const takes = () => Effect.succeed({ status: 200, headers: [], body: "{\"success\":true,\"onlineOrderId\":\"A-1\",\"shopId\":7}" })

const reasonOf = (serve: Parameters<typeof connect>[0], more: Parameters<typeof connect>[1] = {}) =>
  Effect.gen(function*() {
    const { erp } = yield* connect(serve, more)
    const { reason } = yield* Effect.flip(erp.call(status, shipped))
    return reason
  })

describe("what is sent", () => {
  it.effect("an outbound status is posted as pushOrderInfo to receiveOdo under the configured segment (D1-329 D1-330 D1-334)", () =>
    Effect.gen(function*() {
      const { events, serve } = erpServer()
      const { envelope, erp, requests } = yield* connect(serve)
      yield* erp.call(status, shipped)
      assert.strictEqual(requests[0]?.method, "POST")
      assert.strictEqual(
        requests[0]?.url.href,
        "https://erp.example/base/sys/automatic/receiveOdo/sand%20box%2F%C3%BC"
      )
      assert.strictEqual(envelope(0).method, "pushOrderInfo")
      assert.deepStrictEqual(events, [{ _tag: "OutboundStatusChanged", status: shipped }])
    }))

  it.effect("inbound progress is posted as pushAsnInfo to receiveAsn (D1-331 D1-332)", () =>
    Effect.gen(function*() {
      const { events, serve } = erpServer()
      const { envelope, erp, requests } = yield* connect(serve, { baseUrl: "https://erp.example" })
      yield* erp.call(progress, received)
      assert.strictEqual(requests[0]?.method, "POST")
      assert.strictEqual(requests[0]?.url.href, "https://erp.example/sys/automatic/receiveAsn/sand%20box%2F%C3%BC")
      assert.strictEqual(envelope(0).method, "pushAsnInfo")
      assert.deepStrictEqual(events, [{ _tag: "InboundProgressed", progress: received }])
    }))

  it.effect("a callback carries accessId, method, content and sign, as a form or as JSON, and none may be missing (D1-333)", () =>
    Effect.gen(function*() {
      const { events, serve } = erpServer()
      for (const contentType of ["form", "json"]) {
        const { envelope, erp, requests } = yield* connect(serve, { profile: { contentType } })
        yield* erp.call(status, shipped)
        const { content = "", sign, ...rest } = envelope(0)
        assert.deepStrictEqual(rest, { accessId: "acc-1", method: "pushOrderInfo" })
        assert.strictEqual(sign, signature("acc-1", content, "s3cret"))
        for (const member of ["accessId", "method", "content", "sign"]) {
          const { [member]: _, ...others } = envelope(0)
          const body = contentType === "json" ? JSON.stringify(others) : new URLSearchParams(others).toString()
          const refused = yield* serve({ ...requests[0]!, body })
          assert.strictEqual(JSON.parse(refused.body).success, "false", member)
        }
      }
      assert.strictEqual(events.length, 2)
    }))

  it.effect("every state of an outbound order is told, a failure with its reason (D1-369 D1-370)", () =>
    Effect.gen(function*() {
      const { events, serve } = erpServer()
      const { envelope, erp } = yield* connect(serve)
      const { carrierName: _, lines: __, shippedAt: ___, trackingNumber: ____, ...open } = shipped
      const states = [
        { ...open, phase: "open", status: "picking" },
        shipped,
        { ...shipped, trackingNumber: "TN-2" },
        { ...open, phase: "cancelled", status: "cancelled" },
        { ...open, phase: "failed", status: "failed", failedReason: "no such street" }
      ] as const
      for (const state of states) yield* erp.call(status, state)
      const sent = states.map((_state, index) => JSON.parse(envelope(index).content ?? ""))
      assert.deepStrictEqual(sent.map((each) => each.status), ["SENDING", "SUCCESS", "SUCCESS", "CANCEL", "FAILED"])
      assert.deepStrictEqual(sent.map((each) => each.trackNumber), ["", "TN+1=%", "TN-2", "", ""])
      assert.deepStrictEqual(sent.map((each) => each.errorMsg), [undefined, undefined, undefined, undefined, "no such street"])
      assert.deepStrictEqual(events, states.map((state) => ({ _tag: "OutboundStatusChanged", status: state })))
    }))

  it.effect("receiving progress and completion are told, each with its own batchNo (D1-371 D1-372)", () =>
    Effect.gen(function*() {
      const { events, serve } = erpServer()
      const { envelope, erp } = yield* connect(serve)
      const finished: InboundOrder.InboundProgress = {
        ...received,
        phase: "received",
        status: "FINISHED",
        finishedAt: DateTime.makeUnsafe(1_772_330_590_000),
        batchNo: "ASN-1-2"
      }
      yield* erp.call(progress, received)
      yield* erp.call(progress, finished)
      const sent = [0, 1].map((index) => JSON.parse(envelope(index).content ?? ""))
      assert.deepStrictEqual(sent.map((each) => [each.wmsStatus, each.batchNo, each.finishTime]), [
        ["RECEIVING", "ASN-1-1", undefined],
        ["FINISHED", "ASN-1-2", 1_772_330_590_000]
      ])
      assert.deepStrictEqual(events, [received, finished].map((each) => ({ _tag: "InboundProgressed", progress: each })))
    }))

  it.effect("an attempt carries what was prepared byte for byte, and a sign of its own (D1-395)", () =>
    Effect.gen(function*() {
      const { events, serve } = erpServer()
      const lost = yield* connect((request) =>
        Effect.flatMap(serve(request), () => Effect.fail(new AdapterError.TransportFailed({ phase: "receive", cause: "reset" }))))
      const prepared = yield* Effect.fromResult(lost.erp.prepare(status, shipped))
      yield* Effect.flip(lost.erp.deliver(status, prepared, { deliveryId: "d-1" }))
      yield* Effect.flip(lost.erp.deliver(status, prepared, { deliveryId: "d-1" }))
      // Between two attempts the runner restarts, and the secret is changed on both sides.
      const stored = JSON.parse(JSON.stringify(prepared)) as Operation.PreparedMessage
      const rotated = erpServer({ secretKey: "changed" })
      const later = yield* connect(rotated.serve, { secretKey: "changed" })
      yield* later.erp.deliver(status, stored, { deliveryId: "d-1" })
      const attempts = [lost.envelope(0), lost.envelope(1), later.envelope(0)]
      for (const { content } of attempts) assert.strictEqual(content, prepared.content)
      assert.deepStrictEqual(attempts.map(({ sign }) => sign), [
        signature("acc-1", prepared.content, "s3cret"),
        signature("acc-1", prepared.content, "s3cret"),
        signature("acc-1", prepared.content, "changed")
      ])
      assert.strictEqual(events.length, 2)
      assert.strictEqual(rotated.events.length, 1)
      assert.deepStrictEqual(
        [...lost.requests, ...later.requests].map(({ headers }) => Transport.header(headers, "x-crossdock-delivery-id")),
        ["d-1", "d-1", "d-1"]
      )
    }))

  it.effect("what cannot be told is refused before anything is sent", () =>
    Effect.gen(function*() {
      const { erp, requests } = yield* connect(erpServer().serve)
      const { trackingNumber: _, ...untracked } = shipped
      const error = yield* Effect.flip(erp.call(status, untracked))
      assert.strictEqual(error.reason._tag, "RequestInvalid")
      assert.strictEqual(error.message, "erp-open-api.receiveOutboundStatus: RequestInvalid")
      assert.strictEqual(requests.length, 0)
    }))

  it.effect("an order of a shop goes to the address that the ERP has announced, and otherwise below its own (P-385)", () =>
    Effect.gen(function*() {
      const { erp, envelope, requests } = yield* connect(takes, { shopOrders: { accessId: "shop-1" } })
      const prepared = yield* Effect.fromResult(erp.prepare(ErpV1.ReceivePlatformOrder, ordered))
      yield* erp.deliver(ErpV1.ReceivePlatformOrder, prepared, { deliveryId: "d-1" })
      yield* erp.deliver(ErpV1.ReceivePlatformOrder, prepared, { deliveryId: "d-1", sendTo: new URL("https://hooks.example/orders?shop=7") })
      assert.deepStrictEqual(requests.map(({ url }) => url.href), ["https://erp.example/base/extApi/platform/pushOrder", "https://hooks.example/orders?shop=7"])
      assert.deepStrictEqual([0, 1].map((index) => { const { accessId, method } = envelope(index); return [accessId, method] }), [["shop-1", "pushOrder"], ["shop-1", "pushOrder"]])
      assert.strictEqual(envelope(0).content, envelope(1).content)
    }))

  it.effect("an order of a shop is signed with the account for orders of shops, and callbacks with their own", () =>
    Effect.gen(function*() {
      const accounts = [
        [{}, "acc-1", "s3cret"],
        [{ secretKey: "of shops" }, "acc-1", "of shops"],
        [{ accessId: "shop-1", secretKey: "of shops" }, "shop-1", "of shops"]
      ] as const
      for (const [shopOrders, accessId, secretKey] of accounts) {
        const { envelope, erp } = yield* connect(takes, { shopOrders })
        yield* erp.call(ErpV1.ReceivePlatformOrder, ordered)
        const { content = "", sign, ...rest } = envelope(0)
        assert.deepStrictEqual([rest["accessId"], sign], [accessId, signature(accessId, content, secretKey)])
        const { envelope: callback, erp: called } = yield* connect(erpServer().serve, { shopOrders })
        yield* called.call(status, shipped)
        assert.strictEqual(callback(0)["sign"], signature("acc-1", callback(0)["content"] ?? "", "s3cret"))
      }
    }))

  it.effect("an order of a shop is written in the variants that its settings name, and callbacks in theirs", () =>
    Effect.gen(function*() {
      for (const isChanged of [false, true]) {
        const shopOrders = isChanged ? { profile: { writeNull: true, hexCase: "upper" } } : {}
        const { envelope, erp } = yield* connect(takes, { shopOrders })
        yield* erp.call(ErpV1.ReceivePlatformOrder, ordered)
        const { content = "", sign = "" } = envelope(0)
        assert.deepStrictEqual([content.includes(":null"), sign === sign.toUpperCase()], [isChanged, isChanged])
        const { envelope: callback, erp: called } = yield* connect(erpServer().serve, { shopOrders })
        yield* called.call(status, shipped)
        const told = callback(0)
        assert.deepStrictEqual([told["content"]?.includes(":null"), told["sign"]], [false, signature("acc-1", told["content"] ?? "", "s3cret")])
      }
    }))
})

describe("what is answered", () => {
  it.effect("an unknown segment, an unknown accessId and a wrong sign get one answer, and the connection is told so (D1-335)", () =>
    Effect.gen(function*() {
      const { events, serve } = erpServer()
      const bodies: Array<string | undefined> = []
      for (const wrong of [{ warehouseExtraType: "other" }, { accessId: "acc-2" }, { secretKey: "other" }]) {
        const { erp, responses } = yield* connect(serve, wrong)
        const { reason } = yield* Effect.flip(erp.call(status, shipped))
        assert.strictEqual(reason._tag, "CredentialRejected")
        bodies.push(responses[0]?.body)
      }
      assert.strictEqual(new Set(bodies).size, 1)
      assert.strictEqual(JSON.parse(bodies[0] ?? "").success, "false")
      assert.deepStrictEqual(events, [])
    }))

  it.effect("a callback on the path of the other one is refused by the name of its method (D1-336)", () =>
    Effect.gen(function*() {
      const { events, serve } = erpServer()
      const { erp, responses } = yield* connect((request) =>
        serve({ ...request, url: new URL(request.url.href.replace("receiveOdo", "receiveAsn")) }))
      const { reason } = yield* Effect.flip(erp.call(status, shipped))
      assert.strictEqual(reason._tag, "Rejected")
      assert.match(AdapterError.describe(reason), /^METHOD_UNKNOWN: .*pushAsnInfo/)
      assert.strictEqual(JSON.parse(responses[0]?.body ?? "").success, "false")
      assert.deepStrictEqual(events, [])
    }))

  it.effect("success is a text, and a failure has its text in errorMsg (D1-337 D1-339 D1-377)", () =>
    Effect.gen(function*() {
      const taken = yield* connect(erpServer().serve)
      yield* taken.erp.call(status, shipped)
      assert.deepStrictEqual(JSON.parse(taken.responses[0]?.body ?? ""), { success: "true" })
      const refusing = erpServer({ receive: () => Effect.fail({ code: "ORDER_CLOSED", message: "no longer taken" }) })
      const refused = yield* connect(refusing.serve)
      const { reason } = yield* Effect.flip(refused.erp.call(status, shipped))
      assert.deepStrictEqual(JSON.parse(refused.responses[0]?.body ?? ""), {
        success: "false",
        errorMsg: "ORDER_CLOSED: no longer taken"
      })
      assert.strictEqual(AdapterError.describe(reason), "ORDER_CLOSED: no longer taken")
    }))

  it.effect("success is read as a text in any letter case and as a boolean, whatever the status (D1-338)", () =>
    Effect.gen(function*() {
      for (const success of ["true", "TRUE", "True", true]) {
        for (const httpStatus of [200, 500]) {
          const { erp } = yield* connect(answering({ success }, httpStatus))
          yield* erp.call(status, shipped)
        }
      }
      for (const success of ["false", "FALSE", false]) {
        assert.strictEqual((yield* reasonOf(answering({ success })))._tag, "FaultUnlisted")
      }
    }))

  it.effect("the text of a refusal is read from errorMsg or from message (D1-340)", () =>
    Effect.gen(function*() {
      const texts = [
        [{ success: "false", errorMsg: "one" }, "one"],
        [{ success: "false", message: "two" }, "two"],
        [{ success: "false", errorMsg: "one", message: "two" }, "one"],
        [{ success: false, errorMsg: "", message: "two" }, "two"]
      ] as const
      for (const [answer, text] of texts) {
        assert.strictEqual(AdapterError.describe(yield* reasonOf(answering(answer))), text)
      }
    }))

  it.effect("a refusal is final only when its text or code is listed (D1-374)", () =>
    Effect.gen(function*() {
      const refusal = { success: "false", errorMsg: "ORDER_CLOSED: order SO-1 is closed for good" }
      const lists = [
        [{}, "FaultUnlisted"],
        [{ "another text": "rejected" }, "FaultUnlisted"],
        [{ ORDER_CLOSED: "rejected" }, "Rejected"],
        [{ "another text": "rejected", "Closed For Good": "rejected" }, "Rejected"]
      ] as const
      for (const [listedFaults, tag] of lists) {
        const reason = yield* reasonOf(answering(refusal), { listedFaults })
        assert.strictEqual(reason._tag, tag)
        assert.deepStrictEqual("fault" in reason ? reason.fault : undefined, {
          code: "ORDER_CLOSED",
          message: "order SO-1 is closed for good"
        })
      }
    }))

  it.effect("an answer that is lost or unreadable proves nothing, so the callback is sent again (D1-373)", () =>
    Effect.gen(function*() {
      const page = "<!doctype html><title>502</title>"
      const html = [["content-type", "text/html"]] as const
      const failing = (phase: "connect" | "send" | "receive") => () =>
        Effect.fail(new AdapterError.TransportFailed({ phase, cause: "reset" }))
      const rows = [
        [failing("connect"), "TransportFailed"],
        [failing("send"), "TransportFailed"],
        [failing("receive"), "TransportFailed"],
        [answering(page, 200, html), "PeerUnavailable"],
        [answering(page, 502, html), "PeerUnavailable"],
        [answering("", 500), "PeerUnavailable"],
        [answering("oops", 503), "PeerUnavailable"],
        [answering("", 404), "PeerUnavailable"],
        [answering("", 302, [["location", "https://elsewhere.example"]]), "PeerUnavailable"],
        [answering("", 200), "ResponseInvalid"],
        [answering("{\"success\":\"tr", 200), "ResponseInvalid"],
        [answering("[]", 200), "ResponseInvalid"],
        [answering({ ok: true }, 200), "ResponseInvalid"],
        [answering({ success: "perhaps" }, 200), "ResponseInvalid"],
        [answering({ success: "false", errorMsg: "order unknown" }, 200), "FaultUnlisted"]
      ] as const
      for (const [serve, tag] of rows) {
        const reason = yield* reasonOf(serve)
        assert.strictEqual(reason._tag, tag)
        // None of them is a reason that ends a push.
        assert.notInclude(["Rejected", "RequestInvalid", "OperationUnsupported", "CredentialRejected", "Duplicate"], reason._tag)
      }
    }))

  it.effect("an ERP that asks to slow down is heard", () =>
    Effect.gen(function*() {
      const { erp } = yield* connect(answering({ success: "false" }, 429, [["retry-after", "7"]]))
      const error = yield* Effect.flip(erp.call(status, shipped))
      assert.strictEqual(error.reason._tag, "RateLimited")
      assert.deepStrictEqual(error.retryAfter, Duration.seconds(7))
    }))
})
