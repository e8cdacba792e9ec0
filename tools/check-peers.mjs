// `npm run test:peers`: the journeys against real software of others, and the signing snippets in every language.
//
//   node tools/check-peers.mjs      started through the launcher
//
// Prepares the peers, builds, runs the script `test:peers` of every workspace that has one, and ends with exactly one
// line of counts. System packages are installed with CI=true only; without it a peer that is not there is skipped and
// the commands that bring it are printed. With CI=true a missing peer is a failure.
import { spawnSync } from "node:child_process"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { isPrepared } from "./peers/tryton.mjs"
import * as Reports from "./reports.mjs"
import * as Snippets from "./snippets.mjs"
import * as Tally from "./tally.mjs"
import * as Turbo from "./turbo.mjs"

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const isCI = process.env.CI === "true"
const tally = Tally.make()
const startedAt = Date.now()
const say = (text) => process.stdout.write(`${text}\n`)

const journeys = () => {
  Reports.remove(root, ["peers.json"])
  const { status } = spawnSync(process.execPath, ["tools/peers/tryton.mjs", "prepare"], { cwd: root, stdio: "inherit" })
  if (!isPrepared()) {
    const reason = status === 0 ? "it is not installed; the commands above bring it" : `preparing it ended with ${status}`
    if (isCI || status !== 0) tally.check("Tryton", reason)
    else {
      say(`skipped: Tryton, because ${reason}`)
      tally.add({ skipped: 1 })
    }
    return
  }
  tally.check("Tryton is prepared", undefined)
  const { tasks, exitCode, problem } = Turbo.run(root, ["build", "test:peers"])
  if (problem !== undefined || (exitCode !== 0 && tasks.every((each) => each.exitCode === 0))) {
    tally.check("turbo", problem ?? `exit code ${exitCode}, see above`)
  }
  const peers = tasks.filter((each) => each.task === "test:peers")
  if (peers.length === 0) tally.check("test:peers", "no workspace ran it")
  for (const { name, exitCode: code } of tasks.filter((each) => each.task === "build" && each.exitCode !== 0)) {
    tally.check(`build of ${name}`, code === undefined ? "did not run" : `exit code ${code}`)
  }
  for (const { name, directory, exitCode: code } of peers) {
    const counted = Reports.ofTask({ name, exitCode: code, report: Reports.read(join(root, directory, "coverage", "peers.json"), startedAt) })
    tally.add(counted)
    tally.failures.push(...counted.failures)
    say(`  ${name.padEnd(32)} ${Tally.line(counted)}`)
  }
}

const snippets = () => {
  for (const { language, problem, skipped, checked } of Snippets.run(root, { mayInstall: isCI })) {
    if (skipped !== undefined && !isCI) {
      say(`skipped: signing in ${language}, because ${skipped}`)
      tally.add({ skipped: 1 })
    } else tally.check(`signing in ${language}`, problem ?? skipped)
    if (checked !== undefined) say(`  signing in ${language.padEnd(21)} ${checked} vectors`)
  }
}

try {
  snippets()
  journeys()
} catch (error) {
  tally.check("check-peers", error?.stack ?? String(error))
}
Tally.finish(tally)
