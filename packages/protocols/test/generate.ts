/**
 * Values by chance, the same for the same seed.
 */
import type { Json } from "@crossdock/core"
import { random } from "./law/Weaken.ts"

export interface Chance {
  /** A whole number from `from` to `to`. */
  readonly whole: (from: number, to: number) => number
  readonly text: (longest?: number) => string
  readonly isTrue: () => boolean
  /** Any JSON value, a few levels deep. */
  readonly json: (levels?: number) => Json.Json
}

const letters = [..."abcXYZ0189 -_/\\\"'<>&+%=\u0000\t\n\u001f\u2028üß陈灯🙂𝄞{}[]:,~"]

const make = (next: () => number): Chance => {
  const whole = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  const text = (longest = 30) => Array.from({ length: whole(1, longest) }, () => letters[whole(0, letters.length - 1)]!).join("")
  const isTrue = () => next() < 0.5
  const json = (levels = 3): Json.Json => {
    switch (whole(0, levels === 0 ? 5 : 7)) {
      case 0:
        return null
      case 1:
        return isTrue()
      case 2:
        return whole(-3, 3)
      case 3:
        return next() * 1e21
      case 4:
        return ""
      case 5:
        return text()
      case 6:
        return Array.from({ length: whole(0, 3) }, () => json(levels - 1))
      default:
        return Object.fromEntries(Array.from({ length: whole(0, 3) }, () => [text(5), json(levels - 1)]))
    }
  }
  return { whole, text, isTrue, json }
}

/** Runs a check on many values; a failure names the run that shows it again. */
export const forMany = (runs: number, check: (chance: Chance) => void): void => {
  for (let run = 1; run <= runs; run++) {
    try {
      check(make(random(run)))
    } catch (cause) {
      throw new Error(`run ${run}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
    }
  }
}
