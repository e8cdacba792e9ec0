// `npm run test:browser`: opens the console of real runners in a real browser.
//
//   node tools/check-browser.mjs    started through the launcher
//
// The script prepares Chromium, builds, runs the script `test:browser` of the workspace that has one, and ends with exactly one line of
// counts. It installs the browser only with CI=true; without it and without a browser it prints the command that installs one, and skips the
// tests. With CI=true the files run in quarters, as many as there is time for (see slow-machine.mjs). A test that fails leaves a trace and a
// picture in e2e/coverage/browser; open a trace with: npx playwright show-trace <file>.
import { dirname } from "node:path"
import { fileURLToPath } from "node:url"
import * as Chromium from "./peers/chromium.mjs"
import * as SlowMachine from "./slow-machine.mjs"
import * as Tally from "./tally.mjs"
import * as Workspaces from "./workspaces.mjs"

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const isCI = process.env.CI === "true"
const tally = Tally.make()
const say = (text) => process.stdout.write(`${text}\n`)

try {
  const problem = Chromium.prepare({ mayInstall: isCI })
  if (problem === undefined || isCI) tally.check("Chromium is prepared", problem)
  if (problem === undefined) {
    const one = ["--filter=@crossdock/e2e"]
    await Workspaces.run(root, tally, { tasks: ["build"], forms: [], flags: ["--filter=@crossdock/e2e..."] })
    await SlowMachine.inQuarters(root, "browser", (quarter, flags) =>
      Workspaces.run(root, tally, { tasks: [], forms: [{ task: "test:browser", report: "browser.json" }], flags: [...one, ...flags], mayBeEmpty: quarter !== undefined }), say)
  } else if (!isCI) {
    process.stdout.write(`skipped: the console in a browser, because ${problem}\n`)
    tally.add({ skipped: 1 })
  }
} catch (error) {
  tally.check("check-browser", error?.message ?? String(error), error?.stack)
}
Tally.finish(tally)
