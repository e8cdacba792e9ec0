/** The figures of a job by subject, and its ratios. */
import { type Case } from "./Case.ts"
import type { Placed, Ratio, Sample } from "./Results.ts"

export const median = (values: ReadonlyArray<number>): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length === 0 ? Number.NaN : sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

export const rounded = (value: number): number => Math.round(value * 1000) / 1000

/** Only samples without wrong answers count. */
const good = (samples: ReadonlyArray<Placed>) => samples.filter(({ oracle }) => oracle === "clean")

const isFull = ({ load }: Sample) => load !== "open"

export const named = (order: ReadonlyArray<string>): ReadonlyArray<string> => [...new Set(order)]

/** The highest rate that every subject held in every round, if there is one. */
export const commonRate = (samples: ReadonlyArray<Sample>, subjects: ReadonlyArray<string>): number | undefined => {
  const rates = [...new Set(samples.flatMap(({ rate }) => rate === undefined ? [] : [rate]))].toSorted((a, b) => b - a)
  const rounds = [...new Set(samples.map(({ round }) => round))]
  return rates.find((rate) =>
    subjects.every((subject) =>
      rounds.every((round) => {
        const found = samples.filter((sample) => sample.subject === subject && sample.round === round && sample.rate === rate)
        return found.length > 0 && found.every(({ held, oracle }) => held === true && oracle === "clean")
      })))
}

/** The rate at which a job compares latency: one that all subjects held, or else one that these held. */
export const ratioRate = (samples: ReadonlyArray<Sample>, order: ReadonlyArray<string>, these: ReadonlyArray<string>): number | undefined =>
  commonRate(samples, named(order)) ?? commonRate(samples, these)

export interface Figure {
  readonly of: (sample: Sample) => number | undefined
  readonly among: (sample: Sample) => boolean
}

export const figures = {
  throughput: (): Figure => ({ of: ({ achieved }) => achieved, among: isFull }),
  cpu: (): Figure => ({ of: ({ cpuMsPer1000 }) => cpuMsPer1000, among: isFull }),
  instructions: (): Figure => ({ of: ({ kiloInstructions }) => kiloInstructions, among: isFull }),
  statements: (): Figure => ({ of: ({ statements }) => statements, among: isFull }),
  commits: (): Figure => ({ of: ({ commits }) => commits, among: isFull }),
  cpuAt: (rate: number): Figure => ({ of: ({ cpuMsPer1000 }) => cpuMsPer1000, among: (sample) => sample.rate === rate }),
  ready: (): Figure => ({ of: ({ readyMs }) => readyMs, among: () => true }),
  idleRss: (): Figure => ({ of: ({ idleRssMiB }) => idleRssMiB, among: () => true }),
  idleCpu: (): Figure => ({ of: ({ idleCpuMsPerS }) => idleCpuMsPerS, among: () => true }),
  perConnection: (): Figure => ({ of: ({ kiBPerConnection }) => kiBPerConnection, among: () => true }),
  p99Alone: (): Figure => ({ of: ({ p99AloneMs }) => p99AloneMs, among: () => true }),
  rss: (): Figure => ({ of: ({ rssMiB }) => rssMiB, among: () => true }),
  p50: (rate: number): Figure => ({ of: ({ p50Ms }) => p50Ms, among: (sample) => sample.rate === rate }),
  p95: (rate: number): Figure => ({ of: ({ p95Ms }) => p95Ms, among: (sample) => sample.rate === rate }),
  p99: (rate: number): Figure => ({ of: ({ p99Ms }) => p99Ms, among: (sample) => sample.rate === rate })
}

export const valuesOf = (samples: ReadonlyArray<Placed>, subject: string, { among, of }: Figure): ReadonlyArray<number> =>
  good(samples).filter((sample) => sample.subject === subject && among(sample)).flatMap((sample) => {
    const value = of(sample)
    return value === undefined ? [] : [value]
  })

export const medianOf = (samples: ReadonlyArray<Placed>, subject: string, name: keyof typeof figures, rate = 0): number =>
  median(valuesOf(samples, subject, figures[name](rate)))

/** The median of the ratios of the rounds, whose runs follow each other, with the lowest and the highest of them. */
const ratioOf = (samples: ReadonlyArray<Placed>, subject: string, vs: string, figure: Figure, rate?: number): Ratio | undefined => {
  const byRound = [...new Set(samples.map(({ round }) => round))].flatMap((round) => {
    const here = samples.filter((sample) => sample.round === round)
    const [ours, theirs] = [median(valuesOf(here, subject, figure)), median(valuesOf(here, vs, figure))]
    return Number.isFinite(ours / theirs) ? [ours / theirs] : []
  })
  // A round in which only one of both has a figure gives no ratio.
  if (byRound.length === 0) return undefined
  return { vs, median: rounded(median(byRound)), low: rounded(Math.min(...byRound)), high: rounded(Math.max(...byRound)), ...(rate !== undefined && { rate }) }
}

export const ratiosOf = (one: Case, samples: ReadonlyArray<Placed>, order: ReadonlyArray<string>): Readonly<Record<string, Ratio>> => {
  const others = named(order).filter((name) => name !== one.subject)
  return Object.fromEntries(others.flatMap((vs) => {
    const rate = ratioRate(samples, order, [one.subject, vs])
    const wanted: ReadonlyArray<readonly [string, Figure, number?]> = [
      ["throughput", figures.throughput()],
      ["cpu", figures.cpu()],
      ["instructions", figures.instructions()],
      ["rss", figures.rss()],
      ["ready", figures.ready()],
      ["idle rss", figures.idleRss()],
      ["idle cpu", figures.idleCpu()],
      ["memory per connection", figures.perConnection()],
      ...(rate === undefined ? [] : [["p50", figures.p50(rate), rate], ["p99", figures.p99(rate), rate]] as const),
      // Without a run at full load, CPU is compared at the same rate.
      ...(rate === undefined || (one.figure !== "p99" && one.figure !== "cpuAt") ? [] : [["cpu", figures.cpuAt(rate), rate]] as const)
    ]
    return wanted.flatMap(([name, figure, at]) => {
      const ratio = ratioOf(samples, one.subject, vs, figure, at)
      return ratio === undefined ? [] : [[`${name} vs ${vs}`, ratio] as const]
    })
  }))
}

export type Ratios = Readonly<Record<string, Ratio>>

/** The better form of the fastify service without the promises. */
export const strongerForm = (ratios: Ratios): string => {
  const forms = ["fastify", "fastify-plain"].flatMap((form) => {
    const found = ratios[`throughput vs ${form}`]
    return found === undefined ? [] : [{ form, median: found.median }]
  })
  return forms.toSorted((a, b) => a.median - b.median)[0]?.form ?? "fastify"
}

/** The ratios of a job that compares states of one program. */
export const stateRatios = (samples: ReadonlyArray<Placed>, order: ReadonlyArray<string>): Ratios => {
  const [first = ""] = order
  return Object.fromEntries(named(order).slice(2).flatMap((state) => {
    const rate = ratioRate(samples, order, [first, state])
    const ratio = rate === undefined ? undefined : ratioOf(samples, state, first, figures.p99(rate), rate)
    return ratio === undefined ? [] : [[`p99 of ${state} vs ${first}`, ratio]]
  }))
}
