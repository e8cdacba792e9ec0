/** Each rule about an order desk accepts a correct run, and finds its own kind of violation and no other. */
import { assert, describe, it } from "vitest"
import { type Balance, checks, type DeskRun, judge, type Rule } from "../oracle/Desk.ts"
import type { Refusals } from "../oracle/DeskRefusals.ts"
import { spoiled, valid } from "./WrittenMessages.ts"

const balance = (warehouse: string, sku: string, total: number): Balance => ({ warehouse, sku, total, available: total, reserved: 0 })

/**
 * Two orders that were split over two warehouses and shipped, one of them in two parcels from one; a cancelled one that was withdrawn;
 * and one that is held, because it wants more than there is.
 */
const clean: DeskRun = {
  orders: [
    { number: "W1", pieces: { MUG: 2, NUT: 1 }, isCancelled: false },
    { number: "W2", pieces: { MUG: 1 }, isCancelled: true },
    { number: "W3", pieces: { RARE: 2 }, isCancelled: false }
  ],
  issues: [
    { warehouse: "North", number: "W1", issue: "N-1", order: "W1", pieces: { MUG: 2 }, state: "shipped" },
    { warehouse: "South", number: "W1-2", issue: "S-1", order: "W1", pieces: { NUT: 1 }, state: "shipped" },
    { warehouse: "North", number: "W2", issue: "N-2", order: "W2", pieces: { MUG: 1 }, state: "cancelled" }
  ],
  parcels: [
    { warehouse: "North", issue: "N-1", order: "W1", trackingNumber: "T-1", pieces: { MUG: 1 } },
    { warehouse: "North", issue: "N-1", order: "W1", trackingNumber: "T-2", pieces: { MUG: 1 } },
    { warehouse: "South", issue: "S-1", order: "W1", trackingNumber: "T-3", pieces: { NUT: 1 } }
  ],
  notices: [
    { order: "W1", trackingNumber: "T-1", pieces: { MUG: 1 } },
    { order: "W1", trackingNumber: "T-2", pieces: { MUG: 1 } },
    { order: "W1", trackingNumber: "T-2", pieces: { MUG: 1 } },
    { order: "W1", trackingNumber: "T-3", pieces: { NUT: 1 } }
  ],
  opening: [{ warehouse: "North", sku: "MUG", total: 9 }, { warehouse: "South", sku: "NUT", total: 5 }, { warehouse: "South", sku: "RARE", total: 1 }],
  balances: [balance("North", "MUG", 7), balance("South", "NUT", 4), balance("South", "RARE", 1)],
  held: new Map([["W3", "all places together lack 1 of \"RARE\""]]),
  direct: {
    asked: new Map([["W3", true], ["W1", false]]),
    issues: [{ warehouse: "North", number: "W3", issue: "N-5", order: "ERP-W3", pieces: { PLAIN: 1 }, state: "open" }]
  },
  written: valid
}
const ofErp = clean.direct!.issues[0]!

const at = <Item>(items: ReadonlyArray<Item>, index: number, change: Partial<Item>): ReadonlyArray<Item> => items.map((item, here) => (here === index ? { ...item, ...change } : item))

