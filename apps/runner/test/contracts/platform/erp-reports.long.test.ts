/**
 * What an ERP is told of the orders of a shop: never without their link, and what it answers is stored without the buyer's data.
 */
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import * as Redacted from "effect/Redacted"
import { Connections } from "../../../src/connection/Connections.ts"
import * as OrderSync from "../../../src/contracts/platform/OrderSync.ts"
import { Outbox } from "../../../src/outbox/Outbox.ts"
import { Database } from "../../../src/store/Database.ts"
import { onBothDatabases } from "../../support/Databases.ts"
import * as FakeShop from "../../support/FakeShop.ts"
import { during, inWorldOn, nothingOwed, pass, until, type World, world } from "../../support/World.ts"

/** Of a buyer; each stands nowhere else. */
const planted = { name: "Planted-Name-8a1c", phone: "+65 5550 8a1d", address1: "Planted Street 8a1e", postalCode: "PC-8a1f" }
const quoted = `no route to ${planted.name}, ${planted.address1}, ${planted.postalCode}, ${planted.phone}`

const receiver = {
  name: Redacted.make(planted.name),
  phone: Redacted.make(planted.phone),
  address1: Redacted.make(planted.address1),
  postalCode: Redacted.make(planted.postalCode)
}

const round = Effect.flatMap(Connections, (connections) => during(OrderSync.round(connections.linkOf(FakeShop.scope)!)))
const deliveries = Effect.flatMap(Database, (db) => db.query("select state, attempt, cause from delivery order by seq"))
const attempts = Effect.flatMap(Database, (db) => db.query("select number, outcome, detail from attempt where kind = 'push' order by at, number"))

onBothDatabases("the ERP of a shop", (fresh) => {
  const inWorld = inWorldOn(fresh)
  const withShop = (title: string, test: (w: World, shop: FakeShop.Shop) => Effect.Effect<unknown, unknown, any>) => {
    const shop = FakeShop.shop()
    inWorld(title, FakeShop.options(shop, { isIdle: true }), (w) => test(w, shop))
  }

  for (const [what, last, state] of [
    ["refuses it", { message: quoted }, "Dead"],
    ["fails with a bug of its plugin", { dies: quoted }, "Pending"]
  ] as const) {
    it.effect(`quotes the buyer in each answer about an order and then ${what}, and no text of it is stored or logged`, () =>
      Effect.gen(function*() {
        const shop = FakeShop.shop()
        const lines: Array<string> = []
        const logger = Logger.map(Logger.formatJson, (line) => void lines.push(line))
        yield* world(yield* Effect.promise(fresh), FakeShop.options(shop, { isIdle: true }), (w) =>
          Effect.gen(function*() {
            w.erp.plan({ unlisted: quoted }, { unlisted: quoted }, last)
            yield* Effect.forkScoped((yield* Outbox).run)
            yield* shop.change("A-1", { receiver })
            yield* round
            yield* until(Effect.map(attempts, (rows) => rows.length === 3), 3_600_000, 1000)
            const [delivery] = yield* deliveries
            assert.strictEqual(delivery?.state, state)
            const told = JSON.stringify([delivery, yield* attempts]) + lines.join("\n")
            assert.include(told, "no route to <redacted", "the answer itself is kept")
            for (const text of Object.values(planted)) assert.notInclude(told, text)
          })).pipe(Effect.provide(Logger.layer([logger])))
      }))
  }

  for (const [what, first] of [["was not sent yet", undefined], ["was sent in vain", "unavailable"]] as const) {
    withShop(`gets an order that ${what} only by its link, which this node may not know yet`, (w, shop) =>
      Effect.gen(function*() {
        const connections = yield* Connections
        const link = connections.linkOf(FakeShop.scope)!
        yield* shop.change("A-1")
        yield* round
        if (first === undefined) yield* connections.removeLink(FakeShop.scope)
        else w.erp.plan(first)
        yield* Effect.forkScoped((yield* Outbox).run)
        if (first !== undefined) {
          yield* until(Effect.sync(() => w.erp.attempts.length === 1))
          yield* connections.removeLink(FakeShop.scope)
        }
        const sent = w.erp.attempts.length
        yield* pass(600_000, 1000)
        assert.lengthOf(w.erp.attempts, sent)
        const waiting = Effect.map(deliveries, (rows) => rows.filter(({ state }) => state === "Pending"))
        // It may be about to be tried again.
        yield* until(Effect.map(waiting, (rows) => rows.length === 1))
        const [held] = yield* waiting
        assert.deepStrictEqual([held?.attempt, held?.cause], [sent, `the runner has no link ${FakeShop.scope}; add it again, or cancel the delivery with \`crossdock deliveries cancel\``])
        yield* connections.putLink(link)
        yield* pass(60_000, 1000)
        yield* nothingOwed
        assert.deepStrictEqual(w.erp.received.map(({ content }) => [content.onlineOrderId, content.platform, content.shopId]), [["A-1", "fake", "1"]])
      }))
  }
})
