import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { NodeLeases } from "../../src/connection/NodeLeases.ts"
import * as CreateUnits from "../../src/intents/CreateUnits.ts"
import { Database, type Row } from "../../src/store/Database.ts"
import { onBothDatabases } from "../support/Databases.ts"
import { inWorldOn } from "../support/World.ts"

const now = 1_700_000_000_000

const createOf = (number: string, id: string): CreateUnits.FirstCreate => ({
  id,
  scope: "warehouse:acc-1",
  kind: "outbound",
  number,
  connection: "wh",
  numberSent: number,
  operation: "createOutboundOrder",
  digest: "digest",
  buyerNumbers: { online: "W-1" }, askedSealed: "asked",
  sentSealed: null,
  who: "erp",
  rawSealed: "raw",
  isClaimed: true,
  trace: null,
  now
})

const acceptedOf = (row: Row): CreateUnits.FirstAccepted => ({
  row,
  result: "{}",
  accepted: { warehouseCode: "WH-1", peerWarehouseCode: "WH-PEER" },
  peerNumber: `P-${row["number"]}`,
  detail: `as P-${row["number"]}`,
  tried: { subject: row["id"], number: 1, kind: "create", at: now, took: 5, outcome: "delivered" },
  now: now + 1
})

const unitsOf = Effect.gen(function*() {
  const db = yield* Database
  return { db, ...CreateUnits.make({ ownership: yield* NodeLeases }) }
})

const count = (table: string) => Effect.flatMap(Database, (db) => Effect.map(db.one(`select count(*) as rows from ${table}`), (row) => Number(row!.rows)))

const stored = Effect.flatMap(Database, (db) =>
  db.query(
    `select e.number, i.id, i.state, e.is_known, e.is_open, e.peer_number, e.warehouse_code, e.peer_warehouse_code
     from entity e left join intent i on i.entity = e.id order by e.number, e.generation`
  ))

const isAccepted = { state: "Delivered", is_known: 1, is_open: 1, warehouse_code: "WH-1", peer_warehouse_code: "WH-PEER" }

onBothDatabases("the units of the first create under a number", (fresh) => {
  const inWorld = inWorldOn(fresh)

  inWorld("store and claim all creates of a turn, and what the warehouse answered (D1-328)", { isIdle: true }, () =>
    Effect.gen(function*() {
      const { accept, db, open } = yield* unitsOf
      const numbers = Array.from({ length: 40 }, (_, at) => `SO-${at + 10}`)
      const rows = yield* Effect.forEach(numbers, (number) => db.unit(open, createOf(number, `id-${number}`)), { concurrency: "unbounded" })
      assert.deepStrictEqual(rows.map((row) => [row!["id"], row!["number"], row!["state"], row!["attempt"]]), numbers.map((number) => [`id-${number}`, number, "InFlight", 1]))
      const moved = yield* Effect.forEach(rows, (row) => db.unit(accept, acceptedOf(row!)), { concurrency: "unbounded" })
      assert.deepStrictEqual(moved, numbers.map(() => ({ isCancelWanted: false })))
      assert.deepStrictEqual(yield* stored, numbers.map((number) => ({ number, id: `id-${number}`, peer_number: `P-${number}`, ...isAccepted })))
      const history = yield* db.query("select e.number, h.what, h.detail, h.raw_sealed from history h join entity e on e.id = h.first_id order by e.number, h.id")
      assert.deepStrictEqual(history, numbers.flatMap((number) => [
        { number, what: "asked", detail: null, raw_sealed: "raw" },
        { number, what: "accepted", detail: `as P-${number}`, raw_sealed: null }
      ]))
      assert.strictEqual(yield* count("intent_content"), numbers.length)
      assert.strictEqual(yield* count("attempt"), numbers.length)
    }))

  inWorld("store one of two creates with one number, and nothing of the other (D1-328)", { isIdle: true }, () =>
    Effect.gen(function*() {
      const { db, open } = yield* unitsOf
      const both = yield* Effect.forEach(["a", "b"], (id) => db.unit(open, createOf("SO-1", id)), { concurrency: "unbounded" })
      assert.deepStrictEqual(both.map((row) => row?.["id"]), ["a", undefined])
      assert.isUndefined(yield* db.unit(open, createOf("SO-1", "c")))
      assert.deepStrictEqual((yield* stored).map(({ id }) => id), ["a"])
      for (const table of ["intent_content", "history"]) assert.strictEqual(yield* count(table), 1, table)
    }))

  inWorld("store nothing under a number of which only a later generation is left", { isIdle: true }, () =>
    Effect.gen(function*() {
      const { db, open } = yield* unitsOf
      yield* db.unit(open, createOf("SO-1", "a"))
      yield* db.query("update entity set generation = 3")
      assert.isUndefined(yield* db.unit(open, createOf("SO-1", "b")))
      assert.strictEqual(yield* count("entity"), 1)
    }))

  inWorld("claim nothing for a node whose lease was taken", { isIdle: true }, () =>
    Effect.gen(function*() {
      const { db, open } = yield* unitsOf
      yield* db.query("update node set epoch = epoch + 1")
      assert.deepInclude(yield* db.unit(open, createOf("SO-1", "a")), { state: "Pending", attempt: 0 })
    }))

  inWorld("change nothing but the attempt once another node has taken the create over", { isIdle: true }, () =>
    Effect.gen(function*() {
      const { accept, db, open } = yield* unitsOf
      const row = (yield* db.unit(open, createOf("SO-1", "a")))!
      yield* db.query("update intent set state = 'Doubtful'")
      assert.isUndefined(yield* db.unit(accept, acceptedOf(row)))
      assert.deepInclude((yield* stored)[0], { state: "Doubtful", is_known: 0, peer_number: null })
      assert.strictEqual(yield* count("attempt"), 1)
      assert.strictEqual(yield* count("history"), 1)
    }))

  inWorld("leave an order as it is that a report closed before its create was settled, and tell that a cancel waits", { isIdle: true }, () =>
    Effect.gen(function*() {
      const { accept, db, open } = yield* unitsOf
      const row = (yield* db.unit(open, createOf("SO-1", "a")))!
      yield* db.query("update entity set is_known = 1, is_open = 0, peer_number = 'P-0'")
      yield* db.query("update intent set is_cancel_wanted = 1")
      assert.deepStrictEqual(yield* db.unit(accept, { ...acceptedOf(row), peerNumber: undefined }), { isCancelWanted: true })
      assert.deepInclude((yield* stored)[0], { ...isAccepted, is_open: 0, peer_number: "P-0" })
      assert.deepStrictEqual(yield* db.query("select cancel_at from intent"), [{ cancel_at: now + 1 }])
    }))

  inWorld("accept no create whose order has no row", { isIdle: true }, () =>
    Effect.gen(function*() {
      const { accept, db, open } = yield* unitsOf
      const row = (yield* db.unit(open, createOf("SO-1", "a")))!
      yield* db.query("delete from entity")
      yield* Effect.exit(db.unit(accept, acceptedOf(row)))
      assert.deepStrictEqual(yield* db.query("select state from intent"), [{ state: "InFlight" }])
    }))
})
