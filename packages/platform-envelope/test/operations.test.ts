/** The plugins against the protocol's own server, and the exchange of a code for tokens. */
import { AdapterError, type Contract, Credentials, Decimal, PlatformV1, Subscriptions, type Transport } from "@crossdock/core"
import type { Tokens } from "@crossdock/protocols/platform-envelope"
import { InMemoryCredentials } from "@crossdock/testkit"
import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { platformEnvelope, platformEnvelopeSigned } from "../src/Adapter.ts"
import { answering, connect, connectSigned, decoded, decodedSigned, order, type Serve, service, wireTo, type Written, written } from "./fixtures.ts"

const ask = { onlineOrderIds: ["P-1"], limit: 100 } as const

describe("what is offered", () => {
  it("is every optional operation of platform/v1, and announce, but for registrations of callbacks, which the document does not know", () => {
    const registrations: ReadonlyArray<string> = Subscriptions.operations.map(({ name }) => name)
    const all = PlatformV1.contract.optional.map(({ name }) => name).filter((name) => !registrations.includes(name))
    for (const { offers } of [platformEnvelope, platformEnvelopeSigned]) assert.deepStrictEqual([...offers], all)
  })

  it.effect("each call is a signed form at the path of its method, without tokens where the service takes none", () =>
    Effect.gen(function*() {
      const { calls, serve } = service()
      const { call, requests } = yield* connectSigned(serve)
      assert.deepStrictEqual((yield* call(PlatformV1.GetOrders, ask)).items, [order])
      assert.deepStrictEqual(yield* call(PlatformV1.ListLocations, {}), { items: [{ code: "PW-1", name: "North" }] })
      assert.deepStrictEqual(requests.map(({ url }) => url.href), [
        "https://service.test/api/extApi/platform/getOrder",
        "https://service.test/api/extApi/platform/getPlatformWarehouse"
      ])
      assert.deepStrictEqual(calls.map(({ info: { accessToken, apiUrl, authorJson, refreshToken } }) => [accessToken, refreshToken, apiUrl, authorJson]), [
        [undefined, undefined, undefined, undefined],
        [undefined, undefined, undefined, undefined]
      ])
    }))

  it.effect("an order has the phase that its status has in the settings, unless the service says the contrary of its end (P-045 U-44)", () =>
    Effect.gen(function*() {
      const orderPhases = { TRADE_CLOSED: "cancelled", RISK: "onHold", PAID: "finished", READY_TO_SHIP: "cancelled" } as const
      const told = [["closed", "TRADE_CLOSED"], ["open", "RISK"], ["open", "PAID"], ["closed", "PAID"], ["closed", "RISK"], ["open", "READY_TO_SHIP"], ["closed", "constructor"]] as const
      const phases = []
      for (const [phase, status] of told) {
        const { serve } = service({ shown: { ...order, phase, status } })
        const { call } = yield* connectSigned(serve, { orderPhases })
        phases.push((yield* call(PlatformV1.GetOrders, ask)).items[0]?.phase)
      }
      assert.deepStrictEqual(phases, ["cancelled", "onHold", "open", "finished", "closed", "open", "closed"])
    }))

  it.effect("calls carry the further credentials and the request domain, through a proxy if there is one", () =>
    Effect.gen(function*() {
      const { calls, serve } = service()
      const more: Written = { authorJson: [{ authorKey: "partner", authorValue: "partner-secret" }], apiUrl: "https://sg.platform.test" }
      const direct = yield* connectSigned(serve, more)
      yield* direct.call(PlatformV1.ListLocations, {})
      const behind = yield* connectSigned(serve, { ...more, proxyUrl: "http://proxy.test:8080" })
      yield* behind.call(PlatformV1.ListLocations, {})
      assert.deepStrictEqual([direct, behind].map(({ requests }) => requests[0]!.url.origin), ["https://sg.platform.test", "http://proxy.test:8080"])
      for (const { info } of calls) {
        assert.strictEqual(info.apiUrl?.href, "https://sg.platform.test/")
        assert.deepStrictEqual(info.authorJson?.map(({ authorKey, authorValue }) => [authorKey, Redacted.value(authorValue)]), [["partner", "partner-secret"]])
      }
    }))

  it("may call one host, the first that receives the calls", () => {
    const hosts = (more: Written) => platformEnvelopeSigned.hosts?.(decodedSigned(more))
    assert.deepStrictEqual(hosts({}), ["service.test"])
    assert.deepStrictEqual(hosts({ apiUrl: "https://sg.platform.test" }), ["sg.platform.test"])
    assert.deepStrictEqual(hosts({ apiUrl: "https://sg.platform.test", proxyUrl: "http://proxy.test:8080" }), ["proxy.test:8080"])
  })
})

