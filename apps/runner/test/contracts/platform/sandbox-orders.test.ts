/**
 * The orders that arrive in the simulated shop by themselves, and those of magic buyers, reach the ERP.
 */
import { platformSandboxOpen } from "@crossdock/platform-sandbox"
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as PlatformJobs from "../../../src/contracts/platform/Jobs.ts"
import * as Jobs from "../../../src/jobs/Jobs.ts"
import { Outbox } from "../../../src/outbox/Outbox.ts"
import { onBothDatabases } from "../../support/Databases.ts"
import * as Shop from "../../support/Shop.ts"
import { inWorldOn, nothingOwed, pass, until } from "../../support/World.ts"

const buyers = ["TWICE", "NO_TIME", "MASKED", "ODD_TEXT", "UNREADABLE"] as const

onBothDatabases("orders of the simulated shop", (fresh) => {
  const inWorld = inWorldOn(fresh)

  inWorld("reach the ERP once each, with odd ones among them (P-364, P-383)", {
    isIdle: true,
    plugins: [platformSandboxOpen],
    connections: [{ id: "shop", plugin: platformSandboxOpen.id }],
    links: [{}, { ...Shop.link }]
  }, (w) =>
    Effect.gen(function*() {
      yield* Effect.forkScoped((yield* Outbox).run)
      yield* Effect.forkScoped(Jobs.run(PlatformJobs.jobs))
      yield* pass(2000)
      for (const [index, buyer] of buyers.entries()) yield* Shop.place({ onlineOrderId: `P-${index}`, buyer })
      yield* until(Effect.sync(() => w.erp.received.length >= 7), 400_000, 1000)
      yield* pass(5000, 500)
      yield* nothingOwed
      const ids = w.erp.received.map(({ content }) => String(content.onlineOrderId))
      assert.strictEqual(new Set(ids).size, ids.length)
      assert.includeMembers(ids, ["P-0", "P-1", "P-2", "P-3"])
      assert.notInclude(ids, "P-4")
    }))
})
