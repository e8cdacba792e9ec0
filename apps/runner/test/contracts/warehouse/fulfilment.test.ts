/**
 * What reports say of the goods of an order is kept with the order, whatever its word is: late parcels, parcels of orders that were given up,
 * contents that come after the number.
 */
import { assert } from "@effect/vitest"
import { Quantity, Sku } from "@crossdock/core"
import { Quantities } from "../../../src/fulfilment/ShippedGoods.ts"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type { DecidedReport } from "../../../src/contracts/warehouse/ReportUnits.ts"
import * as StoredFulfilment from "../../../src/contracts/warehouse/StoredFulfilment.ts"
import { Database } from "../../../src/store/Database.ts"
import { onBothDatabases } from "../../support/Databases.ts"
import * as WatchedReports from "../../support/WatchedReports.ts"
import { reporting, type Status } from "../../support/WatchedReports.ts"
import { inWorldOn } from "../../support/World.ts"

const watched = Effect.map(WatchedReports.watched<DecidedReport>("store a report"), (all) => ({ ...all, report: reporting(all.reports) }))

const goods = (count: number, sku = "SKU-1") => [{ sku: Sku.Sku.make(sku), quantity: Quantity.of(count) }]
const at = DateTime.makeUnsafe
const ordered = Quantities.fromLines(goods(5))

/** The pieces of an order of five, by their places. */
const places = Effect.fnUntraced(function*(number: string) {
  const db = yield* Database
  const row = (yield* db.one("select * from entity where kind = 'outbound' and number = $1", [number]))!
  const record = yield* StoredFulfilment.read(db, row)
  const state = StoredFulfilment.stateOf(record, { ordered, nameOf: (theirs) => theirs, shippedLines: "parcel" })
  const count = (items: Quantities.Quantities) => items.reduce((sum, { quantity }) => sum + (Quantity.toNumber(quantity) ?? 0), 0)
  return { word: row.phase, version: Number(row.pieces_version), left: count(state.left), unclear: count(state.unclear), open: count(state.open), missing: count(state.missing), givenUp: count(state.givenUp), parcels: state.parcels.length }
})

const first: Status = { phase: "open", status: "SENDING", trackingNumber: "T-1", shippedAt: at(1_000), lines: goods(2) }
const second: Status = { phase: "shipped", status: "SUCCESS", trackingNumber: "T-2", shippedAt: at(2_000), lines: goods(3) }
const failed: Status = { phase: "failed", status: "FAILED" }

onBothDatabases("what reports say of goods", (fresh) => {
  const inWorld = inWorldOn(fresh)

  inWorld("is kept of a parcel whose report comes after that of the last one (oracle R1)", {}, () =>
    Effect.gen(function*() {
      const { report } = yield* watched
      yield* report("SO-1", second)
      yield* report("SO-1", first)
      assert.deepInclude(yield* places("SO-1"), { word: "shipped", left: 5, missing: 0, parcels: 2 })
    }))

  inWorld("is kept of parcels that left before or with the end of an order that was given up (engine F4, oracle R3)", {}, () =>
    Effect.gen(function*() {
      const { report } = yield* watched
      yield* report("SO-1", failed)
      yield* report("SO-1", first)
      assert.deepInclude(yield* places("SO-1"), { word: "shipped", left: 2, givenUp: 3 })
      yield* report("SO-2", { phase: "cancelled", status: "CANCEL", parcels: [{ trackingNumber: "T-1", shippedAt: at(1_000), lines: goods(4) }] })
      assert.deepInclude(yield* places("SO-2"), { word: "cancelled", left: 4, givenUp: 1 })
    }))

  inWorld("takes the place of what was assumed before (oracle R4)", {}, () =>
    Effect.gen(function*() {
      const { report } = yield* watched
      yield* report("SO-1", { phase: "shipped", status: "SUCCESS", trackingNumber: "T-1" })
      assert.deepInclude(yield* places("SO-1"), { left: 5, missing: 0 })
      yield* report("SO-1", { phase: "shipped", status: "SUCCESS", trackingNumber: "T-1", lines: goods(3) })
      assert.deepInclude(yield* places("SO-1"), { word: "shipped", left: 3, missing: 2 })
    }))

  inWorld("is the same for units of work and transactions, and a repeat changes nothing", {}, () =>
    Effect.gen(function*() {
      const { db, report, watch, wayOf } = yield* watched
      const all: ReadonlyArray<Status> = [{ phase: "open", status: "PICKING" }, first, first, second, { ...second, lines: goods(2) }, { phase: "delivered", status: "THERE", trackingNumber: "T-2", deliveredAt: at(3_000) }]
      yield* report("SO-1", { phase: "open", status: "NEW" })
      yield* report("SO-2", { phase: "open", status: "NEW" })
      watch.inPlace = (decided, store) => decided.row["number"] === "SO-1" ? store(decided) : Effect.succeed(false)
      const ways = yield* Effect.forEach(all, (status) => wayOf(report("SO-1", status)))
      yield* Effect.forEach(all, (status) => report("SO-2", status))
      assert.deepStrictEqual(ways.map((way) => way[0] ?? "read"), ["unit", "unit", "read", "unit", "refused", "unit"])
      const [one, other] = yield* db.query("select pieces, pieces_version from entity where kind = 'outbound' order by number")
      assert.deepStrictEqual(one, other)
      assert.deepInclude(yield* places("SO-1"), { word: "delivered", version: 5, left: 5, parcels: 2 })
    }))

  inWorld("does not grow for ever, however often a peer reports something else", {}, () =>
    Effect.gen(function*() {
      const { report } = yield* watched
      yield* report("SO-1", first)
      const row = Effect.flatMap(Database, (db) => Effect.map(db.one("select * from entity where number = 'SO-1'"), (found) => StoredFulfilment.ofRow(found!)))
      const one = yield* row
      const full = { ...one, statements: Array.from({ length: StoredFulfilment.mostStatements }, (_, count) => ({ ...one.statements[0]!, shippedAt: count })) }
      yield* StoredFulfilment.write(yield* Database, 1, full, null)
      yield* report("SO-1", { ...first, trackingUrl: "https://track.example/1" })
      yield* report("SO-1", second)
      const { word } = yield* places("SO-1")
      const { phases, statements } = yield* row
      // How the order has ended is kept nevertheless.
      assert.deepStrictEqual([statements.length, [...phases], word], [StoredFulfilment.mostStatements, ["open", "shipped"], "shipped"])
    }))

  inWorld("begins with the parcels that an earlier release has stored", {}, () =>
    Effect.gen(function*() {
      const { db, report } = yield* watched
      yield* report("SO-1", { ...second, trackingNumber: "T-0", lines: [] })
      yield* db.query("update entity set pieces = null, pieces_version = null")
      assert.deepInclude(yield* places("SO-1"), { word: "shipped", left: 5, parcels: 1 })
      yield* report("SO-1", second)
      assert.deepInclude(yield* places("SO-1"), { version: 2, left: 5, parcels: 2 })
    }))
})
