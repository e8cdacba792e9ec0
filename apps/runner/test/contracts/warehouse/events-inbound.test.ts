import { assert } from "@effect/vitest"
import { type InboundOrder, type InboundPhase, Quantity, Sku, WarehouseV1 } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { Dispatch } from "../../../src/contracts/warehouse/Dispatch.ts"
import { Events } from "../../../src/contracts/warehouse/Events.ts"
import type { Source } from "../../../src/records/ReportSource.ts"
import * as Books from "../../support/Books.ts"
import { onBothDatabases } from "../../support/Databases.ts"
import { asn } from "../../support/Orders.ts"
import { randomOf, shuffled } from "../../support/Random.ts"
import { during, inWorldOn, nothingOwed, until, type World } from "../../support/World.ts"

const number = asn("ASN-1").asnNumber
const entity = "inbound:ASN-1"
const receiver: Source = { scope: "receiver:sandbox:acc-1", who: "peer" }
const linkOf = (w: World): Source => ({ scope: w.link.scope, link: w.link, who: "peer" })

type Line = InboundOrder.InboundProgress["lines"][number]
type Told = Partial<Omit<InboundOrder.InboundProgress, "lines" | "updatedAt">> & {
  readonly at?: number
  /** Pieces by SKU. */
  readonly pieces?: Readonly<Record<string, number>>
  readonly lines?: ReadonlyArray<Line>
}

type Counts = { readonly estimated?: number; readonly good?: number; readonly bad?: number }
type Sorted = Pick<Line, "condition" | "reason">

const line = (sku: string, received: number, more: Counts = {}, sorted: Sorted = {}): Line => ({
  ...sorted,
  sku: Sku.Sku.make(sku),
  received: Quantity.of(received),
  ...Object.fromEntries(Object.entries(more).map(([name, count]) => [name, Quantity.of(count)]))
})

const progress = ({ at = 1000, lines, pieces = { "SKU-1": 1 }, ...more }: Told): InboundOrder.InboundProgress => ({
  asnNumber: number,
  warehouseCode: "WH-1",
  phase: "receiving",
  status: more.phase ?? "receiving",
  updatedAt: DateTime.makeUnsafe(at),
  lines: lines ?? Object.entries(pieces).map(([sku, count]) => line(sku, count)),
  ...more
})

const push = (source: Source, told: Told) => Effect.flatMap(Events, (events) => events.inbound(source, progress(told)))

const announce = (w: World) =>
  Effect.flatMap(Dispatch, (dispatch) => dispatch.call(w.link, WarehouseV1.CreateInboundOrder, asn("ASN-1"), ""))

const ask = (w: World) =>
  Effect.flatMap(Dispatch, (dispatch) => dispatch.call(w.link, WarehouseV1.GetInboundOrders, { inboundOrders: [{ asnNumber: number }] }, ""))

/** What the warehouse has received so far, good and bad, and how it calls that. */
const receive = (w: World, phase: InboundPhase.InboundPhase, pieces: Readonly<Record<string, readonly [good: number, bad: number]>>) =>
  Effect.sync(() => {
    const held = w.warehouse.asns.at(-1)!
    held.phase = phase
    for (const [sku, [good, bad]] of Object.entries(pieces)) held.received.set(sku, { good, bad })
  })

/** The batches that the ERP got: number, state, pieces by SKU. */
const pushed = (w: World) =>
  w.erp.received.map(({ content }) => [
    content.batchNo,
    content.phase,
    Object.fromEntries(content.lines.map((each: { sku: string; received: number }) => [each.sku, each.received]))
  ])

/** Lets the warehouse be asked so many times more. */
const polled = (w: World, times: number) =>
  Effect.suspend(() => {
    const count = () => w.warehouse.calls.filter((call) => call === "getInboundOrders").length
    const enough = count() + times
    return Effect.andThen(until(Effect.sync(() => count() >= enough), 300_000, 1000), nothingOwed)
  })

const arrived = (w: World, count: number) => until(Effect.sync(() => w.erp.received.length >= count))

