/**
 * Every example of the specification, executed against the served protocol: its request is taken, and its answer is the one that the
 * server writes.
 */
import { Json } from "@crossdock/core"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { protocols } from "./All.ts"
import { refusalIn, unknownOf, unsigned } from "./Faults.ts"
import { messageOf } from "./Model.ts"
import { now, opened, requestOf, serverOf } from "./Served.ts"

describe.each(protocols)("the examples of $name", (protocol) => {
  const serve = serverOf(protocol)

  it.effect.each([...protocol.operations, ...protocol.callbacks])("$method is answered as the page shows", (operation) =>
    Effect.gen(function*() {
      yield* TestClock.setTime(now)
      const response = yield* serve(requestOf(protocol, operation, messageOf(operation)))
      assert.strictEqual(response.status, 200)
      assert.deepStrictEqual(opened(response.body), opened(protocol.answered(Json.stringify(operation.examples.answer))))
    }))
})

describe.each(protocols)("a call of $name with several faults", (protocol) => {
  const serve = serverOf(protocol)
  const operation = protocol.operations.find(({ listMember, request }) => listMember === undefined && request.members.some(({ need }) => need === "required"))!
  const message = Json.stringify(operation.examples.request)
  const codeOf = (request: ReturnType<typeof requestOf>) => Effect.map(serve(request), ({ body }) => refusalIn(body)?.code)

  it.effect("is refused for the form first, then for its authentication, its operation and its JSON", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(now)
      const unknown = unknownOf(operation, "noSuchOperation")
      const isOfDocument3 = protocol.document === "3"
      const input = (code: string) => isOfDocument3 ? "DATA_INPUT_ERROR" : code
      assert.strictEqual(yield* codeOf(unsigned({ ...requestOf(protocol, unknown, "{"), method: "GET" })), input("HTTP_METHOD_INVALID"))
      assert.strictEqual(yield* codeOf(unsigned(requestOf(protocol, unknown, message))), isOfDocument3 ? "AUTH_001" : "SIGNATURE_INVALID")
      if (protocol.envelope === undefined) return
      assert.strictEqual(yield* codeOf(unsigned(requestOf(protocol, operation, "{"))), isOfDocument3 ? "AUTH_001" : "SIGNATURE_INVALID")
      assert.strictEqual(yield* codeOf(requestOf(protocol, unknown, "{")), isOfDocument3 ? "SERVICE_TYPE_NOT_EXIST" : "METHOD_UNKNOWN")
    }))

  if (protocol.envelope !== undefined) it.effect("is refused where a member occurs twice inside the message, whichever of the two is right (U-128)", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(now)
      const { name } = operation.request.members.find(({ need }) => need === "required")!
      for (const twice of [`{"${name}":null,${message.slice(1)}`, `${message.slice(0, -1)},"${name}":null}`]) {
        assert.strictEqual(yield* codeOf(requestOf(protocol, operation, twice)), protocol.document === "3" ? "DATA_INPUT_ERROR" : "CONTENT_INVALID")
      }
    }))
})
