/**
 * Bugs that the proof plants to see that it finds them (`quality/reliability.md` §3.3). Nothing is planted unless
 * `CROSSDOCK_PLANTED` names it, and a runner with a planted bug says so at start.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

export const bugs = {
  M1: "answers before the commit",
  M2: "writes an outcome without looking whose claim it is",
  M3: "remembers batches in memory only",
  M4: "leaves out what is exactly as old as the cursor",
  M5: "writes the content of a retry anew",
  M6: "counts an attempt when its outcome is stored",
  M7: "stores that a batch is known before its work, in a transaction of its own",
  M8: "sends a create again when its outcome is not known",
  M9: "judges leases by the clock of its own node",
  M10: "lets a later delivery of an entity pass one that is tried again",
  M11: "takes the text false for success",
  M12: "does not wait for the disk"
} as const
export type Bug = keyof typeof bugs

export const Planted = Context.Reference<ReadonlySet<Bug>>("@crossdock/runner/Planted", { defaultValue: () => new Set() })

export const isPlanted = (bug: Bug): Effect.Effect<boolean> => Effect.map(Planted, (planted) => planted.has(bug))

/** Names with commas between; throws on one that is none. */
export const parse = (text: string): ReadonlySet<Bug> =>
  new Set(text.split(",").map((name) => {
    if (!(name in bugs)) throw new Error(`CROSSDOCK_PLANTED: ${name} is none of ${Object.keys(bugs).join(", ")}`)
    return name as Bug
  }))
