/**
 * The goals part by part: which job measures it, and its limit. A part without a job is not measured by the bench; it has its line like
 * the others. Shares are of CPU: 0.5 of a baseline means twice its CPU for the same work.
 */
import { figures, medianOf, type Ratios, rounded, valuesOf } from "./Ratios.ts"
import type { Goal, Placed } from "./Results.ts"

type Measure = (samples: ReadonlyArray<Placed>, ratios: Ratios) => number

export interface Part {
  readonly id: string
  readonly title: string
  readonly bound: "at least" | "at most"
  readonly limit: number
  /** The case and variant that measure it, and how; NaN if a run has no such figure. */
  readonly job?: string
  readonly measure?: Measure
}

/** The rate of the goal was not held, so the goal is missed. */
const notHeld = Number.POSITIVE_INFINITY

const heldAt = (samples: ReadonlyArray<Placed>, subject: string, rate: number): boolean => {
  const found = samples.filter((sample) => sample.subject === subject && sample.rate === rate)
  return found.length > 0 && found.every(({ held, oracle }) => held === true && oracle === "clean")
}

/** A latency at a rate that has to be held. */
const atRate = (rate: number, latency: (samples: ReadonlyArray<Placed>) => number): Measure => (samples) =>
  heldAt(samples, "crossdock", rate) ? latency(samples) : samples.some((sample) => sample.rate === rate) ? notHeld : Number.NaN

const ratio = (name: string): Measure => (_, ratios) => ratios[name]?.median ?? Number.NaN
const cpuShare = (vs: string): Measure => (samples, ratios) => 1 / ratio(`cpu vs ${vs}`)(samples, ratios)
const ofSubject = (subject: string, name: keyof typeof figures): Measure => (samples) => medianOf(samples, subject, name)

/** The lowest of all rounds. */
const best = (name: keyof typeof figures): Measure => (samples) => {
  const values = valuesOf(samples, "crossdock", figures[name](0))
  return values.length === 0 ? Number.NaN : Math.min(...values)
}

/** The highest of the ratios to the baselines. */
const highest = (name: string): Measure => (_, ratios) => {
  const found = ["raw", "fastify", "fastify-durable"].flatMap((vs) => ratios[`${name} vs ${vs}`]?.median ?? [])
  return found.length === 0 ? Number.NaN : Math.max(...found)
}

const atLeast = (id: string, title: string, limit: number, job?: string, measure?: Measure): Part =>
  ({ id, title, bound: "at least", limit, ...(job !== undefined && { job }), ...(measure !== undefined && { measure }) })
const atMost = (...[id, title, limit, job, measure]: Parameters<typeof atLeast>): Part => ({ ...atLeast(id, title, limit, job, measure), bound: "at most" })

/** What the changes that the study of performance lists should reach, and then what their upper bound is. */
const shares = (id: string, job: string, first: readonly [number, number], then: readonly [number, number]): ReadonlyArray<Part> => [
  atLeast(id, "share of fastify by CPU", first[0], job, cpuShare("fastify")),
  atLeast(id, "share of fastify-durable by CPU", first[1], job, cpuShare("fastify-durable")),
  atLeast(id, "then: share of fastify by CPU", then[0], job, cpuShare("fastify")),
  atLeast(id, "then: share of fastify-durable by CPU", then[1], job, cpuShare("fastify-durable"))
]

const weight = (job: string): Part => atMost("G9", "RSS under load against each baseline", 1.5, job, highest("rss"))

const perOrder = (subject: string): Measure => (samples) => medianOf(samples, subject, "cpu") / 1000

const idleRate = (samples: ReadonlyArray<Placed>): number => samples.find(({ load }) => load === "idle")?.rate ?? 0

const besideIdle: Measure = (samples) =>
  samples.every(({ held, subject }) => subject !== "crossdock" || held === true)
    ? medianOf(samples, "crossdock", "p99", idleRate(samples)) / medianOf(samples, "crossdock", "p99Alone")
    : notHeld

/** The p95 of pages of a ledger that is written to meanwhile. */
const page = (name: string): Measure => (samples) => {
  const rate = samples.find(({ load, subject }) => load === "open" && subject === name)?.rate
  return rate === undefined ? Number.NaN : heldAt(samples, name, rate) ? medianOf(samples, name, "p95", rate) : notHeld
}

const grown: Measure = (samples, ratios) => ratio(ratios["instructions vs small"] === undefined ? "cpu vs small" : "instructions vs small")(samples, ratios)

const [verifyDispatch, passThrough, callback, drain, desk] = ["verify-dispatch envelope", "pass-through sqlite", "callback sqlite", "drain sqlite", "desk sqlite"]
const onPostgres = "throughput against fastify on PostgreSQL"

