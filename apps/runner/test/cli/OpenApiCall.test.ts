import { Profile, Server } from "@crossdock/protocols/erp-open-api"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import * as OpenApiExamples from "../../src/examples/OpenApiExamples.ts"
import { contentOf } from "../../src/examples/WarehouseExamples.ts"
import * as OpenApiCall from "../../src/cli/OpenApiCall.ts"
import { crossdock } from "./Shell.ts"

const now = 1_795_170_911_123
const secret = Redacted.make("sandbox-secret")

/** What the example of a service type asks a server of the protocol for. */
const asked = Effect.fnUntraced(function*(serviceType: string, form: boolean) {
  const names: Array<string> = []
  const serve = Server.make<never>({
    find: (id) => id === "sandbox" ? { id, key: id, appSecret: secret, signing: "strict", profile: Profile.defaults, timeZone: "UTC+8" } : undefined,
    dispatch: (_, { name }) => {
      names.push(name)
      return Effect.fail({ code: "STOCK_NOT_ENOUGH", message: "none left" })
    }
  })
  const door = OpenApiExamples.doorOf(serviceType)
  const { body, headers, url } = OpenApiCall.request(new URL(`http://erp.example/api/v1/${door}`), {
    appId: "sandbox",
    serviceType,
    bizParam: contentOf(OpenApiExamples.examples[serviceType]!, { number: "N-1" }),
    timestamp: String(now)
  }, secret, { form })
  const response = yield* serve({ method: "POST", url, headers, body })
  return { names, judged: OpenApiCall.judge(response.body) }
})

describe("an example of a service type", () => {
  it.effect.each([
    ["QUERY_ASN_LIST", "listInboundOrders"],
    ["CREATE_ASN_ORDER", "submitInboundOrder"],
    ["CANCEL_ASN_ORDER", "cancelInboundOrder"],
    ["QUERY_ASN_BATCH_LIST", "listReceivedBatches"],
    ["QUERY_SIMPLE_LIST_INVENTORY_V2", "listStockBalances"],
    ["QUERY_SIMPLE_LIST_INVENTORY", "listStockBalances"],
    ["QUERY_INVENTORY_LOG_LIST", "listStockMovements"],
    ["QUERY_STORAGE_LOCATION_INVENTORY_LIST", "listStorageLocationStock"],
    ["QUERY_BATCH_INVENTORY_LIST", "listBatchStock"],
    ["QUERY_INVENTORY_ASSEMBLY_LIST", "listAssemblyOrders"],
    ["QUERY_INVENTORY_TRANSFER_LIST", "listTransferOrders"],
    ["QUERY_INVENTORY_RESTORE_LIST", "listSplitOrders"],
    ["CREATE_TRANSFER_AVAILABLE_ORDER", "createTransferOrder"],
    ["TRANSFER_STORAGE_LOCATION", "moveStock"],
    ["QUERY_MARKETPLACE_SBS_INVENTORY_LIST", "listMarketplaceStock"],
    ["QUERY_MARKETPLACE_SBS_WHS_ID_LIST", "listMarketplaceWarehouses"]
  ] as const)("%s is accepted as multipart and as a form", ([serviceType, operation]) =>
    Effect.gen(function*() {
      yield* TestClock.setTime(now)
      for (const form of [false, true]) {
        const { judged, names } = yield* asked(serviceType, form)
        assert.deepStrictEqual(names, [operation])
        assert.strictEqual(judged.refusal, "refused in the content: STOCK_NOT_ENOUGH: none left")
      }
    }))

  it("is there for sixteen service types", () => {
    assert.lengthOf(Object.keys(OpenApiExamples.examples), 16)
  })
})

describe("an answer of document 3", () => {
  const envelope = (bizContent: unknown, more: object = {}) =>
    JSON.stringify({ state: "success", errorCode: "", errorMsg: "", bizContent: JSON.stringify(bizContent), requestId: "1", ...more })
  const inner = { notSuccess: true, state: "fail", errorCode: "ASN_NOT_EXIST", errorMsg: "no such order" }

  it.each<readonly [string, string, OpenApiCall.Judged]>([
    ["a success", envelope({ state: "success", total: 1 }), { success: true, content: { state: "success", total: 1 } }],
    ["a failure in the content", envelope(inner), { success: false, refusal: "refused in the content: ASN_NOT_EXIST: no such order", content: inner }],
    ["a content with notSuccess as text", envelope({ notSuccess: "true" }), { success: false, refusal: "refused in the content: ", content: { notSuccess: "true" } }],
    ["a failure in the envelope", JSON.stringify({ state: "fail", errorCode: "AUTH_001", errorMsg: "no" }), { success: false, refusal: "refused in the envelope: AUTH_001: no" }],
    ["a success without content", envelope(undefined), { success: true }],
    ["something else", "<html>", {}],
    ["an envelope of another protocol", "{\"success\":true}", {}]
  ])("is judged in its layers: %s (E-030 E-031 E-035)", (_, body, expected) => {
    assert.deepStrictEqual(OpenApiCall.judge(body), expected)
  })

  it("is shown with its content as JSON", () => {
    const body = envelope({ total: 1 })
    assert.deepInclude(JSON.parse(OpenApiCall.shown(body, OpenApiCall.judge(body))), { state: "success", bizContent: { total: 1 } })
    assert.strictEqual(OpenApiCall.shown("<html>", {}), "<html>")
  })
})

describe("crossdock call --open-api", () => {
  it.effect("prints what it would send, which verify accepts", () =>
    Effect.gen(function*() {
      for (const flags of [[], ["--form"]]) {
        const printed = yield* crossdock(["call", "CREATE_ASN_ORDER", "--open-api", "--example", "--print", ...flags])
        const ran = yield* crossdock(["verify", printed.out])
        assert.strictEqual(ran.code, 0, ran.out)
        assert.include(ran.out, "serviceType  CREATE_ASN_ORDER")
      }
    }))

  it.effect.each([
    ["QUERY_ASN_LIST", "/api/v1/asn"],
    ["QUERY_SIMPLE_LIST_INVENTORY_V2", "/api/v1/inventory"]
  ] as const)("sends %s to %s of the runner", ([serviceType, path]) =>
    Effect.gen(function*() {
      const ran = yield* crossdock(["call", serviceType, "--open-api", "--url", "nowhere"])
      assert.include(ran.err, path)
      const none = yield* crossdock(["call", serviceType, "--open-api", "--example"], { PORT: "1" })
      assert.deepStrictEqual([none.code, none.err.includes("no service answers at http://127.0.0.1:1.")], [3, true])
    }))

  it.effect.each([
    ["with --gateway", ["--gateway"]],
    ["as JSON", ["--as-json"]],
    ["with an example that needs a number", ["--example"]]
  ] as const)("is refused %s with exit code 2", ([, flags]) =>
    Effect.gen(function*() {
      const ran = yield* crossdock(["call", "CANCEL_ASN_ORDER", "--open-api", ...flags])
      assert.deepStrictEqual([ran.code, ran.out], [2, ""], ran.err)
    }))
})
