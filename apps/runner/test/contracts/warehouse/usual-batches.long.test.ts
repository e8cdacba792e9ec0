/**
 * The most usual report of received goods, a new batch, is stored as a unit of work, with the same rows as in a transaction, and so is its
 * repeat; every other one is stored in a transaction.
 */
import { assert } from "@effect/vitest"
import type { AnyPlugin } from "@crossdock/config"
import { InboundOrder, Quantity, Sku } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import type { DecidedBatch } from "../../../src/contracts/warehouse/BatchUnits.ts"
import * as ErpReports from "../../../src/contracts/warehouse/ErpReports.ts"
import { Events } from "../../../src/contracts/warehouse/Events.ts"
import type { OrderEvent } from "../../../src/contracts/warehouse/OrderEvents.ts"
import type { Name } from "../../../src/engine/Failpoint.ts"
import { Reactions, writing } from "../../../src/outbox/Reactions.ts"
import { Database } from "../../../src/store/Database.ts"
import { onBothDatabases } from "../../support/Databases.ts"
import * as Peers from "../../support/Peers.ts"
import * as WatchedReports from "../../support/WatchedReports.ts"
import { allRows, count, type Progress, receiving, storedOf } from "../../support/WatchedReports.ts"
import { inWorldOn, type Options } from "../../support/World.ts"

const watchedFor = (unit: string) => Effect.map(WatchedReports.watched<DecidedBatch>(unit), (all) => ({ ...all, report: receiving(all.reports) }))
const watched = watchedFor("store a batch")

type Line = InboundOrder.InboundProgress["lines"][number]
interface Counts {
  readonly estimated?: number
  readonly good?: number
  readonly bad?: number
}

const line = (sku: string, received: number, { bad, estimated, good }: Counts = {}, more: Partial<Line> = {}): Line => ({
  sku: Sku.Sku.make(sku),
  received: Quantity.of(received),
  ...(estimated !== undefined && { estimated: Quantity.of(estimated) }),
  ...(good !== undefined && { good: Quantity.of(good) }),
  ...(bad !== undefined && { bad: Quantity.of(bad) }),
  ...more
})

/** A batch that was reported `at` a time, in milliseconds since 1970. */
const batch = (batchNo: string | undefined, at: number, lines: ReadonlyArray<Line>, more: Partial<InboundOrder.InboundProgress> = {}): Progress => ({
  ...(batchNo !== undefined && { batchNo }),
  updatedAt: DateTime.makeUnsafe(at),
  lines,
  ...more
})

const first = batch("B-1", 1_000, [line("SKU-1", 4, { estimated: 50 })], { warehouseCode: "WH-1" })
const second = batch("B-2", 2_000, [line("SKU-1", 3)])