describe("limits and faults of the account", () => {
  it("are those of the settings (U-43)", () => {
    const { ordersPerQuery, updateWindow } = platformEnvelope.facts(decoded({ ordersPerQuery: 20, profile: { updateWindowHours: "6" } })).limits
    assert.deepStrictEqual([ordersPerQuery, Duration.toHours(updateWindow!)], [20, 6])
  })

  it.effect("more orders than one query takes are refused and not asked for", () =>
    Effect.gen(function*() {
      const { call, requests } = yield* connectSigned(service().serve, { ordersPerQuery: 1 })
      const { reason } = yield* Effect.flip(call(PlatformV1.GetOrders, { onlineOrderIds: ["P-1", "P-2"], limit: 100 }))
      assert.strictEqual(AdapterError.describe(reason), "/onlineOrderIds: this platform takes 1 orders per query, not 2")
      assert.strictEqual(requests.length, 0)
    }))

  it.effect("a refusal means what its text is listed as, and nothing when it is not listed", () =>
    Effect.gen(function*() {
      const listedFaults = { "already shipped": "duplicate", "no such order": "rejected", "too many": "rate-limited" } as const
      const rows = [
        ["P-1 already shipped", "Duplicate", true],
        ["No such order", "Rejected", false],
        ["too many calls", "RateLimited", false],
        ["bad sign", "CredentialRejected", false],
        ["try another day", "FaultUnlisted", true]
      ] as const
      for (const [message, tag, mayHaveApplied] of rows) {
        const { call } = yield* connectSigned(answering({ success: false, message }), { listedFaults })
        const { reason } = yield* Effect.flip(call(PlatformV1.ReportOutgoingParcel, { onlineOrderId: "P-1", trackingNumber: "T-1", providerCode: "NV" }))
        assert.deepStrictEqual([reason._tag, reason.mayHaveApplied], [tag, mayHaveApplied], message)
      }
    }))

  it.effect("an announcement without a customer, and labels without the platform's id of the shop, say which setting is missing", () =>
    Effect.gen(function*() {
      const { call, requests } = yield* connectSigned(service().serve)
      const announced = yield* Effect.flip(call(PlatformV1.ReportShopAccess, { isLocked: false, callbackUrl: new URL("https://erp.example/") }))
      assert.include(AdapterError.describe(announced.reason), "customerId")
      const labels = yield* Effect.flip(call(PlatformV1.GetLabels, { onlineOrderId: "P-1" }))
      assert.include(AdapterError.describe(labels.reason), "onlineShopId")
      assert.strictEqual(requests.length, 0)
    }))
})

/** The content of a signed form. */
const contentOf = ({ body }: Transport.Request): Record<string, unknown> => JSON.parse(new URLSearchParams(String(body)).get("content")!)

