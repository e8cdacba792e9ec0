/** A poll whose cursor has a planted bug (M4) leaves orders out. The runner's own polls do not: `jobs/Poller.test.ts` of the runner. */
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Poller from "../../apps/runner/src/jobs/Poller.ts"
import { onBothDatabases } from "../../apps/runner/test/support/Databases.ts"
import { openAfterPoll } from "../../apps/runner/test/support/Polling.ts"
import { inWorldOn } from "../../apps/runner/test/support/World.ts"
import * as Bundle from "../planted/Bundle.ts"

onBothDatabases("polling", (fresh) => {
  const inWorld = inWorldOn(fresh)

  inWorld("with a cursor that leaves out what is as old as itself misses orders (M4)", {}, (w) =>
    Effect.gen(function*() {
      const bugged = yield* Effect.promise(() => Bundle.load<typeof Poller>("M4", "apps/runner/src/jobs/Poller.ts"))
      assert.lengthOf(yield* openAfterPoll(w, bugged), 19)
    }))
})
