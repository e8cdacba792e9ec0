/**
 * Both roles of document 2B against each other: a link serves a shop that a connection reaches at another link of the runner, over
 * its listener. A person authorizes that connection first, and the other link issues its tokens.
 */
import { type AnyPlugin, defineRunner } from "@crossdock/config"
import { platformEnvelope, platformEnvelopeSigned } from "@crossdock/platform-envelope"
import { platformSandboxOpen } from "@crossdock/platform-sandbox"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Authorization from "../../src/connection/Authorization.ts"
import { Database } from "../../src/store/Database.ts"
import { onBothDatabases } from "../support/Databases.ts"
import { type Live, live } from "../support/Live.ts"
import * as Peers from "../support/Peers.ts"
import * as Shop from "../support/Shop.ts"

const publicUrl = new URL("https://runner.example")
const inner = { accessId: "acc-1", secretKey: "secret-key-1" }
const outer = { accessId: "acc-2", secretKey: "secret-key-2" }

const composition = (plugin: "platform-envelope" | "platform-envelope-signed") => (port: number) =>
  defineRunner<ReadonlyArray<AnyPlugin>>({
    plugins: [platformSandboxOpen, platformEnvelope, platformEnvelopeSigned, Peers.erp().plugin],
    connections: [
      { id: "books", plugin: "erp-fake", settings: {} },
      { id: "shop", plugin: platformSandboxOpen.id, callsPerSecond: 1000, settings: { orders: 0 } },
      {
        id: "service",
        plugin,
        callsPerSecond: 1000,
        settings: {
          serviceUrl: `http://127.0.0.1:${port}`,
          ...inner,
          platform: "sandbox",
          shopId: "1",
          onlineShopId: "SHOP-1",
          ...(plugin === "platform-envelope" && { authorizationUrl: "https://platform.example/authorize" })
        }
      }
    ],
    links: [
      { erp: "books", peer: "shop", protocol: "platform", id: inner.accessId, secretKey: inner.secretKey, shop: { platform: "sandbox", shopId: "1", onlineShopId: "SHOP-1", code: "c0de" } },
      { erp: "books", peer: "service", protocol: "platform", id: outer.accessId, secretKey: outer.secretKey, shop: { platform: "sandbox", shopId: "1" } }
    ]
  })

const ask = (w: Live, method: string, content: Readonly<Record<string, unknown>> = {}) => Shop.call(w, method, content, outer)

/** The life of an order, as the ERP of the outer link sees it. */
const life = (w: Live) =>
  Effect.gen(function*() {
    const placed = yield* Shop.place({ onlineOrderId: "SO-1", buyer: "ODD_TEXT", goods: [{ sku: "SKU-1001", quantity: 2 }] })
    const [order] = (yield* ask(w, "getOrder", { onlineOrderIdList: ["SO-1"], pageNo: 1, pageSize: 10 })).body.orderInfoList
    const [own] = (yield* Shop.call(w, "getOrder", { onlineOrderIdList: ["SO-1"], pageNo: 1, pageSize: 10 })).body.orderInfoList
    assert.deepStrictEqual(order, own)
    assert.strictEqual(order.totalAmount, own.totalAmount)
    assert.include(order.onlineOrderInfo.orderJson, "\"big\":9007199254740993001", "three layers of text")
    const arranged = yield* ask(w, "getTrackNumber", { onlineOrderId: "SO-1", logisticsCode: "SBX-POST", logisticsName: "Sandbox Post" })
    const { trackNumber } = arranged.body
    assert.match(trackNumber, /^SBXT/, JSON.stringify(arranged.body))
    const { labelDataList: [label] } = (yield* ask(w, "getLabelData", { onlineOrderId: "SO-1", onlineShopId: "SHOP-1" })).body
    assert.deepStrictEqual([label.labelDataType, Buffer.from(label.labelData, "base64").subarray(0, 5).toString()], ["PDF", "%PDF-"])
    const ready = { onlineOrderId: "SO-1", trackingNumber: trackNumber, platformLogisticsCode: "SBX-POST" }
    assert.strictEqual(Shop.codeOf(yield* ask(w, "readyToShip", ready)), "ok")
    assert.strictEqual(Shop.codeOf(yield* ask(w, "readyToShip", ready)), "ok")
    assert.strictEqual(Shop.codeOf(yield* ask(w, "cancelLogisticsOrder", { onlineOrderId: "SO-1", trackNumber })), "ALREADY_SHIPPED")
    const tracking = yield* ask(w, "getTrackingInfo", { onlineOrderId: "SO-1" })
    assert.deepInclude(tracking.body, { success: true })
    for (const method of ["getOrderOnlineStatus", "getProductStatus", "initLogistics", "getPlatformWarehouse"]) {
      assert.deepStrictEqual((yield* ask(w, method)).body, (yield* Shop.call(w, method)).body, method)
    }
    const product = { onlineItemId: "P-1001", pageNo: 1, pageSize: 10 }
    assert.deepStrictEqual((yield* ask(w, "getProduct", product)).body, (yield* Shop.call(w, "getProduct", product)).body)
    assert.strictEqual(Shop.codeOf(yield* ask(w, "updateInventory", { onlineItemId: "P-1001", onlineSkuId: "V-1001", onlineStock: 3 })), "ok")
    const { body } = yield* ask(w, "getOrder", { onlineOrderIdList: ["SO-1"], pageNo: 1, pageSize: 10 })
    assert.strictEqual(body.orderInfoList[0].trackingNumber, trackNumber)
    return placed
  })

