/**
 * The stock of the order desk by the admin API and the command line.
 */
import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Decimal, Sku, StockLevel } from "@crossdock/core"
import * as StockRows from "../../src/desk/stock/StockRows.ts"
import { Database } from "../../src/store/Database.ts"
import { inWorld } from "../cli/CommandWorld.ts"
import { onBothDatabases } from "../support/Databases.ts"
import { inWorldOn } from "../support/World.ts"
import * as AdminWorld from "./AdminWorld.ts"

const { figure } = StockLevel
const scope = "warehouse:acc-1"

const filled = Effect.gen(function*() {
  const rows = StockRows.make(yield* Database)
  const difference = (sku: string, books: string, theirs: string) => ({ sku: Sku.Sku.make(sku), books: figure(books), theirs: figure(theirs) })
  yield* rows.compared(scope, "North", { figure: "total", differences: [difference("A", "5", "7"), difference("B", "1.50", "0")] }, 1000)
  yield* rows.compared("warehouse:other", "South", { figure: "available", differences: [difference("A", "-1", "0")] }, 2000)
  const article = { productId: "P-1", variantId: "", sku: "A", figures: JSON.stringify([["L-1", "3"], ["L-2", "0"]]), readAt: 0 }
  yield* rows.told(scope, [article], true)
  yield* rows.told(scope, [{ ...article, because: "not for sale" }, { ...article, productId: "P-3" }], true)
  yield* rows.told(scope, [{ ...article, productId: "P-2", variantId: "V-2", because: "HTTP 503" }], false)
})

onBothDatabases("stock in the admin API", (fresh) => {
  const inWorld = inWorldOn(fresh)

  inWorld("lists differences page by page, of all links or of one", { isIdle: true }, (w) =>
    Effect.gen(function*() {
      yield* filled
      const client = yield* AdminWorld.client(w)
      const first = yield* client.stock.drift({ query: { limit: 2 } })
      assert.deepStrictEqual(
        first.items.map((one) => [one.link, one.warehouse, one.sku, one.figure, Decimal.toText(one.books), Decimal.toText(one.theirs)]),
        [[scope, "North", "A", "total", "5", "7"], [scope, "North", "B", "total", "1.50", "0"]]
      )
      const { items, next } = yield* client.stock.drift({ query: { limit: 2, after: first.next! } })
      assert.deepStrictEqual([items.map(({ link, sku }) => [link, sku]), next], [[["warehouse:other", "A"]], undefined])
      assert.lengthOf((yield* client.stock.drift({ query: { link: "acc-1" } })).items, 2)
      assert.strictEqual((yield* Effect.flip(client.stock.drift({ query: { link: "nobody" } })))._tag, "NotFound")
    }))

  inWorld("lists what shops did not take, with what they were told and why", { isIdle: true }, (w) =>
    Effect.gen(function*() {
      yield* filled
      const { items } = yield* (yield* AdminWorld.client(w)).stock.refused({ query: {} })
      assert.deepStrictEqual(
        items.map((one) => [one.productId, one.variantId, one.because, one.isRefused, one.confirmedAt !== undefined, one.wanted.map(({ available, location }) => `${location} ${Decimal.toText(available)}`)]),
        [["P-1", undefined, "not for sale", true, true, ["L-1 3", "L-2 0"]], ["P-2", "V-2", "HTTP 503", false, false, ["L-1 3", "L-2 0"]]]
      )
    }))
})

describe("stock on the command line", () => {
  inWorld("shows differences and refused articles, or that there are none", { isIdle: true }, (_, run) =>
    Effect.gen(function*() {
      assert.strictEqual((yield* run("stock", "drift")).out.trim(), "no difference between the warehouses and the books")
      assert.strictEqual((yield* run("stock", "refused")).out.trim(), "the shops took all stock that they were told")
      yield* filled
      assert.match((yield* run("stock", "drift", "--link", "acc-1")).out, /A +North +5 +7 +total/)
      assert.match((yield* run("stock", "refused")).out, /A +P-1 +- +L-1 3, L-2 0 +refused .* not for sale/)
    }))
})
