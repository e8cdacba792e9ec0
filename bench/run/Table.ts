/** Generates results/README.md from the result files. */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { type Part, parts } from "./Goals.ts"
import { root } from "./Processes.ts"
import { commonRate, median, strongerForm } from "./Ratios.ts"
import { all, type Goal, type JobRecord, type Sample } from "./Results.ts"

const number = (value: number): string =>
  value >= 1000 ? Math.round(value).toLocaleString("en-US") : String(Math.round(value * (value >= 100 ? 1 : 100)) / (value >= 100 ? 1 : 100))

const ratio = ({ ratios }: JobRecord, name: string): string => {
  const found = ratios[name]
  return found === undefined ? "–" : `${number(found.median)} (${number(found.low)}–${number(found.high)})`
}

/** Some cases compare states of Crossdock; these are the ones that the table shows. */
const ownRuns: Readonly<Record<string, string>> = { desk: "one-node", fairness: "one-hangs", growth: "grown", "ledger-read": "deepest" }

const subjectOf = ({ case: name }: JobRecord): string => ownRuns[name] ?? "crossdock"

const ofSubject = (job: JobRecord): ReadonlyArray<Sample> => job.runs.filter(({ oracle, subject }) => oracle === "clean" && subject === subjectOf(job))

const figure = (samples: ReadonlyArray<Sample>, of: (sample: Sample) => number | undefined): string => {
  const value = median(samples.flatMap((sample) => of(sample) ?? []))
  return Number.isFinite(value) ? number(value) : "–"
}

/** The latency at every rate, the lowest first; none for a rate that was not held in every round. */
const latenciesOf = (job: JobRecord): string => {
  const own = job.runs.filter(({ load, subject }) => subject === subjectOf(job) && load === "open")
  const rates = [...new Set(own.flatMap(({ rate }) => rate ?? []))].toSorted((a, b) => a - b)
  return rates.map((rate) => {
    const at = own.filter((sample) => sample.rate === rate)
    if (commonRate(at, [subjectOf(job)]) !== rate) return `${number(rate)}/s not held`
    return `${figure(at, ({ p50Ms }) => p50Ms)} / ${figure(at, ({ p99Ms }) => p99Ms)} ms at ${number(rate)}/s`
  }).join("<br>")
}

/** A backlog has no rate, so its latency is that of the end-to-end variant. */
const latencyOf = (job: JobRecord, shown: ReadonlyArray<JobRecord>): string => {
  const own = latenciesOf(job)
  if (own !== "" || job.case !== "drain") return own || (job.runs.some(({ load }) => load === "start" || load === "idle") ? "–" : "no rate held")
  const endToEnd = shown.find(({ case: name, variant }) => name === job.case && variant === `${job.variant}-end-to-end`)
  const found = endToEnd === undefined ? "" : latenciesOf(endToEnd)
  return found === "" ? "not measured in a valid job" : `${found}<br>(from door to ERP, the job below)`
}

/** Compares Crossdock with one subject: by throughput, or by latency and CPU if all run at one rate. */
const against = (job: JobRecord, other: string): string => {
  if (job.ratios[`throughput vs ${other}`] !== undefined) return ratio(job, `throughput vs ${other}`)
  const without = ["ready", "idle rss", "idle cpu", "memory per connection"].filter((name) => job.ratios[`${name} vs ${other}`] !== undefined)
  if (without.length > 0) return without.map((name) => `${name} ${ratio(job, `${name} vs ${other}`)}`).join("<br>")
  const p99 = job.ratios[`p99 vs ${other}`]
  if (p99 === undefined) return "–"
  return `p50 ${ratio(job, `p50 vs ${other}`)}, p99 ${ratio(job, `p99 vs ${other}`)}${p99.rate === undefined ? "" : ` at ${number(p99.rate)}/s`}`
}

const isOwnRun = ({ case: name }: JobRecord): boolean => Object.hasOwn(ownRuns, name)

/** The comparisons with raw, and with the better form of fastify. */
const versus = (job: JobRecord, of: (other: string) => string): readonly [raw: string, fastify: string] => {
  const stronger = strongerForm(job.ratios)
  const [first = ""] = job.order
  if (isOwnRun(job)) return [`own run, ${first}: ${of(first)}`, "own run"]
  return [of("raw"), `${of(stronger)}${stronger === "fastify" ? "" : " (plain)"}`]
}

