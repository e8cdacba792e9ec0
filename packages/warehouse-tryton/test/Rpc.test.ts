/** The login, the questions and the answers, on a wire that says what it is told to. */
import { AdapterError, Drift, Transport } from "@crossdock/core"
import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { TestClock } from "effect/testing"
import * as Rpc from "../src/Rpc.ts"
import { planted, type Reply, repliesOf, scripted, settingsOf } from "./replay.ts"

const faults = repliesOf("faults/all")
const unauthorized = faults[1]!
const warning = faults[6]!
const answer = (result: unknown): Reply => ({ status: 200, body: { id: 0, result } })
const login = (key: string) => [answer([1, key]), answer({ company: 7 })]

const on = (replies: ReadonlyArray<Reply | AdapterError.TransportFailed>, written?: Readonly<Record<string, unknown>>) => {
  const sent: Array<Transport.Request> = []
  const rpc = Rpc.make(settingsOf(written)).pipe(Effect.provideService(Transport.Transport, scripted(replies, sent)))
  const methods = () => sent.map(({ body }) => (JSON.parse(body) as { method: string }).method)
  return { rpc, sent, methods }
}
const ask = (rpc: Rpc.Rpc) => rpc.call("stock.location.search", [[]], Schema.Array(Schema.Int))

describe("a call", () => {
  it.effect("is a POST to the database, with the session in its header and the context last", () =>
    Effect.gen(function*() {
      const { rpc, sent } = on([...login("k"), answer([3])])
      assert.deepStrictEqual(yield* ask(yield* rpc), [3])
      const [first, , last] = sent
      assert.strictEqual(last!.url.href, "https://tryton.example/erp/db/")
      assert.isUndefined(Transport.header(first!.headers, "authorization"))
      assert.strictEqual(Transport.header(last!.headers, "authorization"), `Session ${btoa("admin:1:k")}`)
      assert.deepStrictEqual(JSON.parse(last!.body), { id: 0, method: "model.stock.location.search", params: [[], { company: 7 }] })
    }))

  it.effect("null is an answer", () =>
    Effect.gen(function*() {
      const { rpc } = on([...login("k"), answer(null)])
      yield* (yield* rpc).press("stock.shipment.out", "cancel", 1)
    }))

  it.effect.each([
    ["no JSON", "{\"id\":0,\"resu"],
    ["empty", ""],
    ["neither result nor error", { id: 0 }],
    ["of another shape", { id: 0, result: { name: planted.name } }],
    ["a list instead of an object", [1]]
  ] as const)("an answer that cannot be read proves nothing and is not repeated to anyone: %s", ([, body]) =>
    Effect.gen(function*() {
      const { rpc } = on([...login("k"), { status: 200, body }])
      const reason = yield* Effect.flip(ask(yield* rpc))
      assert.deepStrictEqual([reason._tag, reason.mayHaveApplied], ["ResponseInvalid", true])
      assert.notInclude(JSON.stringify(reason) + String(reason), planted.name)
    }))

  it.effect("passes on how long Tryton asks to wait, told as a date", () =>
    Effect.gen(function*() {
      const busy: Transport.Response = { status: 429, headers: [["retry-after", "Thu, 01 Jan 1970 00:00:30 GMT"]], body: "" }
      const rpc = yield* Rpc.make(settingsOf()).pipe(Effect.provideService(Transport.Transport, { send: () => Effect.succeed(busy) }))
      const reason = yield* Effect.flip(ask(rpc))
      assert.strictEqual(reason._tag === "RateLimited" && reason.retryAfter && Duration.toSeconds(reason.retryAfter), 30)
    }))

  it.effect("a failure of the wire passes as it is (D1-381)", () =>
    Effect.gen(function*() {
      const broken = new AdapterError.TransportFailed({ phase: "receive", cause: "reset" })
      const { rpc } = on([...login("k"), broken])
      assert.strictEqual(yield* Effect.flip(ask(yield* rpc)), broken)
    }))
})

