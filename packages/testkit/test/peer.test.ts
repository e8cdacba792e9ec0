import { AdapterError, Transport } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { assert, describe } from "vitest"
import { it } from "../src/index.ts"
import * as Peer from "../src/peers/Peer.ts"

const request: Transport.Request = { method: "POST", url: new URL("http://peer.test/orders"), headers: [], body: "" }

const answerOf = (slowsDown: boolean) => {
  const peer = Peer.make({
    slowsDown,
    revision: () => 0,
    serve: (_, mode) =>
      Effect.map(Clock.currentTimeMillis, (now) => ({
        status: 200,
        headers: mode.is("rate-limit") ? [["x-reset", String(now + 7000)]] : [],
        body: ""
      }))
  })
  return Effect.gen(function*() {
    const { send } = yield* Transport.Transport
    yield* peer.setFault("rate-limit")
    const limited = yield* send(request)
    yield* peer.setFault("none")
    return { limited, requests: yield* peer.requests, free: yield* send(request) }
  }).pipe(Effect.provide(peer.layer), Effect.mapError((error: AdapterError.TransportFailed) => error.phase))
}

describe("a peer that asks to slow down", () => {
  it.effect("is spoken for by the wire, and sees nothing of the request (U-21)", () =>
    Effect.map(answerOf(false), ({ free, limited, requests }) => {
      assert.deepStrictEqual([limited.status, Transport.header(limited.headers, "retry-after"), requests, free.headers.length], [429, "7", 0, 0])
    }))

  it.effect("says so in words of its own (U-21)", () =>
    Effect.map(Effect.zip(answerOf(true), Clock.currentTimeMillis), ([{ free, limited }, now]) => {
      assert.deepStrictEqual([limited.status, Transport.header(limited.headers, "x-reset"), free.headers.length], [200, String(now + 7000), 0])
    }))
})
