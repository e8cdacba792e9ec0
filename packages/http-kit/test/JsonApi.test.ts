import { AdapterError, Json, Transport } from "@crossdock/core"
import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { Authentication, JsonApi, JsonNumber, Refusal } from "../src/index.ts"
import { answer, wire } from "./wire.ts"

const open = (serve: Parameters<typeof wire>[0], options: Partial<JsonApi.Options> = {}) => {
  const { provide, sent } = wire(serve)
  const api = JsonApi.make({
    baseUrl: new URL("https://acme.test/v2/?tenant=7"),
    authentication: Authentication.bearer(Redacted.make("key")),
    ...options
  })
  return Effect.map(provide(api), (opened) => ({ ...opened, sent }))
}

const order = { route: "GET /orders/{number}", response: Schema.Struct({ id: Schema.String }) } as const
const fails = (response: Transport.Response, options: Partial<JsonApi.Options> = {}, statuses = {}) =>
  Effect.gen(function*() {
    const { call } = yield* open(() => response, options)
    return yield* Effect.flip(call({ ...order, statuses })({ path: { number: "1" } }))
  })

describe("call", () => {
  it.effect("joins base URL, path and query, and proves who calls", () =>
    Effect.gen(function*() {
      const { call, sent } = yield* open(() => answer(200, { id: "7", added: true }))
      const found = yield* call(order)({ path: { number: "A/1 ?" }, query: { tag: ["a", "b&c"], page: 2, absent: undefined } })
      assert.deepStrictEqual(found, { id: "7" })
      assert.strictEqual(sent[0]!.url.href, "https://acme.test/v2/orders/A%2F1%20%3F?tenant=7&tag=a&tag=b%26c&page=2")
      assert.deepStrictEqual([sent[0]!.method, sent[0]!.body], ["GET", ""])
      assert.strictEqual(Transport.header(sent[0]!.headers, "authorization"), "Bearer key")
      assert.isUndefined(Transport.header(sent[0]!.headers, "content-type"))
    }))

  it.effect("encodes the body and decodes the answer with every digit", () =>
    Effect.gen(function*() {
      const { call, sent } = yield* open(() => answer(200, "{\"id\":9007199254740993001,\"fee\":1.50}"))
      const create = call({
        route: "POST /orders",
        body: Schema.Struct({ weight: JsonNumber.FromDecimal }),
        response: Schema.Struct({ id: JsonNumber.Digits, fee: JsonNumber.FromDecimal })
      })
      const { fee, id } = yield* create({ body: { weight: Schema.decodeSync(JsonNumber.FromDecimal)(new Json.Numeral("0.10")) } })
      assert.deepStrictEqual([sent[0]!.body, id, fee.value, fee.scale], ["{\"weight\":0.10}", "9007199254740993001", 150n, 2])
      assert.strictEqual(Transport.header(sent[0]!.headers, "content-type"), "application/json")
    }))

  it.effect("returns the answer as the peer wrote it, if that is asked for (P-085)", () =>
    Effect.gen(function*() {
      const body = "{ \"id\":\"7\", \"fee\":1.50 }"
      const { callAndKeep } = yield* open(() => answer(200, body))
      assert.deepStrictEqual(yield* callAndKeep(order)({ path: { number: "7" } }), { value: { id: "7" }, body })
    }))

  it.effect("sends JSON as it is given, and takes an answer without a body", () =>
    Effect.gen(function*() {
      const { call, sent } = yield* open(() => answer(204))
      yield* call({ route: "DELETE /orders", response: Schema.Undefined })({ body: { ids: [new Json.Numeral("1234567890123456789")] } })
      assert.strictEqual(sent[0]!.body, "{\"ids\":[1234567890123456789]}")
    }))

  it.effect.each(["", ".", "..", "\ud800"])("sends nothing where a value cannot stand in the path: %j", (number) =>
    Effect.gen(function*() {
      const { call, sent } = yield* open(() => answer(200, {}))
      const reason = yield* Effect.flip(call(order)({ path: { number } }))
      assert.deepStrictEqual([reason._tag, sent.length], ["RequestInvalid", 0])
    }))

  it.effect("tells the place where an answer is wrong, and not what stands there", () =>
    Effect.gen(function*() {
      const reason = yield* fails(answer(200, { id: { name: "Jane Doe" } }))
      assert.strictEqual(reason._tag === "ResponseInvalid" && reason.cause, "the answer of GET /orders/{number} does not have the promised shape at /id")
      assert.notInclude(JSON.stringify(reason), "Jane")
    }))

  it.effect.each([
    [200, "", "ResponseInvalid"],
    [200, "no JSON", "ResponseInvalid"],
    [200, " <html>", "PeerUnavailable"],
    [302, "", "PeerUnavailable"],
    [400, "", "PeerUnavailable"],
    [401, "", "CredentialRejected"],
    [403, "", "CredentialRejected"],
    [403, "<!doctype html>", "PeerUnavailable"],
    [404, "", "PeerUnavailable"],
    [408, "", "PeerUnavailable"],
    [409, "", "PeerUnavailable"],
    [429, "", "RateLimited"],
    [500, "", "PeerUnavailable"],
    [503, "<html>", "PeerUnavailable"]
  ] as const)("takes HTTP %i with the body %j for %s", ([status, body, tag]) =>
    Effect.gen(function*() {
      assert.strictEqual((yield* fails(answer(status, body)))._tag, tag)
    }))

  it.effect("takes a status for what the tables say, that of the call first", () =>
    Effect.gen(function*() {
      const statuses = { 404: "Rejected", 409: "Duplicate" } as const
      const tags = [
        (yield* fails(answer(404), { statuses }))._tag,
        (yield* fails(answer(409), { statuses }))._tag,
        (yield* fails(answer(409), { statuses }, { 409: "Rejected" }))._tag
      ]
      assert.deepStrictEqual(tags, ["Rejected", "Duplicate", "Rejected"])
    }))

  it.effect.each([
    [422, { code: "taken", message: "m" }, "Duplicate"],
    [500, { code: "taken", message: "m" }, "Duplicate"],
    [422, { code: 17, message: "m" }, "Rejected"],
    [422, { code: "constructor", message: "m" }, "FaultUnlisted"],
    [500, { code: "other", message: "m" }, "PeerUnavailable"],
    [404, { code: "other", message: "m" }, "FaultUnlisted"]
  ] as const)("takes HTTP %i with the fault %j for %s", ([status, body, tag]) =>
    Effect.gen(function*() {
      const reason = yield* fails(answer(status, body), { faults: { taken: "Duplicate", 17: "Rejected" } })
      assert.strictEqual(reason._tag, tag)
      assert.strictEqual(AdapterError.describe(reason), `${body.code}: m`, "the words of the peer")
    }))

  it.effect.each(["30", "Thu, 01 Jan 1970 00:00:30 GMT"])("passes on how long the peer asks to wait: %s", (pause) =>
    Effect.gen(function*() {
      for (const status of [429, 503]) {
        const reason = yield* fails(answer(status, "", [["Retry-After", pause]]))
        const retryAfter = reason._tag === "RateLimited" || reason._tag === "PeerUnavailable" ? reason.retryAfter : undefined
        assert.strictEqual(retryAfter && Duration.toSeconds(retryAfter), 30)
      }
    }))
})

