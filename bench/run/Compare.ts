/**
 * The regression check: runs base, change and base again in one job, each a separate build. It fails if the change costs
 * more than 15 % of the throughput or 25 % more CPU, and gives no result if the two runs of the base differ.
 */
import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, symlinkSync } from "node:fs"
import { join, resolve } from "node:path"
import type { Case } from "./Case.ts"
import { type Around, runJob } from "./Job.ts"
import type { Plan } from "./Plan.ts"
import { root, tempDir } from "./Processes.ts"
import type { JobRecord } from "./Results.ts"

const leastThroughput = 0.85
const mostCpu = 1.25

const must = (command: string, args: ReadonlyArray<string>, cwd: string, message: string): void => {
  const done = spawnSync(command, args, { cwd, encoding: "utf8", maxBuffer: 1 << 28 })
  if (done.status !== 0) throw new Error(`${message}: ${done.error?.message ?? `${done.stdout}${done.stderr}`.slice(-2000)}`)
}

/** Uses a built folder as it is; unpacks, installs and builds a commit. */
export const checkoutOf = (wanted: string, folder: string, say: (line: string) => void): string => {
  if (existsSync(join(resolve(wanted), "apps/runner/dist/main.js"))) return resolve(wanted)
  const repository = join(root, "..")
  mkdirSync(folder)
  say(`building ${wanted}`)
  must("sh", ["-c", `git -C "$0" archive "$1" | tar -x -C "$2"`, repository, wanted, folder], repository, `${wanted} is no commit and no built folder`)
  // The toolchain is the same and need not be installed again.
  if (existsSync(join(repository, ".tools"))) symlinkSync(join(repository, ".tools"), join(folder, ".tools"))
  must(process.execPath, ["tools/with-toolchain.mjs", "install", "--frozen-lockfile"], folder, `${wanted} cannot be installed`)
  must(process.execPath, ["tools/with-toolchain.mjs", "exec", "turbo", "run", "build", "--filter=@crossdock/runner...", "--filter=@crossdock/warehouse-envelope..."], folder, `${wanted} cannot be built`)
  return folder
}

const verdictOf = ({ case: name, ratios, reason, valid }: JobRecord): { readonly ok: boolean; readonly message: string } => {
  if (!valid) return { ok: false, message: `${name}: no result, ${reason}` }
  const [throughput, cpu] = [ratios["throughput vs base"], ratios["cpu vs base"]]
  if (throughput === undefined || cpu === undefined) return { ok: false, message: `${name}: no figures` }
  const ok = throughput.median >= leastThroughput && cpu.median <= mostCpu
  return { ok, message: `${name}: ${ok ? "passes" : "FAILS"}, throughput ${throughput.median} (${throughput.low}–${throughput.high}), CPU per 1,000 ${cpu.median} (${cpu.low}–${cpu.high})` }
}

/** Returns whether the check passed. Its results are printed and not stored. */
export const compare = async (options: {
  readonly base: string
  readonly change: string
  readonly cases: ReadonlyArray<Case>
  readonly plan: Plan
  readonly around: Around
  readonly say: (line: string) => void
  readonly step: (line: string) => void
  readonly profiles: string
}): Promise<boolean> => {
  const { around, cases, plan, profiles, say, step } = options
  const folder = tempDir()
  try {
    const checkouts = {
      base: checkoutOf(options.base, join(folder.path, "base"), say),
      change: checkoutOf(options.change, join(folder.path, "change"), say)
    }
    let isPassed = true
    for (const one of cases) {
      const gated: Case = { ...one, subject: "change" }
      const shared = { say, step, keep: () => {}, checkouts }
      const record = await runJob(gated, plan, around, { ...shared, order: ["base", "change", "base"] })
      const { message, ok } = verdictOf(record)
      say(message)
      if (ok) continue
      isPassed = false
      if (!record.valid) continue
      await runJob(gated, { ...plan, rounds: 1 }, around, { ...shared, order: ["base"], cpuProfiles: join(profiles, one.name, "base") })
      await runJob(gated, { ...plan, rounds: 1 }, around, { ...shared, order: ["change"], cpuProfiles: join(profiles, one.name, "change") })
      say(`profiles of both are in ${join(profiles, one.name)}`)
    }
    return isPassed
  } finally {
    folder.remove()
  }
}