/** CPU time, and instructions where the machine counts them. */
const costOf = (job: JobRecord, other: string): string => {
  const instructions = ratio(job, `instructions vs ${other}`)
  return `${ratio(job, `cpu vs ${other}`)}${instructions === "–" ? "" : `, instructions ${instructions}`}`
}

const weightOf = (job: JobRecord): string => {
  const own = `${figure(ofSubject(job), ({ rssMiB }) => rssMiB)} MiB`
  const of = (other: string, name: string) => {
    const found = job.ratios[`rss vs ${other}`]
    return found === undefined ? [] : [`${number(found.median)} of ${name}`]
  }
  const ratios = isOwnRun(job) ? [] : [...of("raw", "raw"), ...of(strongerForm(job.ratios), "fastify")]
  return [own, ...ratios].join(", ")
}

/** What a job says of a part; undefined if it did not measure it, or measured what it was in an earlier version. */
const goalOf = (part: Part, jobs: ReadonlyArray<JobRecord>) =>
  jobs.flatMap((job) => {
    const goal = `${job.case} ${job.variant}` === part.job ? job.goals.find(({ id, limit, title }) => id === part.id && title === part.title && limit === part.limit) : undefined
    return goal === undefined ? [] : [{ job, goal }]
  })[0]

/** All parts of a goal that a job measures. */
const wordOf = (job: JobRecord, id: string): string =>
  parts.some((part) => part.id === id && goalOf(part, [job])?.goal.met === false) ? "missed" : "reached"

const goalIds = (job: JobRecord): ReadonlyArray<string> => [...new Set(parts.filter((part) => goalOf(part, [job]) !== undefined).map(({ id }) => id))]

const line = (cells: ReadonlyArray<string>): string => `| ${cells.join(" | ")} |`
const heading = (cells: ReadonlyArray<string>): ReadonlyArray<string> => [line(cells), line(cells.map(() => "---"))]

/** What Crossdock reached. */
const shownOf = (job: JobRecord): string => {
  const own = ofSubject(job)
  const of = (member: keyof Sample) => figure(own, (sample) => sample[member] as number | undefined)
  if (own.some(({ load }) => load === "start")) return `ready in ${of("readyMs")} ms, answers after ${of("firstAnswerMs")} ms; in a new folder ready in ${of("newReadyMs")} ms`
  if (own.some(({ load }) => load === "idle")) return `${of("idleRssMiB")} MiB, ${of("idleCpuMsPerS")} ms of CPU per second, ${of("kiBPerConnection")} KiB per connection`
  const full = own.filter(({ load }) => load !== "open")
  return full.length === 0 ? "at a fixed rate" : `${figure(full, ({ achieved }) => achieved)}/s`
}

const rowOf = (job: JobRecord, shown: ReadonlyArray<JobRecord>): string => {
  const [vsRaw, vsFastify] = versus(job, (other) => against(job, other))
  const [cpuVsRaw, cpuVsFastify] = versus(job, (other) => costOf(job, other))
  return line([
    `${job.case}, ${job.variant}`,
    shownOf(job),
    vsRaw,
    vsFastify,
    isOwnRun(job) ? "–" : against(job, "fastify-durable"),
    latencyOf(job, shown),
    weightOf(job),
    cpuVsRaw,
    cpuVsFastify,
    goalIds(job).map((id) => `${id} ${wordOf(job, id)}`).join(", ") || "–",
    job.extraWork || "–"
  ])
}

const isReached = ({ met }: Goal): string => met ? "reached" : "missed"
const measured = ({ value }: Goal): string => value === null ? "rate not held" : number(value)
const limitOf = ({ bound, limit }: Part): string => `${bound} ${number(limit)}`

const nameOf = ({ job, title }: Part): string => job === undefined ? title : `${job}: ${title}`

/** A row for each part of each goal, measured or not. */
const goalRows = (jobs: ReadonlyArray<JobRecord>): ReadonlyArray<string> =>
  parts.map((part) => {
    const found = goalOf(part, jobs)
    const reached = found === undefined ? "not measured" : found.goal.met ? "reached" : "**missed**"
    return line([part.id, nameOf(part), limitOf(part), found === undefined ? "–" : measured(found.goal), reached])
  })

const isMissed = (job: JobRecord): boolean => parts.some((part) => goalOf(part, [job])?.goal.met === false)

/** Where the CPU of a job goes that misses a goal. */
const profileOf = ({ profile = [] }: JobRecord): string => profile.map(({ percent, where }) => `${where} ${number(percent)} %`).join(", ")

