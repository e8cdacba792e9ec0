/** One seed after another, each judged. */
import * as Oracle from "../oracle/Oracle.ts"
import { open, type Store } from "./kernel/Store.ts"
import * as Plan from "./Plan.ts"
import * as Story from "./Story.ts"
import * as World from "./World.ts"

export interface Verdict {
  /** The rules that are broken; `broken` where the world itself came to an end. */
  readonly rules: ReadonlyArray<string>
  /** What is wrong; empty: nothing. */
  readonly message: string
  readonly story: string
  /** Milliseconds of the simulated time. */
  readonly lasted: number
}

export const judge = async (plan: Plan.Plan, store: Store): Promise<Verdict> => {
  try {
    const outcome = await World.play(plan, store)
    const { lasted, violations } = outcome
    return {
      rules: [...new Set(violations.map(({ rule }) => rule))],
      message: Oracle.told(violations),
      story: Story.told(outcome),
      lasted
    }
  } catch (error) {
    store.rollBack()
    const message = error instanceof Error ? error.stack ?? error.message : String(error)
    return { rules: ["broken"], message, story: "", lasted: 0 }
  }
}

export interface Failed {
  readonly kind: Plan.Kind
  readonly seed: number
  readonly message: string
  readonly plan: Plan.Plan
}

/** Plays so many seeds and answers those that failed. */
export const all = async (
  kind: Plan.Kind,
  from: number,
  count: number,
  done: (seed: number, verdict: Verdict) => void
): Promise<ReadonlyArray<Failed>> => {
  const store = await open()
  const failed: Array<Failed> = []
  for (let seed = from; seed < from + count; seed++) {
    const plan = Plan.kinds[kind](seed)
    const verdict = await judge(plan, store)
    done(seed, verdict)
    if (verdict.rules.length > 0) failed.push({ kind, seed, message: verdict.message, plan })
  }
  store.close()
  return failed
}

/** The one command that repeats a seed. */
export const again = (kind: Plan.Kind, seed: number): string =>
  `npm run test:faults -- --seed ${seed}${kind === "seeds" ? "" : ` --kind ${kind}`}`
