/**
 * Random bookings of many callers at once, with duplicates, in any order, and killed at any point, leave the books equal to a
 * sequential replay.
 */
import { SqlStorage } from "@crossdock/core"
import { assert, layer } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as TestClock from "effect/testing/TestClock"
import { balanceColumns } from "../src/books/Stock.ts"
import { open } from "./books.ts"
import { type Booking, replay } from "./Replay.ts"
import { postgres, sqlite } from "./storages.ts"
import * as Turmoil from "./Turmoil.ts"

const callers = 50
const now = Date.UTC(2026, 5, 1)
const skus = Array.from({ length: 20 }, (_, at) => `S-${at}`)
const names: Readonly<Record<string, string>> = { 1: "One", 2: "Two" }

/** Whether the books refused a booking. Anything else leaves its outcome unknown, as a lost answer does. */
const isRefused = (exit: Exit.Exit<unknown, { readonly _tag: string }>): boolean =>
  Exit.isFailure(exit) && exit.cause.reasons.some((reason) => Cause.isFailReason(reason) && reason.error._tag !== "TransportFailed")

const turmoil = Effect.fnUntraced(function*(count: number, seed: number) {
  yield* TestClock.setTime(now)
  const random = Turmoil.randomFrom(seed)
  const below = (end: number) => Math.floor(random() * end)
  const pick = <A>(from: ReadonlyArray<A>): A | undefined => from[below(from.length)]
  const faulty = Turmoil.make<Booking>(yield* SqlStorage.SqlStorage, random)
  const books = yield* Effect.provideService(open({ products: skus.map((sku) => ({ sku })) }), SqlStorage.SqlStorage, faulty.storage)

  const asnNumbers = new Map<string, string>()
  const transferNumbers = new Map<string, string>()
  /** Messages that were sent, some of which are sent again, and those that wait to be sent in any order. */
  const sent: Array<Booking> = []
  const warehouseOf = new Map<string, string>()
  const receipts: Array<Extract<Booking, { readonly kind: "receive" }>> = []
  const waiting: Array<Booking> = []
  let made = 0

  const perform = (booking: Booking, deliveryId: string): Effect.Effect<unknown, { readonly _tag: string }> => {
    switch (booking.kind) {
      case "submit":
        return Effect.map(
          books.submit({
            warehouseName: names[booking.warehouse]!,
            customNumber: booking.order,
            lines: booking.lines.map(({ cents, pieces, sku }) => ({ sku, expected: pieces, purchasePrice: (cents / 100).toFixed(2) })) as never
          }),
          ({ asnNumber }) => {
            if (!asnNumbers.has(booking.order)) asnNumbers.set(booking.order, asnNumber)
          }
        )
      case "cancel":
        return books.cancel(asnNumbers.get(booking.order)!)
      case "receive":
        return books.receive(
          asnNumbers.get(booking.order)!,
          booking.batch,
          booking.lines.map(({ bad, good, sku }) => ({ sku, received: good + bad, good, bad })),
          { updatedAt: new Date(booking.at).toISOString(), ...(booking.ends && { phase: "received" as const, status: "FINISHED" }) },
          deliveryId
        )
      case "ship":
        // Each parcel is a document of its own here, so that the replay needs no versions.
        return books.ship({ link: "W", orderNumber: booking.sale, issue: booking.parcel }, 1, Object.fromEntries(booking.lines.map(({ pieces, sku }) => [sku, pieces])), {
          warehouseCode: `W-${booking.warehouse}`
        })
      case "move":
        return books.move([{
          sku: booking.sku,
          warehouseName: names[booking.warehouse]!,
          batchNo: booking.batch,
          fromLocationCode: booking.from,
          toLocationCode: booking.to,
          quantity: booking.pieces,
          reason: "test"
        }])
      case "transfer":
        return Effect.map(
          books.transfer([{ sku: booking.sku, quantity: booking.pieces, asnNumber: asnNumbers.get(booking.order)! }], {
            customNumber: booking.transfer,
            warehouseName: names[booking.from]!,
            toWarehouseName: names[booking.to]!
          }),
          (number) => transferNumbers.set(booking.transfer, number)
        )
      case "leave":
        return books.enter({ kind: "transferShipped", transferNumber: transferNumbers.get(booking.transfer)! })
      case "arrive":
        return books.enter({
          kind: "transferReceived",
          id: booking.id,
          transferNumber: transferNumbers.get(booking.transfer)!,
          lines: [{ sku: booking.sku, received: booking.pieces }],
          isFinished: booking.ends
        })
      case "correct":
        return books.enter({
          kind: "stockCorrection",
          id: booking.id,
          warehouseName: names[booking.warehouse]!,
          sku: booking.sku,
          change: String(booking.pieces),
          reason: "count",
          ...(booking.pieces > 0 && { batchNo: booking.batch, purchasePrice: (booking.cents / 100).toFixed(2), purchaseCurrency: "CNY" })
        })
    }
  }

  /** What follows from a booking that succeeded, to be sent later. */
  const follow = (booking: Booking) => {
    if (booking.kind === "submit") {
      warehouseOf.set(booking.order, booking.warehouse)
      for (let batch = 0; batch < 1 + below(3); batch++) {
        waiting.push({
          kind: "receive",
          order: booking.order,
          batch: `${booking.order}-${batch}`,
          at: Date.UTC(2026, 0, 1 + below(20)),
          lines: booking.lines.flatMap(({ sku }) => {
            const line = { sku, good: below(20), bad: below(4) }
            return line.good + line.bad === 0 ? [] : [line]
          }),
          ends: random() < 0.2
        })
      }
      if (random() < 0.3) waiting.push({ kind: "cancel", order: booking.order })
    }
    if (booking.kind === "transfer") {
      waiting.push({ kind: "leave", transfer: booking.transfer })
      for (let part = 0; part < 2; part++) {
        waiting.push({
          kind: "arrive",
          id: `${booking.transfer}-${part}`,
          transfer: booking.transfer,
          sku: booking.sku,
          pieces: 1 + below(booking.pieces),
          ends: random() < 0.3
        })
      }
    }
  }

  const invent = (): Booking => {
    const id = String(++made)
    const warehouse = String(1 + below(2))
    const sku = pick(skus)!
    const kind = random()
    if (kind < 0.25) {
      const lines = skus.filter(() => random() < 0.1).map((each) => ({ sku: each, pieces: 1 + below(30), cents: 1 + below(500) }))
      return { kind: "submit", order: `order-${id}`, warehouse, lines: lines.length > 0 ? lines : [{ sku, pieces: 5, cents: 100 }] }
    }
    if (kind < 0.55) {
      return {
        kind: "ship",
        sale: `sale-${id}`,
        parcel: "p",
        warehouse,
        lines: skus.filter((each) => each === sku || random() < 0.1).map((each) => ({ sku: each, pieces: 1 + below(25) }))
      }
    }
    if (kind < 0.65) return { kind: "correct", id, warehouse, sku, batch: `found-${id}`, pieces: (1 + below(9)) * (random() < 0.5 ? 1 : -1), cents: 1 + below(500) }
    const receipt = pick(receipts.slice(-30))
    if (receipt === undefined) return { kind: "ship", sale: `sale-${id}`, parcel: "p", warehouse, lines: [{ sku, pieces: 1 }] }
    const place = { warehouse: warehouseOf.get(receipt.order)!, sku: pick(receipt.lines)?.sku ?? sku }
    if (kind < 0.8) {
      const [from, to] = random() < 0.5 ? ["SYS LOC", "R-1"] : random() < 0.5 ? ["SYS DAMAGED", "R-1"] : ["R-1", "SYS LOC"]
      return { kind: "move", ...place, batch: receipt.batch, from: from!, to: to!, pieces: 1 + below(6) }
    }
    return {
      kind: "transfer",
      transfer: `transfer-${id}`,
      from: place.warehouse,
      to: place.warehouse === "1" ? "2" : "1",
      sku: place.sku,
      order: receipt.order,
      pieces: 1 + below(8)
    }
  }

  /** Most messages are new; some are sent again, with the same delivery or another one. */
  const next = (): readonly [Booking, deliveryId: string] => {
    const repeated = random() < 0.15 ? pick(sent) : undefined
    if (repeated !== undefined) return [repeated, random() < 0.5 ? keyOf(repeated) : `again-${++made}`]
    const late = random() < 0.5 ? waiting.splice(below(waiting.length), 1)[0] : undefined
    const booking = late ?? invent()
    return [booking, keyOf(booking)]
  }
  const keyOf = (booking: Booking) => JSON.stringify(booking)

  const known = new Set<Booking>()
  let left = count
  const refusals = new Map<string, number>()
  const caller = Effect.gen(function*() {
    while (left-- > 0) {
      const [booking, deliveryId] = next()
      // A message is sent until its outcome is known. A move has no number, so it is sent once.
      for (;;) {
        const exit = yield* faulty.attempt(booking, Effect.suspend(() => perform(booking, deliveryId)))
        if (Exit.hasDies(exit)) return yield* exit
        if (Exit.isSuccess(exit)) {
          if (booking.kind !== "move" && !known.has(booking)) {
            known.add(booking)
            sent.push(booking)
            if (booking.kind === "receive") receipts.push(booking)
            follow(booking)
          }
          break
        }
        if (isRefused(exit)) {
          refusals.set(booking.kind, (refusals.get(booking.kind) ?? 0) + 1)
          break
        }
        if (booking.kind === "move") break
      }
    }
  })
  yield* Effect.all(Array.from({ length: callers }, () => caller), { concurrency: "unbounded", discard: true })
  return { books, committed: faulty.committed(), kills: faulty.kills, refusals }
})

