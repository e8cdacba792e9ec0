// Numbers, names and rules that the pages state about the repository itself, compared with what they describe. Numbers about
// the runner are compared in apps/runner/test/facts.test.ts.
import assert from "node:assert/strict"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, it } from "node:test"
import { fileURLToPath } from "node:url"
import * as Modules from "../modules.mjs"
import { lowest } from "../node-packages.mjs"
import * as Reports from "../reports.mjs"
import * as Shape from "../shape.mjs"

const root = fileURLToPath(new URL("../..", import.meta.url))
const read = (path) => readFileSync(join(root, path), "utf8")
const readJson = (path) => JSON.parse(read(path))
const states = (page, sentence) => assert.ok(read(page).includes(sentence), `${page} does not say: ${sentence}`)
const capture = (path, pattern) => pattern.exec(read(path))?.[1] ?? assert.fail(`${path} has no ${pattern}`)

/** The rows of the table of a page that begins with this line of headings, each a list of cells. */
const table = (page, headings) => {
  const lines = read(page).split("\n")
  const start = lines.indexOf(headings)
  assert.notEqual(start, -1, `${page} has no table ${headings}`)
  const end = lines.findIndex((line, at) => at > start && !line.startsWith("|"))
  return lines.slice(start + 2, end).map((line) => line.slice(2, -2).split(" | "))
}
const codes = (cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, code]) => code)

