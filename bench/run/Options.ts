/** Parses the command line of the bench. */
import { parseArgs } from "node:util"
import type { Database } from "../cases/seeded.ts"
import type { Case } from "./Case.ts"
import { isOfGoals } from "./Goals.ts"
import { type Plan, plans } from "./Plan.ts"
import { type TurnCase, turnCases } from "./Turns.ts"

export type Command =
  | { readonly is: "run"; readonly cases: ReadonlyArray<Case>; readonly plan: Plan; readonly cpuProfiles: string | undefined }
  | { readonly is: "compare"; readonly base: string; readonly change: string; readonly cases: ReadonlyArray<Case>; readonly plan: Plan }
  | { readonly is: "turns"; readonly base: string; readonly change: string; readonly case: TurnCase; readonly on: Database; readonly turns: number; readonly seeds: string | undefined }
  | { readonly is: "observed"; readonly case: TurnCase; readonly on: Database; readonly turns: number; readonly seeds: string | undefined }
  | { readonly is: "table" }
  | { readonly is: "list" }
  | { readonly is: "help" }
  | { readonly is: "wrong"; readonly message: string }

export const help = (cases: ReadonlyArray<Case>): string => {
  const width = Math.max(...cases.map(({ name, variant }) => `${name} ${variant}`.length))
  return `Measures what Crossdock costs compared with a service written by hand.

  npm run bench                              runs every case, in about 35 minutes; longer if a job is repeated
  npm run bench -- --smoke                   runs every case once, in about 10 minutes, to see whether the bench works
  npm run bench -- --full                    runs every variant with 5 s of warm-up and 15 s of measuring, in about 5 hours
  npm run bench -- --goals                   measures every goal beside its baselines, in three rounds, in about 30 minutes
  npm run bench -- --case callback --runs 5  runs one case in five rounds
  npm run bench -- compare <base> <change>   compares two commits or folders: base, change, base
  npm run bench -- turns <base> <change>     the same on a busy machine: both take the same messages at once; CPU alone, --runs turns (30)
  npm run bench -- observed                  what the log of calls, metrics and spans cost: with and without them, at once
  npm run bench -- table                     writes results/README.md from the result files

Options
  --case <name>[,<name>]   a case, or "<name> <variant>"; may be repeated. Default: all
  --runs <n>               rounds of each job. Default: 3, or 1 with --smoke; published figures use 5
  --smoke, --goals, --full the size of the run, see above
  --cpu-prof <folder>      writes a CPU profile of every subject; do not use the figures of such a run
  --seeds <folder>         keeps the databases that turns on SQLite begin with, for the next time
  --list                   lists the cases

Cases
${cases.map(({ isExtra, description, name, variant }) => `  ${`${name} ${variant}`.padEnd(width)}  ${description}${isExtra === true ? " (--full)" : ""}`).join("\n")}

How to read the results
  The run ends with a line for each part of each goal: reached, missed or not measured.
  Each round runs baseline, Crossdock and baseline again, each in a new process with a new database. A ratio is the median of
  the ratios of the rounds. A job is valid only if the CPU of the baseline agrees within 10 % in both places; an invalid job is stored with its reason and is not in
  the table. A run with a wrong, missing or doubled answer has no figure, only \`failed\`.
  Results are in bench/results/<date>-<commit>.json and, as a table, in bench/results/README.md. Smoke runs are written to
  bench/.smoke. Use a quiet machine with two cores or more: the server is pinned to one core, the load generator and the
  peers to another.
`
}

