/**
 * The forms that document 3 leaves open: each option changes what is written, and every form is read back.
 */
import type { Json } from "@crossdock/core"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { all, methodsOf } from "../../src/erp-open-api/Messages/All.ts"
import type { Table } from "../../src/wire/index.ts"
import { answeredWith, atNow, calls, BooksV1, joined, type Name, profile, read } from "./support.ts"

type Members = Readonly<Record<string, any>>

/** The parts of one call as they were on the wire. */
interface Wire {
  readonly fields: Members
  readonly bizParam: any
  readonly envelope: Members
  readonly content: any
  readonly contentType: string
}

const one = { warehouseNames: ["Main"], limit: 50 }

const forms: ReadonlyArray<readonly [ids: string, option: Readonly<Record<string, string | boolean>>, name: Name, seen: (wire: Wire) => unknown, expected: unknown, payload?: object]> = [
  ["X-213", {}, "listReceivedBatches", ({ content }) => "asnSkuVOList" in content.result[0], true],
  ["X-313", { batchSkuListMember: "skuVOList" }, "listReceivedBatches", ({ content }) => "skuVOList" in content.result[0], true],
  ["X-214", {}, "listStorageLocationStock", ({ content }) => content.result[0].storageLocationCode, "SYS LOC"],
  ["X-314", { locationMember: "locationCode" }, "listStorageLocationStock", ({ content }) => content.result[0].locationCode, "SYS LOC"],
  ["X-228", {}, "cancelInboundOrder", ({ fields }) => fields["timestamp"].length, 13],
  ["X-328", { timestampUnit: "s" }, "cancelInboundOrder", ({ fields }) => fields["timestamp"].length, 10],
  ["X-234", {}, "listBatchStock", ({ bizParam }) => bizParam.showEmpty, true],
  ["X-334", { showEmptyType: "number" }, "listBatchStock", ({ bizParam }) => bizParam.showEmpty, 1],
  ["X-235", {}, "listBatchStock", ({ content }) => content.result[0].allocated, "2"],
  ["X-335", { batchAllocatedType: "number" }, "listBatchStock", ({ content }) => content.result[0].allocated, 2],
  ["X-258", {}, "listAssemblyOrders", ({ content }) => content.result[0].createTime, "2026-01-01 08:00:00"],
  ["X-358", { assemblyTime: "ms" }, "listAssemblyOrders", ({ content }) => content.result[0].createTime, 1_767_225_600_000],
  ["X-261", {}, "cancelInboundOrder", ({ envelope }) => envelope["errorCode"], ""],
  ["X-361", { successErrorCode: "0" }, "cancelInboundOrder", ({ envelope }) => envelope["errorCode"], "0"],
  ["X-262", {}, "listInboundOrders", ({ bizParam }) => bizParam.page, 1],
  ["X-362", { numbersAsStrings: true }, "listInboundOrders", ({ bizParam }) => bizParam.page, "1"],
  ["X-252 X-263", {}, "listStockBalances", ({ bizParam }) => [bizParam.warehouse, bizParam.warehouses], [undefined, ["Main"]], one],
  ["X-363", { v2Warehouse: "warehouse" }, "listStockBalances", ({ bizParam }) => [bizParam.warehouse, bizParam.warehouses], ["Main", undefined], one],
  ["X-363", { v2Warehouse: "warehouse" }, "listStockBalances", ({ bizParam }) => [bizParam.warehouse, bizParam.warehouses], [undefined, ["Main", "Other"]]],
  ["X-276", {}, "cancelInboundOrder", ({ contentType }) => contentType.split(";")[0], "multipart/form-data"],
  ["X-376", { contentType: "urlencoded" }, "cancelInboundOrder", ({ contentType }) => contentType, "application/x-www-form-urlencoded"]
]

/** The fields of a form in one of the two content types. */
const fieldsIn = (body: string): Members =>
  body.startsWith("--")
    ? Object.fromEntries([...body.matchAll(/name="(\w+)"\r\n(?:[^\r\n]+\r\n)*\r\n([^]*?)\r\n--/g)].map(([, name, value]) => [name, value]))
    : Object.fromEntries(new URLSearchParams(body))

const encoded = (name: Name, part: "payload" | "success", value: unknown) =>
  Schema.encodeSync(BooksV1.contract.operations[name][part] as unknown as Schema.Codec<unknown, unknown>)(value)

