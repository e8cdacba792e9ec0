/**
 * The shop that calls back against the laws of `platform/v1`, and wrong ones that break the laws about registrations, one each.
 */
import { PlatformV1, SqlStorage, Transport } from "@crossdock/core"
import { PlatformV1Suite } from "@crossdock/testkit"
import { PlatformV1Conformance, type Report } from "@crossdock/testkit/conformance"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { assert, describe, it } from "vitest"
import { platformSandboxCalling } from "../src/Adapter.ts"
import { sendCallbacks, signatureOf } from "../src/Registrations.ts"
import { fixtureOf } from "./calling.ts"
import { settings } from "./fixtures.ts"
import { sqlite } from "./storages.ts"

const right = settings({ account: "calling", orders: 0 })
PlatformV1Suite.suite({
  plugin: platformSandboxCalling,
  settings: right,
  fixture: fixtureOf(right),
  layer: sqlite,
  report: { name: "crossdock-conformance-platform-sandbox-calling" }
})

const wrong = (account: string, change: (adapter: PlatformV1.OpenConnection) => PlatformV1.OpenConnection): typeof platformSandboxCalling => ({
  ...platformSandboxCalling,
  layer: (of, connection) => Layer.effect(PlatformV1.Platform, Effect.map(PlatformV1.Platform, change)).pipe(Layer.provide(platformSandboxCalling.layer({ ...of, account }, connection)))
})

/** An adapter whose calls of one operation are answered otherwise. */
const answering = (name: string, otherwise: (adapter: PlatformV1.OpenConnection, payload: any) => Effect.Effect<unknown, unknown>) => (adapter: PlatformV1.OpenConnection): PlatformV1.OpenConnection => ({
  ...adapter,
  call: ((operation: { readonly name: string }, payload: unknown) => operation.name === name ? otherwise(adapter, payload) : adapter.call(operation as never, payload as never)) as never
})

const wrongs: ReadonlyArray<readonly [message: string, change: (adapter: PlatformV1.OpenConnection) => PlatformV1.OpenConnection, breaks: string]> = [
  ["forgets the secret of a registration", answering("subscribe", (adapter, payload) =>
    Effect.map(adapter.call(PlatformV1.Subscribe, payload), ({ expiresAt, subscriptionId }) => ({ subscriptionId, expiresAt }))), "subscribe/signed"],
  ["takes every callback that has a body", (adapter) => ({
    ...adapter,
    incoming: (request, emit) => Effect.map(Effect.result(emit({ _tag: "OrderChanged", onlineOrderId: JSON.parse(request.body).onlineOrderId })), () => ({ status: 200, headers: [], body: "" }))
  }), "subscribe/forged"],
  ["ends nothing", answering("unsubscribe", () => Effect.succeed({})), "unsubscribe/silent"]
]

describe("a shop that", () => {
  it.each(wrongs)("%s breaks its law and no other about registrations", async (message, change, breaks) => {
    const account = message.replaceAll(" ", "-")
    const of = settings({ account, orders: 0 })
    const laws = ["subscribe/signed", "subscribe/forged", "unsubscribe/silent"]
    const report = PlatformV1Conformance.check({ plugin: wrong(account, change), settings: of, fixture: fixtureOf(of), layer: sqlite }, (law) => laws.includes(law))
    const { laws: told } = await Effect.runPromise(report as Effect.Effect<Report.Report>)
    assert.deepStrictEqual(told.filter(({ outcome }) => outcome === "broken").map(({ law }) => law), [breaks])
  })
})

it("the shop sends what it signs, and tells the topics that were asked for alone", async () => {
  const of = settings({ account: "sending", orders: 0 })
  const sent: Array<Transport.Request> = []
  const transport = Layer.succeed(Transport.Transport, { send: (request) => Effect.sync(() => (sent.push(request), { status: 200, headers: [], body: "" })) })
  const secret = await Effect.runPromise(Effect.scoped(Effect.gen(function*() {
    const { call } = yield* PlatformV1.Platform
    const refused = yield* Effect.flip(call(PlatformV1.Subscribe, { callbackUrl: new URL("http://127.0.0.1:1/callbacks/shop"), topics: ["refunds"] }))
    assert.strictEqual(refused.reason._tag, "Rejected")
    const made = yield* call(PlatformV1.Subscribe, { callbackUrl: new URL("http://127.0.0.1:1/callbacks/shop"), topics: ["orders"] })
    const storage = yield* SqlStorage.SqlStorage
    assert.deepStrictEqual(yield* sendCallbacks(storage, of, "S-7"), [200])
    return made.secret!
  })).pipe(Effect.provide(Layer.provideMerge(platformSandboxCalling.layer(of), Layer.merge(sqlite, transport)))) as Effect.Effect<Redacted.Redacted>)
  assert.deepStrictEqual(sent.map(({ body, headers }) => [body, headers.find(([name]) => name === "x-sandbox-signature")?.[1]]), [
    ["{\"topic\":\"orders\",\"onlineOrderId\":\"S-7\"}", signatureOf(secret, "{\"topic\":\"orders\",\"onlineOrderId\":\"S-7\"}")]
  ])
})
