/**
 * What the options of a client of document 3 change beside the forms on the wire: cancelled statuses, parts of long lists, and service
 * types that the document does not name.
 */
import type { AdapterError, Json } from "@crossdock/core"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { many } from "./stockRows.ts"
import * as Result from "effect/Result"
import { answeredWith, atNow, calls, BooksV1, fieldsOf, joined, order, Profile, profile, read, requestOf, type Server } from "./support.ts"

const urlencoded = { contentType: "urlencoded" } as const
const bizParamOf = ({ body }: { readonly body: string }) => JSON.parse(new URLSearchParams(body).get("bizParam")!)

describe("a status of an inbound order", () => {
  it.effect.each([
    ["CANCEL", {}, "cancelled"],
    ["CANCELLED", {}, "cancelled"],
    ["CANCELED", {}, "cancelled"],
    ["CLOSED", {}, "cancelled"],
    ["DELETED", {}, "cancelled"],
    ["SHIPPING", {}, "shipping"],
    ["FINISHED", {}, "received"],
    ["toString", {}, "announced"],
    ["VOID", {}, "announced"],
    ["VOID", { cancelledStates: "GONE, VOID" }, "cancelled"],
    ["CANCELLED", { cancelledStates: "GONE, VOID" }, "announced"]
  ] as const)("%s is read with the options %j as %s (U-48)", ([status, option, phase]) =>
    atNow(Effect.gen(function*() {
      const { client } = joined({ client: { profile: profile(option) }, answers: { listInboundOrders: () => ({ items: [{ ...order, status }], total: 1 }) } })
      const { items } = (yield* client.listInboundOrders(calls.listInboundOrders.payload as never)) as typeof BooksV1.ListInboundOrders.success.Type
      assert.deepStrictEqual([items[0]!.status, items[0]!.phase], [status, phase])
    })))
})

describe("a service type under another name (U-131)", () => {
  const asked = (serviceType: string, aliases: string) =>
    atNow(Effect.gen(function*() {
      const { kept, serve } = joined({ caller: { profile: profile({ serviceTypeAliases: aliases }) } })
      const { envelope } = read(yield* serve(requestOf(fieldsOf({ serviceType }))))
      return [envelope.errorCode, kept.dispatched.map(({ operation }) => operation)]
    }))

  it.effect.each([
    ["DELETE_ASN_ORDER", "", "SERVICE_TYPE_NOT_EXIST"],
    ["DELETE_ASN_ORDER", "OTHER=CREATE_ASN_ORDER, DELETE_ASN_ORDER = CANCEL_ASN_ORDER", ""],
    ["toString", "DELETE_ASN_ORDER=CANCEL_ASN_ORDER", "SERVICE_TYPE_NOT_EXIST"],
    ["CANCEL_ASN_ORDER", "DELETE_ASN_ORDER=CANCEL_ASN_ORDER", ""]
  ] as const)("%s with the aliases %j is answered with the code %j", ([serviceType, aliases, code]) =>
    Effect.map(asked(serviceType, aliases), (found) => assert.deepStrictEqual(found, [code, code === "" ? ["cancelInboundOrder"] : []])))

  it.each(["DELETE_ASN_ORDER", "=CANCEL_ASN_ORDER", "DELETE_ASN_ORDER=NOTHING", "A=CANCEL_ASN_ORDER,B"])("cannot be listed as %s", (aliases) =>
    assert.include(Result.getOrThrow(Result.flip(Profile.profileFrom({ serviceTypeAliases: aliases }))), "serviceTypeAliases"))
})

type Balances = typeof BooksV1.ListStockBalances.success.Type
type Asked = typeof BooksV1.ListStockBalances.payload.Type

const [balance] = calls.listStockBalances.success.items as Balances["items"]

/** An ERP that has one record for each SKU. */
const perSku = ({ cursor = "0", limit, skus: asked }: Asked) => {
  const from = Number(cursor)
  const skus: ReadonlyArray<string> = asked ?? []
  const items = skus.slice(from, from + limit).map((sku) => ({ ...balance!, sku }))
  return { items, total: skus.length, ...(from + limit < skus.length && { nextCursor: String(from + limit) }) }
}

