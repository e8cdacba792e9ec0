/**
 * Measures whether the event loop of a runner with years of data ever blocks, under an even load and while retention runs.
 * An idle process on the same core shows the influence of the machine.
 */
import { statSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import type { OpenResult } from "../load/Job.ts"
import { benchOf, connections } from "../run/Case.ts"
import { plans } from "../run/Plan.ts"
import { pause, root, startNode, tempDir } from "../run/Processes.ts"
import { counts, fill } from "./fill.ts"

const partSeconds = 10
const retentionEveryMs = 1000

/** Lets the runner's next pass of retention begin at once, and not an hour after the last. */
const makeRetentionDue = (filename: string): void => {
  const db = new DatabaseSync(filename, { timeout: 5000 })
  try {
    db.exec("insert into job (name, connection, due_at) values ('retention', '', 0) on conflict (name, connection) do update set due_at = 0")
  } finally {
    db.close()
  }
}

/** The measurements of `sections.mjs`. */
export interface Sections {
  readonly turns: number
  readonly sections: number
  readonly longestSectionCpuMs: number
  readonly sectionsOver50msCpu: number
  /** The same without garbage collection pauses. */
  readonly sectionsOver50msOwnCpu: number
  readonly longestTurnCpuMs: number
  readonly turnsOver50msCpu: number
  readonly longestTurnWallMs: number
  readonly turnsOver50msWall: number
  readonly longestGcMs: number
  readonly loopDelayP50Ms: number
  readonly loopDelayP99Ms: number
  readonly loopDelayMaxMs: number
  /** SQLite statements, the longest first. */
  readonly statements: ReadonlyArray<string>
  readonly longest: ReadonlyArray<{ readonly at: string; readonly cpuMs: number; readonly gcMs: number; readonly ownCpuMs: number; readonly of: string }>
}

const sectionsOf = (running: { readonly next: <T>(member: string) => Promise<T>; readonly send: (message: unknown) => void }): Promise<Sections> => {
  const told = running.next<Sections>("sections")
  running.send("sections")
  return told
}

export const growth = async (options: {
  readonly orders: number
  readonly rate: number
  readonly seconds: number
  readonly say: (line: string) => void
}) => {
  const { orders, rate, say, seconds } = options
  const folder = tempDir()
  const watched = ["--import", join(root, "growth/sections.mjs")]
  const bench = benchOf({ plan: plans.quick, round: 1, folder: folder.path, say, nodeArgs: watched })
  try {
    const data = join(folder.path, "data")
    const filename = join(data, "crossdock.sqlite")
    const peer = await bench.peer("warehouse")
    // The first start creates the schema.
    await (await bench.subject("pass-through", "crossdock", { data, warehouseUrl: peer.url })).stop()
    const began = performance.now()
    fill(filename, orders, Date.now())
    const before = counts(filename)
    say(`created ${orders} orders with history in ${Math.round((performance.now() - began) / 1000)} s: ${Math.round(statSync(filename).size / 1e6)} MB`)
    makeRetentionDue(filename)
    const timer = setInterval(() => makeRetentionDue(filename), retentionEveryMs)
    bench.onEnd(async () => clearInterval(timer))
    const subject = await bench.subject("pass-through", "crossdock", { data, warehouseUrl: peer.url })
    const idle = startNode(join(root, "growth/idle.mjs"), { core: "server", log: join(folder.path, "idle.log"), nodeArgs: watched })
    bench.onEnd(idle.stop)
    const load = await bench.load()
    const common = { url: subject.url, connections, source: { name: "orders", prefix: "N" } as const }
    // Excludes compilation during the first requests.
    await load.closed({ ...common, bound: { amount: Math.min(3000, rate * seconds) } })
    subject.send("count")
    idle.send("count")
    // A part ends early if the machine is more than a second late; the load continues with the next part.
    const parts: Array<OpenResult> = []
    for (const end = performance.now() + seconds * 1000; performance.now() < end;) {
      parts.push(await load.open({ ...common, rate, seconds: Math.min(partSeconds, seconds) }))
    }
    const [runner, control] = [await sectionsOf(subject), await sectionsOf(idle)]
    const sum = (of: (part: OpenResult) => number) => parts.reduce((total, part) => total + of(part), 0)
    const median = (of: (part: OpenResult) => number) => parts.map(of).toSorted((a, b) => a - b)[parts.length >> 1] ?? 0
    await pause(100)
    const after = counts(filename)
    const { missing } = await peer.ask("_check", await load.held())
    const { doubled } = await peer.ask("_report")
    return {
      orders,
      rate,
      seconds,
      readyMs: Math.round(subject.readyMs),
      answered: sum((part) => part.answered),
      unanswered: sum((part) => part.unanswered),
      errors: sum((part) => part.errors),
      missing,
      doubled,
      latency: { medianP50Ms: median((part) => part.p50Ms), medianP99Ms: median((part) => part.p99Ms), maxMs: Math.max(...parts.map((part) => part.maxMs)) },
      rows: { before, after },
      runner,
      control
    }
  } finally {
    await bench.end()
    folder.remove()
  }
}
