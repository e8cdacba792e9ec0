/** What a service pushes, sent by the protocol's own client. */
import { AdapterError, type PlatformV1, Transport } from "@crossdock/core"
import { Profile, PushClient } from "@crossdock/protocols/platform-envelope"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { platformEnvelope, platformEnvelopeSigned } from "../src/Adapter.ts"
import { incoming } from "../src/Incoming.ts"
import { decoded, decodedSigned, order, type Written, written } from "./fixtures.ts"

/** A service that pushes to the plugin; what was stored stands in `events`. */
const service = Effect.fnUntraced(function*(options: {
  readonly settings?: Written
  readonly emit?: PlatformV1.StoreEvent
  readonly accessId?: string
  readonly secretKey?: string
  readonly webHookUrl?: string
} = {}) {
  const events: Array<PlatformV1.Event> = []
  const emit: PlatformV1.StoreEvent = options.emit ?? ((event) => Effect.sync(() => void events.push(event)))
  const receive = incoming(decodedSigned(options.settings), "UTC+8")
  const responses: Array<Transport.Response> = []
  const { deliver, prepare } = yield* PushClient.make({
    baseUrl: new URL("https://runner.example/callbacks/shop"),
    accessId: options.accessId ?? written.accessId,
    secretKey: Redacted.make(options.secretKey ?? written.secretKey),
    profile: Profile.defaults,
    timeZone: "UTC+8",
    ...(options.webHookUrl !== undefined && { webHookUrl: new URL(options.webHookUrl), allowsUrl: () => true })
  }).pipe(Effect.provideService(Transport.Transport, {
    send: (request) => Effect.tap(receive(request, emit), (response) => Effect.sync(() => void responses.push(response)))
  }))
  const push = (pushed = order) => Effect.flatMap(Effect.fromResult(prepare(pushed)), (prepared) => deliver(prepared, { deliveryId: "d-1" }))
  return { events, push, responses }
})

describe("pushed orders", () => {
  it.effect("become events, at the announced address and at the path of the document, and success means stored (P-383 U-39)", () =>
    Effect.gen(function*() {
      for (const webHookUrl of [undefined, "https://runner.example/callbacks/shop"]) {
        const { events, push, responses } = yield* service(webHookUrl === undefined ? {} : { webHookUrl })
        yield* push()
        assert.deepStrictEqual(events, [{ _tag: "OrderPushed", order }])
        assert.deepStrictEqual(JSON.parse(responses[0]!.body), { success: true, onlineOrderId: "P-1", shopId: 7 })
      }
    }))

  it.effect("have the phase that their status has in the settings (P-045 U-44)", () =>
    Effect.gen(function*() {
      const { events, push } = yield* service({ settings: { orderPhases: { TRADE_CLOSED: "cancelled" } } })
      yield* push({ ...order, phase: "closed", status: "TRADE_CLOSED" })
      assert.deepStrictEqual(events.map((event) => event._tag === "OrderPushed" && event.order.phase), ["cancelled"])
    }))

  it.effect("that could not be stored are answered with success false, so that they come again", () =>
    Effect.gen(function*() {
      const { push, responses } = yield* service({ emit: () => Effect.fail(new AdapterError.PeerUnavailable({ status: 503 })) })
      assert.strictEqual((yield* Effect.flip(push()))._tag, "FaultUnlisted")
      assert.strictEqual(JSON.parse(responses[0]!.body).success, false)
      assert.include(JSON.parse(responses[0]!.body).message, "NOT_STORED")
    }))

  it.effect("that the runner refuses for what they say are not asked for again", () =>
    Effect.gen(function*() {
      const { push, responses } = yield* service({ emit: () => Effect.fail(new AdapterError.Rejected({ fault: { code: "QUANTITY_TOO_LARGE", message: "too many" } })) })
      yield* Effect.flip(push())
      assert.strictEqual(JSON.parse(responses[0]!.body).message, "QUANTITY_TOO_LARGE: too many")
    }))

  it.effect("that the runner refuses name the member", () =>
    Effect.gen(function*() {
      const refused = new AdapterError.RequestInvalid({ path: "/order/total", message: "is too large" })
      const { push, responses } = yield* service({ emit: () => Effect.fail(refused) })
      yield* Effect.flip(push())
      assert.match(JSON.parse(responses[0]!.body).message, /^MEMBER_INVALID: .*is too large/)
    }))

  it.effect("of another account or with another key are refused alike, and nothing is stored (U-148)", () =>
    Effect.gen(function*() {
      const texts = new Set<string>()
      for (const wrong of [{ accessId: "acc-9" }, { secretKey: "another" }, { settings: { pushes: { secretKey: "their own key" } } }]) {
        const { events, push, responses } = yield* service(wrong)
        assert.strictEqual((yield* Effect.flip(push()))._tag, "CredentialRejected")
        assert.strictEqual(events.length, 0)
        texts.add(responses[0]!.body)
      }
      assert.strictEqual(texts.size, 1)
    }))

  it.effect("may be signed with credentials of their own", () =>
    Effect.gen(function*() {
      const { events, push } = yield* service({
        settings: { pushes: { accessId: "acc-2", secretKey: "their own key" } },
        accessId: "acc-2",
        secretKey: "their own key"
      })
      yield* push()
      assert.strictEqual(events.length, 1)
    }))

  it.effect("of another shop or platform are refused, and nothing is stored (U-147)", () =>
    Effect.gen(function*() {
      for (const wrong of [{ shopId: "8" }, { platform: "LAZADA" }]) {
        const { events, push, responses } = yield* service()
        yield* Effect.flip(push({ ...order, ...wrong }))
        assert.include(JSON.parse(responses[0]!.body).message, "SHOP_UNKNOWN")
        assert.strictEqual(events.length, 0)
      }
    }))

  it.effect("of a masked buyer are marked, or refused where the profile says so (U-61)", () =>
    Effect.gen(function*() {
      const masked = { ...order, receiver: { ...order.receiver, name: Redacted.make("J***"), isMasked: true } }
      const marking = yield* service()
      yield* marking.push(masked)
      const [event] = marking.events
      assert.isTrue(event?._tag === "OrderPushed" && event.order.receiver.isMasked)
      const refusing = yield* service({ settings: { profile: { maskedBuyer: "refuse" } } })
      yield* Effect.flip(refusing.push(masked))
      assert.strictEqual(refusing.events.length, 0)
    }))

  it("arrive at the callback URL itself, or at the path of the document below it", () => {
    const paths = ["", "/extApi/platform/pushOrder"]
    assert.deepStrictEqual(platformEnvelope.callbackPaths(decoded()), paths)
    assert.deepStrictEqual(platformEnvelopeSigned.callbackPaths(decodedSigned()), paths)
  })
})
