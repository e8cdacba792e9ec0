// `npm run test:faults`: the engine in simulated worlds, then the runner as a process of its own, killed, starved and cut
// off, and the planted bugs of both.
//
//   node tools/check-faults.mjs            the selection for every change; started through the launcher
//   node tools/check-faults.mjs --seed 7   one simulated world alone, with all that happens in it; --kind and --planted as
//                                          in apps/runner/simulation/main.ts
//   node tools/check-faults.mjs --soak     the long even load instead, `npm run test:soak`
//
// FAULTS_LONG=1 takes the long form of each fault, FAULTS_SEED repeats a run; FAULTS_SOAK_SECONDS and FAULTS_SOAK_RATE
// size the soak. Builds, runs the workspaces `runner` and `faults` one after the other, and ends with exactly one line of
// counts. What lacks its tool on this machine says so and is counted as skipped.
import { spawnSync } from "node:child_process"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import * as Tally from "./tally.mjs"
import * as Workspaces from "./workspaces.mjs"

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const options = process.argv.slice(2)
const isSoak = options.includes("--soak")
const [test, report] = isSoak ? ["test:soak", "soak.json"] : ["test:faults", "faults.json"]
const tally = Tally.make()

try {
  if (options.includes("--seed")) {
    const played = spawnSync(process.execPath, [join(root, "apps/runner/simulation/main.ts"), ...options], { stdio: "inherit" })
    tally.check(`the world of ${options.join(" ")}`, played.status === 0 ? undefined : "see above")
  } else {
    for (const workspace of isSoak ? ["@crossdock/faults"] : ["@crossdock/runner", "@crossdock/faults"]) {
      // The figures of each run are a result of their own, so what vitest prints is shown.
      const flags = [`--filter=${workspace}`, "--output-logs=new-only"]
      await Workspaces.run(root, tally, { tasks: ["build", test], test, report, flags })
    }
  }
} catch (error) {
  tally.check("check-faults", error?.stack ?? String(error))
}
Tally.finish(tally)
