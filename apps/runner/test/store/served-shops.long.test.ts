/**
 * The tables of served shops, on databases of every earlier release.
 */
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { ShopStates } from "../../src/contracts/platform/ShopStates.ts"
import * as Migrations from "../../src/store/Migrations.ts"
import { onBothDatabases } from "../support/Databases.ts"
import * as EarlierDatabase from "../support/EarlierDatabase.ts"
import { world } from "../support/World.ts"

const before = Migrations.names.findIndex((name) => name.endsWith("_served_shops"))

onBothDatabases("a database of a release without served shops", (fresh) => {
  it.effect.each(Array.from({ length: before }, (_, index) => index + 1))("keeps what is announced of a shop after a start on release %i", (release) =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(fresh)
      yield* Effect.promise(() => EarlierDatabase.fill(database, release, []))
      const announced = { isLocked: true, callbackUrl: new URL("https://erp.example/orders"), customerId: "12" }
      const plugged = { links: [{}], isIdle: true }
      yield* world(database, plugged, ({ link }) =>
        Effect.gen(function*() {
          const shops = yield* ShopStates
          assert.deepStrictEqual(yield* shops.of(link.scope), { isLocked: false, callbackUrl: undefined, customerId: undefined })
          yield* shops.announce({ ...link, entrances: [{ ...link.entrances[0]!, shop: { platform: "p", shopId: "1", onlineShopId: undefined, code: undefined, webHookHosts: ["erp.example"], labelHosts: [] } }] }, announced)
        }))
      yield* world(database, plugged, ({ link }) =>
        Effect.gen(function*() {
          assert.deepStrictEqual(yield* (yield* ShopStates).of(link.scope), announced)
        }))
    }))
})
