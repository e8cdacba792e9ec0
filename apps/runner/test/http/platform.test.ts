/**
 * A shop that the runner serves to an ERP over document 2B, on real sockets.
 */
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { onBothDatabases } from "../support/Databases.ts"
import { live } from "../support/Live.ts"
import { contentOf } from "../../src/examples/WarehouseExamples.ts"
import { examples } from "../../src/examples/PlatformExamples.ts"
import * as Sandbox from "../../src/Sandbox.ts"
import * as Shop from "../support/Shop.ts"

onBothDatabases("a served shop", (fresh) => {
  const served = (title: string, test: (w: Parameters<typeof Shop.call>[0] & { readonly lines: ReadonlyArray<string> }) => Effect.Effect<unknown, unknown, any>, options: Shop.Options = {}) =>
    it.live(title, () =>
      Effect.gen(function*() {
        yield* live(yield* Effect.promise(fresh), Shop.composition(options), test as never)
      }))

  served("answers the reads of the ERP with what the shop has (P-001 P-005)", (w) =>
    Effect.gen(function*() {
      yield* Shop.place({ onlineOrderId: "SO-1" })
      const { body } = yield* Shop.call(w, "getOrder", { onlineOrderIdList: ["SO-1", "SO-2"], pageNo: 1, pageSize: 10 })
      assert.deepInclude(body, { success: true })
      assert.deepStrictEqual(body.orderInfoList.map((order: any) => [order.onlineOrderId, order.shopId, order.erpOrderStatus]), [["SO-1", 1, "WAIT_AUDIT"]])
      const lists = yield* Effect.forEach(["getOrderOnlineStatus", "getProductStatus", "initLogistics", "getPlatformWarehouse"] as const, (method) => Shop.call(w, method))
      assert.deepStrictEqual(lists.map(Shop.codeOf), ["ok", "ok", "ok", "ok"])
      assert.deepStrictEqual(lists[2]!.body.logisticsList.map((each: any) => each.logisticsCode), ["SBX-POST", "SBX-EXP"])
      const products = yield* Shop.call(w, "getProduct", { onlineItemIdList: ["P-1001"], onlineItemId: "P-1001", pageNo: 1, pageSize: 10 })
      assert.strictEqual(Shop.codeOf(products), "ok")
      const stock = yield* Shop.call(w, "updateInventory", { onlineItemId: "P-1001", onlineSkuId: "V-1001", onlineStock: 7, sellerStockList: [{ platformWarehouseId: "SBX-1", availableStock: 7 }] })
      assert.deepInclude(stock.body, { success: true })
      assert.notInclude(w.lines.join("\n"), "repeats the signature")
    }))

  served("answers a list of numbers that is longer than a query of the platform page by page, and each order once (P-218 P-220)", (w) =>
    Effect.gen(function*() {
      const numbers = Array.from({ length: 120 }, (_, index) => `SO-${index}`)
      for (const onlineOrderId of numbers) yield* Shop.place({ onlineOrderId, goods: [{ sku: "SKU-1001", quantity: 1 }] })
      const found: Array<string> = []
      for (let pageNo = 1; pageNo <= 20; pageNo++) {
        const { body } = yield* Shop.call(w, "getOrder", { onlineOrderIdList: [...numbers, "SO-0", "SO-none"], pageNo, pageSize: 20 })
        assert.strictEqual(body.success, true, JSON.stringify(body))
        found.push(...body.orderInfoList.map((order: any) => order.onlineOrderId))
        if (body.isLastPage === 1) break
      }
      assert.deepStrictEqual(found.toSorted(), numbers.toSorted())
      assert.strictEqual(Shop.codeOf(yield* Shop.call(w, "getOrder", { onlineOrderIdList: numbers, pageNo: 30, pageSize: 20 })), "ok")
    }))

  served("reads no more than 20 pages for one call, and goes on with the next (N7)", (w) =>
    Effect.gen(function*() {
      const numbers = Array.from({ length: 30 }, (_, index) => `SO-${index}`)
      for (const onlineOrderId of numbers) yield* Shop.place({ onlineOrderId, goods: [{ sku: "SKU-1001", quantity: 1 }] })
      const page = Shop.call(w, "getOrder", { onlineOrderIdList: numbers, pageNo: 25, pageSize: 1 })
      const unfinished = yield* page
      assert.deepStrictEqual([unfinished.status, Shop.codeOf(unfinished), unfinished.headers["retry-after"]], [503, "READ_UNFINISHED", "1"])
      assert.deepStrictEqual((yield* page).body.orderInfoList.map((order: any) => order.onlineOrderId), ["SO-24"])
    }))

  served("names the shop in each order as the ERP does, whatever the platform calls it (P-026 P-027)", (w) =>
    Effect.gen(function*() {
      yield* Shop.place({ onlineOrderId: "SO-1" })
      const { body } = yield* Shop.call(w, "getOrder", { platform: "ACME", shopId: "7000000000000000001", onlineOrderIdList: ["SO-1"], pageNo: 1, pageSize: 10 })
      assert.deepStrictEqual([body.platform, body.orderInfoList[0].onlineShopId], ["ACME", "SHOP-7"])
    }), { links: [{ shop: { platform: "ACME", shopId: "7000000000000000001", onlineShopId: "SHOP-7" } }] })

  served("finds the shop by accessId, platform and shopId, and tells no caller of the shops of others (P-025 P-397 A066)", (w) =>
    Effect.gen(function*() {
      const ask = (content: Readonly<Record<string, unknown>>, signed: Shop.Signed = {}) => Effect.map(Shop.call(w, "initLogistics", content, signed), Shop.codeOf)
      assert.strictEqual(yield* ask({}), "ok")
      assert.strictEqual(yield* ask({ shopId: 2 }), "SHOP_UNKNOWN")
      assert.strictEqual(yield* ask({ shopId: 3 }), "SHOP_UNKNOWN")
      assert.strictEqual(yield* ask({ platform: "other" }), "SHOP_UNKNOWN")
      assert.strictEqual(yield* ask({ shopId: 2 }, { accessId: "acc-2", secretKey: "secret-key-2" }), "ok")
      for (const signed of [{ accessId: "nobody" }, { secretKey: "wrong" }, { accessId: "acc-2" }]) {
        const answer = yield* Shop.call(w, "initLogistics", {}, signed)
        assert.deepStrictEqual([answer.status, answer.body.message], [200, "SIGNATURE_INVALID: this call is not authenticated; check the accessId, the secret key and the text that is signed"])
      }
    }), { links: [{ shop: { ...Shop.shop, onlineShopId: "one" } }, { id: "acc-2", secretKey: "secret-key-2", shop: { platform: "sandbox", shopId: "2", onlineShopId: "two" } }] })

  served("refuses a method that does not belong to the path, and methods of others (P-023 U-72)", (w) =>
    Effect.gen(function*() {
      assert.strictEqual(Shop.codeOf(yield* Shop.call(w, "getOrder", {}, { pathMethod: "getProduct" })), "METHOD_UNKNOWN")
      assert.strictEqual(Shop.codeOf(yield* Shop.call(w, "pushOrder")), "METHOD_UNKNOWN")
      assert.strictEqual(Shop.codeOf(yield* Shop.call(w, "createOrder")), "METHOD_UNKNOWN")
      assert.strictEqual((yield* w.call({ path: "/extApi/platform" })).status, 404)
      assert.strictEqual((yield* w.call({ path: "/extApi/platform/getOrder", body: "{}" })).status, 415)
    }))

  for (const [what, content, code] of [
    ["neither numbers nor a window (P-212 A076)", { pageNo: 1, pageSize: 10 }, "MEMBER_INVALID"],
    ["the start of a window alone (P-213 A075)", { updateTimeStart: 1_772_330_584_000, pageNo: 1, pageSize: 10 }, "MEMBER_INVALID"],
    ["the end of a window alone (P-213 A075)", { updateTimeEnd: 1_772_330_584_000, pageNo: 1, pageSize: 10 }, "MEMBER_INVALID"],
    ["a start beside numbers (P-213 U-99)", { onlineOrderIdList: ["SO-1"], updateTimeStart: 1_772_330_584_000, pageNo: 1, pageSize: 10 }, "MEMBER_INVALID"],
    ["a window whose end comes before its start (A077)", { updateTimeStart: 1_772_330_584_001, updateTimeEnd: 1_772_330_584_000, pageNo: 1, pageSize: 10 }, "MEMBER_INVALID"],
    ["a window of ten years (A077)", { updateTimeStart: 1_456_797_784_000, updateTimeEnd: 1_772_330_584_000, pageNo: 1, pageSize: 10 }, "ok"],
    ["numbers and a whole window (P-216)", { onlineOrderIdList: ["SO-1"], updateTimeStart: 1_772_330_584_001, updateTimeEnd: 1_772_330_584_000, pageNo: 1, pageSize: 10 }, "ok"]
  ] as const) {
    served(`answers getOrder with ${code} for ${what}`, (w) =>
      Effect.gen(function*() {
        const answer = yield* Shop.call(w, "getOrder", content)
        assert.strictEqual(Shop.codeOf(answer), code, JSON.stringify(answer.body))
      }))
  }

  served("refuses a window that is longer than the operator allows, and takes one that is not (A077)", (w) =>
    Effect.gen(function*() {
      const [start, days] = [1_772_330_584_000, 86_400_000]
      const ask = (method: string, length: number, more = {}) =>
        Shop.call(w, method, { updateTimeStart: start, updateTimeEnd: start + length, pageNo: 1, pageSize: 10, ...more })
      for (const method of ["getOrder", "getProduct"]) {
        assert.strictEqual(Shop.codeOf(yield* ask(method, 31 * days)), "ok", method)
        const { body } = yield* ask(method, 31 * days + 1)
        assert.match(String(body.message), /^LIMIT_EXCEEDED: \/updateTimeEnd: is more than 31d after the start/)
      }
    }), { server: { maxWindow: "31 days" } })

  served("refuses an amount of stock that is no number (P-117)", (w) =>
    Effect.gen(function*() {
      for (const onlineStock of ["many", "1e", "NaN"]) {
        assert.strictEqual(Shop.codeOf(yield* Shop.call(w, "updateInventory", { onlineItemId: "P-1001", onlineStock })), "MEMBER_INVALID", String(onlineStock))
      }
    }))

  served("takes an apiUrl from the allow list of the shop's connection, and no other (P-015 U-86)", (w) =>
    Effect.gen(function*() {
      const ask = (apiUrl: string) => Effect.map(Shop.call(w, "initLogistics", {}, { headers: { apiUrl } }), Shop.codeOf)
      assert.strictEqual(yield* ask("https://api.shop.example/"), "ok")
      for (const other of ["http://api.shop.example", "https://api.shop.example/more", "https://127.0.0.1", "https://169.254.169.254/"]) {
        assert.strictEqual(yield* ask(other), "API_URL_NOT_ALLOWED", other)
      }
    }), { apiUrlAllow: ["https://api.shop.example"] })

  it.live("is in the sandbox, with its fixed credentials and code (P-001)", () =>
    Effect.gen(function*() {
      const composition = (port: number) => Sandbox.composition({ credentials: Sandbox.wellKnown, erpUrl: new URL(`http://127.0.0.1:${port}`) })
      yield* live(yield* Effect.promise(fresh), composition, (w) =>
        Effect.gen(function*() {
          const ask = (method: string, content: Readonly<Record<string, unknown>>, headers = {}) =>
            Shop.call(w, method, content, { accessId: "sandbox", secretKey: "sandbox-secret", headers })
          const { body: { accessToken } } = yield* ask("getToken", { code: "sandbox-code" })
          const { body } = yield* ask("getProduct", { onlineItemId: "P-1001", pageNo: 1, pageSize: 10 }, { accessToken })
          assert.deepInclude(body, { success: true })
          for (const [method, example] of Object.entries(examples)) {
            const answer = yield* ask(method, JSON.parse(contentOf(example, { number: "" })))
            assert.strictEqual(Shop.codeOf(answer), "ok", `the example of ${method}: ${JSON.stringify(answer.body)}`)
          }
        }))
    }))

  served("counts failed authentications for each address, and refuses more with 429 (U-21)", (w) =>
    Effect.gen(function*() {
      const wrong = Shop.call(w, "initLogistics", {}, { secretKey: "wrong" })
      for (let failure = 0; failure < 3; failure++) assert.strictEqual((yield* wrong).status, 200)
      assert.strictEqual((yield* wrong).status, 429)
      assert.strictEqual(Shop.codeOf(yield* Shop.call(w, "initLogistics")), "ok")
    }), { server: { authFailureLimit: 3 } })
})