const selected = (wanted: ReadonlyArray<string>, cases: ReadonlyArray<Case>, plan: Plan): ReadonlyArray<Case> | string => {
  if (wanted.length === 0) {
    return cases.filter(({ isExtra, name, variant }) => plan.isOfGoals ? isOfGoals(`${name} ${variant}`) : plan.isWhole || isExtra !== true)
  }
  const found: Array<Case> = []
  for (const name of wanted) {
    const named = cases.filter((one) => `${one.name} ${one.variant}` === name || (one.name === name && (plan.isWhole || one.isExtra !== true)))
    if (named.length === 0) return `there is no case ${JSON.stringify(name)}; there are ${[...new Set(cases.map((one) => one.name))].join(", ")} (--list shows their variants)`
    found.push(...named)
  }
  return found
}

/**
 * The size of the regression check. V8 still compiles and discards code during the first 25,000 requests of verify-dispatch, so a
 * shorter warm-up would compare how much code two commits have and not what a request costs.
 */
const steady: Plan = { ...plans.smoke, warmUp: 6, measuring: 6, backlog: 12_000, backlogOnPostgres: 6000 }

/** The cases of the regression check. */
const gate = ["verify-dispatch", "pass-through sqlite", "callback sqlite"]

export const commandOf = (args: ReadonlyArray<string>, cases: ReadonlyArray<Case>): Command => {
  const wrong = (message: string): Command => ({ is: "wrong", message: `${message}\nnpm run bench -- --help lists the options` })
  let parsed
  try {
    parsed = parseArgs({
      args: args.filter((each) => each !== "--"),
      allowPositionals: true,
      options: {
        case: { type: "string", multiple: true },
        runs: { type: "string" },
        smoke: { type: "boolean" },
        full: { type: "boolean" },
        goals: { type: "boolean" },
        list: { type: "boolean" },
        seeds: { type: "string" },
        help: { type: "boolean", short: "h" },
        "cpu-prof": { type: "string" }
      }
    })
  } catch (error) {
    return wrong((error as Error).message)
  }
  const { positionals: [command, base, change, ...rest], values } = parsed
  if (values.help === true || command === "help") return { is: "help" }
  if (values.list === true) return { is: "list" }
  if (command === "table") return { is: "table" }
  const rounds = values.runs === undefined ? undefined : Number(values.runs)
  if (rounds !== undefined && !(Number.isInteger(rounds) && rounds > 0)) return wrong(`--runs is a number from 1, not ${values.runs}`)
  const size = plans[values.full === true ? "full" : values.goals === true ? "goals" : values.smoke === true ? "smoke" : "quick"]
  const names = (values.case ?? []).flatMap((each) => each.split(",")).map((each) => each.trim())
  if (command === "turns" || command === "observed") {
    const [name = "callback", on = "sqlite"] = (names[0] ?? "").split(" ").filter((part) => part !== "")
    const known = turnCases.find((each) => each === name)
    if (known === undefined || names.length > 1 || (on !== "sqlite" && on !== "postgres")) return wrong(`${command} takes one case of ${turnCases.join(" and ")}, on sqlite or postgres`)
    const common = { case: known, on, turns: rounds ?? 30, seeds: values.seeds } as const
    if (command === "observed") return base === undefined ? { is: "observed", ...common } : wrong("observed compares this build with itself")
    return base === undefined || change === undefined || rest.length > 0 ? wrong("turns takes two commits or folders: turns <base> <change>") : { is: "turns", base, change, ...common }
  }
  if (command === "compare") {
    if (base === undefined || change === undefined || rest.length > 0) return wrong("compare takes two commits or folders: compare <base> <change>")
    const plan = { ...(values.full === true ? plans.full : steady), rounds: rounds ?? 3 }
    const found = selected(names.length === 0 ? gate : names, cases, plan)
    return typeof found === "string" ? wrong(found) : { is: "compare", base, change, cases: found, plan }
  }
  if (command !== undefined) return wrong(`there is no command ${JSON.stringify(command)}`)
  const plan = { ...size, ...(rounds !== undefined && { rounds }) }
  const found = selected(names, cases, plan)
  return typeof found === "string" ? wrong(found) : { is: "run", cases: found, plan, cpuProfiles: values["cpu-prof"] }
}
