/**
 * The laws about documents that are told absolutely: what each is to have in all, and what has left of it. The balances of the ERP show
 * what it has booked.
 */
import { BooksV1 } from "@crossdock/books"
import { type AdapterError, ErpV1, Quantity } from "@crossdock/core"
import type { Sku } from "@crossdock/core/model/Sku"
import * as BigDecimal from "effect/BigDecimal"
import * as Effect from "effect/Effect"
import { assert, equal, LawViolation } from "../../Assertions.ts"
import { both, having, type Laws } from "../../Law.ts"
import { ask, call, type LawContext } from "../LawContext.ts"
import { can, type PayloadOf, type Question, type SuiteFixture } from "../SuiteFixture.ts"

type ErpLaws = Laws<LawContext, SuiteFixture<unknown>>
type Allotment = PayloadOf<"allotStock">
type Quantities = { readonly total: BigDecimal.BigDecimal; readonly available: BigDecimal.BigDecimal }

const parts = both(can.call("allotStock"), can.list("listStockBalances"))

const lineOf = ({ lines }: Allotment): Allotment["lines"][number] => {
  const [line, ...more] = lines
  if (line === undefined || more.length > 0) throw new LawViolation("fixture.calls.allotStock must allot one line")
  return line
}

const times = (quantity: Quantity.Quantity, count: number): Quantity.Quantity => Quantity.sum(Array.from({ length: count }, () => quantity))

const balanceOf = Effect.fnUntraced(function*(context: LawContext, { lines, warehouseName }: Allotment): Effect.fn.Return<Quantities, AdapterError.AdapterError> {
  const sku = lines[0]!.sku
  const { items } = yield* ask(context, BooksV1.ListStockBalances, { skus: [sku], warehouseNames: [warehouseName], withEmpty: true, limit: 100 })
  equal(items.length, 1, `balances of ${sku} in ${warehouseName}`)
  return items[0]!
})

/** What a law does with documents, counted in multiples of the line of the fixture. */
const playing = Effect.fnUntraced(function*(context: LawContext, make: (number: string) => Allotment, hint: string) {
  const payload = make(context.fresh(hint))
  const line = lineOf(payload)
  const before = yield* balanceOf(context, payload)
  const lines = (count: number) => count === 0 ? [] : [{ ...line, quantity: times(line.quantity, count) }]
  const same = (found: BigDecimal.BigDecimal, promised: BigDecimal.BigDecimal, what: string) =>
    equal(BigDecimal.format(BigDecimal.normalize(found)), BigDecimal.format(BigDecimal.normalize(promised)), what)
  return {
    payload,
    line,
    before,
    allot: (version: number, count: number, document: Partial<Allotment["document"]> = {}) =>
      call(context, ErpV1.SetStockReservation, { ...payload, document: { ...payload.document, ...document }, version, lines: lines(count) }),
    ship: (version: number, count: number, isEnded = false, document: Partial<Allotment["document"]> = {}) =>
      call(context, ErpV1.ReceiveShipments, { document: { ...payload.document, ...document }, version, lines: lines(count), isEnded }),
    /** Compares the balance with the first one, less what has left and what is reserved. */
    shows: Effect.fnUntraced(function*(left: number, reserved: number, when: string) {
      const { available, total } = yield* balanceOf(context, payload)
      same(total, BigDecimal.subtract(before.total, times(line.quantity, left)), `the total ${when}`)
      same(available, BigDecimal.subtract(before.available, times(line.quantity, left + reserved)), `what is available ${when}`)
    })
  }
})

export const allotLaws: ErpLaws = {
  "allotStock/sets": [
    "U-80",
    "allotStock sets what a document is to have in all, so that an empty list releases everything",
    having(parts, Effect.fnUntraced(function*(context: LawContext, [make]) {
      const { allot, shows } = yield* playing(context, make, "allotted")
      for (const [version, count, when] of [[1, 1, "after an allotment"], [2, 3, "after a larger one"], [3, 2, "after a smaller one"], [4, 0, "after the release"]] as const) {
        yield* allot(version, count)
        yield* shows(0, count, when)
      }
    }))
  ],
  "allotStock/all-or-none": [
    "U-80",
    "allotStock refuses more than is available, and changes nothing then",
    having(parts, Effect.fnUntraced(function*(context: LawContext, [make]) {
      const { before, line, payload, shows } = yield* playing(context, make, "allotted-too-much")
      const lines = [{ ...line, quantity: Quantity.sum([before.available, line.quantity]) }]
      const answered = yield* Effect.result(call(context, ErpV1.SetStockReservation, { ...payload, lines }))
      if (answered._tag === "Success") throw new LawViolation("it allotted more than is available")
      const { reason } = answered.failure
      assert(reason._tag === "Rejected", `it must be Rejected, but it is ${reason._tag}`)
      yield* shows(0, 0, "after an allotment that was refused")
    }))
  ],
  "allotStock/versions": [
    "U-80",
    "allotStock changes nothing if its version is not newer",
    having(parts, Effect.fnUntraced(function*(context: LawContext, [make]) {
      const { allot, shows } = yield* playing(context, make, "allotted-late")
      yield* allot(2, 2)
      for (const version of [2, 1]) {
        yield* allot(version, 1)
        yield* shows(0, 2, `after an allotment of version ${version} that came after version 2`)
      }
      yield* allot(3, 0)
    }))
  ],
  "allotStock/documents": [
    "U-80",
    "allotStock keeps documents apart that have one number at two links, or are two issues of it",
    having(parts, Effect.fnUntraced(function*(context: LawContext, [make]) {
      const { allot, payload: { document }, shows } = yield* playing(context, make, "allotted-apart")
      const others = [{ link: `${document.link}-2` }, { issue: `${document.issue}-2` }]
      yield* allot(1, 1)
      for (const [at, other] of others.entries()) {
        yield* allot(1, 1, other)
        yield* shows(0, at + 2, "after the allotment of another document with the number")
      }
      for (const other of [{}, ...others]) yield* allot(2, 0, other)
    }))
  ]
}

