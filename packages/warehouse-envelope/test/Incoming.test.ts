/**
 * What a provider reports, sent by the protocol's own client.
 */
import { AdapterError, ErpV1, type Operation, Transport, type WarehouseV1 } from "@crossdock/core"
import { CallbackClient, Profile } from "@crossdock/protocols/warehouse-envelope"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { incoming } from "../src/Incoming.ts"
import { decoded, received, shipped, type Written, written } from "./fixtures.ts"

const callbacks = { warehouseExtraType: "acme" }

/** A provider that reports to the plugin; what was stored stands in `events`. */
const provider = Effect.fnUntraced(function*(options: {
  readonly settings?: Written
  readonly emit?: WarehouseV1.StoreEvent
  readonly extraType?: string
  readonly accessId?: string
  readonly secretKey?: string
} = {}) {
  const events: Array<WarehouseV1.Event> = []
  const emit: WarehouseV1.StoreEvent = options.emit ?? ((event) => Effect.sync(() => void events.push(event)))
  const receive = incoming(decoded(options.settings ?? { callbacks }), "UTC+8")
  const serve = (request: Transport.Request) => receive(request, emit)
  const responses: Array<Transport.Response> = []
  const pushes = yield* CallbackClient.make({
    baseUrl: "https://runner.example/in",
    extraType: options.extraType ?? "acme",
    accessId: options.accessId ?? written.accessId,
    secretKey: Redacted.make(options.secretKey ?? written.secretKey),
    profile: Profile.defaults,
    timeZone: "UTC+8"
  }).pipe(Effect.provideService(Transport.Transport, {
    send: (request) => Effect.tap(serve(request), (response) => Effect.sync(() => void responses.push(response)))
  }))
  const push = <O extends typeof ErpV1.ReceiveOutboundStatus | typeof ErpV1.ReceiveInboundProgress>(
    { deliver, prepare }: Operation.PreparedHandler<O>,
    payload: O["payload"]["Type"]
  ) => Effect.flatMap(Effect.fromResult(prepare(payload)), (prepared) => deliver(prepared, { deliveryId: "d-1" }))
  return {
    events,
    responses,
    reportsOutbound: push(pushes.outboundStatus, shipped),
    reportsInbound: push(pushes.inboundProgress, received)
  }
})

describe("callbacks of the provider", () => {
  it.effect("both become events, and success means stored", () =>
    Effect.gen(function*() {
      const { events, reportsInbound, reportsOutbound, responses } = yield* provider()
      yield* reportsOutbound
      yield* reportsInbound
      assert.deepStrictEqual(events, [
        { _tag: "OutboundStatusChanged", status: shipped },
        { _tag: "InboundProgressed", progress: received }
      ])
      assert.deepStrictEqual(responses.map(({ body }) => body), ["{\"success\":\"true\"}", "{\"success\":\"true\"}"])
    }))

  it.effect("what could not be stored is answered with success false, so that it comes again", () =>
    Effect.gen(function*() {
      const { reportsOutbound, responses } = yield* provider({
        emit: () => Effect.fail(new AdapterError.PeerUnavailable({ status: 503 }))
      })
      const reason = yield* Effect.flip(reportsOutbound)
      assert.strictEqual(reason._tag, "FaultUnlisted")
      assert.strictEqual(JSON.parse(responses[0]!.body).success, "false")
    }))

  it.effect("what a report says is refused without asking for the same report again", () =>
    Effect.gen(function*() {
      const { reportsOutbound, responses } = yield* provider({
        emit: () => Effect.fail(new AdapterError.Rejected({ fault: { code: "QUANTITY_TOO_LARGE", message: "too many; send it corrected" } }))
      })
      yield* Effect.flip(reportsOutbound)
      assert.deepStrictEqual(JSON.parse(responses[0]!.body), { success: "false", errorMsg: "QUANTITY_TOO_LARGE: too many; send it corrected" })
    }))

  it.effect("a credential of their own is theirs alone (D1-363)", () =>
    Effect.gen(function*() {
      const settings = { callbacks: { warehouseExtraType: "acme", accessId: "acc-2", secretKey: "call-key" } }
      const own = yield* provider({ settings, accessId: "acc-2", secretKey: "call-key" })
      yield* own.reportsOutbound
      assert.strictEqual(own.events.length, 1)
      const others = yield* provider({ settings })
      assert.strictEqual((yield* Effect.flip(others.reportsOutbound))._tag, "CredentialRejected")
      assert.strictEqual(others.events.length, 0)
    }))

  it.effect("another segment, id or key is one and the same refusal and stores nothing (D1-335 D1-341 D1-406)", () =>
    Effect.gen(function*() {
      const texts = new Set<string>()
      for (const wrong of [{ extraType: "other" }, { accessId: "acc-9" }, { secretKey: "other" }, { settings: {} }]) {
        const { events, reportsOutbound, responses } = yield* provider(wrong)
        assert.strictEqual((yield* Effect.flip(reportsOutbound))._tag, "CredentialRejected")
        assert.strictEqual(events.length, 0)
        texts.add(responses[0]!.body)
      }
      assert.strictEqual(texts.size, 1)
    }))
})
