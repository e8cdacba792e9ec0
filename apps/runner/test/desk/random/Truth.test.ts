/**
 * The computation that judges random events finds each wrong thing that a desk or books could do.
 */
import { assert, describe, it } from "vitest"
import * as Truth from "./Truth.ts"

const lines = (pieces: number) => [{ line: "L-1", sku: "A", pieces }]
const taken = (entry: string, pieces: number, more: object = {}): Truth.Fact => ({ is: "taken", warehouse: "North", entry, number: "S-1", order: "S-1", lines: lines(pieces), ...more })
const left = (entry: string, parcel: string, pieces: number): Truth.Fact => ({ is: "left", entry, parcel, lines: lines(pieces) })
const claimed = (entry: string, parcel: string, pieces: number): Truth.Fact => ({ is: "claimed", entry, parcel, lines: lines(pieces) })
const told = (parcel: string, pieces?: number): Truth.Fact => ({ is: "told", order: "S-1", parcel, lines: pieces === undefined ? undefined : [{ line: "L-1", pieces }] })

const begin: ReadonlyArray<Truth.Fact> = [
  { is: "stocked", warehouse: "North", sku: "A", pieces: 5 },
  { is: "wanted", order: "S-1", lines: lines(3), isPaid: true }
]

const finished: Truth.Fact = { is: "wanted", order: "S-1", lines: lines(3), isPaid: true, isFinished: true }

const played = (facts: ReadonlyArray<Truth.Fact>) => {
  const truth = Truth.make()
  return { truth, wrong: [...begin, ...facts].flatMap(truth.play) }
}

describe("what cannot be when it happens", () => {
  const cases: ReadonlyArray<readonly [title: string, facts: ReadonlyArray<Truth.Fact>, wrong: RegExp | undefined]> = [
    ["nothing, if an order is shipped and told once", [taken("1", 3), left("1", "T-1", 3), told("T-1")], undefined],
    ["nothing, if an order is given up and placed again", [taken("1", 3), { is: "ended", entry: "1" }, taken("2", 3)], undefined],
    ["a line that is to leave twice", [taken("1", 3), taken("2", 2, { number: "S-1-2" })], /at most 3 were ever wanted/],
    ["a line that is placed again after it left", [taken("1", 3), left("1", "T-1", 3), taken("2", 1, { number: "S-1-2" })], /4 pieces of A/],
    ["an order that is at a warehouse twice", [taken("1", 1), taken("2", 1)], /is at the warehouse twice/],
    ["more than is on the shelf", [{ is: "wanted", order: "S-2", lines: lines(3), isPaid: true }, taken("1", 3), taken("2", 3, { number: "S-2", order: "S-2" })], /are to ship 6 pieces and have 5/],
    ["a parcel that is told twice", [taken("1", 3), left("1", "T-1", 3), told("T-1"), told("T-1")], /parcel T-1 twice/],
    ["a parcel that never left", [taken("1", 3), told("T-1")], /which never left/],
    ["a parcel with other contents", [taken("1", 3), left("1", "T-1", 2), told("T-1")], /has everything, but it has 2 A/],
    ["nothing, if the shop is told what a wrong report said", [taken("1", 3), left("1", "T-1", 3), claimed("1", "T-1", 2), told("T-1", 2)], undefined],
    ["a parcel that is told with more than any report said", [taken("1", 3), left("1", "T-1", 1), claimed("1", "T-1", 2), told("T-1", 3)], /has 3 A, but it has 1 A/],
    ["nothing, if the shop is told of what was ordered, and more that left comes back", [taken("1", 2), left("1", "T-1", 1), left("1", "T-2", 2), told("T-2", 1), { is: "tookBack", entry: "1", lines: lines(1) }, told("T-1", 1)], undefined],
    ["pieces that are placed again because a report left them out, and nobody has looked", [taken("1", 3), left("1", "T-1", 3), claimed("1", "T-1", 2), taken("2", 1, { number: "S-1-2" })], /4 pieces of A/],
    ["nothing, if a person has believed the report", [taken("1", 3), left("1", "T-1", 3), claimed("1", "T-1", 2), { is: "released", order: "S-1" }, taken("2", 1, { number: "S-1-2" })], undefined],
    ["more pieces than a report left out", [taken("1", 3), left("1", "T-1", 3), claimed("1", "T-1", 2), { is: "released", order: "S-1" }, taken("2", 2, { number: "S-1-2" })], /5 pieces of A/],
    ["an order that is placed again without end", Array.from({ length: 60 }, (_, at): ReadonlyArray<Truth.Fact> => [taken(`${at}`, 3), { is: "ended", entry: `${at}`, isGivenUp: true }]).flat(), /was placed 60 times/],
    ["an order that no buyer made", [taken("1", 1, { number: "S-9", order: "S-9" })], /of no order of the shop/]
  ]
  it.each(cases)("is %s", (_, facts, expected) => {
    const { wrong } = played(facts)
    assert.match(wrong.join("; "), expected ?? /^$/)
  })

  it("is not what leaves although its warehouse had given it up, but what is promised of it afterwards", () => {
    const { truth, wrong } = played([taken("1", 3), { is: "ended", entry: "1" }, taken("2", 3), left("1", "T-1", 3)])
    assert.deepStrictEqual(wrong, [])
    assert.match(truth.play({ is: "taken", warehouse: "North", entry: "3", number: "S-1-3", order: "S-1", lines: lines(1) }).join("; "), /7 pieces of A/)
  })
})

