/**
 * Client and server over the same tables, joined by a wire: every operation in every content type, and every order of the fields.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/testing/TestClock"
import { atNow, BooksV1, calls, doorOf, type Envelope, fieldsOf, joined, type Name, profile, read, requestOf } from "./support.ts"

const names = Object.keys(calls) as ReadonlyArray<Name>
const contentTypes = ["multipart", "urlencoded"] as const

/** What a value is as JSON: digits of decimals count, and how a decimal is held does not. */
const encoded = (name: Name, part: "payload" | "success", value: unknown) =>
  Schema.encodeSync(BooksV1.contract.operations[name][part] as unknown as Schema.Codec<unknown, unknown>)(value)

const ways = names.flatMap((name) => [
  [name, {}],
  [name, { contentType: "urlencoded" }],
  [name, { timestampUnit: "s", hexCase: "upper" }],
  [name, { numbersAsStrings: true }],
  [name, { batchSkuListMember: "skuVOList", successErrorCode: "0", locationMember: "locationCode", showEmptyType: "number", batchAllocatedType: "number", assemblyTime: "ms", originalAsnNumberType: "string", transferWeight: "scalar" }]
] as ReadonlyArray<readonly [Name, Readonly<Record<string, string | boolean>>]>)

describe("client and server", () => {
  it.effect.each(ways)("agree about %s, written with %j (E-010 E-011 E-026 E-045 E-121 E-435 E-539)", ([name, written]) =>
    atNow(Effect.gen(function*() {
      const { client, kept } = joined({ client: { profile: profile(written) }, caller: { profile: profile(written) } })
      const { payload, success } = calls[name]
      const answered = yield* client[name](payload as never)
      assert.deepStrictEqual(encoded(name, "success", answered), encoded(name, "success", success))
      assert.deepStrictEqual(kept.dispatched.map(({ operation }) => operation), [name])
      assert.deepStrictEqual(encoded(name, "payload", kept.dispatched[0]!.payload), encoded(name, "payload", payload))
      assert.deepStrictEqual(kept.findings, [])
    })))

  it.effect.each(names)("send %s as a POST with appId, timestamp and sign to its path (E-001 E-002 E-003 E-004 E-762 E-763 E-764)", (name) =>
    atNow(Effect.gen(function*() {
      for (const [version, path] of [["v1", `/base/api/v1/${doorOf(name)}`], ["v2", `/base/api/v2/${doorOf(name)}`]] as const) {
        const { client, kept } = joined({ client: { profile: profile({ version }) } })
        yield* client[name](calls[name].payload as never)
        const [{ body, method, url }] = kept.requests as unknown as [{ readonly body: string; readonly method: string; readonly url: URL }]
        assert.deepStrictEqual([method, url.pathname], ["POST", path])
        for (const field of ["appId", "serviceType", "bizParam", "timestamp", "sign"]) assert.include(body, `name="${field}"`)
      }
    })))
})

const permutations = <A>(all: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A>> =>
  all.length < 2 ? [all] : all.flatMap((first, at) => permutations(all.toSpliced(at, 1)).map((rest) => [first, ...rest]))

describe.each(contentTypes)("a form as %s", (contentType) => {
  const fields = fieldsOf()
  const orders = permutations(Object.keys(fields) as ReadonlyArray<keyof Envelope.Fields>)

  it.effect("is accepted with its fields in any order, and with others beside them, which are not signed (E-012 E-014)", () =>
    atNow(Effect.gen(function*() {
      assert.strictEqual(orders.length, 120)
      for (const [at, order] of orders.entries()) {
        const { serve } = joined()
        const pairs = order.map((name): readonly [string, string] => [name, fields[name]]).toSpliced(at % 6, 0, ["extra", "1"])
        const { content, envelope } = read(yield* serve(requestOf(Object.fromEntries(pairs), contentType)))
        assert.deepStrictEqual([envelope.state, content.state], ["success", "success"], order.join())
      }
    })))

  it.effect("is refused with HTTP 400 where a field occurs twice (E-013)", () =>
    atNow(Effect.gen(function*() {
      const { kept, serve } = joined()
      const request = requestOf(fields, contentType)
      const doubled = { ...request, body: request.body.replace(/^(-[^]*?appId[^]*?\r\n)(?=--)|^(appId=[^&]*&)/, "$&$&") }
      assert.notStrictEqual(doubled.body, request.body)
      const response = yield* serve(doubled)
      assert.deepStrictEqual([response.status, read(response).envelope.errorCode, kept.dispatched.length], [400, "DATA_INPUT_ERROR", 0])
    })))

  it.effect.each([
    "{\"asnNumber\":\"<A&B>\"}",
    "{\"asnNumber\":\"\\u003cA\\u0026B\\u003e\"}",
    " { \"asnNumber\" : \"<A&B>\" }\n",
    "{\"other\":1.0,\"asnNumber\":\"<A&B>\"}"
  ])("is verified over bizParam as it came, and read: %j (E-017 E-766 E-767 E-768)", (bizParam) =>
    atNow(Effect.gen(function*() {
      const { kept, serve } = joined()
      yield* serve(requestOf(fieldsOf({ bizParam }), contentType))
      assert.deepStrictEqual(kept.dispatched.map(({ info, payload }) => [info.content, payload]), [[bizParam, { asnNumber: "<A&B>" }]])
    })))
})

describe("a call that is made again", () => {
  it.effect("has the same bizParam byte for byte, a new timestamp and a new sign (E-790)", () =>
    Effect.gen(function*() {
      const { client, kept } = joined({ client: { profile: profile({ contentType: "urlencoded" }) } })
      for (const later of [0, 5000]) yield* Effect.andThen(atNow(Effect.void), Effect.andThen(TestClock.adjust(later), client.submitInboundOrder(calls.submitInboundOrder.payload as never)))
      const [first, second] = kept.requests.map(({ body }) => Object.fromEntries(new URLSearchParams(body)))
      assert.strictEqual(first!["bizParam"], second!["bizParam"])
      assert.strictEqual(Number(second!["timestamp"]) - Number(first!["timestamp"]), 5000)
      assert.notStrictEqual(first!["sign"], second!["sign"])
    }))
})