describe("a form that the document leaves open", () => {
  it.effect.each(forms)("%s: is written with %j in %s, and read back", ([, option, name, seen, expected, payload = calls[name].payload]) =>
    atNow(Effect.gen(function*() {
      const { client, kept } = joined({ client: { profile: profile(option) }, caller: { profile: profile(option) } })
      const answered = yield* client[name](payload as never)
      const [request] = kept.requests
      const fields = fieldsIn(request!.body)
      const contentType = request!.headers.find(([header]) => header === "content-type")![1]
      assert.deepStrictEqual(seen({ fields, bizParam: JSON.parse(fields["bizParam"]), ...read(kept.responses[0]!), contentType }), expected)
      assert.deepStrictEqual(encoded(name, "success", answered), encoded(name, "success", calls[name].success))
      assert.deepStrictEqual(encoded(name, "payload", kept.dispatched[0]!.payload), encoded(name, "payload", payload))
    })))

  it.effect.each([["", "success"], ["0", "success"], [undefined, "SUCCESS"]] as const)("an errorCode %j beside a success is read as no error (X-161)", ([errorCode, state]) =>
    Effect.gen(function*() {
      const { client } = answeredWith({ state, ...(errorCode !== undefined && { errorCode }), bizContent: "{}" })
      assert.deepStrictEqual(yield* client.cancelInboundOrder(calls.cancelInboundOrder.payload as never), {})
    }))

  it.effect("a result is a list for lists and an object for one record, and absent from a failure (X-160 X-260 E-041 E-537 E-538)", () =>
    atNow(Effect.gen(function*() {
      const { client, kept } = joined()
      yield* client.submitInboundOrder(calls.submitInboundOrder.payload as never)
      yield* client.listSplitOrders(calls.listSplitOrders.payload as never)
      const [created, listed] = kept.responses.map((response) => read(response).content)
      assert.includeMembers(Object.keys(created.result), [
        "asnNumber", "status", "type", "warehouseId", "warehouseName", "asnSkuVOList", "purchasePriceCurrency", "firstLegPriceCurrency", "transferPriceCurrency",
        "tag", "businessNumber", "customNumber", "trackNumber", "remark", "createTime"
      ])
      assert.isArray(listed.result)
      const refused = joined({ answers: { listSplitOrders: () => Effect.fail({ code: "WAREHOUSE_NOT_EXIST", message: "is unknown" }) } })
      yield* Effect.flip(refused.client.listSplitOrders(calls.listSplitOrders.payload as never))
      assert.notProperty(read(refused.kept.responses[0]!).content, "result")
    })))

  it.effect.each(["multipart", "urlencoded"])("a body is read as %s with any profile of the link, and numbers as texts (X-162 X-163 X-176)", (contentType) =>
    atNow(Effect.gen(function*() {
      for (const written of [{}, { numbersAsStrings: true, v2Warehouse: "warehouse" }] as const) {
        const { client, kept } = joined({ client: { profile: profile({ contentType, ...written }) } })
        yield* client.listStockBalances(one as never)
        assert.deepStrictEqual(kept.dispatched.map(({ payload }) => payload as unknown), [one])
      }
    })))
})

describe("numbersAsStrings", () => {
  it.effect("writes the numbers inside lists as texts too, for an ERP that reads no other line (U-64 X-362)", () =>
    atNow(Effect.gen(function*() {
      const numbersIn = (json: Json.Json): ReadonlyArray<unknown> =>
        typeof json === "number" ? [json] : typeof json === "object" && json !== null ? Object.values(json).flatMap(numbersIn) : []
      for (const numbersAsStrings of [false, true]) {
        const { client, kept } = joined({ client: { profile: profile({ numbersAsStrings, contentType: "urlencoded" }) } })
        yield* client.submitInboundOrder(calls.submitInboundOrder.payload as never)
        const bizParam = JSON.parse(fieldsIn(kept.requests[0]!.body)["bizParam"])
        assert.deepStrictEqual(
          [bizParam.asnSkuVOList[0].expectQuantity, bizParam.asnMarkVOList[0].asnMarkSkuVOList[0].quantity, numbersIn(bizParam).length === 0],
          numbersAsStrings ? ["10", "2", true] : [10, 2, false]
        )
        assert.deepStrictEqual(encoded("submitInboundOrder", "payload", kept.dispatched[0]!.payload), encoded("submitInboundOrder", "payload", calls.submitInboundOrder.payload))
      }
    })))
})