describe("what cannot be while nothing is under way", () => {
  const books = (total: number, reserved: number) => [{ warehouse: "North", sku: "A", total, reserved, available: total - reserved }]
  const order = (state: string, cause?: string, because: string | undefined = cause) => [{ order: "S-1", state, cause, because }]
  const shipped = [taken("1", 3), left("1", "T-1", 3), told("T-1")]
  const cases: ReadonlyArray<readonly [title: string, facts: ReadonlyArray<Truth.Fact>, shown: Omit<Truth.Shown, "offered"> & Partial<Truth.Shown>, wrong: RegExp | undefined]> = [
    ["nothing, if books and orders agree", shipped, { balances: books(2, 0), lacking: [], orders: order("done") }, undefined],
    ["goods that left the books twice", shipped, { balances: [], lacking: [], orders: order("done") }, /the books have 0 pieces and lack 0, and the warehouse has 2/],
    ["goods that are still in the books", shipped, { balances: books(5, 0), lacking: [], orders: order("done") }, /the books have 5 pieces/],
    ["goods that the books lack for no reason", shipped, { balances: books(3, 0), lacking: [{ warehouse: "North", sku: "A", pieces: 1 }], orders: order("done") }, /lack 1 pieces that left/],
    ["a reservation that was released twice", [taken("1", 3)], { balances: books(5, 0), lacking: [], orders: order("placed") }, /0 pieces are reserved, and the warehouse is to ship 3/],
    ["a reservation that stays", shipped, { balances: books(2, 1), lacking: [], orders: order("done") }, /1 pieces are reserved/],
    ["an order that nobody looks at", [], { balances: books(5, 0), lacking: [], orders: order("due") }, /neither ended nor held/],
    ["an order that is lost", [], { balances: books(5, 0), lacking: [], orders: [] }, /is unknown/],
    ["an order that is held without a reason", [], { balances: books(5, 0), lacking: [], orders: order("held") }, /without a reason/],
    ["an order that waits for what is there", [], { balances: books(5, 0), lacking: [], orders: order("held", "stock", "no stock") }, /3 A are there/],
    ["nothing, if what is there is not where a person wants it to be shipped from", [], { balances: books(5, 0), lacking: [], orders: [{ ...order("held", "stock", "no stock")[0]!, chosen: "South" }] }, undefined],
    ["an order that is placed nowhere", [], { balances: books(5, 0), lacking: [], orders: order("placed") }, /to ship nothing/],
    ["an order that is done before all of it left", [taken("1", 2), left("1", "T-1", 2), told("T-1", 2)], { balances: books(3, 0), lacking: [], orders: order("done") }, /but 2 A left/],
    ["a parcel of which the shop does not know", shipped.slice(0, 2), { balances: books(2, 0), lacking: [], orders: order("done") }, /does not know of T-1/],
    ["an order that is closed although the buyer wants it", [], { balances: books(5, 0), lacking: [], orders: order("closed") }, /the buyer wants it/],
    ["a finished order that is closed although not all of it left", [taken("1", 3), finished, { is: "ended", entry: "1" }], { balances: books(5, 0), lacking: [], orders: order("closed") }, /the buyer wants it/],
    ["a finished order that is done although not all of it left", [taken("1", 3), finished, { is: "ended", entry: "1" }], { balances: books(5, 0), lacking: [], orders: order("done") }, /but nothing left/],
    ["an order that is held as finished, which it is not", [taken("1", 3)], { balances: books(5, 3), lacking: [], orders: order("held", "finished") }, /has not finished it/],
    ["an order that is held as finished, of which all has left", [...shipped, finished], { balances: books(2, 0), lacking: [], orders: order("held", "finished") }, /all of it left/],
    ["nothing, if a finished order that has not left is held", [taken("1", 3), finished], { balances: books(5, 3), lacking: [], orders: order("held", "finished") }, undefined],
    ["nothing, if a finished order of which all has left is held because a report says otherwise", [...shipped, finished, claimed("1", "T-1", 2)], { balances: books(3, 1), lacking: [], orders: order("held", "finished") }, undefined],
    ["an order that is held as finished, which it is not, although reports contradict each other", [...shipped, claimed("1", "T-1", 2)], { balances: books(3, 1), lacking: [], orders: order("held", "finished") }, /has not finished it/],
    ["nothing, if a person lets a finished order end", [taken("1", 3), finished, { is: "ended", entry: "1" }, { is: "released", order: "S-1" }], { balances: books(5, 0), lacking: [], orders: order("closed") }, undefined],
    ["more at the shop than is free", [taken("1", 3)], { balances: books(5, 3), lacking: [], orders: order("placed"), offered: new Map([["A", 3]]) }, /the shop offers 3 pieces, and 2 are free/],
    ["nothing, if the shop offers what is free", [taken("1", 3)], { balances: books(5, 3), lacking: [], orders: order("placed"), offered: new Map([["A", 2]]) }, undefined],
    ["an order that is held for a surplus that has not left", shipped, { balances: books(2, 0), lacking: [], orders: order("held", "surplus") }, /no more than 3 A has left/],
    ["an order that is held as short, of which nothing was left out", shipped, { balances: books(2, 0), lacking: [], orders: order("held", "short") }, /no warehouse has left anything out/],
    ["an order that is held for a surplus that a warehouse left out", [taken("1", 3), left("1", "T-1", 2), { is: "ended", entry: "1" }, told("T-1", 2), { is: "wanted", order: "S-1", lines: lines(2), isPaid: true }], { balances: books(3, 1), lacking: [], orders: order("held", "surplus") }, /no more than 2 A has left/],
    ["nothing, if the buyer has lowered an order that is held for its surplus", [...shipped, { is: "wanted", order: "S-1", lines: lines(2), isPaid: true }], { balances: books(2, 0), lacking: [], orders: order("held", "surplus") }, undefined],
    ["an order that is held as unclear, of which no report contradicts another", shipped, { balances: books(2, 0), lacking: [], orders: order("held", "unclear") }, /no report contradicts another/],
    ["nothing, if the books have what a report left out of a parcel, and people are asked", [...shipped, claimed("1", "T-1", 2)], { balances: books(3, 1), lacking: [], orders: order("held", "unclear") }, undefined],
    ["that the books have what a report left out of a parcel, and nobody is asked", [...shipped, claimed("1", "T-1", 2)], { balances: books(3, 1), lacking: [], orders: order("done") }, /the books have 3 pieces/],
    ["nothing, if what left beyond an order is not booked before it comes back", [taken("1", 2), left("1", "T-1", 3), told("T-1", 3)], { balances: books(3, 0), lacking: [], orders: order("done") }, undefined],
    ["that what left beyond an order is not booked after it came back", [taken("1", 2), left("1", "T-1", 3), { is: "tookBack", entry: "1", lines: lines(1) }], { balances: books(2, 0), lacking: [], orders: order("held", "stock") }, /the books have 2 pieces and lack 0, and the warehouse has 3/],
    ["a paid order that waits for its payment", [], { balances: books(5, 0), lacking: [], orders: order("waiting") }, /but it is paid/]
  ]
  it.each(cases)("is %s", (_, facts, shown, expected) => {
    const { truth, wrong } = played(facts)
    assert.deepStrictEqual(wrong, [])
    const found = truth.judge({ offered: new Map(), ...shown })
    assert.match(found.join("; "), expected ?? /^$/)
  })
})

