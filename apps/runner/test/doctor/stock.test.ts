/**
 * What the doctor reads of the stock of an order desk.
 */
import { Sku, StockLevel } from "@crossdock/core"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import * as StockRows from "../../src/desk/stock/StockRows.ts"
import * as DatabaseFacts from "../../src/doctor/DatabaseFacts.ts"
import { Database } from "../../src/store/Database.ts"
import * as ReadOnlyDatabase from "../../src/store/ReadOnlyDatabase.ts"
import { Vault } from "../../src/store/Vault.ts"
import { onBothDatabases } from "../support/Databases.ts"
import { world } from "../support/World.ts"

const { figure } = StockLevel
const desk = {
  books: "books",
  rules: [],
  shops: [],
  since: undefined,
  charges: "byValue" as const,
  packingSlipNotes: new Map<string, string>(),
  weights: new Map(),
  customs: new Map(),
  stock: { every: 1000, reconcileEvery: 1000, buffer: 0, safety: [], unpaid: { percent: 20, atLeast: 1, within: 1000 }, publish: [] }
}
const difference = (sku: string) => ({ sku: Sku.Sku.make(sku), books: figure(1), theirs: figure(2) })

onBothDatabases("the doctor", (fresh) => {
  it.effect("reads differences that two comparisons have found, refused articles and failing jobs, if stock is published", () =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(fresh)
      yield* TestClock.setTime(9000)
      const composed = yield* world(database, { isIdle: true }, (w) =>
        Effect.gen(function*() {
          const rows = StockRows.make(yield* Database)
          yield* rows.compared("warehouse:n", "North", { figure: "total", differences: [difference("A")] }, 1000)
          yield* rows.compared("warehouse:n", "North", { figure: "total", differences: [difference("A"), difference("B")] }, 2000)
          const article = { productId: "P-1", variantId: "", sku: "A", figures: "[]", readAt: 0 }
          yield* rows.told("platform:web", [{ ...article, because: "no such article" }], true)
          yield* rows.told("platform:web", [{ ...article, productId: "P-2", because: "HTTP 503" }], false)
          yield* rows.told("platform:web", [{ ...article, productId: "P-3", sku: "C", because: StockRows.untracked }], true)
          yield* rows.failed("publish", "platform:web", "HTTP 503")
          yield* rows.failed("publish", "platform:web", "HTTP 502")
          return w.composed
        }))
      const read = (as: typeof composed) =>
        Effect.gen(function*() {
          const reader = yield* "url" in database ? ReadOnlyDatabase.postgres(database.url) : ReadOnlyDatabase.sqlite(database.filename)
          const contents = yield* DatabaseFacts.read(reader, { now: 9000, isQuick: true, key: undefined, composed: as, check: undefined })
          return contents.work?.stock
        }).pipe(Effect.scoped, Effect.provide(Vault.layer(Redacted.make("test key"))))
      assert.deepStrictEqual(yield* read({ ...composed, desk }), {
        short: [],
        drift: [{ scope: "warehouse:n", warehouse: "North", count: 1, since: 1000 }],
        refused: [{ scope: "platform:web", count: 1, because: "no such article" }],
        untracked: [{ scope: "platform:web", skus: ["C"] }],
        failing: [{ job: "publish", scope: "platform:web", since: 9000, message: "HTTP 502" }]
      })
      assert.isUndefined(yield* read(composed))
    }))
})
