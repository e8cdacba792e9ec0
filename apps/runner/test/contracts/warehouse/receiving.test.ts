/**
 * Goods that are counted from several sides: none is lost or told twice, and one inbound order that cannot be counted
 * stops no other.
 */
import { assert } from "@effect/vitest"
import { type InboundPhase, Quantity, Sku, WarehouseV1 } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { Dispatch } from "../../../src/contracts/warehouse/Dispatch.ts"
import { Reports } from "../../../src/contracts/warehouse/Reports.ts"
import { Database } from "../../../src/store/Database.ts"
import * as WarehouseJobs from "../../../src/contracts/warehouse/Jobs.ts"
import * as Books from "../../support/Books.ts"
import { onBothDatabases } from "../../support/Databases.ts"
import { asn } from "../../support/Orders.ts"
import { during, inWorldOn, nothingOwed, until, type World } from "../../support/World.ts"

type Told = { readonly phase?: InboundPhase.InboundPhase; readonly at?: number; readonly number?: string }

const report = (batchNo: string, lines: ReadonlyArray<readonly [sku: string, received: number | string]>, { at = 1000, number = "ASN-1", phase = "receiving" }: Told = {}) =>
  Effect.flatMap(Reports, (reports) =>
    reports.take("wh", {
      _tag: "InboundProgressed",
      progress: {
        asnNumber: asn(number).asnNumber,
        phase,
        status: phase,
        updatedAt: DateTime.makeUnsafe(at),
        warehouseCode: "WH-1",
        lines: lines.map(([sku, received]) => ({ sku: Sku.Sku.make(sku), received: Quantity.of(received) })),
        batchNo
      }
    }))

const announce = (w: World, number = "ASN-1") =>
  Effect.flatMap(Dispatch, (dispatch) => dispatch.call(w.link, WarehouseV1.CreateInboundOrder, asn(number), ""))

const receive = (w: World, pieces: number, phase: InboundPhase.InboundPhase = "receiving", number = "ASN-1") =>
  Effect.sync(() => {
    const held = w.warehouse.asns.findLast((one) => one.asnNumber === number)!
    held.phase = phase
    held.received.set("SKU-1", { good: pieces, bad: 0 })
  })

const told = (w: World, number = "ASN-1") =>
  w.erp.received.filter(({ content }) => content.asnNumber === number)
    .map(({ content }) => [content.batchNo, content.lines.find((line: { sku: string }) => line.sku === "SKU-1")?.received ?? 0])

/** What an ERP has that counts each batch number once. */
const countedOnce = (w: World) => {
  const seen = new Map<string, number>()
  for (const [batchNo, pieces] of told(w)) if (!seen.has(batchNo)) seen.set(batchNo, pieces)
  return [...seen.values()].reduce((sum, pieces) => sum + pieces, 0)
}

const poll = Effect.andThen(
  Effect.andThen(Effect.flatMap(Database, (db) => db.query("update entity set checked_at = -1000000")), during(WarehouseJobs.pollOnce("wh"))),
  nothingOwed
)

const most = Number.MAX_SAFE_INTEGER

