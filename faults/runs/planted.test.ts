/** Plants each bug and checks that the run for it fails, because a check that never fails proves nothing. */
import { afterAll, describe, it } from "vitest"
import { bugs as all } from "../planted/Bugs.ts"
import { program } from "../planted/Bundle.ts"
import { bugs } from "../stories/Planted.ts"
import { stopServer, storeOf } from "../support/Databases.ts"
import { finds } from "../support/RunAndJudge.ts"
import { because } from "../support/Tools.ts"

afterAll(stopServer)

describe("a planted bug", () => {
  for (const bug of bugs) {
    it.skipIf(bug.isLeftOut !== undefined)(`${bug.name} that ${all[bug.name].is} is caught under ${bug.under}${because(bug.isLeftOut)}`, async ({ task }) =>
      finds(
        task.fullTestName,
        bug,
        { store: await storeOf(bug.on ?? "SQLite"), ...bug.options, program: await program(bug.name) },
        bug.story
      ))
  }
})
