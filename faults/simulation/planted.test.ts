/**
 * A checker that never fails proves nothing (section 3.3): each bug that the simulation can find is found by the rule that
 * is to find it, in a world in which nothing is wrong without it.
 */
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { open, type Store } from "./kernel/Store.ts"
import * as Plan from "./Plan.ts"
import { bugs, type Name } from "../planted/Bugs.ts"
import * as Bundle from "../planted/Bundle.ts"
import * as Seeds from "./Seeds.ts"

interface Proof {
  readonly bug: Name
  readonly kind: Plan.Kind
  /** Each of them names it. */
  readonly rules: ReadonlyArray<string>
}

const proofs: ReadonlyArray<Proof> = [
  { bug: "M2", kind: "asleep", rules: ["D1"] },
  { bug: "M3", kind: "seeds", rules: ["D1"] },
  { bug: "M5", kind: "seeds", rules: ["B"] },
  { bug: "M6", kind: "seeds", rules: ["A"] },
  { bug: "M7", kind: "seeds", rules: ["M", "L1"] },
  { bug: "M8", kind: "seeds", rules: ["I", "D1"] },
  { bug: "M9", kind: "adrift", rules: ["D1"] },
  { bug: "M10", kind: "seeds", rules: ["O"] },
  { bug: "M11", kind: "seeds", rules: ["L1"] },
  { bug: "M13", kind: "again", rules: ["O", "W"] }
]
/** Seeds in which a bug has to show itself; the rarest, M2, does so in about one of 150. */
const most = 1000

describe("a planted bug", () => {
  let store: Store
  beforeAll(async () => {
    store = await open()
  })
  afterAll(() => store.close())

  it.each(proofs.map((proof) => [proof.bug, bugs[proof.bug].is, proof] as const))("%s, which %s, is found", async (bug, _, { kind, rules }) => {
    const { judge } = await Bundle.load<typeof Seeds>(bug, "faults/simulation/Seeds.ts")
    for (let seed = 1; seed <= most; seed++) {
      const plan = Plan.kinds[kind](seed)
      const { rules: broken, message } = await judge(plan, store)
      if (!rules.every((rule) => broken.includes(rule))) continue
      process.stdout.write(`  ${bug} is found by seed ${seed} of ${kind}: ${message.split("\n").find((line) => line.startsWith(rules[0]!))}\n`)
      assert.strictEqual((await Seeds.judge(plan, store)).message, "")
      return
    }
    assert.fail(`not found by ${rules.join(" and ")} in ${most} seeds`)
  })
})