describe("the login", () => {
  it.effect("one that ran out is renewed once and the call repeated", () =>
    Effect.gen(function*() {
      const { methods, rpc, sent } = on([...login("old"), unauthorized, ...login("new"), answer([3]), answer([4])])
      const held = yield* rpc
      assert.deepStrictEqual(yield* ask(held), [3])
      assert.deepStrictEqual(yield* ask(held), [4])
      assert.strictEqual(methods().filter((method) => method === "common.db.login").length, 2)
      assert.strictEqual(Transport.header(sent.at(-1)!.headers, "authorization"), `Session ${btoa("admin:1:new")}`)
    }))

  it.effect("one that is refused although it is new ends the call", () =>
    Effect.gen(function*() {
      const { rpc } = on([...login("old"), unauthorized, ...login("new"), unauthorized])
      assert.strictEqual((yield* Effect.flip(ask(yield* rpc)))._tag, "CredentialRejected")
    }))

  it.effect("a password that is refused is not tried again for a minute, whoever asks", () =>
    Effect.gen(function*() {
      const { methods, rpc } = on([unauthorized, ...login("k"), answer([3])])
      const held = yield* rpc
      for (let n = 0; n < 5; n++) assert.strictEqual((yield* Effect.flip(ask(held)))._tag, "CredentialRejected")
      assert.deepStrictEqual(methods(), ["common.db.login"])
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(yield* ask(held), [3])
    }))

  it.effect("calls that come at once wait for one login", () =>
    Effect.gen(function*() {
      const { methods, rpc } = on([...login("k"), answer([1]), answer([2]), answer([3])])
      const held = yield* rpc
      yield* Effect.all([ask(held), ask(held), ask(held)], { concurrency: "unbounded" })
      assert.strictEqual(methods().filter((method) => method === "common.db.login").length, 1)
    }))

  it.effect("a wire that breaks during the login leaves it to the next call", () =>
    Effect.gen(function*() {
      const { rpc } = on([new AdapterError.TransportFailed({ phase: "connect", cause: "down" }), ...login("k"), answer([3])])
      const held = yield* rpc
      assert.strictEqual((yield* Effect.flip(ask(held)))._tag, "TransportFailed")
      assert.deepStrictEqual(yield* ask(held), [3])
    }))

  it.effect("the company is that of the settings, else that of the login", () =>
    Effect.gen(function*() {
      const named = on([answer([1, "k"]), answer([9]), answer([])], { company: "ACME" })
      yield* ask(yield* named.rpc)
      assert.deepStrictEqual((JSON.parse(named.sent[2]!.body) as { params: ReadonlyArray<unknown> }).params.at(-1), { company: 9 })
      const none = on([answer([1, "k"]), answer({})])
      const reason = yield* Effect.flip(ask(yield* none.rpc))
      assert.isTrue(reason._tag === "Rejected" && reason.fault.code === "UNKNOWN_COMPANY")
    }))
})

describe("a question", () => {
  it.effect("is answered with yes by its name and for the user, the call is repeated, and an operator is told", () =>
    Effect.gen(function*() {
      const found: Array<Drift.Finding> = []
      const report = (finding: Drift.Finding) => Effect.sync(() => void found.push(finding))
      const { rpc, sent } = on([...login("k"), warning, answer([5]), answer([3])])
      assert.deepStrictEqual(yield* ask(yield* rpc).pipe(Effect.provideService(Drift.Drift, { report })), [3])
      const { error } = warning.body as { error: [string, [string, string]] }
      assert.deepStrictEqual(JSON.parse(sent[3]!.body), {
        id: 0,
        method: "model.res.user.warning.create",
        params: [[{ user: 1, name: error[1][0], always: false }], {}]
      })
      assert.strictEqual(sent[4]!.body, sent[2]!.body)
      assert.deepStrictEqual(found.map(({ where }) => where), ["model.stock.location.search"])
      assert.notInclude(JSON.stringify(found), error[1][1])
    }))

  it.effect("that comes again and again ends as a refusal in Tryton's words", () =>
    Effect.gen(function*() {
      const again = [warning, answer([5])]
      const { rpc } = on([...login("k"), ...again, ...again, ...again, warning])
      const reason = yield* Effect.flip(ask(yield* rpc))
      assert.isTrue(reason._tag === "Rejected" && reason.fault.message.includes("no origin"))
    }))
})

describe("alone", () => {
  it.effect("effects under one name follow each other, others do not wait", () =>
    Effect.gen(function*() {
      const rpc = yield* on([]).rpc
      const order: Array<string> = []
      const step = (name: string, label: string) =>
        rpc.alone(name)(Effect.gen(function*() {
          order.push(`${label} begins`)
          yield* Effect.yieldNow
          order.push(`${label} ends`)
        }))
      yield* Effect.all([step("a", "1"), step("a", "2"), step("b", "3")], { concurrency: "unbounded" })
      assert.isBelow(order.indexOf("1 ends"), order.indexOf("2 begins"))
      assert.isBelow(order.indexOf("3 begins"), order.indexOf("1 ends"))
    }))
})
