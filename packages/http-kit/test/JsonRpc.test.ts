import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { Authentication, JsonRpc } from "../src/index.ts"
import { answer, wire } from "./wire.ts"

const cancel = { method: "order.cancel", params: Schema.Struct({ reference: Schema.String }), result: Schema.Struct({ done: Schema.Boolean }) }
const open = (response: ReturnType<typeof answer>) => {
  const { provide, sent } = wire(() => response)
  const api = JsonRpc.make({ url: new URL("https://acme.test/rpc"), authentication: Authentication.none, faults: { "-32001": "CredentialRejected" } })
  return Effect.map(provide(api), (opened) => ({ ...opened, sent }))
}

describe("call", () => {
  it.effect("posts the method with its parameters and gives the result", () =>
    Effect.gen(function*() {
      const { call, sent } = yield* open(answer(200, { jsonrpc: "2.0", id: 1, result: { done: true } }))
      assert.deepStrictEqual(yield* call(cancel)({ reference: "A1" }), { done: true })
      assert.strictEqual(sent[0]!.body, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"order.cancel\",\"params\":{\"reference\":\"A1\"}}")
    }))

  it.effect.each([
    [200, { id: 1, error: { code: -32001, message: "m" } }, "CredentialRejected"],
    [200, { id: null, error: { code: -32700, message: "m" } }, "FaultUnlisted"],
    // An internal error may have come after the work.
    [200, { id: 1, error: { code: -32603, message: "m" } }, "PeerUnavailable"],
    [500, { id: 1, error: { code: -32001, message: "m" } }, "CredentialRejected"],
    [500, { id: 1, error: { code: -32603, message: "m" } }, "PeerUnavailable"],
    [200, { id: 2, result: { done: true } }, "ResponseInvalid"],
    [200, { id: 1 }, "ResponseInvalid"],
    [200, { id: 1, result: { done: 1 } }, "ResponseInvalid"],
    [200, "<html>", "PeerUnavailable"],
    [200, "", "ResponseInvalid"],
    [429, "", "RateLimited"]
  ] as const)("takes HTTP %i with %j for %s", ([status, body, tag]) =>
    Effect.gen(function*() {
      const { call } = yield* open(answer(status, body))
      assert.strictEqual((yield* Effect.flip(call(cancel)({ reference: "A1" })))._tag, tag)
    }))
})

describe("push", () => {
  it.effect("prepares the whole message and sends it with the id of the delivery", () =>
    Effect.gen(function*() {
      const { push, sent } = yield* open(answer(200, { id: 1, result: { done: true } }))
      const { deliver, prepare } = push({ ...cancel, idempotencyHeader: "x-delivery", toWire: (reference: string) => ({ reference }) })
      yield* deliver(Result.getOrThrow(prepare("A1")), { deliveryId: "d-1" })
      assert.include(sent[0]!.body, "\"reference\":\"A1\"")
      assert.deepStrictEqual(sent[0]!.headers.at(-1), ["x-delivery", "d-1"])
    }))
})
