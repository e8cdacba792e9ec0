/**
 * The most usual report is stored as a unit of work, with the same rows as in a transaction; every other one is stored in a transaction.
 */
import { assert } from "@effect/vitest"
import type { AnyPlugin } from "@crossdock/config"
import { Quantity, Sku, WarehouseV1 } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import { Dispatch } from "../../../src/contracts/warehouse/Dispatch.ts"
import * as ErpReports from "../../../src/contracts/warehouse/ErpReports.ts"
import type { OrderEvent } from "../../../src/contracts/warehouse/OrderEvents.ts"
import type { DecidedReport } from "../../../src/contracts/warehouse/ReportUnits.ts"
import { Reactions, writing } from "../../../src/outbox/Reactions.ts"
import { Database } from "../../../src/store/Database.ts"
import { onBothDatabases } from "../../support/Databases.ts"
import * as DeskWorld from "../../support/DeskWorld.ts"
import * as FakeShop from "../../support/FakeShop.ts"
import { order } from "../../support/Orders.ts"
import * as Peers from "../../support/Peers.ts"
import * as WatchedReports from "../../support/WatchedReports.ts"
import { allRows, count, reporting, type Status, storedOf } from "../../support/WatchedReports.ts"
import { inWorldOn, type Options } from "../../support/World.ts"

const watched = Effect.map(WatchedReports.watched<DecidedReport>("store a report"), (all) => ({ ...all, report: reporting(all.reports) }))

const picked = { phase: "open", status: "PICKING", warehouseCode: "WH-1" } as const
const packed = { phase: "open", status: "PACKED" } as const
const shipped = { phase: "shipped", status: "GONE", trackingNumber: "T-1", carrierName: "DHL", shippedAt: DateTime.makeUnsafe(1_000) } as const
const onePiece = [{ sku: Sku.Sku.make("SKU-1"), quantity: Quantity.of(1) }]
const cancelled = { phase: "cancelled", status: "CANCELED" } as const
const failed = { phase: "failed", status: "BROKEN" } as const

