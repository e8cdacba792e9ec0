import { assert, describe, it } from "vitest"
import { differences, expectedOf } from "../src/Pictures.ts"
import { empty, type Event, keyOf, replay } from "../src/Replay.ts"

const [one, two, mug] = ["One", "Two", "MUG"]
const event = (what: Event["what"], pieces: number, warehouse = one): Event => ({ what, warehouse, sku: mug, pieces })
const at = (events: ReadonlyArray<Event>, warehouse = one) => replay(empty([one, two], [mug]), events).get(keyOf(warehouse, mug))

describe("the replay", () => {
  it.each([
    ["announced goods are on the way", [event("announced", 10)], { total: 0, available: 0, reserved: 0, inTransit: 10 }],
    ["received goods are available", [event("announced", 10), event("received", 4)], { total: 4, available: 4, reserved: 0, inTransit: 6 }],
    ["reserved goods stay in the building", [event("announced", 4), event("received", 4), event("reserved", 3)], { total: 4, available: 1, reserved: 3, inTransit: 0 }],
    ["shipped goods were reserved", [event("announced", 4), event("received", 4), event("reserved", 3), event("shipped", 3)], { total: 1, available: 1, reserved: 0, inTransit: 0 }],
    ["released goods are available again", [event("announced", 4), event("received", 4), event("reserved", 3), event("released", 3)], { total: 4, available: 4, reserved: 0, inTransit: 0 }]
  ] as const)("%s", (_, events, balance) => {
    assert.deepStrictEqual(at(events), balance)
    assert.deepStrictEqual(at(events, two), { total: 0, available: 0, reserved: 0, inTransit: 0 })
  })
})

describe("differences", () => {
  const books = replay(empty([one], [mug]), [event("announced", 4), event("received", 4), event("reserved", 1)])
  const expected = expectedOf(books, true)

  it("are none where everything is as expected", () => {
    assert.deepStrictEqual(differences(expected, expected), [])
  })

  it("name each figure of the books, the count and the shop that is wrong, missing or unexpected", () => {
    const found = {
      books: new Map([[keyOf(one, mug), { total: 4, available: 4, reserved: 1, inTransit: 0 }], [keyOf(two, mug), { total: 2, available: 2, reserved: 0, inTransit: 0 }]]),
      counted: new Map(),
      offered: new Map([[keyOf(one, mug), 9]])
    }
    assert.deepStrictEqual(differences(found, expected).map(({ expected: right, figure, found: wrong, where }) => [where, figure, wrong, right]), [
      ["One · MUG", "available", 4, 3],
      ["One · MUG", "counted", undefined, 4],
      ["One · MUG", "offered", 9, 3],
      ["Two · MUG", "total", 2, 0]
    ])
  })

  it("leave the shop out while it has not been told", () => {
    assert.deepStrictEqual(differences({ ...expected, offered: undefined }, expectedOf(books, false)), [])
  })
})
