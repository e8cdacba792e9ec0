/**
 * The service types of document 3 that change stock, as client and server write and take them.
 */
import { type AdapterError, Json, Quantity } from "@crossdock/core"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { move, transfer } from "./stockChangeSamples.ts"
import { answeredWith, atNow, fieldsOf, joined, type More, moves, profile, read, requestOf, transferDraft } from "./support.ts"

const urlencoded = { client: { profile: profile({ contentType: "urlencoded" }) } }

/** Sends a request to the inventory path; returns what was dispatched, and the answer. */
const sent = Effect.fnUntraced(function*(serviceType: string, bizParam: unknown, more: More = {}) {
  const { kept, serve } = joined(more)
  const answer = read(yield* serve(requestOf(fieldsOf({ serviceType, bizParam: Json.stringify(bizParam as Json.Json) }), "multipart", "/api/v1/inventory")))
  return { ...answer, dispatched: kept.dispatched }
})

const bizParamOf = ({ body }: { readonly body: string }): unknown => JSON.parse(new URLSearchParams(body).get("bizParam")!)

describe("moves of stock", () => {
  const method = "TRANSFER_STORAGE_LOCATION"

  it.effect("are sent as an array, in one call (E-018 E-718 X-159 X-259)", () =>
    atNow(Effect.gen(function*() {
      const { client, kept } = joined(urlencoded)
      yield* client.moveStock(moves as never)
      assert.deepStrictEqual(kept.requests.map(bizParamOf), [[move, { ...move, sku: "W-2", transferNumber: 1 }]])
      assert.deepStrictEqual(kept.dispatched.map(({ operation }) => operation), ["moveStock"])
    })))

  it.effect("are answered with the members of the content and of the envelope (E-729 E-730 E-731 E-732 E-733 E-734 E-735)", () =>
    atNow(Effect.gen(function*() {
      const { content, envelope } = yield* sent(method, [move])
      const { traceId, ...others } = content
      assert.deepStrictEqual(others, { notSuccess: false, state: "success" })
      assert.strictEqual(traceId, envelope.requestId)
      assert.deepStrictEqual([envelope.state, envelope.errorCode, envelope.errorMsg, typeof envelope.bizContent], ["success", "", "", "string"])
    })))

  it.effect.each([
    ["one move as an object", move, "/bizParam"],
    ["an object with a list", { moves: [move] }, "/bizParam"],
    ["no move", [], "/"],
    ["something that is no move", [move, "x"], "/1"],
    ["a move without a reason", [move, { ...move, reason: "" }], "/1/reason"],
    ["a move of nothing", [{ ...move, transferNumber: 0 }], "/0/transferNumber"]
  ] as const)("are refused as wrong input, none of them dispatched: %s (E-719 E-727)", ([, bizParam, path]) =>
    atNow(Effect.map(sent(method, bizParam), ({ dispatched, envelope }) => {
      assert.deepStrictEqual([envelope.errorCode, dispatched], ["DATA_INPUT_ERROR", []])
      assert.isTrue(envelope.errorMsg.startsWith(`${path}: `), envelope.errorMsg)
    })))

  it.effect("name every wrong place by its place in the array", () =>
    atNow(Effect.map(sent(method, [{ ...move, sku: 1 }, { ...move, reason: 2 }]), ({ envelope }) =>
      assert.deepStrictEqual(envelope.errorMsg.match(/\/[\w/]+/g), ["/0/sku", "/1/reason"]))))

  it.effect("are taken as an object by a handler that is registered for them (U-70)", () =>
    atNow(Effect.gen(function*() {
      const { content, dispatched } = yield* sent(method, move, { server: { serviceTypes: { inventory: { [method]: (_, bizParam) => Effect.succeed(bizParam) } } } })
      assert.deepStrictEqual([content.result, dispatched], [move, []])
    })))

  it.effect("are refused by the place of the handler's refusal, or of a warehouse outside the scope (E-775)", () =>
    atNow(Effect.gen(function*() {
      const refusal = { code: "STOCK_NOT_ENOUGH", path: "/moves/1/quantity", message: "is more than there is at /moves/1/fromLocationCode", places: ["/moves/1/fromLocationCode"] }
      const short = yield* sent(method, [move, move], { answers: { moveStock: () => Effect.fail(refusal) } })
      assert.deepStrictEqual([short.content.errorCode, short.content.errorMsg], ["STOCK_NOT_ENOUGH", "/1/transferNumber: is more than there is at /1/storageLocationCode"])
      const outside = yield* sent(method, [move, { ...move, warehouseName: "Other" }], { caller: { scope: { warehouses: ["Main"] } } })
      assert.deepStrictEqual([outside.content.errorCode, outside.content.errorMsg.split(":")[0], outside.dispatched], ["WAREHOUSE_NOT_EXIST", "/1/warehouseName", []])
    })))

  it.effect("are not sent when a quantity is not whole, which names the place in the payload", () =>
    Effect.gen(function*() {
      const { client, kept } = joined()
      const half = { moves: [moves.moves[0], { ...moves.moves[1]!, quantity: Quantity.of("0.5") }] }
      const reason = (yield* Effect.flip(client.moveStock(half as never))) as AdapterError.Reason
      assert.deepStrictEqual([reason._tag, "path" in reason && reason.path, kept.requests], ["RequestInvalid", "/moves/1/quantity", []])
    }))
})

