/**
 * The table of the desk decides each situation, and each of its rows decides one.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { decide, fields, type Field, impossible, type Row, rows, type Situation } from "../../../src/desk/DeskTable.ts"
import * as Holds from "../../../src/desk/Holds.ts"
import { check, type Checkable } from "./TableCheck.ts"

/** An order that is to be placed. */
const usual: Situation = {
  shop: "open", person: "none", changed: "no", stoppable: "none", withdrawn: "no", surplus: "none", carriers: "known", order: "good", shipsItself: "no", cancelRequested: "no", early: "no", refusing: "none",
  shipments: "none", labelling: "no", labels: "none", unshipped: "no", accepted: "no", open: "some", placed: "none", atWarehouses: "done", others: "none",
  before: "none", earlier: "no", restored: "no"
}

const decided = (more: Partial<Situation>) => {
  const asked: Array<Field> = []
  const row = Effect.runSync(decide((field) => Effect.sync(() => {
    asked.push(field)
    return { ...usual, ...more }[field]
  })))
  return { name: row?.name, asked }
}

describe("the table of the desk", () => {
  it("decides each situation, and has no row without one", () => {
    const { dead, situations, undecided } = check(rows, impossible)
    assert.isAbove(situations, 10_000_000)
    assert.deepStrictEqual([undecided, dead], [undefined, []])
  })

  it("is found wrong by the check if a row is missing, comes too late, or decides nothing", () => {
    const without = (name: string) => rows.filter((row) => row.name !== name)
    assert.strictEqual(check(without("unpaid"), impossible).undecided?.shop, "unpaid")
    const late: ReadonlyArray<Checkable> = [...without("refusing"), rows.find(({ name }) => name === "refusing")!]
    assert.include(check(late, impossible).dead, "refusing")
    assert.deepStrictEqual(check([{ name: "all", when: [{}] }, ...rows], impossible).dead.slice(0, 2), ["stopCancelled", "stopChanged"])
  })

  it("has one name for each row, and causes that the guide explains", () => {
    assert.strictEqual(new Set(rows.map(({ name }) => name)).size, rows.length)
    for (const { cause } of rows) if (cause !== undefined) assert.property(Holds.all, cause)
    const isHolding = (row: Row) => row.step === "hold" || row.step === "holdRefused" || row.step === "holdFinished"
    assert.deepStrictEqual(rows.filter((row) => isHolding(row) && row.cause === undefined).map(({ name }) => name), [])
  })

  const stories: ReadonlyArray<readonly [what: string, more: Partial<Situation>, row: string]> = [
    ["an order that is to be placed", {}, "place"],
    ["a cancel after a warehouse has it", { shop: "cancelled", stoppable: "some", placed: "live", open: "none", atWarehouses: "underWay" }, "stopCancelled"],
    ["a cancel after everything has left, of which the shop took no notice", { shop: "cancelled", placed: "live", open: "none", atWarehouses: "untold" }, "untold"],
    ["an order that the shop has finished after its first parcel (contract K2)", { shop: "finished", placed: "live", open: "none", stoppable: "some", unshipped: "yes", atWarehouses: "underWay" }, "finishedOpen"],
    ["a part that a person has withdrawn, of an order that the shop finished meanwhile (issue 27)", { shop: "finished", person: "holds", stoppable: "asked", withdrawn: "yes", placed: "live", open: "none" }, "stopForPerson"],
    ["the same, once the warehouse has cancelled it", { person: "holds", open: "some" }, "person"],
    ["a change of an order that a person holds", { person: "holds", changed: "yes", stoppable: "some", placed: "live", open: "none" }, "stopChanged"],
    ["a part that left short, and no person has decided (oracle R4)", { placed: "live", open: "none", atWarehouses: "short" }, "short"],
    ["a part that was given up after some of it left, with its parcel to be told (engine F4)", { placed: "gone", before: "refused" }, "asBefore"],
    ["the same, released", { placed: "gone", before: "refused", person: "released" }, "place"],
    ["a further part that left although another ships it (engine F1)", { surplus: "stoppable", stoppable: "some", placed: "live", open: "none" }, "stopSurplus"],
    ["both have left", { surplus: "gone", placed: "live", open: "none" }, "surplus"],
    ["a refusal in words that nobody lists", { refusing: "some", placed: "live", open: "none", atWarehouses: "underWay" }, "refusing"],
    ["a notice that has no answer (oracle L2)", { placed: "live", open: "none", atWarehouses: "late" }, "late"]
  ]
  for (const [what, more, name] of stories) it(`has a row for ${what}`, () => assert.strictEqual(decided(more).name, name))

  it("asks a peer only if no earlier row decides, and each thing once", () => {
    const peers = (more: Partial<Situation>) => decided(more).asked.filter((field) => field === "shipments" || field === "labels")
    assert.deepStrictEqual(peers({ shop: "cancelled", stoppable: "some", placed: "live" }), [])
    assert.deepStrictEqual(peers({}), ["shipments"])
    assert.deepStrictEqual(peers({ labelling: "yes", placed: "live", open: "none", stoppable: "some" }), ["labels", "shipments"])
    const { asked } = decided({})
    assert.strictEqual(new Set(asked).size, asked.length)
    assert.includeMembers(Object.keys(fields), asked)
  })
})