onBothDatabases("a served shop behind another one", (fresh) => {
  it.live("has the same orders, labels and lists, and each create takes effect once (P-001 P-085 P-117 P-396)", () =>
    Effect.gen(function*() {
      yield* live(yield* Effect.promise(fresh), composition("platform-envelope-signed"), (w) =>
        Effect.gen(function*() {
          yield* life(w)
          const db = yield* Database
          const sent = yield* db.query("select operation, connection, count(*) as n from intent where state = 'Delivered' group by 1, 2 order by 1, 2")
          assert.deepStrictEqual(sent.map(({ connection, n, operation }) => [operation, connection, Number(n)]), [
            ["createShipment", "service", 1],
            ["createShipment", "shop", 1],
            ["markReadyToShip", "service", 1],
            ["markReadyToShip", "shop", 1]
          ])
        }))
    }))

  for (const [passed, code] of [["3", "ok"], ["4", "TOO_MANY_HOPS"], ["18446744073709551616", "TOO_MANY_HOPS"], ["-9", "ok"], ["", "ok"]] as const) {
    it.live(`is answered ${code} if its caller says that the call has passed ${JSON.stringify(passed)} runners (A098)`, () =>
      Effect.gen(function*() {
        yield* live(yield* Effect.promise(fresh), composition("platform-envelope-signed"), (w) =>
          Effect.gen(function*() {
            const asked = yield* Shop.call(w, "initLogistics", {}, { headers: { "x-crossdock-hop": passed } })
            assert.strictEqual(Shop.codeOf(asked), code)
          }))
      }))
  }

  it.live("that is itself answers a read after a few calls (A098)", () =>
    Effect.gen(function*() {
      const loop = (port: number) =>
        defineRunner<ReadonlyArray<AnyPlugin>>({
          plugins: [platformEnvelopeSigned, Peers.erp().plugin],
          connections: [
            { id: "books", plugin: "erp-fake", settings: {} },
            { id: "service", plugin: "platform-envelope-signed", callsPerSecond: 1000, settings: { serviceUrl: `http://127.0.0.1:${port}`, ...outer, platform: "sandbox", shopId: "1" } }
          ],
          links: [{ erp: "books", peer: "service", protocol: "platform", id: outer.accessId, secretKey: outer.secretKey, shop: { platform: "sandbox", shopId: "1" } }]
        })
      yield* live(yield* Effect.promise(fresh), loop, (w) =>
        Effect.gen(function*() {
          const { body } = yield* ask(w, "initLogistics")
          assert.match(String(body.message), /^TOO_MANY_HOPS: the call has passed more than 3 runners/)
        }))
    }))

  it.live("is refused while the other link is locked, with its words", () =>
    Effect.gen(function*() {
      yield* live(yield* Effect.promise(fresh), composition("platform-envelope-signed"), (w) =>
        Effect.gen(function*() {
          const db = yield* Database
          yield* db.query("insert into shop_state (scope, is_locked, announced_at) values ('platform:acc-1:sandbox:1:SHOP-1', 1, 0)")
          const { body } = yield* ask(w, "initLogistics")
          assert.match(body.message, /SHOP_LOCKED/)
        }))
    }))

  it.live("is connected from nothing: a person authorizes it, and the other link issues the tokens of its calls (P-371 P-372 P-374 P-376)", () =>
    Effect.gen(function*() {
      yield* live(yield* Effect.promise(fresh), composition("platform-envelope"), (w) =>
        Effect.gen(function*() {
          assert.strictEqual(Shop.codeOf(yield* ask(w, "initLogistics")), "CONNECTION_PAUSED")
          const { url } = yield* Authorization.begin("service", publicUrl)
          assert.strictEqual(url.origin, "https://platform.example")
          const state = url.searchParams.get("state")!
          const back = yield* w.call({ method: "GET", path: `/oauth/callback/service?${new URLSearchParams({ code: "c0de", state })}` })
          assert.strictEqual(back.status, 200, back.text)
          yield* life(w)
          const db = yield* Database
          assert.deepStrictEqual((yield* db.query("select kind, scope from issued_token order by kind")).map(({ kind, scope }) => [kind, scope]), [
            ["access", "platform:acc-1:sandbox:1:SHOP-1"],
            ["refresh", "platform:acc-1:sandbox:1:SHOP-1"]
          ])
          for (const line of w.lines) assert.notMatch(line, /c0de|crossdock-(?:access|refresh)-/)
        }), { publicUrl })
    }))
})
