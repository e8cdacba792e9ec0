// `npm run test:peers`: runs end-to-end tests against real software of others, and the signing snippets in every language.
//
//   node tools/check-peers.mjs      started through the launcher
//
// The script prepares the peers, builds, runs the script `test:peers` of every workspace that has one, and ends with
// exactly one line of counts. It installs system packages only with CI=true. Without CI=true it skips a peer that is not
// installed and prints the commands that install it. With CI=true a missing peer is a failure, and the files
// run in quarters, as many as there is the time for (see slow-machine.mjs).
import { spawnSync } from "node:child_process"
import { dirname } from "node:path"
import { fileURLToPath } from "node:url"
import * as Monitoring from "./peers/monitoring.mjs"
import * as Nginx from "./peers/nginx.mjs"
import * as Tryton from "./peers/tryton.mjs"
import * as Vendure from "./peers/vendure.mjs"
import * as SlowMachine from "./slow-machine.mjs"
import * as Snippets from "./snippets.mjs"
import * as Tally from "./tally.mjs"
import * as Workspaces from "./workspaces.mjs"

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const isCI = process.env.CI === "true"
const tally = Tally.make()
const say = (text) => process.stdout.write(`${text}\n`)

/** Only prepares programs: the tests themselves report that they are skipped if one is not there. */
const programs = () => {
  for (const [name, { prepare }] of [["nginx", Nginx], ["monitoring", Monitoring]]) {
    const problem = prepare({ mayInstall: isCI })
    if (problem === undefined || isCI) tally.check(`${name} is prepared`, problem)
    else say(problem)
  }
}

/** Prepares a real peer by its script. Returns whether its tests can run. */
const prepared = (name, script, { isPrepared }) => {
  const { status } = spawnSync(process.execPath, [script, "prepare"], { cwd: root, stdio: "inherit" })
  if (isPrepared()) {
    tally.check(`${name} is prepared`, undefined)
    return true
  }
  const reason = status === 0 ? "it is not installed; the commands above bring it" : `preparing it ended with ${status}`
  if (isCI || status !== 0) tally.check(name, reason)
  else {
    say(`skipped: ${name}, because ${reason}`)
    tally.add({ skipped: 1 })
  }
  return false
}

/** The tests of a peer that is not prepared skip themselves. */
const journeys = async () => {
  const peers = [prepared("Tryton", "tools/peers/tryton.mjs", Tryton), prepared("Vendure", "tools/peers/vendure.mjs", Vendure)]
  if (!peers.includes(true)) return
  await Workspaces.run(root, tally, { tasks: ["build"], forms: [] })
  await SlowMachine.inQuarters(root, "peers", (quarter, flags) =>
    Workspaces.run(root, tally, { tasks: [], forms: [{ task: "test:peers", report: "peers.json" }], flags, mayBeEmpty: quarter !== undefined }), say)
}

const snippets = () => {
  for (const { language, kind, problem, skipped, checked } of Snippets.runAll(root, { mayInstall: isCI })) {
    if (skipped !== undefined && !isCI) {
      say(`skipped: signing in ${language} (${kind}), because ${skipped}`)
      tally.add({ skipped: 1 })
    } else tally.check(`signing in ${language} (${kind})`, problem ?? skipped)
    if (checked !== undefined) say(`  signing in ${`${language} (${kind})`.padEnd(21)} ${checked} vectors`)
  }
}

try {
  snippets()
  programs()
  await journeys()
} catch (error) {
  tally.check("check-peers", error?.message ?? String(error), error?.stack)
}
Tally.finish(tally)
