/**
 * How fast the turns of one bucket come. It begins with what the plugin states, and follows what the peer's answers tell (0049).
 */
import type { RateLimits } from "@crossdock/core"

export interface Options {
  readonly perSecond: number
  /** Default: the calls of one second, at least one. */
  readonly burst?: number | undefined
  /** The rate that the operator has written; what answers tell never exceeds it. Default: none. */
  readonly most?: number | undefined
}

/** The rate of a bucket as it is believed now. */
export interface Believed {
  readonly perSecond: number
  readonly burst: number
  /** What a call costs; 1 unless answers tell costs. */
  readonly cost: number
}

export interface RateEstimate {
  readonly believed: () => Believed
  /** Milliseconds between two turns. */
  readonly gap: () => number
  /** How far in the future the bucket may be full again (milliseconds): at least one turn, so that no call waits for ever. */
  readonly most: () => number
  /**
   * Takes over what the answers to a call told. Returns how much longer a turn takes now than before (1: as long), the milliseconds of
   * turns that the call has used beyond its own, less than 0 if it has used less, and those that the peer has left at most. `most` is what
   * `most()` was before.
   */
  readonly learn: (operation: string, told: RateLimits.ReportedLimits) => { readonly scale: number; readonly most: number; readonly beyond: number; readonly left: number | undefined }
}

/** The lowest rate that is believed, as in the limits that plugins state, and the highest, beyond which turns have no length any more. */
const [lowest, highest] = [0.001, 1_000_000]
/** A call is not believed to cost more than what comes in this time (milliseconds), so a mistaken number does not stop a connection for ever. */
const dearest = 3_600_000

export const make = (options: Options): RateEstimate => {
  let { perSecond } = options
  let cost = 1
  /** What the last call of each operation has cost. */
  const costs = new Map<string, number>()
  const unit = (): number => 1000 / perSecond
  const lengthOf = (points: number): number => Math.min(points * unit(), dearest)
  const gap = (): number => lengthOf(cost)
  const burst = (): number => options.burst ?? Math.max(1, perSecond)
  const most = (): number => Math.max(Number.isFinite(perSecond) ? burst() * unit() : 1000, gap())
  return {
    believed: () => ({ perSecond, burst: burst(), cost }),
    gap,
    most,
    learn: (operation, told) => {
      const charged = cost
      const [before, full] = [unit(), most()]
      // A peer that has just answered takes calls, so 0 is no rate.
      if (told.perSecond !== undefined && told.perSecond > 0) perSecond = Math.min(Math.max(told.perSecond, lowest), highest, options.most ?? Number.POSITIVE_INFINITY)
      if (told.cost !== undefined) {
        costs.set(operation, told.cost)
        // A turn is for any operation of the bucket, so it is there when the dearest of them can be paid.
        cost = Math.max(1, ...costs.values())
      }
      return {
        scale: perSecond === 1000 / before ? 1 : unit() / before,
        most: full,
        beyond: told.cost === undefined ? 0 : lengthOf(told.cost) - lengthOf(charged),
        left: told.remaining === undefined ? undefined : told.remaining * unit()
      }
    }
  }
}
