/**
 * Each finding is made for real in a browser test, which looks at its row on the page, does what the row says, and sees its end there. This
 * table says where, or why no test can; a finding without either is red (issue 27).
 */
import { assert, describe, it } from "@effect/vitest"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import * as Remedies from "../../src/findings/Remedies.ts"

const browser = fileURLToPath(new URL("../../../../e2e/browser/", import.meta.url))

/** The findings that browser tests look for, and the files that do. */
const proofs = new Map<string, ReadonlyArray<string>>()
const files = readdirSync(browser).filter((name) => /^findings.*\.test\.ts$/.test(name))
for (const file of files) {
  for (const [, code = ""] of readFileSync(join(browser, file), "utf8").matchAll(/\{ code: "([A-Z_]+)", where: /g)) proofs.set(code, [...(proofs.get(code) ?? []), file])
}

/**
 * A runner that is up does not look for these, so no page has a row of them. The page explains each code in its table of all kinds, and
 * `Findings.test.ts` has what `crossdock doctor` says of each.
 */
const without = new Map<string, string>(Remedies.listed.filter(({ foundBy }) => foundBy === "doctor").map(({ code }) => [code, "only `crossdock doctor` finds it"]))

/** Findings of a runner that no test can make, each with the reason. */
const exceptions: Readonly<Record<string, string>> = {}

describe("the proofs of findings (issue 27)", () => {
  it("are in a browser test for each finding that a page can show, or there is a reason why not", () => {
    const missing = Remedies.listed.filter(({ code }) => !proofs.has(code) && !without.has(code) && exceptions[code] === undefined)
    assert.deepStrictEqual(missing.map(({ code }) => code), [], "make it in a file e2e/browser/findings*.test.ts, or say here why no test can")
  })

  it("are cases of the doctor where a page has no row of them", () => {
    const cases = readFileSync(fileURLToPath(new URL("Findings.test.ts", import.meta.url)), "utf8")
    assert.deepStrictEqual([...without.keys()].filter((code) => !cases.includes(`["${code}", "`)), [])
  })

  it("are not excused where there is a test, and not for findings that do not exist", () => {
    const codes = new Set(Remedies.listed.map(({ code }) => code))
    assert.deepStrictEqual(Object.keys(exceptions).filter((code) => proofs.has(code) || !codes.has(code)), [])
    assert.deepStrictEqual([...proofs.keys()].filter((code) => !codes.has(code)), [])
  })

  it("end in each file with a look at what was made and not proven", () => {
    for (const file of files) assert.include(readFileSync(join(browser, file), "utf8"), "expect(unproven()).toEqual([])", file)
  })
})
