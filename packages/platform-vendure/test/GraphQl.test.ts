/** Both layers of Vendure's errors, and answers that are none of Vendure's. */
import { PlatformV1 } from "@crossdock/core"
import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { open, openWith } from "./fixtures.ts"

const { ListLocations } = PlatformV1

const failure = (response: Parameters<typeof openWith>[0]) => Effect.flip(openWith(response).adapter.call(ListLocations, {}))
const thrown = (code: string | undefined, message = "something is wrong") => JSON.stringify({ errors: [{ message, ...(code && { extensions: { code } }) }], data: null })

describe("an answer of Vendure", () => {
  it.effect.each([
    ["FORBIDDEN", 200, "CredentialRejected"],
    ["UNAUTHORIZED", 200, "CredentialRejected"],
    ["FORBIDDEN", 403, "CredentialRejected"],
    ["CHANNEL_NOT_FOUND", 200, "CredentialRejected"],
    ["USER_INPUT_ERROR", 200, "Rejected"],
    ["ENTITY_NOT_FOUND", 200, "Rejected"],
    ["GRAPHQL_VALIDATION_FAILED", 400, "Rejected"],
    ["INTERNAL_SERVER_ERROR", 200, "PeerUnavailable"],
    ["SOMETHING_NEW", 200, "FaultUnlisted"],
    [undefined, 200, "PeerUnavailable"]
  ] as const)("with the error %s and status %i is %s (D1-376 U-09 U-10 U-148)", ([code, status, reason]) =>
    Effect.map(failure({ status, body: thrown(code) }), (error) => assert.strictEqual(error.reason._tag, reason)))

  it.effect("passes on no text that may quote a person's data or a secret (D1-359)", () =>
    Effect.gen(function*() {
      for (const code of ["INTERNAL_SERVER_ERROR", undefined]) {
        const error = yield* failure({ body: thrown(code, "duplicate key: jane@shop.example") })
        assert.notInclude(JSON.stringify(error), "jane")
      }
      // Vendure quotes the token of a channel that it does not know.
      const channel = yield* failure({ body: thrown("CHANNEL_NOT_FOUND", "No Channel with the token \"jane-token\" could be found") })
      assert.notInclude(JSON.stringify(channel), "jane")
      for (const code of ["USER_INPUT_ERROR", "SOMETHING_NEW"]) {
        const said = yield* failure({ body: thrown(code, "stockOnHand cannot be a negative value") })
        assert.include(JSON.stringify(said), "negative value")
      }
    }))

  it.effect("from a proxy, cut off, or of another shape is no success (D1-030 U-09 U-21)", () =>
    Effect.gen(function*() {
      const page = yield* failure({ body: "<html>maintenance</html>" })
      assert.deepStrictEqual([page.reason._tag, page.isRetryable], ["PeerUnavailable", true])
      assert.strictEqual((yield* failure({ status: 502, body: "<html>" })).reason._tag, "PeerUnavailable")
      for (const body of ["", "{\"data\":", "[]", "{}", "{\"data\":null}", "{\"data\":{\"list\":{}}}"]) {
        assert.strictEqual((yield* failure({ body })).reason._tag, "ResponseInvalid", body)
      }
      const limited = yield* failure({ status: 429, headers: [["retry-after", "7"]], body: "" })
      assert.strictEqual(Duration.toMillis(limited.retryAfter!), 7000)
    }))

  it.effect("is asked for with the key and the channel in their headers", () =>
    Effect.gen(function*() {
      const { adapter, sent } = open(() => ({ data: { list: { items: [], totalItems: 0 } } }), { channelToken: "token-of-the-channel" })
      yield* adapter.call(ListLocations, {})
      const { headers, method, url } = sent[0]!.request
      assert.deepStrictEqual([method, url.href], ["POST", "https://shop.example/admin-api"])
      assert.deepInclude(Object.fromEntries(headers), { "vendure-api-key": "key-of-the-shop", "vendure-token": "token-of-the-channel" })
    }))

  it.effect("is read to the end of a list, leaves out a record that cannot be read, and refuses an endless list", () =>
    Effect.gen(function*() {
      const all = Array.from({ length: 150 }, (_, at) => (at === 3 ? { name: "no id" } : { id: String(at), name: at === 4 ? "" : `L${at}` }))
      const { adapter, sent } = open(({ variables: { options } }) => ({ data: { list: { totalItems: 150, items: all.slice(options.skip, options.skip + options.take) } } }))
      const found = yield* adapter.call(ListLocations, {})
      assert.strictEqual(found.items.length, 149)
      assert.deepStrictEqual(found.items[3], { code: "4", name: "4" })
      assert.deepStrictEqual(sent.map(({ variables }) => variables["options"].skip), [0, 100])
      const empty = open(() => ({ data: { list: { totalItems: 5, items: [] } } }))
      assert.deepStrictEqual(yield* empty.adapter.call(ListLocations, {}), { items: [] })
    }))
})