describe("page", () => {
  const list = { route: "GET /orders", response: Schema.Array(Schema.Int) } as const

  it.effect("follows the header Link to the next page with the same credential", () =>
    Effect.gen(function*() {
      const { page, sent } = yield* open((_, at) => answer(200, [at], at === 1 ? [["link", "<?cursor=b>; rel=\"next\""]] : []))
      const first = yield* page(list)({ query: { size: 1 } })
      const second = yield* page(list)({ next: first.next! })
      assert.deepStrictEqual([first.value, second.value, second.next], [[1], [2], undefined])
      assert.strictEqual(sent[1]!.url.href, "https://acme.test/v2/orders?cursor=b")
      assert.strictEqual(Transport.header(sent[1]!.headers, "authorization"), "Bearer key")
    }))

  it.effect("follows no link to another host, which would be given the credential", () =>
    Effect.gen(function*() {
      const { page } = yield* open(() => answer(200, [1], [["link", "<https://evil.test/>; rel=next"]]))
      assert.strictEqual((yield* Effect.flip(page(list)({})))._tag, "ResponseInvalid")
    }))
})

describe("push", () => {
  const message = {
    route: "POST /shipments",
    body: Schema.Struct({ order: Schema.String.check(Schema.isMaxLength(3)) }),
    response: Schema.Struct({ taken: Schema.Literal(true) }),
    idempotencyHeader: "idempotency-key",
    toWire: (order: string) => ({ order })
  } as const

  it.effect("sends what was prepared byte for byte, with the id of the delivery", () =>
    Effect.gen(function*() {
      const { push, sent } = yield* open(() => answer(200, { taken: true }))
      const { deliver, prepare } = push(message)
      const prepared = Result.getOrThrow(prepare("a1"))
      yield* deliver(prepared, { deliveryId: "d-1" })
      yield* deliver(prepared, { deliveryId: "d-1" })
      assert.deepStrictEqual(sent.map(({ body }) => body), ["{\"order\":\"a1\"}", "{\"order\":\"a1\"}"])
      assert.strictEqual(Transport.header(sent[1]!.headers, "idempotency-key"), "d-1")
    }))

  it.effect("refuses what cannot be written, and an answer that does not say it was taken", () =>
    Effect.gen(function*() {
      const { push } = yield* open(() => answer(200, { taken: false }))
      const { deliver, prepare } = push(message)
      assert.strictEqual(Result.getOrThrow(Result.flip(prepare("long")))._tag, "RequestInvalid")
      assert.strictEqual((yield* Effect.flip(deliver({ content: "{}" }, { deliveryId: "d" })))._tag, "ResponseInvalid")
    }))
})