describe("what cannot be after people have done what holds ask for", () => {
  const free = { balances: [{ warehouse: "North", sku: "A", total: 2, reserved: 0, available: 2 }], lacking: [], offered: new Map() }
  const ended = (facts: ReadonlyArray<Truth.Fact>, shown: Partial<Truth.Shown>) => played(facts).truth.judgeEnd({ ...free, orders: [], ...shown }).join("; ")
  const order = (state: string, cause?: string) => [{ order: "S-1", state, cause, because: cause }]

  it("is nothing, if all of it has left, or nobody is to ship it", () => {
    assert.strictEqual(ended([taken("1", 3), left("1", "T-1", 3), told("T-1")], { orders: order("done") }), "")
    assert.strictEqual(ended([{ is: "wanted", order: "S-1", lines: lines(3), isPaid: false }], { orders: order("waiting") }), "")
  })
  it("is a reservation", () => assert.match(ended([], { balances: [{ ...free.balances[0]!, reserved: 1 }] }), /1 pieces are reserved in the end/))
  it("is an order that is held", () => assert.match(ended([], { orders: order("held", "refused") }), /held in the end \(refused: refused\)/))
  it("is a paid order that is at a warehouse, or waits", () => {
    assert.match(ended([], { orders: order("placed") }), /is placed in the end/)
    assert.match(ended([], { orders: order("waiting") }), /is waiting in the end/)
  })
})
