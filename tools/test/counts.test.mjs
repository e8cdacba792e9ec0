// Tests how reports of vitest are counted, and the line of counts at the end.
import assert from "node:assert/strict"
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { after, describe, it } from "node:test"
import FailureReporter from "../failure-reporter.mjs"
import * as Reports from "../reports.mjs"
import * as Tally from "../tally.mjs"

const folder = mkdtempSync(join(tmpdir(), "crossdock-counts-"))
after(() => rmSync(folder, { recursive: true }))

const test = (status, title = "a test") => ({ status, title, fullName: title, failureMessages: status === "failed" ? ["expected 1\n at x"] : [] })
const report = (...files) => {
  const tests = files.flatMap((file) => file.assertionResults)
  const having = (status) => tests.filter((each) => each.status === status).length
  return { testResults: files, numPassedTests: having("passed"), numFailedTests: having("failed"), numPendingTests: having("skipped"), numTodoTests: having("todo") }
}
const file = (status, ...assertionResults) => ({ name: "a.test.ts", status, message: status === "failed" ? "\nCannot find module x" : "", assertionResults })

describe("counts", () => {
  it("adds up passed, failed and skipped tests", () => {
    const counted = Reports.count(report(file("failed", test("passed"), test("passed"), test("failed"), test("skipped"), test("todo"))))
    assert.deepEqual(counted, { passed: 2, failed: 1, skipped: 2, failures: ["a.test.ts: a test: expected 1"] })
  })

  it("counts a file that did not load as one failure", () => {
    const counted = Reports.count(report(file("passed", test("passed")), file("failed")))
    assert.deepEqual(counted, { passed: 1, failed: 1, skipped: 0, failures: ["a.test.ts did not load: Cannot find module x"] })
  })

  it("counts a file as one failure when a hook failed and no test did, and names it relative to its workspace", () => {
    const failed = { ...file("failed", test("passed")), name: "/w/test/a.test.ts", message: "hook timed out" }
    assert.deepEqual(Reports.count(report(failed), "/w").failures, ["test/a.test.ts failed outside of its tests: hook timed out"])
  })

  it("counts a suite in which nothing ran as a failure", () => {
    assert.equal(Reports.count(report()).failed, 1)
  })

  it("counts a task without a report, and one that failed although no test did", () => {
    assert.deepEqual(Reports.ofTask({ name: "a", exitCode: undefined, report: undefined }).failures, ["a: no test report (did not run)"])
    assert.deepEqual(Reports.ofTask({ name: "a", exitCode: 137, report: report(file("passed", test("passed"))) }), {
      passed: 1,
      failed: 1,
      skipped: 0,
      failures: ["a: exit code 137 although no test failed"],
      details: []
    })
    assert.equal(Reports.ofTask({ name: "a", exitCode: 0, report: report(file("passed", test("passed"))) }).failed, 0)
  })

  it("reads only reports of this run, and removes those of earlier ones", () => {
    const coverage = join(folder, "packages/a/coverage")
    const path = join(coverage, "tests.json")
    mkdirSync(coverage, { recursive: true })
    writeFileSync(join(folder, "packages/a/package.json"), "{}")
    writeFileSync(path, JSON.stringify(report()))
    assert.deepEqual(Reports.find(folder), [path])
    assert.notEqual(Reports.read(path, 0), undefined)
    utimesSync(path, 1000, 1000)
    assert.equal(Reports.read(path, 2_000_000), undefined)
    writeFileSync(path, "torn {")
    assert.equal(Reports.read(path, 0), undefined)
    Reports.remove(folder)
    assert.deepEqual(Reports.find(folder), [])
  })

  it("writes one line of counts and reads it back", () => {
    const counts = { passed: 12, failed: 0, skipped: 0 }
    assert.equal(Tally.line(counts), "12 passed, 0 failed")
    assert.equal(Tally.line({ ...counts, skipped: 2 }), "12 passed, 0 failed, 2 skipped")
    assert.deepEqual(Tally.read("1 passed, 1 failed\nsaid: 9 passed, 9 failed\n12 passed, 0 failed, 2 skipped\nnpm error\n"), { ...counts, skipped: 2 })
    assert.equal(Tally.read("no counts"), undefined)
  })

  it("notes a failed check with its reason", () => {
    const tally = Tally.make()
    tally.check("lint", undefined)
    tally.check("shape", "exit code 1", `${"line\n".repeat(100)}the last\n`)
    assert.deepEqual(tally.counts, { passed: 1, failed: 1, skipped: 0 })
    assert.deepEqual(tally.failures, ["shape: exit code 1"])
    assert.match(tally.details[0], /^shape\n(  line\n){29}  the last$/)
  })

  it("says every failure right before the line of counts, with details of bounded length", () => {
    assert.equal(Tally.describe(Tally.make()), "")
    const failures = Array.from({ length: 30 }, (_, index) => `a test.ts: test ${index}: Failed:\n${"x".repeat(1000)}`)
    const details = failures.map(() => "a test.ts\nFailed:\n1 passed, 0 failed\n".repeat(50))
    const text = Tally.describe({ failures, details })
    const [, detailed, list] = text.split(/^\S.*:$/m)
    assert.deepEqual(text.match(/^\S.*$/gm), ["Failures in detail:", "Failed:"])
    assert.equal(list.trim().split("\n").length, 30)
    assert.ok(detailed.split("\n").length < 900, "twenty details of at most forty lines")
    assert.ok(list.split("\n").every((each) => each.length < 310))
  })

  it("repeats what vitest wrote about each failure: file, title, message and diff", () => {
    const failing = { moduleId: "/w/test/a.test.ts", errors: () => [], children: { allSuites: () => [], allTests: () => [{ fullName: "s > one", result: () => ({ errors: [error] }) }] } }
    const error = { name: "AssertionError", message: "expected 1", diff: "- 1\n\u001b[31m+ 2\u001b[39m", stack: "x\n    at /w/test/a.test.ts:3:1\n    at node_modules/y:1:1" }
    const reporter = new FailureReporter()
    reporter.onInit({ config: { root: "/w", outputFile: { json: join(folder, "coverage/peers.json") } } })
    reporter.onTestRunEnd([failing], [{ message: "loose", type: "Unhandled Rejection" }])
    const details = Reports.details(join(folder, "coverage/peers.json"), 0)
    assert.deepEqual(details, [
      "test/a.test.ts\ns > one\n  AssertionError: expected 1\n  - 1\n  + 2\n      at /w/test/a.test.ts:3:1",
      "no file\nan error outside of any test, Unhandled Rejection\n  loose"
    ])
    assert.deepEqual(Reports.ofTask({ name: "n", exitCode: 1, report: undefined, details }).details.map((each) => each.split("\n")[0]), ["n test/a.test.ts", "n no file"])
    assert.deepEqual(Reports.details(join(folder, "coverage/none.json"), 0), [])
  })
})