const withoutZeros = (sums: ReadonlyMap<string, number>) =>
  Object.fromEntries([...sums].filter(([, amount]) => amount !== 0).toSorted(([one], [other]) => (one < other ? -1 : 1)))

for (const [name, database, count] of [["SQLite", sqlite, 10_000], ["PostgreSQL", postgres, 2000]] as const) {
  layer(database, { timeout: 60_000 })(`a replay on ${name}`, (it) => {
    it.effect(`${count} bookings of ${callers} callers, with duplicates, reordered and killed, equal their sequential replay`, () =>
      Effect.gen(function*() {
        const { books, committed, kills, refusals } = yield* turmoil(count, 7)
        const wanted = replay(committed, now)
        const balances = new Map<string, number>()
        for (const row of yield* books.rows("balance")) {
          for (const figure of balanceColumns) balances.set(`${row.warehouse} ${row.sku} ${figure}`, Number(row[figure]))
        }
        assert.deepStrictEqual(withoutZeros(balances), withoutZeros(wanted.balances))
        const cells = new Map<string, number>()
        for (const row of yield* books.rows("cell")) {
          const cell = `${row.warehouse} ${row.sku} ${row.location} ${row.batch_no}`
          cells.set(`${cell} total`, Number(row.on_hand)).set(`${cell} unavailable`, Number(row.unavailable)).set(`${cell} reserved`, Number(row.reserved))
        }
        assert.deepStrictEqual(withoutZeros(cells), withoutZeros(wanted.cells))
        const cents = new Map<string, number>()
        for (const row of yield* books.rows("balance_value")) {
          for (const part of ["total", "unavailable", "reserved", "transit"]) {
            cents.set(`${row.warehouse} ${row.sku} ${part}`, Math.round(Number(row[`${part}_cost`]) * 100))
          }
        }
        assert.deepStrictEqual(withoutZeros(cents), withoutZeros(wanted.cents))
        const sold = new Map<string, number>()
        for (const row of yield* books.rows("sale")) sold.set(`${row.warehouse} ${row.sku}`, (sold.get(`${row.warehouse} ${row.sku}`) ?? 0) + Number(row.quantity))
        assert.deepStrictEqual(withoutZeros(sold), withoutZeros(wanted.sold))
        yield* books.check
        // Each kind of booking and of trouble has happened.
        const kinds = new Set(committed.map(({ kind }) => kind))
        assert.deepStrictEqual([...kinds].toSorted(), ["arrive", "cancel", "correct", "leave", "move", "receive", "ship", "submit", "transfer"])
        for (const often of Object.values(kills)) assert.isAbove(often, count / 500)
        assert.isAbove(committed.length, count * 0.6)
        assert.isAbove(refusals.get("move") ?? 0, 0)
      }), 600_000)
  })
}
