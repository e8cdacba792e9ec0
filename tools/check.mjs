// `npm test`: builds, checks types, runs the tests that a contributor wants to see before a commit, and then the checks of
// the repository itself. `npm run test:all` also runs the long tests, which are the files `*.long.test.ts`.
//
//   node tools/check.mjs            started through the launcher, which installs Node and the dependencies
//   node tools/check.mjs --all      with the long tests
//
// Each file of tests belongs to one of the two (see tools/test/forms.test.mjs). Some requirement ids are cited by long tests
// alone, so only `--all` demands that each id is cited. The script always ends with exactly one line of counts, `N passed, N failed`, and with exit code 1 if anything failed. It
// counts only reports that were written in this run. With CI=true it also checks the packages as they would be published, and runs the long
// tests in quarters, as many as it has the time for (see slow-machine.mjs); if it leaves any out, it demands no ids.
// It needs no root rights, no Docker and no browser, and no network beside the npm registry.
import { spawnSync } from "node:child_process"
import { readdirSync } from "node:fs"
import { availableParallelism } from "node:os"
import { dirname, join, relative } from "node:path"
import { run as runTests } from "node:test"
import { fileURLToPath } from "node:url"
import * as Packages from "./check-packages.mjs"
import * as Forms from "./forms.mjs"
import * as Reports from "./reports.mjs"
import * as SlowMachine from "./slow-machine.mjs"
import * as Tally from "./tally.mjs"
import * as Workspaces from "./workspaces.mjs"

/** Families of requirements of which a passing test must cite every id: all of them. */
const requiredFamilies = ["D1", "G", "P", "E", "X"]

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const isAll = process.argv.includes("--all")
const tally = Tally.make()
const say = (text) => process.stdout.write(`${text}\n`)
const bin = (name) => join(root, "node_modules", ".bin", process.platform === "win32" ? `${name}.cmd` : name)

/** Runs one program as a check, and shows its output if it failed or if `isShown` is set. */
const program = (name, command, args, { isShown = false } = {}) => {
  const done = spawnSync(command, args, { cwd: root, encoding: "utf8", maxBuffer: 1 << 28, shell: command.endsWith(".cmd") })
  const output = `${done.stdout ?? ""}${done.stderr ?? ""}`.trim()
  if (isShown || done.status !== 0) say(`\n${name}\n${output}`)
  tally.check(name, done.status === 0 ? undefined : (done.error?.message ?? `exit code ${done.status}`), output)
}

/** Runs the tests of the tools themselves, and counts each. */
const toolTests = () =>
  new Promise((resolve) => {
    const counts = { passed: 0, failed: 0, skipped: 0 }
    const folder = join(root, "tools", "test")
    const files = readdirSync(folder).filter((name) => name.endsWith(".test.mjs")).map((name) => join(folder, name))
    const stream = runTests({ files, concurrency: availableParallelism() })
    stream.on("test:pass", (test) => {
      if (test.details.type === "suite") return
      if (test.skip === undefined && test.todo === undefined) counts.passed += 1
      else {
        counts.skipped += 1
        say(`  skipped: ${test.name}${typeof test.skip === "string" ? `: ${test.skip}` : ""}`)
      }
    })
    stream.on("test:fail", (test) => {
      if (test.details.type === "suite") return
      counts.failed += 1
      const cause = test.details.error?.cause ?? test.details.error
      const [file, text] = [test.file === undefined ? "tools" : relative(root, test.file), `${cause?.stack ?? cause}`]
      say(`\n${test.name}\n${text}`)
      tally.failures.push(`${file}: ${test.name}: ${text.split("\n")[0]}`)
      tally.details.push(`${file}\n${test.name}\n${Tally.indent(text)}`)
    })
    stream.on("end", () => {
      tally.add(counts.passed + counts.failed === 0 ? { failed: 1 } : counts)
      say(`  ${"tools".padEnd(32)} ${Tally.line(counts)}`)
      resolve()
    })
    stream.resume()
  })

const short = { task: "test", report: "tests.json" }
const long = { task: "test:long", report: "long.json" }

/** Runs the long tests. Returns the quarters that were left out, because the machine is slow. */
const longTests = async () => {
  const left = await SlowMachine.inQuarters(root, "long", async (quarter, flags) => {
    await Workspaces.run(root, tally, { tasks: [], forms: [long], flags, mayBeEmpty: quarter !== undefined })
    if (quarter !== undefined) Reports.keep(root, long.report, `long-${quarter}.json`)
  }, say)
  SlowMachine.remember(root, left)
  return left
}

try {
  Reports.remove(root)
  say("building, checking types and testing every workspace; failures are shown as they happen")
  await Workspaces.run(root, tally, { tasks: ["build", "typecheck"], forms: [short] })
  const left = isAll ? await longTests() : []
  await toolTests()
  program("lint", bin("oxlint"), ["--deny-warnings"])
  program("stable effect symbols", process.execPath, ["tools/stability.mjs"])
  program("shape of the repository", process.execPath, ["tools/shape.mjs"])
  if (isAll && process.env.CI === "true") Packages.run(root, tally)
  const required = isAll && left.length === 0 ? requiredFamilies.flatMap((family) => ["--require", family]) : []
  program("requirement ids", process.execPath, ["tools/requirements.mjs", "--brief", ...required], { isShown: isAll })
} catch (error) {
  tally.check("check", error?.message ?? String(error), error?.stack)
}
if (!isAll) say(`\nleft out: ${Forms.longFiles(root).length} files of long tests, and most tests of the runner on PostgreSQL; \`npm run test:all\` runs them too`)
Tally.finish(tally)
