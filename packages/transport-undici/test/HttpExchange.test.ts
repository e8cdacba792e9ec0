import type { AdapterError, Transport } from "@crossdock/core"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type { Dispatcher } from "undici"
import { exchange, type Progress } from "../src/HttpExchange.ts"

const request: Transport.Request = { method: "POST", url: new URL("http://peer.example/service"), headers: [], body: "{}" }

/** A controller that keeps why the exchange was stopped. */
class Controller implements Dispatcher.DispatchController {
  readonly paused = false
  reason: Error | null = null
  get aborted(): boolean {
    return this.reason !== null
  }
  abort(reason: Error): void {
    this.reason = reason
  }
  pause(): void {}
  resume(): void {}
}

/** How an exchange ends whose dispatcher does this with its handler. */
const failure = (dispatch: (handler: Dispatcher.DispatchHandler) => void): Effect.Effect<AdapterError.TransportFailed, Transport.Response> =>
  Effect.suspend(() => {
    const progress: Progress = { phase: "connect" }
    const dispatcher = {
      dispatch: (_options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler) => {
        dispatch(handler)
        return true
      }
    }
    return Effect.flip(exchange(dispatcher, request, progress))
  })

it.effect("a failure before the request was announced is one of the phase connect", () =>
  Effect.gen(function*() {
    const { mayHaveApplied, phase } = yield* failure((handler) => handler.onResponseError?.(new Controller(), new Error("refused")))
    assert.deepStrictEqual([phase, mayHaveApplied], ["connect", false])
  }))

it.effect("a failure while the request is written is one of the phase send, after which the peer may have acted", () =>
  Effect.gen(function*() {
    const { mayHaveApplied, phase } = yield* failure((handler) => {
      const controller = new Controller()
      handler.onRequestStart?.(controller, null)
      handler.onResponseError?.(controller, new Error("reset"))
    })
    assert.deepStrictEqual([phase, mayHaveApplied], ["send", true])
  }))

it.effect("a failure behind the last byte of the request is one of the phase receive", () =>
  Effect.gen(function*() {
    const { phase } = yield* failure((handler) => {
      const controller = new Controller()
      handler.onRequestStart?.(controller, null)
      handler.onRequestSent?.()
      handler.onResponseError?.(controller, new Error("reset"))
    })
    assert.strictEqual(phase, "receive")
  }))

it.effect("a request that a dispatcher begins a second time is stopped before a byte of it leaves again", () =>
  Effect.gen(function*() {
    for (const isSent of [false, true]) {
      const [first, second] = [new Controller(), new Controller()]
      const { phase } = yield* failure((handler) => {
        handler.onRequestStart?.(first, null)
        if (isSent) handler.onRequestSent?.()
        handler.onRequestStart?.(second, null)
        handler.onResponseError?.(second, second.reason ?? new Error("it was begun again"))
      })
      assert.isFalse(first.aborted)
      assert.match(String(second.reason), /never sent a second time/)
      assert.strictEqual(phase, isSent ? "receive" : "send")
    }
  }))