describe("an account with several shops", () => {
  it("is what a service may be", () => {
    for (const { facts } of [platformEnvelope, platformEnvelopeSigned]) assert.strictEqual(facts(decoded()).limits.shops, "several")
  })

  it.effect("each call names the shop that it is about, in place of that of the settings", () =>
    Effect.gen(function*() {
      const { call, requests } = yield* connectSigned(answering({ success: false, message: "no such order" }), { onlineShopId: "S-7" })
      const order = { onlineOrderId: "P-1", trackingNumber: "T-1", providerCode: "NV", providerName: "Ninja" }
      const stock = { items: [{ productId: "I-1", stock: Decimal.fromText("3")! }] } as const
      for (const shop of [{}, { onlineShopId: "S-8" }]) {
        yield* Effect.flip(call(PlatformV1.GetOrders, { ...ask, ...shop }))
        yield* Effect.flip(call(PlatformV1.ReportOutgoingParcel, { ...order, ...shop }))
        yield* Effect.flip(call(PlatformV1.ListProducts, { productIds: ["I-1"], limit: 10, ...shop }))
        yield* Effect.flip(call(PlatformV1.UpdateStock, { ...stock, ...shop }))
        yield* Effect.flip(call(PlatformV1.ListShippingProviders, shop))
        yield* Effect.flip(call(PlatformV1.CreateShipment, { ...order, ...shop }))
        yield* Effect.flip(call(PlatformV1.CancelShipment, { ...order, ...shop }))
        yield* Effect.flip(call(PlatformV1.GetLabels, { ...order, ...shop }))
        yield* Effect.flip(call(PlatformV1.TrackParcel, { onlineOrderId: "P-1", ...shop }))
        yield* Effect.flip(call(PlatformV1.ListLocations, shop))
      }
      assert.deepStrictEqual(requests.map((one) => contentOf(one)["onlineShopId"]), [...Array<string>(10).fill("S-7"), ...Array<string>(10).fill("S-8")])
    }))

  it.effect("an answer about another shop is none, and an order of another shop that cannot be read is left out", () =>
    Effect.gen(function*() {
      const articles = (onlineShopId: string) => answering({ success: true, isLastPage: true, platform: "SHOPEE", shopId: 7, onlineShopId, itemInfoList: [] })
      const read = (serve: Serve) => Effect.flatMap(connectSigned(serve), ({ call }) => Effect.exit(call(PlatformV1.ListProducts, { productIds: ["I-1"], limit: 10, onlineShopId: "S-8" })))
      assert.isTrue(Exit.isSuccess(yield* read(articles("S-8"))))
      assert.isTrue(Exit.isFailure(yield* read(articles("S-7"))))
      const orders = [{ onlineOrderId: "P-1", onlineShopId: "S-7" }, { onlineOrderId: "P-2", onlineShopId: "S-8" }, { onlineOrderId: "P-3" }]
      const { call } = yield* connectSigned(answering({ success: true, isLastPage: 1, platform: "SHOPEE", orderInfoList: orders }))
      assert.deepStrictEqual((yield* call(PlatformV1.GetOrders, { ...ask, onlineShopId: "S-8" })).unreadable, ["P-2", "P-3"])
      assert.deepStrictEqual((yield* call(PlatformV1.GetOrders, ask)).unreadable, ["P-1", "P-2", "P-3"])
    }))
})

const secret = (text: string) => Redacted.make(text)

/** A service that issues numbered tokens for one code, which last half an hour; refresh tokens last two hours. */
const issuing = (onlineShopId?: string) => {
  let issued = 0
  const exchanged: Array<unknown> = []
  const granted = Effect.sync((): Tokens.Granted => {
    const number = ++issued
    return {
      accessToken: secret(`access-${number}`),
      accessExpiresIn: 1800,
      refreshToken: secret(`refresh-${number}`),
      refreshExpiresIn: 7200,
      ...(onlineShopId !== undefined && { onlineShopId })
    }
  })
  const refusal = { code: "CODE_UNKNOWN", path: "/code", message: "is no code of this service" }
  const tokens: NonNullable<Parameters<typeof service>[0]>["tokens"] = {
    getToken: (_, { code, ...asked }) =>
      Effect.suspend(() => {
        exchanged.push(asked)
        return Redacted.value(code) === "the-code" ? granted : Effect.fail(refusal)
      }),
    refreshToken: () => granted
  }
  return { tokens, exchanged }
}

const redirectUrl = new URL("https://runner.example/oauth/callback/shop")
const codeVerifier = secret("verifier")

const exchange = (serve: Serve, params: Contract.AuthorizationCallback["params"], more: Written = {}) =>
  Effect.provide(platformEnvelope.authorization!.exchange(decoded(more), { params, redirectUrl, codeVerifier }), wireTo(serve).layer)

const shown = ({ values }: Credentials.Obtained) => Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Redacted.value(value)]))

