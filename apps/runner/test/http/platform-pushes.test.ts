/**
 * Orders of a shop on their way to an ERP, on real sockets: to the address that it has announced, and with contents of every form.
 */
import { type AnyPlugin, defineRunner } from "@crossdock/config"
import { Transport } from "@crossdock/core"
import { erpOpenApi } from "@crossdock/erp-open-api"
import { platformSandboxOpen } from "@crossdock/platform-sandbox"
import { layer as transport } from "@crossdock/transport-undici"
import { assert, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type { LookupAddress } from "node:dns"
import type { LookupFunction } from "node:net"
import { Connections } from "../../src/connection/Connections.ts"
import { ReceivedTransport } from "../../src/connection/HostAllowlist.ts"
import * as OrderContent from "../../src/contracts/platform/OrderContent.ts"
import * as OrderSync from "../../src/contracts/platform/OrderSync.ts"
import { Database } from "../../src/store/Database.ts"
import { Vault } from "../../src/store/Vault.ts"
import * as Books from "../support/Books.ts"
import { onBothDatabases } from "../support/Databases.ts"
import * as FakeShop from "../support/FakeShop.ts"
import * as LabelServer from "../support/LabelServer.ts"
import { live, soon } from "../support/Live.ts"
import * as Shop from "../support/Shop.ts"

/** An ERP that takes orders of shops. */
const erpAt = (baseUrl: string) =>
  ({ id: "books", plugin: "erp-open-api", settings: { baseUrl, accessId: "w-1", secretKey: "callback-key", warehouseExtraType: "one" } }) as const

const round = (scope: string) => Effect.flatMap(Connections, (connections) => OrderSync.round(connections.linkOf(scope)!))

/** A transport for received addresses whose names are resolved to these addresses. */
const leadingTo = (...found: ReadonlyArray<LookupAddress>) => {
  const lookup: LookupFunction = (_name, _options, callback) => setImmediate(() => callback(null, [...found]))
  return () => (host: string) => transport({ trust: "received", hosts: [host], lookup })
}

/** One for which every host is this server. */
const servedBy = (origin: string) => () =>
  Layer.effect(
    Transport.Transport,
    Effect.map(Transport.Transport, ({ send }) =>
      Transport.Transport.of({ send: (request) => send({ ...request, url: new URL(`${request.url.pathname}${request.url.search}`, origin) }) }))
  ).pipe(Layer.provide(transport({})))

onBothDatabases("the announced address of a shop", (fresh) => {
  for (const [what, receivedAt, asks] of [
    ["leads to a private address (A094)", leadingTo({ address: "10.0.0.1", family: 4 }), 0],
    ["leads to a public and a private address (A094)", leadingTo({ address: "93.184.216.34", family: 4 }, { address: "fd00::1", family: 6 }), 0],
    ["leads to a metadata address (A095)", leadingTo({ address: "169.254.169.254", family: 4 }), 0],
    ["redirects to a metadata address (A096)", servedBy, 1],
    ["redirects to another path (A096)", servedBy, 1]
  ] as const) {
    it.live(`gets no order if it ${what}, and the order stays due`, () =>
      Effect.gen(function*() {
        const location = what.includes("metadata") ? "http://169.254.169.254/latest" : "/elsewhere"
        const { asked, origin } = yield* LabelServer.serve({
          "/orders?shop=1": LabelServer.is("", { location }, what.includes("metadata") ? 302 : 301),
          "/elsewhere": LabelServer.is(JSON.stringify({ success: true }))
        })
        const composition = defineRunner<ReadonlyArray<AnyPlugin>>({
          plugins: [platformSandboxOpen, erpOpenApi],
          connections: [erpAt(`${origin}/erp`), { id: "shop", plugin: platformSandboxOpen.id, callsPerSecond: 1000, settings: { orders: 0 } }],
          links: [{ ...Shop.link, shop: { ...Shop.shop, webHookHosts: ["hooks.example"] } }]
        })
        yield* live(yield* Effect.promise(fresh), composition, (w) =>
          Effect.gen(function*() {
            const announced = yield* Shop.call(w, "pushAuthorizationInfo", { customerId: 12, webHookUrl: "https://hooks.example/orders?shop=1", status: "UNLOCK" })
            assert.strictEqual(Shop.codeOf(announced), "ok")
            yield* Shop.place({ onlineOrderId: "SO-1" })
            yield* round(Shop.scope)
            yield* soon(Effect.map(Books.deliveries, (rows) => rows.some(({ attempt, state }) => state === "Pending" && attempt > 0)))
            assert.deepStrictEqual(asked, Array.from({ length: asks }, () => "/orders?shop=1"), "neither another address nor that of the ERP was asked")
          })).pipe(Effect.provideService(ReceivedTransport, receivedAt(origin)))
      }))
  }
})

onBothDatabases("the orderJson of an order", (fresh) => {
  for (const [what, raw, isReported] of [
    ["of 5 MB", JSON.stringify({ long: "x".repeat(5_000_000) }), false],
    ["nested 10,000 deep", "[".repeat(10_000) + "]".repeat(10_000), false],
    ["that is no JSON", "{\"a\":\"\\u0000", true],
    ["with numbers that no double holds", "{\"big\":9007199254740993001,\"price\":4.50,\"__proto__\":{}}", false]
  ] as const) {
    it.live(`${what} is taken, stored and handed on byte for byte (A090 P-085 U-95)`, () =>
      Effect.gen(function*() {
        const shop = FakeShop.shop()
        const composition = (port: number) =>
          defineRunner<ReadonlyArray<AnyPlugin>>({
            plugins: [shop.plugin, erpOpenApi],
            connections: [erpAt(`http://127.0.0.1:${port}`), { id: "shop", plugin: shop.plugin.id, callsPerSecond: 1000, settings: {} }],
            links: [{ erp: "books", peer: "shop", protocol: "platform", id: "acc-9", secretKey: "secret-key-9", shop: { platform: "fake", shopId: "1" } }],
            receivers: [{ extraType: "one", accessId: "w-1", secretKey: "callback-key", shop: { platform: "fake", shopId: "1" } }]
          })
        yield* live(yield* Effect.promise(fresh), composition, () =>
          Effect.gen(function*() {
            const db = yield* Database
            const read = OrderContent.reader(db, yield* Vault)
            const now = yield* Clock.currentTimeMillis
            shop.put(FakeShop.order("A-1", now - 60_000, { createdAt: DateTime.makeUnsafe(now - 60_000), raw: Redacted.make(raw) }))
            yield* round(FakeShop.scope)
            yield* soon(Effect.map(Books.deliveries, ([row]) => row?.state === "Delivered" || row?.state === "Dead" || row?.attempt > 0 && row?.state === "Pending"))
            assert.deepStrictEqual((yield* Books.deliveries).map(({ cause, state }) => [state, cause]), [["Delivered", null]])
            for (const scope of [FakeShop.scope, "receiver:one:w-1"]) {
              const order = yield* read(scope, "A-1")
              assert.isTrue(order !== undefined && Redacted.value(order.raw) === raw, scope)
            }
            yield* (yield* Connections).storeDrift
            const findings = yield* db.query("select path from drift where path like '%orderJson'")
            assert.strictEqual(findings.length > 0, isReported)
          }))
      }))
  }
})