const wrong: ReadonlyArray<readonly [what: string, change: Partial<DeskRun>, rules: ReadonlyArray<Rule>]> = [
  ["an order of which nothing was shipped and that nobody sees as held", { held: new Map() }, ["lost"]],
  ["an order of which one piece was not shipped", { orders: at(clean.orders, 0, { pieces: { MUG: 3, NUT: 1 } }) }, ["lost"]],
  ["a create that a warehouse took twice", { issues: [...clean.issues, { ...clean.issues[1]!, issue: "S-2", state: "open" }] }, ["doubled"]],
  ["an order that nobody placed", { issues: [...clean.issues, { ...clean.issues[1]!, number: "X1", order: "X1" }] }, ["doubled"]],
  [
    "a number that stands for another content after its cancel",
    { issues: [...clean.issues, { ...clean.issues[1]!, issue: "S-2", pieces: { MUG: 1 }, state: "cancelled" }] },
    ["renumbered"]
  ],
  ["a number that stands for a part at another warehouse", { issues: [...clean.issues, { ...clean.issues[1]!, warehouse: "North", issue: "N-9", state: "cancelled" }] }, ["renumbered"]],
  ["a parcel that the shop was not told of", { notices: clean.notices.slice(0, 3) }, ["untold"]],
  ["a parcel that was told with everything of its order", { notices: at(clean.notices, 3, { pieces: { MUG: 2, NUT: 1 } }) }, ["mistold"]],
  ["a parcel that was told again with other pieces", { notices: at(clean.notices, 2, { pieces: { MUG: 2 } }) }, ["mistold"]],
  ["a parcel that was told of another order too", { notices: [...clean.notices, { ...clean.notices[0]!, order: "W3" }] }, ["mistold"]],
  ["a cancelled order that a warehouse still ships", { issues: at(clean.issues, 2, { state: "open" }) }, ["notWithdrawn"]],
  ["books with a piece that has left", { balances: at(clean.balances, 0, { total: 8, available: 8 }) }, ["books"]],
  ["a piece that is still reserved", { balances: at(clean.balances, 0, { available: 6, reserved: 1 }) }, ["reserved"]],
  ["an order of the ERP that was accepted, and that the warehouse lacks", { direct: { ...clean.direct!, issues: [] } }, ["met"]],
  ["an order of the ERP that the warehouse took twice", { direct: { ...clean.direct!, issues: [ofErp, { ...ofErp, issue: "N-6" }] } }, ["met"]],
  ["an order of the ERP that was refused, and that the warehouse has", { direct: { ...clean.direct!, asked: new Map([["W3", false]]) } }, ["met"]],
  ["a number that the ERP and the shop have at one warehouse", { direct: { ...clean.direct!, asked: new Map([["W2", true]]), issues: [{ ...ofErp, number: "W2" }] } }, ["met"]],
  [
    "a number that the ERP used before the shop's order was cancelled there",
    {
      direct: { asked: new Map([["W2", true]]), issues: [{ ...ofErp, number: "W2", at: 3 }] },
      issues: at(clean.issues, 2, { at: 1, cancelledAt: 4 })
    },
    ["met"]
  ],
  ["an order that is held without a reason", { held: new Map([["W3", ""]]) }, ["held"]],
  [
    "an order that is held although everything is there",
    { balances: at(clean.balances, 2, { total: 2, available: 2 }), opening: at(clean.opening, 2, { total: 2 }) },
    ["held"]
  ],
  [
    "an order that is held while a warehouse ships some of it",
    { issues: [...clean.issues, { warehouse: "South", number: "W3", issue: "S-3", order: "W3", pieces: { RARE: 1 }, state: "open" }] },
    ["held"]
  ],
  ["a message that no document allows", { written: [...valid, spoiled[0]![1]] }, ["notDescribed"]],
  ["a run that kept no message", { written: [] }, ["notDescribed"]]
]

const noStock = "out of stock"
const soon = "the places of the rule lack 1 of \"RARE\""

/** North refuses W1 and does not have it, so that South ships it; North refuses W4 and ships it nevertheless; both refuse W5, which is held. */
const refusals: Refusals = {
  creates: [
    { warehouse: "North", at: 100, number: "W4", order: "W4", pieces: { MUG: 1 } },
    { warehouse: "South", at: 200, number: "W1-2", order: "W1", pieces: { NUT: 1 } },
    { warehouse: "North", at: 1000, number: "W5", order: "W5", pieces: { MUG: 1 } },
    { warehouse: "South", at: 3000, number: "W5-2", order: "W5", pieces: { MUG: 1 } }
  ],
  refused: [
    { warehouse: "North", at: 100, number: "W4", order: "W4", pieces: { MUG: 1 }, text: noStock, isDone: true, isLost: false },
    { warehouse: "North", at: 1000, number: "W5", order: "W5", pieces: { MUG: 1 }, text: noStock, isDone: false, isLost: false },
    { warehouse: "South", at: 3000, number: "W5-2", order: "W5", pieces: { MUG: 1 }, text: noStock, isDone: false, isLost: false }
  ],
  questions: [{ warehouse: "North", at: 2700, number: "W5", isFound: false }],
  notes: [
    { order: "W4", at: 150, text: `order W4: ${noStock}` },
    { order: "W5", at: 1050, text: `order W5: ${noStock}` },
    { order: "W5", at: 3050, text: `order W5-2: ${noStock}` }
  ],
  alarms: new Set(["W4"]),
  kills: [],
  decided: [],
  visibilityDelay: 1500,
  isMute: false
}

const refusing: DeskRun = {
  ...clean,
  orders: [...clean.orders, { number: "W4", pieces: { MUG: 1 }, isCancelled: false }, { number: "W5", pieces: { MUG: 1 }, isCancelled: false }],
  issues: [...clean.issues, { warehouse: "North", number: "W4", issue: "N-4", order: "W4", pieces: { MUG: 1 }, state: "shipped" }],
  parcels: [...clean.parcels, { warehouse: "North", issue: "N-4", order: "W4", trackingNumber: "T-4", pieces: { MUG: 1 } }],
  notices: [...clean.notices, { order: "W4", trackingNumber: "T-4", pieces: { MUG: 1 } }],
  balances: at(clean.balances, 0, { total: 6, available: 6 }),
  held: new Map([...clean.held, ["W5", `order W5-2: ${noStock}`]]),
  refusals
}