it("never says that nothing has happened after an earlier call took effect", () => {
  const fault = { code: "c", message: "m" }
  const reasons = [
    new AdapterError.Rejected({ fault }),
    new AdapterError.Duplicate({ fault }),
    new AdapterError.CredentialRejected({ fault }),
    new AdapterError.RateLimited({}),
    new AdapterError.RequestInvalid({ path: "/a", message: "b" }),
    new AdapterError.TransportFailed({ phase: "connect", cause: "refused" }),
    new AdapterError.PeerUnavailable({ status: 503 })
  ]
  assert.isTrue(reasons.every((reason) => Refusal.afterEffect(reason).mayHaveApplied))
})

describe("files", () => {
  const everyByte = Uint8Array.from({ length: 256 }, (_, at) => at)
  const upload = { route: "POST /orders/{number}/label", response: Schema.Struct({ id: Schema.String }) } as const

  it.effect("go out in a form, in place of a body", () =>
    Effect.gen(function*() {
      const { call, sent } = yield* open(() => answer(200, { id: "F-1" }))
      const form = [{ name: "label", filename: "label.pdf", contentType: "application/pdf", content: Redacted.make(everyByte) }]
      assert.deepStrictEqual(yield* call(upload)({ path: { number: "1" }, form }), { id: "F-1" })
      const [{ body, bytes, headers }] = sent as [Transport.Request]
      const types = headers.filter(([name]) => name === "content-type")
      assert.deepStrictEqual([body, types.length], ["", 1])
      assert.match(types[0]![1], /^multipart\/form-data; boundary=/)
      assert.isTrue(Buffer.from(bytes!).includes(Buffer.from(everyByte)))
      assert.strictEqual(Transport.header(headers, "authorization"), "Bearer key")
    }))

  it.effect("come back byte for byte, whatever they are", () =>
    Effect.gen(function*() {
      const { download, sent } = yield* open(() => ({ status: 200, headers: [], body: "", bytes: everyByte }))
      assert.deepStrictEqual(yield* download({ route: "GET /files/{id}" })({ path: { id: "F-1" } }), everyByte)
      const [{ headers, responseType }] = sent as [Transport.Request]
      assert.deepStrictEqual([Transport.header(headers, "accept"), responseType], ["*/*", "bytes"])
    }))

  it.effect("that are refused are told by the tables, as for every call", () =>
    Effect.gen(function*() {
      const { download } = yield* open(() => answer(404, { code: "gone", message: "no such file" }), { faults: { gone: "Rejected" } })
      const reason = yield* Effect.flip(download({ route: "GET /files/{id}" })({ path: { id: "F-1" } }))
      assert.deepStrictEqual(reason, new AdapterError.Rejected({ fault: { code: "gone", message: "no such file" } }))
    }))
})