describe("a list for many SKUs", () => {
  const walk = Effect.fnUntraced(function*(skus: ReadonlyArray<string>, option: Readonly<Record<string, string>> = {}, limit = 150) {
    const { client, kept } = joined({ client: { profile: profile({ ...urlencoded, ...option }) }, answers: { listStockBalances: perSku } })
    const found: Array<string> = []
    const pages: Array<Balances> = []
    let cursor: string | undefined
    do {
      const page = (yield* client.listStockBalances({ skus, warehouseNames: ["Main", "Other"], limit, ...(cursor !== undefined && { cursor }) } as never)) as Balances
      found.push(...page.items.map(({ sku }) => sku))
      pages.push(page)
      cursor = page.nextCursor
    } while (cursor !== undefined && pages.length < 20)
    return { found, pages, asked: kept.requests.map(bizParamOf).map(({ page, skuList }): unknown => [skuList.length, page]) }
  })

  it.effect.each([
    [200, {}, [[200, 1], [200, 2]]],
    [201, {}, [[200, 1], [200, 2], [1, 1]]],
    [450, {}, [[200, 1], [200, 2], [200, 1], [200, 2], [50, 1]]],
    [5, { skuChunk: "2" }, [[2, 1], [2, 1], [1, 1]]]
  ] as const)("of %i with %j is asked in parts, page by page, and every record is found once (E-573)", ([count, option, asked]) =>
    atNow(Effect.gen(function*() {
      const walked = yield* walk(many(count), option)
      assert.deepStrictEqual(walked.asked, asked as unknown)
      assert.deepStrictEqual(walked.found, many(count))
      assert.deepStrictEqual(walked.pages.map(({ total }) => total !== undefined), walked.pages.map(() => count === 200))
    })))

  it.effect("names each SKU once, so that no record comes twice (E-573)", () =>
    atNow(Effect.gen(function*() {
      const { asked, found } = yield* walk([...many(200), ...many(200)], {}, 200)
      assert.deepStrictEqual([asked, found], [[[200, 1]], many(200)])
    })))

  it.effect.each([[450, {}, true], [450, {}, false], [200, {}, true], [5, { skuChunk: "2" }, true]] as const)("of %i with %j has pages that are read by their numbers, whether the ERP tells totals: %s", ([count, option, hasTotal]) =>
    atNow(Effect.gen(function*() {
      const answer = (asked: Asked) => {
        const { total, ...page } = perSku(asked)
        return hasTotal ? { ...page, total } : page
      }
      const { pages } = yield* walk(many(count), option, 100)
      const { client } = joined({ client: { profile: profile({ ...urlencoded, ...option }) }, answers: { listStockBalances: answer } })
      const read = (number: number) =>
        Effect.map(client.listStockBalances({ skus: many(count), warehouseNames: ["Main", "Other"], limit: 100, cursor: String(number) } as never), (page) =>
          (page as Balances).items.map(({ sku }) => sku))
      for (const at of [...pages.keys()].toReversed()) assert.deepStrictEqual(yield* read(at + 1), pages[at]!.items.map(({ sku }) => sku), String(at + 1))
      assert.deepStrictEqual(yield* read(pages.length + 1), [])
    })))

  it.effect.each([
    ["tells the total", (total: number, _isBehind: boolean) => ({ total })],
    ["tells no total behind the last page", (total: number, isBehind: boolean) => ({ total: isBehind ? 0 : total })]
  ] as const)("in larger pages than an ERP gives has each record on one of its numbered pages, if the ERP %s (E-573 U-117)", ([, totalOf]) =>
    atNow(Effect.gen(function*() {
      const answer = ({ cursor = "1", limit, skus: asked }: Asked) => {
        const skus: ReadonlyArray<string> = asked ?? []
        const from = (Number(cursor) - 1) * limit
        const all = skus.flatMap((sku) => ["Main", "Other"].map((warehouseName) => ({ ...balance!, sku, warehouseName })))
        const more = from + limit < all.length ? { nextCursor: String(Number(cursor) + 1) } : {}
        return { items: all.slice(from, from + limit), ...totalOf(all.length, from >= all.length), ...more }
      }
      const { client } = joined({
        client: { profile: profile({ ...urlencoded, skuChunk: "150" }) },
        caller: { numbersPages: true },
        answers: { listStockBalances: answer }
      })
      // The parts of 150, 150 and 100 SKUs have 300, 300 and 200 records, which an ERP gives in pages of 200.
      const read = (page: number) =>
        Effect.map(client.listStockBalances({ skus: many(400), warehouseNames: ["Main", "Other"], limit: 1000, cursor: String(page) } as never), (found) =>
          (found as Balances).items.map(({ sku, warehouseName }): string => `${sku} in ${warehouseName}`))
      const pages = yield* Effect.forEach([1, 2, 3, 4, 5, 6], read)
      assert.deepStrictEqual(pages.map(({ length }) => length), [200, 100, 200, 100, 200, 0])
      assert.deepStrictEqual(pages.flat(), many(400).flatMap((sku) => [`${sku} in Main`, `${sku} in Other`]))
    })))

  it.effect.each(["3.1", "0.1", "0", "x", "1.0"])("refuses the cursor %s, which none of its pages has", (cursor) =>
    Effect.gen(function*() {
      const { client, kept } = joined()
      const reason = (yield* Effect.flip(client.listStockBalances({ skus: many(300), warehouseNames: ["Main"], limit: 10, cursor } as never))) as AdapterError.Reason
      assert.deepStrictEqual([reason._tag, "path" in reason && reason.path, kept.requests], ["RequestInvalid", "/cursor", []])
    }))

  it.effect("of storage locations and of batches is asked in parts too", () =>
    atNow(Effect.gen(function*() {
      for (const name of ["listStorageLocationStock", "listBatchStock"] as const) {
        const { client, kept } = joined({ client: { profile: profile(urlencoded) } })
        const page = (yield* client[name]({ ...calls[name].payload, skus: many(301) } as never)) as Balances
        assert.deepStrictEqual([bizParamOf(kept.requests[0]!).skuList.length, page.nextCursor], [200, "2.1"])
      }
    })))
})

