/**
 * Random events of the whole loop, repeated, reordered and with nodes that are killed and suspended, leave the books, the orders and the
 * parcels as a sequential computation from what the shop and the warehouses saw. On a file of SQLite, events that fail are made as few as
 * they can be, and `kept.json` has those that have failed before.
 */
import { assert, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { onBothDatabases } from "../../support/Databases.ts"
import * as Shrink from "../../support/Shrink.ts"
import type { DatabaseAt } from "../../support/World.ts"
import * as Interleaving from "./Interleaving.ts"
import kept from "./kept.json" with { type: "json" }
import { instead } from "./OperationReplacement.ts"

const isAll = process.env["CROSSDOCK_LAW"] === "all"
const seed = Number(process.env["CROSSDOCK_SEED"] ?? 1)

const failureOf = <A, E>(exit: Exit.Exit<A, E>): Interleaving.Failed | undefined => {
  const error = Exit.isFailure(exit) ? Cause.squash(exit.cause) : undefined
  return error instanceof Interleaving.Failed ? error : undefined
}

/** Plays events; if they fail, the fewest that do are told, with what `kept.json` needs to play them again. */
const told = Effect.fnUntraced(function*(fresh: () => Promise<DatabaseAt>, options: Interleaving.Options) {
  const play = (events: Interleaving.Options["events"]) => Effect.flatMap(Effect.promise(fresh), (database) => Effect.exit(Interleaving.play(database, { ...options, events })))
  const first = yield* play(options.events)
  let failure = failureOf(first)
  if (failure === undefined || options.nodes > 1) return yield* first
  const shortest = yield* Shrink.shrink(typeof options.events === "number" ? Array.from({ length: failure.at }, (_, at) => at + 1) : options.events, {
    mostRuns: 150,
    fails: (events) =>
      Effect.map(play(events), (exit) => {
        const found = failureOf(exit)
        failure = found ?? failure
        return found !== undefined
      })
  })
  const kept = { what: "", seed: options.seed, contradicts: options.contradicts === true, events: shortest }
  throw new Error(`the fewest events, to be added to \`events\` of kept.json:\n${JSON.stringify(kept)}\n${failure.message}`)
})

onBothDatabases("random events of shops, warehouses and nodes", (fresh) => {
  for (const contradicts of [false, true]) it.effect(`leave books, orders and parcels as their sequential computation does, ${contradicts ? "if reports contradict each other" : "and no order is held for a report"}`, () =>
    Effect.gen(function*() {
      const nodes = "url" in (yield* Effect.promise(fresh)) ? 3 : 1
      const events = Number(process.env["CROSSDOCK_EVENTS"] ?? (isAll ? 10_000 : nodes > 1 ? 250 : 1500))
      const counts = yield* told(fresh, { seed, events, nodes, contradicts })
      if (isAll) console.log(JSON.stringify({ seed, events, nodes, contradicts, ...counts }))
      // The shop offers what arrived in the end, and nothing has reserved.
      assert.isAbove(counts.offered, 0)
      // Most orders came to their end; among many events, each kind of trouble has happened.
      assert.isAbove(counts.told, events / 20)
      assert.isAbove(counts.ends["done"] ?? 0, counts.orders / 3)
      if (events < 1000) return
      for (const often of [counts.kills, counts.pauses, counts.lost, counts.splits, counts.closedShort]) assert.isAbove(often, events / 500)
      if (!contradicts) return assert.deepStrictEqual([counts.contradicted, counts.heldForReports], [0, 0])
      assert.isAbove(counts.contradicted, events / 200)
      assert.isAtMost(counts.heldForReports, 0.03 * counts.orders)
    }), isAll ? 7_200_000 : 900_000)

  it.effect("are made as few as they can be if they fail", () =>
    Effect.gen(function*() {
      if ("url" in (yield* Effect.promise(fresh))) return
      const planted = instead("shop-random", "markReadyToShip", (original) => (payload) => Effect.andThen(original(payload), original(payload)))
      const exit = yield* Effect.exit(told(fresh, { seed: 1, events: 100, nodes: 1, planted }))
      const message = Exit.isFailure(exit) ? Cause.pretty(exit.cause) : "it does not fail"
      assert.match(message, /was told of parcel \S+ twice/)
      const [, list = ""] = /"events":\[([\d,]+)\]/.exec(message) ?? []
      // A buyer orders, and what is left to ship leaves in the end.
      assert.lengthOf(list.split(","), 1, message)
    }), 300_000)

  for (const { contradicts, events, seed: before, what } of kept.events) it.effect(`that have failed before do not fail any more: ${what}`, () => told(fresh, { seed: before, events, nodes: 1, contradicts }), 900_000)
})