describe("facts about the repository", () => {
  it("CONTRIBUTING.md states the limits and names of the checks", () => {
    states("CONTRIBUTING.md", `a source file of more than ${Shape.longestFile} lines`)
    const seconds = Number(capture("faults/support/Settings.ts", /FAULTS_SOAK_SECONDS"\] \?\? (\d+)/))
    assert.equal(seconds, 600)
    states("CONTRIBUTING.md", "an even load for ten minutes")
    const [fixed] = readJson(".changeset/config.json").fixed
    const names = fixed.map((name) => `\`${name.replace("@crossdock/", "")}\``)
    states("CONTRIBUTING.md", `${names.slice(0, -1).join(", ")} and ${names.at(-1)} share one version`)
  })

  it("only files that .oxlintrc.json lists may use any", () => {
    const { overrides, rules } = readJson(".oxlintrc.json")
    assert.equal(rules["typescript/no-explicit-any"], "error")
    const allowed = overrides.filter((each) => each.rules["typescript/no-explicit-any"] === "off").flatMap(({ files }) => files)
    assert.deepEqual(allowed.filter((file) => !file.includes("*") && !existsSync(join(root, file))), [])
  })

  it("the oldest Node of the README is the one that CI and the launcher name", () => {
    const oldest = capture("README.md", /Linux with Node (\d+) or newer/)
    assert.match(read(".ci/run"), new RegExp(`Needs Node ${oldest} or newer`))
    assert.ok(Number(oldest) >= Number(capture("tools/with-toolchain.mjs", /runs on Node (\d+) or newer/)))
    assert.equal(readJson("package.json").engines.node, `>=${lowest}`)
    for (const folder of Reports.workspaces(root)) {
      const { engines, private: isPrivate } = readJson(`${folder}/package.json`)
      if (isPrivate !== true) assert.equal(engines?.node, `>=${lowest}`, folder)
    }
  })

  it("core depends on effect alone, as the README says", () => {
    const { dependencies = {}, peerDependencies = {} } = readJson("packages/core/package.json")
    assert.deepEqual(Object.keys({ ...dependencies, ...peerDependencies }), ["effect"])
    states("README.md", "its only dependency is `effect`")
  })

  it("the README names the protocols that the packages speak", () => {
    const folders = readdirSync(join(root, "packages/protocols/src"), { withFileTypes: true }).filter((each) => each.isDirectory()).map(({ name }) => name)
    const pages = table("README.md", "| Protocol | Address | Its caller uses | Command line |").map(([name]) => /docs\/protocols\/([\w-]+)\.md/.exec(name)?.[1])
    assert.deepEqual(folders.filter((name) => !["kit", "signing", "wire"].includes(name)).toSorted(), pages.toSorted())
    states("README.md", `The runner serves ${["no", "one", "two", "three", "four"][pages.length]} protocols`)
  })

  it("architecture.md has the import rules by the numbers of the check", () => {
    const checked = new Set(Shape.rules.flatMap(({ rule }) => /^[\d-]+(?=-)/.exec(rule)?.[0].split("-") ?? []))
    const listed = table("docs/architecture.md", "| # | Rule |").map(([number]) => number)
    // Rule 9 is checked by tools/stability.mjs.
    assert.deepEqual([...checked, "9"].map(Number).toSorted((a, b) => a - b), listed.map(Number))
  })

  it("architecture.md lists what each folder of the runner may import", () => {
    const rows = table("docs/architecture.md", "| Folder of `apps/runner/src` | Does | May import |")
    const others = (name) => Object.keys(Shape.runnerFolders).filter((each) => ![name, "contracts", "doctor", "backup", "cli"].includes(each)).toSorted()
    for (const [folder, , may] of rows) {
      const [name] = codes(folder)
      const allowed = may === "none" ? [] : may === "all but contracts, doctor, backup and cli" ? others(name) : may.split(", ").toSorted()
      assert.deepEqual(allowed, Shape.runnerFolders[name].toSorted(), name)
    }
    assert.deepEqual(rows.map(([folder]) => codes(folder)[0]).toSorted(), Object.keys(Shape.runnerFolders).toSorted())
  })

  it("every file and folder that architecture.md names exists", () => {
    const runner = "apps/runner/src"
    const rows = table("docs/architecture.md", "| File of `apps/runner/src` | What it does |").flatMap(([files]) => codes(files).map((file) => `${runner}/${file}`))
    const [, beside] = /^The files beside these folders put them together: (.*)$/m.exec(read("docs/architecture.md"))
    const folders = table("docs/architecture.md", "| Folder | Holds |").flatMap(([cell]) => codes(cell)).filter((path) => !path.includes("*"))
    const named = [...rows, ...codes(beside).map((file) => `${runner}/${file}`), ...folders]
    assert.deepEqual(named.filter((path) => !existsSync(join(root, path))), [])
  })

  it("the table of decisions has each record with its title and status", () => {
    const records = readdirSync(join(root, "docs/decisions")).filter((name) => /^\d{4}-.*\.md$/.test(name)).toSorted()
    const rows = records.map((name) => {
      const [, number, title] = /^# (\d{4}): (.*)$/m.exec(read(`docs/decisions/${name}`))
      const [, status] = /Status: (holds|replaced by \[?\d{4})/.exec(read(`docs/decisions/${name}`))
      return [`[${number}](${name})`, title, status.replace("[", "")]
    })
    assert.deepEqual(table("docs/decisions/README.md", "| No. | Decision | Status |"), rows)
  })

  it("the pages of decision 0040 say what becomes of each member of a peer, and name members that core has", () => {
    const source = "packages/core/src"
    const texts = Modules.filesBelow(join(root, source), (name) => name.endsWith(".ts")).map((path) => read(`${source}/${path}`))
    const hasKey = (text, name) => new RegExp(`\\b${name}[:,]`).test(text)
    const isKnown = (reference) => {
      const [type, member] = reference.split(".")
      const found = texts.filter((text) => text.includes(`export const ${type} = `))
      // Several types share the members of a line, and those of an order.
      return found.length > 0 && [...found, ...["SharedFields", "OrderDetails"].map((shared) => read(`${source}/model/${shared}.ts`))].some((text) => hasKey(text, member))
    }
    const folder = "docs/decisions/0040-members-of-real-peers"
    const rows = readdirSync(join(root, folder)).flatMap((page) =>
      read(`${folder}/${page}`).split("\n").filter((line) => /^\| (?!Member \||What \||---)/.test(line)).map((line) => line.slice(2, -2).split(" | "))
    )
    assert.deepEqual(rows.filter(([, outcome]) => !/^(?:carried as|dropped:|wanted:) /.test(outcome)), [])
    const carried = rows.flatMap(([, outcome]) => [...outcome.matchAll(/carried as ((?:(?:, | and )?`\w+\.\w+`)+)/g)].flatMap(([, names]) => codes(names)))
    assert.notEqual(carried.length, 0)
    assert.deepEqual(carried.filter((reference) => !isKnown(reference)), [])
  })

  it("requirements.md states the totals of its families, and test:all demands them all", () => {
    const ids = readJson("docs/spec/requirements.json").map(({ id }) => id)
    const count = (family) => ids.filter((id) => id.startsWith(`${family}-`)).length
    const names = ["D1", "G", "P", "E", "X"]
    states("tools/check.mjs", `const requiredFamilies = ${JSON.stringify(names).replaceAll(",", ", ")}`)
    const families = names.map((family) => `${family} ${count(family)}`).join(", ")
    const retired = readJson("docs/spec/requirements.json").filter((each) => each.retired === true).length
    states("docs/spec/requirements.md", `Number of ids: ${families}; ${ids.length} in all, ${retired === 0 ? "none" : retired} retired.`)
    const sampled = capture("packages/protocols/test/law/suite.ts", /^const sampled = (\d+)$/m)
    states("docs/spec/requirements.md", `Every \`npm test\` proves a seeded sample of ${sampled} rows; \`CROSSDOCK_LAW=all\` proves all rows.`)
    assert.match(read("packages/protocols/test/law/suite.ts"), /env\["CROSSDOCK_LAW"\] === "all"/)
  })

  it("open-points.md states how many of its rows a requirement cites, and which none does", () => {
    const rows = [...read("docs/spec/open-points.md").matchAll(/^(U-\d+) \|/gm)].map(([, id]) => id)
    const cited = new Set(read("docs/spec/requirements.md").match(/U-\d+/g))
    const uncited = rows.filter((id) => !cited.has(id)).toSorted((a, b) => Number(a.slice(2)) - Number(b.slice(2)))
    states("docs/spec/open-points.md", `Of the ${rows.length} rows, ${rows.length - uncited.length} stand behind at least one line of requirements.md`)
    states("docs/spec/open-points.md", `No line: ${uncited.join(", ")}.`)
  })

  it("faults/README.md names the planted bugs and failpoints that exist", () => {
    const bugs = [...new Set(read("faults/planted/Bugs.ts").match(/\bM\d+\b/g))].map((id) => Number(id.slice(1))).toSorted((a, b) => a - b)
    states("faults/README.md", `\`M${bugs[0]}\` … \`M${bugs.at(-1)}\``)
    assert.equal(bugs.length, bugs.at(-1))
    const places = capture("apps/runner/src/engine/Failpoint.ts", /^export const names = \[([^\]]*)\]/m)
    states("faults/README.md", `all ${places.match(/"[\w.-]+"/g).length} places`)
    const runs = Modules.filesBelow(join(root, "faults/runs"), (name) => name.endsWith(".test.ts"))
    const named = codes(read("faults/README.md")).filter((name) => /^[\w-]+\.test\.ts$/.test(name))
    assert.deepEqual([...new Set(named)].filter((name) => !runs.includes(name)), [])
    const paths = codes(read("faults/README.md")).filter((name) => /^(?:apps|e2e)\/[\w./-]+\.ts$/.test(name))
    assert.deepEqual([...new Set(paths)].filter((path) => !existsSync(join(root, path))), [])
  })
})
