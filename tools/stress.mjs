// Runs test files of one workspace again and again while other processes keep the machine busy, to find tests that fail by chance.
//
//   node tools/stress.mjs apps/runner --rounds 3 test/intents test/store     started through the launcher
//   node tools/stress.mjs e2e --busy 8 --writers 2 test/start.test.ts
//
// `--busy` processes compute without end (4 if not given), and `--writers` append to a file and wait for the disk after each
// block (0 if not given). The rest is passed to vitest. Each round prints its failures with their diffs; the script ends with
// one line of counts over all rounds. A failure that only shows here is still a defect of the test or of the code.
import { spawn, spawnSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import * as Reports from "./reports.mjs"
import * as Tally from "./tally.mjs"

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const numbers = { busy: 4, writers: 0, rounds: 1 }
const [workspace, ...rest] = process.argv.slice(2)
const options = []
while (rest.length > 0) {
  const word = rest.shift()
  if (Object.hasOwn(numbers, word.replace(/^--/, ""))) numbers[word.slice(2)] = Number(rest.shift())
  else options.push(word)
}

const folder = mkdtempSync(join(tmpdir(), "crossdock-stress-"))
const compute = "let x = 0; for (;;) x = (x + Math.sqrt(x)) % 1e9"
const write = `const fs = require("fs"), f = fs.openSync(process.argv[1], "w"), b = Buffer.alloc(1 << 18)
for (;;) { fs.writeSync(f, b, 0, b.length, 0); fs.fsyncSync(f) }`
const load = [
  ...Array.from({ length: numbers.busy }, () => ["-e", compute]),
  ...Array.from({ length: numbers.writers }, (_, index) => ["-e", write, join(folder, String(index))])
].map((args) => spawn(process.execPath, args, { stdio: "ignore" }))

const tally = Tally.make()
const report = join(folder, "stress.json")
try {
  for (let round = 1; round <= numbers.rounds; round++) {
    const startedAt = Date.now()
    const { status } = spawnSync(join(root, workspace, "node_modules/.bin/vitest"), [
      "run",
      "--reporter=dot",
      `--reporter=${join(root, "tools/failure-reporter.mjs")}`,
      "--reporter=json",
      `--outputFile.json=${report}`,
      "--maxWorkers=2",
      ...options
    ], { cwd: join(root, workspace), stdio: ["ignore", "ignore", "inherit"] })
    const counted = Reports.ofTask({
      name: `round ${round}`,
      exitCode: status ?? undefined,
      report: Reports.read(report, startedAt),
      folder: join(root, workspace),
      details: Reports.details(report, startedAt)
    })
    tally.add(counted)
    tally.failures.push(...counted.failures)
    tally.details.push(...counted.details)
    process.stdout.write(`round ${round}: ${Tally.line(counted)} in ${Math.round((Date.now() - startedAt) / 1000)} s\n${counted.details.map((each) => `${each}\n`).join("\n")}`)
  }
} finally {
  for (const each of load) each.kill("SIGKILL")
  rmSync(folder, { recursive: true, force: true })
}
Tally.finish(tally)