describe("the authorization of a shop", () => {
  it("begins at the page of the platform, with its own parameters", () => {
    const asked = { state: "st&te", redirectUrl, codeChallenge: "unused" }
    assert.strictEqual(
      platformEnvelope.authorization!.url(decoded(), asked).href,
      "https://platform.test/oauth/authorize?client_id=app-1&response_type=code&redirect_uri=https%3A%2F%2Frunner.example%2Foauth%2Fcallback%2Fshop&state=st%26te"
    )
    const other = platformEnvelope.authorization!.url(decoded({ redirectParameter: "redirect", authorizationUrl: "https://platform.test/auth?response_type=auth_code" }), asked)
    assert.deepStrictEqual([...other.searchParams.keys()], ["response_type", "redirect", "state"])
    assert.strictEqual(other.searchParams.get("response_type"), "auth_code")
    assert.isUndefined(platformEnvelopeSigned.authorization)
  })

  it.effect("exchanges the code for tokens, whose expiry counts from now (P-372 P-185 U-40)", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(1_000_000)
      const { exchanged, tokens } = issuing("S-7")
      const obtained = yield* exchange(service({ tokens }).serve, { code: secret("the-code") }, { onlineShopId: "S-7" })
      assert.deepStrictEqual(shown(obtained), {
        accessToken: "access-1",
        refreshToken: "refresh-1",
        refreshExpiresAt: String(1_000_000 + 7_200_000),
        lifetime: "1800",
        onlineShopId: "S-7"
      })
      assert.strictEqual(DateTime.toEpochMillis(obtained.expiresAt!), 1_000_000 + 1_800_000)
      assert.deepStrictEqual(exchanged, [{ redirectUri: redirectUrl.href, onlineShopId: "S-7" }])
    }))

  it.effect("fails without a code, with a wrong one, and for another shop than that of the settings", () =>
    Effect.gen(function*() {
      const { serve } = service({ tokens: issuing("S-8").tokens })
      const rows = [
        [{}, {}, "CODE_MISSING"],
        [{ code: secret("another-code") }, {}, "CODE_UNKNOWN"],
        [{ code: secret("the-code") }, { onlineShopId: "S-7" }, "SHOP_DIFFERENT"]
      ] as const
      for (const [params, more, code] of rows) {
        const reason = yield* Effect.flip(exchange(serve, params, more))
        assert.include(AdapterError.describe(reason), code)
      }
    }))

  it.effect("gives calls their tokens, which are renewed before they expire (P-373)", () =>
    Effect.gen(function*() {
      const { tokens } = issuing()
      const { calls, serve } = service({ tokens })
      const first = yield* exchange(serve, { code: secret("the-code") })
      const { call } = yield* connect(serve, InMemoryCredentials.layer(first))
      yield* call(PlatformV1.ListLocations, {})
      yield* TestClock.adjust("25 minutes") // 80 % of half an hour are 24 minutes
      yield* call(PlatformV1.ListLocations, {})
      const sent = calls.map(({ info: { accessToken, refreshToken } }) => [Redacted.value(accessToken!), Redacted.value(refreshToken!)])
      assert.deepStrictEqual(sent, [["access-1", "refresh-1"], ["access-2", "refresh-2"]])
    }))

  it.effect("is needed before the first call, and again when the refresh token has expired (P-192)", () =>
    Effect.gen(function*() {
      const { serve } = service({ tokens: issuing().tokens })
      const codeOf = (layer: Layer.Layer<Credentials.Credentials>) =>
        Effect.gen(function*() {
          const { call, requests } = yield* connect(serve, layer)
          yield* TestClock.adjust("5 hours")
          const { reason } = yield* Effect.flip(call(PlatformV1.ListLocations, {}))
          assert.strictEqual(requests.length, 0)
          return reason._tag === "CredentialRejected" ? reason.fault?.code : reason._tag
        })
      assert.strictEqual(yield* codeOf(InMemoryCredentials.layer()), Credentials.faultCodes.notAuthorized)
      const first = yield* exchange(serve, { code: secret("the-code") })
      assert.strictEqual(yield* codeOf(InMemoryCredentials.layer(first)), Credentials.faultCodes.refused)
    }))

  it("shows no secret in the settings", () => {
    const settings = decoded({ authorJson: [{ authorKey: "partner", authorValue: "partner-secret" }], pushes: { secretKey: "push-secret" } })
    for (const hidden of [written.secretKey, "partner-secret", "push-secret"]) assert.notInclude(JSON.stringify(settings), hidden)
  })
})
