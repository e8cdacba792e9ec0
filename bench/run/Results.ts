/** Reads and writes the result files, which have every sample of every job, including invalid jobs. */
import { Ajv } from "ajv"
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "./Processes.ts"

/** One measured phase of a run. Rates are in requests or deliveries per second. */
export interface Sample {
  readonly subject: string
  readonly round: number
  /** Closed: as fast as possible. Open: at a fixed rate. Drain: until no delivery waits. Start and idle: without load. */
  readonly load: "closed" | "open" | "drain" | "start" | "idle"
  readonly rate?: number
  /** Whether all were answered in time. */
  readonly held?: boolean
  readonly achieved: number
  readonly p50Ms?: number
  readonly p95Ms?: number
  readonly p99Ms?: number
  readonly p999Ms?: number
  readonly maxMs?: number
  readonly rssMiB?: number
  readonly heapMiB?: number
  readonly cpuMsPer1000?: number
  /** Thousands of instructions per request or delivery, where the machine can count them. */
  readonly kiloInstructions?: number
  /** What an order of the desk asks of the database. */
  readonly statements?: number
  readonly commits?: number
  /** From the start of the process to ready: the best of a run, and the first in a new folder. */
  readonly readyMs?: number
  readonly newReadyMs?: number
  /** From the start of the process to the answer to the first signed request. */
  readonly firstAnswerMs?: number
  /** Idle connections, and the memory of each. */
  readonly connections?: number
  readonly kiBPerConnection?: number
  readonly idleRssMiB?: number
  /** CPU time of a process without work, in milliseconds per second. */
  readonly idleCpuMsPerS?: number
  /** The p99 without idle connections. */
  readonly p99AloneMs?: number
  readonly loopDelayP99Ms?: number
  readonly gcMs?: number
  readonly contextSwitches?: number
  readonly rssMiBEvery250Ms?: ReadonlyArray<number>
  readonly errors: number
  /** Failed: an answer was wrong, or a peer's count differs; the sample has no figure. */
  readonly oracle: "clean" | "failed"
  readonly told?: ReadonlyArray<string>
}

/** A sample and its position in its round, from 0; the first subject runs twice. */
export interface Placed extends Sample {
  readonly at: number
}

export interface Ratio {
  readonly vs: string
  readonly median: number
  readonly low: number
  readonly high: number
  /** The fixed rate, if the figure was not measured at full load or over the whole run. */
  readonly rate?: number
}

export interface Goal {
  readonly id: string
  readonly title: string
  readonly met: boolean
  /** Null if the rate was not held. */
  readonly value: number | null
  readonly limit: number
  /** Undefined in results of earlier versions. */
  readonly bound?: "at least" | "at most"
}

export interface JobRecord {
  readonly schema: 1
  readonly commit: string
  readonly date: string
  readonly command: string
  readonly machine: { readonly cores: number; readonly cpu: string; readonly memoryGiB: number; readonly node: string; readonly os: string }
  readonly ceilings: Readonly<Record<string, number>>
  /** Remarks for readers: `disk not durable?`, `one core`, uncommitted changes. */
  readonly marks: ReadonlyArray<string>
  readonly loadAverage: { readonly start: number; readonly end: number }
  readonly plan: "full" | "goals" | "quick" | "smoke"
  readonly case: string
  readonly variant: string
  readonly extraWork: string
  readonly order: ReadonlyArray<string>
  readonly rounds: number
  readonly valid: boolean
  /** Why the job is not valid. */
  readonly reason?: string
  readonly runs: ReadonlyArray<Placed>
  readonly ratios: Readonly<Record<string, Ratio>>
  readonly goals: ReadonlyArray<Goal>
  /** Where the CPU goes, if a goal is missed: shares of the self time, the largest first. */
  readonly profile?: ReadonlyArray<Share>
}

export interface Share {
  readonly where: string
  readonly percent: number
}

const schema = JSON.parse(readFileSync(join(root, "results/schema.json"), "utf8"))
const validate = new Ajv({ allErrors: true }).compile<ReadonlyArray<JobRecord>>(schema)

/** The members of a result file that do not match its schema. */
export const problemsOf = (value: unknown): ReadonlyArray<string> =>
  validate(value) ? [] : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)

const folder = join(root, "results")
/** Smoke runs only show that the bench works, and are stored separately. */
const smokeFolder = join(root, ".smoke")

const fileOf = ({ commit, date, plan }: JobRecord): string => join(plan === "smoke" ? smokeFolder : folder, `${date.slice(0, 10)}-${commit}.json`)

/** Adds a job to the file of its date and commit. */
export const append = (record: JobRecord): string => {
  const file = fileOf(record)
  mkdirSync(join(file, ".."), { recursive: true })
  const before: ReadonlyArray<JobRecord> = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : []
  const records = [...before, record]
  const problems = problemsOf(records)
  if (problems.length > 0) throw new Error(`the result does not match results/schema.json: ${problems.slice(0, 5).join("; ")}`)
  writeFileSync(file, `[\n${records.map((one) => JSON.stringify(one)).join(",\n")}\n]\n`)
  return file
}

/** Reads all jobs of all files, oldest first. */
export const all = (): ReadonlyArray<JobRecord> =>
  readdirSync(folder)
    .filter((name) => /^\d{4}-\d\d-\d\d-.+\.json$/.test(name))
    .flatMap((name) => JSON.parse(readFileSync(join(folder, name), "utf8")) as ReadonlyArray<JobRecord>)
    .toSorted((a, b) => a.date.localeCompare(b.date))