describe("a transfer", () => {
  const method = "CREATE_TRANSFER_AVAILABLE_ORDER"
  const ok = { state: "success", errorCode: "", errorMsg: "", requestId: "r-1" }

  it.effect("has metres on the wire and centimetres in the model, a list of weights, and a number where the inbound number is one (X-156 X-255 X-256 X-257)", () =>
    atNow(Effect.gen(function*() {
      const { client, kept } = joined(urlencoded)
      yield* client.createTransferOrder(transferDraft as never)
      const { skuList, ...order } = bizParamOf(kept.requests[0]!) as typeof transfer
      assert.deepStrictEqual(order, { warehouseName: "Main", destWarehouseName: "Shop", customNumber: "C-1", logisticsName: "Truck", trackNumber: "T-1", preReceiveTime: "2026-02-01 08:00:00", remark: "soon" })
      const [first, second] = skuList as unknown as ReadonlyArray<Readonly<Record<string, unknown>>>
      assert.deepStrictEqual([first!.length, first!.width, first!.height, first!.weight, first!.originalAsnNumber], [0.4, 0.305, 0.2, [0.6, 0.65], "ASN-1"])
      assert.deepStrictEqual(second, { sku: "W-2", transferQty: 1, originalAsnNumber: 7, weight: [1] })
    })))

  it.effect.each([
    [{}, [["ASN-1", [0.6, 0.65]], [7, [1]]]],
    [{ originalAsnNumberType: "string", transferWeight: "scalar" }, [["ASN-1", [0.6, 0.65]], ["7", 1]]]
  ] as const)("is written as the profile %j says, and read back (X-355 X-357)", ([written, expected]) =>
    atNow(Effect.gen(function*() {
      const { client, kept } = joined({ client: { profile: profile({ contentType: "urlencoded", ...written }) } })
      yield* client.createTransferOrder(transferDraft as never)
      const { skuList } = bizParamOf(kept.requests[0]!) as typeof transfer
      assert.deepStrictEqual(skuList.map(({ originalAsnNumber, weight }) => [originalAsnNumber, weight]), expected as never)
      const { lines } = kept.dispatched[0]!.payload as typeof transferDraft
      assert.deepStrictEqual(lines.map(({ asnNumber }) => asnNumber), ["ASN-1", "7"])
    })))

  it.effect("is not sent without a number of its creator, or with a text where the profile has numbers (X-357)", () =>
    Effect.gen(function*() {
      const { client, kept } = joined({ client: { profile: profile({ originalAsnNumberType: "number" }) } })
      const { customNumber: _, ...unnumbered } = transferDraft
      for (const [wrong, path] of [[unnumbered, "/customNumber"], [transferDraft, "/lines/0/asnNumber"]] as const) {
        const reason = (yield* Effect.flip(client.createTransferOrder(wrong as never))) as AdapterError.Reason
        assert.deepStrictEqual([reason._tag, "path" in reason && reason.path], ["RequestInvalid", path])
      }
      assert.deepStrictEqual(kept.requests, [])
    }))

  it.effect.each([
    [{ ...ok, bizContent: JSON.stringify({ result: { transferNumber: "TR-1", other: [1] } }) }, { transferNumber: "TR-1" }],
    [{ ...ok, bizContent: JSON.stringify({ state: "success", notSuccess: false, transferNumber: 12 }) }, { transferNumber: "12" }],
    [{ ...ok, bizContent: JSON.stringify({ result: "TR-1" }) }, {}],
    [{ ...ok, bizContent: "[1]" }, {}],
    [{ ...ok, bizContent: "done" }, {}],
    [{ ...ok, bizContent: null }, {}],
    [ok, {}]
  ] as const)("is created whatever the content of a success: %j (E-652)", ([body, expected]) =>
    Effect.gen(function*() {
      const { client } = answeredWith(body)
      assert.deepStrictEqual(yield* client.createTransferOrder(transferDraft as never), expected)
    }))

  it.effect.each([
    [{ state: "fail", errorCode: "STOCK_NOT_ENOUGH", errorMsg: "short" }, "Rejected"],
    [{ ...ok, bizContent: JSON.stringify({ notSuccess: true, errorCode: "STOCK_NOT_ENOUGH", errorMsg: "short" }) }, "Rejected"],
    ["{}", "ResponseInvalid"],
    ["not JSON", "ResponseInvalid"]
  ] as const)("is not created when a layer says so, and unknown without an envelope: %j is %s (E-652)", ([body, tag]) =>
    Effect.gen(function*() {
      const reason = (yield* Effect.flip(answeredWith(body).client.createTransferOrder(transferDraft as never))) as AdapterError.Reason
      assert.strictEqual(reason._tag, tag)
    }))

  it.effect("goes only to a warehouse in the scope of the caller (E-775)", () =>
    atNow(Effect.gen(function*() {
      const { content, dispatched } = yield* sent(method, transfer, { caller: { scope: { warehouses: ["Main"] } } })
      assert.deepStrictEqual([content.errorCode, content.errorMsg.split(":")[0], dispatched], ["WAREHOUSE_NOT_EXIST", "/destWarehouseName", []])
    })))
})
