/**
 * What an ERP announces of a shop (pushAuthorizationInfo): the address of its orders, which only a listed host may have, and whether
 * the shop is locked.
 */
import { PlatformV1, Subscriptions } from "@crossdock/core"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { compose } from "../../src/Composition.ts"
import { ShopStates } from "../../src/contracts/platform/ShopStates.ts"
import { Dispatch } from "../../src/contracts/platform/Dispatch.ts"
import { Connections } from "../../src/connection/Connections.ts"
import { onBothDatabases } from "../support/Databases.ts"
import { type Live, live } from "../support/Live.ts"
import * as Shop from "../support/Shop.ts"

const allowed = "https://erp.example/orders"
const shop = { ...Shop.shop, webHookHosts: ["erp.example", "erp.example:9443", "127.0.0.1:9443"] }

const announced = (w: Pick<Live, "call">, webHookUrl: string, status = "UNLOCK") =>
  Shop.call(w, "pushAuthorizationInfo", { customerId: 12, webHookUrl, status })

const address = Effect.map(Effect.flatMap(ShopStates, (shops) => shops.of(Shop.scope)), ({ callbackUrl }) => callbackUrl?.href)

onBothDatabases("an announced shop", (fresh) => {
  const served = (title: string, test: (w: Live) => Effect.Effect<unknown, unknown, any>) =>
    it.live(title, () =>
      Effect.gen(function*() {
        yield* live(yield* Effect.promise(fresh), Shop.composition({ links: [{ shop }] }), test as never)
      }))

  served("has the address that was announced last, and its customer (P-385 U-38 U-39)", (w) =>
    Effect.gen(function*() {
      const shops = yield* ShopStates
      assert.deepStrictEqual(yield* shops.of(Shop.scope), { isLocked: false, callbackUrl: undefined, customerId: undefined })
      for (const url of [allowed, "https://ERP.example:443/orders?shop=1", "https://erp.example:8443/", "https://erp.example:9443/", "https://127.0.0.1:9443/x"]) {
        assert.strictEqual(Shop.codeOf(yield* announced(w, url)), "ok", url)
        assert.strictEqual(yield* address, new URL(url).href)
      }
      assert.strictEqual((yield* shops.of(Shop.scope)).customerId, "12")
    }))

  served("keeps its address when another one is refused (P-385 U-86 A093 A097)", (w) =>
    Effect.gen(function*() {
      yield* announced(w, allowed)
      for (const url of [
        "http://127.0.0.1", "http://0x7f.1", "http://2130706433", "http://017700000001", "http://127.1", "http://①②⑦.⓪.⓪.①", "http://0",
        "http://[::]", "http://[::ffff:127.0.0.1]", "http://[64:ff9b::7f00:1]", "http://[2002:7f00:1::]", "http://localhost.",
        "http://169.254.169.254", "http://100.100.100.200", "http://192.0.0.192", "http://[fd00:ec2::254]", "http://[fe80::1%25eth0]",
        "file:///etc/passwd", "gopher://erp.example", "ftp://erp.example", "javascript:alert(1)", "http://a@127.0.0.1", "http://evil.com\\@127.0.0.1",
        "http:127.0.0.1", "http://erp.example/", "orders", "",
        "https://127.0.0.1", "https://127.0.0.1:8443", "https://0x7f.1", "https://2130706433", "https://017700000001", "https://①②⑦.⓪.⓪.①:443", "https://0",
        "https://[::]", "https://[::1]", "https://[::ffff:127.0.0.1]", "https://[64:ff9b::7f00:1]", "https://[2002:7f00:1::]", "https://localhost.", "https://10.0.0.1",
        "https://169.254.169.254", "https://100.100.100.200", "https://192.0.0.192", "https://[fd00:ec2::254]", "https://metadata.google.internal",
        "https://user:password@erp.example/", "https://erp.example@evil.example/", "https://evil.example\\@erp.example/",
        "https://evil.example/", "https://erp.example.evil.example/", "https://sub.erp.example/", "https://93.184.216.34/",
        "https://erp.example:22/", "https://erp.example:25/", "https://erp.example:6379/"
      ]) {
        const { body } = yield* announced(w, url, "LOCK")
        assert.match(String(body.message), /^(?:ADDRESS_NOT_ALLOWED|MEMBER_INVALID|MEMBER_MISSING): \/webHookUrl: /, url)
      }
      assert.strictEqual(yield* address, allowed)
      assert.strictEqual(Shop.codeOf(yield* Shop.call(w, "initLogistics")), "ok", "the shop is not locked")
    }))

  it.live("is not sent to the runner's own public address, even where that is listed (A093 A098)", () =>
    Effect.gen(function*() {
      const composition = Shop.composition({ links: [{ shop: { ...Shop.shop, webHookHosts: ["runner.example", "erp.example"] } }] })
      yield* live(yield* Effect.promise(fresh), composition, (w) =>
        Effect.gen(function*() {
          for (const own of ["https://runner.example/", "https://RUNNER.example:443/callbacks/shop", "https://runner.example/extApi/platform/pushOrder"]) {
            assert.match((yield* announced(w, own)).body.message, /^ADDRESS_NOT_ALLOWED: \/webHookUrl: this is the runner's own address/)
          }
          assert.strictEqual(Shop.codeOf(yield* announced(w, allowed)), "ok")
        }), { publicUrl: new URL("https://runner.example/") })
    }))

  served("refuses every call while it is locked, and none after it is unlocked (P-154 P-155 P-157 P-158 U-38)", (w) =>
    Effect.gen(function*() {
      yield* Shop.place({ onlineOrderId: "SO-1" })
      const dispatch = yield* Dispatch
      const connections = yield* Connections
      const link = connections.linkOf(Shop.scope)!
      // Nobody is served with registrations of callbacks.
      const without: ReadonlyArray<string> = [PlatformV1.ReportShopAccess, ...Subscriptions.operations].map(({ name }) => name)
      const others = Object.values(PlatformV1.contract.operations).filter(({ name }) => !without.includes(name))
      const codes = Effect.forEach(others, (operation) =>
        Effect.match(dispatch.call(link, operation, {} as never, { content: "" }), { onFailure: ({ code }) => code, onSuccess: () => "ok" }))
      assert.strictEqual(Shop.codeOf(yield* announced(w, allowed, "LOCK")), "ok")
      assert.deepStrictEqual([...new Set(yield* codes)], ["SHOP_LOCKED"])
      const { body } = yield* Shop.call(w, "getOrder", { onlineOrderIdList: ["SO-1"], pageNo: 1, pageSize: 10 })
      assert.deepStrictEqual(body, { success: false, message: "SHOP_LOCKED: the shop is locked and nothing was done; unlock it with pushAuthorizationInfo and the status UNLOCK, then send the request again" })
      assert.strictEqual(Shop.codeOf(yield* announced(w, allowed, "UNLOCK")), "ok")
      assert.strictEqual(Shop.codeOf(yield* Shop.call(w, "getOrder", { onlineOrderIdList: ["SO-1"], pageNo: 1, pageSize: 10 })), "ok")
      assert.strictEqual(Shop.codeOf(yield* announced(w, allowed, "CLOSED")), "MEMBER_INVALID")
    }))
})

describe("webHookHosts of a shop", () => {
  it.each([
    [["https://erp.example"], "/links/0/shop/webHookHosts/0"],
    [["erp.example/orders"], "/links/0/shop/webHookHosts/0"],
    [["erp.example", "user@erp.example"], "/links/0/shop/webHookHosts/1"],
    [["*.example"], "/links/0/shop/webHookHosts/0"],
    [[""], "/links/0/shop/webHookHosts/0"],
    ["erp.example", "/links/0/shop/webHookHosts"]
  ])("refuses %j with its place (U-86)", (webHookHosts, path) => {
    const read = compose(Shop.composition({ links: [{ shop: { ...Shop.shop, webHookHosts: webHookHosts as never } }] }), {})
    if (Result.isSuccess(read)) return assert.fail("it was taken")
    assert.deepStrictEqual(read.failure.map((problem) => problem.path), [path])
  })
})
