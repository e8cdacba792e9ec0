/**
 * Refunds of a shop's orders: the ERP is told each once by its id, after the order that has it.
 */
import { assert } from "@effect/vitest"
import { Decimal, PlatformOrder, Quantity } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { hash } from "node:crypto"
import { Connections } from "../../../src/connection/Connections.ts"
import * as OrderSync from "../../../src/contracts/platform/OrderSync.ts"
import * as Books from "../../support/Books.ts"
import { Retention } from "../../../src/jobs/Retention.ts"
import { Outbox } from "../../../src/outbox/Outbox.ts"
import { Database } from "../../../src/store/Database.ts"
import { onBothDatabases } from "../../support/Databases.ts"
import * as FakeShop from "../../support/FakeShop.ts"
import * as Peers from "../../support/Peers.ts"
import { during, inWorldOn, nothingOwed, pass, until, type World } from "../../support/World.ts"

const refundOf = Schema.decodeSync(PlatformOrder.Refund)

const refund = (refundId: string, pieces: number, more: Partial<typeof PlatformOrder.Refund.Encoded> = {}) =>
  refundOf({ refundId, at: "2026-03-01T00:00:00.000Z", amount: "1.25", currency: "EUR", freight: "0.25", lines: [{ lineId: "L-1", quantity: pieces, amount: "1", isRestocked: true }], ...more })

const line = (refunded: number): PlatformOrder.PlatformLine =>
  ({ lineId: "L-1", title: "Mug", quantity: Quantity.of(3), refundedQuantity: Quantity.of(refunded), currency: "EUR", price: Decimal.fromText("1.00")! })

const round = Effect.flatMap(Connections, (connections) => during(OrderSync.round(connections.linkOf(FakeShop.scope)!)))

const told = (w: World) =>
  Effect.map(nothingOwed, () => w.erp.received.map(({ content, operation }) =>
    operation === "receiveRefund" ? [content.onlineOrderId, content.shopId, content.refund.refundId, content.refund.amount] : [content.onlineOrderId, content.shopId, (content.refunds ?? []).length]))

onBothDatabases("refunds", (fresh) => {
  const inWorld = inWorldOn(fresh)
  const withShop = (title: string, test: (w: World, shop: FakeShop.Shop) => Effect.Effect<unknown, unknown, any>) => {
    const shop = FakeShop.shop()
    const peers = { warehouse: Peers.warehouse(), erp: Peers.erp({}, { offers: ["receivePlatformOrder", "receiveRefund"] }) }
    inWorld(title, FakeShop.options(shop, { peers }), (w) => test(w, shop))
  }

  withShop("are told once each, after the order that has them (0040)", (w, shop) =>
    Effect.gen(function*() {
      const changed = (order: Partial<FakeShop.Order>) => Effect.andThen(shop.change("A-1", order), round)
      yield* changed({ lines: [line(0)] })
      yield* nothingOwed
      yield* changed({ lines: [line(1)], refunds: [refund("R-1", 1)] })
      yield* changed({ lines: [line(1)], refunds: [refund("R-1", 1)], status: "PACKED" })
      yield* nothingOwed
      yield* changed({ lines: [line(3)], refunds: [refund("R-1", 1), refund("R-2", 2)] })
      const all = yield* told(w)
      assert.deepStrictEqual(all.filter((each) => each.length > 3), [["A-1", "1", "R-1", "1.25"], ["A-1", "1", "R-2", "1.25"]])
      const at = (id: string) => all.findIndex((each) => each[2] === id)
      assert.isTrue(all.slice(0, at("R-1")).some((each) => each.length === 3 && each[2] === 1), "the order is told before its first refund")
      assert.isTrue(all.slice(0, at("R-2")).some((each) => each.length === 3 && each[2] === 2), "the order is told before its second refund")
      assert.deepStrictEqual(yield* Books.history(FakeShop.scope, "platform_order:A-1", "conflict"), [])
    }))

  withShop("that a shop changes afterwards, or that contradict its lines, are recorded and told once (0040)", (w, shop) =>
    Effect.gen(function*() {
      const changed = (order: Partial<FakeShop.Order>) => Effect.andThen(shop.change("A-1", order), round)
      yield* changed({ lines: [line(1)], refunds: [refund("R-1", 1)] })
      yield* changed({ lines: [line(2)], refunds: [refund("R-1", 1, { amount: "2" })] })
      assert.lengthOf((yield* told(w)).filter((each) => each.length > 3), 1)
      const [conflict] = yield* Books.history(FakeShop.scope, "platform_order:A-1", "conflict")
      assert.include(conflict, "R-1")
      yield* (yield* Connections).storeDrift
      const findings = yield* (yield* Database).query("select message from drift where scope = 'shop'")
      assert.include(JSON.stringify(findings), "the sum of the refunds")
    }))

  withShop("are told once each, however long after the end of the order the shop changes it (0053)", (w, shop) =>
    Effect.gen(function*() {
      const changed = (order: Partial<FakeShop.Order>) => Effect.andThen(shop.change("A-1", order), round)
      const ended = { phase: "finished", status: "COMPLETED" } as const
      yield* changed({ ...ended, lines: [line(1)], refunds: [refund("R-1", 1)] })
      yield* nothingOwed
      const db = yield* Database
      yield* db.query("update inbox set last_at = last_at - $1", [200 * 86_400_000])
      yield* Effect.flatMap(Retention, (retention) => during(retention.prune, 600_000))
      yield* changed({ ...ended, lines: [line(3)], refunds: [refund("R-1", 1), refund("R-2", 2)] })
      assert.deepStrictEqual((yield* told(w)).filter((each) => each.length > 3).map((each) => each[2]), ["R-1", "R-2"])
    }))

  withShop("wait behind an order that the ERP has refused, until a person replays or cancels it (0053)", (w, shop) =>
    Effect.gen(function*() {
      w.erp.plan("refuse")
      yield* Effect.andThen(shop.change("A-1", { lines: [line(1)], refunds: [refund("R-1", 1)] }), round)
      const db = yield* Database
      yield* until(Effect.map(db.one("select id from delivery where state = 'Dead'"), (row) => row !== undefined))
      yield* pass(60_000, 5000)
      assert.deepStrictEqual(w.erp.received.map(({ operation }) => operation).filter((operation) => operation === "receiveRefund"), [])
      const dead = yield* db.one("select id from delivery where state = 'Dead'")
      yield* (yield* Outbox).replay([String(dead!.id)])
      yield* pass(60_000, 5000)
      assert.deepStrictEqual((yield* told(w)).slice(-2), [["A-1", "1", 1], ["A-1", "1", "R-1", "1.25"]])
    }))

  withShop("and numbers that are too long for an index do not keep an order from its ERP", (w, shop) =>
    Effect.gen(function*() {
      const long = (seed: string) => Array.from({ length: 80 }, (_, at) => hash("sha512", `${seed} ${at}`, "base64")).join("")
      yield* Effect.andThen(shop.change("A-1", { lines: [line(1)], displayNumber: long("number"), refunds: [refund(long("refund"), 1)] }), round)
      const all = yield* told(w)
      assert.deepStrictEqual(all.map(([number, , said]) => [number, said]), [["A-1", 1], ["A-1", long("refund")]])
    }))
})
