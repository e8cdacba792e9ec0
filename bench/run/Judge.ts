/** Evaluates the samples of a job: whether it is valid, its ratios, and the goals of its case. */
import { type Case } from "./Case.ts"
import type { Goal, Placed, Ratio, Sample } from "./Results.ts"

export const median = (values: ReadonlyArray<number>): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length === 0 ? Number.NaN : sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000

/** Only samples without wrong answers count. */
const good = (samples: ReadonlyArray<Placed>) => samples.filter(({ oracle }) => oracle === "clean")

const isFull = ({ load }: Sample) => load !== "open"

const named = (order: ReadonlyArray<string>): ReadonlyArray<string> => [...new Set(order)]

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
const ratioRate = (samples: ReadonlyArray<Sample>, order: ReadonlyArray<string>, these: ReadonlyArray<string>): number | undefined =>
  commonRate(samples, named(order)) ?? commonRate(samples, these)

interface Figure {
  readonly of: (sample: Sample) => number | undefined
  readonly among: (sample: Sample) => boolean
}

const figures = {
  throughput: (): Figure => ({ of: ({ achieved }) => achieved, among: isFull }),
  cpu: (): Figure => ({ of: ({ cpuMsPer1000 }) => cpuMsPer1000, among: isFull }),
  instructions: (): Figure => ({ of: ({ kiloInstructions }) => kiloInstructions, among: isFull }),
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

const valuesOf = (samples: ReadonlyArray<Placed>, subject: string, { among, of }: Figure): ReadonlyArray<number> =>
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
      ...(rate === undefined || one.figure !== "p99" ? [] : [["cpu", figures.cpuAt(rate), rate]] as const)
    ]
    return wanted.flatMap(([name, figure, at]) => {
      const ratio = ratioOf(samples, one.subject, vs, figure, at)
      return ratio === undefined ? [] : [[`${name} vs ${vs}`, ratio] as const]
    })
  }))
}

