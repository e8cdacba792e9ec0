/** Rows F5 and F6 of faults/README.md: failures of PostgreSQL. */
import { afterAll, describe, it } from "vitest"
import { type Fall, falls, refuses } from "../stories/Server.ts"
import { serverOf, stopServer, storeOf } from "../support/Databases.ts"
import { holds } from "../support/RunAndJudge.ts"
import { isLong } from "../support/Settings.ts"

afterAll(stopServer)

const short: ReadonlyArray<readonly [Fall, number]> = [["fast", 500], ["immediate", 500], ["killed", 1500]]
const story = isLong ? [...Array.from({ length: 6 }, () => short).flat(), ["fast", 30_000], ["killed", 30_000]] as const : short
/** Milliseconds. */
const longest = 5000

describe("F5", { concurrent: false }, () => {
  it(`C01 PostgreSQL falls ${story.length} times: no false success, work resumes, the runner lives`, async ({ task }) =>
    holds(task.fullTestName, { store: await storeOf("PostgreSQL") }, falls(await serverOf(), story, longest)))
})

describe("F6", { concurrent: false }, () => {
  it("PostgreSQL that ends connections, refuses to write, is slow or locked: no false success, work resumes", async ({ task }) =>
    holds(task.fullTestName, { store: await storeOf("PostgreSQL") }, refuses(await serverOf(), longest)))
})