export const shipmentLaws: ErpLaws = {
  "receiveShipments/difference": [
    "U-80",
    "receiveShipments books the difference from what it was told before, in either direction",
    having(parts, Effect.fnUntraced(function*(context: LawContext, [make]) {
      const { allot, ship, shows } = yield* playing(context, make, "left")
      yield* allot(1, 3)
      for (const [version, count, when] of [[1, 1, "after a first parcel"], [2, 3, "after all parcels"], [3, 2, "when less has left after all"], [4, 0, "when nothing has left after all"]] as const) {
        yield* ship(version, count)
        yield* shows(count, 3 - count, when)
      }
      yield* allot(2, 0)
    }))
  ],
  "receiveShipments/versions": [
    "U-80",
    "receiveShipments changes nothing if its version is not newer",
    having(parts, Effect.fnUntraced(function*(context: LawContext, [make]) {
      const { allot, ship, shows } = yield* playing(context, make, "left-late")
      yield* allot(1, 3)
      yield* ship(2, 2)
      for (const version of [2, 1]) {
        yield* ship(version, 1)
        yield* shows(2, 1, `after a statement of version ${version} that came after version 2`)
      }
      yield* ship(3, 0, true)
    }))
  ],
  "receiveShipments/end": [
    "U-80",
    "receiveShipments makes available again what is still reserved when nothing more leaves",
    having(parts, Effect.fnUntraced(function*(context: LawContext, [make]) {
      const { allot, ship, shows } = yield* playing(context, make, "left-ended")
      yield* allot(1, 3)
      yield* ship(1, 1)
      yield* shows(1, 2, "while more may leave")
      yield* ship(2, 1, true)
      yield* shows(1, 0, "after the end")
      yield* ship(3, 0, true)
    }))
  ],
  "receiveShipments/documents": [
    "U-80",
    "receiveShipments keeps documents apart that have one number at two links, or are two issues of it",
    having(parts, Effect.fnUntraced(function*(context: LawContext, [make]) {
      const { allot, payload: { document }, ship, shows } = yield* playing(context, make, "left-apart")
      const others = [{ link: `${document.link}-2` }, { issue: `${document.issue}-2` }]
      const all = [{}, ...others]
      for (const one of all) yield* allot(1, 1, one)
      for (const [at, one] of all.entries()) {
        yield* ship(1, 1, false, one)
        yield* shows(at + 1, 2 - at, "after each of three documents with one number has left")
      }
      for (const one of all) yield* ship(2, 0, true, one)
    }))
  ]
}

const totalOf = (context: LawContext, question: Question<"listStockBalances">, sku: Sku) =>
  Effect.map(ask(context, BooksV1.ListStockBalances, { ...question, skus: [sku], limit: 100 }), ({ items }) => BigDecimal.sumAll(items.map(({ total }) => total)))

export const returnLaws: ErpLaws = {
  "receiveReturn/booked-once": [
    "U-80",
    "receiveReturn books what came back under an id once, and of a later telling what is more",
    having(both(can.returned, can.list("listStockBalances")), Effect.fnUntraced(function*(context: LawContext, [make, question]) {
      const returned = make(context.fresh("came-back"))
      const [line, ...more] = returned.lines
      if (line === undefined || more.length > 0) throw new LawViolation("fixture.returned must have one line")
      const before = yield* totalOf(context, question, line.sku)
      for (const [count, when] of [[1, "after the first telling"], [1, "after the same again"], [3, "after more has come back"], [3, "after that again"]] as const) {
        const quantity = times(line.quantity, count)
        yield* call(context, ErpV1.ReceiveReturn, { ...returned, lines: [{ ...line, quantity }] })
        const found = BigDecimal.subtract(yield* totalOf(context, question, line.sku), before)
        equal(BigDecimal.format(BigDecimal.normalize(found)), BigDecimal.format(BigDecimal.normalize(quantity)), `pieces that came back ${when}`)
      }
    }))
  ]
}