onBothDatabases("usual reports", (fresh) => {
  const inWorld = inWorldOn(fresh)

  const shadow = Peers.erp({}, { id: "erp-second" }).plugin as unknown as AnyPlugin
  const withCopy: Options = { plugins: [shadow], connections: [{ id: "shadow", plugin: shadow.id }], links: [{ copyTo: ["shadow"] }] }
  for (const [receivers, options] of [[1, {}], [2, withCopy]] as const) inWorld(`are stored by a unit of work, with the rows that a transaction stores, for a link with ${receivers - 1} copies (D1-369)`, { ...options, isIdle: true }, () =>
    Effect.gen(function*() {
      const { db, report, watch, wayOf } = yield* watched
      watch.inPlace = (decided, store) => decided.row["number"] === "SO-1" ? store(decided) : Effect.succeed(false)
      const steps: ReadonlyArray<Status | string> = [
        picked,
        packed,
        { ...packed, status: "LABELLED", warehouseOrderNumber: "W-1" },
        "update delivery set state = 'InFlight' where state = 'Pending'",
        { ...packed, status: "WAITS" },
        { ...packed, status: "GOES" },
        shipped,
        { ...shipped, trackingNumber: "T-2", carrierName: "UPS", trackingUrl: "https://track.example/T-2" },
        "update delivery set state = 'Dead' where state = 'InFlight'",
        { ...shipped, status: "MOVED", trackingUrl: "https://track.example/T-1" },
        { ...shipped, phase: "delivered", status: "THERE", trackingNumber: "T-2", deliveredAt: DateTime.makeUnsafe(2_000) }
      ]
      for (const step of steps) {
        if (typeof step === "string") yield* db.query(step)
        else {
          const [usual, other] = [yield* wayOf(report("SO-1", step)), yield* wayOf(report("SO-2", step))]
          if (step !== picked) assert.deepStrictEqual([usual, other], [["unit"], ["refused", "transaction"]], JSON.stringify(step))
        }
      }
      const stored = yield* storedOf("outbound", "SO-1")
      assert.deepStrictEqual(stored, yield* storedOf("outbound", "SO-2"))
      assert.deepStrictEqual(stored.map(({ length }) => length), [1, 2, 0, 9, 9, 9 * receivers])
    }))

  const desk = { ...DeskWorld.options(FakeShop.shop(), { North: { "SKU-1": 5 } }), isIdle: true }
  inWorld("of orders that ERPs have created are units of work also with an order desk", desk, () =>
    Effect.gen(function*() {
      const { db, report, wayOf } = yield* watched
      yield* report("SO-1", picked)
      yield* report("SO-2", picked)
      for (const step of [packed, shipped, { ...shipped, phase: "delivered", status: "THERE" }] as const) {
        assert.deepStrictEqual(yield* wayOf(report("SO-1", step)), ["unit"], step.status)
      }
      // A part of the desk: what is reported of it is written down with the report.
      const shop = (yield* db.one("insert into entity (scope, kind, number, generation, connection, number_sent, is_known, is_open, checked_at, created_at, updated_at) values ('platform:acc-9', 'order', 'S-1', 1, 'shop', 'S-1', 1, 1, 0, 0, 0) returning id"))!
      yield* db.query("insert into desk_order (entity, state, due_at, since, created_at, updated_at) values ($1, 'placed', 0, 0, 0, 0)", [shop.id])
      yield* db.query("insert into desk_part (entity, record, number, link, warehouse, warehouse_code, lines, state, created_at, updated_at) select cast($1 as bigint), id, number, scope, 'North', 'WH-1', '[]', 'accepted', 0, 0 from entity where number = 'SO-2' and kind = 'outbound'", [shop.id])
      assert.deepStrictEqual(yield* wayOf(report("SO-2", packed)), ["unit"])
      assert.deepStrictEqual(yield* wayOf(report("SO-2", shipped)), ["transaction"])
    }))

  for (const [title, ordered, contents] of [["tell the lines of a further number as those of a parcel of its own", 2, ["T-1", "T-2"]], ["leave a corrected number to a transaction", 1, undefined]] as const) {
    inWorld(`${title}, with the rows that a transaction stores (U-146)`, { isIdle: true }, (w) =>
      Effect.gen(function*() {
        const { report, watch, wayOf } = yield* watched
        const dispatch = yield* Dispatch
        for (const number of ["SO-1", "SO-2"]) {
          const { lines: [line], ...asked } = order(number)
          yield* dispatch.call(w.link, WarehouseV1.CreateOutboundOrder, { ...asked, lines: [{ ...line, quantity: Quantity.of(ordered) }] }, "")
        }
        watch.inPlace = (decided, store) => decided.row["number"] === "SO-1" ? store(decided) : Effect.succeed(false)
        for (const trackingNumber of ["T-1", "T-2"]) {
          const status = { ...shipped, trackingNumber, lines: onePiece }
          const isCorrected = contents === undefined && trackingNumber === "T-2"
          const ways = isCorrected ? [["transaction"], ["transaction"]] : [["unit"], ["refused", "transaction"]]
          assert.deepStrictEqual([yield* wayOf(report("SO-1", status)), yield* wayOf(report("SO-2", status))], ways)
        }
        const stored = yield* storedOf("outbound", "SO-1", "W-1")
        assert.deepStrictEqual(stored, yield* storedOf("outbound", "SO-2", "W-2"))
        const told = stored.at(-1)!.map(({ payload }) => JSON.parse(payload).parcels)
        assert.deepStrictEqual(told.map((parcels) => parcels?.map(({ trackingNumber }: { trackingNumber: string }) => trackingNumber)), [undefined, contents])
      }))
  }

  const unusual: ReadonlyArray<readonly [title: string, before: ReadonlyArray<Status | string>, report: Status]> = [
    ["of an order that is not known", [], picked],
    ["with a reason of a failure, which may name a person", [picked], { ...failed, failedReason: "nobody is in" }],
    ["with several parcels", [picked], { ...shipped, parcels: [{ trackingNumber: "T-1" }, { trackingNumber: "T-2" }] }],
    ["that repeats what is stored, of an order whose number was used again", [picked, packed, "insert into entity (scope, kind, number, generation, first_id, connection, number_sent, is_known, is_open, checked_at, created_at, updated_at) select scope, kind, number, 2, id, connection, number_sent, 1, 1, 0, created_at, updated_at from entity where number = 'SO-1'"], packed],
    ["that contradicts the end of its order (D1-260)", [picked, cancelled], packed],
    ["of goods that left after their order had ended (D1-392)", [picked, cancelled], shipped],
    ["of a shipped order without a tracking number (D1-257)", [picked], { phase: "shipped", status: "GONE" }],
    ["of an order whose number was used again", [picked, "update entity set generation = 2"], packed],
    ["of an order whose row is not the first of its number", [picked, "update entity set first_id = id + 1000"], packed],
    ["that arrived before, and whose order went on since", [picked, packed, { ...packed, status: "GOES" }], packed],
    ["of an order without a link", [picked, "update entity set scope = 'warehouse:gone'"], packed]
  ]
  for (const [title, before, status] of unusual) {
    inWorld(`leave to a transaction a report ${title}`, { isIdle: true }, () =>
      Effect.gen(function*() {
        const { db, report, wayOf } = yield* watched
        for (const step of before) yield* typeof step === "string" ? Effect.asVoid(db.query(step)) : report("SO-1", step)
        assert.include([["transaction"], ["refused", "transaction"]].map(String), String(yield* wayOf(report("SO-1", status))))
      }))
  }

  inWorld("note without a transaction that a report repeats what is stored (D1-375)", { isIdle: true }, () =>
    Effect.gen(function*() {
      const { db, report, wayOf } = yield* watched
      for (const step of [picked, packed]) yield* report("SO-1", step)
      yield* db.query("update entity set checked_at = -1 where number = 'SO-1'")
      const before = yield* storedOf("outbound", "SO-1")
      assert.deepStrictEqual(yield* wayOf(report("SO-1", packed)), [])
      const [entities, ...rows] = yield* storedOf("outbound", "SO-1")
      assert.deepStrictEqual(entities!.map(({ checked_at }) => checked_at), [0])
      assert.deepStrictEqual([entities!.map((entity) => ({ ...entity, checked_at: -1 })), ...rows], before)
    }))

  inWorld("leave to a transaction an event to which a reaction writes", { isIdle: true }, () =>
    Effect.gen(function*() {
      const { db, report, reportsWith, wayOf } = yield* watched
      yield* report("SO-1", picked)
      const writes = () => Effect.asVoid(db.query("insert into setting (name, content) values ('desk', 'knows it')"))
      const reports = yield* reportsWith(Layer.fresh(Reactions.layer([ErpReports.reaction, Effect.succeed(writing<OrderEvent>({ OutboundReported: writes }))])))
      assert.deepStrictEqual(yield* wayOf(reporting(reports)("SO-1", packed)), ["transaction"])
      assert.lengthOf(yield* db.query("select name from setting where name = 'desk'"), 1)
    }))

  inWorld("that arrive many times at once have one effect (D1-375)", { isIdle: true }, () =>
    Effect.gen(function*() {
      const { report, wayOf } = yield* watched
      yield* report("SO-1", picked)
      const before = yield* Effect.forEach(["delivery", "history", "parcel"], count)
      const ways = yield* wayOf(Effect.forEach(Array.from({ length: 12 }), () => report("SO-1", shipped), { concurrency: "unbounded", discard: true }))
      assert.deepStrictEqual((yield* Effect.forEach(["delivery", "history", "parcel"], count)).map((n, at) => n - before[at]!), [1, 1, 1])
      assert.lengthOf(ways.filter((way) => way === "unit"), 1)
    }))

  inWorld("of one order that arrive at once are all told in some order", { isIdle: true }, () =>
    Effect.gen(function*() {
      const { report } = yield* watched
      yield* report("SO-1", picked)
      yield* Effect.forEach(["T-1", "T-2", "T-3"], (trackingNumber) => report("SO-1", { ...shipped, trackingNumber }), { concurrency: "unbounded", discard: true })
      assert.deepStrictEqual([yield* count("parcel"), yield* count("delivery")], [3, 4])
      const held = yield* (yield* Database).query("select is_held from delivery where state = 'Pending' order by seq")
      assert.deepStrictEqual(held.map((row) => row["is_held"]), [0, 1, 1])
    }))

  const changes = [
    ["phase", "update entity set phase = 'cancelled'"],
    ["status", "update entity set peer_status = 'OTHER'"],
    ["tracking number", "update entity set tracking_number = 'T-9'"],
    ["number at the peer", "update entity set peer_number = 'W-9'"],
    ["warehouse", "update entity set warehouse_code = 'WH-9'"],
    ["warehouse at the peer", "update entity set peer_warehouse_code = 'WH-9'"],
    ["time of the last change", "update entity set updated_at = updated_at + 1"],
    ["row, which is not known any more", "update entity set is_known = 0"],
    ["goods", "update entity set pieces_version = pieces_version + 1"],
    ["reports, of which one is a repeat", ({ key, row }: DecidedReport) => `insert into inbox (first_id, dedup_key, digest, times, first_at, last_at) values (${row["id"]}, '${key}', '', 1, 0, 0)`],
    ["number, which was used again", `insert into entity (scope, kind, number, generation, first_id, connection, number_sent, is_known, is_open, checked_at, created_at, updated_at)
      select scope, kind, number, 2, id, connection, number_sent, 0, 0, 0, 0, 0 from entity where 1 = 1`]
  ] as const
  for (const [title, change] of changes) {
    inWorld(`write nothing if it changed since the order was read: its ${title}`, { isIdle: true }, () =>
      Effect.gen(function*() {
        const { db, report, watch } = yield* watched
        yield* report("SO-1", picked)
        yield* report("SO-1", shipped)
        let before: unknown
        watch.inPlace = (decided, store) =>
          Effect.gen(function*() {
            yield* db.query(typeof change === "string" ? change : change(decided))
            before = yield* Effect.provideService(allRows, Database, db)
            return yield* store(decided)
          })
        watch.hasTransactions = false
        watch.ways.splice(0)
        assert.isTrue(Exit.isFailure(yield* Effect.exit(report("SO-1", { ...shipped, status: "MOVED" }))))
        assert.deepStrictEqual(watch.ways, ["refused", "transaction"])
        assert.deepStrictEqual(yield* allRows, before)
      }))
  }

  inWorld("are decided again if the order changed since it was read", { isIdle: true }, () =>
    Effect.gen(function*() {
      const { report, watch, wayOf } = yield* watched
      yield* report("SO-1", picked)
      let isFirst = true
      watch.inPlace = (decided, store) => {
        if (!isFirst) return store(decided)
        isFirst = false
        return Effect.andThen(Effect.orDie(report("SO-1", cancelled)), store(decided))
      }
      assert.deepStrictEqual(yield* wayOf(report("SO-1", packed)), ["unit", "refused", "transaction"])
      const lines = yield* (yield* Database).query("select what, detail from history where who = 'peer' order by id")
      assert.deepStrictEqual(lines.map((row) => [row["what"], row["detail"]]).slice(1), [
        ["status", "cancelled (CANCELED)"],
        ["conflict", "open (PACKED) was ignored, because the order is cancelled"]
      ])
    }))

  inWorld("fail alone, and leave nothing", { isIdle: true }, () =>
    Effect.gen(function*() {
      const { db, report, watch } = yield* watched
      const numbers = Array.from({ length: 8 }, (_, at) => `SO-${at}`)
      for (const number of numbers) yield* report(number, picked)
      const [taken] = yield* db.query("select id from delivery where 1 = 1 order by seq limit 1")
      watch.inPlace = (decided, store) =>
        store(decided.row["number"] === "SO-3" ? { ...decided, deliveries: decided.deliveries.map((one) => ({ ...one, id: String(taken!["id"]) })) } : decided)
      const exits = yield* Effect.forEach(numbers, (number) => Effect.exit(report(number, shipped)), { concurrency: "unbounded" })
      assert.deepStrictEqual(exits.flatMap((exit, at) => Exit.isFailure(exit) ? [at] : []), [3])
      const open = yield* db.query("select number from entity where phase = 'open'")
      assert.deepStrictEqual(open.map((row) => row["number"]), ["SO-3"])
      assert.deepStrictEqual(yield* Effect.forEach(["parcel", "inbox", "history", "delivery", "delivery_content"], count), [7, 15, 15, 15, 15])
      watch.inPlace = (decided, store) => store(decided)
      yield* report("SO-3", shipped)
      assert.strictEqual(yield* count("parcel"), 8)
    }))
})