const profileRows = (jobs: ReadonlyArray<JobRecord>): ReadonlyArray<string> =>
  jobs.filter(isMissed).map((job) => line([`${job.case}, ${job.variant}`, profileOf(job) || "none was taken"]))

/** The goals as lines for a terminal: of the jobs of one run, valid or not. The profile of a job stands below the last part that it misses. */
export const goalLines = (jobs: ReadonlyArray<JobRecord>): ReadonlyArray<string> => [
  ...parts.map((part) => {
    const found = goalOf(part, jobs)
    if (found === undefined) return `-        ${part.id} ${nameOf(part)} (${limitOf(part)}): not measured in this run`
    const { goal, job } = found
    return `${isReached(goal).padEnd(8)} ${part.id} ${nameOf(part)}: ${measured(goal)} (${limitOf(part)})${job.valid ? "" : ", in a job that is not valid"}`
  }),
  ...jobs.filter((job) => isMissed(job) && job.profile !== undefined).map((job) => `CPU of   ${job.case} ${job.variant}: ${profileOf(job)}`)
]

const sourceRows = (jobs: ReadonlyArray<JobRecord>): ReadonlyArray<string> =>
  jobs.map((job) => line([
    `${job.case}, ${job.variant}`,
    job.date.slice(0, 16).replace("T", " "),
    job.commit,
    `${job.plan}, ${job.rounds} rounds`,
    job.order.join(" · "),
    `${job.machine.cores} × ${job.machine.cpu}, ${job.machine.memoryGiB} GiB, Node ${job.machine.node}`,
    `fsync ${number(job.ceilings.fsyncPerS ?? 0)}/s, commits ${number(job.ceilings.commitsPerS ?? 0)}/s, in 64s ${number(job.ceilings.rowsIn64PerS ?? 0)} rows/s, raw POST ${number(job.ceilings.rawPostPerS ?? 0)}/s, SHA-1 ${number(job.ceilings.sha1MBPerS ?? 0)} MB/s`,
    `\`${job.command}\``,
    job.marks.join("; ") || "–"
  ]))

/** The newest valid job of each case and variant. */
const newest = (jobs: ReadonlyArray<JobRecord>): ReadonlyArray<JobRecord> => [
  ...new Map(jobs.filter(({ valid }) => valid).map((job) => [`${job.case} ${job.variant}`, job])).values()
]

export const tableOf = (jobs: ReadonlyArray<JobRecord>): string => {
  const shown = newest(jobs)
  const invalid = jobs.filter(({ valid }) => !valid)
  return [
    "# Results",
    "",
    "Generated by `npm run bench -- table`; do not edit. Ratios compare Crossdock with a baseline within one job: the median of the ratios of the rounds, and in brackets the lowest and highest. The ratio of CPU decides most goals, as the share that Crossdock has of a baseline: 0.5 means twice its CPU. For a job without a run at full load they compare p50 and p99. Latency is measured in the open loop, and only for rates that were held. Each job has one fixed rate that all subjects hold, and the rates of the goals. [How it is measured](../README.md).",
    "",
    ...heading(["Case", "Crossdock", "vs raw", "vs fastify (stronger form)", "vs fastify with the same promises", "p50 / p99 at rate", "RSS", "CPU per 1,000 vs raw", "vs fastify", "Goals", "Extra work of Crossdock"]),
    ...shown.map((job) => rowOf(job, shown)),
    "",
    "## Goals",
    "",
    ...heading(["Goal", "Requirement", "Limit", "Measured", "Reached"]),
    ...goalRows(shown),
    "",
    "## Where the CPU goes where a goal is missed",
    "",
    "Self time of one more run with `--cpu-prof`, without idle time, in its second half, after the warm-up.",
    "",
    ...heading(["Case", "Shares"]),
    ...profileRows(shown),
    "",
    "## Where the figures come from",
    "",
    ...heading(["Case", "Date (UTC)", "Commit", "Size", "Order", "Machine", "Ceilings", "Command", "Marks"]),
    ...sourceRows(shown),
    "",
    ...(invalid.length === 0 ? [] : [
      "## Invalid jobs",
      "",
      ...heading(["Case", "Date (UTC)", "Commit", "Reason"]),
      ...invalid.map((job) => line([`${job.case}, ${job.variant}`, job.date.slice(0, 16).replace("T", " "), job.commit, job.reason ?? ""])),
      ""
    ])
  ].join("\n")
}

export const write = (): string => {
  const file = join(root, "results/README.md")
  writeFileSync(file, tableOf(all()))
  return file
}
