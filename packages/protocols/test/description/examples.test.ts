/**
 * Every example of the specification, executed against the served protocol: its request is taken, and its answer is the one that the
 * server writes.
 */
import { Json } from "@crossdock/core"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { protocols } from "./All.ts"
import { requestOf, serverOf } from "./Served.ts"

/** An answer as a caller sees it, without the ids that each answer has of its own. */
const opened = (text: string): unknown => {
  const { requestId: _, ...body } = JSON.parse(text)
  if (typeof body.bizContent !== "string") return body
  const { traceId: __, ...content } = JSON.parse(body.bizContent)
  return { ...body, bizContent: content }
}

const now = 1_767_225_600_000

describe.each(protocols)("the examples of $name", (protocol) => {
  const serve = serverOf(protocol)

  it.effect.each([...protocol.operations, ...protocol.callbacks])("$method is answered as the page shows", (operation) =>
    Effect.gen(function*() {
      yield* TestClock.setTime(now)
      const { examples: { answer, request }, listMember } = operation
      const message = Json.stringify(listMember === undefined ? request : request[listMember]!)
      const response = yield* serve(requestOf(protocol, operation, message))
      assert.strictEqual(response.status, 200)
      assert.deepStrictEqual(opened(response.body), opened(protocol.answered(Json.stringify(answer))))
    }))
})
