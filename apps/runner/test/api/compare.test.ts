/**
 * `crossdock compare`: what is stored against what warehouses, shops and the books answer, with the command that mends each difference.
 */
import { assert } from "@effect/vitest"
import { AdapterError } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { Database } from "../../src/store/Database.ts"
import { commands } from "../cli/CommandWorld.ts"
import { onBothDatabases } from "../support/Databases.ts"
import * as World from "../support/DeskWorld.ts"
import * as FakeShop from "../support/FakeShop.ts"
import { inWorldOn, pass } from "../support/World.ts"

interface Shown {
  readonly places: ReadonlyArray<{ readonly link: string; readonly kind: string; readonly records: number; readonly calls: number; readonly mended: number; readonly skipped: number; readonly failure?: string; readonly isWhole: boolean }>
  readonly differences: ReadonlyArray<{ readonly link: string; readonly kind: string; readonly is: string; readonly name: string; readonly ours: string; readonly theirs: string; readonly next: string }>
}

const order = World.order({ A: 1 })

onBothDatabases("compare", (fresh) => {
  const inWorld = inWorldOn(fresh)
  const shop = FakeShop.shop()
  inWorld("finds what warehouses and shops tell otherwise, and --mend stores it (issue 25)", World.options(shop, { North: { A: 9 }, South: { A: 9 } }), (w) =>
    Effect.gen(function*() {
      const { run } = yield* commands(w)
      const compare = (...argv: ReadonlyArray<string>) =>
        Effect.map(run("compare", "--since", "1970-01-01T00:00:00Z", "--json", ...argv), ({ code, err, out }) => ({ code, err, ...JSON.parse(out) as Shown }))
      const named = ({ differences }: Shown) => differences.map(({ is, name, ours, theirs }) => `${is} ${name}: ${ours} | ${theirs}`)
      for (const number of ["S-1", "S-2"]) yield* World.buy(shop, number, order)
      const [first, second] = w.warehouse.orders
      yield* pass(13_000, 1000)

      const listed = yield* run("compare", "--list")
      assert.match(listed.out, /warehouse:acc-1\s+wh\s+outbound/)
      assert.match(listed.out, /platform:acc-9:fake:1\s+shop\s+platform_order/)
      const same = yield* compare()
      assert.deepStrictEqual([same.code, named(same)], [0, []])
      assert.strictEqual(same.places.find(({ kind, link }) => link === "warehouse:acc-1" && kind === "outbound")?.records, 2)

      // The warehouse has shipped one and does not show the other any more; the shop has an order that no poll has brought.
      Object.assign(first!, { phase: "shipped", status: "SHIPPED", trackingNumber: "T-1" })
      const hidden = w.warehouse.orders.splice(w.warehouse.orders.indexOf(second!), 1)
      shop.put(FakeShop.order("S-3", 1000, order))
      const differ = yield* compare()
      assert.strictEqual(differ.code, 1)
      assert.deepStrictEqual(named(differ), [
        `phase ${first!.orderNumber}: open | shipped`,
        `parcel ${first!.orderNumber}: no parcel | T-1`,
        `not-shown ${second!.orderNumber}: open | not shown`,
        "not-here S-3: not stored | open"
      ])
      assert.deepStrictEqual(differ.differences.map(({ next }) => next), [
        "crossdock compare --link warehouse:acc-1 --kind outbound --mend",
        "crossdock compare --link warehouse:acc-1 --kind outbound --mend",
        `look it up at the warehouse; crossdock orders show '${second!.orderNumber}' --link warehouse:acc-1 says what was sent and answered`,
        `crossdock compare --link ${FakeShop.scope} --kind platform_order --mend`
      ])
      const db = yield* Database
      assert.isUndefined(yield* db.one("select id from entity where number = 'S-3'"), "a comparison stores nothing")

      const mended = yield* compare("--mend")
      assert.deepStrictEqual(named(mended), [`not-shown ${second!.orderNumber}: open | not shown`])
      assert.deepStrictEqual(mended.places.filter((one) => one.mended > 0).map(({ kind, mended: count }) => [kind, count]), [["outbound", 1], ["platform_order", 1]])
      w.warehouse.orders.push(...hidden)
      assert.deepStrictEqual([(yield* compare()).code], [0])
    }))

  const other = FakeShop.shop()
  inWorld("says where a peer did not answer, stops after --calls, and shows its progress (issue 25)", World.options(other, { North: { A: 9 }, South: { A: 9 } }), (w) =>
    Effect.gen(function*() {
      const { run } = yield* commands(w)
      other.manners.page = 2
      yield* pass(10_000, 1000)
      for (const number of ["S-1", "S-2", "S-3"]) other.put(FakeShop.order(number, 1000, { ...order, modifiedAt: DateTime.makeUnsafe(Number(number.slice(2))) }))
      const some = (...argv: ReadonlyArray<string>) => run("compare", "--since", "1970-01-01T00:00:00Z", "--link", "acc-9", ...argv)
      const whole = yield* some()
      assert.strictEqual(whole.code, 1)
      assert.match(whole.err, /platform:acc-9:fake:1, platform_order: 2 compared, 2 differences/)
      assert.match(whole.out, /not-here\s+S-3\s+not stored\s+open/)
      const cut = yield* some("--calls", "1")
      assert.match(cut.out, /not to its end: raise --calls/)
      other.failures.push(new AdapterError.PeerUnavailable({ status: 503 }))
      const failed = yield* some()
      assert.strictEqual(failed.code, 1)
      assert.match(failed.out, /platform_order\s+0\s+1\s.*503/)
      yield* run("connections", "pause", "shop")
      assert.match((yield* some()).out, /paused/)
      assert.strictEqual((yield* run("compare", "--link", "nobody")).code, 2)
    }))
})
