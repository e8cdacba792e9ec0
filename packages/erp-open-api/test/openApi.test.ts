/**
 * The calls of document 3: where they go, who signs them, and how many are sent at once.
 */
import { BooksV1 } from "@crossdock/books"
import { AdapterError, Transport } from "@crossdock/core"
import * as Signing from "@crossdock/protocols/signing"
import { ErpBooks, ErpOpenApi } from "@crossdock/testkit/peers"
import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/testing/TestClock"
import { createHash } from "node:crypto"
import { type ErpOpenApi as ErpOpenApiPlugin, erpOpenApi, erpOpenApiSignedBy } from "../src/index.ts"
import { Settings } from "../src/Settings.ts"
import { written } from "./fixtures.ts"

type Written = Partial<typeof Settings.Encoded>

const noFault = { is: () => false, records: <T>(records: ReadonlyArray<T>) => records }

/** The plugin over a wire to the server of the protocol, with every request that was sent. */
const connect = Effect.fnUntraced(function*(
  more: Written = {},
  account = { appId: written.accessId, appSecret: written.secretKey },
  plugin: ErpOpenApiPlugin<string> = erpOpenApi,
  carryOut: ErpOpenApi.Options["carryOut"] = ErpBooks.make().carryOut
) {
  const requests: Array<{ readonly request: Transport.Request; readonly at: number }> = []
  const serve = ErpOpenApi.serve({
    appId: account.appId,
    appSecret: Redacted.make(account.appSecret),
    carryOut
  })
  const wire = Layer.succeed(Transport.Transport, {
    send: (request) =>
      Effect.flatMap(Clock.currentTimeMillis, (at) => {
        requests.push({ request, at })
        return serve(request, noFault)
      })
  })
  yield* TestClock.setTime(1_772_330_584_000)
  const settings = Schema.decodeSync(Settings)({ ...written, ...more })
  const context = yield* Layer.build(Layer.fresh(Layer.provide(plugin.layer(settings), wire)))
  return { erp: Context.get(context, BooksV1.Books), requests }
})

const list = BooksV1.ListInboundOrders
const { calls } = ErpBooks.fixture
const asked = calls.listInboundOrders!("ASN-1")

const fieldsOf = ({ body }: Transport.Request): Record<string, string> => Object.fromEntries(new URLSearchParams(body))

const urlencoded = { contentType: "urlencoded" }

describe("the plugin", () => {
  it.each([[{}, undefined], [{ openApi: {} }, "60 seconds"]] as const)("lets an ERP be polled that has the open API: %o (E-778)", (more, pollInterval) => {
    assert.strictEqual(erpOpenApi.facts(Schema.decodeSync(Settings)({ ...written, ...more })).pollInterval, pollInterval)
  })
})

describe("a call of the open API", () => {
  it.effect("goes to the ERP's URL, with the account of the callbacks", () =>
    Effect.gen(function*() {
      const { erp, requests } = yield* connect({ openApi: { profile: urlencoded } })
      yield* erp.call(list, asked)
      const { request } = requests[0]!
      assert.strictEqual(request.url.href, "https://erp.example/base/api/v1/asn")
      assert.strictEqual(fieldsOf(request)["appId"], written.accessId)
    }))

  it.effect("goes to the URL of the open API, with its own account, and the plugin may call both hosts", () =>
    Effect.gen(function*() {
      const openApi = { baseUrl: "https://api.erp.example", appId: "app-9", appSecret: "of the app", profile: urlencoded }
      const { erp, requests } = yield* connect({ openApi }, { appId: "app-9", appSecret: "of the app" })
      yield* erp.call(list, asked)
      assert.strictEqual(requests[0]!.request.url.href, "https://api.erp.example/api/v1/asn")
      assert.strictEqual(fieldsOf(requests[0]!.request)["appId"], "app-9")
      assert.deepStrictEqual(erpOpenApi.hosts?.(Schema.decodeSync(Settings)({ ...written, openApi })), ["erp.example", "api.erp.example"])
    }))

  it.effect("is signed by the preset that the settings name (E-773)", () =>
    Effect.gen(function*() {
      const { erp, requests } = yield* connect({ openApi: { signer: "md5-sorted-pairs", profile: urlencoded } })
      yield* erp.call(list, asked)
      const { appId, bizParam, serviceType, sign, timestamp } = fieldsOf(requests[0]!.request)
      const text = `appId=${appId}bizParam=${bizParam}serviceType=${serviceType}timestamp=${timestamp}${written.secretKey}`
      assert.strictEqual(sign, createHash("md5").update(text).digest("hex"))
    }))

  it.effect("is signed by the function of a plugin (E-773)", () =>
    Effect.gen(function*() {
      const acme = erpOpenApiSignedBy({
        id: "erp-acme",
        title: "Acme ERP",
        signer: {
          ...Signing.md5SortedPairs,
          name: "sha256",
          sign: ({ content, id }, secret) => createHash("sha256").update(`${id}|${content}|${Redacted.value(secret)}`).digest("hex")
        }
      })
      const { erp, requests } = yield* connect({ openApi: { profile: urlencoded } }, undefined, acme)
      // The server has the usual scheme and refuses; what counts is what was sent.
      const { reason } = yield* Effect.flip(erp.call(list, asked))
      const { appId, bizParam, sign } = fieldsOf(requests[0]!.request)
      assert.strictEqual(sign, createHash("sha256").update(`${appId}|${bizParam}|${written.secretKey}`).digest("hex"))
      assert.strictEqual(reason._tag, "CredentialRejected")
      assert.deepStrictEqual([acme.id, acme.title, acme.offers], ["erp-acme", "Acme ERP", erpOpenApi.offers])
    }))

  it.effect("waits as long as the rate of its path demands, and not for the other path (E-783)", () =>
    Effect.gen(function*() {
      const { erp, requests } = yield* connect({ openApi: { rate: { calls: 2, per: "1 second" } } })
      const began = yield* Clock.currentTimeMillis
      const three = yield* Effect.forkChild(Effect.forEach([1, 2, 3], () => erp.call(list, asked)))
      const other = yield* Effect.forkChild(erp.call(BooksV1.ListBatchStock, calls.listBatchStock!("1")))
      yield* TestClock.adjust("2 seconds")
      yield* Fiber.join(three)
      yield* Fiber.join(other)
      const at = (door: string) => requests.filter(({ request }) => request.url.pathname.endsWith(door)).map((each) => each.at - began)
      assert.deepStrictEqual([at("asn"), at("inventory")], [[0, 0, 1000], [0]])
    }))

  it.effect("that is refused with a text of listedFaults is final, as a callback is", () =>
    Effect.gen(function*() {
      const refuse = Effect.fail(new AdapterError.Rejected({ fault: { code: "E_7", message: "the order closed today" } }))
      for (const [listedFaults, expected] of [[{}, "FaultUnlisted"], [{ "order closed": "rejected" }, "Rejected"]] as const) {
        const { erp } = yield* connect({ listedFaults }, undefined, undefined, () => refuse)
        const { reason } = yield* Effect.flip(erp.call(list, asked))
        assert.strictEqual(reason._tag, expected)
      }
    }))
})