export const parts: ReadonlyArray<Part> = [
  atLeast("G1", "share of raw by CPU", 0.75, verifyDispatch, cpuShare("raw")),
  atLeast("G1", "share of the last release by CPU (see `compare`)", 1),
  atLeast("G2", "share of fastify by CPU", 0.9, verifyDispatch, cpuShare("fastify")),
  atMost("G2", "p99 at a fixed rate against fastify", 1.1, verifyDispatch, ratio("p99 vs fastify")),
  ...shares("G3", passThrough, [0.3, 0.45], [0.4, 0.6]),
  atLeast("G3", "orders/s held", 1000, passThrough, (samples) => heldAt(samples, "crossdock", 1000) ? 1000 : samples.some(({ rate }) => rate === 1000) ? 0 : Number.NaN),
  atMost("G3", "added p99 at 1,000/s, ms", 8, passThrough, atRate(1000, (samples) => medianOf(samples, "crossdock", "p99", 1000) - medianOf(samples, "direct", "p99", 1000))),
  atLeast("G3", onPostgres, 0.6, "pass-through postgres", ratio("throughput vs fastify")),
  ...shares("G4", callback, [0.4, 0.55], [0.5, 0.65]),
  atLeast("G4", onPostgres, 1, "callback postgres", ratio("throughput vs fastify")),
  ...shares("G5", drain, [0.3, 0.4], [0.4, 0.5]),
  atMost("G5", "p99 from acceptance to the ERP at 800/s, ms", 500, "drain sqlite-end-to-end", atRate(800, (samples) => medianOf(samples, "crossdock", "p99", 800))),
  atMost("G6", "CPU per order, ms", 5, desk, perOrder("one-node")),
  atMost("G6", "statements per order", 60, desk, ofSubject("one-node", "statements")),
  atMost("G6", "commits per order", 3, desk, ofSubject("one-node", "commits")),
  atLeast("G6", "orders/s on one node", 150, desk, ofSubject("one-node", "throughput")),
  atMost("G6", "CPU of the node per order on PostgreSQL, ms", 8, "desk postgres", perOrder("one-node")),
  atMost("G6", "CPU of three nodes per order against that of one", 1.15, "desk postgres", ratio("cpu vs one-node")),
  atLeast("G6", "orders/s of three nodes against one, each held to a fifth of a core", 2.5, "desk postgres-held", ratio("throughput vs one-node")),
  atMost("G7", "RSS above idle with 1,000,000 articles of which 1 % change per minute, MiB", 200),
  atMost("G7", "longest turn of the event loop with these articles, ms", 50),
  atLeast("G7", "records/s read", 50_000, "stock queries", ofSubject("crossdock", "throughput")),
  atMost("G8", "RSS with 10,000 idle connections, MiB", 300, "idle sqlite", ofSubject("crossdock", "rss")),
  atMost("G8", "p99 beside idle connections against the p99 without them", 1.5, "idle sqlite", besideIdle),
  atMost("G9", "ready, the best of ten starts, ms", 700, "start sqlite", best("ready")),
  atMost("G9", "ready with 2,000,000 orders, ms", 2000),
  ...[verifyDispatch, passThrough, callback, drain].map(weight),
  atMost("G10", "cost per message with 2,000,000 orders, 1,000,000 of them open or held, against 10,000", 1.2),
  atLeast("G10", "rows that retention removes against those that arrive", 1),
  atMost("G10", "gauges and lists with 2,000,000 orders, ms", 50),
  ...["a job queue of PostgreSQL", "Restate", "the workflows of Effect"].flatMap((other) => [
    atLeast("G11", `orders/s against ${other}`, 1),
    atMost("G11", `CPU per order against ${other}`, 1)
  ]),
  // Ratios compare the subject; the others are shown with their own medians.
  ...["one-hangs", "one-dead", "200-hang"].map((sick) =>
    atMost("fairness", `p99 of the others, ${sick} against all healthy`, 1.2, "fairness sqlite", ratio(sick === "one-hangs" ? "p99 vs all-healthy" : `p99 of ${sick} vs all-healthy`))),
  atMost("growth", "cost per callback in the grown database against 10,000 rows", 1.2, "growth sqlite", grown),
  ...["sqlite", "postgres"].flatMap((on) =>
    ["first", "deepest"].map((name) => atMost("ledger", `p95 of the ${name} page, ms`, 50, `ledger-read ${on}`, page(name))))
]

/** Whether a job measures a part of the numbered goals. */
export const isOfGoals = (job: string): boolean => parts.some((part) => part.job === job && part.id.startsWith("G"))

/** The parts that a job measures. */
export const goalsOf = (job: string, samples: ReadonlyArray<Placed>, ratios: Ratios): ReadonlyArray<Goal> =>
  parts.filter((part) => part.job === job).flatMap(({ bound, id, limit, measure, title }) => {
    const value = measure?.(samples, ratios) ?? Number.NaN
    if (Number.isNaN(value)) return []
    return [{ id, title, met: bound === "at least" ? value >= limit : value <= limit, value: value === notHeld ? null : rounded(value), limit, bound }]
  })
