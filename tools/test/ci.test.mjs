// Tests that .ci/run adds up the counts of its steps and fails if one of them fails. A script simulates npm.
import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import { after, describe, it } from "node:test"
import { fileURLToPath } from "node:url"

const folder = mkdtempSync(join(tmpdir(), "crossdock-ci-"))
after(() => rmSync(folder, { recursive: true }))
mkdirSync(join(folder, ".ci"))
mkdirSync(join(folder, "bin"))
copyFileSync(fileURLToPath(new URL("../../.ci/run", import.meta.url)), join(folder, ".ci/run"))

/** Runs .ci/run with a simulated npm that prints and exits as given; returns the last line and the exit code. */
const run = (tests, peers, faults = ["1 passed, 0 failed\\n", 0]) => {
  const npm = join(folder, "bin/npm")
  const steps = Object.entries({ test: tests, "run test:peers": peers, "run test:faults": faults })
  writeFileSync(
    npm,
    `#!/bin/sh\n[ "$CI" = true ] || exit 9\n` +
      steps.map(([words, [says, ends]]) => `if [ "$*" = "${words}" ]; then printf '${says}'; exit ${ends}; fi\n`).join("") + "exit 9\n"
  )
  chmodSync(npm, 0o755)
  const { CI: _, ...env } = process.env
  const PATH = [join(folder, "bin"), process.env.PATH].join(delimiter)
  const done = spawnSync("bash", [join(folder, ".ci/run")], { encoding: "utf8", env: { ...env, PATH } })
  return { last: done.stdout.trimEnd().split("\n").at(-1), status: done.status }
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
  })

  it("counts a step that ends without counts, or worse than its counts say", () => {
    assert.deepEqual(run(["no node here\\n", 1], ["2 passed, 0 failed\\n", 0]), { last: "3 passed, 1 failed", status: 1 })
    assert.deepEqual(run(["5 passed, 0 failed\\n", 137], ["2 passed, 0 failed\\n", 0]), { last: "8 passed, 1 failed", status: 1 })
  })
})
