/**
 * How many commits an order of a shop costs on PostgreSQL, from its arrival until its shop knows of the parcel, if many come together.
 */
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import pg from "pg"
import { describe, inject } from "vitest"
import { newDatabase } from "../support/FreshDatabases.ts"
import * as World from "../support/DeskWorld.ts"
import * as FakeShop from "../support/FakeShop.ts"
import { inWorldOn } from "../support/World.ts"

/** Counts the commits of this process: those of transactions, and each write outside of one. */
const counting = Effect.acquireRelease(
  Effect.sync(() => {
    const prototype = pg.Client.prototype as unknown as { query: (...given: Array<unknown>) => unknown }
    const { query } = prototype
    const counts = { commits: 0 }
    const inTransaction = new WeakSet<object>()
    prototype.query = function(this: object, ...given: Array<unknown>) {
      const asked = given[0] as string | { readonly text: string }
      const text = typeof asked === "string" ? asked : asked.text
      if (/^\s*begin\b/i.test(text)) inTransaction.add(this)
      else if (/^\s*commit\b/i.test(text)) counts.commits++
      else if (!inTransaction.has(this) && /^\s*(?:insert|update|delete|with\b.*\b(?:insert|update|delete))\b/is.test(text)) counts.commits++
      if (/^\s*(?:commit|rollback(?!\s+to))\b/i.test(text)) inTransaction.delete(this)
      return query.apply(this, given)
    }
    return { counts, end: () => void (prototype.query = query) }
  }),
  ({ end }) => Effect.sync(end)
)

describe("orders of a shop that come together", () => {
  const shop = FakeShop.shop()
  const numbers = Array.from({ length: 24 }, (_, at) => `S-${at + 1}`)

  inWorldOn(async () => ({ url: Redacted.make(await newDatabase(inject("postgresPort"))) }))(
    "cost at most six commits each on PostgreSQL, until the shop knows of the parcel",
    World.options(shop, { North: { A: 100 } }),
    () =>
      Effect.scoped(Effect.gen(function*() {
        for (const number of numbers) yield* shop.change(number, World.order({ A: 1 }))
        const { counts } = yield* counting
        yield* World.sync
        yield* World.settle
        yield* Effect.forEach(numbers, (number) => World.reported(World.north, number, { trackingNumber: `T-${number}` }), { concurrency: "unbounded" })
        yield* World.settle
        assert.lengthOf(World.told(shop), numbers.length)
        assert.isAtMost(counts.commits / numbers.length, 6)
      }))
  )
})

