/** Describes where the figures come from: the machine, its ceilings, and the state of the sources. */
import { spawnSync } from "node:child_process"
import { availableParallelism, cpus, loadavg, release, totalmem, type } from "node:os"
import { join } from "node:path"
import { benchOf, connections, hasInstructions } from "./Case.ts"
import type { Plan } from "./Plan.ts"
import { freePort, isPinned, root, startNode, tempDir } from "./Processes.ts"
import type { JobRecord } from "./Results.ts"

export const machine = (): JobRecord["machine"] => ({
  cores: availableParallelism(),
  cpu: cpus()[0]?.model ?? "unknown",
  memoryGiB: Math.round(totalmem() / 2 ** 30),
  node: process.versions.node,
  os: `${type()} ${release()}`
})

const git = (...args: ReadonlyArray<string>): string => spawnSync("git", ["-C", root, ...args], { encoding: "utf8" }).stdout?.trim() ?? ""

export const commit = (): string => git("rev-parse", "--short=10", "HEAD") || "no-commit"

/** A file system with more fsyncs than this probably does not write to the disk. */
const mostFsyncs = 20_000
/** With a higher load of other programs, the figures are not reliable. */
const mostLoad = 1

export const marksOf = (ceilings: Readonly<Record<string, number>>): ReadonlyArray<string> => [
  ...((ceilings.fsyncPerS ?? 0) > mostFsyncs ? ["disk not durable?"] : []),
  ...(hasInstructions() ? [] : ["CPU time alone: this machine does not count instructions"]),
  ...(isPinned ? [] : ["server and generator are not on cores of their own"]),
  ...(git("status", "--porcelain", "--", "apps/runner/src", "packages", "bench").split("\n").some((line) => line !== "" && !line.includes("bench/results"))
    ? ["with changes that are not committed"]
    : []),
  ...(loadavg()[0]! > mostLoad ? [`others were at work: load average ${loadavg()[0]!.toFixed(1)} at the start`] : [])
]

export const measureCeilings = async (plan: Plan, say: (line: string) => void): Promise<Readonly<Record<string, number>>> => {
  const folder = tempDir()
  const bench = benchOf({ plan, round: 1, folder: folder.path, say, nodeArgs: [] })
  try {
    const port = await freePort()
    const running = startNode(join(root, "run/ceilings.mjs"), {
      core: "server",
      log: join(folder.path, "ceilings.log"),
      args: [folder.path, String(plan.ceiling)],
      env: { PORT: String(port) }
    })
    bench.onEnd(running.stop)
    const figures = await running.next<Readonly<Record<string, number>>>("ceilings")
    const load = await bench.load()
    const common = { url: `http://127.0.0.1:${port}`, connections, source: { name: "echo", prefix: "" } as const }
    await load.closed({ ...common, bound: { seconds: 1 } })
    const { perSecond } = await load.closed({ ...common, bound: { seconds: Math.max(1, plan.ceiling) } })
    return { ...figures, rawPostPerS: perSecond }
  } finally {
    await bench.end()
    folder.remove()
  }
}
