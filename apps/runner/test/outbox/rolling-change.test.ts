import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Outbox } from "../../src/outbox/Outbox.ts"
import { delivery, isIn, owe } from "../support/Owed.ts"
import { withNodes } from "../support/Nodes.ts"
import { pass, until } from "../support/World.ts"

describe("a rolling change of the composition", () => {
  withNodes("what a node with the new composition owes is left alone by one with the old, and arrives", ({ erp, join }) =>
    Effect.gen(function*() {
      const renewed = yield* join("renewed", { connections: [{ id: "books-new", plugin: "erp-fake" }] })
      const old = yield* join("old")
      erp.plan("unreachable")
      const id = yield* renewed.on(owe("SO-1", "T-1", "books-new"))
      yield* renewed.on(Effect.flatMap(Outbox, (outbox) => outbox.wake))
      yield* renewed.on(until(Effect.map(delivery(id), (row) => row.attempt === 1 && row.state === "Pending")))
      yield* renewed.halt
      yield* old.on(pass(60_000, 500))
      assert.deepInclude(yield* renewed.on(delivery(id)), { state: "Pending", attempt: 1 })
      const again = yield* join("renewed", { connections: [{ id: "books-new", plugin: "erp-fake" }] })
      yield* again.on(until(isIn(id, "Delivered")))
      assert.lengthOf(erp.received, 1)
    }))
})
