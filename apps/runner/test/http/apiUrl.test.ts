/** The header apiUrl of a caller at the gateway: compared with what its connection allows, and never called. */
import { defineRunner } from "@crossdock/config"
import { WarehouseV1 } from "@crossdock/core"
import { gatewaySha1 } from "@crossdock/protocols/signing"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { compose } from "../../src/Composition.ts"
import * as Routes from "../../src/http/Routes.ts"
import { runnerLayer } from "../../src/Layers.ts"
import * as Peers from "../support/Peers.ts"

const house = WarehouseV1.plugin({
  id: "warehouse-house",
  settings: Schema.Struct({ name: Schema.String }),
  limits: { linesPerOrder: 5, ordersPerQuery: 5 },
  offers: ["listWarehouses"],
  make: ({ name }) =>
    Effect.succeed({
      handlers: {
        createOutboundOrder: () => Effect.succeed({ warehouseOrderNumber: "H-1" }),
        cancelOutboundOrder: () => Effect.succeed({}),
        getOutboundOrders: () => Effect.succeed({ items: [] }),
        listWarehouses: () => Effect.succeed({ items: [{ code: name, name }] })
      }
    })
})

type Allowed = ReadonlyArray<string>

const composition = (one: Allowed, two: Allowed, test: Allowed = []) => {
  const connection = { plugin: "warehouse-house" } as const
  const link = { erp: "books", protocol: "gateway", id: "app-1", secretKey: "app-secret" } as const
  return compose(
    defineRunner({
      plugins: [house, Peers.erp().plugin],
      connections: [
        { id: "books", plugin: "erp-fake", settings: {} },
        { ...connection, id: "one", apiUrlAllow: one, settings: { name: "ONE" } },
        { ...connection, id: "two", apiUrlAllow: two, settings: { name: "TWO" } },
        { ...connection, id: "test", environment: "test", apiUrlAllow: test, settings: { name: "TEST" } }
      ],
      links: [
        { ...link, peer: "one", warehouseKey: "K-1" },
        { ...link, peer: "two", warehouseKey: "K-2" },
        { ...link, peer: "test", warehouseKey: "K-T" }
      ]
    }),
    {}
  )
}

const composed = Result.getOrThrow(composition(
  ["https://one.example/api/", "https://both.example"],
  ["https://two.example", "https://both.example"],
  ["https://test.example"]
))

const asked = Effect.fnUntraced(function*(warehouseKey: ReadonlyArray<string>, apiUrl?: string) {
  const routes = yield* Routes.make(composed)
  const body = JSON.stringify({ warehouseKey })
  const path = "/global-api/v1/warehouse/initWarehouses"
  const sign = gatewaySha1.sign({ id: "app-1", content: body }, Redacted.make("app-secret"))
  const response = yield* routes.of(path)!.serve({
    method: "POST",
    url: new URL(path, "http://runner.test"),
    headers: [["content-type", "application/json"], ["appKey", "app-1"], ["sign", sign], ...(apiUrl === undefined ? [] : [["apiUrl", apiUrl] as const])],
    body
  })
  const { errorMsg, result } = JSON.parse(response.body)
  return errorMsg?.split(":")[0] ?? result.warehouseInfoList.map(({ warehouseCode }: { readonly warehouseCode: string }) => warehouseCode)
})

const expects = (calls: ReadonlyArray<readonly [ReadonlyArray<string>, string | undefined, unknown]>) =>
  Effect.gen(function*() {
    for (const [keys, apiUrl, expected] of calls) assert.deepStrictEqual(yield* asked(keys, apiUrl), expected, `${keys} at ${apiUrl}`)
  }).pipe(
    Effect.scoped,
    Effect.provide(Layer.fresh(runnerLayer({ composed, database: { filename: ":memory:" }, vaultKey: Redacted.make("k") })))
  )

const refused = "API_URL_NOT_ALLOWED"

describe("a caller's apiUrl", () => {
  it.effect("may be an address of the connection behind the key, in any spelling of it, or be left out (G-018 G-019 U-86)", () =>
    expects([
      [["K-1"], undefined, ["ONE"]],
      [["K-1"], "https://one.example/api", ["ONE"]],
      [["K-1"], "HTTPS://One.Example:443/api/", ["ONE"]],
      [["K-2"], "https://two.example/", ["TWO"]],
      [["K-1", "K-2"], "https://both.example", ["ONE", "TWO"]]
    ]))

  it.effect("is refused when it is of another connection, of one of several alone, or of none, and nothing is done (G-019 U-86 U-150)", () =>
    expects([
      [["K-2"], "https://one.example/api", refused],
      [["K-1", "K-2"], "https://one.example/api", refused],
      [["K-1"], "https://one.example", refused],
      [["K-1"], "https://one.example/api/more", refused],
      [["K-1"], "https://one.example/api?to=https://evil.example", refused],
      [["K-1"], "https://one.example.evil.example/api", refused],
      [["K-1"], "http://one.example/api", refused],
      [["K-1"], "https://169.254.169.254/", refused]
    ]))

  it.effect("reaches no connection of the other environment (U-126)", () =>
    expects([
      [["K-1"], "https://test.example", refused],
      [["K-T"], "https://test.example", refused],
      [["K-T"], undefined, "WAREHOUSE_KEY_UNKNOWN"]
    ]))
})

describe("apiUrlAllow", () => {
  it.each([
    ["http://one.example", /must be https/],
    ["https://u:p@one.example", /user name/],
    ["https://127.0.0.1", /public/],
    ["https://169.254.169.254", /metadata/],
    ["one.example", /is not an address/],
    ["https://one.example/?a=1", /no query/]
  ] as const)("refuses %s with its place (G-019 U-86)", (address, message) => {
    const read = composition([address], [])
    if (Result.isSuccess(read)) return assert.fail("it was taken")
    assert.deepStrictEqual(read.failure.map(({ path }) => path), ["/connections/1/apiUrlAllow/0"])
    assert.match(read.failure[0]!.message, message)
  })

  it("refuses an address of production for a connection of the test environment (U-126)", () => {
    const read = composition(["https://one.example"], [], ["https://one.example/"])
    if (Result.isSuccess(read)) return assert.fail("it was taken")
    assert.deepStrictEqual(read.failure.map(({ path }) => path), ["/connections/3/apiUrlAllow"])
    assert.match(read.failure[0]!.message, /one allows one of its addresses too, but belongs to the production environment/)
  })
})
