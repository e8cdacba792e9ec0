/**
 * The law as tests: one per row, and the proof that weakening a row turns exactly that row red.
 */
import { assert, describe, it } from "@effect/vitest"
import { check, checkRule, type Row, type RuleRow, ruleTitleOf, type Subjects, titleOf } from "./Law.ts"
import { sample, weakenings, withoutRule } from "./Weaken.ts"

export interface Options {
  readonly name: string
  readonly rows: ReadonlyArray<Row>
  readonly rules: ReadonlyArray<RuleRow>
  readonly subjects: Subjects
  /** Members that a table has beyond its document, as `message.member`. */
  readonly beyond?: ReadonlyArray<string>
}

/** How many rows a run proves unless `CROSSDOCK_LAW=all` asks for every one. */
const sampled = 50

const isAll = process.env["CROSSDOCK_LAW"] === "all"
const seed = Number(process.env["CROSSDOCK_SEED"] ?? Date.now() % 1_000_000)

export const suite = ({ beyond = [], name, rows, rules, subjects }: Options): void => {
  describe(name, () => {
    for (const row of rows) it(titleOf(row), () => assert.deepStrictEqual(check(row, subjects), []))
    for (const row of rules) it(ruleTitleOf(row), () => assert.deepStrictEqual(checkRule(row, subjects), []))
  })

  /** The titles of the rows that do not hold. */
  const redRows = (weakened: Subjects): ReadonlyArray<string> =>
    rows.filter((row) => check(row, weakened).length > 0).map(titleOf)
  const redRules = (weakened: Subjects): ReadonlyArray<string> =>
    rules.filter((row) => checkRule(row, weakened).length > 0).map(ruleTitleOf)

  describe(`${name}, proven on ${isAll ? "every row" : `${sampled} rows, CROSSDOCK_SEED=${seed}`}`, () => {
    it("has one row for every member of every message, and one for every rule", () => {
      const ruled = new Set(rows.map(({ member, message }) => `${message}.${member}`))
      assert.strictEqual(ruled.size, rows.length)
      const tables = Object.entries(subjects)
      const members = tables.flatMap(([message, { table }]) => table.members.map((one) => `${message}.${one.name}`))
      assert.deepStrictEqual(members.filter((one) => !ruled.has(one)), beyond)
      const named = tables.flatMap(([message, { table }]) => table.rules.map((one) => `${message}: ${one.name}`))
      assert.deepStrictEqual(named.toSorted(), rules.map(({ message, rule }) => `${message}: ${rule}`).toSorted())
    })

    const proofs = [
      ...rows.map((row) => ({
        title: `sees ${row.message}.${row.member} weakened, and nothing else`,
        prove: () => {
          const ways = weakenings(subjects, row.message, row.member)
          assert.isAbove(ways.length, 0)
          // A rule between members stands on those members, so only the rows of members are compared.
          for (const { how, subjects: weakened } of ways) assert.deepStrictEqual(redRows(weakened), [titleOf(row)], how)
        }
      })),
      ...rules.map((row) => ({
        title: `sees that ${row.message} lacks its rule "${row.rule}", and nothing else`,
        prove: () => {
          const weakened = withoutRule(subjects, row.message, row.rule)
          assert.deepStrictEqual([redRows(weakened), redRules(weakened)], [[], [ruleTitleOf(row)]])
        }
      }))
    ]

    for (const { prove, title } of isAll ? proofs : sample(proofs, sampled, seed)) it(title, prove)
  })
}
