/** All cases and variants, in the order of the table. */
import type { Case } from "../run/Case.ts"
import { callback } from "./callback.ts"
import { drainBacklog, drainFailing, drainHot, drainSlow, endToEnd } from "./drain.ts"
import { fairness } from "./fairness.ts"
import { passThrough, passThroughSlow } from "./pass-through.ts"
import { verifyDispatch } from "./verify-dispatch.ts"

export const cases: ReadonlyArray<Case> = [
  verifyDispatch,
  passThrough,
  passThroughSlow,
  callback,
  drainBacklog,
  drainHot,
  drainSlow,
  drainFailing,
  endToEnd,
  fairness
]