onBothDatabases("receiving", (fresh) => {
  const inWorld = inWorldOn(fresh)

  inWorld("a batch of the warehouse that is called as a poll called its own is told under another name (D1-407 U-144)", {}, (w) =>
    Effect.gen(function*() {
      yield* announce(w)
      yield* receive(w, 10)
      yield* poll
      assert.deepStrictEqual(told(w), [["ASN-1-1", 10]])
      yield* report("ASN-1-2", [["SKU-1", 5]], { at: 900_000 })
      yield* report("ASN-1-1", [["SKU-1", 10]], { at: 901_000 })
      yield* nothingOwed
      assert.strictEqual(countedOnce(w), 15)
    }))

  inWorld("a poll calls its batch as no batch of the warehouse is called (D1-407 U-144)", {}, (w) =>
    Effect.gen(function*() {
      yield* announce(w)
      yield* report("ASN-1-2", [["SKU-1", 5]])
      yield* receive(w, 8)
      yield* poll
      assert.deepStrictEqual(told(w).map(([batchNo]) => batchNo), ["ASN-1-2", "ASN-1-3"])
      assert.strictEqual(countedOnce(w), 8)
    }))

  inWorld("a batch of an inbound order that was announced again is told under a name of its own (U-144)", {}, (w) =>
    Effect.gen(function*() {
      yield* announce(w)
      yield* report("B-1", [["SKU-1", 2]])
      yield* Effect.flatMap(Dispatch, (dispatch) => dispatch.call(w.link, WarehouseV1.CancelInboundOrders, { asnNumbers: [asn("ASN-1").asnNumber] }, ""))
      yield* announce(w)
      yield* report("B-1", [["SKU-1", 3]])
      yield* nothingOwed
      assert.strictEqual(countedOnce(w), 5)
    }))

  inWorld("goods of an inbound order that was announced again are told under a new name, even after its reports were removed (U-144)", {}, (w) =>
    Effect.gen(function*() {
      const db = yield* Database
      yield* announce(w)
      yield* receive(w, 2, "cancelled")
      yield* poll
      // As retention leaves an order that ended 30 days ago.
      yield* db.query("delete from inbox")
      yield* announce(w)
      yield* receive(w, 3)
      yield* poll
      assert.strictEqual(countedOnce(w), 5)
    }))

  inWorld("after an end that the warehouse reported its totals are read once more, and a batch that was never reported is told (D1-371)", {}, (w) =>
    Effect.gen(function*() {
      yield* announce(w)
      yield* receive(w, 7, "received")
      yield* report("X1", [["SKU-1", 3]])
      yield* report("X2", [], { phase: "received", at: 2000 })
      yield* until(Effect.sync(() => countedOnce(w) === 7))
      yield* until(Effect.map(Books.inbound(w.link.scope), (row) => row?.is_open === 0))
      assert.strictEqual((yield* Books.inbound(w.link.scope))?.phase, "received")
      const asked = () => w.warehouse.calls.filter((call) => call === "getInboundOrders").length
      const before = asked()
      yield* poll
      assert.strictEqual(asked(), before)
    }))

  inWorld("an end that the warehouse reported is kept open for no longer than until it is shown (D1-371)", {}, (w) =>
    Effect.gen(function*() {
      yield* announce(w)
      yield* receive(w, 3, "receiving")
      yield* report("X1", [["SKU-1", 3]], { phase: "received" })
      yield* until(Effect.map(Books.inbound(w.link.scope), (row) => row?.is_open === 0), 60_000, 1000)
      assert.strictEqual((yield* Books.inbound(w.link.scope))?.phase, "received")
    }))

  inWorld("fractions of several batches and polls add up exactly (U-80)", {}, (w) =>
    Effect.gen(function*() {
      yield* announce(w)
      yield* report("B-1", [["SKU-1", "0.1"]])
      yield* report("B-2", [["SKU-1", "0.2"]], { at: 2000 })
      assert.deepStrictEqual((yield* Books.receivedText(w.link.scope))["SKU-1"], ["0.3", "0.3", "0"])
      yield* report("B-1", [["SKU-1", "0.10"]])
      assert.deepStrictEqual((yield* Books.receivedText(w.link.scope))["SKU-1"], ["0.3", "0.3", "0"])
      assert.deepStrictEqual(yield* Books.history(w.link.scope, "inbound:ASN-1", "conflict"), [])
      yield* receive(w, 2)
      yield* poll
      assert.deepStrictEqual(told(w), [["B-1", "0.1"], ["B-2", "0.2"], ["ASN-1-3", "1.7"]])
      yield* report("B-4", [["SKU-1", "1.5"]], { at: 900_000 })
      assert.deepStrictEqual((yield* Books.receivedText(w.link.scope))["SKU-1"], ["2", "2", "0"])
      yield* report("B-5", [["SKU-1", "1.2"]], { at: 901_000 })
      yield* nothingOwed
      assert.deepStrictEqual(told(w).at(-1), ["B-5", "1.0"])
    }))

  inWorld("quantities whose sum no number holds are refused with the reason, count nothing, and are counted when they come corrected", {}, (w) =>
    Effect.gen(function*() {
      yield* announce(w)
      yield* report("B-1", [["SKU-1", most]])
      for (let times = 0; times < 2; times++) {
        const refusal = yield* Effect.flip(report("B-2", [["SKU-1", 1]], { at: 2000 }))
        assert.strictEqual(refusal._tag, "Rejected")
        assert.include(JSON.stringify(refusal), "QUANTITY_TOO_LARGE")
      }
      const twice = yield* Effect.flip(report("B-3", [["SKU-2", most], ["SKU-2", 1]], { at: 2000 }))
      assert.strictEqual(twice._tag, "Rejected")
      assert.deepStrictEqual(yield* Books.received(w.link.scope), { "SKU-1": [most, most, 0] })
      assert.strictEqual((yield* Books.history(w.link.scope, "inbound:ASN-1", "alarm")).filter((detail) => detail.includes("counted exactly")).length, 2)
      yield* report("B-3", [["SKU-2", 2]], { at: 3000 })
      assert.deepStrictEqual((yield* Books.received(w.link.scope))["SKU-2"], [2, 2, 0])
    }))

  inWorld("an inbound order that an earlier release counted too high stops no other, and is refused for itself", {}, (w) =>
    Effect.gen(function*() {
      for (const number of ["ASN-1", "ASN-2", "ASN-3"]) yield* announce(w, number)
      const db = yield* Database
      yield* db.query(
        `insert into inbound_line (entity, sku, received, good, bad)
         select id, 'SKU-1', '9007199254740993', '9007199254740993', '0' from entity where scope = $1 and number = 'ASN-1'`,
        [w.link.scope]
      )
      for (const number of ["ASN-1", "ASN-2", "ASN-3"]) yield* receive(w, 4, "receiving", number)
      yield* poll
      assert.deepStrictEqual(["ASN-2", "ASN-3"].map((number) => told(w, number)), [[["ASN-2-1", 4]], [["ASN-3-1", 4]]])
      assert.strictEqual((yield* Effect.flip(report("B-1", [["SKU-1", 1]])))._tag, "Rejected")
      yield* report("B-1", [["SKU-1", 6]], { number: "ASN-2", at: 900_000 })
      assert.deepStrictEqual((yield* Books.received(w.link.scope, "ASN-2"))["SKU-1"], [6, 6, 0])
    }))
})
