/**
 * Random events find bugs that were planted in what the desk works with.
 */
import type { AnyPlugin } from "@crossdock/config"
import { Quantity } from "@crossdock/core"
import { assert, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Interleaving from "./Interleaving.ts"
import { instead } from "./OperationReplacement.ts"

const bugs: ReadonlyArray<readonly [title: string, planted: (plugin: AnyPlugin) => AnyPlugin, found: RegExp, events?: number, contradicts?: boolean]> = [
  [
    "books that release a reservation again",
    instead("erp-ledger", "allotStock", (original) => (payload) => Effect.andThen(original(payload), original({ ...payload, version: payload.version + 1, lines: [] }))),
    /pieces are reserved, and the warehouse is to ship|are to ship \d+ pieces and have/,
    400
  ],
  ["a shop that is told of a parcel twice", instead("shop-random", "markReadyToShip", (original) => (payload) => Effect.andThen(original(payload), original(payload))), /was told of parcel \S+ twice/],
  [
    "a warehouse that gets an order twice",
    instead("warehouse-wh", "createOutboundOrder", (original) => (payload) => Effect.andThen(original(payload), original(payload))),
    /is at the warehouse twice/
  ],
  [
    "books that forget an article of what has left, while reports contradict each other",
    instead("erp-ledger", "receiveShipments", (original) => (payload) => original({ ...payload, lines: payload.lines.slice(1) })),
    /the books have \d+ pieces and lack|are to ship \d+ pieces and have|are reserved, and the warehouse/,
    300,
    true
  ],
  [
    "a shop whose finished orders are taken for cancelled",
    instead("shop-random", "getOrders", (original) => (payload) =>
      Effect.map(original(payload) as Effect.Effect<{ readonly items: ReadonlyArray<{ readonly phase: string }> }, unknown>, (page) => ({
        ...page,
        items: page.items.map((order) => order.phase === "finished" ? { ...order, phase: "cancelled" } : order)
      }))),
    /is (?:done|closed), but/,
    600
  ],
  [
    "a shop that is told of a piece too many",
    instead("shop-random", "updateStock", (original) => (payload) =>
      original({ items: payload.items.map((item: { readonly stock: Quantity.Quantity }) => ({ ...item, stock: Quantity.sum([item.stock, Quantity.of(1)]) })) })),
    /the shop offers \d+ pieces, and \d+ are free/
  ],
  [
    "books that count a piece too many",
    instead("erp-ledger", "enterRecords", (original) => (payload) =>
      original({ records: payload.records.map((record: { readonly change: Quantity.Quantity }) => ({ ...record, change: Quantity.sum([record.change, Quantity.of(1)]) })) })),
    /the books have \d+ pieces and lack|are to ship \d+ pieces and have/
  ]
]

for (const [title, planted, found, events = 150, contradicts = false] of bugs) {
  it.effect(`random events find ${title}`, () =>
    Effect.gen(function*() {
      const folder = mkdtempSync(join(tmpdir(), "crossdock-"))
      const exit = yield* Effect.exit(Interleaving.play({ filename: join(folder, "test.sqlite") }, { seed: 1, events, nodes: 1, planted, contradicts }))
      rmSync(folder, { recursive: true, force: true })
      assert.match(Exit.isFailure(exit) ? Cause.pretty(exit.cause) : "nothing was found", found)
    }), 120_000)
}