onBothDatabases("usual batches", (fresh) => {
  const inWorld = inWorldOn(fresh)

  const shadow = Peers.erp({}, { id: "erp-second" }).plugin as unknown as AnyPlugin
  const withCopy: Options = { plugins: [shadow], connections: [{ id: "shadow", plugin: shadow.id }], links: [{ copyTo: ["shadow"] }] }
  for (const [receivers, options] of [[1, {}], [2, withCopy]] as const) inWorld(`are stored by a unit of work, with the rows that a transaction stores, for a link with ${receivers - 1} copies (D1-249 D1-251)`, { ...options, isIdle: true }, () =>
    Effect.gen(function*() {
      const { db, report, watch, wayOf } = yield* watched
      const events = yield* Events
      watch.inPlace = (decided, store) => decided.row["number"] === "ASN-1" ? store(decided) : Effect.succeed(false)
      const steps: ReadonlyArray<Progress | string> = [
        first,
        second,
        batch("B-3", 2_000, [line("SKU-1", 1, { good: 1, bad: 0 }, { lot: "L-1" }), line("SKU-1", 2, { bad: 1 }, { lot: "L-2" }), line("SKU-2", 7.5, {}, { name: "Two" })], { referenceNumber: "W-1", status: "RECEIVING_2" }),
        "update delivery set state = 'InFlight' where state = 'Pending'",
        batch("B-4", 3_000, [line("SKU-2", 1, { estimated: 9 })], { warehouseCode: "WH-1" }),
        "poll",
        "update delivery set state = 'Dead' where state = 'InFlight'",
        // Some of these pieces are those that the poll was first to see.
        batch("B-5", 4_000, [line("SKU-1", 12), line("SKU-3", 2)]),
        batch("B-6", 5_000, [line("SKU-1", 1)], { phase: "received", status: "DONE", finishedAt: DateTime.makeUnsafe(4_500) }),
        batch("B-7", 5_000, [line("SKU-1", 1)], { phase: "received", status: "DONE" })
      ]
      for (const step of steps) {
        if (step === "poll") {
          for (const number of ["ASN-1", "ASN-2"]) {
            const status = { asnNumber: InboundOrder.AsnNumber.make(number), phase: "receiving", status: "RECEIVING", warehouseCode: "WH-1", lines: [{ sku: Sku.Sku.make("SKU-1"), received: Quantity.of(15) }] } as const
            yield* events.inboundTotals({ scope: "warehouse:acc-1", who: "peer" }, status)
          }
        } else if (typeof step === "string") yield* db.query(step)
        else {
          const [usual, other] = [yield* wayOf(report("ASN-1", step)), yield* wayOf(report("ASN-2", step))]
          if (step !== first) assert.deepStrictEqual([usual, other], [["unit"], ["refused", "transaction"]], step.batchNo)
        }
      }
      const stored = yield* storedOf("inbound", "ASN-1")
      assert.deepStrictEqual(stored, yield* storedOf("inbound", "ASN-2"))
      assert.deepStrictEqual(stored.map(({ length }) => length), [1, 0, 3, 14, 8, 7 * receivers])
      assert.deepStrictEqual(stored[2]!.map(({ received, sku }) => [sku, received]), [["SKU-1", "24"], ["SKU-2", "8.5"], ["SKU-3", "2"]])
    }))

  const unusual: ReadonlyArray<readonly [title: string, before: ReadonlyArray<Progress | string>, report: Progress]> = [
    ["of an inbound order that is not known", [], first],
    ["without a batch number (D1-250)", [first], batch(undefined, 2_000, [line("SKU-1", 5)])],
    ["that repeats a batch with other pieces (D1-375)", [first, second], batch("B-2", 2_000, [line("SKU-1", 4)])],
    ["that repeats a batch at a later time", [first, second], batch("B-2", 3_000, [line("SKU-1", 3)])],
    ["that repeats a batch of an inbound order whose number was used again", [first, second, "insert into entity (scope, kind, number, generation, first_id, connection, number_sent, is_known, is_open, checked_at, created_at, updated_at) select scope, kind, number, 2, id, connection, number_sent, 1, 1, 0, created_at, updated_at from entity where number = 'ASN-1'"], second],
    ["of a batch number that the ERP was told for other goods", [first, "update inbox set dedup_key = 'told:B-2' where dedup_key = 'told:B-1'"], second],
    ["that is older than the last one", [first], batch("B-0", 500, [line("SKU-1", 1)])],
    ["of an inbound order that has ended", [first, batch("B-9", 1_000, [line("SKU-1", 1)], { phase: "closed", status: "CLOSED" })], second],
    ["in a phase that no push may carry (D1-230)", [first], batch("B-2", 2_000, [line("SKU-1", 1)], { phase: "announced", status: "CREATED" })],
    ["with other pieces than good and bad ones (U-82)", [first], batch("B-2", 2_000, [line("SKU-1", 5, { good: 2, bad: 1 })])],
    ["that adds no pieces", [first], batch("B-2", 2_000, [line("SKU-1", 0)])],
    ["of more pieces than were announced", [first], batch("B-2", 2_000, [line("SKU-1", 47)])],
    ["of more pieces than can be counted", [first], batch("B-2", 2_000, [line("SKU-1", Number.MAX_SAFE_INTEGER)])],
    ["of an inbound order whose number was used again", [first, "update entity set generation = 2"], second],
    ["of an inbound order whose row is not the first of its number", [first, "update entity set first_id = id + 1000"], second],
    ["of an inbound order without a link", [first, "update entity set scope = 'warehouse:gone'"], second]
  ]
  for (const [title, before, progress] of unusual) {
    inWorld(`leave to a transaction a report ${title}`, { isIdle: true }, () =>
      Effect.gen(function*() {
        const { db, report, wayOf } = yield* watched
        for (const step of before) yield* typeof step === "string" ? Effect.asVoid(db.query(step)) : report("ASN-1", step)
        assert.include([["transaction"], ["refused", "transaction"]].map(String), String(yield* wayOf(Effect.ignore(report("ASN-1", progress)))))
      }))
  }

  for (const [which, repeats] of [["last", second], ["one before", first]] as const) {
    inWorld(`note by a unit of work that the ${which} came again, with the rows that a transaction stores (D1-375)`, { isIdle: true }, () =>
      Effect.gen(function*() {
        const { report, wayOf, watch } = yield* watchedFor("note a repeated batch")
        watch.inPlace = (decided, store) => decided.row["number"] === "ASN-1" ? store(decided) : Effect.succeed(false)
        for (const number of ["ASN-1", "ASN-2"]) for (const step of [first, second]) yield* report(number, step)
        const [usual, other] = [yield* wayOf(report("ASN-1", repeats)), yield* wayOf(report("ASN-2", repeats))]
        assert.deepStrictEqual([usual, other], [["unit"], ["refused", "transaction"]])
        const stored = yield* storedOf("inbound", "ASN-1")
        assert.deepStrictEqual(stored, yield* storedOf("inbound", "ASN-2"))
        assert.include(stored[4]!.map(({ what }) => what), "repeat")
        assert.include(stored[3]!.map(({ times }) => times), 2)
      }))
  }

  inWorld("raise the alarm about more pieces than were announced", { isIdle: true }, () =>
    Effect.gen(function*() {
      const { db, report } = yield* watched
      for (const step of [first, second, batch("B-3", 3_000, [line("SKU-1", 44)])]) yield* report("ASN-1", step)
      const alarms = yield* db.query("select detail from history where what = 'alarm'")
      assert.deepStrictEqual(alarms.map((row) => row["detail"]), ["SKU-1: 51 received, 50 announced"])
    }))

  inWorld("leave to a transaction an event to which a reaction writes", { isIdle: true }, () =>
    Effect.gen(function*() {
      const { db, report, reportsWith, wayOf } = yield* watched
      yield* report("ASN-1", first)
      const writes = () => Effect.asVoid(db.query("insert into setting (name, content) values ('desk', 'knows it')"))
      const reports = yield* reportsWith(Layer.fresh(Reactions.layer([ErpReports.reaction, Effect.succeed(writing<OrderEvent>({ GoodsReceived: writes }))])))
      assert.deepStrictEqual(yield* wayOf(receiving(reports)("ASN-1", second)), ["transaction"])
      assert.lengthOf(yield* db.query("select name from setting where name = 'desk'"), 1)
    }))

  const passed: Array<Name> = []
  inWorld("pass the failpoints of an event", { isIdle: true, failpoint: (name) => void passed.push(name) }, () =>
    Effect.gen(function*() {
      const { report, wayOf } = yield* watched
      yield* report("ASN-1", first)
      passed.splice(0)
      assert.deepStrictEqual(yield* wayOf(report("ASN-1", second)), ["unit"])
      assert.deepStrictEqual(passed.splice(0), ["event.before-commit", "event.committed"])
    }))

  inWorld("that arrive many times at once are counted once (D1-375)", { isIdle: true }, () =>
    Effect.gen(function*() {
      const { db, report, wayOf } = yield* watched
      yield* report("ASN-1", first)
      const ways = yield* wayOf(Effect.forEach(Array.from({ length: 12 }), () => report("ASN-1", second), { concurrency: "unbounded", discard: true }))
      assert.lengthOf(ways.filter((way) => way === "unit"), 1)
      assert.strictEqual(yield* count("delivery"), 2)
      assert.deepStrictEqual((yield* db.query("select received from inbound_line where 1 = 1")).map((row) => row["received"]), ["7"])
    }))

  inWorld("of one inbound order that arrive at once are all counted", { isIdle: true }, () =>
    Effect.gen(function*() {
      const { db, report } = yield* watched
      yield* report("ASN-1", first)
      yield* Effect.forEach([2, 3, 4, 5], (n) => report("ASN-1", batch(`B-${n}`, 2_000, [line("SKU-1", n)])), { concurrency: "unbounded", discard: true })
      assert.deepStrictEqual((yield* db.query("select received from inbound_line where 1 = 1")).map((row) => row["received"]), ["18"])
      assert.deepStrictEqual((yield* db.query("select batches from entity where 1 = 1")).map((row) => row["batches"]), [5])
      assert.strictEqual(yield* count("delivery"), 5)
    }))

  const changes = [
    ["batches", "update entity set batches = batches + 1"],
    ["phase", "update entity set phase = 'received'"],
    ["time of the last report", "update entity set reported_at = 1999"],
    ["time of the last change", "update entity set updated_at = updated_at + 1"],
    ["warehouse", "update entity set warehouse_code = 'WH-9'"],
    ["warehouse at the peer", "update entity set peer_warehouse_code = 'WH-9'"],
    ["row, which is not known any more", "update entity set is_known = 0"],
    ["received pieces", "update inbound_line set received = '5'"],
    ["announced pieces", "update inbound_line set estimated = '5'"],
    ["pieces that a poll was first to see", "update inbound_line set ahead = '1'"],
    ["lines", "insert into inbound_line (entity, sku, received, good, bad) select id, 'SKU-9', '1', '1', '0' from entity where 1 = 1"],
    ["batches, of which one is this one", ({ key, row }: DecidedBatch) => `insert into inbox (first_id, dedup_key, digest, times, first_at, last_at) values (${row["id"]}, '${key}', '', 1, 0, 0)`],
    ["batch numbers that the ERP was told", ({ row, toldKey }: DecidedBatch) => `insert into inbox (first_id, dedup_key, digest, times, first_at, last_at) values (${row["id"]}, '${toldKey}', '', 1, 0, 0)`],
    ["number, which was used again", `insert into entity (scope, kind, number, generation, first_id, connection, number_sent, is_known, is_open, checked_at, created_at, updated_at)
      select scope, kind, number, 2, id, connection, number_sent, 0, 0, 0, 0, 0 from entity where 1 = 1`]
  ] as const
  for (const [title, change] of changes) {
    inWorld(`write nothing if it changed since the inbound order was read: its ${title}`, { isIdle: true }, () =>
      Effect.gen(function*() {
        const { db, report, watch } = yield* watched
        yield* report("ASN-1", first)
        let before: unknown
        watch.inPlace = (decided, store) =>
          Effect.gen(function*() {
            yield* db.query(typeof change === "string" ? change : change(decided))
            before = yield* Effect.provideService(allRows, Database, db)
            return yield* store(decided)
          })
        watch.hasTransactions = false
        watch.ways.splice(0)
        assert.isTrue(Exit.isFailure(yield* Effect.exit(report("ASN-1", second))))
        assert.deepStrictEqual(watch.ways, ["refused", "transaction"])
        assert.deepStrictEqual(yield* allRows, before)
      }))
  }

  inWorld("are decided again if the inbound order changed since it was read", { isIdle: true }, () =>
    Effect.gen(function*() {
      const { db, report, watch, wayOf } = yield* watched
      yield* report("ASN-1", first)
      let isFirst = true
      watch.inPlace = (decided, store) => {
        if (!isFirst) return store(decided)
        isFirst = false
        return Effect.andThen(Effect.orDie(report("ASN-1", batch("B-9", 3_000, [line("SKU-1", 2)]))), store(decided))
      }
      assert.deepStrictEqual(yield* wayOf(report("ASN-1", second)), ["unit", "refused", "transaction"])
      assert.deepStrictEqual((yield* db.query("select received, reported_at from inbound_line join entity on entity.id = inbound_line.entity where 1 = 1")).map((row) => [row["received"], row["reported_at"]]), [["9", 3_000]])
    }))

  inWorld("fail alone, and leave nothing", { isIdle: true }, () =>
    Effect.gen(function*() {
      const { db, report, watch } = yield* watched
      const numbers = Array.from({ length: 8 }, (_, at) => `ASN-${at}`)
      for (const number of numbers) yield* report(number, first)
      const [taken] = yield* db.query("select id from delivery where 1 = 1 order by seq limit 1")
      watch.inPlace = (decided, store) =>
        store(decided.row["number"] === "ASN-3" ? { ...decided, deliveries: decided.deliveries.map((one) => ({ ...one, id: String(taken!["id"]) })) } : decided)
      const exits = yield* Effect.forEach(numbers, (number) => Effect.exit(report(number, second)), { concurrency: "unbounded" })
      assert.deepStrictEqual(exits.flatMap((exit, at) => Exit.isFailure(exit) ? [at] : []), [3])
      assert.deepStrictEqual((yield* db.query("select number from entity where batches = 1")).map((row) => row["number"]), ["ASN-3"])
      assert.deepStrictEqual(yield* Effect.forEach(["inbox", "history", "delivery", "delivery_content"], count), [30, 15, 15, 15])
      watch.inPlace = (decided, store) => store(decided)
      yield* report("ASN-3", second)
      assert.strictEqual(yield* count("delivery"), 16)
    }))
})