onBothDatabases("events of inbound orders", (fresh) => {
  const inWorld = inWorldOn(fresh)

  /** The same at a receiver of ours and on a link. */
  const atBoth = (title: string, test: (source: Source, w: World) => Effect.Effect<unknown, unknown, any>) =>
    inWorld(title, {}, (w) => Effect.andThen(test(receiver, w), test(linkOf(w), w)))

  atBoth("a batch that was consumed adds nothing again, and the repeat is answered (D1-248 D1-375)", (source, w) =>
    Effect.gen(function*() {
      assert.strictEqual(yield* push(source, { batchNo: "B-1", pieces: { "SKU-1": 4 } }), "applied")
      for (let times = 0; times < 3; times++) {
        assert.strictEqual(yield* push(source, { batchNo: "B-1", pieces: { "SKU-1": 4 } }), "repeat")
      }
      assert.deepStrictEqual(yield* Books.received(source.scope), { "SKU-1": [4, 4, 0] })
      yield* nothingOwed
      assert.deepStrictEqual(pushed(w), source.link === undefined ? [] : [["B-1", "receiving", { "SKU-1": 4 }]])
    }))

  atBoth("a new batch of the same inbound order is consumed and added (D1-249 D1-251)", (source, w) =>
    Effect.gen(function*() {
      yield* push(source, { batchNo: "B-1", pieces: { "SKU-1": 4 } })
      assert.strictEqual(yield* push(source, { batchNo: "B-2", at: 2000, pieces: { "SKU-1": 3, "SKU-2": 1 } }), "applied")
      assert.deepStrictEqual(yield* Books.received(source.scope), { "SKU-1": [7, 7, 0], "SKU-2": [1, 1, 0] })
      yield* nothingOwed
      assert.deepStrictEqual(
        pushed(w),
        source.link === undefined ? [] : [["B-1", "receiving", { "SKU-1": 4 }], ["B-2", "receiving", { "SKU-1": 3, "SKU-2": 1 }]]
      )
    }))

  atBoth("the same batchNo of another inbound order is another batch", (source) =>
    Effect.gen(function*() {
      yield* push(source, { batchNo: "B-1" })
      yield* push(source, { batchNo: "B-1", asnNumber: asn("ASN-2").asnNumber })
      assert.deepStrictEqual(yield* Books.received(source.scope, "ASN-2"), { "SKU-1": [1, 1, 0] })
    }))

  atBoth("a consumed batch with other quantities is a conflict, and the first count", (source) =>
    Effect.gen(function*() {
      yield* push(source, { batchNo: "B-1", pieces: { "SKU-1": 4 } })
      yield* push(source, { batchNo: "B-1", pieces: { "SKU-1": 9 } })
      assert.deepStrictEqual(yield* Books.received(source.scope), { "SKU-1": [4, 4, 0] })
      assert.strictEqual((yield* Books.history(source.scope, entity, "conflict")).length, 1)
    }))

  atBoth("without batchNo a push is known by its number, state, time and lines (D1-250)", (source) =>
    Effect.gen(function*() {
      yield* push(source, { pieces: { "SKU-1": 4 } })
      assert.strictEqual(yield* push(source, { pieces: { "SKU-1": 4 } }), "repeat")
      const others: ReadonlyArray<Told> = [
        { pieces: { "SKU-1": 4 }, at: 2000 },
        { pieces: { "SKU-1": 5 }, at: 2000 },
        { pieces: { "SKU-1": 5 }, at: 2000, status: "IN_RECEIVING" }
      ]
      for (const other of others) {
        assert.strictEqual(yield* push(source, other), "applied")
        assert.strictEqual(yield* push(source, other), "repeat")
      }
      assert.strictEqual((yield* Books.history(source.scope, entity, "batch")).length, 4)
    }))

  atBoth("without batchNo the quantities replace what was received, and the ERP gets the difference as a batch (D1-251)", (source, w) =>
    Effect.gen(function*() {
      yield* push(source, { pieces: { "SKU-1": 4, "SKU-2": 1 } })
      yield* push(source, { at: 2000, pieces: { "SKU-1": 6, "SKU-2": 1 } })
      assert.deepStrictEqual(yield* Books.received(source.scope), { "SKU-1": [6, 6, 0], "SKU-2": [1, 1, 0] })
      yield* nothingOwed
      assert.deepStrictEqual(
        pushed(w),
        source.link === undefined ? [] : [
          ["ASN-1-1", "receiving", { "SKU-1": 4, "SKU-2": 1 }],
          ["ASN-1-2", "receiving", { "SKU-1": 2 }]
        ]
      )
    }))

  atBoth("totals that come late replace nothing (D1-251)", (source) =>
    Effect.gen(function*() {
      yield* push(source, { at: 2000, pieces: { "SKU-1": 6 } })
      yield* push(source, { at: 1000, pieces: { "SKU-1": 4 } })
      assert.deepStrictEqual(yield* Books.received(source.scope), { "SKU-1": [6, 6, 0] })
    }))

  atBoth("a consumed batch with a newer time moves state and finish time, and no quantity (D1-393)", (source, w) =>
    Effect.gen(function*() {
      yield* push(source, { batchNo: "B-1", pieces: { "SKU-1": 4 } })
      const finishedAt = DateTime.makeUnsafe(1_700_000_000_000)
      const again: Told = { batchNo: "B-1", at: 2000, pieces: { "SKU-1": 4 }, phase: "received", finishedAt }
      assert.strictEqual(yield* push(source, again), "applied")
      assert.strictEqual(yield* push(source, again), "repeat")
      const row = yield* Books.inbound(source.scope)
      // A warehouse that can be asked is asked for the totals once more.
      assert.deepStrictEqual([row?.phase, row?.finished_at, row?.is_open], ["received", 1_700_000_000_000, source.link === undefined ? 0 : 1])
      assert.deepStrictEqual(yield* Books.received(source.scope), { "SKU-1": [4, 4, 0] })
      assert.deepStrictEqual(yield* Books.history(source.scope, entity, "conflict"), [])
      yield* nothingOwed
      assert.deepStrictEqual(
        pushed(w),
        source.link === undefined ? [] : [["B-1", "receiving", { "SKU-1": 4 }], ["B-1", "received", {}]]
      )
    }))

  atBoth("a consumed batch with an older time than one since moves nothing (D1-393)", (source) =>
    Effect.gen(function*() {
      yield* push(source, { batchNo: "B-1", at: 1000 })
      yield* push(source, { batchNo: "B-2", at: 3000, phase: "receiving" })
      assert.strictEqual(yield* push(source, { batchNo: "B-1", at: 2000, phase: "shipping" }), "repeat")
      assert.strictEqual((yield* Books.inbound(source.scope))?.phase, "receiving")
    }))

  for (const end of ["received", "closed"] as const) {
    atBoth(`after ${end} the goods of a late batch count, the state stays, and the conflict is recorded (D1-261)`, (source, w) =>
      Effect.gen(function*() {
        yield* push(source, { batchNo: "B-2", at: 2000, phase: end, pieces: { "SKU-1": 3 } })
        assert.strictEqual(yield* push(source, { batchNo: "B-1", at: 1000, phase: "receiving", pieces: { "SKU-1": 2 } }), "conflict")
        assert.strictEqual(yield* push(source, { batchNo: "B-3", at: 3000, phase: "receiving", pieces: { "SKU-1": 1 } }), "conflict")
        assert.strictEqual((yield* Books.inbound(source.scope))?.phase, end)
        assert.deepStrictEqual(yield* Books.received(source.scope), { "SKU-1": [6, 6, 0] })
        const conflicts = yield* Books.history(source.scope, entity, "conflict")
        assert.deepStrictEqual(conflicts.map((detail) => [detail.includes("receiving"), detail.includes(end)]), [[true, true], [true, true]])
        yield* nothingOwed
        assert.deepStrictEqual(
          pushed(w),
          source.link === undefined ? [] : [["B-2", end, { "SKU-1": 3 }], ["B-1", end, { "SKU-1": 2 }], ["B-3", end, { "SKU-1": 1 }]]
        )
      }))
  }

  atBoth("the same end again is no conflict, another end is (D1-261)", (source) =>
    Effect.gen(function*() {
      yield* push(source, { batchNo: "B-1", at: 1000, phase: "received" })
      yield* push(source, { batchNo: "B-2", at: 2000, phase: "received" })
      assert.deepStrictEqual(yield* Books.history(source.scope, entity, "conflict"), [])
      assert.strictEqual(yield* push(source, { batchNo: "B-3", at: 3000, phase: "closed" }), "conflict")
      assert.strictEqual((yield* Books.inbound(source.scope))?.phase, "received")
    }))

  atBoth("a batch that overtook another one is no conflict while both are in the same state", (source) =>
    Effect.gen(function*() {
      yield* push(source, { batchNo: "B-2", at: 2000, pieces: { "SKU-1": 3 } })
      assert.strictEqual(yield* push(source, { batchNo: "B-1", at: 1000, pieces: { "SKU-1": 2 } }), "applied")
      assert.deepStrictEqual(yield* Books.received(source.scope), { "SKU-1": [5, 5, 0] })
      assert.deepStrictEqual(yield* Books.history(source.scope, entity, "conflict"), [])
    }))

  // NEW is also what any other word is read as.
  for (const phase of ["announced", "cancelled"] as const) {
    atBoth(`a push with ${phase} is recorded, counts its goods, and moves nothing (D1-230)`, (source, w) =>
      Effect.gen(function*() {
        yield* push(source, { batchNo: "B-1", at: 1000, phase: "receiving", pieces: { "SKU-1": 2 } })
        assert.strictEqual(yield* push(source, { batchNo: "B-2", at: 2000, phase, pieces: { "SKU-1": 1 } }), "conflict")
        assert.strictEqual(yield* push(source, { batchNo: "B-2", at: 3000, phase, pieces: { "SKU-1": 1 } }), "conflict")
        const row = yield* Books.inbound(source.scope)
        assert.deepStrictEqual([row?.phase, row?.peer_status, row?.is_open], ["receiving", "receiving", 1])
        assert.deepStrictEqual(yield* Books.received(source.scope), { "SKU-1": [3, 3, 0] })
        assert.strictEqual((yield* Books.history(source.scope, entity, "conflict")).length, 2)
        yield* nothingOwed
        assert.deepStrictEqual(
          pushed(w),
          source.link === undefined ? [] : [["B-1", "receiving", { "SKU-1": 2 }], ["B-2", "receiving", { "SKU-1": 1 }]]
        )
      }))
  }

  atBoth("received that is not good plus bad is applied, and the difference is recorded (D1-243)", (source, w) =>
    Effect.gen(function*() {
      yield* push(source, { batchNo: "B-1", lines: [line("SKU-1", 5, { good: 3, bad: 1 }), line("SKU-2", 2, { good: 1, bad: 1 })] })
      assert.deepStrictEqual(yield* Books.received(source.scope), { "SKU-1": [5, 3, 1], "SKU-2": [2, 1, 1] })
      const [conflict, ...more] = yield* Books.history(source.scope, entity, "conflict")
      assert.include(conflict, "SKU-1")
      assert.deepStrictEqual(more, [])
      yield* nothingOwed
      if (source.link !== undefined) {
        // With good and bad the protocol would write their sum for received.
        assert.deepStrictEqual(w.erp.received[0]?.content.lines, [{ sku: "SKU-1", received: 5, bad: 1 }, { sku: "SKU-2", received: 2, good: 1, bad: 1 }])
      }
    }))

  atBoth("good and bad follow from the condition of received goods, which the ERP is told with its reason (0040)", (source, w) =>
    Effect.gen(function*() {
      const lines = [
        line("SKU-1", 4, {}, { condition: "sellable" }),
        line("SKU-1", 2, {}, { condition: "damaged", reason: "wet" }),
        line("SKU-2", 3, {}, { condition: "expired" })
      ]
      yield* push(source, { batchNo: "B-1", lines })
      assert.deepStrictEqual(yield* Books.received(source.scope), { "SKU-1": [6, 4, 2], "SKU-2": [3, 0, 3] })
      assert.deepStrictEqual(yield* Books.history(source.scope, entity, "conflict"), [])
      yield* nothingOwed
      if (source.link !== undefined) {
        assert.deepStrictEqual(w.erp.received[0]?.content.lines, [
          { sku: "SKU-1", received: 4, good: 4, bad: 0, condition: "sellable" },
          { sku: "SKU-1", received: 2, good: 0, bad: 2, condition: "damaged", reason: "wet" },
          { sku: "SKU-2", received: 3, good: 0, bad: 3, condition: "expired" }
        ])
      }
    }))

  atBoth("the condition of received goods counts where good and bad contradict it, which is recorded (0040)", (source) =>
    Effect.gen(function*() {
      yield* push(source, { batchNo: "B-1", lines: [line("SKU-1", 5, { good: 3, bad: 2 }, { condition: "defective" })] })
      assert.deepStrictEqual(yield* Books.received(source.scope), { "SKU-1": [5, 0, 5] })
      assert.deepStrictEqual((yield* Books.history(source.scope, entity, "conflict")).length, 1)
    }))

  inWorld("received goods are told without a condition where the warehouse tells none, as a batch and as totals", {}, (w) =>
    Effect.gen(function*() {
      const source = linkOf(w)
      yield* push(source, { batchNo: "B-1", lines: [line("SKU-1", 2), line("SKU-1", 1), line("SKU-2", 2), line("SKU-2", 2, { bad: 1 })] })
      yield* push(source, { at: 2000, lines: [line("SKU-1", 5), line("SKU-2", 4)] })
      yield* nothingOwed
      assert.deepStrictEqual(w.erp.received.map(({ content }) => content.lines), [
        [{ sku: "SKU-1", received: 3 }, { sku: "SKU-2", received: 4, good: 3, bad: 1 }],
        [{ sku: "SKU-1", received: 2 }]
      ])
    }))

  atBoth("more than was announced is counted and alarmed", (source) =>
    Effect.gen(function*() {
      yield* push(source, { batchNo: "B-1", lines: [line("SKU-1", 10, { estimated: 10 })] })
      assert.deepStrictEqual(yield* Books.history(source.scope, entity, "alarm"), [])
      yield* push(source, { batchNo: "B-2", at: 2000, lines: [line("SKU-1", 1)] })
      assert.deepStrictEqual(yield* Books.history(source.scope, entity, "alarm"), ["SKU-1: 11 received, 10 announced"])
    }))

  atBoth("a SKU that appears twice in one push is added up", (source) =>
    Effect.gen(function*() {
      yield* push(source, { batchNo: "B-1", lines: [line("SKU-1", 2), line("SKU-1", 3, { bad: 1 })] })
      assert.deepStrictEqual(yield* Books.received(source.scope), { "SKU-1": [5, 4, 1] })
    }))

  for (const seed of [1, 2, 3, 4, 5]) {
    atBoth(`batches repeated 1 to 10 times and shuffled are each counted once (seed ${seed}) (D1-248 D1-249)`, (source, w) =>
      Effect.gen(function*() {
        const random = randomOf(seed * 7919)
        const batches = Array.from({ length: 2 + random(7) }, (_, index): Told => ({
          batchNo: `B-${index}`,
          at: 1000 + random(5) * 1000,
          phase: random(8) === 0 ? "received" : "receiving",
          pieces: { "SKU-1": random(10), [`SKU-${2 + random(3)}`]: 1 + random(10) }
        }))
        const sent = shuffled(random, batches.flatMap((batch) => Array.from({ length: 1 + random(10) }, () => batch)))
        const expected: Record<string, number> = {}
        for (const { pieces = {} } of batches) {
          for (const [sku, count] of Object.entries(pieces)) expected[sku] = (expected[sku] ?? 0) + count
        }
        // Several at once, as a provider with several workers sends them.
        yield* Effect.forEach(sent, (batch) => push(source, batch), { concurrency: seed % 2 === 0 ? 8 : 1 })
        const received = yield* Books.received(source.scope)
        assert.deepStrictEqual(Object.fromEntries(Object.entries(received).map(([sku, counts]) => [sku, counts[0]])), expected)
        yield* nothingOwed
        if (source.link === undefined) assert.deepStrictEqual(w.erp.received, [])
        else {
          assert.deepStrictEqual(pushed(w).map(([batchNo]) => batchNo as string).toSorted(), batches.map(({ batchNo }) => batchNo!).toSorted())
          const told: Record<string, number> = {}
          for (const { content } of w.erp.received) {
            for (const { received: count, sku } of content.lines) told[sku] = (told[sku] ?? 0) + count
          }
          assert.deepStrictEqual(told, expected)
        }
      }))
  }

  inWorld("a receiver stores and emits nothing", {}, (w) =>
    Effect.gen(function*() {
      yield* push(receiver, { batchNo: "B-1" })
      yield* push(receiver, { at: 2000 })
      yield* push(receiver, { batchNo: "B-1", at: 3000, phase: "received" })
      yield* nothingOwed
      assert.deepStrictEqual(yield* Books.deliveries, [])
      assert.deepStrictEqual(w.erp.attempts, [])
    }))

  inWorld("polled totals become batches of what they exceed the delivered ones by, each with its own number (D1-371 D1-372 D1-407)", {}, (w) =>
    Effect.gen(function*() {
      yield* announce(w)
      yield* receive(w, "receiving", { "SKU-1": [3, 1] })
      yield* arrived(w, 1)
      yield* receive(w, "receiving", { "SKU-1": [6, 1], "SKU-2": [2, 0] })
      yield* arrived(w, 2)
      yield* receive(w, "received", { "SKU-1": [9, 1], "SKU-2": [4, 0] })
      yield* arrived(w, 3)
      yield* ask(w)
      yield* nothingOwed
      assert.deepStrictEqual(pushed(w), [
        ["ASN-1-1", "receiving", { "SKU-1": 4 }],
        ["ASN-1-2", "receiving", { "SKU-1": 3, "SKU-2": 2 }],
        ["ASN-1-3", "received", { "SKU-1": 3, "SKU-2": 2 }]
      ])
      assert.deepStrictEqual(w.erp.received[0]?.content.lines[0], { sku: "SKU-1", estimated: 10, received: 4, good: 3, bad: 1 })
      assert.deepStrictEqual(yield* Books.received(w.link.scope), { "SKU-1": [10, 9, 1], "SKU-2": [4, 4, 0] })
    }))

  inWorld("without a difference and without a change of state nothing is pushed (D1-407)", {}, (w) =>
    Effect.gen(function*() {
      yield* announce(w)
      yield* receive(w, "receiving", { "SKU-1": [3, 0] })
      yield* polled(w, 5)
      assert.strictEqual(w.erp.received.length, 1)
      yield* receive(w, "closed", {})
      yield* arrived(w, 2)
      yield* ask(w)
      yield* nothingOwed
      assert.deepStrictEqual(pushed(w).slice(1), [["ASN-1-2", "closed", { "SKU-1": 0, "SKU-2": 0 }]])
    }))

  inWorld("an announced order that nothing has happened to is told to nobody", {}, (w) =>
    Effect.gen(function*() {
      yield* announce(w)
      yield* polled(w, 3)
      assert.strictEqual((yield* Books.inbound(w.link.scope))?.phase, "announced")
      assert.deepStrictEqual(yield* Books.deliveries, [])
    }))

  inWorld("a total that falls is recorded once and takes nothing back (D1-407)", {}, (w) =>
    Effect.gen(function*() {
      yield* announce(w)
      yield* receive(w, "receiving", { "SKU-1": [5, 0] })
      yield* arrived(w, 1)
      yield* receive(w, "receiving", { "SKU-1": [3, 0] })
      yield* polled(w, 3)
      assert.deepStrictEqual(yield* Books.received(w.link.scope), { "SKU-1": [5, 5, 0] })
      assert.strictEqual((yield* Books.history(w.link.scope, entity, "conflict")).length, 1)
      assert.strictEqual(w.erp.received.length, 1)
    }))

  inWorld("a polled state after the end moves nothing, counts its goods, and is recorded once (D1-261)", {}, (w) =>
    Effect.gen(function*() {
      yield* announce(w)
      yield* receive(w, "received", { "SKU-1": [5, 0] })
      yield* arrived(w, 1)
      yield* receive(w, "receiving", { "SKU-1": [7, 0] })
      for (let times = 0; times < 3; times++) yield* ask(w)
      yield* arrived(w, 2)
      assert.deepStrictEqual(pushed(w).map(([, phase, pieces]) => [phase, pieces]), [["received", { "SKU-1": 5 }], ["received", { "SKU-1": 2 }]])
      assert.strictEqual((yield* Books.inbound(w.link.scope))?.phase, "received")
      assert.strictEqual((yield* Books.history(w.link.scope, entity, "conflict")).length, 1)
    }))

  inWorld("a polled word that nobody lists, read as NEW, moves no order that has begun (D1-167)", {}, (w) =>
    Effect.gen(function*() {
      yield* announce(w)
      yield* receive(w, "receiving", { "SKU-1": [1, 0] })
      yield* arrived(w, 1)
      yield* receive(w, "announced", {})
      yield* polled(w, 3)
      assert.strictEqual((yield* Books.inbound(w.link.scope))?.phase, "receiving")
      assert.strictEqual(w.erp.received.length, 1)
    }))

  inWorld("goods that a poll saw first are not counted again by the batch that tells of them", {}, (w) =>
    Effect.gen(function*() {
      yield* announce(w)
      yield* receive(w, "receiving", { "SKU-1": [5, 0] })
      yield* arrived(w, 1)
      const source = linkOf(w)
      yield* push(source, { batchNo: "B-1", at: 900_000, pieces: { "SKU-1": 3 } })
      yield* push(source, { batchNo: "B-2", at: 901_000, pieces: { "SKU-1": 4 } })
      assert.deepStrictEqual(yield* Books.received(source.scope), { "SKU-1": [7, 7, 0] })
      yield* receive(w, "receiving", { "SKU-1": [7, 0] })
      yield* polled(w, 3)
      assert.deepStrictEqual(pushed(w), [["ASN-1-1", "receiving", { "SKU-1": 5 }], ["B-2", "receiving", { "SKU-1": 2 }]])
      assert.deepStrictEqual(yield* Books.history(source.scope, entity, "conflict"), [])
    }))

  inWorld("C21 goods that are reported before their announcement is known to be accepted are counted once", {}, (w) =>
    Effect.gen(function*() {
      const source = linkOf(w)
      w.warehouse.plan("createInboundOrder", "refuse", "lose-answer")
      yield* Effect.exit(announce(w))
      const asking = yield* Effect.forkChild(announce(w))
      yield* until(Effect.sync(() => w.warehouse.asns.length === 1))
      yield* push(source, { batchNo: "B-1", at: 1000, pieces: { "SKU-1": 3 } })
      yield* receive(w, "receiving", { "SKU-1": [3, 0] })
      yield* during(Fiber.join(asking))
      assert.strictEqual((yield* Books.inbound(source.scope))?.generation, 2)
      yield* polled(w, 2)
      assert.deepStrictEqual(pushed(w), [["B-1", "receiving", { "SKU-1": 3 }]])
    }))

  inWorld("an inbound order that was cancelled and issued again counts its batches anew", {}, (w) =>
    Effect.gen(function*() {
      const dispatch = yield* Dispatch
      const source = linkOf(w)
      yield* announce(w)
      yield* push(source, { batchNo: "1", at: 1000, pieces: { "SKU-1": 2 } })
      yield* dispatch.call(w.link, WarehouseV1.CancelInboundOrders, { asnNumbers: [number] }, "")
      yield* announce(w)
      assert.strictEqual((yield* Books.inbound(source.scope))?.generation, 2)
      assert.strictEqual(yield* push(source, { batchNo: "1", at: 500, pieces: { "SKU-1": 3 } }), "applied")
      assert.deepStrictEqual(yield* Books.received(source.scope, "ASN-1", 2), { "SKU-1": [3, 3, 0] })
    }))
})
