/** Evaluates the samples of a job: whether it is valid, its ratios, and the goals of its case. */
import { type Case } from "./Case.ts"
import { goalsOf } from "./Goals.ts"
import { type Figure, figures, median, ratioRate, ratiosOf, rounded, stateRatios, valuesOf } from "./Ratios.ts"
import type { Placed } from "./Results.ts"

/** The figures that must agree in both runs of the first subject. */
const steadiness = (one: Case, samples: ReadonlyArray<Placed>, order: ReadonlyArray<string>, first: string): Figure | undefined => {
  if (one.figure !== "p99" && one.figure !== "cpuAt") return figures[one.figure]()
  const rate = ratioRate(samples, order, [first])
  return rate === undefined ? undefined : figures[one.figure](rate)
}

const mostApart = 0.1

/** Why the job is not valid; undefined if it is. */
export const invalidBecause = (one: Case, samples: ReadonlyArray<Placed>, order: ReadonlyArray<string>): string | undefined => {
  const [first = ""] = order
  const wrong = samples.filter(({ oracle }) => oracle === "failed")
  const ofFirst = wrong.find(({ subject }) => subject === first)
  if (ofFirst !== undefined) return `${first} failed: ${(ofFirst.told ?? []).join("; ").slice(0, 300)}`
  if (order.length < 2 || order.at(-1) !== first) return undefined
  const figure = steadiness(one, samples, order, first)
  if (figure === undefined) return `${first} held none of the rates in every round`
  const [before, after] = [0, order.length - 1].map((at) => median(valuesOf(samples.filter((sample) => sample.at === at), first, figure)))
  if (!Number.isFinite(before! + after!)) return `${first} has no figure of both its runs`
  const apart = Math.abs(before! - after!) / Math.min(before!, after!)
  return apart <= mostApart ? undefined : `the two runs of ${first} differ by ${Math.round(apart * 100)} % (${rounded(before!)} and ${rounded(after!)}); at most ${mostApart * 100} %`
}

export const judge = (one: Case, samples: ReadonlyArray<Placed>, order: ReadonlyArray<string>) => {
  const ratios = { ...ratiosOf(one, samples, order), ...(one.name === "fairness" && stateRatios(samples, order)) }
  return { ratios, goals: goalsOf(`${one.name} ${one.variant}`, samples, ratios), reason: invalidBecause(one, samples, order) }
}
