/**
 * A desk on a restored backup. What came after the backup is a world on a database of its own, with the same shop and warehouses: its orders
 * are at the warehouses, and the restored runner does not know them.
 */
import { assert, describe, it } from "@effect/vitest"
import { AdapterError } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { Desk } from "../../src/desk/Desk.ts"
import * as RestoredOrders from "../../src/desk/RestoredOrders.ts"
import { Restored } from "../../src/engine/RestoreMode.ts"
import { client } from "../api/AdminWorld.ts"
import { onBothDatabases } from "../support/Databases.ts"
import * as DeskWorld from "../support/DeskWorld.ts"
import * as FakeShop from "../support/FakeShop.ts"
import * as Peers from "../support/Peers.ts"
import { pass, type World as Runner, world } from "../support/World.ts"

const { buy, later, order, settle, stateOf, sync } = DeskWorld

/** An order that the buyer makes at a time of the test clock. */
const madeAt = (at: number, pieces = 1) => order({ A: pieces }, { createdAt: DateTime.makeUnsafe(at) })
const end = Effect.flatMap(Restored, (restored) => restored.end)
const numbers = (w: Runner) => w.warehouse.orders.map(({ orderNumber }) => orderNumber)

onBothDatabases("a desk on a restored backup", (fresh) => {
  interface Parts {
    readonly before?: (shop: FakeShop.Shop, w: Runner) => Effect.Effect<unknown, unknown, any>
    readonly since?: (shop: FakeShop.Shop, w: Runner) => Effect.Effect<unknown, unknown, any>
    readonly after: (shop: FakeShop.Shop, w: Runner) => Effect.Effect<unknown, unknown, any>
  }
  const restoring = (title: string, { after, before = () => Effect.void, since = () => Effect.void }: Parts) =>
    it.effect(title, () =>
      Effect.gen(function*() {
        const [backup, other] = [yield* Effect.promise(fresh), yield* Effect.promise(fresh)]
        const shop = FakeShop.shop()
        const peers = { warehouse: Peers.warehouse(), erp: Peers.erp() }
        const options = { ...DeskWorld.options(shop, { North: { A: 5 } }), peers }
        yield* world(backup, options, (w) => Effect.andThen(before(shop, w), pass(1000)) as never)
        yield* world(other, options, (w) => Effect.andThen(since(shop, w), pass(1000)) as never)
        yield* world(backup, { ...options, restored: true }, (w) => after(shop, w) as never)
      }))

  restoring("holds an order that is first read after the mode has ended, and asks the warehouse before it is sent (H, suspicion h)", {
    since: (shop) => buy(shop, "S-1", madeAt(2000)),
    after: (shop, w) =>
      Effect.gen(function*() {
        yield* end
        yield* pass(5000)
        yield* sync
        yield* settle
        assert.deepStrictEqual([(yield* stateOf("S-1")).slice(0, 2), numbers(w)], [["held", "restored"], ["S-1"]])
        yield* DeskWorld.release("S-1")
        yield* later(20_000)
        assert.deepStrictEqual([(yield* stateOf("S-1"))[0], numbers(w), yield* DeskWorld.partsOf("S-1")], ["placed", ["S-1"], ["S-1 North accepted"]])
      })
  })

  restoring("asks the warehouse for the number that its reports have told of since, and does not pass it over", {
    since: (shop) => buy(shop, "S-1", madeAt(2000)),
    after: (shop, w) =>
      Effect.gen(function*() {
        yield* end
        yield* pass(5000)
        yield* DeskWorld.reported(DeskWorld.north, "S-1", { phase: "open", status: "PICKED" })
        yield* sync
        yield* settle
        yield* DeskWorld.release("S-1")
        yield* later(20_000)
        assert.deepStrictEqual([(yield* stateOf("S-1"))[0], numbers(w), yield* DeskWorld.partsOf("S-1")], ["placed", ["S-1"], ["S-1 North accepted"]])
        yield* DeskWorld.report(DeskWorld.north, "S-1", { trackingNumber: "T-1" })
        assert.deepStrictEqual([(yield* stateOf("S-1"))[0], shop.notices.map(({ trackingNumber }) => trackingNumber)], ["done", ["T-1"]])
      })
  })

  restoring("holds an order that the backup had not placed, also when it could be placed only after the mode had ended (H)", {
    before: (shop) => buy(shop, "S-1", madeAt(0, 9)),
    after: (shop, w) =>
      Effect.gen(function*() {
        yield* sync
        yield* DeskWorld.round
        yield* end
        yield* DeskWorld.found("North", "A", 9)
        yield* later(120_000)
        assert.deepStrictEqual([(yield* stateOf("S-1")).slice(0, 2), numbers(w)], [["held", "restored"], []])
      })
  })

  restoring("places orders that are made after the mode has ended at once (H)", {
    after: (shop, w) =>
      Effect.gen(function*() {
        yield* end
        yield* pass(60_000)
        yield* buy(shop, "S-2", madeAt(40_000))
        assert.deepStrictEqual([(yield* stateOf("S-2"))[0], numbers(w)], ["placed", ["S-2"]])
      })
  })

  restoring("does not end the mode before each shop was read past its start, unless a person says so (H)", {
    before: (shop) => buy(shop, "S-1", madeAt(0)),
    after: (shop, w) =>
      Effect.gen(function*() {
        const admin = yield* client(w)
        const refusal = yield* Effect.flip(admin.runner.endRestore({ query: {} }))
        assert.strictEqual(refusal._tag === "Conflict" && refusal.code, "SHOPS_NOT_READ")
        assert.deepStrictEqual((yield* admin.runner.restore()).unread, [FakeShop.scope])
        shop.failures.push(new AdapterError.PeerUnavailable({ status: 502 }))
        yield* Effect.exit(sync)
        assert.deepStrictEqual((yield* admin.runner.restore()).unread, [FakeShop.scope])
        yield* pass(20_000, 1000)
        yield* sync
        assert.deepInclude(yield* admin.runner.endRestore({ query: {} }), { isRestored: false })
        yield* (yield* Restored).begin()
        yield* pass(10_000)
        assert.deepInclude(yield* admin.runner.endRestore({ query: { withUnread: true, who: "Ada" } }), { isRestored: false })
      })
  })

  restoring("refuses to release an order while the mode lasts (F11)", {
    after: (shop, w) =>
      Effect.gen(function*() {
        yield* shop.change("S-1", madeAt(2000))
        yield* sync
        yield* DeskWorld.round
        assert.deepStrictEqual((yield* stateOf("S-1")).slice(0, 2), ["held", "restored"])
        assert.strictEqual(yield* (yield* Desk).release({ scope: FakeShop.scope, number: "S-1", who: "Ada" }), "restored")
        const refusal = yield* Effect.flip((yield* client(w)).desk.release({ params: { number: "S-1" }, query: {}, payload: {} }))
        assert.strictEqual(refusal._tag === "Conflict" && refusal.code, "RESTORED")
        assert.deepStrictEqual((yield* stateOf("S-1")).slice(0, 2), ["held", "restored"])
      })
  })
})

describe("RestoredOrders.isHeld", () => {
  const span = { from: 1000, until: 2000 }
  const cases: ReadonlyArray<readonly [title: string, storedAt: number, createdAt: number, clearedAt: number | undefined, isHeld: boolean]> = [
    ["created after the backup and read after the end", 3000, 1500, undefined, true],
    ["created long before the backup and read after the end", 3000, 999, undefined, false],
    ["created after the end", 3000, 2001, undefined, false],
    ["known before the end", 2000, 0, undefined, true],
    ["known before the end and cleared before it", 500, 0, 600, true],
    ["known before the end and cleared after it", 500, 0, 2500, false]
  ]
  it.each(cases)("decides about an order %s", (_, storedAt, createdAt, clearedAt, isHeld) => {
    assert.strictEqual(RestoredOrders.isHeld([span], { storedAt, clearedAt }, { createdAt: DateTime.makeUnsafe(createdAt) }), isHeld)
  })
})
