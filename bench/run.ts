/** Runs the bench; see `npm run bench -- --help`. */
import { join, resolve } from "node:path"
import { cases } from "./cases/all.ts"
import { type Case, roundsOf } from "./run/Case.ts"
import { checkoutOf, compare } from "./run/Compare.ts"
import { type Around, runJob } from "./run/Job.ts"
import { commit, machine, marksOf, measureCeilings } from "./run/Machine.ts"
import { type Command, commandOf, help } from "./run/Options.ts"
import type { Plan } from "./run/Plan.ts"
import { stopPostgres } from "./run/Postgres.ts"
import { root, tempDir } from "./run/Processes.ts"
import { append, type JobRecord } from "./run/Results.ts"
import * as Table from "./run/Table.ts"
import { takeTurns, textOf, type TurnSubject } from "./run/Turns.ts"

const say = (line: string): void => void process.stderr.write(`${line}\n`)

const clock = (seconds: number): string => seconds < 90 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`

/** Prints the progress after each run, and an estimate of the remaining time. */
const progress = (runs: number) => {
  const started = Date.now()
  let total = runs
  let done = 0
  return {
    step: (message: string) => {
      done++
      const left = ((Date.now() - started) / 1000 / done) * Math.max(0, total - done)
      say(`[${done}/${total}, ${done >= total ? "done" : `about ${clock(left)} left`}] ${message}`)
    },
    again: (more: number) => {
      total += more
    }
  }
}

const runsOf = (one: Case, plan: Plan): number => one.order(plan).length * roundsOf(one, plan)

const around = async (plan: Plan): Promise<Around> => {
  say("measuring the ceilings of this machine")
  const ceilings = await measureCeilings(plan, say)
  const marks = marksOf(ceilings)
  say(`  ${Object.entries(ceilings).map(([name, value]) => `${name} ${value.toLocaleString("en-US")}`).join(", ")}`)
  for (const mark of marks) say(`  note: ${mark}`)
  return { ceilings, marks, commit: commit(), machine: machine(), command: ["npm run bench", ...(process.argv.length > 2 ? ["--", ...process.argv.slice(2)] : [])].join(" ") }
}

const summaryOf = ({ case: name, goals, ratios, reason, valid, variant }: JobRecord): string =>
  [
    `${name} ${variant}: ${valid ? "valid" : `NOT VALID, ${reason}`}`,
    ...Object.entries(ratios).map(([what, { high, low, median }]) => `  ${what}: ${median} (${low}–${high})`),
    ...goals.map(({ id, limit, met, title, value }) => `  ${id} ${met ? "reached" : "missed"}: ${title}: ${value ?? "rate not held"} (${limit})`)
  ].join("\n")

const run = async ({ cases: wanted, cpuProfiles, plan }: Command & { readonly is: "run" }): Promise<number> => {
  const from = await around(plan)
  const { again, step } = progress(wanted.reduce((sum, one) => sum + runsOf(one, plan), 0))
  let isClean = true
  const records: Array<JobRecord> = []
  for (const one of wanted) {
    const record = await runJob(one, plan, from, {
      say,
      step,
      again,
      cpuProfiles: cpuProfiles === undefined ? undefined : resolve(cpuProfiles),
      keep: (kept) => {
        if (cpuProfiles === undefined) say(`  kept in ${append(kept)}`)
      }
    })
    say(summaryOf(record))
    records.push(record)
    isClean &&= record.runs.length > 0 && record.runs.every(({ oracle, subject }) => subject !== one.subject || oracle === "clean")
  }
  if (plan.name !== "smoke" && cpuProfiles === undefined) say(`table: ${Table.write()}`)
  process.stdout.write(`${Table.goalLines(records).join("\n")}\n`)
  // A missed goal is a valid result; a wrong answer is a failure.
  if (!isClean) say("a run of Crossdock had a wrong, missing or doubled answer, or a job could not start")
  return isClean ? 0 : 1
}

const gate = async (command: Command & { readonly is: "compare" }): Promise<number> => {
  const { cases: gated, plan } = command
  const total = gated.length * 3 * plan.rounds
  const isPassed = await compare({ ...command, around: await around(plan), say, step: progress(total).step, profiles: join(root, ".profiles") })
  return isPassed ? 0 : 1
}

/** Prints the median of the ratios of the turns, and their quartiles. */
const turns = async (command: Command & { readonly is: "turns" | "observed" }): Promise<number> => {
  const folder = tempDir()
  const here = join(root, "..")
  try {
    const subjects: ReadonlyArray<TurnSubject> = command.is === "turns"
      ? [
        { label: "base", checkout: checkoutOf(command.base, join(folder.path, "base"), say) },
        { label: "change", checkout: checkoutOf(command.change, join(folder.path, "change"), say) }
      ]
      : [
        { label: "without log, metrics and spans", checkout: here, isFromSource: true, nodeArgs: ["--import", join(root, "observe/unobserved.mjs")] },
        { label: "with them", checkout: here, isFromSource: true }
      ]
    process.stdout.write(`${command.case} ${command.on}, ${command.turns} turns\n${textOf(await takeTurns({ ...command, subjects, say }))}\n`)
    return 0
  } finally {
    folder.remove()
  }
}

const main = async (command: Command): Promise<number> => {
  switch (command.is) {
    case "run":
      return run(command)
    case "compare":
      return gate(command)
    case "turns":
    case "observed":
      return turns(command)
    case "table":
      process.stdout.write(`${Table.write()}\n`)
      return 0
    case "list":
      process.stdout.write(cases.map(({ name, variant }) => `${name} ${variant}\n`).join(""))
      return 0
    case "help":
      process.stdout.write(help(cases))
      return 0
    case "wrong":
      say(command.message)
      return 2
  }
}

process.exitCode = await main(commandOf(process.argv.slice(2), cases)).finally(stopPostgres)
