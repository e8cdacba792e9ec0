// Tests that .ci/run adds up the counts of its steps, fails if one of them fails, and repeats every failure at its end. A
// script simulates npm.
import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import { after, describe, it } from "node:test"
import { fileURLToPath } from "node:url"
import * as Tally from "../tally.mjs"

const folder = mkdtempSync(join(tmpdir(), "crossdock-ci-"))
after(() => rmSync(folder, { recursive: true }))
mkdirSync(join(folder, ".ci"))
mkdirSync(join(folder, "bin"))
copyFileSync(fileURLToPath(new URL("../../.ci/run", import.meta.url)), join(folder, ".ci/run"))

/** Runs .ci/run with a simulated npm that prints and exits as given; returns what it printed and the exit code. */
const start = (tests, peers, faults = ["1 passed, 0 failed\\n", 0], browser = ["0 passed, 0 failed\\n", 0]) => {
  const npm = join(folder, "bin/npm")
  const steps = Object.entries({ "run test:all": tests, "run test:browser": browser, "run test:peers": peers, "run test:faults": faults })
  writeFileSync(
    npm,
    `#!/bin/sh\n[ "$CI" = true ] || exit 9\n` +
      steps.map(([words, [says, ends]]) => `if [ "$*" = "${words}" ]; then printf '${says}'; exit ${ends}; fi\n`).join("") + "exit 9\n"
  )
  chmodSync(npm, 0o755)
  const { CI: _, ...env } = process.env
  const PATH = [join(folder, "bin"), process.env.PATH].join(delimiter)
  const done = spawnSync("bash", [join(folder, ".ci/run")], { encoding: "utf8", env: { ...env, PATH } })
  return { output: done.stdout, status: done.status }
}

/** The last line and the exit code of such a run. */
const run = (...steps) => {
  const { output, status } = start(...steps)
  return { last: output.trimEnd().split("\n").at(-1), status }
}

/** What a step prints that ends with these failures, as text for printf. */
const failing = (details, failures, counts) => {
  const tally = { failures, details }
  return `${`noise\nFailed:\n  an older list\n3 passed, 0 failed\n${Tally.describe(tally)}\n${counts}\n`.replaceAll("%", "%%").replaceAll("\n", "\\n")}`
}

describe(".ci/run", { skip: process.platform === "win32" ? "there is no bash" : false }, () => {
  it("adds up all steps", () => {
    const green = run(["x\\n5 passed, 0 failed, 1 skipped\\n", 0], ["2 passed, 0 failed\\n", 0])
    assert.deepEqual(green, { last: "8 passed, 0 failed, 1 skipped", status: 0 })
  })

  it("fails when one step did, and still runs the others", () => {
    assert.deepEqual(run(["5 passed, 1 failed\\n", 1], ["2 passed, 0 failed\\n", 0]), { last: "8 passed, 1 failed", status: 1 })
    assert.deepEqual(run(["5 passed, 0 failed\\n", 0], ["1 passed, 2 failed\\n", 1]), { last: "7 passed, 2 failed", status: 1 })
    assert.deepEqual(run(["5 passed, 0 failed\\n", 0], ["2 passed, 0 failed\\n", 0], ["3 passed, 1 failed\\n", 1]), { last: "10 passed, 1 failed", status: 1 })
    const green = ["5 passed, 0 failed\\n", 0]
    assert.deepEqual(run(green, green, green, ["4 passed, 1 failed\\n", 1]), { last: "19 passed, 1 failed", status: 1 })
  })

  it("counts a step that ends without counts, or worse than its counts say", () => {
    assert.deepEqual(run(["no node here\\n", 1], ["2 passed, 0 failed\\n", 0]), { last: "3 passed, 1 failed", status: 1 })
    assert.deepEqual(run(["5 passed, 0 failed\\n", 137], ["2 passed, 0 failed\\n", 0]), { last: "8 passed, 1 failed", status: 1 })
  })

  it("repeats the failures of all steps right before its last line", () => {
    const { output, status } = start(
      [failing(["@a/b test/x.test.ts\nsuite > one\n  expected 1 to be 2\n  - 2\n  + 1"], ["@a/b test/x.test.ts: suite one: expected 1 to be 2"], "5 passed, 1 failed"), 1],
      ["2 passed, 0 failed\\n", 0],
      [failing([], ["lint: exit code 1", "shape: 100% of it\nFailed:\n1 passed, 0 failed"], "0 passed, 2 failed"), 1]
    )
    const end = output.slice(output.lastIndexOf("\nFailures of all steps in detail:\n"))
    assert.equal(
      end,
      `
Failures of all steps in detail:
  @a/b test/x.test.ts
  suite > one
    expected 1 to be 2
    - 2
    + 1

Failed in all steps:
  @a/b test/x.test.ts: suite one: expected 1 to be 2
  lint: exit code 1
  shape: 100% of it Failed: 1 passed, 0 failed

7 passed, 3 failed
`
    )
    assert.equal(status, 1)
  })

  it("shows the end of the log of a step that ended without counts, and nothing when all passed", () => {
    const { output } = start(["no node here\\n", 1], ["2 passed, 0 failed\\n", 0])
    const end = output.slice(output.lastIndexOf("\nFailures of all steps in detail:\n"))
    const sentence = "  npm run test:all ended with 1 and without counts"
    assert.equal(end, `\nFailures of all steps in detail:\n${sentence}; the end of its log:\n    no node here\n\nFailed in all steps:\n${sentence}\n\n3 passed, 1 failed\n`)
    assert.doesNotMatch(start(["5 passed, 0 failed\\n", 0], ["2 passed, 0 failed\\n", 0]).output, /Failed/)
  })
})
