import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { describe, it } from "node:test"
import * as Requirements from "../requirements.mjs"
import * as Spec from "../spec.mjs"

const read = (name) => readFileSync(new URL(`../../docs/spec/${name}`, import.meta.url), "utf8")
const requirement = (id) => ({ id, section: "§1", role: "reader", statement: `${id} holds` })
const reportOf = (...tests) => ({ testResults: [{ assertionResults: tests.map(([status, title]) => ({ status, title })) }] })
const known = [requirement("D1-001"), requirement("D1-002"), requirement("D1-003"), requirement("E-790")]
const compare = (...tests) => Requirements.compare(known, Requirements.collect([reportOf(...tests)]))
const listed = ({ lines }) => lines.filter((line) => line.startsWith("not cited"))
const named = (options) => listed(Requirements.describe(compare(), options))

describe("requirements", () => {
  it("the data is what the text says", () => {
    assert.equal(read("requirements.json"), Spec.format(Spec.parse(read("requirements.md"))))
  })

  it("refuses a torn line, an id that appears twice and a wrong total", () => {
    assert.throws(() => Spec.parse("D1-001 | §1 | nobody | x"), /line 1 is not a valid requirement/)
    assert.throws(() => Spec.parse("D1-001 | §1 | reader | x\nD1-001 | §1 | reader | y"), /line 2 repeats D1-001/)
    assert.throws(() => Spec.parse("Number of ids: D1 2; 2 in all\nD1-001 | §1 | reader, writer | x"), /states a total of 2 ids but contains 1/)
  })

  it("counts the ids at the head of a title, several of them, in passing tests only", () => {
    const result = compare(["passed", "D1-001 E-790 does"], ["failed", "D1-002 does not"], ["pending", "D1-003 waits"])
    assert.deepEqual(result.families.map(({ uncited }) => uncited.map(({ id }) => id)), [["D1-002", "D1-003"], [], [], [], []])
    assert.deepEqual(result.unproven.map(({ id, outcome }) => `${id} ${outcome}`), ["D1-002 failed", "D1-003 skipped"])
  })

  it("fails for an id that does not exist", () => {
    const { problems, lines } = Requirements.describe(compare(["passed", "D1-999 is invented"]))
    assert.deepEqual(problems, ["D1-999 does not exist"])
    assert.ok(lines.includes("no such id: D1-999 in \"D1-999 is invented\""))
  })

  it("fails for an uncited id only of a family that is required whole", () => {
    const result = compare(["passed", "D1-001 D1-002 do"])
    assert.deepEqual(Requirements.describe(result).problems, [])
    assert.deepEqual(Requirements.describe(result, { require: ["D1"] }).problems, ["1 ids of D1 are not cited"])
    assert.deepEqual(Requirements.describe(result, { require: ["D9"] }).problems, ["--require D9: no such family"])
  })

  it("names the uncited ids of D1, and of the other families when asked", () => {
    assert.equal(named({}).length, 3)
    assert.equal(named({ all: true }).length, 4)
    assert.equal(named({ brief: true }).length, 0)
    assert.equal(named({ brief: true, require: ["E"] }).length, 1)
  })
})
