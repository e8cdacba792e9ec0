/**
 * The orders of the sandbox through the wire of document 2, part B: its server answers from the sandbox, and its client reads.
 */
import { AdapterError, PlatformOrder, Transport } from "@crossdock/core"
import { Client, Profile, Server } from "@crossdock/protocols/platform-envelope"
import { layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/testing/TestClock"
import { assert } from "vitest"
import { magicBuyers } from "../src/MagicBuyers.ts"
import { open, type Shop } from "./fixtures.ts"
import { sqlite } from "./storages.ts"

const key = { accessId: "sandbox", secretKey: Redacted.make("sandbox-secret"), profile: Profile.defaults }
const shop1 = { platform: "sandbox", shopId: "1", timeZone: "UTC+8" } as const

/** A client of a service that passes each call on to the sandbox. */
const clientOf = (shop: Shop) => {
  const serve = Server.make<never>({
    find: () => ({ ...key, signing: "strict", shops: [{ ...shop1, id: "sandbox", key: "shop", profile: Profile.defaults }] }),
    dispatch: (_, operation, payload) =>
      Effect.mapError(shop.call(operation, payload as never), ({ reason }) => ({ code: reason._tag, message: AdapterError.describe(reason) })) as never
  })
  return Effect.map(
    Effect.provideService(Client.make({ ...key, ...shop1, serviceUrl: new URL("https://service.test") }), Transport.Transport, { send: serve }),
    (client) => client.handlers()
  )
}

const encoded = Schema.encodeSync(PlatformOrder.PlatformOrder)

/** An order as plain data, without what the wire does not carry of a line: the ids of variants, locations and bundles. */
const plain = (order: PlatformOrder.PlatformOrder) => {
  const { lines, ...rest } = encoded(order)
  return { ...rest, lines: lines.map((line) => ({ ...line, variantId: undefined, locationId: undefined, bundle: undefined })) }
}

layer(sqlite, { timeout: 60_000 })("over the wire, the order of", (it) => {
  for (const { buyer } of [{ buyer: "Ada" }, ...magicBuyers]) {
    it.effect(`the buyer ${buyer} is read as the shop tells it`, () =>
      Effect.gen(function*() {
        // The wire has no timestamp before 2001.
        yield* TestClock.setTime(1_795_000_000_000)
        const shop = yield* open(`wire-${buyer}`)
        const placed = yield* shop.place("O-1", { buyer })
        const { getOrders } = yield* clientOf(shop)
        const { items } = yield* getOrders({ onlineOrderIds: ["O-1"], limit: 100 })
        // The wire writes the current time where the shop tells none, has no member for unreadable orders, and no word for an order on hold.
        const told = buyer === "NO_TIME" ? { ...placed, modifiedAt: placed.createdAt } : buyer === "ON_HOLD" ? { ...placed, phase: "unpaid" as const } : placed
        const expected = buyer === "UNREADABLE" ? [] : buyer === "TWICE" ? [told, told] : [told]
        assert.deepStrictEqual(items.map(plain), expected.map(plain))
      }))
  }
})
