/** Runs one job: the subjects of a case in order, for several rounds, one run at a time. */
import { loadavg } from "node:os"
import { join } from "node:path"
import { mkdirSync } from "node:fs"
import { benchOf, type Case, type Prepared, roundsOf } from "./Case.ts"
import { judge } from "./Judge.ts"
import type { Plan } from "./Plan.ts"
import { sharesIn } from "../observe/Profile.ts"
import { tempDir } from "./Processes.ts"
import type { JobRecord, Placed, Sample, Share } from "./Results.ts"

export interface Around {
  readonly commit: string
  readonly command: string
  readonly machine: JobRecord["machine"]
  readonly ceilings: JobRecord["ceilings"]
  readonly marks: JobRecord["marks"]
}

const startOf = ({ firstAnswerMs, newReadyMs, readyMs }: Sample): string => `ready in ${readyMs} ms, answers after ${firstAnswerMs} ms; in a new folder ready in ${newReadyMs} ms`

const idleOf = ({ connections, idleCpuMsPerS, idleRssMiB, kiBPerConnection, p99AloneMs, p99Ms, rate }: Sample): string =>
  `${idleRssMiB} MiB, ${idleCpuMsPerS} ms of CPU per second, ${kiBPerConnection} KiB for each of ${connections} connections, p99 at ${rate}/s ${p99Ms} ms beside them and ${p99AloneMs} ms without`

const toldOf = (sample: Sample): string => sample.oracle === "failed" ? `FAILED: ${(sample.told ?? []).join("; ").slice(0, 300)}` : sample.load === "start" ? startOf(sample) : sample.load === "idle" ? idleOf(sample) : loadOf(sample)

const loadOf = ({ achieved, commits, cpuMsPer1000, kiloInstructions, load, p50Ms, p99Ms, rate, rssMiB, held, statements }: Sample): string => {
  const speed = load === "open" ? `at ${rate}/s${held === true ? "" : " (NOT HELD)"} p50 ${p50Ms} p99 ${p99Ms} ms` : `${achieved}/s`
  return `${speed}${cpuMsPer1000 === undefined ? "" : `, CPU ${cpuMsPer1000.toFixed(0)} ms per 1,000`}${kiloInstructions === undefined ? "" : `, ${Math.round(kiloInstructions)} thousand instructions each`}${rssMiB === undefined ? "" : `, RSS ${rssMiB.toFixed(0)} MiB`}${statements === undefined ? "" : `, ${statements} statements and ${commits} commits each`}`
}

const saidBy = (error: unknown): string => String(error instanceof Error ? error.message : error).slice(0, 2000)

interface Rounds {
  readonly samples: ReadonlyArray<Placed>
  readonly profile?: ReadonlyArray<Share>
  /** Why there are no samples, if the job could not start. */
  readonly unprepared?: string
}

/** Runs the job once. An error in a run makes a failed sample; an error in the preparation leaves the job without samples. */
const rounds = async (one: Case, plan: Plan, order: ReadonlyArray<string>, options: {
  readonly say: (line: string) => void
  readonly step: (message: string) => void
  readonly cpuProfiles: string | undefined
  readonly checkouts?: Readonly<Record<string, string>>
  /** Whether the samples need a profile, for which the subject runs once more. */
  readonly isProfiled: (samples: ReadonlyArray<Placed>) => boolean
}): Promise<Rounds> => {
  const folder = tempDir()
  const samples: Array<Placed> = []
  const benchFor = (round: number, label: string, checkout?: string, cpuProfiles = options.cpuProfiles) => {
    const own = join(folder.path, label)
    mkdirSync(own)
    return benchOf({ plan, round, folder: own, say: options.say, nodeArgs: cpuProfiles === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${cpuProfiles}`], checkout })
  }
  const preparedBy = async (label: string, checkout?: string): Promise<Prepared> => {
    if (one.prepare === undefined) return {}
    const bench = benchFor(1, `prepare-${label}`, checkout)
    return one.prepare(bench).finally(bench.end)
  }
  try {
    /** Both builds are Crossdock: each starts with its own prepared data, and both use the rates of the first. */
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
    for (let round = 1; round <= roundsOf(one, plan); round++) {
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
    if (!options.isProfiled(samples)) return { samples }
    options.say(`${one.name} ${one.variant}: a profile of ${one.subject}, because a goal is missed`)
    const profiles = join(folder.path, "cpu-profiles")
    mkdirSync(profiles)
    const bench = benchFor(1, "profile", undefined, profiles)
    await one.run(bench, one.subject, all).catch((error: unknown) => options.say(`no profile: ${saidBy(error)}`))
    await bench.end()
    // The process writes its profile when it ends. A start has no warm-up.
    return { samples, profile: sharesIn(profiles, one.figure === "ready" ? 0 : 0.5) }
  } finally {
    folder.remove()
  }
}

/** Runs a job, and repeats it if it was not valid and the plan says so. Passes each result to `keep`. */
export const runJob = async (one: Case, plan: Plan, around: Around, options: {
  readonly say: (line: string) => void
  readonly step: (message: string) => void
  readonly keep: (record: JobRecord) => void
  /** Called before a repetition with the number of additional runs. */
  readonly again?: (runs: number) => void
  readonly cpuProfiles?: string | undefined
  readonly checkouts?: Readonly<Record<string, string>>
  readonly order?: ReadonlyArray<string>
}): Promise<JobRecord> => {
  const order = options.order ?? one.order(plan)
  for (let tries = 0;; tries++) {
    const start = loadavg()[0]!
    const isProfiled = (found: ReadonlyArray<Placed>): boolean => {
      if (!plan.isOfGoals || options.checkouts !== undefined || options.cpuProfiles !== undefined) return false
      const { goals, reason } = judge(one, found, order)
      return (reason === undefined || tries >= plan.repeats) && goals.some(({ met }) => !met)
    }
    const { profile, samples, unprepared } = await rounds(one, plan, order, { ...options, cpuProfiles: options.cpuProfiles, isProfiled })
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
      rounds: roundsOf(one, plan),
      valid: reason === undefined,
      ...(reason !== undefined && { reason }),
      runs: samples,
      ratios,
      goals,
      ...(profile !== undefined && profile.length > 0 && { profile })
    }
    options.keep(record)
    if (record.valid || tries >= plan.repeats) return record
    options.say(`not valid, repeating: ${reason}`)
    options.again?.(order.length * roundsOf(one, plan))
  }
}
