/**
 * What the server of document 3 accepts on the inventory path, and what the client asks there.
 */
import { BooksV1 } from "@crossdock/books"
import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { many } from "./stockRows.ts"
import { answeredWith, atNow, calls, fieldsOf, joined, type More, profile, read, requestOf } from "./support.ts"

const v2 = "QUERY_SIMPLE_LIST_INVENTORY_V2"

/** Sends a request to the inventory path; returns the payload that was dispatched, and the envelope. */
const sent = Effect.fnUntraced(function*(serviceType: string, bizParam: object, more: More = {}) {
  const { kept, serve } = joined(more)
  const answer = read(yield* serve(requestOf(fieldsOf({ serviceType, bizParam: JSON.stringify(bizParam) }), "multipart", "/api/v1/inventory")))
  return { ...answer, payload: kept.dispatched[0]?.payload as { readonly warehouseNames?: ReadonlyArray<string> } | undefined }
})

describe("the lengths of a transfer", () => {
  it.effect("are told in metres or in the unit beside them, which nothing converts (E-274)", () =>
    atNow(Effect.gen(function*() {
      const [transfer] = calls.listTransferOrders.success.items as typeof BooksV1.ListTransferOrders.success.Type["items"]
      const [line, ...others] = transfer!.lines
      for (const lengthUnit of ["m", "cm"]) {
        const told = { items: [{ ...transfer!, lines: [{ ...line!, lengthUnit }, ...others] }], total: 1 }
        const { client, kept } = joined({ answers: { listTransferOrders: () => told } })
        const page = (yield* client.listTransferOrders(calls.listTransferOrders.payload as never)) as typeof BooksV1.ListTransferOrders.success.Type
        const { cartonDimensionUnit, cartonLength } = read(kept.responses[0]!).content.result[0].skuVOList[0]
        assert.deepStrictEqual([cartonDimensionUnit, cartonLength], [lengthUnit, 0.4])
        assert.deepStrictEqual(page.items[0]!.lines[0], { ...line!, lengthUnit })
      }
    })))
})

describe("version 2 of the inventory list", () => {
  it.effect.each([
    ["warehouse alone", { warehouse: "Main" }, ["Main"]],
    ["warehouses alone", { warehouses: ["Main", "Other"] }, ["Main", "Other"]],
    ["both, as their union", { warehouse: "Main", warehouses: ["Other", "Main"] }, ["Main", "Other"]],
    ["50 warehouses", { warehouses: many(50) }, many(50)],
    ["200 SKUs of two warehouses", { skuList: many(200), warehouses: many(2) }, many(2)],
    ["201 SKUs of one warehouse", { skuList: many(201), warehouses: ["Main"] }, ["Main"]]
  ] as const)("takes %s (E-570 E-572 E-578 E-581 E-582 E-583)", ([, bizParam, warehouseNames]) =>
    atNow(Effect.map(sent(v2, bizParam), ({ payload }) => assert.deepStrictEqual(payload?.warehouseNames, warehouseNames))))

  it.effect.each([
    ["no warehouse", {}, "/warehouses"],
    ["an empty list of warehouses", { warehouses: [] }, "/warehouses"],
    ["51 warehouses", { warehouses: many(51) }, "/warehouses"],
    ["201 SKUs of two warehouses", { skuList: many(201), warehouses: many(2) }, "/skuList"],
    ["51 characters", { warehouse: "x".repeat(51) }, "/warehouse"]
  ] as const)("refuses %s, in the envelope (E-571 E-576 E-579 E-580)", ([, bizParam, path]) =>
    atNow(Effect.map(sent(v2, bizParam), ({ envelope, payload }) => {
      assert.deepStrictEqual([envelope.errorCode, payload], ["DATA_INPUT_ERROR", undefined])
      assert.isTrue(envelope.errorMsg.startsWith(`${path}: `), envelope.errorMsg)
    })))

  it.effect("is the one that a client reads, unless its profile asks for the deprecated one (E-568 E-785)", () =>
    atNow(Effect.gen(function*() {
      for (const [inventoryList, serviceType] of [["v2", v2], ["v1", "QUERY_SIMPLE_LIST_INVENTORY"]] as const) {
        const { client, kept } = joined({ client: { profile: profile({ inventoryList, contentType: "urlencoded" }) } })
        const page = (yield* client.listStockBalances({ warehouseNames: ["Main"], limit: 10 } as never)) as typeof BooksV1.ListStockBalances.success.Type
        assert.strictEqual(new URLSearchParams(kept.requests[0]!.body).get("serviceType"), serviceType)
        assert.strictEqual(page.items[0]?.warehouseName, "Main")
        assert.deepStrictEqual(kept.dispatched[0]?.payload, { warehouseNames: ["Main"], limit: 10 })
      }
    })))

  it.effect("has an empty list of groups for a warehouse without one (E-163)", () =>
    atNow(Effect.gen(function*() {
      const [record] = calls.listStockBalances.success.items as typeof BooksV1.ListStockBalances.success.Type["items"]
      const { warehouseGroups: _, ...ungrouped } = record!
      const { content } = yield* sent(v2, { warehouse: "Main" }, { answers: { listStockBalances: () => ({ items: [ungrouped], total: 1 }) } })
      assert.deepStrictEqual(content.result[0].warehouseGroups, [])
    })))
})