/** The figures that must agree in both runs of the first subject. */
const steadiness = (one: Case, samples: ReadonlyArray<Placed>, order: ReadonlyArray<string>, first: string): Figure | undefined => {
  if (one.figure !== "p99") return figures[one.figure]()
  const rate = ratioRate(samples, order, [first])
  return rate === undefined ? undefined : figures.p99(rate)
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

const atLeast = (id: string, title: string, value: number, limit: number): Goal => ({ id, title, met: value >= limit, value: rounded(value), limit, bound: "at least" })
const atMost = (id: string, title: string, value: number, limit: number): Goal => ({
  id,
  title,
  met: value <= limit,
  value: value === notHeld ? null : rounded(value),
  limit,
  bound: "at most"
})
const known = (goals: ReadonlyArray<Goal>): ReadonlyArray<Goal> => goals.filter(({ value }) => value === null || Number.isFinite(value))

/** The rate of the goal was not held, so the goal is missed. */
const notHeld = Number.POSITIVE_INFINITY

type Ratios = Readonly<Record<string, Ratio>>
type Judged = (samples: ReadonlyArray<Placed>, ratios: Ratios) => ReadonlyArray<Goal>

const value = (ratios: Ratios, name: string): number => ratios[name]?.median ?? Number.NaN

/** The better form of the fastify service, with which goals compare. */
export const strongerForm = (ratios: Ratios): string => {
  const forms = ["fastify", "fastify-plain"].filter((form) => ratios[`throughput vs ${form}`] !== undefined)
  const [best] = forms.toSorted((a, b) => value(ratios, `throughput vs ${a}`) - value(ratios, `throughput vs ${b}`))
  return best ?? "fastify"
}

const vsStronger = (ratios: Ratios, name: string): number => value(ratios, `${name} vs ${strongerForm(ratios)}`)

const weight: Judged = (_, ratios) => [atMost("G9", "RSS under load against fastify", vsStronger(ratios, "rss"), 1.5)]

/** Throughput against the better form of fastify, and against the one with the same promises. */
const shares = (id: string, ratios: Ratios, ofStronger: number): ReadonlyArray<Goal> => [
  atLeast(id, "throughput against fastify", vsStronger(ratios, "throughput"), ofStronger),
  atLeast(id, "throughput against fastify with the same promises", value(ratios, "throughput vs fastify-durable"), 1)
]

/** A service that commits each request alone pays for each round trip to the database. */
const onPostgres = (id: string): Judged => (samples, ratios) => [
  atLeast(id, "throughput against fastify on PostgreSQL", value(ratios, "throughput vs fastify"), 2),
  ...weight(samples, ratios)
]

const heldAt = (samples: ReadonlyArray<Placed>, subject: string, rate: number): boolean => {
  const found = samples.filter((sample) => sample.subject === subject && sample.rate === rate)
  return found.length > 0 && found.every(({ held, oracle }) => held === true && oracle === "clean")
}

const addedAt = (samples: ReadonlyArray<Placed>, name: "p50" | "p99"): number =>
  heldAt(samples, "crossdock", 1000)
    ? medianOf(samples, "crossdock", name, 1000) - medianOf(samples, "direct", name, 1000)
    : samples.some(({ rate }) => rate === 1000) ? notHeld : Number.NaN

/** The lowest of all rounds. */
const best = (samples: ReadonlyArray<Placed>, name: keyof typeof figures): number => {
  const values = valuesOf(samples, "crossdock", figures[name](0))
  return values.length === 0 ? Number.NaN : Math.min(...values)
}

const p99At = (samples: ReadonlyArray<Placed>, rate: number): number =>
  heldAt(samples, "crossdock", rate) ? medianOf(samples, "crossdock", "p99", rate) : samples.some((sample) => sample.rate === rate) ? notHeld : Number.NaN

/** The p95 of pages of a ledger that is written to meanwhile. */
const pages: Judged = (samples) =>
  ["first", "deepest"].map((name) => {
    const found = samples.find(({ load, subject }) => load === "open" && subject === name)?.rate ?? 0
    return atMost("ledger", `p95 of the ${name} page, ms`, heldAt(samples, name, found) ? medianOf(samples, name, "p95", found) : found === 0 ? Number.NaN : notHeld, 50)
  })

const idleRate = (samples: ReadonlyArray<Placed>): number => samples.find(({ load }) => load === "idle")?.rate ?? 0

/** The goals by case and variant. */
const judges: Readonly<Record<string, Judged>> = {
  "verify-dispatch envelope": (samples, ratios) => [
    atLeast("G1", "throughput against raw", value(ratios, "throughput vs raw"), 0.9),
    atLeast("G2", "throughput against fastify", value(ratios, "throughput vs fastify"), 1),
    atMost("G2", "p99 at a fixed rate against fastify", value(ratios, "p99 vs fastify"), 1),
    atMost("G9", "CPU time per 1,000 against fastify", value(ratios, "cpu vs fastify"), 1.1),
    ...weight(samples, ratios)
  ],
  "pass-through sqlite": (samples, ratios) => [
    atMost("G3", "added p99 at 1,000/s, ms", addedAt(samples, "p99"), 8),
    atMost("G3", "added p50 at 1,000/s, ms", addedAt(samples, "p50"), 3),
    ...shares("G3", ratios, 0.6),
    ...weight(samples, ratios)
  ],
  "pass-through postgres": onPostgres("G3"),
  "callback postgres": onPostgres("G4"),
  "drain postgres": onPostgres("G5"),
  "callback sqlite": (samples, ratios) => [
    atLeast("G4", "callbacks/s", medianOf(samples, "crossdock", "throughput"), 6000),
    atMost("G4", "p99 at 6,000/s, ms", p99At(samples, 6000), 30),
    atMost("G4", "floor: p99 at 3,000/s, ms", p99At(samples, 3000), 50),
    ...shares("G4", ratios, 0.75),
    ...weight(samples, ratios)
  ],
  "drain sqlite": (samples, ratios) => [
    atLeast("G5", "deliveries/s", medianOf(samples, "crossdock", "throughput"), 2000),
    ...shares("G5", ratios, 0.7),
    ...weight(samples, ratios)
  ],
  "drain sqlite-end-to-end": (samples) => [
    atMost("G5", "p99 from door to ERP at 2,000/s, ms", p99At(samples, 2000), 500),
    atMost("G5", "floor: p99 from door to ERP at 800/s, ms", p99At(samples, 800), 1000)
  ],
  "stock queries": (samples, ratios) => [
    atLeast("G6", "records/s of queries", medianOf(samples, "crossdock", "throughput"), 50_000),
    atLeast("G6", "records/s of queries against fastify", value(ratios, "throughput vs fastify"), 1),
    atMost("G6", "RSS while stock is queried, MiB", medianOf(samples, "crossdock", "rss"), 200),
    ...weight(samples, ratios)
  ],
  "polling sqlite": weight,
  "start sqlite": (samples) => [atMost("G8", "ready, the best of all starts, ms", best(samples, "ready"), 700)],
  "idle sqlite": (samples, ratios) => [
    atMost("G7", "RSS with idle connections, MiB", medianOf(samples, "crossdock", "rss"), 300),
    atMost("G7", "memory per idle connection against raw", value(ratios, "memory per connection vs raw"), 1.3),
    atMost(
      "G7",
      "p99 beside idle connections against the p99 without them",
      samples.every(({ held, subject }) => subject !== "crossdock" || held === true)
        ? medianOf(samples, "crossdock", "p99", idleRate(samples)) / medianOf(samples, "crossdock", "p99Alone")
        : notHeld,
      1.5
    )
  ],
  "growth sqlite": (_, ratios) => {
    const name = ratios["instructions vs small"] === undefined ? "cpu" : "instructions"
    return [atMost("growth", `${name === "cpu" ? "CPU time" : "instructions"} per callback in the grown database against 10,000 rows`, value(ratios, `${name} vs small`), 1.2)]
  },
  "ledger-read sqlite": pages,
  "ledger-read postgres": pages,
  "fairness sqlite": (_, ratios) =>
    ["one-hangs", "one-dead", "200-hang"].map((sick) => {
      // Ratios compare the subject; the others are shown with their own medians.
      const ratio = sick === "one-hangs" ? value(ratios, "p99 vs all-healthy") : value(ratios, `p99 of ${sick} vs all-healthy`)
      return atMost("fairness", `p99 of the others, ${sick} against all healthy`, ratio, 1.2)
    })
}

/** The ratios of a job that compares states of one program. */
const stateRatios = (samples: ReadonlyArray<Placed>, order: ReadonlyArray<string>): Ratios => {
  const [first = ""] = order
  return Object.fromEntries(named(order).slice(2).flatMap((state) => {
    const rate = ratioRate(samples, order, [first, state])
    const ratio = rate === undefined ? undefined : ratioOf(samples, state, first, figures.p99(rate), rate)
    return ratio === undefined ? [] : [[`p99 of ${state} vs ${first}`, ratio]]
  }))
}

export const judge = (one: Case, samples: ReadonlyArray<Placed>, order: ReadonlyArray<string>) => {
  const ratios = { ...ratiosOf(one, samples, order), ...(one.name === "fairness" && stateRatios(samples, order)) }
  const goals = known(judges[`${one.name} ${one.variant}`]?.(samples, ratios) ?? [])
  return { ratios, goals, reason: invalidBecause(one, samples, order) }
}
