/** Row F18 of faults/README.md: DNS names and unreachable addresses. */
import { tempDir } from "@crossdock/e2e/support/processes.ts"
import { afterAll, beforeAll, describe, it } from "vitest"
import { namedWrong } from "../stories/Machine.ts"
import { givenUp, moves, type Resolver, resolverOf, swallowed, unanswered } from "../stories/Names.ts"
import * as BlackHole from "../support/BlackHole.ts"
import { sqlite } from "../support/Databases.ts"
import { holds } from "../support/RunAndJudge.ts"

const name = "erp.faults.invalid"
const named = (port: number) => `http://${name}:${port}`
const folders = Array.from({ length: 3 }, () => tempDir("crossdock-names-"))
const [slow, gone, held] = folders.map(({ path }) => resolverOf(path)) as [Resolver, Resolver, Resolver]
afterAll(() => folders.forEach((folder) => folder.remove()))

describe("F18", () => {
  it("a name that is not answered, and then unknown, is asked for once at a time and holds up no other ERP", ({ task }) =>
    // After so many failures an endpoint waits for about 10 s before the next attempt.
    holds(task.fullTestName, { store: sqlite, hasOther: true, erpUrl: named, env: slow.env, patience: 30_000 }, unanswered(name, slow)))

  it("an ERP that moves while connections are open, and leaves an address where nobody is, is told everything", ({ task }) =>
    holds(task.fullTestName, { store: sqlite, erpUrl: named, env: gone.env }, moves(name, gone, "nobody")))

  it("an ERP that moves while connections are open, and leaves one where nothing passes, is told everything", ({ task }) =>
    holds(task.fullTestName, { store: sqlite, erpUrl: named, env: held.env, patience: 30_000 }, moves(name, held, "nothing")))

  it.for([
    ["a name that nobody knows", "nowhere.invalid"],
    ["an address that nobody has", "192.0.2.1"],
    ["an IPv6 address that nobody has", "[100::1]"]
  ] as const)("an ERP at %s is given up in time and nothing is lost", ([, host], { task }) =>
    holds(task.fullTestName, { store: sqlite, erpUrl: (port) => `http://${host}:${port}` }, namedWrong(givenUp)))

  describe("an address that swallows whoever calls", () => {
    let hole: BlackHole.BlackHole
    beforeAll(async () => {
      hole = await BlackHole.open()
    })
    afterAll(() => hole.close())

    it("is given up in time; calls do not pile up and hold up no other ERP", ({ task }) =>
      holds(task.fullTestName, { store: sqlite, hasOther: true, erpUrl: () => `http://127.0.0.1:${hole.port}` }, swallowed(hole)))
  })
})
