/** F12, F15 and F18 of the reliability document. */
import { tempDir } from "@crossdock/e2e/support/processes.ts"
import { afterAll, describe, it } from "vitest"
import { clockOf, skewed, steps } from "../stories/Clocks.ts"
import { freezes, namedWrong, starves } from "../stories/Machine.ts"
import { sqlite, stopServer, storeOf } from "../support/Databases.ts"
import { holds } from "../support/Proof.ts"
import { because, missing } from "../support/Tools.ts"

const folder = tempDir("crossdock-clock-")
afterAll(async () => {
  await stopServer()
  folder.remove()
})

describe("F12", () => {
  const clock = clockOf(folder.path)
  it("a clock that steps an hour on and back doubles nothing and stalls nothing", ({ task }) =>
    holds(task.fullTestName, { store: sqlite, env: clock.env, patience: 30_000 }, steps(clock, 300)))

  it("two nodes that are five minutes apart double nothing", async ({ task }) => {
    const ahead = tempDir("crossdock-clock-")
    try {
      const { env } = clockOf(ahead.path, 300_000)
      await holds(task.fullTestName, { store: await storeOf("PostgreSQL"), second: env }, skewed(100))
    } finally {
      ahead.remove()
    }
  })
})

describe("F15", () => {
  it("C08 a process that stands still for ten seconds loses nothing and doubles nothing", ({ task }) =>
    holds(task.fullTestName, { store: sqlite }, freezes(10_000)))

  it.skipIf(missing.prlimit !== undefined)(`a process without file handles lives on${because(missing.prlimit)}`, ({ task }) =>
    holds(task.fullTestName, { store: sqlite }, starves(256)))
})

describe("F18", () => {
  it.for([
    ["a name that nobody knows", "nowhere.invalid"],
    ["an address that nobody has", "192.0.2.1"],
    ["an IPv6 address that nobody has", "[100::1]"]
  ] as const)("an ERP at %s is given up in time and nothing is lost", ([, host], { task }) =>
    holds(task.fullTestName, { store: sqlite, erpUrl: (port) => `http://${host}:${port}` }, namedWrong(30_000)))
})