describe("a query that the document names without a service type", () => {
  const answer = { state: "success", bizContent: JSON.stringify({ result: [{ logisticsName: "Truck" }] }) }

  it.effect("is called by the service type of the profile, at the path that the caller knows (E-761 U-50)", () =>
    Effect.gen(function*() {
      const { client, kept } = answeredWith(answer)
      const named = joined({ client: { profile: profile({ firstLegServiceType: "QUERY_FIRST_LEG", customFieldServiceType: "QUERY_FIELDS", ...urlencoded }) } })
      const reason = (yield* Effect.flip(client.query("firstLeg", "inventory", {}))) as AdapterError.Reason
      assert.deepStrictEqual([reason._tag, kept.requests], ["RequestInvalid", []])
      for (const [query, door] of [["firstLeg", "inventory"], ["customField", "asn"]] as const) yield* Effect.ignore(named.client.query(query, door, { page: 1 }))
      const sent = named.kept.requests.map(({ body, url }) => [url.pathname, new URLSearchParams(body).get("serviceType"), new URLSearchParams(body).get("bizParam")])
      assert.deepStrictEqual(sent, [["/base/api/v1/inventory", "QUERY_FIRST_LEG", "{\"page\":1}"], ["/base/api/v1/asn", "QUERY_FIELDS", "{\"page\":1}"]])
    }))
})

describe("the carrier of a transfer", () => {
  const serviceType = "QUERY_FIRST_LEG"
  const transfer = (carrierName: string) => ({ ...calls.createTransferOrder.payload, carrierName }) as never

  /** An ERP whose query answers so, and how often it was asked. */
  const erp = (answer: Effect.Effect<Json.Json, Server.Refusal>, option = { firstLegServiceType: serviceType }) => {
    let asked = 0
    const query = Effect.suspend(() => {
      asked++
      return answer
    })
    return { ...joined({ client: { profile: profile(option) }, server: { serviceTypes: { inventory: { [serviceType]: () => query } } } }), asked: () => asked }
  }
  const names = Effect.succeed({ list: [{ logisticsName: "Truck", id: 1 }, { more: { logisticsName: "Train" } }] })

  it.effect("is a name that the first-leg logistics query returns, or nothing is created (E-632)", () =>
    atNow(Effect.gen(function*() {
      const { asked, client, kept } = erp(names)
      const { path, message } = (yield* Effect.flip(client.createTransferOrder(transfer("Ship")))) as AdapterError.RequestInvalid
      assert.deepStrictEqual([path, message.includes("Truck, Train"), kept.dispatched.length], ["/carrierName", true, 0])
      for (const name of ["Truck", "Train", "Truck"]) yield* client.createTransferOrder(transfer(name))
      assert.deepStrictEqual([kept.dispatched.length, asked()], [3, 1])
    })))

  it.effect.each([
    ["fails", Effect.fail({ code: "SYSTEM_ERROR", message: "not now" })],
    ["names nothing", Effect.succeed({ list: [] })]
  ] as const)("is left to the ERP where that query %s", ([, answer]) =>
    atNow(Effect.gen(function*() {
      const { client, kept } = erp(answer)
      yield* client.createTransferOrder(transfer("Ship"))
      assert.deepStrictEqual(kept.dispatched.map(({ operation }) => operation), ["createTransferOrder"])
    })))

  it.effect("is left to the ERP where no service type is configured for that query", () =>
    atNow(Effect.gen(function*() {
      const { asked, client } = erp(names, { firstLegServiceType: "" })
      yield* client.createTransferOrder(transfer("Ship"))
      assert.strictEqual(asked(), 0)
    })))
})
