/**
 * The order in which those who wait for a peer are served.
 */
import { assert, describe, it } from "@effect/vitest"
import * as TurnQueue from "../../src/connection/TurnQueue.ts"

/** Serves everybody; each caller is the name of its link, its urgency and a number. */
const servedOf = (callers: ReadonlyArray<readonly [scope: string, urgency: TurnQueue.Urgency, many: number]>): ReadonlyArray<string> => {
  const queue = TurnQueue.make<string>()
  for (const [scope, urgency, many] of callers) {
    for (let number = 1; number <= many; number++) queue.add({ scope, urgency }, `${scope} ${urgency} ${number}`)
  }
  const served: Array<string> = []
  for (let head = queue.head(); head !== undefined; head = queue.head()) served.push(queue.shift(head.urgency)!)
  return served
}

describe("the queue for the turns of a peer", () => {
  const orders: ReadonlyArray<readonly [title: string, callers: Parameters<typeof servedOf>[0], served: ReadonlyArray<string>]> = [
    ["serves the callers of one link as they came", [["a", "read", 3]], ["a read 1", "a read 2", "a read 3"]],
    ["lets links take turns", [["a", "read", 3], ["b", "read", 1]], ["a read 1", "b read 1", "a read 2", "a read 3"]],
    ["serves changes before reads, and reads before polls", [["", "poll", 1], ["a", "read", 1], ["b", "change", 1]], ["b change 1", "a read 1", " poll 1"]],
    ["lets links take turns with their changes", [["a", "change", 2], ["b", "change", 2]], ["a change 1", "b change 1", "a change 2", "b change 2"]]
  ]
  for (const [title, callers, served] of orders) {
    it(title, () => assert.deepStrictEqual(servedOf(callers), served))
  }

  it("serves a poll after eight others, and goes on with changes after it", () => {
    const served = servedOf([["a", "change", 20], ["", "poll", 2]])
    assert.strictEqual(served.indexOf(" poll 1"), 8)
    assert.strictEqual(served.indexOf(" poll 2"), 17)
  })

  it("serves reads and polls while changes never end", () => {
    const served = servedOf([["a", "change", 40], ["a", "read", 4], ["", "poll", 4]])
    assert.isAtMost(served.indexOf("a read 1"), 9)
    assert.isAtMost(served.indexOf(" poll 1"), 9)
    assert.isAtMost(served.lastIndexOf(" poll 4"), 40)
  })

  it("counts who goes first: of each other link as many as of the own one", () => {
    const queue = TurnQueue.make<number>()
    for (let number = 0; number < 100; number++) queue.add({ scope: "a", urgency: "read" }, number)
    assert.strictEqual(queue.ahead({ scope: "a", urgency: "read" }), 100)
    assert.strictEqual(queue.ahead({ scope: "b", urgency: "read" }), 1)
    assert.strictEqual(queue.ahead({ scope: "a", urgency: "change" }), 0)
    // A poll is served after eight others at the latest.
    assert.strictEqual(queue.ahead({ scope: "", urgency: "poll" }), 8)
  })

  it("forgets a caller that left, and its link with the last one", () => {
    const queue = TurnQueue.make<string>()
    const place = { scope: "a", urgency: "read" } as const
    queue.add(place, "first")
    queue.add(place, "second")
    queue.remove(place, "first")
    queue.remove(place, "first")
    assert.strictEqual(queue.size(), 1)
    assert.strictEqual(queue.shift("read"), "second")
    assert.isUndefined(queue.head())
    assert.strictEqual(queue.size(), 0)
  })

  it("asks for a turn as urgently as the most urgent of all that wait, also for one that is owed it", () => {
    const queue = TurnQueue.make<string>()
    queue.add({ scope: "", urgency: "poll" }, "poll")
    for (let at = 0; at < 9; at++) queue.add({ scope: "a", urgency: "change" }, `create ${at}`)
    for (let at = 0; at < 8; at++) queue.shift("change")
    assert.deepStrictEqual(queue.head(), { urgency: "poll", mostUrgent: "change", count: 1 })
  })
})
