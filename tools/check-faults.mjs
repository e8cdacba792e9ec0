// `npm run test:faults`: runs the delivery engine in simulated worlds and every pair of its operations on two nodes, then
// real runner processes that are killed, starved of resources and disconnected. It also plants bugs in both, to show that the checks find them.
//
//   node tools/check-faults.mjs            the short form of every test; started through the launcher
//   node tools/check-faults.mjs --seed 7   one simulated world, printing every event in it; --kind and --planted as in
//                                          apps/runner/simulation/main.ts
//   node tools/check-faults.mjs --soak     the soak test instead, as `npm run test:soak`
//
// FAULTS_LONG=1 runs the long form of each test, and FAULTS_SEED repeats a run. FAULTS_SOAK_SECONDS and FAULTS_SOAK_RATE set
// the size of the soak test. The script builds, tests the workspaces `runner` and `faults` one after the other, and ends
// with exactly one line of counts. A test whose tool is not installed says so and is counted as skipped.
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
      // Each test prints its measurements, so the output of vitest is shown.
      const flags = [`--filter=${workspace}`, "--output-logs=new-only"]
      await Workspaces.run(root, tally, { tasks: ["build", test], test, report, flags })
    }
  }
} catch (error) {
  tally.check("check-faults", error?.message ?? String(error), error?.stack)
}
Tally.finish(tally)