const refused: ReadonlyArray<readonly [what: string, change: Partial<Refusals>, more: Partial<DeskRun>, rules: ReadonlyArray<Rule>]> = [
  ["a refusal that is not told", { notes: refusals.notes.slice(0, 2) }, {}, ["refusalTold"]],
  ["a refusal that is told after six seconds", { notes: at(refusals.notes, 1, { at: 7000 }) }, {}, ["refusalTold"]],
  ["a refusal that is told twice", { refused: refusals.refused.slice(0, 2), creates: refusals.creates.slice(0, 3), notes: [...refusals.notes.slice(0, 2), refusals.notes[1]!] }, { held: new Map([...clean.held, ["W5", `order W5: ${noStock}`]]) }, ["refusalTold"]],
  ["a refused order that is sent elsewhere before the visibility delay is over", { creates: at(refusals.creates, 3, { at: 1500 }) }, {}, ["refusedElsewhere"]],
  ["a refused order that is sent elsewhere although nobody has asked", { questions: [] }, {}, ["refusedElsewhere"]],
  ["a refused order that is sent elsewhere although it was found", { questions: at(refusals.questions, 0, { isFound: true }) }, {}, ["refusedElsewhere"]],
  ["a refused order that is sent elsewhere although its warehouse cannot be asked", { isMute: true }, {}, ["refusedElsewhere"]],
  ["a refused order that is held for another reason", {}, { held: new Map([...clean.held, ["W5", "an internal error"]]) }, ["refusedHeld"]],
  [
    "a refused order that is held although another warehouse has it",
    { refused: refusals.refused.slice(0, 2), creates: refusals.creates.slice(0, 3), notes: refusals.notes.slice(0, 2) },
    {
      held: new Map([...clean.held, ["W5", `order W5: ${noStock}`]]),
      balances: [...refusing.balances, balance("South", "MUG", 3)],
      opening: [...clean.opening, { warehouse: "South", sku: "MUG", total: 3 }]
    },
    ["refusedHeld"]
  ],
  ["a refused order that its warehouse has, without an alarm", { alarms: new Set() }, {}, ["refusedAndDone"]]
]

const excused: ReadonlyArray<readonly [what: string, change: Partial<Refusals>, more: Partial<DeskRun>]> = [
  ["refusals that are told and found", {}, {}],
  ["a refusal whose answer was lost", { refused: at(refusals.refused, 2, { isLost: true }), notes: refusals.notes.slice(0, 2) }, {}],
  ["a refusal whose node was killed", { kills: [3010], notes: refusals.notes.slice(0, 2) }, {}],
  ["an order that a person has sent elsewhere", { isMute: true, questions: [], decided: [{ order: "W5", at: 2000 }] }, {}],
  ["a refused order for which too little is there", {}, { orders: at(refusing.orders, 4, { pieces: { MUG: 1, RARE: 9 } }), held: new Map([...clean.held, ["W5", soon]]) }]
]

describe("the oracle of an order desk", () => {
  it("finds nothing in a correct run", () => assert.deepStrictEqual(judge(clean), []))

  it.each(excused)("finds nothing in %s", (_, change, more) => {
    assert.deepStrictEqual(judge({ ...refusing, ...more, refusals: { ...refusals, ...change } }), [])
  })

  it.each(refused)("finds %s", (_, change, more, rules) => {
    assert.deepStrictEqual([...new Set(judge({ ...refusing, ...more, refusals: { ...refusals, ...change } }).map(({ rule }) => rule))], rules)
  })

  it("has a violation for each of its rules", () => {
    const found = new Set([...wrong.map(([, , rules]) => rules), ...refused.map(([, , , rules]) => rules)].flat())
    assert.deepStrictEqual([...found].toSorted(), (Object.keys(checks) as Array<Rule>).toSorted())
  })

  it("lets the ERP use a number once the shop's order was cancelled there", () => {
    const direct = { asked: new Map([["W2", true]]), issues: [{ ...ofErp, number: "W2", at: 5 }] }
    assert.deepStrictEqual(judge({ ...clean, direct, issues: at(clean.issues, 2, { at: 1, cancelledAt: 4 }) }), [])
  })

  it.each(wrong)("finds %s", (_, change, rules) => {
    assert.deepStrictEqual([...new Set(judge({ ...clean, ...change }).map(({ rule }) => rule))], rules)
  })
})
