/**
 * Decides after an attempt whether a delivery is done, is tried again, or becomes a dead letter. A dead letter is not sent
 * again until a person replays it.
 */
import { whenTold } from "../connection/RateLimit.ts"
import { gapAfter } from "../engine/RetrySchedule.ts"
import type { Verdict } from "../engine/RetryPolicy.ts"
import type { Unreadable } from "./DeliveryContents.ts"
import type { Ending } from "./DeliveryUnits.ts"

/** Why a stored message cannot be sent, for the person who looks at the dead letter. */
export const unreadableBecause: Readonly<Record<Unreadable, string>> = {
  sealed: "its content cannot be decrypted with this CROSSDOCK_SECRET_KEY, or was changed in the database",
  schema: "its content was decrypted, but is no valid message of its operation in this release; replay the delivery with the release that stored it",
  none: "no message is stored: it was erased with the personal data of its order, or it was never valid; cancel the delivery"
}

export interface Attempt {
  /** The number of this attempt; the first is 1. */
  readonly attempt: number
  /** The schedule: milliseconds before each attempt. */
  readonly gaps: ReadonlyArray<number>
  /** Milliseconds since 1970. */
  readonly now: number
  /** From 0 to 1, to spread the retries. */
  readonly random: number
  /** The time that the endpoint asks the runner to wait, in milliseconds. */
  readonly told: number | undefined
  readonly cause: string | undefined
}

/** A delivery is dead if its message was refused for good, or if the schedule has no further retry. */
export const endingOf = (verdict: Verdict, { attempt, cause, gaps, now, random, told }: Attempt): Ending => {
  switch (verdict) {
    case "delivered":
      return { state: "Delivered" }
    case "pause":
      return { state: "Pending", cause, isFree: true }
    case "retry":
    case "retry-when-told": {
      const gap = gapAfter(attempt, random, gaps)
      if (gap === undefined) return { state: "Dead", cause }
      const wait = verdict === "retry-when-told" ? whenTold(told) : told === undefined ? gap : Math.max(gap, whenTold(told))
      return { state: "Pending", dueAt: now + wait, cause }
    }
    default:
      return { state: "Dead", cause }
  }
}
