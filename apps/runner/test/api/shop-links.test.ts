/**
 * Removing the link of a shop: what is stored of it goes with it, so that it begins anew if it is added again.
 */
import { AdapterError, type PlatformV1 } from "@crossdock/core"
import { assert } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { Connections } from "../../src/connection/Connections.ts"
import { IssuedTokens } from "../../src/contracts/platform/IssuedTokens.ts"
import * as OrderSync from "../../src/contracts/platform/OrderSync.ts"
import { rows as platformRows } from "../../src/contracts/platform/Rows.ts"
import { ShopStates } from "../../src/contracts/platform/ShopStates.ts"
import { Outbox } from "../../src/outbox/Outbox.ts"
import { IncomingEvents } from "../../src/records/IncomingEvents.ts"
import { Database } from "../../src/store/Database.ts"
import { onBothDatabases } from "../support/Databases.ts"
import * as FakeShop from "../support/FakeShop.ts"
import { during, inWorldOn, nothingOwed, type World } from "../support/World.ts"
import * as AdminWorld from "./AdminWorld.ts"

type Client = Effect.Success<ReturnType<typeof AdminWorld.client>>

const code = Redacted.make("c0de-of-this-shop", { label: "code" })
const shop = (shopId: string) => ({ platform: "fake", shopId, onlineShopId: `S-${shopId}`, code, webHookHosts: ["erp.example"] })
const written = (id: string, shopId: string) =>
  ({ erp: "books", peer: "shop", protocol: "platform", id, secretKey: Redacted.make(`key-of-${id}`, { label: "secretKey" }), shop: shop(shopId) }) as const

const linkOf = (scope: string) => Effect.map(Connections, (connections) => connections.linkOf(scope)!)
const round = (scope: string) => Effect.flatMap(linkOf(scope), (link) => during(OrderSync.round(link)))

/** How many rows each table of the contract has for a link. */
const rowsOf = (scope: string) =>
  Effect.flatMap(Database, (db) =>
    Effect.forEach(platformRows.linkTables ?? [], (table) =>
      Effect.map(db.one(`select count(*) as n from ${table} where scope = $1`, [scope]), (row) => `${table} ${Number(row?.n)}`)))

onBothDatabases("the link of a shop in the admin API", (fresh) => {
  const inWorld = inWorldOn(fresh)
  const withShop = (
    title: string,
    test: (shop: FakeShop.Shop, client: Client, w: World) => Effect.Effect<unknown, unknown, any>
  ) => {
    const fake = FakeShop.shop()
    inWorld(title, { ...FakeShop.options(fake, { isIdle: true }), links: [{}] }, (w) => Effect.flatMap(AdminWorld.client(w), (client) => test(fake, client, w)))
  }

  withShop("leaves nothing behind when it is removed, and begins anew when it is added again", (fake, client) =>
    Effect.gen(function*() {
      const [first, second] = [yield* client.links.add({ payload: written("acc-7", "7") }), yield* client.links.add({ payload: written("acc-8", "8") })]
      const tokens = yield* IssuedTokens
      const shops = yield* ShopStates
      const events = yield* IncomingEvents
      const granted = yield* Effect.forEach([first, second], ({ scope }) =>
        Effect.gen(function*() {
          const link = yield* linkOf(scope)
          yield* round(scope)
          yield* shops.announce(link, { isLocked: false, callbackUrl: new URL("https://erp.example/orders") } as typeof PlatformV1.ReportShopAccess.payload.Type)
          return yield* tokens.exchange(link, { code })
        }))
      fake.failures.push(...Array.from({ length: 4 }, () => new AdapterError.PeerUnavailable({ status: 503 })))
      yield* during(events.take("shop", { _tag: "OrderChanged", onlineOrderId: "A-1" }))
      for (const { scope } of [first, second]) {
        const db = yield* Database
        yield* db.query("insert into published_stock (scope, product_id, variant_id, sku) values ($1, 'P-1', '', 'A')", [scope])
        yield* db.query("insert into untaken_order (scope, kind, number, times, first_at, last_at) values ($1, 'no-shop', 'A-9', 1, 1, 1)", [scope])
        yield* db.query("insert into stock_failure (job, scope, message, since) values ('publish', $1, 'HTTP 503', 1)", [scope])
      }
      const full = ["shop_state 1", "issued_token 2", "order_sync 1", "order_reread 1", "untaken_order 1", "published_stock 1", "stock_failure 1"]
      assert.deepStrictEqual([yield* rowsOf(first.scope), yield* rowsOf(second.scope)], [full, full])

      assert.deepStrictEqual(yield* client.links.remove({ params: { scope: first.scope }, query: {} }), { scope: first.scope, openOrders: 0 })
      assert.deepStrictEqual([yield* rowsOf(first.scope), yield* rowsOf(second.scope)], [full.map((text) => text.replace(/\d$/, "0")), full])

      yield* TestClock.adjust("1 hour")
      fake.failures.length = 0
      yield* client.links.add({ payload: written("acc-7", "7") })
      const again = yield* linkOf(first.scope)
      assert.isUndefined((yield* shops.of(first.scope)).callbackUrl)
      assert.deepInclude(yield* Effect.flip(tokens.check(again, granted[0]!.accessToken)), { code: "ACCESS_TOKEN_EXPIRED" })
      assert.deepInclude(yield* Effect.flip(tokens.refresh(again, { refreshToken: granted[0]!.refreshToken })), { code: "REFRESH_TOKEN_EXPIRED" })
      fake.asked.length = 0
      const now = yield* Clock.currentTimeMillis
      yield* round(first.scope)
      assert.deepStrictEqual(fake.asked.map(({ onlineOrderIds, updatedFrom }) => [onlineOrderIds, updatedFrom && DateTime.toEpochMillis(updatedFrom) - now]), [[undefined, -600_000]])
    }))

  withShop("is removed together with its connection, which leaves nothing of it behind either", (fake, client) =>
    Effect.gen(function*() {
      yield* client.connections.add({ payload: { id: "shop-2", plugin: fake.plugin.id, settings: Redacted.make({}, { label: "settings" }) } })
      const { scope } = yield* client.links.add({ payload: { ...written("acc-7", "7"), peer: "shop-2" } })
      yield* round(scope)
      assert.include(yield* rowsOf(scope), "order_sync 1")
      yield* client.connections.remove({ params: { id: "shop-2" }, query: {} })
      assert.include(yield* rowsOf(scope), "order_sync 0")
    }))

  withShop("is not removed while orders wait that only it can send", (fake, client) =>
    Effect.gen(function*() {
      const { scope } = yield* client.links.add({ payload: written("acc-7", "7") })
      yield* fake.change("A-1")
      yield* round(scope)
      const remove = client.links.remove({ params: { scope }, query: { abandonOpen: true } })
      const needed = yield* Effect.flip(remove)
      assert.deepInclude(needed, { _tag: "Conflict", code: "STILL_NEEDED" })
      assert.include(JSON.stringify(needed), "1 delivery waiting: let them be sent, or run `crossdock deliveries cancel --connection books`")
      yield* Effect.forkScoped((yield* Outbox).run)
      yield* nothingOwed
      assert.deepStrictEqual(yield* remove, { scope, openOrders: 1 })
    }))
})