describe("the other lists of stock", () => {
  it.effect.each([
    ["QUERY_BATCH_INVENTORY_LIST", { skuList: many(300) }, true],
    ["QUERY_BATCH_INVENTORY_LIST", { skuList: many(301) }, false],
    ["QUERY_STORAGE_LOCATION_INVENTORY_LIST", { skuList: many(200), warehouses: many(50) }, true],
    ["QUERY_STORAGE_LOCATION_INVENTORY_LIST", { skuList: many(201), warehouses: ["Main"] }, false],
    ["QUERY_STORAGE_LOCATION_INVENTORY_LIST", { skuList: ["W-1"], warehouses: many(51) }, false],
    ["QUERY_INVENTORY_LOG_LIST", { operateTimeFrom: "2026-01-01", operateTimeTo: "2026-01-02", operateType: "FIRST_LEG" }, true],
    ["QUERY_INVENTORY_LOG_LIST", { operateTimeFrom: "2026-01-01", operateTimeTo: "2026-01-02", operateType: "FIRST_LEG", typeList: ["I_PLAN"] }, false]
  ] as const)("keep the limits of their service type: %s (E-607 E-684 E-685 E-687 E-688 E-697 E-698)", ([serviceType, bizParam, isAccepted]) =>
    atNow(Effect.map(sent(serviceType, bizParam), ({ payload }) => assert.strictEqual(payload !== undefined, isAccepted))))

  it.effect.each([
    ["2026-01-02", "2026-01-02T15:59:59.999Z"],
    ["2026-01-02 08:00:00", "2026-01-02T00:00:00.999Z"],
    ["2026-01-02 08:00:00.250", "2026-01-02T00:00:00.250Z"],
    [1_767_312_000_000, "2026-01-02T00:00:00.000Z"]
  ] as const)("reach to the end of the day or second that %s names, because answers tell times in seconds (U-104 U-114)", ([operateTimeTo, to]) =>
    atNow(Effect.map(sent("QUERY_INVENTORY_LOG_LIST", { operateTimeFrom: "2026-01-01", operateTimeTo }), ({ payload }) =>
      assert.strictEqual(DateTime.formatIso((payload as unknown as typeof BooksV1.ListStockMovements.payload.Type).to), to))))

  it.effect("take classes of movements that the document does not name (E-379)", () =>
    atNow(Effect.map(sent("QUERY_INVENTORY_LOG_LIST", { operateTimeFrom: "2026-01-01", operateTimeTo: "2026-01-02", typeList: ["I_PLAN", "S_PLAN", "OTHER"] }), ({ payload }) =>
      assert.deepStrictEqual((payload as typeof BooksV1.ListStockMovements.payload.Type | undefined)?.subtypes, ["I_PLAN", "S_PLAN", "OTHER"]))))

  it.effect("name the article of the ERP only where it matches (E-354)", () =>
    atNow(Effect.gen(function*() {
      const [record] = calls.listMarketplaceStock.success.items as typeof BooksV1.ListMarketplaceStock.success.Type["items"]
      for (const [matchStatus, isNamed] of [["NORMAL", true], ["CONFLICT", false]] as const) {
        const { content } = yield* sent("QUERY_MARKETPLACE_SBS_INVENTORY_LIST", {}, { answers: { listMarketplaceStock: () => ({ items: [{ ...record!, matchStatus }], total: 1 }) } })
        assert.strictEqual("systemSku" in content.result[0], isNamed)
      }
    })))

  it.effect("list the marketplace's warehouses as texts, and ask with the empty object (E-019 E-754 E-755)", () =>
    atNow(Effect.gen(function*() {
      const { client, kept } = joined({ client: { profile: profile({ contentType: "urlencoded" }) } })
      assert.deepStrictEqual(yield* client.listMarketplaceWarehouses({} as never), { items: ["WHS-1", "WHS-2"] })
      assert.strictEqual(new URLSearchParams(kept.requests[0]!.body).get("bizParam"), "{}")
      assert.deepStrictEqual(read(kept.responses[0]!).content.result, ["WHS-1", "WHS-2"])
    })))

  it.effect("leave out and report a record that cannot be read, and keep the others", () =>
    Effect.gen(function*() {
      const element = { sku: "W-1", skuName: "Lamp", warehouse: "Main", warehouseCode: "M", total: 1, available: 1, locationCode: "SYS LOC" }
      const content = JSON.stringify({ notSuccess: false, state: "success", result: [{ ...element, total: "many" }, element], total: 2 })
      const { client, kept } = answeredWith({ state: "success", bizContent: content })
      const { items } = (yield* client.listStorageLocationStock(calls.listStorageLocationStock.payload as never)) as typeof BooksV1.ListStorageLocationStock.success.Type
      assert.deepStrictEqual([items.map(({ locationCode }) => locationCode), kept.findings.map(({ path }) => path)], [["SYS LOC"], ["/result/0/total"]])
    }))

  it.effect.each([[["Main", "Other"], true], [["Main"], false]] as const)("are refused where the scope %j lacks a warehouse: allowed %s (E-775)", ([warehouses, isAllowed]) =>
    atNow(Effect.map(sent(v2, { warehouses: ["Main", "Other"] }, { caller: { scope: { warehouses } } }), ({ content, payload }) => {
      assert.strictEqual(payload !== undefined, isAllowed)
      if (!isAllowed) assert.deepStrictEqual([content.errorCode, content.errorMsg.split(":")[0]], ["WAREHOUSE_NOT_EXIST", "/warehouses/1"])
    })))
})

