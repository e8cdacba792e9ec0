/**
 * The orders of a slow shop keep nobody waiting: neither other orders of the same shop nor those of other shops.
 */
import type { AnyPlugin, DeskRule } from "@crossdock/config"
import { assert } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { Connections } from "../../src/connection/Connections.ts"
import * as OrderSync from "../../src/contracts/platform/OrderSync.ts"
import { Desk } from "../../src/desk/Desk.ts"
import * as Jobs from "../../src/jobs/Jobs.ts"
import { onBothDatabases } from "../support/Databases.ts"
import * as World from "../support/DeskWorld.ts"
import * as FakeShop from "../support/FakeShop.ts"
import { during, inWorldOn, pass, until } from "../support/World.ts"

const rules: ReadonlyArray<DeskRule> = [
  { name: "labelled", priority: 1, when: { skus: ["L"], shops: ["acc-9"] }, place: { at: [World.north], label: { providerCode: "POST", providerName: "Post" } } },
  { name: "plain", place: { at: [World.north] } }
]

const labelled = World.order({ L: 1 })
const plain = World.order({ A: 1 })

/** The shop whose labels take 29 s, and one that is as fast as others. */
const twoShops = () => {
  const slow = FakeShop.shop({ arranges: true })
  slow.manners.readingLabels = Effect.sleep("29 seconds")
  const fast = FakeShop.shop()
  const plugin = { ...fast.plugin, id: "shop-fast" } as AnyPlugin
  const options = World.options(slow, { North: { A: 500, L: 500 } }, { rules, plugins: [plugin] })
  return {
    slow,
    fast,
    options: {
      ...options,
      connections: [...options.connections ?? [], { id: "fast-shop", plugin: plugin.id }],
      links: [...options.links ?? [], { protocol: "platform", peer: "fast-shop", id: "acc-8", shop: { platform: "fake", shopId: "2" } } as const]
    }
  }
}

const scopes = [FakeShop.scope, "platform:acc-8:fake:2"]

/** Reads what changed at both shops. */
const sync = Effect.flatMap(Connections, (connections) =>
  during(Effect.forEach(scopes, (scope) => OrderSync.round(connections.linkOf(scope)!), { discard: true })))

const working = Effect.flatMap(Desk, ({ jobs }) => Effect.forkScoped(Jobs.run(jobs)))

const isPlaced = (number: string) => Effect.map(World.stateOf(number), ([state]) => state === "placed")

/** Buys an order, which is placed within 2 s after it was stored. */
const isPlacedSoon = Effect.fnUntraced(function*(shop: FakeShop.Shop, number: string) {
  yield* shop.change(number, plain)
  yield* sync
  const stored = yield* Clock.currentTimeMillis
  yield* Effect.exit(until(isPlaced(number), 60_000))
  const took = (yield* Clock.currentTimeMillis) - stored
  assert.isTrue(yield* isPlaced(number), `${number} was not placed`)
  assert.isAtMost(took, 2000, number)
})

/** Buys orders whose labels are being read when this ends. */
const readingLabels = Effect.fnUntraced(function*(slow: FakeShop.Shop, numbers: ReadonlyArray<string>) {
  for (const number of numbers) yield* slow.change(number, labelled)
  const before = slow.arranged.length
  yield* sync
  yield* until(Effect.sync(() => slow.arranged.length === before + numbers.length))
  yield* pass(2000)
})

const numbered = (count: number, from = 1) => Array.from({ length: count }, (_, at) => `S-${at + from}`)

onBothDatabases("beside a shop whose labels take 29 s", (fresh) => {
  const inWorld = inWorldOn(fresh)
  const withShops = (title: string, test: (shops: ReturnType<typeof twoShops>) => Effect.Effect<unknown, unknown, any>) => {
    const shops = twoShops()
    inWorld(title, shops.options, () => Effect.andThen(working, test(shops)))
  }

  withShops("a plain order of the same shop and one of another are placed within 2 s while 8 labels are read (F5)", ({ fast, slow }) =>
    Effect.gen(function*() {
      yield* readingLabels(slow, numbered(8))
      yield* isPlacedSoon(slow, "P-1")
      yield* isPlacedSoon(fast, "P-2")
      yield* until(Effect.map(Effect.forEach(numbered(8), World.partsOf), (parts) => parts.flat().every((part) => part.endsWith("accepted"))), 70_000)
    }))

  withShops("plain orders are placed within 2 s at any time of a minute in which one label is read (F5)", ({ fast, slow }) =>
    Effect.gen(function*() {
      yield* pass(45_000)
      yield* readingLabels(slow, ["S-1"])
      for (let at = 1; at <= 5; at++) {
        yield* isPlacedSoon(slow, `P-${at}`)
        yield* isPlacedSoon(fast, `Q-${at}`)
        yield* pass(3000)
      }
    }))

  withShops("plain orders are placed within 2 s while more and more labels are read (F5)", ({ fast, slow }) =>
    Effect.gen(function*() {
      for (let at = 0; at < 6; at++) {
        yield* readingLabels(slow, numbered(3, 3 * at + 1))
        yield* isPlacedSoon(slow, `P-${at}`)
        yield* isPlacedSoon(fast, `Q-${at}`)
        yield* pass(2000)
      }
    }))
})
