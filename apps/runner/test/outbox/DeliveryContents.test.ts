import { assert, describe, it } from "@effect/vitest"
import { ErpV1, type Operation } from "@crossdock/core"
import { Arbitrary } from "effect"
import * as BigDecimal from "effect/BigDecimal"
import * as Effect from "effect/Effect"
import * as DeliveryContents from "../../src/outbox/DeliveryContents.ts"

/** Contents over a vault that encrypts nothing, and knows its texts apart. */
const contents = () => {
  let sealed = 0
  return DeliveryContents.make({
    vault: { seal: (_: string, text: string) => `${++sealed} ${text}`, open: (_: string, text: string) => Effect.succeed(text.slice(text.indexOf(" ") + 1)) } as never,
    connections: {} as never,
    completion: { complete: (_, payload) => Effect.succeed(payload), addressOf: () => Effect.undefined }
  })
}

/** The same with each decimal as its digits: 5E+1 and 50 are one number. */
const plain = (value: unknown): unknown => {
  if (BigDecimal.isBigDecimal(value)) return BigDecimal.format(BigDecimal.normalize(value))
  if (Array.isArray(value)) return value.map(plain)
  const isPlain = typeof value === "object" && value !== null && [Object.prototype, null].includes(Object.getPrototypeOf(value))
  return isPlain ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)])) : value
}

describe("the payload of a delivery", () => {
  it.effect.each(Object.values<Operation.Any>(ErpV1.contract.operations))("is the same from memory as from the database, however it was stored: $name", (operation) =>
    Effect.gen(function*() {
      const { read, seal } = contents()
      const result = yield* Arbitrary.checkEffect(Arbitrary.schema(operation.payload), (payload) =>
        Effect.gen(function*() {
          const row = { id: "d", payload_sealed: seal("d", operation, payload)! } as never
          // The second finds nothing in memory any more.
          const [kept, stored] = [yield* read(row, operation), yield* read(row, operation)]
          assert.deepStrictEqual(plain(kept), plain(stored))
          return true
        }), { seed: 1, runs: 200, maxDiscards: 200_000 })
      assert.isUndefined(Arbitrary.formatCheckFailure(result))
    }))
})
