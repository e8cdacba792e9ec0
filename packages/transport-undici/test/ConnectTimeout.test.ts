import { Transport } from "@crossdock/core"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { afterEach, beforeEach, vi } from "vitest"
import { layer } from "../src/TransportUndici.ts"

// undici has one timer for all connections, which is a fake one when it is made in this file: so this is its only test.
beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }))
afterEach(() => void vi.useRealTimers())

const turn = Effect.callback<void>((resume) => void setImmediate(() => resume(Effect.void)))

/** undici looks at its timers twice a second, so a limit of 3 s is over within 4. */
const seconds = 5

it.live("a connection that does not come is given up within seconds, long before the exchange (U-123)", () => {
  let asked = 0
  return Effect.gen(function*() {
    const { send } = yield* Transport.Transport
    const request: Transport.Request = { method: "POST", url: new URL("http://peer.example/"), headers: [], body: "{}" }
    const fiber = yield* Effect.forkChild(Effect.flip(send(request)), { startImmediately: true })
    yield* Effect.repeat(turn, { until: () => asked > 0 })
    for (let passed = 0; passed < seconds * 1000; passed += 500) {
      vi.advanceTimersByTime(500)
      yield* turn
      yield* turn
      if (passed < 2000) assert.isUndefined(fiber.pollUnsafe())
    }
    assert.isDefined(fiber.pollUnsafe())
    const error = yield* Fiber.join(fiber)
    assert.strictEqual(error.phase, "connect")
    assert.propertyVal(error.cause, "code", "UND_ERR_CONNECT_TIMEOUT")
  }).pipe(Effect.provide(layer({ lookup: () => void asked++ })))
})