describe("the options that every protocol has", () => {
  it.effect("writeNull writes each member without a value as null, which is read as absent (X-177 X-277 X-377)", () =>
    atNow(Effect.gen(function*() {
      for (const [writeNull, names] of [[false, ["page", "pageSize", "warehouses"]], [true, ["fillCostAndGoods", "originCurrency", "page", "pageSize", "showCombine", "showEmpty", "skuList", "warehouse", "warehouses"]]] as const) {
        const { client, kept } = joined({ client: { profile: profile({ writeNull, contentType: "urlencoded" }) } })
        yield* client.listStockBalances(one as never)
        const bizParam: Json.JsonObject = JSON.parse(fieldsIn(kept.requests[0]!.body)["bizParam"])
        assert.deepStrictEqual(Object.keys(bizParam).toSorted() as unknown, names)
        assert.deepStrictEqual(kept.dispatched.map(({ payload }) => payload as unknown), [one])
      }
    })))

  it.effect.each([["codePoint", 50, 51], ["utf16", 25, 26], ["byte", 12, 13]] as const)("lengthUnit %s allows %i letters outside the basic plane in 50 characters, and not %i (U-73)", ([lengthUnit, most, tooMany]) =>
    atNow(Effect.gen(function*() {
      for (const [length, isAllowed] of [[most, true], [tooMany, false]] as const) {
        const { client, kept } = joined({ client: { profile: profile({ lengthUnit: "codePoint" }) }, caller: { profile: profile({ lengthUnit }) } })
        const result = yield* Effect.result(client.listBatchStock({ warehouseName: "𝄞".repeat(length), limit: 50 } as never))
        assert.deepStrictEqual([result._tag === "Success", kept.dispatched.length], isAllowed ? [true, 1] : [false, 0])
      }
    })))
})

describe("the service types", () => {
  const lists = (Object.keys(calls) as ReadonlyArray<Name>).filter((name) => "total" in (calls[name].success ?? {}))
  const v1 = ["listStockBalances", { inventoryList: "v1" }] as const

  it.effect.each([v1, ...lists.map((name) => [name, {}] as const)])(
    "%s with %j is answered with a list of its records, and a total (E-566 E-567 E-594 E-595 E-611 E-612 E-624 E-625 E-669 E-670 E-681 E-682 E-694 E-695 E-716 E-717 E-752 E-753)",
    ([name, option]) =>
      atNow(Effect.gen(function*() {
        const { client, kept } = joined({ client: { profile: profile(option) } })
        const payload = name === "listStockBalances" ? one : calls[name].payload
        yield* client[name](payload as never)
        const { content } = read(kept.responses[0]!)
        assert.deepStrictEqual([content.result.length, content.total], [1, 1])
      }))
  )

  it("of the inventory path are twelve, and those of the inbound path four (E-005 E-006)", () => {
    assert.deepStrictEqual([methodsOf("asn").length, methodsOf("inventory").length], [4, 12])
    assert.deepStrictEqual(methodsOf("asn").filter((method) => methodsOf("inventory").includes(method)), [])
  })

  const namesIn = (table: Table.Table): ReadonlyArray<string> =>
    table.members.flatMap(({ name, type }) => [name, ...below(type as Table.Type).flatMap(namesIn)])
  const below = (type: Table.Type): ReadonlyArray<Table.Table> =>
    type.kind === "object" ? [type.table as Table.Table] : type.kind === "list" ? below(type.of as Table.Type) : []

  it("name warehouses by name in requests, and by name and id in answers (E-759 E-760)", () => {
    const isId = (name: string) => /warehouseId$/i.test(name)
    assert.deepStrictEqual(all.filter(({ request }) => namesIn(request).some(isId)).map(({ method }) => method), [])
    assert.isAbove(all.filter(({ answer }) => namesIn(answer).some(isId)).length, 8)
  })

  it.effect("take the codes of the marketplace's warehouses as whsIds (E-757)", () =>
    atNow(Effect.gen(function*() {
      const { client, kept } = joined({ client: { profile: profile({ contentType: "urlencoded" }) } })
      const { items: warehouseCodes } = (yield* client.listMarketplaceWarehouses({} as never)) as typeof BooksV1.ListMarketplaceWarehouses.success.Type
      yield* client.listMarketplaceStock({ warehouseCodes, limit: 50 } as never)
      assert.deepStrictEqual(JSON.parse(fieldsIn(kept.requests[1]!.body)["bizParam"]).whsIds, ["WHS-1", "WHS-2"])
    })))

  it.effect("tell each group of a warehouse, and its name in warehouse (E-158 E-164)", () =>
    atNow(Effect.gen(function*() {
      const [record] = calls.listStockBalances.success.items as typeof BooksV1.ListStockBalances.success.Type["items"]
      const warehouseGroups = [{ id: "7", name: "North" }, { id: "8", name: "Cold" }]
      const { client, kept } = joined({ answers: { listStockBalances: () => ({ items: [{ ...record!, warehouseGroups }], total: 1 }) } })
      const { items } = (yield* client.listStockBalances(one as never)) as typeof BooksV1.ListStockBalances.success.Type
      assert.deepStrictEqual([items[0]!.warehouseGroups, read(kept.responses[0]!).content.result[0].warehouse], [warehouseGroups, "Main"])
    })))
})
