/** The command line of the bench. */
import { parseArgs } from "node:util"
import type { Case } from "./Case.ts"
import { type Plan, plans } from "./Plan.ts"

export type Command =
  | { readonly is: "run"; readonly cases: ReadonlyArray<Case>; readonly plan: Plan; readonly cpuProfiles: string | undefined }
  | { readonly is: "compare"; readonly base: string; readonly change: string; readonly cases: ReadonlyArray<Case>; readonly plan: Plan }
  | { readonly is: "table" }
  | { readonly is: "list" }
  | { readonly is: "help" }
  | { readonly is: "wrong"; readonly says: string }

export const help = (cases: ReadonlyArray<Case>): string => {
  const width = Math.max(...cases.map(({ name, variant }) => `${name} ${variant}`.length))
  return `What does a team pay for using Crossdock instead of writing the service by hand?

  npm run bench                              every case, in about 17 minutes; a job that is repeated takes its time again
  npm run bench -- --smoke                   every case once, in about 5 minutes: does the bench work?
  npm run bench -- --full                    as it is published: warm-up 5 s, measuring 15 s, every variant; about 3 hours
  npm run bench -- --case callback --runs 5  one case, five rounds
  npm run bench -- compare <base> <change>   two commits, or folders, in one job: base, change, base
  npm run bench -- table                     writes results/README.md from the result files again

Options
  --case <name>[,<name>]   a case, or "<name> <variant>"; may stand more than once. Absent: all
  --runs <n>               rounds of each job; 3, or 1 with --smoke. Published figures take 5
  --smoke, --full          the size of a run, see above
  --cpu-prof <folder>      keeps a CPU profile of every subject that is run; figures of such a run are not for anyone
  --list                   the cases, one in a line

Cases
${cases.map(({ isExtra, name, says, variant }) => `  ${`${name} ${variant}`.padEnd(width)}  ${says}${isExtra === true ? " (--full)" : ""}`).join("\n")}

How to read it
  Each job runs in the order baseline, Crossdock, baseline, each in a fresh process with a fresh database, and forms a ratio
  of medians. It is valid only when both runs of the baseline agree within 10 %; what is not valid is kept with its reason and
  enters no table. A run with a wrong, missing or doubled answer has no figure, only \`failed\`.
  Results: bench/results/<date>-<commit>.json, and bench/results/README.md for people. Smoke runs go to bench/.smoke.
  Use a quiet machine with two cores or more: the server is pinned to one and the load generator, with the peers, to another.
`
}

const selected = (wanted: ReadonlyArray<string>, cases: ReadonlyArray<Case>, plan: Plan): ReadonlyArray<Case> | string => {
  if (wanted.length === 0) return cases.filter(({ isExtra }) => plan.isWhole || isExtra !== true)
  const found: Array<Case> = []
  for (const name of wanted) {
    const named = cases.filter((one) => `${one.name} ${one.variant}` === name || (one.name === name && (plan.isWhole || one.isExtra !== true)))
    if (named.length === 0) return `there is no case ${JSON.stringify(name)}; there are ${[...new Set(cases.map((one) => one.name))].join(", ")} (--list shows their variants)`
    found.push(...named)
  }
  return found
}

/** Those of the regression gate. */
const gate = ["verify-dispatch", "pass-through sqlite", "callback"]

export const commandOf = (args: ReadonlyArray<string>, cases: ReadonlyArray<Case>): Command => {
  const wrong = (says: string): Command => ({ is: "wrong", says: `${says}\nnpm run bench -- --help shows what there is` })
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
        list: { type: "boolean" },
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
  const size = plans[values.full === true ? "full" : values.smoke === true ? "smoke" : "quick"]
  const names = (values.case ?? []).flatMap((each) => each.split(",")).map((each) => each.trim())
  if (command === "compare") {
    if (base === undefined || change === undefined || rest.length > 0) return wrong("compare takes two commits or folders: compare <base> <change>")
    const plan = { ...plans.smoke, rounds: rounds ?? 3, measuring: 3 }
    const found = selected(names.length === 0 ? gate : names, cases, plan)
    return typeof found === "string" ? wrong(found) : { is: "compare", base, change, cases: found, plan }
  }
  if (command !== undefined) return wrong(`there is no command ${JSON.stringify(command)}`)
  const plan = { ...size, ...(rounds !== undefined && { rounds }) }
  const found = selected(names, cases, plan)
  return typeof found === "string" ? wrong(found) : { is: "run", cases: found, plan, cpuProfiles: values["cpu-prof"] }
}
