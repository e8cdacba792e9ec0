// `npm run test:faults`: runs the delivery engine in simulated worlds and every pair of its operations on two nodes, then
// real runner processes that are killed, starved of resources and disconnected. It also plants bugs in both, to show that the checks find them.
//
//   node tools/check-faults.mjs            the short form of every test; started through the launcher
//   node tools/check-faults.mjs --seed 7   one simulated world, printing every event in it; --kind and --planted as in
//                                          faults/simulation/main.ts
//   node tools/check-faults.mjs --soak     the soak test instead, as `npm run test:soak`
//
// FAULTS_LONG=1 runs the long form of each test, and FAULTS_SEED repeats a run. FAULTS_SOAK_SECONDS and FAULTS_SOAK_RATE set
// the size of the soak test. The script builds, runs the simulation and then the processes, and ends with exactly
// one line of counts. A test whose tool is not installed says so and is counted as skipped. With CI=true the runs are started in quarters, as
// many as there is the time for (see slow-machine.mjs).
import { spawnSync } from "node:child_process"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import * as SlowMachine from "./slow-machine.mjs"
import * as Tally from "./tally.mjs"
import * as Workspaces from "./workspaces.mjs"

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const options = process.argv.slice(2)
const isSoak = options.includes("--soak")
/** The tasks of the workspace `faults` with the reports that they write. They run one after the other, as each uses the whole machine. */
const tasks = isSoak
  ? [{ task: "test:soak", report: "soak.json" }]
  : [{ task: "test:simulation", report: "simulation.json" }]
const runs = { task: "test:faults", report: "faults.json" }
const tally = Tally.make()
const say = (text) => process.stdout.write(`${text}\n`)

try {
  if (options.includes("--seed")) {
    const played = spawnSync(process.execPath, [join(root, "faults/simulation/main.ts"), ...options], { stdio: "inherit" })
    tally.check(`the world of ${options.join(" ")}`, played.status === 0 ? undefined : "see above")
  } else {
    if (SlowMachine.isSlow(root)) {
      process.env.FAULTS_INTERLEAVINGS = "some"
      say("this machine is slow, so two operations of two nodes meet at a sample of the statements")
    }
    // Each test prints its measurements, so the output of vitest is shown.
    const shown = ["--filter=@crossdock/faults", "--output-logs=new-only"]
    for (const form of tasks) await Workspaces.run(root, tally, { tasks: ["build"], forms: [form], flags: shown })
    if (!isSoak) {
      await SlowMachine.inQuarters(root, "faults", (quarter, flags) =>
        Workspaces.run(root, tally, { tasks: [], forms: [runs], flags: [...shown, ...flags], mayBeEmpty: quarter !== undefined }), say)
    }
  }
} catch (error) {
  tally.check("check-faults", error?.message ?? String(error), error?.stack)
}
Tally.finish(tally)
