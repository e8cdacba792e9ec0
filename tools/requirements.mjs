// Lists which requirement ids the passing tests cite, and which no test proves.
//
//   node tools/requirements.mjs [--require D1]... [--all | --brief] [--root <workspace>]
//
// It reads the titles in the test reports of the last run (<workspace>/coverage/*.json) and compares their ids with
// docs/spec/requirements.json. It lists the D1 ids that no passing test cites; with --all also those of the other families,
// with --brief only those of a required family. The exit code is 1 when a title cites an id that does not exist, or when
// an id of a family given with --require is not cited.
import { readFileSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import * as Reports from "./reports.mjs"

const families = ["D1", "G", "P", "E", "X"]
const cited = /\b(?:D1|G|P|E|X)-\d{3,4}\b/g

/** Maps each id to the titles of the `passed`, `failed` and `skipped` tests that cite it. */
export const collect = (reports) => {
  const ids = new Map()
  for (const report of reports) {
    for (const test of report.testResults.flatMap((file) => file.assertionResults)) {
      const outcome = test.status === "passed" || test.status === "failed" ? test.status : "skipped"
      for (const id of new Set(test.title.match(cited) ?? [])) {
        if (!ids.has(id)) ids.set(id, { passed: [], failed: [], skipped: [] })
        ids.get(id)[outcome].push(test.title)
      }
    }
  }
  return ids
}

/**
 * `unknown` ids are cited but do not exist. `unproven` ids are cited only by tests that failed or were skipped. `uncited`
 * ids are cited by no passing test. A retired id need not be cited.
 */
export const compare = (requirements, ids) => {
  const known = new Set(requirements.map((each) => each.id))
  const wanted = requirements.filter((each) => each.retired !== true)
  const isProven = (id) => (ids.get(id)?.passed.length ?? 0) > 0
  return {
    families: families.map((family) => {
      const all = wanted.filter((each) => each.id.startsWith(`${family}-`))
      return { family, total: all.length, uncited: all.filter((each) => !isProven(each.id)) }
    }),
    unknown: [...ids].filter(([id]) => !known.has(id)).map(([id, by]) => ({ id, title: Object.values(by).flat()[0] })),
    unproven: [...ids].filter(([id]) => known.has(id) && !isProven(id)).map(([id, by]) => ({
      id,
      outcome: by.failed.length > 0 ? "failed" : "skipped",
      title: [...by.failed, ...by.skipped][0]
    }))
  }
}

/** Formats the comparison: the lines to print, and the problems that make the check fail. */
export const describe = (result, { require = [], all = false, brief = false } = {}) => {
  const lines = []
  const problems = []
  for (const { family, total, uncited } of result.families) {
    lines.push(`${family.padEnd(2)} ${total - uncited.length} of ${total} ids are cited by a passing test`)
    if (require.includes(family) && uncited.length > 0) problems.push(`${uncited.length} ids of ${family} are not cited`)
  }
  for (const { family, uncited } of result.families) {
    if (!(all || require.includes(family) || (family === "D1" && !brief))) continue
    for (const { id, role, statement } of uncited) lines.push(`not cited: ${id} (${role}) ${statement}`)
  }
  for (const { id, outcome, title } of result.unproven) lines.push(`only in a ${outcome} test: ${id} in "${title}"`)
  for (const { id, title } of result.unknown) {
    lines.push(`no such id: ${id} in "${title}"`)
    problems.push(`${id} does not exist`)
  }
  for (const each of require) {
    if (!families.includes(each)) problems.push(`--require ${each}: no such family`)
  }
  return { lines, problems }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const home = dirname(dirname(fileURLToPath(import.meta.url)))
  const args = process.argv.slice(2)
  const valuesOf = (name) => args.flatMap((each, at) => (each === name ? [args[at + 1] ?? ""] : []))
  const root = resolve(valuesOf("--root")[0] ?? home)
  const requirements = JSON.parse(readFileSync(join(root, "docs", "spec", "requirements.json"), "utf8"))
  const reports = Reports.find(root).map((file) => Reports.read(file, 0)).filter((each) => each !== undefined)
  const { lines, problems } = describe(compare(requirements, collect(reports)), {
    require: valuesOf("--require"),
    all: args.includes("--all"),
    brief: args.includes("--brief")
  })
  process.stdout.write([...lines, ...problems.map((each) => `fails: ${each}`)].map((each) => `${each}\n`).join(""))
  process.exitCode = problems.length === 0 ? 0 : 1
}
