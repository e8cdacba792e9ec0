/** One job: a case in its order, so many rounds, each run alone on the machine. */
import { loadavg } from "node:os"
import { join } from "node:path"
import { mkdirSync } from "node:fs"
import { benchOf, type Case, type Prepared } from "./Case.ts"
import { judge } from "./Judge.ts"
import type { Plan } from "./Plan.ts"
import { tempDir } from "./Processes.ts"
import type { JobRecord, Placed, Sample } from "./Results.ts"

export interface Around {
  readonly commit: string
  readonly command: string
  readonly machine: JobRecord["machine"]
  readonly ceilings: JobRecord["ceilings"]
  readonly marks: JobRecord["marks"]
}

const toldOf = ({ achieved, cpuMsPer1000, load, oracle, p50Ms, p99Ms, rate, rssMiB, told = [], held }: Sample): string => {
  if (oracle === "failed") return `FAILED: ${told.join("; ").slice(0, 300)}`
  const speed = load === "open" ? `at ${rate}/s${held === true ? "" : " (NOT HELD)"} p50 ${p50Ms} p99 ${p99Ms} ms` : `${achieved}/s`
  return `${speed}${cpuMsPer1000 === undefined ? "" : `, CPU ${cpuMsPer1000.toFixed(0)} ms per 1,000`}${rssMiB === undefined ? "" : `, RSS ${rssMiB.toFixed(0)} MiB`}`
}

const saidBy = (error: unknown): string => String(error instanceof Error ? error.message : error).slice(0, 2000)

interface Rounds {
  readonly samples: ReadonlyArray<Placed>
  /** Why there are none; absent: the job could begin. */
  readonly unprepared?: string
}

/** Runs it once; what a run throws is a sample that failed, and what preparing throws leaves the job without samples. */
const rounds = async (one: Case, plan: Plan, order: ReadonlyArray<string>, options: {
  readonly say: (line: string) => void
  readonly step: (says: string) => void
  readonly cpuProfiles: string | undefined
  readonly checkouts?: Readonly<Record<string, string>>
}): Promise<Rounds> => {
  const folder = tempDir()
  const nodeArgs = options.cpuProfiles === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${options.cpuProfiles}`]
  const samples: Array<Placed> = []
  const benchFor = (round: number, label: string, checkout?: string) => {
    const own = join(folder.path, label)
    mkdirSync(own)
    return benchOf({ plan, round, folder: own, say: options.say, nodeArgs, checkout })
  }
  const preparedBy = async (label: string, checkout?: string): Promise<Prepared> => {
    if (one.prepare === undefined) return {}
    const bench = benchFor(1, `prepare-${label}`, checkout)
    return one.prepare(bench).finally(bench.end)
  }
  try {
    /** Two builds are both Crossdock. Each begins with what it made itself, and both at the rates of the first. */
    const prepared: Record<string, Prepared> = {}
    let all: Prepared = {}
    try {
      if (options.checkouts === undefined) all = await preparedBy("all")
      for (const [name, checkout] of Object.entries(options.checkouts ?? {})) {
        const [first] = Object.values(prepared)
        prepared[name] = { ...(await preparedBy(name, checkout)), ...(first?.rates !== undefined && { rates: first.rates }) }
      }
    } catch (error) {
      return { samples, unprepared: `could not be prepared: ${saidBy(error)}` }
    }
    for (let round = 1; round <= plan.rounds; round++) {
      for (const [at, name] of order.entries()) {
        const bench = benchFor(round, `${round}-${at}-${name}`, options.checkouts?.[name])
        const subject = options.checkouts === undefined ? name : "crossdock"
        const found = await one.run(bench, subject, prepared[name] ?? all).catch((error: unknown): ReadonlyArray<Sample> => [{
          subject,
          round,
          load: "closed",
          achieved: 0,
          errors: 1,
          oracle: "failed",
          told: [saidBy(error)]
        }])
        await bench.end()
        samples.push(...found.map((sample) => ({ ...sample, subject: name, at })))
        options.step(`${one.name} ${one.variant}, round ${round}, ${name}: ${found.map(toldOf).join(" | ")}`)
      }
    }
  } finally {
    folder.remove()
  }
  return { samples }
}

/** A job, and once more where the plan says so and the first was not valid. Every one is given to `keep`. */
export const runJob = async (one: Case, plan: Plan, around: Around, options: {
  readonly say: (line: string) => void
  readonly step: (says: string) => void
  readonly keep: (record: JobRecord) => void
  /** It is repeated, with so many runs more. */
  readonly again?: (runs: number) => void
  readonly cpuProfiles?: string | undefined
  readonly checkouts?: Readonly<Record<string, string>>
  readonly order?: ReadonlyArray<string>
}): Promise<JobRecord> => {
  const order = options.order ?? one.order(plan)
  for (let tries = 0;; tries++) {
    const start = loadavg()[0]!
    const { samples, unprepared } = await rounds(one, plan, order, { ...options, cpuProfiles: options.cpuProfiles })
    const { goals, ratios, reason: found } = judge(one, samples, order)
    const reason = unprepared ?? found
    const record: JobRecord = {
      schema: 1,
      commit: around.commit,
      date: new Date().toISOString(),
      command: around.command,
      machine: around.machine,
      ceilings: around.ceilings,
      marks: around.marks,
      loadAverage: { start, end: loadavg()[0]! },
      plan: plan.name,
      case: one.name,
      variant: one.variant,
      extraWork: one.extraWork,
      order,
      rounds: plan.rounds,
      valid: reason === undefined,
      ...(reason !== undefined && { reason }),
      runs: samples,
      ratios,
      goals
    }
    options.keep(record)
    if (record.valid || tries >= plan.repeats) return record
    options.say(`not valid, once more: ${reason}`)
    options.again?.(order.length * plan.rounds)
  }
}
