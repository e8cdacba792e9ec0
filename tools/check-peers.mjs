// `npm run test:peers`: the journeys against real software of others, and the signing snippets in every language.
//
//   node tools/check-peers.mjs      started through the launcher
//
// Prepares the peers, builds, runs the script `test:peers` of every workspace that has one, and ends with exactly one
// line of counts. System packages are installed with CI=true only; without it a peer that is not there is skipped and
// the commands that bring it are printed. With CI=true a missing peer is a failure.
import { spawnSync } from "node:child_process"
import { dirname } from "node:path"
import { fileURLToPath } from "node:url"
import * as Nginx from "./peers/nginx.mjs"
import { isPrepared } from "./peers/tryton.mjs"
import * as Snippets from "./snippets.mjs"
import * as Tally from "./tally.mjs"
import * as Workspaces from "./workspaces.mjs"

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const isCI = process.env.CI === "true"
const tally = Tally.make()
const say = (text) => process.stdout.write(`${text}\n`)

/** The test behind it says for itself that it is skipped where nginx is not there. */
const proxy = () => {
  const problem = Nginx.prepare({ mayInstall: isCI })
  if (problem === undefined || isCI) tally.check("nginx is prepared", problem)
  else say(problem)
}

const journeys = async () => {
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
  await Workspaces.run(root, tally, { tasks: ["build", "test:peers"], test: "test:peers", report: "peers.json" })
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
  proxy()
  await journeys()
} catch (error) {
  tally.check("check-peers", error?.stack ?? String(error))
}
Tally.finish(tally)
