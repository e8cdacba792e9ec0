/** F9 of the reliability document. */
import { afterAll, describe, it } from "vitest"
import { eachOnce, gone, mixed } from "../stories/BrokenPeers.ts"
import { names, sqlite, stopServer, storeOf } from "../support/Databases.ts"
import { holds } from "../support/Proof.ts"
import { isLong } from "../support/Settings.ts"

afterAll(stopServer)

/** Gaps in milliseconds: more attempts than chance can break in a row. */
const schedule = [0, ...Array.from({ length: 19 }, () => 100)]

describe("F9 an ERP that answers in a broken way", () => {
  it("C36 is taken for what it is, and told again", ({ task }) => holds(task.fullTestName, { store: sqlite }, eachOnce))

  it("C22 with 410 is sent nothing more, and everything when an operator says so", ({ task }) =>
    holds(task.fullTestName, { store: sqlite }, gone))
})

describe.each(names)("F9 on %s", (name) => {
  it("three broken answers of ten lose nothing, double nothing, and change no byte and no order", async ({ task }) =>
    holds(task.fullTestName, { store: await storeOf(name), schedule }, mixed(isLong ? 20_000 : 300)))
})