describe("lists of orders", () => {
  const kinds = [
    ["QUERY_INVENTORY_ASSEMBLY_LIST", "assemblyNumber", "createTime"],
    ["QUERY_INVENTORY_TRANSFER_LIST", "numberParam", "createTime"],
    ["QUERY_INVENTORY_RESTORE_LIST", "orderNumber", "orderTime"]
  ] as const

  it.effect.each(kinds)("%s needs %s, or both ends of a window, and takes both (E-616 E-617 E-618 E-619 E-656 E-662 E-663 E-664 E-674 E-675 E-676)", ([serviceType, number, time]) =>
    atNow(Effect.gen(function*() {
      const from = { [`${time}From`]: "2026-01-01 00:00:00" }
      const to = { [`${time}To`]: "2026-01-02 00:00:00" }
      const named = { [number]: "N-1" }
      const cases = [[named, true], [{ ...from, ...to }, true], [{ ...named, ...from, ...to }, true], [{}, false], [from, false], [to, false]] as const
      for (const [bizParam, isAccepted] of cases) {
        const { envelope, payload } = yield* sent(serviceType, bizParam)
        assert.deepStrictEqual([payload !== undefined, envelope.errorCode], isAccepted ? [true, ""] : [false, "DATA_INPUT_ERROR"], JSON.stringify(bizParam))
        if (isAccepted) assert.deepStrictEqual(["number" in payload!, "createdFrom" in payload!, "createdTo" in payload!], [number in bizParam, `${time}From` in bizParam, `${time}To` in bizParam])
      }
    })))
})
