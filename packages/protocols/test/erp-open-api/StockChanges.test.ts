/**
 * The service types of document 3 that change stock, as client and server write and take them.
 */
import { type AdapterError, Quantity } from "@crossdock/core"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { move } from "./stockChangeSamples.ts"
import { atNow, fieldsOf, joined, type More, moves, profile, read, requestOf } from "./support.ts"

const urlencoded = { client: { profile: profile({ contentType: "urlencoded" }) } }

/** Sends a request to the inventory path; returns what was dispatched, and the answer. */
const sent = Effect.fnUntraced(function*(serviceType: string, bizParam: unknown, more: More = {}) {
  const { kept, serve } = joined(more)
  const answer = read(yield* serve(requestOf(fieldsOf({ serviceType, bizParam: JSON.stringify(bizParam) }), "multipart", "/api/v1/inventory")))
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
      assert.match(traceId, /^[\w-]{36}$/)
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
