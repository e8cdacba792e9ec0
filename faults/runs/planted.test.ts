/** A checker that never fails proves nothing: each bug that can be planted is found by the run that is to find it. */
import { afterAll, describe, it } from "vitest"
import { bugs } from "../stories/Planted.ts"
import { stopServer, storeOf } from "../support/Databases.ts"
import { finds } from "../support/Proof.ts"
import { because } from "../support/Tools.ts"

afterAll(stopServer)

describe("a planted bug", () => {
  for (const bug of bugs) {
    const title = `${bug.name} that ${bug.is} is caught under ${bug.under}`
    it.skipIf(bug.isLeftOut !== undefined)(`${title}${because(bug.isLeftOut)}`, async () =>
      finds(
        `a planted bug ${title}`,
        bug,
        { store: await storeOf(bug.on ?? "SQLite"), ...bug.options, env: { CROSSDOCK_PLANTED: bug.name } },
        bug.story
      ))
  }
})
