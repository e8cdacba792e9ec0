/**
 * What waits for a person: causes, selections that are dealt with in turn (issue 27).
 */
import { assert, describe, it } from "vitest"
import { asRefusal, Refusal, unreachable } from "../src/api/Refusal.ts"
import { inTurn } from "../src/parts/inTurn.ts"
import { type Decided, decidedAll } from "../src/screens/doubt/decided.ts"
import { shapeOfAttempt } from "../src/screens/deliveries/attempts.ts"
import { orderOf } from "../src/screens/deliveries/orderOf.ts"
import { causeName, grouped, lacking } from "../src/screens/desk/causes.ts"

const cause = (of: string, count: number, oldestAt: string, state = "held") => ({ state, cause: of, count, oldestAt })

describe("the desk's causes (issue 27)", () => {
  it("adds what has one cause in different words, with the oldest of all", () => {
    const items = [cause("label", 1, "2026-11-25T12:00:00.000Z"), cause("stock", 2, "2026-11-25T13:00:00.000Z"), cause("label", 2, "2026-11-25T11:00:00.000Z"), cause("stock", 9, "2026-11-25T10:00:00.000Z", "due")]
    assert.deepStrictEqual(grouped(items, "held"), [{ cause: "label", count: 3, oldestAt: "2026-11-25T11:00:00.000Z" }, { cause: "stock", count: 2, oldestAt: "2026-11-25T13:00:00.000Z" }])
  })

  it("shows a cause that it does not know as it is", () => assert.deepStrictEqual(["stock", "valueOf", "brandNew"].map(causeName), ["Lacks stock", "valueOf", "brandNew"]))

  it("says first which pieces are missing", () => {
    assert.deepStrictEqual(lacking("the places of the rule \"Benelux\" do not have the stock: \"North Hall\" lacks 1 of \"MUG\"; all places together lack 1 of \"MUG\""), { what: "Lacks 1 of MUG", where: "North Hall lacks 1 of MUG" })
    assert.deepStrictEqual(lacking("the shop hides the receiver"), { what: "the shop hides the receiver", where: undefined })
  })
})

describe("one after the other (issue 27)", () => {
  const run = async (answers: ReadonlyArray<Refusal | undefined>) => {
    let asked = 0
    const end = await inTurn(answers.map((_, index) => index), (index) => `BM-${index}`, async (index) => {
      asked++
      const answer = answers[index]
      if (answer !== undefined) throw answer
    }).then(() => undefined, asRefusal)
    return { asked, end }
  }
  const conflict = new Refusal({ code: "NOT_HELD", message: "only an order that is held can be released", status: 409 })

  it("goes on after a refusal, and says how many were done and why the first was not", async () => {
    const { asked, end } = await run([undefined, conflict, undefined])
    assert.strictEqual(asked, 3)
    assert.strictEqual(end?.message, "2 of 3 done. BM-1: only an order that is held can be released")
    assert.strictEqual(end?.status, 409)
  })

  it("stops where nothing answers", async () => {
    const { asked, end } = await run([undefined, unreachable(), undefined])
    assert.strictEqual(asked, 2)
    assert.strictEqual(end?.code, "NO_ANSWER")
  })

  it("says nothing if everything was done", async () => assert.strictEqual((await run([undefined, undefined])).end, undefined))
})

describe("a decision about many (issue 27)", () => {
  it("asks until there is no next, and keeps the first refusal", async () => {
    const refusal = { code: "FOUND_THERE", message: "the warehouse has it", count: 2, example: { number: "BM-7" } }
    const pages: ReadonlyArray<Decided> = [{ count: 250, decided: 98, refused: [refusal], next: "b" }, { count: 150, decided: 100, refused: [], next: "c" }, { count: 50, decided: 49, refused: [{ ...refusal, code: "TOO_EARLY", count: 1 }] }]
    const asked: Array<string | undefined> = []
    const sum = await decidedAll(async (after) => {
      asked.push(after)
      return pages[asked.length - 1] ?? { count: 0, decided: 0, refused: [] }
    })
    assert.deepStrictEqual(asked, [undefined, "b", "c"])
    assert.deepStrictEqual(sum, { decided: 247, refused: 3, first: refusal })
  })
})

describe("messages (issue 27)", () => {
  it("leads to the order, also from the desk's own messages", () => assert.deepStrictEqual(["BM-1 desk 187.4", "BM-1", "A desk 5"].map(orderOf), ["BM-1", "BM-1", "A"]))

  it("shows an attempt that arrived as well, in the runner's word for it", () => assert.deepStrictEqual(["delivered", "RateLimited", "TransportFailed"].map(shapeOfAttempt), ["ok", "wait", "fail"]))
})
